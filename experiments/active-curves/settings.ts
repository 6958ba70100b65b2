import { type Dataset, smallerClass, type Split } from '../../src/rows/dataset.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { bestOf, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';
import { COLLAPSED, EVERYTHING, SAME_ACCURACY_SMALL } from '../support/criteria.ts';
import { share, shareOf, testError, testErrorOf, validationError } from '../support/settings.ts';

export const UPDATES = ['naive', 'implicit', 'invariant'] as const;
export type Update = (typeof UPDATES)[number];

/** Shares of labels at which envelopes are read. */
export const SHARES = [0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1];

export const FILES = { envelopes: 'envelopes.png', wasted: 'wasted.png' };

/** All that was measured on one dataset. */
export interface Arena {
  readonly name: string;
  readonly smallerClass: number;
  /** Of passive learning: the setting, under any update, with the lowest validation error. */
  readonly passive: Setting | undefined;
  /** All settings of passive learning. */
  readonly passives: readonly Setting[];
  readonly rows: number;
  readonly active: Readonly<Record<Update, readonly Setting[]>>;
}

export function arenasOf({ results, splits }: Findings): Arena[] {
  return [...groupBy(ofKind(results, 'active'), ({ cell }) => cell.dataset)].map(([name, members]): Arena => {
    const settings = settingsOf(members);
    const active = settings.filter(({ run }) => run.query.name !== 'passive');
    const passives = settings.filter(({ run }) => run.query.name === 'passive');
    const of = (update: Update): Setting[] => active.filter(({ run }) => run.update === update);
    return {
      name,
      smallerClass: smallerClass(judgedOn(splits.get(name)!).labels),
      passive: bestOf(passives, validationError),
      passives,
      rows: splits.get(name)!.train.rows.length,
      active: { naive: of('naive'), implicit: of('implicit'), invariant: of('invariant') },
    };
  });
}

function judgedOn({ test, train }: Split): Dataset {
  return test ?? train;
}

/** The setting that stands for an update at a share of labels; undefined where none bought so few and learned. */
export function standIn(arena: Arena, update: Update, limit: number): Setting | undefined {
  return bestOf(
    arena.active[update].filter((setting) => share(setting) <= limit),
    validationError,
  );
}

/**
 * The fewest labels with which an update comes within a point of passive learning: share and setting by validation, reached or
 * not by test.
 */
export function labelsNeeded(arena: Arena, update: Update): number {
  const { passive } = arena;
  if (passive === undefined) return Infinity;
  return (
    SHARES.find((limit) => {
      const setting = standIn(arena, update, limit);
      return setting !== undefined && testError(setting) <= testError(passive) + SAME_ACCURACY_SMALL;
    }) ?? Infinity
  );
}

export function collapsed(arena: Arena, setting: Setting): boolean {
  return setting.failures.length > 0 || testError(setting) > COLLAPSED * arena.smallerClass;
}

export function buysEverything(setting: Setting): boolean {
  return share(setting) > EVERYTHING;
}

export function isWasted(arena: Arena, setting: Setting): boolean {
  return collapsed(arena, setting) || buysEverything(setting);
}

export function wastedShare(arena: Arena, update: Update): number {
  const settings = arena.active[update];
  return settings.filter((setting) => isWasted(arena, setting)).length / settings.length;
}

/** The same seed by seed: reached or not by the test errors of the seed. */
export function labelsBySeed(arena: Arena, update: Update): number[] {
  const { passive } = arena;
  if (passive === undefined) return [Infinity];
  const stands = SHARES.map((limit) => ({ limit, setting: standIn(arena, update, limit) }));
  return passive.measurements.map((goal, seed) => {
    const isThere = ({ setting }: (typeof stands)[number]): boolean =>
      setting !== undefined && testErrorOf(setting.measurements[seed]) <= testErrorOf(goal) + SAME_ACCURACY_SMALL;
    return stands.find(isThere)?.limit ?? Infinity;
  });
}

/** The share of wasted settings seed by seed; one of which a run diverged is wasted with all. */
export function wastedBySeed(arena: Arena, update: Update): number[] {
  const settings = arena.active[update];
  const wasted = settings.map(({ failures, measurements, cells }) =>
    failures.length > 0
      ? cells.map(() => true)
      : measurements.map((each) => testErrorOf(each) > COLLAPSED * arena.smallerClass || shareOf(each) > EVERYTHING),
  );
  return (wasted.at(0) ?? []).map((_, seed) => wasted.filter((each) => each[seed]).length / settings.length);
}

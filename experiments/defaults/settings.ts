import { DEFAULTS } from '../../src/specs/defaults.ts';
import { isOpen } from '../../src/specs/choices.ts';
import { canonical } from '../../src/specs/hash.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { bestOf, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';
import { OFFSET } from '../support/criteria.ts';
import { CONFIRMATION, DEFAULT_RIVALS, GENERATED } from '../support/default-sets.ts';
import { log } from '../../src/numerics/elementary.ts';
import { final } from '../support/numbers.ts';

type Optimizer = RunSpec['optimizer'];

/** Features as they stand, and divided by the largest value met so far. */
export const SCALES = ['raw', 'scaled'] as const;
export type Scale = (typeof SCALES)[number];

const STEPS = [0.01, 0.1, 0.3, 1, 3, 10, 100];

/** 28 learners. */
export const GRID: readonly { readonly name: Optimizer['name']; readonly eta0: number }[] = [
  ...STEPS.map((eta0) => ({ name: 'gradient-descent', eta0 }) as const),
  ...STEPS.map((eta0) => ({ name: 'averaged', eta0 }) as const),
  ...[0.03, 0.1, 0.3, 1, 3].map((eta0) => ({ name: 'ada-grad', eta0 }) as const),
  ...[0.1, 0.25, 0.5, 0.7, 1, 1.4, 2, 4, 8].map((eta0) => ({ name: 'normalized-adaptive', eta0 }) as const),
];

/** Learners that need no tuning, or whose step many take without: by name, as they are drawn. */
export const UNTUNED: Readonly<Record<string, object>> = {
  'the default': { name: DEFAULTS.optimizer },
  "Vowpal Wabbit's 0.5": { name: 'normalized-adaptive', eta0: 0.5 },
  'AdaGrad 0.3': { name: 'ada-grad', eta0: 0.3 },
  'gradient descent 1': { name: 'gradient-descent', eta0: 1 },
};

export function runOf(optimizer: object, seed: number, scale: Scale = 'raw'): RunSpec {
  return parseRunSpec({
    ...{ loss: { name: DEFAULTS.loss }, update: DEFAULTS.update, optimizer, ...(scale === 'scaled' && { scale: 'max' }) },
    query: { name: 'passive' },
    ...{ coins: 'pool', perDecade: 1, seed },
  });
}

/** The settings of one set. */
export interface Arena {
  readonly name: string;
  readonly scale: Scale;
  readonly settings: readonly Setting[];
  /** The setting of the grid with the smallest mean validation error. */
  readonly tuned: Setting;
}

export function arenasOf({ results, splits }: Findings, scale: Scale): Arena[] {
  return [...splits.keys()].flatMap((name) => {
    const settings = settingsOf(
      ofKind(results, 'active').filter(
        ({ cell: { dataset, run } }) => dataset === name && (run.scale === undefined) === (scale === 'raw') && isOfTheGrid(run),
      ),
    );
    const tuned = bestOf(settings, validationError);
    return tuned === undefined ? [] : [{ name, scale, settings, tuned }];
  });
}

/** Stored results have runs with a step size of earlier versions, which the study has no longer. */
function isOfTheGrid({ optimizer }: Pick<RunSpec, 'optimizer'>): boolean {
  return !isOpen(optimizer);
}

function validationError({ failures, measurements }: Setting): number {
  return failures.length > 0 ? Infinity : mean(measurements.map((each) => each.validationError!));
}

/** Mean over seeds; 50% where a run diverged. */
export function testError(setting: Setting): number {
  return mean(testErrors(setting));
}

/** The setting of an untuned learner. */
export function untuned(arena: Arena, name: string): Setting {
  return settingOf(arena, UNTUNED[name]);
}

/** The setting of a learner of the grid. */
export function settingOf({ settings }: Arena, optimizer: object): Setting {
  const wanted = canonical(runOf(optimizer, 0).optimizer);
  return settings.find(({ run }) => canonical(run.optimizer) === wanted)!;
}

/** Test error of scikit-learn's model of all labels. */
export function rivalError({ name }: Arena): number {
  return mean(DEFAULT_RIVALS.errors(name, 'all'));
}

/** Test error over that of the tuned setting, each 0.2 points up. */
export function ratio({ tuned }: Arena, setting: Setting): number {
  return (testError(setting) + OFFSET) / (testError(tuned) + OFFSET);
}

/** Logarithms of the same, seed by seed. */
export function logRatios(arena: Arena, setting: Setting): number[] {
  const [own, tuned] = [setting, arena.tuned].map(testErrors);
  return own.map((error, s) => log((error + OFFSET) / (tuned[s] + OFFSET)));
}

/** The same of scikit-learn's model of all labels. */
export function rivalRatios(arena: Arena): number[] {
  const error = rivalError(arena);
  return testErrors(arena.tuned).map((tuned) => log((error + OFFSET) / (tuned + OFFSET)));
}

function testErrors({ failures, measurements }: Setting): number[] {
  return [...measurements.map((each) => final(each).testError!), ...failures.map(() => 0.5)];
}

/** Sets on which nothing was chosen. */
export function isUnseen({ name }: Arena): boolean {
  return [GENERATED, ...CONFIRMATION].includes(name);
}

import { smallerClass } from '../../src/rows/dataset.ts';
import { bestOf, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';
import { TENTH } from '../support/criteria.ts';
import { share, validationError } from '../support/settings.ts';
import { log } from '../../src/numerics/elementary.ts';
import { final } from '../support/numbers.ts';

export const LOSSES = ['hinge', 'logistic'] as const;

export interface Method {
  readonly label: string;
  readonly query: string;
  readonly update: string;
  readonly optimizer: string;
}

export const PASSIVE: Method = { label: 'passive', query: 'passive', update: 'invariant', optimizer: 'gradient-descent' };
const PASSIVE_AVERAGED: Method = { ...PASSIVE, label: 'passive, averaged', optimizer: 'averaged' };
export const VARIANCE_AWARE: Method = { ...PASSIVE, label: 'variance-aware', query: 'variance-aware' };
export const AVERAGED: Method = { ...VARIANCE_AWARE, label: 'variance-aware, averaged', optimizer: 'averaged' };
export const IWAL_CAL: Method = { ...PASSIVE, label: 'iwal-cal', query: 'iwal-cal' };
const IMPLICIT: Method = { ...VARIANCE_AWARE, label: 'variance-aware, implicit', update: 'implicit' };
export const NAIVE: Method = { ...VARIANCE_AWARE, label: 'variance-aware, naive', update: 'naive' };
export const ACTIVE = [VARIANCE_AWARE, AVERAGED, IWAL_CAL, IMPLICIT, NAIVE];
const METHODS = [PASSIVE, ...ACTIVE, PASSIVE_AVERAGED];

export const FILES = {
  saving: 'saving.png',
  factor: 'saving-factor.png',
  curves: 'learning-curves.png',
  frontier: 'frontier.png',
  speed: 'speed.png',
};

/** How a setting is chosen to stand for an active method, among all of them, given passive learning's validation error. */
export type Choice = (settings: readonly Setting[], passiveError: number) => Setting | undefined;

/**
 * The lowest validation error of those that bought 8 to 14%; where none did, the share nearest by ratio to the slides' 11.65%.
 */
export const aTenth: Choice = (settings) =>
  bestOf(
    settings.filter((setting) => isTenth(share(setting))),
    validationError,
  ) ?? bestOf(settings, (setting) => Math.abs(log(share(setting) / TENTH.slides)));

/** The fewest labels of those within a point of passive validation error; where none is, the lowest validation error. */
export const fewestLabels: Choice = (settings, passiveError) =>
  bestOf(
    settings.filter((setting) => validationError(setting) <= passiveError + 0.01),
    share,
  ) ?? bestOf(settings, validationError);

/** All that was measured on one dataset (all seeds) with one loss. */
export class Arena {
  readonly title: string;
  readonly majorityError: number;
  readonly methods: readonly Method[];
  readonly #settings: readonly Setting[];
  readonly #choice: Choice;

  constructor(title: string, settings: readonly Setting[], majorityError: number, choice: Choice) {
    this.title = title;
    this.#settings = settings;
    this.#choice = choice;
    this.majorityError = majorityError;
    this.methods = METHODS.filter((method) => this.settings(method).length > 0);
  }

  settings(method: Method): Setting[] {
    return this.#settings.filter(
      ({ run }) => run.query.name === method.query && run.update === method.update && run.optimizer.name === method.optimizer,
    );
  }

  /** The setting that stands for a method. Passive: the lowest validation error, median over seeds. */
  chosen(method: Method): Setting | undefined {
    if (method.query === 'passive') return bestOf(this.settings(method), validationError);
    const passive = this.chosen(passiveOf(method));
    return passive && this.#choice(this.settings(method), validationError(passive));
  }

  /** Test error above that of passive learning with the same optimizer, seed by seed. */
  excess(method: Method, setting: Setting): number[] {
    const passive = this.chosen(passiveOf(method));
    if (passive === undefined) return [];
    return setting.measurements.map(
      (measurement, seed) => final(measurement).testError! - final(passive.measurements[seed]).testError!,
    );
  }
}

function passiveOf(method: Method): Method {
  return method.optimizer === 'averaged' ? PASSIVE_AVERAGED : PASSIVE;
}

export function arena(
  { results, splits }: Findings,
  loss: string,
  isMember: (dataset: string) => boolean,
  title: string,
  choice: Choice,
): Arena {
  const members = ofKind(results, 'active').filter(({ cell }) => isMember(cell.dataset) && cell.run.loss.name === loss);
  const { labels } = splits.get(members[0].cell.dataset)!.test!;
  return new Arena(title, settingsOf(members), smallerClass(labels), choice);
}

/** Whether it is about a tenth of the labels. */
function isTenth(fraction: number): boolean {
  return fraction >= TENTH.low && fraction <= TENTH.high;
}

import { criticalT } from '../../src/statistics/estimate.ts';
import { mean, standardError } from '../../src/statistics/small-samples.ts';
import { PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import { canonical } from '../../src/specs/hash.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import type { MeasuredSpec } from '../../src/studies/cells/simulate.ts';
import type { Checkpoint } from '../../src/streams/measures/measurement.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { GridOf } from '../../src/studies/cells/cell.ts';
import type { Percentage } from '../../src/specs/choices.ts';
import { DEFAULT as COMMAND_LINE, SETTINGS } from '../final-fit/settings.ts';
import { errorsOn } from '../support/default-sets.ts';
import { bySeed } from '../support/seeded.ts';
import type { Findings, Size } from '../../src/studies/study.ts';
import { final } from '../support/numbers.ts';

type Run = GridOf<'active'>;
export type Variation = Partial<Run>;

/** One-sided, as "worse than random" is. */
const ONE_SIDED = 0.975;

const SEARCHED = ['iwal-cal', 'iwal-cal-without-log', 'variance-aware', 'slides', 'soft-margin', 'margin'] as const;
const TEMPERS = [0, 0.5, 1];

/** The default of the command line, but for the rule. */
const PACED: Variation = {
  loss: { name: 'logistic' },
  update: 'invariant',
  optimizer: { name: 'normalized-adaptive' },
  ...PACED_DEFAULTS,
};
/** Every label, or the first ones of the stream: the same learner. */
export const PASSIVE: Variation = {
  loss: { name: 'logistic' },
  update: 'invariant',
  optimizer: { name: 'normalized-adaptive' },
  query: { name: 'passive' },
};
const CHOSEN: Variation = { ...PACED, query: { name: 'soft-margin' } };

/** Contestants by name. Hard margin keeps a probability in name only: p_min is a billionth of the rate. */
export const CONTESTANTS: Readonly<Record<string, Variation>> = {
  default: CHOSEN,
  'temper 1': { ...CHOSEN, temper: 1 },
  'random sampling': { ...PACED, query: { name: 'random' } },
  'random, temper 1': { ...PACED, query: { name: 'random' }, temper: 1 },
  'hard margin (biased)': { ...PACED, query: { name: 'margin' }, explore: 1e-9 },
  [COMMAND_LINE]: { ...PACED, ...SETTINGS[COMMAND_LINE] },
};

/** Names of those that run at a size: at full size no fit is made. */
export function contestantsAt(size: Size): string[] {
  return Object.keys(CONTESTANTS).filter((name) => size === 'default' || name !== COMMAND_LINE);
}

/** Random sampling, every label learned once, and with its importance: a saving is one against both. */
export const RANDOM = ['random sampling', 'random, temper 1'] as const;
export const HARD = 'hard margin (biased)';
/** The default with refits and a final model. */
export { COMMAND_LINE };
/** The name of the default in the screening. */
export const TAKEN = 'soft-margin, temper 0';

/** Step 1: which rule, and how far its importances are tempered. */
export const SCREENING: Readonly<Record<string, Variation>> = Object.fromEntries(
  SEARCHED.flatMap((name) =>
    TEMPERS.map((temper): [string, Variation] => [
      `${name}, temper ${temper}`,
      { ...PACED, query: { name }, explore: 0.1, temper },
    ]),
  ),
);

/** Step 2: one factor at a time around what step 1 chose. */
export const FACTORS: Readonly<Record<string, Variation>> = {
  'as chosen': CHOSEN,
  'explore 0.03': { ...CHOSEN, explore: 0.03 },
  'explore 0.1': { ...CHOSEN, explore: 0.1 },
  'explore 0.3': { ...CHOSEN, explore: 0.3 },
  'no warm-up': { ...CHOSEN, warmUp: undefined as never },
  'warm-up 30': { ...CHOSEN, warmUp: 30 },
  'window 100': { ...CHOSEN, pace: { window: 100, decay: 0 } },
  'window 1,000': { ...CHOSEN, pace: { window: 1000, decay: 0 } },
  'front-loaded, t^-0.3': { ...CHOSEN, pace: { window: 250, decay: 0.3 } },
  'front-loaded, t^-0.5': { ...CHOSEN, pace: { window: 250, decay: 0.5 } },
  'eta0 0.5': { ...CHOSEN, optimizer: { name: 'normalized-adaptive', eta0: 0.5 } },
  'ada-grad, eta0 0.25': { ...CHOSEN, optimizer: { name: 'ada-grad', eta0: 0.25 } },
  'constant 0.1': { ...CHOSEN, constant: 0.1 },
  'no constant': { ...CHOSEN, constant: 'none' },
};

export const DEVELOPMENT_BUDGETS = ['2%', '10%'] as const;
/** Of the development half, of the command line's default and of scikit-learn. */
export const FEW_SEEDS = 3;
/** Of the confirmation. */
export const BUDGETS: readonly Percentage[] = ['1%', '2%', '5%', '10%', '20%', '40%'];

/** The end of a run. */
export interface End {
  readonly error: number;
  readonly share: number;
  readonly cell: string;
  /** What predictions are worth in each class there. */
  readonly classes: Pick<Checkpoint, 'balancedError' | 'fScore'>;
}

/** The ends of runs, of those that fit models that of the final one, by what was tried, set, budget and seed. */
export class Ends {
  readonly #ends = new Map<string, End>();

  constructor(findings: Findings) {
    for (const { cell, hash, outcome } of ofKind(findings.results, 'active')) {
      if (!('measurement' in outcome)) continue;
      const end = final(outcome.measurement);
      const model = outcome.measurement.final ?? end;
      const rows = findings.splits.get(cell.dataset)!.train.rows.length;
      this.#ends.set(`${cell.dataset} ${canonical(cell.run)}`, {
        error: model.testError!,
        share: end.queried / rows,
        cell: hash,
        classes: model,
      });
    }
  }

  /** undefined where there was no such run, or it failed. */
  of(dataset: string, variation: Variation, budget: Percentage, seed: number): End | undefined {
    return this.#ends.get(`${dataset} ${canonical(runOf(dataset, variation, budget, seed))}`);
  }
}

const parsed = bySeed(parseRunSpec);

/** One run of a variation on a set, every default filled in. */
export function runOf(dataset: string, variation: Variation, budget: Percentage, seed: number): MeasuredSpec {
  return { ...parsed({ ...variation, budget, coins: 'pool', perDecade: 1, seed }), ...errorsOn(dataset) };
}

/** Whether paired differences over seeds are above 0 by more than chance: one-sided t at 97.5%. */
export function isWorse(differences: readonly number[]): boolean {
  if (differences.length < 2) return false;
  return mean(differences) > criticalT(2 * ONE_SIDED - 1, differences.length - 1) * standardError(differences);
}

import { exp, log } from '../../src/numerics/elementary.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { CONFIDENCE, type Measured } from '../../src/studies/results/claim.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';
import { canGuess } from './guessers.ts';
import { normalQuantile } from '../../src/statistics/normal.ts';
import { PREDICTORS, type AssistedMeasurement, type Came, type Predictor } from './kind.ts';

export { PREDICTORS };

export const BUDGETS = [100, 200, 500, 1000];
/** Runs of a seed: of guesses, and of the model, which takes ten times as long. */
export const RUNS = { guesses: 200, model: 40 } as const;

/** The ways of estimating, by the names that the kind gives them, and what pages call them. */
export const WAYS = {
  guess: 'guess column',
  'raw guess': 'guess as it came (lambda 1)',
  'guess, evenly': 'guess column, labels even',
  'guess, lambda': 'guess, lambda tuned, labels even',
  'running mean': 'running mean',
  ppi: 'PPI++, random labels',
  machine: 'machine labels alone',
  error: 'error of the guesses',
  model: 'calibrated margin',
  random: 'random labels, Wilson',
} as const;
export type Way = keyof typeof WAYS;

export function cellsOf(datasets: readonly string[], seeds: readonly number[]): Cell[] {
  return datasets.flatMap((dataset) =>
    PREDICTORS.filter((predictor) => predictor === 'model' || canGuess(dataset, predictor)).flatMap((predictor) =>
      BUDGETS.flatMap((budget) =>
        seeds.map((seed): Cell => {
          const runs = predictor === 'model' ? RUNS.model : RUNS.guesses;
          return { kind: 'assisted', dataset, run: { predictor, budget, runs, seed } };
        }),
      ),
    ),
  );
}

/** All runs of a set, a predictor and a budget. */
export interface Setting {
  readonly dataset: string;
  readonly predictor: Predictor;
  readonly budget: number;
  readonly runs: number;
  readonly cells: readonly string[];
  /** Share of right guesses. */
  readonly right: number;
  readonly share: number;
  readonly blocks: readonly AssistedMeasurement[];
}

export function settingsOf({ results }: Findings): Setting[] {
  const groups = groupBy(
    ofKind(results, 'assisted'),
    ({ cell: { dataset, run } }) => `${dataset} ${run.predictor} ${run.budget}`,
  );
  return [...groups.values()].flatMap((group): Setting[] => {
    const blocks = group.flatMap(({ outcome }) => ('measurement' in outcome ? [outcome.measurement] : []));
    if (blocks.length === 0) return [];
    const { dataset, run } = group[0].cell;
    const { share, right } = blocks[0];
    const { predictor, budget } = run;
    const cells = group.map(({ hash }) => hash);
    return [{ dataset, predictor, budget, cells, share, right: right ?? NaN, blocks, runs: run.runs * blocks.length }];
  });
}

/** Settings whose guesses are a column. */
export function ofGuesses(settings: readonly Setting[]): Setting[] {
  return settings.filter(({ predictor }) => predictor !== 'model');
}

function cameOf({ blocks }: Setting, way: Way): Came[] {
  return blocks.flatMap(({ ways }) => ways[way] ?? []);
}

/** Labels needed over those drawn at random for the same width: the mean over runs, with its interval. */
export function labelsNeeded(setting: Setting, way: Way): Measured {
  const came = cameOf(setting, way);
  const value = mean(came.map(({ labels }) => labels));
  const half = normalQuantile((1 + CONFIDENCE) / 2) * Math.sqrt(mean(came.map(({ variance }) => variance)) / setting.runs);
  const basis = `${100 * CONFIDENCE}% interval over ${setting.runs} runs`;
  return { value, low: value - half, high: value + half, basis };
}

/** Their geometric mean over settings. */
export function meanNeeded(settings: readonly Setting[], way: Way): number {
  return exp(mean(settings.map((setting) => log(labelsNeeded(setting, way).value))));
}

/** Runs whose interval missed the truth. */
export function missed(setting: Setting, way: Way): number {
  return setting.runs - cameOf(setting, way).reduce((sum, { covered }) => sum + covered, 0);
}

/** Runs whose certified bounds missed it at a look; undefined where none were watched. */
export function missedAtALook({ runs, blocks }: Setting, what: string): number | undefined {
  const held = blocks.flatMap((block) => block.held[what] ?? []);
  return held.length === 0 ? undefined : runs - held.reduce((sum, each) => sum + each, 0);
}

/** Mean width over 3.92 times the root mean squared error. */
export function overTrue(setting: Setting, way: Way): number {
  const came = cameOf(setting, way);
  const rmse = Math.sqrt(mean(came.map((each) => each.rmse ** 2)));
  return mean(came.map(({ width }) => width)) / (2 * normalQuantile((1 + CONFIDENCE) / 2) * rmse);
}

/** How far off an estimate was, as the root of the mean square, in shares. */
export function rmseOf(setting: Setting, way: Way): number {
  return Math.sqrt(mean(cameOf(setting, way).map(({ rmse }) => rmse ** 2)));
}

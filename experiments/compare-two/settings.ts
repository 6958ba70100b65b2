import { groupBy } from '../../src/numerics/group-by.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';
import { canGuess, type Guesser } from '../assisted/guessers.ts';
import { WAYS, type ComparisonMeasurement } from './kind.ts';

export { WAYS };
export type Way = (typeof WAYS)[number];

/** Two guesses, the second one blurred by other noise: the last two are as often right. */
export const PAIRS: readonly (readonly [Guesser, Guesser])[] = [
  ['useless', '70%'],
  ['70%', '80%'],
  ['80%', '90%'],
  ['80%', '80%'],
];
/** Labels that a run may buy at most: few, and more than it takes. */
export const [FEW, MANY] = [200, 1000];
/** A difference of so little of all rows ends a run too. */
export const LIMIT = 0.05;
export const RUNS = 200;

export function cellsOf(datasets: readonly string[], seeds: readonly number[]): Cell[] {
  return datasets.flatMap((dataset) =>
    PAIRS.filter((pair) => pair.every((each) => canGuess(dataset, each))).flatMap(([first, second]) =>
      [FEW, MANY].flatMap((budget) =>
        WAYS.flatMap((way) =>
          seeds.map((seed): Cell => ({
            kind: 'comparison',
            dataset,
            run: { first, second, way, budget, limit: LIMIT, runs: RUNS, seed },
          })),
        ),
      ),
    ),
  );
}

/** All runs of a set, a pair, a way and a budget. */
export interface Setting {
  readonly dataset: string;
  /** "70% and 80%" */
  readonly pair: string;
  readonly way: Way;
  readonly budget: number;
  readonly runs: number;
  readonly cells: readonly string[];
  readonly blocks: readonly ComparisonMeasurement[];
}

export function pairOf(first: Guesser, second: Guesser): string {
  return `${first} and ${second}`;
}

export function settingsOf({ results }: Findings): Setting[] {
  const groups = groupBy(
    ofKind(results, 'comparison'),
    ({
      cell: {
        dataset,
        run: { seed: _, ...rest },
      },
    }) => JSON.stringify([dataset, rest]),
  );
  return [...groups.values()].flatMap((group): Setting[] => {
    const blocks = group.flatMap(({ outcome }) => ('measurement' in outcome ? [outcome.measurement] : []));
    const { dataset, run } = group[0].cell;
    const { first, second, way, budget, runs } = run;
    const cells = group.map(({ hash }) => hash);
    const pair = pairOf(first, second);
    return blocks.length === 0 ? [] : [{ dataset, pair, way, budget, cells, blocks, runs: runs * blocks.length }];
  });
}

export function total(settings: readonly Setting[], name: 'certified' | 'wrong' | 'held'): number {
  return settings.flatMap(({ blocks }) => blocks).reduce((sum, block) => sum + block[name], 0);
}

export function runsOf(settings: readonly Setting[]): number {
  return settings.reduce((sum, { runs }) => sum + runs, 0);
}

/** The mean of a number over the blocks of a setting. */
export function meanOf({ blocks }: Setting, name: keyof ComparisonMeasurement): number {
  return blocks.reduce((sum, block) => sum + block[name], 0) / blocks.length;
}

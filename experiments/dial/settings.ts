import { groupBy } from '../../src/numerics/group-by.ts';
import { DEFAULT_EXPLORE, PURPOSES } from '../../src/specs/defaults.ts';
import type { Dataset, Split } from '../../src/rows/dataset.ts';
import { selectRows } from '../../src/rows/dataset.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { numberSet, twoClassSet } from '../../src/studies/data/datasets.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Findings, StudyDataset } from '../../src/studies/study.ts';
import { inTwo } from '../assisted/guessers.ts';
import type { DialMeasurement } from './kind.ts';

/** Shares that are spread evenly, by what the command line calls them. */
export const [MODEL, BOTH, ESTIMATE] = [DEFAULT_EXPLORE, PURPOSES.both!, PURPOSES.estimate!];
/** All of them at this budget, at others those with a name. */
export const EXPLORES = [MODEL, 0.1, 0.33, 0.5, BOTH, ESTIMATE];
export const AT = 500;
export const BUDGETS = [200, AT, 1000];
export const RUNS = 8;

const TWO = ['a9a', 'covtype20k', 'higgs7k', 'mushrooms', 'reuters21578_acq', 'skin_nonskin', 'spambase', 'w8a'];
const NUMBERS = ['abalone', 'cadata', 'cpusmall', 'space_ga'];
/** Most rows of a set. */
const MOST = 20_000;

export function dialSets(): StudyDataset[] {
  return [...TWO.map((name) => twoClassSet(name, whole)), ...NUMBERS.map((name) => numberSet(name, (set) => whole(inTwo(set))))];
}

/** At most so many rows, evenly spread over the file. */
function whole(set: Dataset): Split {
  const n = set.rows.length;
  const rows = Uint32Array.from({ length: Math.min(n, MOST) }, (_, j) => Math.floor((j * n) / Math.min(n, MOST)));
  return { train: selectRows(set, rows, set.name) };
}

export function cellsOf(datasets: readonly string[], seeds: readonly number[]): Cell[] {
  return datasets.flatMap((dataset) =>
    BUDGETS.flatMap((budget) =>
      EXPLORES.filter((explore) => budget === AT || explore !== 0.1).flatMap((explore) =>
        seeds.map((seed): Cell => ({ kind: 'dial', dataset, run: { explore, budget, runs: RUNS, seed } })),
      ),
    ),
  );
}

/** All runs of a set, a share and a budget. */
export interface Setting {
  readonly dataset: string;
  readonly explore: number;
  readonly budget: number;
  readonly runs: number;
  readonly cells: readonly string[];
  readonly blocks: readonly DialMeasurement[];
}

export function settingsOf({ results }: Findings): Setting[] {
  const groups = groupBy(ofKind(results, 'dial'), ({ cell: { dataset, run } }) => `${dataset} ${run.explore} ${run.budget}`);
  return [...groups.values()].flatMap((group): Setting[] => {
    const blocks = group.flatMap(({ outcome }) => ('measurement' in outcome ? [outcome.measurement] : []));
    const { dataset, run } = group[0].cell;
    const { explore, budget, runs } = run;
    const cells = group.map(({ hash }) => hash);
    return blocks.length === 0 ? [] : [{ dataset, explore, budget, cells, blocks, runs: runs * blocks.length }];
  });
}

/** The sum of a count over the blocks of some settings. */
export function total(settings: readonly Setting[], name: 'told' | 'keptSaid' | 'keptOwn' | 'covered' | 'shareCovered'): number {
  return settings.flatMap(({ blocks }) => blocks).reduce((sum, block) => sum + block[name], 0);
}

/** The mean of a number over the blocks of a setting; NaN where no run told it. */
export function meanOf({ blocks }: Setting, name: 'testError' | 'half' | 'forecast' | 'shareHalf'): number {
  return blocks.reduce((sum, block) => sum + (block[name] ?? NaN), 0) / blocks.length;
}

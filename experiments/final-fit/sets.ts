import { type Dataset, selectRows, type Split } from '../../src/rows/dataset.ts';
import { madeOf, numberSet, severalClassSet, twoClassSet } from '../../src/studies/data/datasets.ts';
import type { StudyDataset } from '../../src/studies/study.ts';

/** The most rows that are taken of a set: 6,000 to learn from, 4,000 to be judged on. */
const MOST = 10_000;

/** Sets of two classes, of numbers cut in two at their median, of letters cut in the middle of the alphabet, of several classes. */
const TWO = ['a9a', 'higgs7k', 'mushrooms', 'rcv1_ccat', 'rcv1_vw', 'w8a', 'skin_nonskin'];
const TWO_MORE = ['german_scale', 'spambase', 'covtype20k', 'rcv1_stems', 'reuters21578_acq'];
const NUMBERS = ['cadata', 'abalone', 'space_ga', 'cpusmall', 'housing', 'mpg'];
const HALVES = ['letter'];
export const SEVERAL = ['rcv1_4class'];

/** Where settings are chosen. */
export const DEVELOPMENT = [...TWO, 'cadata', 'abalone'];
/** Where nothing is chosen. */
export const CONFIRMATION = [...TWO_MORE, 'space_ga', 'cpusmall', 'housing', 'mpg', 'letter', 'rcv1_4class'];

/** All of them. */
export function fitSets(): StudyDataset[] {
  return [
    ...[...TWO, ...TWO_MORE].map((name) => twoClassSet(name, cut)),
    ...NUMBERS.map((name) => numberSet(name, (dataset) => cut(inTwo(dataset, median(dataset.labels))))),
    ...HALVES.map((name) => madeOf(name, async (source) => halved(await source.classes(name)))),
    ...SEVERAL.map((name) => severalClassSet(name, cut)),
  ];
}

function halved(letters: Dataset | undefined): Split | undefined {
  return letters && cut(inTwo(letters, 13));
}

/** At most so many rows, evenly spread over the file; of every five the first three are learned from. */
export function cut(dataset: Dataset): Split {
  const n = dataset.rows.length;
  const most = Math.min(n, MOST);
  const part = (name: string, isIn: (j: number) => boolean): Dataset =>
    selectRows(
      dataset,
      Uint32Array.from({ length: most }, (_, j) => Math.floor((j * n) / most)).filter((_, j) => isIn(j)),
      name,
    );
  return { train: part('train', (j) => j % 5 < 3), test: part('test', (j) => j % 5 >= 3) };
}

function median(labels: Float64Array): number {
  return labels.toSorted()[Math.floor(labels.length / 2)];
}

/** +1 above the threshold, else -1. */
function inTwo({ classNames: _, ...dataset }: Dataset, threshold: number): Dataset {
  return { ...dataset, labels: dataset.labels.map((label) => (label > threshold ? 1 : -1)) };
}

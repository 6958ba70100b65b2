import { existsSync } from 'node:fs';
import { cutInThree, cutQueriesInThree, type DataSource, type Rcv1Documents } from './data-source.ts';
import type { Dataset } from '../../rows/dataset.ts';
import type { DatasetOptions } from '../../data/index.ts';
import type { Split } from '../../rows/selection.ts';
import type { StudyDataset } from '../study.ts';

type Cut = (dataset: Dataset) => Split;

/** A dataset that is made of a public set, and missing where there is no copy of that. */
export function madeOf(set: string, load: (source: DataSource) => Promise<Split | undefined>, name = set): StudyDataset {
  return { name, set, state: (source) => (source.has(set) ? 'here' : 'missing'), load };
}

/** A public set of two classes. */
export function twoClassSet(name: string, cut: Cut = cutInThree): StudyDataset {
  return madeOf(name, async (source) => cutIfThere(await source.binary(name), cut));
}

/** A public set whose labels are numbers. */
export function numberSet(name: string, cut: Cut = cutInThree): StudyDataset {
  return madeOf(name, async (source) => cutIfThere(await source.numbers(name), cut));
}

/** A public set of several classes. */
export function severalClassSet(name: string, cut: Cut = cutInThree): StudyDataset {
  return madeOf(name, async (source) => cutIfThere(await source.classes(name), cut));
}

/** A public set of queries, by default cut by queries; `name` may be that of one of several cuts. */
export function queriesOf(name: string, set = name, cut: Cut = cutQueriesInThree): StudyDataset {
  return madeOf(set, async (source) => cutIfThere(await source.queries(set), cut), name);
}

/** A file; without a test file it is cut in three. */
export function fileOf(
  name: string,
  { train, test }: { readonly train: string; readonly test?: string },
  options: DatasetOptions,
  cut: Cut = cutInThree,
): StudyDataset {
  return {
    name,
    state: () => ([train, test].every((file) => file === undefined || existsSync(file)) ? 'here' : 'missing'),
    load: async (source) => {
      const dataset = await source.file(train, options);
      if (test === undefined) return cut(dataset);
      const { classNames } = dataset;
      return { train: dataset, test: await source.file(test, { ...options, ...(classNames && { classNames }) }) };
    },
  };
}

/** Generated documents, one draw for each part. */
export function rcv1LikeOf(name: string, parts: { readonly [P in keyof Split]: Rcv1Documents }): StudyDataset {
  const draws = Object.entries(parts);
  return {
    name,
    state: (source) => (draws.every(([, documents]) => source.hasRcv1Like(documents)) ? 'here' : 'to be made'),
    load: async (source) => {
      const split: Record<string, Dataset> = {};
      for (const [part, documents] of draws) split[part] = await source.rcv1Like(documents);
      return split as unknown as Split;
    },
  };
}

function cutIfThere(dataset: Dataset | undefined, cut: Cut): Split | undefined {
  return dataset && cut(dataset);
}

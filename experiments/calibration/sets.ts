import { murmur3 } from '../../src/numerics/murmur3.ts';
import { quantile } from '../../src/statistics/small-samples.ts';
import { type Dataset, selected, selectRows, upTo } from '../../src/rows/dataset.ts';
import type { DataSource } from '../../src/studies/data/data-source.ts';
import { madeOf } from '../../src/studies/data/datasets.ts';
import type { StudyDataset } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';

type Load = (source: DataSource, name: string) => Promise<Dataset | undefined>;

/** A set as it stands. */
export function whole(name: string): StudyDataset {
  return made(name, name, (source) => source.binary(name));
}

/** Documents like RCV1. */
export function generated(documents: number): StudyDataset {
  return {
    name: `rcv1-like ${documents}`,
    load: async (source) => ({ train: await source.rcv1Like({ seed: 1, part: 'train', replicate: 1, documents }) }),
  };
}

/** A set whose labels are numbers, in two classes: above this quantile of them, and not. */
export function above(name: string, share: number): StudyDataset {
  return made(`${name}, upper ${percent(1 - share, 0)}`, name, async (source) => {
    const data = await source.numbers(name);
    if (data === undefined) return undefined;
    const limit = quantile([...data.labels], share);
    return { ...data, labels: data.labels.map((y) => (y > limit ? 1 : -1)) };
  });
}

/** Rows of queries, without their groups: relevant, and not. */
export function relevant(name: string): StudyDataset {
  return made(`${name}, relevant`, name, async (source) => {
    const data = await source.queries(name);
    if (data === undefined) return undefined;
    const { rows, labels } = data;
    return { name, rows, labels: labels.map((y) => (y > 0 ? 1 : -1)) };
  });
}

/** One class against all others. */
export function oneClass(name: string, number: number): StudyDataset {
  return made(`${name}, class ${number}`, name, async (source) => {
    const data = await source.classes(name);
    return data && { name, rows: data.rows, labels: data.labels.map((y) => (y === number ? 1 : -1)) };
  });
}

/** At most so many rows: those whose numbers have the smallest hashes. */
export function atMost(limit: number, set: StudyDataset): StudyDataset {
  return {
    ...set,
    load: async (source) => {
      const split = await set.load(source);
      if (split === undefined || split.train.rows.length <= limit) return split;
      const hashes = Float64Array.from(upTo(split.train.rows.length), hashed);
      const last = hashes.toSorted()[limit - 1];
      return { train: rowsOf(split.train, (row) => hashes[row] <= last) };
    },
  };
}

function made(name: string, of: string, load: Load): StudyDataset {
  return madeOf(
    of,
    async (source) => {
      const train = await load(source, of);
      return train && { train };
    },
    name,
  );
}

function rowsOf(data: Dataset, isMeant: (row: number) => boolean): Dataset {
  return selectRows(data, selected(upTo(data.rows.length), isMeant), data.name);
}

/** murmur3 of the number, over 2^32. */
function hashed(row: number): number {
  const text = new TextEncoder().encode(String(row));
  return murmur3(text, 0, text.length, 0) / 2 ** 32;
}

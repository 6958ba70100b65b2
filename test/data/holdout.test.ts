/** LAWS of the data of a simulation: a share that is held out, and another file to test on. */
import { describe, expect, it } from 'vitest';
import { readSplit, type SplitRequest } from '../../src/cli/simulate/split.ts';
import type { DatasetOptions } from '../../src/data/index.ts';
import { DataError } from '../../src/files/data-error.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import { toyTask } from '../support/toy.ts';

/** A file whose labels are the numbers of its rows. */
const fileOf = (rows: number, importances?: Float64Array): Dataset => ({
  ...toyTask({ rows, columns: 3, seed: 1 }),
  labels: Float64Array.from({ length: rows }, (_, i) => i),
  ...(importances && { importances }),
});

const request = (
  more: Partial<SplitRequest>,
  files: Readonly<Record<string, Dataset>> = { 'a.svm': fileOf(20) },
): SplitRequest => ({
  train: 'a.svm',
  test: undefined,
  holdout: undefined,
  reading: {},
  read: (file: string) => Promise.resolve({ ...files[file], name: file }),
  seed: 1,
  ...more,
});

describe('a share that is held out', () => {
  it('and what is left are all rows once, each part in the order of the file', async () => {
    for (const [rows, holdout, size] of [
      [20, 0.25, 5],
      [20, 0.26, 5],
      [21, 0.5, 11],
      [100, 0.01, 1],
      [100, 0.99, 99],
    ]) {
      const { train, test } = await readSplit(request({ holdout }, { 'a.svm': fileOf(rows) }));
      expect([train.rows.length, test!.rows.length]).toEqual([rows - size, size]);
      for (const part of [train, test!]) expect([...part.labels]).toEqual([...part.labels].sort((a, b) => a - b));
      expect(new Set([...train.labels, ...test!.labels]).size).toBe(rows);
      expect([train.name, test!.name]).toEqual(['a.svm', 'a.svm, held out']);
    }
  });

  it('depends on the seed alone', async () => {
    const held = async (seed: number): Promise<string> => (await readSplit(request({ holdout: 0.5, seed }))).test!.labels.join();
    expect(await held(1)).toBe(await held(1));
    expect(new Set(await Promise.all([1, 2, 3, 4].map(held))).size).toBe(4);
  });

  it('leaves something on both sides', async () => {
    await expect(readSplit(request({ holdout: 0.02 }))).rejects.toThrow('--holdout 0.02 of 20 examples leaves none to test on');
    await expect(readSplit(request({ holdout: 0.98 }))).rejects.toThrow(
      '--holdout 0.98 of 20 examples leaves none to learn from',
    );
    await expect(readSplit(request({ holdout: 0.025 }))).resolves.toBeDefined();
  });
});

it('another file is read as the first one was, and tests', async () => {
  const read: [string, DatasetOptions][] = [];
  const files: Readonly<Record<string, Dataset>> = { 'a.svm': { ...fileOf(20), classNames: ['x', 'y'] }, 'b.svm': fileOf(7) };
  const given = request({ test: 'b.svm' }, files);
  const { train, test } = await readSplit({
    ...given,
    read: (file, options) => {
      read.push([file, options]);
      return given.read(file, options);
    },
  });
  expect([train.rows.length, test!.rows.length]).toEqual([20, 7]);
  expect(read).toEqual([
    ['a.svm', { labels: 'sign' }],
    ['b.svm', { labels: 'sign', classNames: ['x', 'y'] }],
  ]);
  expect(Object.keys(await readSplit(request({})))).toEqual(['train']);
});

it('a part of no importance is refused with the file that it comes from', async () => {
  const none = fileOf(20, new Float64Array(20));
  const some = fileOf(
    20,
    Float64Array.from({ length: 20 }, (_, i) => (i === 3 ? 1 : 0)),
  );
  await expect(readSplit(request({}, { 'a.svm': none }))).rejects.toThrow(DataError);
  await expect(readSplit(request({ test: 'b.svm' }, { 'a.svm': some, 'b.svm': none }))).rejects.toThrow(/^b\.svm/);
  await expect(readSplit(request({ test: 'b.svm' }, { 'a.svm': some, 'b.svm': some }))).resolves.toBeDefined();
  // One row of importance 1 can stand in one part alone.
  await expect(readSplit(request({ holdout: 0.5 }, { 'a.svm': some }))).rejects.toThrow(/^a\.svm/);
});

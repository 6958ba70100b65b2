import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCache, writeCache } from '../../../src/data/cache/cache-file.ts';
import { DataError } from '../../../src/files/data-error.ts';
import type { Dataset } from '../../../src/rows/dataset.ts';
import { flawIn } from '../../../src/rows/flaw.ts';
import { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { describe as described } from '../../../src/rows/describe.ts';
import { readDataset } from '../../../src/data/index.ts';
import { changes, deep, iwalFile, iwalParts, strange, tampered } from '../../support/rows/crafted.ts';
import { runs } from '../../support/long.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { forAll } from '../../support/for-all.ts';

/** LAW of .iwal files: whatever they hold under a right checksum, reading is a DataError or a dataset on which all may rely. */

const { path, write } = temporaryFolder();
const RUNS = runs(500, 100);

const bytesOf = async (dataset: Dataset): Promise<Buffer> => {
  await writeCache(path('a.iwal'), dataset);
  return readFileSync(path('a.iwal'));
};
const original = await bytesOf(
  await readDataset(write('a.svm', '1 qid:1 1:0.5 3:2\n-1 qid:2 2:1\n1 qid:2\n-1 qid:3 1:1 2:3 5:-1\n')),
);
const { header, rest } = iwalParts(original);
/** With names of classes, and what they cost. */
const costly = await readDataset(write('b.vw', '1:0 2:1 3:0.5 | a\n2:0 3:0 | a b\n3:1 1:2 | c\n'), { labels: 'class' });
const classes = iwalParts(await bytesOf(costly));

it('offsets that do not begin at 0 or end elsewhere than the entries do are told as they are', () => {
  const { rows, labels, costs, ...more } = costly;
  const dataset = { rows, labels, costs: costs!, ...more };
  const [n, last] = [labels.length, rows.indices.length];
  const shifted = (offsets: Uint32Array, at: number, to: number): Uint32Array => offsets.with(at, to);
  const withOffsets = (offsets: Uint32Array): Dataset => ({
    ...dataset,
    rows: new SparseRows(offsets, rows.indices, rows.values, rows.columns, rows.squaredNorms),
  });
  expect(flawIn(dataset)).toBeUndefined();
  expect(flawIn(withOffsets(shifted(rows.offsets, 0, 1)))).toBe(`rows from 1 to ${last} of ${last} entries`);
  expect(flawIn(withOffsets(shifted(rows.offsets, n, last - 1)))).toBe(`rows from 0 to ${last - 1} of ${last} entries`);
  const all = dataset.costs.costs.length;
  const withCosts = (offsets: Uint32Array): Dataset => ({ ...dataset, costs: { ...dataset.costs, offsets } });
  expect(flawIn(withCosts(shifted(dataset.costs.offsets, 0, 1)))).toBe(
    `costs from 1 to ${all} of ${all} classes and ${all} costs`,
  );
  expect(flawIn(withCosts(shifted(dataset.costs.offsets, n, all - 1)))).toBe(
    `costs from 0 to ${all - 1} of ${all} classes and ${all} costs`,
  );
});

/** What the file holds, or undefined where it was refused in words. */
function taken(bytes: Buffer): Dataset | undefined {
  try {
    const { dataset } = readCache(write('crafted.iwal', bytes));
    requireSound(dataset);
    return dataset;
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    expect(error.message).toMatch(/crafted\.iwal: found .*; expected a complete \.iwal file of format version 1$/);
    return undefined;
  }
}

/** The promises of a dataset, said once more and slowly. */
function requireSound({ rows, labels, importances, groups, classNames, costs }: Dataset): void {
  const { offsets, indices, values, columns, squaredNorms, length } = rows;
  for (const array of [labels, importances, groups, squaredNorms]) if (array) expect(array).toHaveLength(length);
  expect([offsets[0], offsets[length]]).toEqual([0, indices.length]);
  expect(values).toHaveLength(indices.length);
  for (let i = 0; i < length; i++) {
    const row = [...indices.subarray(offsets[i], offsets[i + 1])];
    const x = [...values.subarray(offsets[i], offsets[i + 1])];
    expect(offsets[i + 1]).toBeGreaterThanOrEqual(offsets[i]);
    expect([row, row.every((column) => column < columns)]).toEqual([[...new Set(row)].sort((a, b) => a - b), true]);
    expect(x.every((value) => value !== 0 && Number.isFinite(value))).toBe(true);
    expect(squaredNorms[i]).toBe(x.reduce((sum, value) => sum + value * value, 0));
    expect(Math.abs(labels[i])).not.toBe(Infinity);
    if (importances) expect(importances[i] >= 0 && importances[i] < Infinity).toBe(true);
    if (classNames && !Number.isNaN(labels[i])) expect(classNames[labels[i] - 1]).toBeTypeOf('string');
    if (!costs) continue;
    expect([costs.offsets.length, costs.lines.length, costs.offsets[0]]).toEqual([length + 1, length, 0]);
    const [from, to] = [costs.offsets[i], costs.offsets[i + 1]];
    const [listed, prices] = [[...costs.classes.subarray(from, to)], [...costs.costs.subarray(from, to)]];
    expect([listed.length, prices.length]).toEqual([to - from, to - from]);
    expect(new Set(listed).size).toBe(listed.length);
    expect(prices.every(Number.isFinite)).toBe(true);
    const least = Math.min(...prices);
    expect(labels[i]).toBe(Math.min(...listed.filter((_, k) => prices[k] === least)));
  }
}

describe('crafted .iwal files (law)', () => {
  it('put together again unchanged are the original, byte for byte', () => {
    expect(iwalFile(header, rest).equals(original)).toBe(true);
    expect([taken(original)?.rows.length, taken(iwalFile(classes.header, classes.rest))?.costs]).toEqual([4, costly.costs]);
  });

  const both = [
    ['two numbers', { header, rest }],
    ['classes with names and costs', classes],
  ] as const;

  it.each(both)('any part of the header changed: %s', (_, { header, rest }) => {
    let accepted = 0;
    forAll([fc.nat(), changes], { numRuns: RUNS }, (at, change) => {
      if (taken(iwalFile(JSON.stringify(tampered(JSON.parse(header), at, change)), rest))) accepted++;
    });
    // Names and sources are anybody's; the rest is not.
    expect(accepted).toBeGreaterThan(0);
  });

  it.each(both)('any number of any array changed: %s', (_, { header, rest }) => {
    forAll([fc.nat(), strange, fc.constantFrom(4, 8)], { numRuns: RUNS }, (at, value, size) => {
      const changed = Buffer.from(rest);
      const place = size * (at % (rest.length / size));
      if (size === 8) changed.writeDoubleLE(value, place);
      else if (at % 2 === 0) changed.writeUInt32LE(Number.isInteger(value) && value >= 0 && value < 2 ** 32 ? value : 7, place);
      else changed.writeFloatLE(value, place);
      taken(iwalFile(header, changed));
    });
  });

  it('lengths and columns in agreement with each other, not with the arrays', () => {
    forAll(
      [
        fc.record({
          offsets: fc.nat(9),
          squaredNorms: fc.nat(9),
          labels: fc.nat(9),
          groups: fc.nat(9),
          indices: fc.nat(9),
          values: fc.nat(9),
        }),
        fc.nat(9),
      ],
      { numRuns: RUNS },
      (lengths, columns) => {
        taken(iwalFile(JSON.stringify({ name: 'a', columns, lengths }), rest));
      },
    );
  });

  it.each([
    ['no JSON', iwalFile('{"name"', rest), 'a header that is no JSON'],
    ['nothing', iwalFile('', Buffer.alloc(0)), 'a header that is no JSON'],
    ['a header without end', iwalFile(deep(100_000), rest), 'a header whose name is wrong'],
    ['a header of a negative length', iwalFile(header, rest, { header: -8 }), 'a header of -8 bytes'],
    ['a header longer than the file', iwalFile(header, rest, { header: 1e6 }), 'a header of 1000000 bytes'],
    ['a header of no number', iwalFile(header, rest, { header: NaN }), 'a header of NaN bytes'],
    ['a body without end', iwalFile(header, rest, { body: Infinity }), 'bytes where Infinity were written'],
    [
      'more features than there are numbers',
      iwalFile(header.replace('"columns":7', '"columns":1e15'), rest),
      'a header whose columns is wrong',
    ],
    ['fewer columns than the rows have', iwalFile(header.replace('"columns":7', '"columns":3'), rest), 'column 4 of 3 in row 0'],
  ])('%s', (_, bytes, found) => {
    expect(() => readCache(write('crafted.iwal', bytes))).toThrow(found);
    expect(taken(bytes)).toBeUndefined();
  });

  it.each<[string, Partial<Dataset>, string]>([
    ['a label beyond the names', { classNames: ['a', 'b'] }, 'the label 3 of 2 classes in row 2'],
    [
      'a label that is not the cheapest',
      { labels: Float64Array.of(1, 2, 1) },
      'the label 1 where class 3 is the cheapest, in row 2',
    ],
    [
      'costs of other rows',
      { costs: { ...costly.costs!, lines: Uint32Array.of(1) } },
      'costs of 3 rows on 1 lines, where there are 3',
    ],
    ['a class twice', { costs: { ...costly.costs!, classes: Uint32Array.of(1, 2, 2, 2, 3, 3, 1) } }, 'the cost 2:0.5 in row 0'],
    [
      'a cost that is none',
      { costs: { ...costly.costs!, costs: Float64Array.of(0, NaN, 0.5, 0, 0, 1, 2) } },
      'the cost 2:NaN in row 0',
    ],
    ['a row without costs', { costs: { ...costly.costs!, offsets: Uint32Array.of(0, 3, 3, 7) } }, 'costs of row 1 from 3 to 3'],
  ])('refuses %s', async (_, more, found) => {
    const bytes = await bytesOf({ ...costly, ...more });
    expect(() => readCache(write('crafted.iwal', bytes))).toThrow(found);
  });

  it('of many columns and few rows are described at once', () => {
    const wide = taken(iwalFile(header.replace('"columns":7', '"columns":4294967296'), rest));
    expect(described(wide!).rows.features).toBe(4);
  });
});

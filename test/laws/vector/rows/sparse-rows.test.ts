/** Laws of SparseRows and its builder: canonical rows, and kernels that agree with dense arithmetic. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addScaled, dot, type SparseRows } from '../../../../src/rows/sparse-rows.ts';
import { SparseRowsBuilder } from '../../../../src/rows/building/sparse-rows-builder.ts';
import { rowsOf } from '../../../support/rows/rows.ts';
import { forAll } from '../../../support/for-all.ts';

type Entry = readonly [index: number, value: number];

const COLUMNS = 40;
const LARGEST_SINGLE = (2 - 2 ** -23) * 2 ** 127;

/** Singles of every size, zeros and duplicates included, small enough that a few of them sum to a single. */
const many = fc.float({ noNaN: true, min: Math.fround(-1e37), max: Math.fround(1e37) });
const value = fc.oneof(many, fc.constantFrom(0, -0, 1, 2 ** -149, 1e-46));
const entries = (columns: number) => fc.array(fc.tuple(fc.nat(columns - 1), value), { maxLength: 30 });
const table = fc.array(entries(COLUMNS), { maxLength: 8 });

/** The same row by the definition: a dense array of double sums, rounded to single at the end. */
function dense(row: readonly Entry[]): number[] {
  const sums = new Array<number>(COLUMNS).fill(0);
  for (const [index, x] of row) sums[index] += x;
  return sums.map(Math.fround);
}

function denseOf(rows: SparseRows, i: number): number[] {
  const row = new Array<number>(COLUMNS).fill(0);
  for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) row[rows.indices[k]] = rows.values[k];
  return row;
}

describe('SparseRowsBuilder (law)', () => {
  it('gives canonical rows that hold the double sum of what was added, rounded once', () => {
    forAll([table], (given) => {
      const rows = rowsOf(given);
      expect(rows.length).toBe(given.length);
      expect(rows.offsets[0]).toBe(0);
      given.forEach((row, i) => {
        const [start, end] = [rows.offsets[i], rows.offsets[i + 1]];
        for (let k = start; k < end; k++) {
          expect(rows.values[k]).not.toBe(0);
          if (k > start) expect(rows.indices[k]).toBeGreaterThan(rows.indices[k - 1]);
          expect(rows.indices[k]).toBeLessThan(rows.columns);
        }
        expect(denseOf(rows, i).map((x) => x + 0)).toEqual(dense(row).map((x) => x + 0));
        expect(rows.squaredNorms[i]).toBe(Array.from(rows.values.subarray(start, end)).reduce((sum, x) => sum + x * x, 0));
      });
    });
  });

  it('does not depend on the order of distinct indices', () => {
    const distinct = fc.uniqueArray(fc.tuple(fc.nat(2 ** 32 - 1), value), { selector: ([index]) => index, maxLength: 200 });
    forAll([distinct, fc.infiniteStream(fc.nat())], (row, keys) => {
      const shuffled = row.map((entry) => [keys.next().value as number, entry] as const).sort(([a], [b]) => a - b);
      expect(rowsOf([shuffled.map(([, entry]) => entry)])).toEqual(rowsOf([row]));
    });
  });

  it('keeps rows longer than its first blocks, sorted or not', () => {
    const n = 10_000;
    const ascending = Array.from({ length: n }, (_, k) => [3 * k, k + 1] as const);
    const rows = rowsOf([ascending, [], [...ascending].reverse(), ascending]);
    expect([...rows.offsets]).toEqual([0, n, n, 2 * n, 3 * n]);
    for (const start of [0, n, 2 * n]) {
      expect(rows.indices.slice(start, start + n)).toEqual(Uint32Array.from(ascending, ([index]) => index));
      expect(rows.values.slice(start, start + n)).toEqual(Float32Array.from(ascending, ([, x]) => x));
    }
  });

  it('sums duplicates in double: parts too small for single precision still count', () => {
    const tiny = 2 ** -25;
    const rows = rowsOf([[[5, 1], ...new Array<Entry>(4).fill([5, tiny])]]);
    expect(rows.values[0]).toBe(1 + 2 ** -23);
  });

  it('drops what cancels or rounds to zero, and keeps the extremes of single precision', () => {
    const extremes: Entry[] = [2 ** -149, LARGEST_SINGLE, -LARGEST_SINGLE].map((x, k) => [k + 2, x]);
    const rows = rowsOf([[[0, 1], [0, -1], [1, 1e-46], ...extremes]]);
    expect([...rows.indices]).toEqual([2, 3, 4]);
    expect([...rows.values]).toEqual(extremes.map(([, x]) => x));
    expect(rows.columns).toBe(5);
  });

  it.each([NaN, Infinity, -Infinity, 3.5e38])('refuses the value %d when the row ends', (x) => {
    const builder = new SparseRowsBuilder();
    builder.add(7, x);
    const finish = (): void => builder.endRow();
    expect(finish).toThrow(`row 0, column 7: ${x} is not finite in single precision`);
  });

  it.each([-1, 0.5, NaN, 2 ** 32])('refuses the index %d', (index) => {
    const builder = new SparseRowsBuilder();
    const add = (): void => builder.add(index, 1);
    expect(add).toThrow(RangeError);
  });

  it('refuses an unfinished row and too few columns; is empty after build', () => {
    const builder = new SparseRowsBuilder();
    builder.add(3, 1);
    expect(() => builder.build()).toThrow('not finished');
    builder.endRow();
    expect(() => builder.build(3)).toThrow('columns must be at least 4, found 3');
    expect([builder.build(9).columns, builder.build().length]).toEqual([9, 0]);
  });

  it('puts every array on shared memory', () => {
    const { offsets, indices, values, squaredNorms } = rowsOf([[[1, 2]]]);
    for (const array of [offsets, indices, values, squaredNorms]) expect(array.buffer).toBeInstanceOf(SharedArrayBuffer);
  });
});

describe('the kernels (law)', () => {
  const weights = fc.array(fc.double({ noNaN: true, min: -1e100, max: 1e100 }), { minLength: COLUMNS, maxLength: COLUMNS });

  it('dot is the dense inner product, up to the rounding of at most n sums and products in any order', () => {
    forAll([table, weights], (given, w) => {
      const rows = rowsOf(given, COLUMNS);
      for (let i = 0; i < rows.length; i++) {
        const products = denseOf(rows, i).map((x, j) => w[j] * x);
        const expected = products.reduce((sum, product) => sum + product, 0);
        const bound = 2 * products.length * 2 ** -53 * products.reduce((sum, product) => sum + Math.abs(product), 0);
        expect(Math.abs(dot(rows, i, Float64Array.from(w)) - expected)).toBeLessThanOrEqual(bound);
      }
    });
  });

  it('addScaled adds scale * x to the weights of the row and touches no other', () => {
    forAll([table, weights, fc.double({ noNaN: true, min: -1e100, max: 1e100 })], (given, w, scale) => {
      const rows = rowsOf(given, COLUMNS);
      for (let i = 0; i < rows.length; i++) {
        const moved = Float64Array.from(w);
        addScaled(rows, i, moved, scale);
        expect([...moved]).toEqual(denseOf(rows, i).map((x, j) => (x === 0 ? w[j] : w[j] + scale * x)));
      }
    });
  });

  it('an empty row has margin 0, norm 0 and moves nothing', () => {
    const rows = rowsOf([[]], 3);
    const w = Float64Array.of(1, -2, 3);
    addScaled(rows, 0, w, 1e300);
    expect([dot(rows, 0, w), rows.squaredNorms[0], ...w]).toEqual([0, 0, 1, -2, 3]);
  });
});

it('rows of many entries (law): stand where they were written, whatever way they came, and are those of few', () => {
  const builder = new SparseRowsBuilder();
  const width = 1000;
  const length = 5500; // past the first step of memory that grows
  for (let i = 0; i < length; i++) {
    if (i % 2 === 0) {
      for (let j = 0; j < width; j++) builder.add(j, i + j + 1);
      builder.endRow();
      continue;
    }
    const { entries, nonZeros } = builder;
    if (nonZeros + width > entries.indices.length) entries.grow(nonZeros, nonZeros + width);
    let norm = 0;
    for (let j = 0; j < width; j++) {
      entries.indices[nonZeros + j] = j;
      entries.values[nonZeros + j] = i + j + 1;
      norm += (i + j + 1) ** 2;
    }
    builder.endRowInPlace(nonZeros + width, width, norm);
  }
  const { values: written } = builder.entries;
  const rows = builder.build();
  expect(rows.values.buffer).toBe(written.buffer);
  expect([rows.length, rows.nonZeros, rows.columns, rows.values.length]).toEqual([length, width * length, width, width * length]);
  for (let i = 0; i < length; i += 37) {
    const [from, to] = [rows.offsets[i], rows.offsets[i + 1]];
    expect(Array.from(rows.values.subarray(from, to))).toEqual(Array.from({ length: width }, (_, j) => i + j + 1));
    expect(rows.squaredNorms[i]).toBe(Array.from({ length: width }, (_, j) => (i + j + 1) ** 2).reduce((a, b) => a + b, 0));
  }
  const again = structuredClone(rows.values);
  expect(again.length).toBe(rows.values.length);
});

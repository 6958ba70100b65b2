/** LAWS of what grows while data is read: it holds what came, in order, wherever its memory was made anew, and says what does not fit. */
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/numerics/random.ts';
import { Growing, GrowingEntries, allocated, SizeError, type Room } from '../../../../src/rows/building/growing.ts';
import { MOST_IN_MEMORY } from '../../../../src/rows/kernels/kernels.ts';
import { largestValues } from '../../../../src/rows/feature-scaling.ts';
import { RowBuffer, SparseRowsBuilder } from '../../../../src/rows/building/sparse-rows-builder.ts';
import { rebuiltSplit } from '../../../../src/rows/dataset.ts';
import { sampleRows } from '../../../../src/laws/optimizer-laws.ts';

const random = randomStream(1, 'growing');
const MEGABYTE = 2 ** 20;

describe('numbers that come one at a time', () => {
  it.each([0, 1, 1023, 1024, 1025, 3071, 3072, 3073, 10_000])('%i of them', (length) => {
    const growing = new Growing(Float64Array);
    for (const round of [1, 2]) {
      for (let n = 0; n < length; n++) growing.push(n * round);
      expect(growing.length).toBe(length);
      const found = growing.shared();
      expect(found.length).toBe(length);
      expect(found.findIndex((number, n) => number !== n * round)).toBe(-1);
      expect(found.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(growing.length).toBe(0);
    }
  });

  it('asks for room in bytes', () => {
    const asked: number[] = [];
    const room: Room = () => {
      asked.push(1);
      return 8 * 2 ** 18 - 1;
    };
    const growing = new Growing(Float64Array, room);
    let taken = 0;
    expect(() => {
      for (;;) {
        growing.push(0);
        taken++;
      }
    }).toThrow(SizeError);
    // Blocks of 2^6 to 2^17 numbers fit, that of 2^18 does not.
    expect(taken).toBe(2 ** 18 - 2 ** 6);
    expect(asked.length).toBe(2);
  });
});

it('many numbers ask for room by four megabytes at most', () => {
  const growing = new Growing(Uint32Array, () => 4 * 2 ** 20);
  for (let n = 0; n <= 2 ** 21; n++) growing.push(n);
  expect(growing.length).toBe(2 ** 21 + 1);
});

it('memory: is asked for from a megabyte on, and what does not fit is said', () => {
  const made: number[] = [];
  const make = (): number => made.push(1);
  const none: Room = () => 0;
  allocated(MEGABYTE - 1, 'some', make, none);
  expect(() => allocated(MEGABYTE, '7 rows', make, none)).toThrow('7 rows, which do not fit the memory of this machine');
  allocated(MEGABYTE, 'some', make, () => MEGABYTE);
  expect(() => allocated(MEGABYTE + 1, 'some', make, () => MEGABYTE)).toThrow(SizeError);
  expect(made.length).toBe(2);
  const failing = (error: Error) => () =>
    allocated(1, 'some', () => {
      throw error;
    });
  expect(failing(new RangeError('Array buffer allocation failed'))).toThrow(SizeError);
  expect(failing(new TypeError('other'))).toThrow(TypeError);
});

describe('entries side by side', () => {
  const fill = (entries: GrowingEntries, to: number, from = 0): void => {
    for (let k = from; k < to; k++) {
      if (k === entries.indices.length) entries.grow(k);
      entries.indices[k] = k;
      entries.values[k] = k % 1000;
    }
  };
  const areKept = ([indices, values]: readonly [Uint32Array, Float32Array], length: number): void => {
    expect([indices.length, values.length]).toEqual([length, length]);
    expect(indices.findIndex((index, k) => index !== k)).toBe(-1);
    expect(values.findIndex((value, k) => value !== k % 1000)).toBe(-1);
  };

  it.each([0, 1, 255, 256, 257, 4096, 20_000, 2 ** 20 - 1, 2 ** 20 + 1])('%i of them', (length) => {
    const entries = new GrowingEntries({ entries: 2 ** 32 - 1, room: () => Infinity });
    fill(entries, length);
    areKept(entries.finished(length), length);
    expect(entries.indices.length).toBe(entries.values.length);
  });

  it('have room for many at once, and no more than can be numbered', () => {
    const entries = new GrowingEntries({ entries: 10_000, room: () => Infinity });
    fill(entries, 4096);
    entries.grow(4096, 9000);
    expect(entries.indices.length).toBeGreaterThanOrEqual(9000);
    fill(entries, 9000, 4096);
    fill(entries, 10_000, 9000);
    expect(entries.indices.length).toBe(10_000);
    areKept(entries.finished(10_000), 10_000);
    expect(() => entries.grow(10_000)).toThrow('more than 10,000 entries, the most that one data set can number');
    const few = new GrowingEntries({ entries: 5000, room: () => Infinity });
    few.grow(4096, 5000);
    expect(few.indices.length).toBe(5000);
    expect(() => few.grow(4096, 5001)).toThrow('more than 5,000 entries');
    expect(() => new GrowingEntries({ entries: 5, room: () => 0 }).grow(5)).toThrow('more than 5 entries');
  });

  it('of rows that are built are as many as an offset can number', () => {
    expect(() => new SparseRowsBuilder().entries.grow(0, 2 ** 32)).toThrow(
      'more than 4,294,967,295 entries, the most that one data set can number',
    );
  });

  it('stand side by side beyond what a memory of kernels holds', () => {
    const many = Math.floor(MOST_IN_MEMORY / 8) + 1;
    const entries = new GrowingEntries({ entries: 2 ** 32 - 1, room: () => Infinity });
    entries.grow(0, many);
    [entries.indices[7], entries.values[7], entries.indices[many - 1], entries.values[many - 1]] = [1, 2, 3, 4];
    const [indices, values] = entries.finished(many);
    expect([indices[7], values[7], indices[many - 1], values[many - 1], indices.length, values.length]).toEqual([
      1,
      2,
      3,
      4,
      many,
      many,
    ]);
  });

  it('stand in one memory of kernels up to what it holds', () => {
    const most = Math.floor(MOST_IN_MEMORY / 8 / 16) * 16;
    for (const [many, isOne] of [
      [most, true],
      [most + 1, false],
    ] as const) {
      const entries = new GrowingEntries({ entries: 2 ** 32 - 1, room: () => Infinity });
      entries.grow(0, many);
      expect(entries.indices.buffer === entries.values.buffer).toBe(isOne);
    }
  });

  it('ask for the bytes they grow by, where they are not moved', () => {
    let room = Infinity;
    const entries = new GrowingEntries({ entries: 2 ** 32 - 1, room: () => room });
    entries.grow(0, 2 ** 20);
    const had = entries.indices.length;
    room = 8 * 2 ** 22 - 1;
    expect(() => entries.grow(had)).toThrow(SizeError);
    room++;
    entries.grow(had);
    expect(entries.indices.length).toBe(had + 2 ** 22);
  });

  it('ask for the bytes they take', () => {
    const bytes = 8 * 2 ** 17;
    const entries = new GrowingEntries({ entries: 2 ** 32 - 1, room: () => bytes - 1 });
    fill(entries, 2 ** 16);
    expect(() => entries.grow(2 ** 16)).toThrow(SizeError);
    expect(() => new GrowingEntries({ entries: 2 ** 32 - 1, room: () => bytes }).grow(0, 2 ** 17)).not.toThrow();
  });
});

describe('a row that is built', () => {
  it('is ascending, equal indices summed in the order they arrived, whatever its length', () => {
    const buffer = new RowBuffer();
    for (let run = 0; run < 300; run++) {
      const length = [0, 1, 2, 3, 16, 17, 255, 256, 257, 600][random.below(10)];
      const span = 1 + random.below(2 * length + 1);
      const isSorted = random.below(3) === 0;
      const given = Array.from({ length }, (_, k): [number, number] => [isSorted ? 3 * k : random.below(span), random.normal()]);
      buffer.clear();
      for (const [index, value] of given) buffer.add(index, value);
      buffer.settle();
      buffer.settle();
      const wanted = new Map<number, number>();
      for (const [index, value] of given) wanted.set(index, wanted.has(index) ? wanted.get(index)! + value : value);
      const expected = [...wanted].sort(([a], [b]) => a - b);
      expect(Array.from({ length: buffer.length }, (_, k) => [buffer.indices[k], buffer.values[k]])).toEqual(expected);
    }
  });

  it('takes more behind what was settled', () => {
    const buffer = new RowBuffer();
    for (const index of [5, 3, 4, 9, 0]) {
      buffer.add(index, index);
      if (index !== 5) buffer.settle();
    }
    expect([...buffer.indices.subarray(0, buffer.length)]).toEqual([0, 3, 4, 5, 9]);
  });

  it('takes the largest index, in order and out of order where doubles hold its key', () => {
    const buffer = new RowBuffer();
    for (const index of [2 ** 32 - 1, 0]) buffer.add(index, 1);
    buffer.settle();
    expect([...buffer.indices.subarray(0, 2)]).toEqual([0, 2 ** 32 - 1]);
    buffer.clear();
    for (let k = 0; k <= 2 ** 21; k++) buffer.add(k === 0 ? 2 ** 32 - 1 : 0, 1);
    expect(() => buffer.settle()).toThrow('a row of 2097153 unsorted entries can have no index above 2147483647');
    for (const index of [2 ** 32, -1, 0.5, NaN]) expect(() => buffer.add(index, 1)).toThrow(`found ${index}`);
  });
});

it('the largest values of pieces are those of the whole, whichever piece knows the last column', () => {
  for (let run = 0; run < 40; run++) {
    const whole = new SparseRowsBuilder();
    let before: Float64Array | undefined;
    let columns = 0;
    for (let piece = 0; piece < 3; piece++) {
      const builder = new SparseRowsBuilder();
      const width = 1 + random.below(6);
      columns = Math.max(columns, width);
      for (let i = 0; i < 2; i++) {
        for (let j = 0; j < width; j++) {
          if (random.below(2) === 0) continue;
          const value = random.normal();
          builder.add(j, value);
          whole.add(j, value);
        }
        builder.endRow();
        whole.endRow();
      }
      before = largestValues(builder.build(width), before);
    }
    expect([...before!]).toEqual([...largestValues(whole.build(columns))]);
  }
});

it('what a thread is sent is what it was', () => {
  const data = { name: 'a', rows: sampleRows(random, 3), labels: Float64Array.of(1, 2, 3) };
  const [train, test] = [data, { ...data, name: 'b' }];
  for (const split of [{ train }, { train, test }, { train, validation: test }, { train, validation: data, test }])
    expect(rebuiltSplit(structuredClone(split))).toEqual(split);
});

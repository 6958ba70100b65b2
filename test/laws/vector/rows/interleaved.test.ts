/** LAW of vector kernels: bit for bit the loops in TypeScript, which are their specification. */
import { afterEach, describe, expect, it } from 'vitest';
import { losses } from '../../../../src/losses/index.ts';
import { blocks } from '../../../../src/optimizers/blocks/index.ts';
import { BlockLearner } from '../../../../src/reductions/block-learner.ts';
import { updates } from '../../../../src/updates/index.ts';
import { randomStream, type RandomStream } from '../../../../src/numerics/random.ts';
import { plainWeights } from '../../../../src/rows/kernels/interleaved-weights.ts';
import { SparseRowsBuilder } from '../../../../src/rows/building/sparse-rows-builder.ts';
import type { SparseRows } from '../../../../src/rows/sparse-rows.ts';
import { chooseKernels } from '../../../../src/rows/kernels/choice.ts';
import { MEMBERS_AT_A_TIME } from '../../../../src/rows/kernels/vector-memory.ts';
import { vectorWeights } from '../../../../src/rows/kernels/vector-weights.ts';

const scale = process.env.IWAL_LAWS === 'long' ? 50 : 1;
const COLUMNS = 1400;
const EXTREMES = [0, -0, 5e-324, -5e-324, 1e-310, 1e300, -1e300, Infinity, NaN];

/** Rows of 0 to 12 entries, of some hundreds, and of more than the kernel's memory holds at a time. */
function rowsOf(random: RandomStream): SparseRows {
  const builder = new SparseRowsBuilder();
  for (const share of [...Array.from({ length: 12 }, (_, n) => n / COLUMNS), 0.05, 0.15, 0.36, 0.37, 0.38, 0.8, 1]) {
    for (let j = 0; j < COLUMNS; j++) if (random.next() < share) builder.add(j, random.normal() * 10 ** (random.below(70) - 40));
    builder.endRow();
  }
  return builder.build(COLUMNS);
}

describe.each([1, 2, 3, 4].map((tiles) => tiles * MEMBERS_AT_A_TIME))('vector weights of %i members', (size) => {
  it('sum and add as plain ones do, bit for bit', () => {
    for (let run = 0; run < scale; run++) {
      const random = randomStream(run, `vector weights ${size}`);
      const rows = rowsOf(random);
      const number = (): number =>
        random.below(50) === 0 ? EXTREMES[random.below(EXTREMES.length)] : random.normal() * 10 ** (random.below(40) - 20);
      const [plain, vector] = [plainWeights, vectorWeights].map((weights) => weights(COLUMNS, size));
      for (let at = 0; at < plain.values.length; at++) plain.values[at] = vector.values[at] = number();
      for (let turn = 0; turn < 2 * rows.length; turn++) {
        const i = random.below(rows.length);
        const [expected, found] = [new Float64Array(size), new Float64Array(size)];
        plain.dots(rows, i, expected);
        vector.dots(rows, i, found);
        expect(found).toEqual(expected);
        const scales = Float64Array.from({ length: size }, () => (random.below(3) === 0 ? 0 : number()));
        const other = random.below(2) === 0 ? i : random.below(rows.length);
        plain.addScaled(rows, other, scales);
        vector.addScaled(rows, other, scales);
      }
      expect(vector.values).toEqual(plain.values);
    }
  });
});

it('other sizes are plain, and all where loops in TypeScript are asked for', () => {
  expect(vectorWeights(3, 5).rates).toBeUndefined();
  expect(vectorWeights(3, 4).rates).toBeDefined();
  chooseKernels('js');
  expect(vectorWeights(3, 4).rates).toBeUndefined();
});

afterEach(() => {
  chooseKernels('wasm');
});

it('normalized AdaGrad learns rows that the memory does not hold at a time as well', () => {
  const random = randomStream(1, 'long rows');
  const rows = rowsOf(random);
  const settings = Array.from({ length: 4 }, (_, m) => ({ eta0: 1 + m }));
  const learners = [plainWeights, vectorWeights].map(
    (weights) => new BlockLearner(losses.logistic, updates.invariant, blocks['normalized-adaptive'](settings)(COLUMNS, weights)),
  );
  const [expected, found] = [new Float64Array(4), new Float64Array(4)];
  for (let turn = 0; turn < 3 * rows.length; turn++) {
    const labels = new Float64Array(4).fill(random.below(2) === 0 ? -1 : 1);
    const importances = Float64Array.from(labels, () => random.below(3));
    learners[0].learn(rows, turn % rows.length, labels, importances, expected);
    learners[1].learn(rows, turn % rows.length, labels, importances, found);
    expect(found).toEqual(expected);
  }
});

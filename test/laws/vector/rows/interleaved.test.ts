/** LAW of vector kernels: bit for bit the loops in TypeScript, which are their specification. */
import { afterEach, describe, expect, it } from 'vitest';
import { losses } from '../../../../src/losses/index.ts';
import { blocks } from '../../../../src/optimizers/blocks/index.ts';
import { BlockLearner } from '../../../../src/reductions/block-learner.ts';
import { updates } from '../../../../src/updates/index.ts';
import { randomStream, type RandomStream } from '../../../../src/numerics/random.ts';
import { COLUMNS as WIDTH, sampleRows } from '../../../../src/laws/optimizer-laws.ts';
import { addDirections, addScaledAll, plainWeights } from '../../../../src/rows/kernels/interleaved.ts';
import { SparseRowsBuilder } from '../../../../src/rows/building/sparse-rows-builder.ts';
import type { SparseRows } from '../../../../src/rows/sparse-rows.ts';
import { chooseKernels } from '../../../../src/rows/kernels/choice.ts';
import { FEWEST, vectorMemory, vectorWeights } from '../../../../src/rows/kernels/vector-weights.ts';

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

describe.each([3, 4, 5, 8, 10, 12, 15, 16, 26])('vector weights of %i members', (size) => {
  it('sum and add as plain ones do, bit for bit', () => {
    for (let run = 0; run < scale; run++) {
      const random = randomStream(run, `vector weights ${size}`);
      const rows = rowsOf(random);
      const number = (): number =>
        random.below(50) === 0 ? EXTREMES[random.below(EXTREMES.length)] : random.normal() * 10 ** (random.below(40) - 20);
      const [plain, vector] = [plainWeights, vectorWeights].map((weights) => weights(COLUMNS, size));
      const { stride } = vector;
      expect(stride).toBe(4 * Math.ceil(size / 4));
      for (let j = 0; j < COLUMNS; j++)
        for (let m = 0; m < size; m++) plain.values[j * size + m] = vector.values[j * stride + m] = number();
      for (let turn = 0; turn < 2 * rows.length; turn++) {
        const i = random.below(rows.length);
        const [expected, found] = [new Float64Array(size), new Float64Array(size)];
        plain.dots(rows, i, expected);
        vector.dots(rows, i, found);
        expect(found).toEqual(expected);
        const scales = Float64Array.from({ length: stride }, (_, m) => (m >= size || random.below(3) === 0 ? 0 : number()));
        const other = random.below(2) === 0 ? i : random.below(rows.length);
        plain.addScaled(rows, other, scales.subarray(0, size));
        vector.addScaled(rows, other, scales);
      }
      for (let j = 0; j < COLUMNS; j++) {
        const padded = new Float64Array(stride);
        padded.set(plain.values.subarray(j * size, (j + 1) * size));
        expect(vector.values.subarray(j * stride, (j + 1) * stride)).toEqual(padded);
      }
    }
  });
});

it.each([1, 8, 9, 17])(
  'of %i members those whose scale is 0 keep their weights bit for bit, whatever their direction is',
  (size) => {
    const random = randomStream(size, 'still');
    const rows = sampleRows(random, 4);
    for (let still = 0; still < size; still++) {
      for (let i = 0; i < rows.length; i++) {
        const scales = Float64Array.from({ length: size }, (_, m) => (m === still ? 0 : 1 + random.next()));
        const before = Float64Array.from({ length: WIDTH * size }, (_, n) => (n % size === still ? -0 : random.normal()));
        const [along, own] = [before.slice(), before.slice()];
        addScaledAll(rows, i, along, size, scales);
        const length = rows.offsets[i + 1] - rows.offsets[i];
        const directions = Float64Array.from({ length: length * size }, (_, n) => (n % size === still ? NaN : random.normal()));
        addDirections(rows, i, own, size, scales, directions);
        const wanted = [before.slice(), before.slice()];
        for (let k = 0; k < length; k++)
          for (let m = 0; m < size; m++) {
            if (m === still) continue;
            const at = rows.indices[rows.offsets[i] + k] * size + m;
            wanted[0][at] += scales[m] * rows.values[rows.offsets[i] + k];
            wanted[1][at] += scales[m] * directions[k * size + m];
          }
        // As numbers and as zeros of either sign.
        expect([[...along], [...own]]).toEqual(wanted.map((each) => [...each]));
      }
    }
  },
);

it('few members are plain, those that no memory holds, and all where loops in TypeScript are asked for', () => {
  expect(vectorWeights(3, FEWEST).rates).toBeDefined();
  expect(vectorWeights(3, FEWEST - 1).rates).toBeUndefined();
  expect(vectorMemory(2 ** 28, 4)).toBeUndefined();
  chooseKernels('js');
  expect(vectorWeights(3, FEWEST).rates).toBeUndefined();
});

afterEach(() => chooseKernels('wasm'));

it.each(['ada-grad', 'normalized-adaptive'] as const)(
  '%s learns rows that the memory does not hold at a time as well, and each weights goes on with the state of the other',
  (name) => {
    const random = randomStream(1, 'long rows');
    const rows = rowsOf(random);
    const settings = Array.from({ length: 5 }, (_, m) => ({ eta0: 1 + m, initial: m / 8 }));
    const learners = [plainWeights, vectorWeights].map(
      (weights) => new BlockLearner(losses.logistic, updates.invariant, blocks[name](settings)(COLUMNS, weights)),
    );
    const [expected, found] = [new Float64Array(5), new Float64Array(5)];
    for (let turn = 0; turn < 4 * rows.length; turn++) {
      const labels = new Float64Array(5).fill(random.below(2) === 0 ? -1 : 1);
      const importances = Float64Array.from(labels, () => random.below(3));
      learners[0].learn(rows, turn % rows.length, labels, importances, expected);
      learners[1].learn(rows, turn % rows.length, labels, importances, found);
      expect(found).toEqual(expected);
      if (turn % rows.length === 0) {
        const states = learners.map((learner) => learner.state());
        expect(states[1]).toEqual(states[0]);
        learners.forEach((learner, n) => learner.restore(states[1 - n]));
      }
    }
    for (let m = 0; m < 5; m++) expect(learners[1].block.weights(m)).toEqual(learners[0].block.weights(m));
  },
);

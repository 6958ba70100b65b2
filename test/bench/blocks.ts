import { LinearLearner } from '../../src/learners/margin-learner.ts';
import { losses } from '../../src/losses/index.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { blocks } from '../../src/optimizers/blocks/index.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import { BlockLearner } from '../../src/reductions/block-learner.ts';
import { vectorWeights } from '../../src/rows/kernels/vector-weights.ts';
import { SparseRowsBuilder } from '../../src/rows/building/sparse-rows-builder.ts';
import type { SparseRows } from '../../src/rows/sparse-rows.ts';
import { median } from '../../src/statistics/small-samples.ts';
import { updates } from '../../src/updates/index.ts';
import { timed } from './processor-time.ts';

/**
 * K models in one pass, as cells of a study share it, against K passes of one model, in turn in one process: logistic loss, invariant
 * updates.
 *
 * Long rows are like documents: 75 entries of 47,000 features, common ones more often. Short rows have all of 16 features: there
 * the scalar part of an example, which nothing shares, is most of its cost.
 */

const LAPS = 3;
const SIZES = [8, 16];

export function benchBlocks(): void {
  for (const [title, rows] of [
    ['20,000 rows of about 75 of 47,000 features', documents(20_000, 75, 47_000)],
    ['50,000 rows of 16 features', documents(50_000, 16, 16)],
  ] as const) {
    console.log(title);
    for (const name of ['gradient-descent', 'ada-grad', 'normalized-adaptive'] as const)
      for (const size of SIZES) compare(name, rows, size);
  }
}

function compare(name: keyof typeof blocks, rows: SparseRows, size: number): void {
  const [together, alone]: [number[], number[]] = [[], []];
  for (let lap = 0; lap <= LAPS; lap++) {
    together[lap] = timed(() => {
      blockPass(name, rows, size);
    });
    alone[lap] = timed(() => {
      for (let m = 0; m < size; m++) linearPass(name, rows, m, size);
    });
  }
  const each = (laps: number[]): number => (1e6 * median(laps.slice(1))) / (rows.nonZeros * size);
  const ratio = median(together.slice(1).map((time, lap) => time / alone[lap + 1]));
  console.log(
    `${name.padEnd(20)} ${String(size).padStart(2)} models: ${each(together).toFixed(2)} ns a non-zero and model in one pass, ` +
      `${each(alone).toFixed(2)} in ${size} passes, ratio ${ratio.toFixed(2)}`,
  );
}

/** Member m of a pass learns rows of class m against all others. */
function blockPass(name: keyof typeof blocks, rows: SparseRows, size: number): void {
  const block = blocks[name](Array.from({ length: size }, () => ({ eta0: 0.5 })))(rows.columns, vectorWeights);
  const learner = new BlockLearner(losses.logistic, updates.invariant, block);
  const labels = new Float64Array(size);
  const importances = new Float64Array(size).fill(1);
  const scores = new Float64Array(size);
  for (let i = 0; i < rows.length; i++) {
    for (let m = 0; m < size; m++) labels[m] = labelOf(rows, i, m, size);
    learner.learn(rows, i, labels, importances, scores);
  }
}

function linearPass(name: keyof typeof blocks, rows: SparseRows, m: number, size: number): void {
  const learner = new LinearLearner(losses.logistic, updates.invariant, optimizers[name]({ eta0: 0.5 })(rows.columns));
  for (let i = 0; i < rows.length; i++) learner.learn(rows, i, labelOf(rows, i, m, size), 1);
}

/** A class that the features decide: the remainder of a feature's number. */
function labelOf({ offsets, indices, values }: SparseRows, i: number, m: number, size: number): number {
  const decisive = values[offsets[i]] > 0 ? indices[offsets[i + 1] - 1] : indices[offsets[i]];
  return decisive % size === m ? 1 : -1;
}

/** Features drawn with density 1 / (rank + 60), as those of words; every row is of length 1. */
function documents(length: number, entries: number, columns: number): SparseRows {
  const random = randomStream(1, 'bench blocks');
  const builder = new SparseRowsBuilder();
  for (let i = 0; i < length; i++) {
    for (let k = 0; k < entries; k++) {
      const j = entries === columns ? k : Math.floor(60 * ((columns / 60 + 1) ** random.next() - 1));
      builder.add(Math.min(j, columns - 1), (random.next() - 0.5) / Math.sqrt(entries / 12));
    }
    builder.endRow();
  }
  return builder.build(columns);
}

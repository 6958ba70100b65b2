/**
 * What the architecture costs: one passive pass of the generic learner against a loop fused by hand, for several losses,
 * updates and optimizers. Both take turns in one process, so that a machine that slows down slows both.
 *
 * The fused loops know their loss and their geometry; what they save are the calls between learner, update, loss and
 * optimizer, and what these may not assume of one another. Every entrant first runs alone, on a thread that has seen no other, as
 * in a program with one learner; then all have met all others, as in a long study, and every call has many targets. Numbers that
 * cross such a call are boxed by the engine, 16 bytes each; nothing else is allocated per row, and nothing per feature.
 */
import { SparseRowsBuilder } from '../../src/data/sparse-rows-builder.ts';
import { addScaled, dot, type SparseRows } from '../../src/data/sparse-rows.ts';
import { LinearLearner } from '../../src/learners/linear.ts';
import { losses } from '../../src/losses/index.ts';
import type { Loss } from '../../src/losses/loss.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { median } from '../../src/numerics/statistics.ts';
import { onThread } from '../../src/studies/thread.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../src/optimizers/optimizer.ts';
import { updates } from '../../src/updates/index.ts';
import type { UpdateRule } from '../../src/updates/update.ts';

const ROWS = 10_000;
const ENTRIES = 75;
const COLUMNS = 47_000;
const LAPS = 51;

type Pass = (rows: SparseRows, labels: Float64Array) => Float64Array;

interface Entry {
  readonly name: string;
  readonly loss: Loss;
  readonly update: UpdateRule;
  readonly optimizer: OptimizerFactory;
  readonly fused: Pass;
}

const entries: readonly Entry[] = [
  {
    name: 'logistic, invariant, gradient descent',
    loss: losses.logistic,
    update: updates.invariant,
    optimizer: optimizers['gradient-descent']({ eta0: 2, power: 0.5 }),
    fused: fusedDescent((p, y, tau) => losses.logistic.flow(p, y, tau)),
  },
  {
    name: 'logistic, naive, gradient descent',
    loss: losses.logistic,
    update: updates.naive,
    optimizer: optimizers['gradient-descent']({ eta0: 2, power: 0.5 }),
    fused: fusedDescent((p, y, tau) => (tau * y) / (1 + Math.exp(y * p))),
  },
  {
    name: 'hinge, invariant, gradient descent',
    loss: losses.hinge,
    update: updates.invariant,
    optimizer: optimizers['gradient-descent']({ eta0: 2, power: 0.5 }),
    fused: fusedDescent((p, y, tau) => y * Math.min(tau, Math.max(0, 1 - y * p))),
  },
  {
    name: 'logistic, invariant, AdaGrad',
    loss: losses.logistic,
    update: updates.invariant,
    optimizer: optimizers['ada-grad']({ eta0: 0.5 }),
    fused: fusedAdaGrad,
  },
  {
    name: 'logistic, invariant, normalized AdaGrad',
    loss: losses.logistic,
    update: updates.invariant,
    optimizer: optimizers['normalized-adaptive']({ eta0: 0.5 }),
    fused: fusedNormalizedAdaGrad,
  },
  {
    name: 'logistic, naive, FTRL-Proximal with l1',
    loss: losses.logistic,
    update: updates.naive,
    optimizer: optimizers['ftrl-proximal']({ alpha: 0.5, l1: 0.1 }),
    fused: fusedFtrlProximal,
  },
];

export async function benchOptimizers(): Promise<void> {
  console.log(`one pass over ${ROWS} rows of ${ENTRIES} entries; medians of ${LAPS} laps\nalone:`);
  const { signal } = new AbortController();
  for (const n of entries.keys()) for (const line of await onThread<string>(new URL('./optimizers-thread.js', import.meta.url), n, signal)) console.log(line);
  console.log('together:');
  const { rows, labels } = syntheticRows();
  for (const entry of entries) for (const pass of [genericPass(entry), entry.fused]) pass(rows, labels);
  for (const entry of entries) console.log(measured(entry, rows, labels));
}

/** What one entrant costs on this thread. */
export function measuredHere(n: number): string {
  const { rows, labels } = syntheticRows();
  return measured(entries[n], rows, labels);
}

function measured(entry: Entry, rows: SparseRows, labels: Float64Array): string {
  const generic = genericPass(entry);
  const seconds = { generic: [] as number[], fused: [] as number[] };
  for (let lap = 0; lap < LAPS; lap++) {
    seconds.generic.push(timed(() => generic(rows, labels)));
    seconds.fused.push(timed(() => entry.fused(rows, labels)));
  }
  const difference = largestDifference(generic(rows, labels), entry.fused(rows, labels));
  const ratio = median(seconds.generic) / median(seconds.fused);
  const nanoseconds = (1e9 * median(seconds.generic)) / ROWS;
  return (
    `${entry.name.padEnd(40)} ${nanoseconds.toFixed(0).padStart(5)} ns a row, ${ratio.toFixed(2)} of the fused loop, ` +
    `${bytesPerRow(entry, rows, labels).toFixed(0)} bytes a row, weights equal to ${difference.toExponential(0)}`
  );
}

function timed(action: () => unknown): number {
  const start = performance.now();
  action();
  return (performance.now() - start) / 1000;
}

/** Heap growth a row, as the median over windows so short that the garbage collector rarely falls into one. */
function bytesPerRow({ loss, update, optimizer }: Entry, rows: SparseRows, labels: Float64Array): number {
  const WINDOW = 200;
  const learner = new LinearLearner(loss, update, optimizer(rows.columns));
  const growth: number[] = [];
  for (let i = 0; i + WINDOW <= rows.length; i += WINDOW) {
    const before = process.memoryUsage().heapUsed;
    for (let k = i; k < i + WINDOW; k++) learner.learn(rows, k, labels[k], 1);
    growth.push((process.memoryUsage().heapUsed - before) / WINDOW);
  }
  return median(growth);
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((worst, value, j) => Math.max(worst, Math.abs(value - b[j])), 0);
}

function genericPass({ loss, update, optimizer }: Entry): Pass {
  return (rows, labels) => {
    const learner = new LinearLearner(loss, update, optimizer(rows.columns));
    for (let i = 0; i < rows.length; i++) learner.learn(rows, i, labels[i], 1);
    return learner.optimizer.weights();
  };
}

function fusedDescent(step: (p: number, y: number, tau: number) => number): Pass {
  return (rows, labels) => {
    const w = new Float64Array(rows.columns);
    for (let i = 0; i < labels.length; i++) {
      const squaredNorm = rows.squaredNorms[i];
      const move = step(dot(rows, i, w), labels[i], 2 * Math.sqrt(1 / (2 + i)) * squaredNorm);
      if (move !== 0) addScaled(rows, i, w, move / squaredNorm);
    }
    return w;
  };
}

function fusedAdaGrad({ offsets, indices, values, columns }: SparseRows, labels: Float64Array): Float64Array {
  const w = new Float64Array(columns);
  const g = new Float64Array(columns);
  const direction = new Float64Array(ENTRIES);
  for (let i = 0; i < labels.length; i++) {
    const start = offsets[i];
    const end = offsets[i + 1];
    let p = 0;
    for (let k = start; k < end; k++) p += w[indices[k]] * values[k];
    const slope = -labels[i] / (1 + Math.exp(labels[i] * p));
    let sum = 0;
    for (let k = start; k < end; k++) {
      const x = values[k];
      const grown = g[indices[k]] + slope * x * (slope * x);
      const along = x / Math.sqrt(grown);
      g[indices[k]] = grown;
      direction[k - start] = along;
      sum += x * along;
    }
    const scale = losses.logistic.flow(p, labels[i], 0.5 * sum) / sum;
    for (let k = start; k < end; k++) w[indices[k]] += scale * direction[k - start];
  }
  return w;
}

function fusedNormalizedAdaGrad({ offsets, indices, values, columns }: SparseRows, labels: Float64Array): Float64Array {
  const w = new Float64Array(columns);
  const g = new Float64Array(columns);
  const s = new Float64Array(columns);
  const direction = new Float64Array(ENTRIES);
  let squares = 0;
  for (let i = 0; i < labels.length; i++) {
    const start = offsets[i];
    const end = offsets[i + 1];
    let p = 0;
    for (let k = start; k < end; k++) {
      const j = indices[k];
      const size = Math.abs(values[k]);
      if (size > s[j]) {
        w[j] *= s[j] / size;
        s[j] = size;
      }
      p += w[j] * values[k];
    }
    const slope = -labels[i] / (1 + Math.exp(labels[i] * p));
    let sum = 0;
    for (let k = start; k < end; k++) {
      const x = values[k];
      const j = indices[k];
      const grown = g[j] + slope * x * (slope * x);
      const along = x / Math.sqrt(grown) / s[j];
      g[j] = grown;
      direction[k - start] = along;
      sum += x * along;
      squares += (x / s[j]) * (x / s[j]);
    }
    const eta = 0.5 * Math.sqrt((i + 1) / squares);
    const scale = losses.logistic.flow(p, labels[i], eta * sum) / sum;
    for (let k = start; k < end; k++) w[indices[k]] += scale * direction[k - start];
  }
  return w;
}

function fusedFtrlProximal({ offsets, indices, values, columns }: SparseRows, labels: Float64Array): Float64Array {
  const w = new Float64Array(columns);
  const z = new Float64Array(columns);
  const n = new Float64Array(columns);
  for (let i = 0; i < labels.length; i++) {
    const start = offsets[i];
    const end = offsets[i + 1];
    let p = 0;
    for (let k = start; k < end; k++) p += w[indices[k]] * values[k];
    const slope = -labels[i] / (1 + Math.exp(labels[i] * p));
    for (let k = start; k < end; k++) {
      const j = indices[k];
      const gradient = slope * values[k];
      const grown = n[j] + gradient * gradient;
      const root = Math.sqrt(grown);
      z[j] += gradient - ((root - Math.sqrt(n[j])) / 0.5) * w[j];
      n[j] = grown;
      w[j] = Math.abs(z[j]) <= 0.1 ? 0 : -(z[j] - Math.sign(z[j]) * 0.1) / ((1 + root) / 0.5);
    }
  }
  return w;
}

/** L2-normalised rows, features drawn with density about 1 / (rank + 60), labels from a random linear truth with 5% noise. */
function syntheticRows(): { rows: SparseRows; labels: Float64Array } {
  const random = randomStream(1, 'bench optimizers');
  const truth = Float64Array.from({ length: COLUMNS + 1 }, () => random.normal());
  const builder = new SparseRowsBuilder();
  const labels = new Float64Array(ROWS);
  const value = 1 / Math.sqrt(ENTRIES);
  for (let i = 0; i < ROWS; i++) {
    let margin = 0;
    for (let k = 0; k < ENTRIES; k++) {
      const feature = Math.floor(60 * ((COLUMNS / 60) ** random.next() - 1));
      builder.add(feature, value * (0.5 + random.next()));
      margin += truth[feature];
    }
    builder.endRow();
    labels[i] = margin > 0 === random.next() > 0.05 ? 1 : -1;
  }
  return { rows: builder.build(COLUMNS + 1), labels };
}

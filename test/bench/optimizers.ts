/**
 * What the architecture costs: one passive pass of the generic learner against a loop fused by hand for the same loss, update and
 * optimizer: every optimizer, every loss and every update at least once. Both take turns in one process, so that a machine that
 * slows down slows both.
 *
 * The fused loops know their loss and their geometry; what they save are the calls between learner, update, loss and
 * optimizer, and what these may not assume of one another. Every entrant first runs alone, on a thread that has seen no other, as
 * in a program with one learner; then all have met all others, as in a long study, and every call has many targets. Numbers that
 * cross such a call are boxed by the engine, 16 bytes each; nothing else is allocated per row, and nothing per feature.
 */
import { SparseRowsBuilder } from '../../src/data/sparse-rows-builder.ts';
import type { SparseRows } from '../../src/data/sparse-rows.ts';
import { LinearLearner } from '../../src/learners/linear.ts';
import { losses } from '../../src/losses/index.ts';
import type { LabelKind, Loss } from '../../src/losses/loss.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { median } from '../../src/numerics/statistics.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../src/optimizers/optimizer.ts';
import { onThread } from '../../src/studies/thread.ts';
import { updates } from '../../src/updates/index.ts';
import type { UpdateRule } from '../../src/updates/update.ts';
import * as fused from './fused-loops.ts';
import { formulas, fuse, type Formula, type Loop, type Pass } from './fused-loops.ts';

const ROWS = 10_000;
const ENTRIES = 75;
const COLUMNS = 47_000;
const LAPS = 51;

interface Entry {
  readonly loss: Loss;
  readonly update: UpdateRule;
  readonly optimizer: OptimizerFactory;
  readonly name: string;
  readonly fused: Pass;
}

const { logistic } = losses;
const decaying = { eta0: 2, power: 0.5 };
const descent = optimizers['gradient-descent'](decaying);

const entries: readonly Entry[] = [
  entry(logistic, updates.invariant, 'gradient-descent', descent, fused.gradientDescent, formulas.invariant('logistic')),
  entry(logistic, updates.invariant, 'averaged', optimizers.averaged(decaying), fused.averaged, formulas.invariant('logistic')),
  entry(logistic, updates.invariant, 'ada-grad', optimizers['ada-grad']({ eta0: 0.5 }), fused.adaGrad, formulas.invariant('logistic')),
  entry(logistic, updates.invariant, 'normalized', optimizers.normalized(decaying), fused.normalized, formulas.invariant('logistic')),
  entry(logistic, updates.invariant, 'normalized-adaptive', optimizers['normalized-adaptive']({ eta0: 0.5 }), fused.normalizedAdaptive, formulas.invariant('logistic')),
  entry(logistic, updates.naive, 'ftrl-proximal', optimizers['ftrl-proximal']({ alpha: 0.3, l1: 0.1 }), fused.ftrlProximal, formulas.naive('logistic')),
  entry(logistic, updates.naive, 'rda', optimizers.rda({ gamma: 1, l1: 1e-5 }), fused.rda, formulas.naive('logistic')),
  entry(logistic, updates.invariant, 'fobos', optimizers.fobos({ ...decaying, l1: 1e-5 }), fused.fobos, formulas.invariant('logistic')),
  entry(logistic, updates.invariant, 'truncated-gradient', optimizers['truncated-gradient']({ ...decaying, gravity: 1e-5 }), fused.truncatedGradient, formulas.invariant('logistic')),
  entry(logistic, updates.implicit, 'implicit-ftrl', optimizers['implicit-ftrl']({ eta0: 2 }), fused.implicitFtrlByTime, formulas.implicit('logistic')),
  entry(logistic, updates.truncated, 'implicit-ftrl-adaptive', optimizers['implicit-ftrl-adaptive']({ eta0: 2 }), fused.implicitFtrlByGradients, formulas.truncated()),
  descending(logistic, updates.naive, formulas.naive('logistic')),
  descending(logistic, updates.implicit, formulas.implicit('logistic')),
  descending(logistic, updates.quadratic, formulas.quadratic()),
  descending(logistic, updates.truncated, formulas.truncated()),
  descending(logistic, updates.resampled, formulas.naive('logistic')),
  ...[
    losses.squared,
    losses.hinge,
    losses.quantile({ tau: 0.3 }),
    losses.exponential,
    losses.logarithmic,
    losses.hellinger,
    losses.poisson,
    losses['squared-hinge'],
    losses['smoothed-hinge']({}),
    losses.huber({}),
    losses.expectile({ q: 0.3 }),
  ].map((loss) => descending(loss, updates.invariant, formulas.invariant(loss.name))),
];

function descending(loss: Loss, update: UpdateRule, formula: Formula): Entry {
  return entry(loss, update, 'gradient-descent', descent, fused.gradientDescent, formula);
}

function entry(loss: Loss, update: UpdateRule, name: string, optimizer: OptimizerFactory, loop: Loop, formula: Formula): Entry {
  return { loss, update, optimizer, name: `${loss.name}, ${update.name}, ${name}`, fused: fuse(loop, formula, loss) };
}

export async function benchOptimizers(): Promise<void> {
  console.log(`one pass over ${ROWS} rows of ${ENTRIES} entries; medians of ${LAPS} laps\nalone:`);
  const { signal } = new AbortController();
  for (const n of entries.keys()) for (const line of await onThread<string>(new URL('./optimizers-thread.js', import.meta.url), n, signal)) console.log(line);
  console.log('together:');
  const data = syntheticRows();
  for (const entry of entries) for (const pass of [genericPass(entry), entry.fused]) pass(data.rows, data.labels[entry.loss.labels]);
  for (const entry of entries) console.log(measured(entry, data));
}

/** What one entrant costs on this thread. */
export function measuredHere(n: number): string {
  return measured(entries[n], syntheticRows());
}

function measured(entry: Entry, data: BenchData): string {
  const { rows } = data;
  const labels = data.labels[entry.loss.labels];
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
    `${entry.name.padEnd(45)} ${nanoseconds.toFixed(0).padStart(5)} ns a row, ${ratio.toFixed(2)} of the fused loop, ` +
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

interface BenchData {
  readonly rows: SparseRows;
  /** The same classes in the labels of every kind of loss. */
  readonly labels: Readonly<Record<LabelKind, Float64Array>>;
}

/** L2-normalised rows, features drawn with density about 1 / (rank + 60), labels from a random linear truth with 5% noise. */
function syntheticRows(): BenchData {
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
  const ends = labels.map((y) => (y > 0 ? 1 : 0));
  return { rows: builder.build(COLUMNS + 1), labels: { sign: labels, real: labels, unit: ends, count: ends } };
}

import { SparseRowsBuilder } from '../../src/rows/building/sparse-rows-builder.ts';
import type { SparseRows } from '../../src/rows/sparse-rows.ts';
import { LinearLearner } from '../../src/learners/margin-learner.ts';
import { losses } from '../../src/losses/index.ts';
import type { LabelKind, Loss } from '../../src/losses/loss.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { median } from '../../src/statistics/small-samples.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../src/optimizers/optimizer.ts';
import { updates } from '../../src/updates/index.ts';
import type { UpdateRule } from '../../src/updates/rules.ts';

/** Every loss, update and optimizer that compose, and what a row costs with one of them. */

const ROWS = 10_000;
const ENTRIES = 75;
const COLUMNS = 47_000;

const everyLoss: readonly Loss[] = [
  losses.squared,
  losses.logistic,
  losses.hinge,
  losses.quantile({ level: 0.3 }),
  losses.exponential,
  losses.logarithmic,
  losses.hellinger,
  losses.poisson,
  losses['squared-hinge'],
  losses['smoothed-hinge']({}),
  losses.huber({}),
  losses.expectile({ q: 0.3 }),
];

interface Geometry {
  readonly name: string;
  readonly optimizer: OptimizerFactory;
}

const decaying = { eta0: 2, power: 0.5 };

const geometries: readonly Geometry[] = [
  { name: 'gradient-descent', optimizer: optimizers['gradient-descent'](decaying) },
  { name: 'averaged', optimizer: optimizers.averaged(decaying) },
  { name: 'ada-grad', optimizer: optimizers['ada-grad']({ eta0: 0.5 }) },
  { name: 'normalized', optimizer: optimizers.normalized(decaying) },
  { name: 'normalized-adaptive', optimizer: optimizers['normalized-adaptive']({ eta0: 0.5 }) },
  { name: 'ftrl-proximal', optimizer: optimizers['ftrl-proximal']({ alpha: 0.3 }) },
  { name: 'ftrl-proximal with l1', optimizer: optimizers['ftrl-proximal']({ alpha: 0.3, l1: 0.1 }) },
  { name: 'rda', optimizer: optimizers.rda({ gamma: 1 }) },
  { name: 'rda with l1', optimizer: optimizers.rda({ gamma: 1, l1: 1e-5 }) },
  { name: 'fobos with l1', optimizer: optimizers.fobos({ ...decaying, l1: 1e-5 }) },
  { name: 'truncated-gradient', optimizer: optimizers['truncated-gradient']({ ...decaying, gravity: 1e-5 }) },
  { name: 'implicit-ftrl', optimizer: optimizers['implicit-ftrl']({ eta0: 2 }) },
  { name: 'implicit-ftrl-adaptive', optimizer: optimizers['implicit-ftrl-adaptive']({ eta0: 2 }) },
];

export interface Combination extends Geometry {
  readonly loss: Loss;
  readonly update: UpdateRule;
}

export const combinations: readonly Combination[] = everyLoss.flatMap((loss) =>
  (Object.keys(updates) as (keyof typeof updates)[]).flatMap((update) =>
    geometries
      .filter(({ optimizer }) => composes(loss, updates[update], optimizer))
      .map((geometry) => ({ ...geometry, name: `${loss.name}, ${update}, ${geometry.name}`, loss, update: updates[update] })),
  ),
);

/** Losses on [0, 1] are infinitely steep at the first prediction, 0, which only steps that solve for their end can bear. */
function composes(loss: Loss, update: UpdateRule, factory: OptimizerFactory): boolean {
  const optimizer = factory(1);
  const isSteep = loss.labels === 'unit';
  const readsSlopes = optimizer.adaptive || (update !== updates.invariant && update !== updates.implicit);
  return (optimizer.linear || update === updates.naive) && !(isSteep && readsSlopes);
}

export interface BenchData {
  readonly rows: SparseRows;
  /** The same classes in the labels of every kind of loss. */
  readonly labels: Readonly<Record<LabelKind, Float64Array>>;
}

export interface Cost {
  readonly name: string;
  readonly nanosecondsPerRow: number;
  readonly bytesPerRow: number;
}

/** Medians of this many laps. */
export function cost(combination: Combination, { rows, labels: of }: BenchData, laps: number): Cost {
  const labels = of[combination.loss.labels];
  const seconds = Array.from({ length: laps }, () => {
    const start = performance.now();
    pass(combination, rows, labels);
    return (performance.now() - start) / 1000;
  });
  return {
    name: combination.name,
    nanosecondsPerRow: (1e9 * median(seconds)) / ROWS,
    bytesPerRow: bytesPerRow(combination, rows, labels),
  };
}

/** Learns every row once. */
function pass({ loss, update, optimizer }: Combination, rows: SparseRows, labels: Float64Array): void {
  const learner = new LinearLearner(loss, update, optimizer(rows.columns));
  for (let i = 0; i < rows.length; i++) learner.learn(rows, i, labels[i], 1);
}

/** Heap growth a row, as the median over windows so short that the garbage collector rarely falls into one. */
function bytesPerRow({ loss, update, optimizer }: Combination, rows: SparseRows, labels: Float64Array): number {
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

/** L2-normalised rows, features drawn with density about 1 / (rank + 60), labels from a random linear truth with 5% noise. */
export function syntheticRows(length = ROWS): BenchData {
  const random = randomStream(1, 'bench optimizers');
  const truth = Float64Array.from({ length: COLUMNS + 1 }, () => random.normal());
  const builder = new SparseRowsBuilder();
  const labels = new Float64Array(length);
  const value = 1 / Math.sqrt(ENTRIES);
  for (let i = 0; i < length; i++) {
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

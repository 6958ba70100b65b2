/**
 * The headline of Karampatziakis & Langford's talk: on RCV1 (781,265 documents of about 77 terms) active learning with
 * importance-invariant updates reaches passive accuracy with about a tenth of the labels, in the time of a passive pass.
 *
 * Protocol. Documents are drawn from a generator fitted to RCV1's statistics: one vocabulary, and for every seed a training
 * stream of its own, read once in the order drawn. All settings of a seed see the same stream and toss the same coins.
 * Settings are chosen on a validation part by the rules written below; the test part is looked at once, by the report.
 * The real samples of RCV1 and Reuters-21578 beside it are small, shuffled by seed, and cut in three once.
 */
import { RCV1_PARTS, type Rcv1Part } from '../src/data/rcv1-like.ts';
import type { Cell } from '../src/studies/cell.ts';
import { cutInThree, type DataSource } from '../src/studies/data-source.ts';
import { parseRunSpec, type RunSpec } from '../src/studies/spec.ts';
import { defineStudy, type Size } from '../src/studies/study.ts';
import { GENERATED, LOSSES, report } from './rcv1-active-report.ts';

/** Documents of the training stream and of each judging part. */
const SIZES: Record<Size, { train: number; judge: number }> = {
  default: { train: 60_000, judge: 5_000 },
  full: { train: RCV1_PARTS.train, judge: RCV1_PARTS.test },
};

/** Step sizes on a grid of factors of four, wide enough to hold every method's best; eta_t = eta0 / sqrt(1 + t). */
const POWER = 0.5;
const PASSIVE_ETAS = [16, 64, 256, 1024];
const ACTIVE_ETAS = [64, 256, 1024];
const MELLOWNESS: Record<Size, readonly number[]> = { default: [1e-8, 1e-7, 1e-6, 1e-5], full: [1e-8, 1e-7, 1e-6] };
/** Naive updates overshoot at the step sizes above; smaller steps ask less, so they are given more mellowness besides. */
const NAIVE_ETAS = [1, 4, 16, 64];
const NAIVE_MELLOWNESS: Record<Size, readonly number[]> = { default: [1e-5, 1e-4, 1e-3, 1e-2], full: [1e-5, 1e-4, 1e-3] };
/** The real samples are small, and small samples want more mellowness. */
const REAL_MELLOWNESS = [1e-7, 1e-6, 1e-5, 1e-4];
type Loss = (typeof LOSSES)[number];

/** Small sets that hold real text, where this machine has them. */
const REAL = ['rcv1_vw', 'rcv1_ccat', 'reuters21578_acq'] as const;

export const rcv1Active = defineStudy({
  id: 'rcv1-active',
  title: 'RCV1: passive accuracy with a tenth of the labels',
  question: 'Does active learning with importance-invariant updates reach passive accuracy with a tenth of the labels, at the cost of a passive pass?',
  source: 'Karampatziakis & Langford, Online importance weight aware updates, talk of 17 July 2011: "Active learning takes 2.6 sec. Passive online gradient descent takes 2.5 sec. 91K queries (11%)"',
  seeds: { default: 5, full: 3 },

  datasets: (size, seeds) => [
    ...seedsUpTo(seeds).map((seed) => ({
      name: generated(seed),
      load: async (source: DataSource) => {
        const part = (part: Rcv1Part, replicate: number, documents: number) => source.rcv1Like({ seed: 1, part, replicate, documents });
        return {
          train: await part('train', seed, SIZES[size].train),
          validation: await part('validation', 1, SIZES[size].judge),
          test: await part('test', 1, SIZES[size].judge),
        };
      },
    })),
    ...REAL.map((name) => ({
      name,
      load: async (source: DataSource) => {
        const dataset = await source.binary(name);
        return dataset && cutInThree(dataset);
      },
    })),
  ],

  cells: (size, datasets, seeds) =>
    seedsUpTo(seeds).flatMap((seed) => [
      ...LOSSES.flatMap((loss) =>
        [...passiveRuns(loss, seed, 'given'), ...activeRuns(loss, MELLOWNESS[size], seed, 'given'), ...comparisonRuns(loss, size, seed)].map(
          (run): Cell => ({ dataset: generated(seed), run }),
        ),
      ),
      ...REAL.filter((name) => datasets.includes(name)).flatMap((dataset) =>
        [...passiveRuns('logistic', seed, 'shuffled'), ...activeRuns('logistic', REAL_MELLOWNESS, seed, 'shuffled')].map((run): Cell => ({ dataset, run })),
      ),
    ]),

  races: () =>
    LOSSES.map((loss) => ({
      title: loss,
      dataset: generated(1),
      passive: spec(loss, 'invariant', 'gradient-descent', 256, { name: 'passive' }, 1, 'given'),
      active: spec(loss, 'invariant', 'gradient-descent', 256, { name: 'variance-aware', mellowness: loss === 'hinge' ? 1e-7 : 1e-6 }, 1, 'given'),
      laps: 7,
    })),

  report,
});

function passiveRuns(loss: Loss, seed: number, order: RunSpec['order']): RunSpec[] {
  return ['gradient-descent', 'averaged'].flatMap((optimizer) =>
    PASSIVE_ETAS.map((eta0) => spec(loss, 'invariant', optimizer, eta0, { name: 'passive' }, seed, order)),
  );
}

/** The rules under invariant updates, at every step size and mellowness. */
function activeRuns(loss: Loss, mellowness: readonly number[], seed: number, order: RunSpec['order']): RunSpec[] {
  return [
    ['variance-aware', 'gradient-descent'],
    ['variance-aware', 'averaged'],
    ['iwal-cal', 'gradient-descent'],
  ].flatMap(([rule, optimizer]) =>
    ACTIVE_ETAS.flatMap((eta0) => mellowness.map((C0) => spec(loss, 'invariant', optimizer, eta0, { name: rule, mellowness: C0 }, seed, order))),
  );
}

/** The variance-aware rule under the other updates. */
function comparisonRuns(loss: Loss, size: Size, seed: number): RunSpec[] {
  const runs = (update: string, etas: readonly number[], mellowness: readonly number[]): RunSpec[] =>
    etas.flatMap((eta0) =>
      mellowness.map((C0) => spec(loss, update, 'gradient-descent', eta0, { name: 'variance-aware', mellowness: C0 }, seed, 'given')),
    );
  return [...runs('implicit', ACTIVE_ETAS, MELLOWNESS[size]), ...runs('naive', NAIVE_ETAS, NAIVE_MELLOWNESS[size])];
}

function spec(loss: Loss, update: string, optimizer: string, eta0: number, query: object, seed: number, order: RunSpec['order']): RunSpec {
  return parseRunSpec({ loss: { name: loss }, update, optimizer: { name: optimizer, eta0, power: POWER }, query, order, seed });
}

function generated(seed: number): string {
  return `${GENERATED} ${seed}`;
}

function seedsUpTo(seeds: number): number[] {
  return Array.from({ length: seeds }, (_, s) => s + 1);
}

/**
 * How often the statements of runs miss the truth: `npm run misses`, 400 simulated runs a setting, or as many as `-- N` says. Of each
 * setting the 95% intervals of the error and of the share of positives where the run ends, and the certificates of both at any look
 * (of rounds: after each complete one), counted where they miss. Of runs without rounds also the share of positives that predictions assist,
 * and the mean half-widths of both; on real sets, where they are at hand, with half as many runs. Guesses are measured by the
 * study assisted, the model in the end by dial.
 */
import { existsSync } from 'node:fs';
import { readDataset } from '../../src/data/index.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { SparseRowsBuilder } from '../../src/rows/building/sparse-rows-builder.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import { buildActiveLearner, buildOracle, minimumOfUnits } from '../../src/specs/build.ts';
import { orderOf } from '../../src/specs/run.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { AssistedShares } from '../../src/statistics/assisted-shares.ts';
import { CertifiedCount } from '../../src/statistics/certificates/certified-count.ts';
import type { ErrorEstimate } from '../../src/statistics/error-estimate.ts';
import { ErrorTally } from '../../src/statistics/error-tally.ts';
import type { AnyActiveLearner } from '../../src/streams/active-learner.ts';
import { activeLearn, type Observer } from '../../src/streams/passes/active-learn.ts';
import { PACED } from '../support/paced-spec.ts';

const ROWS = 400;
/** Real sets, each with these budgets and shares spread evenly. */
const SETS = ['covtype20k', 'reuters21578_acq', 'spambase', 'w8a'];
const EFFORTS = [
  { budget: 200, explore: 0.33 },
  { budget: 500, explore: 0.33 },
  { budget: 200, explore: 0.05 },
  { budget: 1000, explore: 0.05 },
];
const plain = { ...PACED, budget: 100, explore: 0.5 };
const settings: Readonly<Record<string, { readonly spec: object; readonly isWeighted?: true }>> = {
  plain: { spec: {} },
  'refit 1.2': { spec: { refit: 1.2 } },
  'rounds 2': { spec: { rounds: 2 } },
  'rounds 5': { spec: { rounds: 5 } },
  'rounds 2, refit 1.2': { spec: { rounds: 2, refit: 1.2 } },
  'rounds 5, refit 1.2': { spec: { rounds: 5, refit: 1.2 } },
  'rounds 2, refit 1.2, importances': { spec: { rounds: 2, refit: 1.2 }, isWeighted: true },
  'rounds 2, refit 1.2, answers 80 rows late': { spec: { rounds: 2, refit: 1.2, oracle: [{ name: 'delayed', delay: 80 }] } },
};

/** A linear truth with a tenth of the labels turned round. */
function poolOf(seed: number, isWeighted: boolean): Dataset {
  const random = randomStream(seed, 'coverage');
  const truth = Array.from({ length: 6 }, () => random.normal());
  const builder = new SparseRowsBuilder();
  const labels = new Float64Array(ROWS);
  for (let i = 0; i < ROWS; i++) {
    let margin = -1;
    for (const [j, weight] of truth.entries()) {
      const value = Math.fround(random.normal());
      builder.add(j, value);
      margin += weight * value;
    }
    builder.endRow();
    labels[i] = margin > 0 === random.next() >= 0.1 ? 1 : -1;
  }
  const importances = isWeighted && { importances: Float64Array.from(labels, () => [0.5, 1, 2][random.below(3)]) };
  return { name: 'coverage', rows: builder.build(6), labels, ...importances };
}

/** Mean half-widths, in percentage points. */
const HALF = 'half-width of positives';
const ASSISTED_HALF = 'assisted half-width';

type What = 'error' | 'positives';
const WHAT: readonly What[] = ['error', 'positives'];

/** What one quantity of a run is by the truth, and what is said of it. */
class Account {
  readonly #tally = new ErrorTally();
  readonly #count: CertifiedCount;
  readonly #shares = new AssistedShares(2);
  #truth = 0;
  #mass = 0;
  isMissedAtALook = false;

  constructor(minimum: number) {
    this.#count = new CertifiedCount(minimum);
  }

  consider(importance: number, probability: number, z: number, predicted: number): void {
    this.#truth += importance * z;
    this.#mass += importance;
    this.#tally.consider(importance, probability);
    this.#count.consider(probability, importance);
    this.#shares.consider(importance, probability, predicted);
  }

  buy(key: number): void {
    this.#tally.buy(key);
    this.#count.buy(key);
    this.#shares.buy(key);
  }

  answer(key: number, isCounted: boolean): void {
    this.#tally.answer(key, isCounted ? 'wrong' : 'right', undefined);
    this.#count.answer(key, isCounted);
    this.#shares.answer(key, isCounted ? 1 : 0);
  }

  look(): void {
    const [low, high] = this.#count.bounds(0.95);
    if (this.#truth < low - 1e-9 || this.#truth > high + 1e-9) this.isMissedAtALook = true;
  }

  get plain(): ErrorEstimate {
    return this.#tally.share('over');
  }

  get assisted(): ErrorEstimate {
    return this.#shares.share({ label: 1, predicted: [0, 1] }, 'over', this.plain, this.#tally.seen('over'));
  }

  isMissed({ low, high }: ErrorEstimate): boolean {
    const share = this.#truth / this.#mass;
    return low !== null && high !== null && (share < low - 1e-12 || share > high + 1e-12);
  }
}

function missesOf(spec: object, pool: Dataset, seed: number): Readonly<Record<string, number>> {
  const run = parseRunSpec({ ...plain, ...spec, seed });
  const active = buildActiveLearner(run, pool);
  const oracle = buildOracle(run, active.learner.loss, pool.rows, pool.labels);
  const order = orderOf(run, pool.rows.length);
  const accounts = { error: new Account(minimumOfUnits(run, pool)!), positives: new Account(minimumOfUnits(run, pool)!) };
  /** Whether a purchase on its way counts, by row. */
  const open = new Map<number, Record<What, boolean> & { readonly key: number }>();
  const look = (): void => {
    for (const what of WHAT) accounts[what].look();
  };
  const watch: Observer<AnyActiveLearner> = {
    considered({ situation, decision, rounds }, i) {
      // Looks of a run without rounds are before every row, once its answers are there.
      if (rounds === undefined ? open.size === 0 : rounds.isNext(situation.time)) look();
      const isCounted = { error: active.judge.isWrong(situation.prediction, pool.labels[i]), positives: pool.labels[i] > 0 };
      const predicted = active.judge.predictedClass(situation.prediction);
      for (const what of WHAT) {
        accounts[what].consider(situation.rowImportance, decision.probability, isCounted[what] ? 1 : 0, predicted);
        if (decision.outcome === 'asked') accounts[what].buy(situation.time);
      }
      if (decision.outcome === 'asked') open.set(i, { ...isCounted, key: situation.time });
    },
    answered(_active, i) {
      const { key, ...isCounted } = open.get(i)!;
      open.delete(i);
      for (const what of WHAT) accounts[what].answer(key, isCounted[what]);
    },
  };
  activeLearn(active, { ...pool, order }, oracle, { record: () => undefined }, 0, order.length, watch);
  look();
  const { error, positives } = accounts;
  const half = ({ low, high }: ErrorEstimate): number => (100 * (high! - low!)) / 2;
  return {
    'error interval': Number(error.isMissed(error.plain)),
    'positives interval': Number(positives.isMissed(positives.plain)),
    'error certificate': Number(error.isMissedAtALook),
    'positives certificate': Number(positives.isMissedAtALook),
    ...(run.rounds === undefined && {
      'assisted positives interval': Number(positives.isMissed(positives.assisted)),
      [HALF]: half(positives.plain),
      [ASSISTED_HALF]: half(positives.assisted),
    }),
  };
}

/** Prints what so many runs come to: misses as their number, half-widths in points as their mean. */
function report(name: string, runs: number, spec: object, poolIn: (seed: number) => Dataset): void {
  const sums: Record<string, number> = {};
  for (let seed = 1; seed <= runs; seed++)
    for (const [what, value] of Object.entries(missesOf(spec, poolIn(seed), seed))) sums[what] = (sums[what] ?? 0) + value;
  const isHalf = (what: string): boolean => what.includes('half-width');
  const words = Object.entries(sums).map(([what, sum]) => `${what} ${isHalf(what) ? (sum / runs).toFixed(2) : sum}`);
  process.stdout.write(`${name}: of ${runs} runs missed: ${words.join(', ')}\n`);
}

const runs = Number(process.argv[2] ?? 400);
for (const [name, { spec, isWeighted = false }] of Object.entries(settings))
  report(name, runs, spec, (seed) => poolOf(seed, isWeighted));
for (const set of SETS) {
  const file = `../shared/data/${set}.svm.gz`;
  if (!existsSync(file)) continue;
  const pool = await readDataset(file, { labels: 'sign' });
  for (const effort of EFFORTS)
    report(`${set}, ${effort.budget} labels, explore ${effort.explore}`, Math.ceil(runs / 2), effort, () => pool);
}

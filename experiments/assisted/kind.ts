import { z } from 'zod';
import { rounded } from '../../src/numerics/display.ts';
import { sigmoid } from '../../src/numerics/elementary.ts';
import { type Dataset, type Split, splitWithConstant } from '../../src/rows/dataset.ts';
import { buildLoss, requireClasses } from '../../src/specs/build-learner.ts';
import { buildActiveLearner, buildOracle, minimumOfUnits } from '../../src/specs/build.ts';
import { SpecError } from '../../src/specs/choices.ts';
import { DEFAULT_REFIT, DEFAULTS, EVEN_EXPLORE, GUESS_DEFAULTS, PACED_DEFAULTS, PURPOSES } from '../../src/specs/defaults.ts';
import { parsed } from '../../src/specs/learner-spec.ts';
import { orderOf, type RunSpec } from '../../src/specs/run.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { CONFIDENCES } from '../../src/statistics/cell-means.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { MeanAccount } from '../../src/statistics/mean-account.ts';
import type { ActiveLearner } from '../../src/streams/active-learner.ts';
import { ErrorMeter } from '../../src/streams/measures/error-meter.ts';
import { activeLearn } from '../../src/streams/passes/active-learn.ts';
import { type Kind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';
import { GUESS_RUN, guessedPool, GUESSERS, LEARNER, marginsOf, shareRight } from './guessers.ts';
import { CONFIDENCE, estimateOf, ofPpi, ofRandom, randomLabels, RawGuesses, RunningMean, WatchedCount } from './accounts.ts';

/** What predicts: guesses that came with the rows, or the model that learns, whose margins tell rows apart. */
export const PREDICTORS = [...GUESSERS, 'model'] as const;
export type Predictor = (typeof PREDICTORS)[number];

const schema = z.strictObject({
  predictor: z.enum(PREDICTORS),
  budget: z.int().min(20),
  /** Runs of this cell; those of seed s are the ones from (s - 1) runs on. */
  runs: z.int().min(1),
  seed: z.int().min(1),
});
type Spec = Readonly<z.infer<typeof schema>>;

/** What an estimate came to over the runs of a cell, in shares. */
export interface Came {
  /** Mean over the runs of (its width / that of as many random labels)^2, and the variance of this number over the runs. */
  readonly labels: number;
  readonly variance: number;
  readonly width: number;
  /** Root of the mean squared error. */
  readonly rmse: number;
  /** Runs whose interval held the truth. */
  readonly covered: number;
}

/** Over the runs of a cell. */
export interface AssistedMeasurement {
  /** Share of positives in the pool, and of right guesses; of the model null. */
  readonly share: number;
  readonly right: number | null;
  /** Means: rows considered, and labels bought. */
  readonly rows: number;
  readonly labels: number;
  readonly ways: Readonly<Partial<Record<string, Came>>>;
  /** Runs whose certified bounds held the truth at every look. */
  readonly held: Readonly<Partial<Record<string, number>>>;
}

/**
 * Intervals of the share of positives in a pool, several ways of making them, each run beside Wilson's interval of as many labels drawn at
 * random without replacement from the rows that it considered.
 */
export const assisted: Kind<Spec, Spec, AssistedMeasurement> = {
  shape: schema.shape,
  parse: (given) => parsed(schema, given),
  admit(_, { train, validation }) {
    requireClasses(buildLoss(LEARNER), train);
    if (validation === undefined) throw new SpecError('guessers learn a part that is held back; expected a validation part');
  },
  run({ predictor, budget, runs, seed }, split) {
    const sums = new Sums();
    const isModel = predictor === 'model';
    const pool = isModel ? withConstant(split) : new Guessed(split, predictor);
    for (let run = (seed - 1) * runs + 1; run <= seed * runs; run++) {
      if (!(pool instanceof Guessed)) ofModel(pool, budget, run, sums);
      else for (const tried of [asGuessed, evenly]) tried(pool, budget, run, sums);
    }
    const { labels } = split.train;
    const share = labels.filter((label) => label > 0).length / labels.length;
    return { share, right: pool instanceof Guessed ? pool.right : null, ...sums.over(runs) };
  },
  measured: measured({
    ...Object.fromEntries(['share', 'right', 'rows', 'labels'].map((name) => [name, stored])),
    ways: z.record(z.string(), z.record(z.string(), stored)),
    held: z.record(z.string(), stored),
  }),
  quantities: {
    'labels bought': ({ labels }) => labels,
    'share of right guesses': ({ right }) => right,
  },
};

function withConstant(split: Split): Dataset {
  return splitWithConstant(split, {}).train;
}

/** A pool of guesses, and the probability of the positive class that each says. */
class Guessed {
  readonly pool: Dataset;
  readonly probabilities: Float64Array;
  readonly right: number;

  constructor(split: Split, predictor: Exclude<Predictor, 'model'>) {
    const margins = marginsOf(split, predictor);
    this.pool = guessedPool(split.train, margins);
    this.probabilities = margins.map(sigmoid);
    this.right = shareRight(margins, split.train.labels);
  }
}

/** Of means that are stored. */
const DIGITS = 5;

/** An estimate beside the truth and the reference. */
class Sums {
  readonly #of: Record<string, { labels: number; squares: number; width: number; error: number; covered: number }> = {};
  readonly #held: Record<string, number> = {};
  #rows = 0;
  #labels = 0;

  run(rows: number, labels: number): void {
    this.#rows += rows;
    this.#labels += labels;
  }

  add(way: string, { value, low, high }: Estimate, { truth, interval }: Reference): void {
    const sums = (this.#of[way] ??= { labels: 0, squares: 0, width: 0, error: 0, covered: 0 });
    const ratio = ((high - low) / (interval.high - interval.low)) ** 2;
    sums.labels += ratio;
    sums.squares += ratio * ratio;
    sums.width += high - low;
    sums.error += (value - truth) ** 2;
    // Where every row was bought both are sums of the same rows.
    sums.covered += Number(low - 1e-9 <= truth && truth <= high + 1e-9);
  }

  look(what: string, isOutside: boolean): void {
    this.#held[what] = (this.#held[what] ?? 0) + Number(!isOutside);
  }

  over(runs: number): Pick<AssistedMeasurement, 'rows' | 'labels' | 'ways' | 'held'> {
    const ways = Object.entries(this.#of).map(([way, { labels, squares, width, error, covered }]) => {
      const variance = runs < 2 ? 0 : Math.max(0, squares - (labels * labels) / runs) / (runs - 1);
      const came = { labels: labels / runs, variance, width: width / runs, rmse: Math.sqrt(error / runs) };
      const short = Object.fromEntries(Object.entries(came).map(([name, x]) => [name, rounded(x, DIGITS)])) as typeof came;
      return [way, { ...short, covered }] as const;
    });
    return { rows: this.#rows / runs, labels: this.#labels / runs, ways: Object.fromEntries(ways), held: this.#held };
  }
}

/** Is told of every row what the rule saw, and of every label. */
interface Watch {
  considered(i: number, p: number): void;
  answered(i: number, p: number): void;
}

/** One run over a pool: the rows that it considered, in their order, and how many labels it bought. */
interface Ran {
  readonly active: ActiveLearner;
  readonly met: Uint32Array;
  readonly labels: number;
}

function runOver(spec: RunSpec, pool: Dataset, meter: ErrorMeter, watch: Watch): Ran {
  const active = buildActiveLearner(spec, pool);
  const oracle = buildOracle(spec, active.learner.loss, pool.rows, pool.labels);
  const order = orderOf(spec, pool.rows.length);
  const rows = activeLearn(active, { ...pool, order }, oracle, { record: () => undefined }, 0, order.length, {
    considered(_, i) {
      meter.considered(active, i);
      watch.considered(i, active.decision.probability);
    },
    answered(_, i, answer) {
      meter.answered(active, i, answer);
      watch.answered(i, active.decision.probability);
    },
  });
  return { active, met: order.subarray(0, rows), labels: active.situation.queries };
}

/** The run that the command line makes of guesses. */
function asGuessed({ pool, probabilities }: Guessed, budget: number, seed: number, sums: Sums): void {
  const isPositive = (i: number): boolean => pool.labels[i] > 0;
  const isWrong = (i: number): boolean => probabilities[i] >= 0.5 !== isPositive(i);
  const spec = parseRunSpec({
    ...GUESS_RUN,
    query: { name: GUESS_DEFAULTS.query },
    explore: GUESS_DEFAULTS.explore,
    budget,
    seed,
  });
  const meter = new ErrorMeter({ classes: 2, assistance: CONFIDENCES });
  const raw = new RawGuesses();
  const minimum = minimumOfUnits(spec, pool)!;
  const [positives, mistakes] = [new WatchedCount(minimum), new WatchedCount(minimum)];
  const own = runOver(spec, pool, meter, {
    considered(i, p) {
      raw.consider(p, probabilities[i]);
      positives.consider(p, isPositive(i));
      mistakes.consider(p, isWrong(i));
    },
    answered(i, p) {
      raw.buy(p, probabilities[i], isPositive(i));
      positives.buy(i, isPositive(i));
      mistakes.buy(i, isWrong(i));
    },
  });
  sums.run(own.met.length, own.labels);
  for (const [what, watched] of Object.entries({ share: positives, mistakes })) {
    watched.look();
    sums.look(what, watched.isOutside);
  }
  const share = referenceOf(own, seed, isPositive);
  sums.add('guess', estimateOf(meter.shares('over')[1]), share);
  sums.add('raw guess', raw.end(), share);
  sums.add('random', share.interval, share);
  sums.add('ppi', ppiOf(own, share, probabilities), share);
  const said = shareIn(own.met, (i) => probabilities[i] >= 0.5);
  sums.add('machine', { value: said, low: said, high: said }, share);
  sums.add('error', estimateOf(meter.estimate(own.active, 'over')), referenceOf(own, seed, isWrong));
}

/** Labels spread evenly over the rows, as the command line spreads those of numbers. */
function evenly({ pool, probabilities }: Guessed, budget: number, seed: number, sums: Sums): void {
  const isPositive = (i: number): boolean => pool.labels[i] > 0;
  const spec = parseRunSpec({ ...GUESS_RUN, query: { name: 'random' }, explore: EVEN_EXPLORE.random, budget, seed });
  const meter = new ErrorMeter({ classes: 2, assistance: CONFIDENCES });
  const running = new RunningMean();
  const tuned = new MeanAccount(minimumOfUnits(spec, pool));
  const met = { rows: 0, positives: 0, isOutside: false };
  const own = runOver(spec, pool, meter, {
    considered(i, p) {
      running.consider(p);
      tuned.consider(1, p, probabilities[i]);
      met.rows++;
      met.positives += Number(isPositive(i));
    },
    answered(i) {
      running.buy(i, isPositive(i));
      tuned.buy(i);
      tuned.answer(i, Number(isPositive(i)));
      const [low, high] = tuned.bounds(CONFIDENCE)!;
      met.isOutside ||= met.positives < low * met.rows - 1e-9 || met.positives > high * met.rows + 1e-9;
    },
  });
  sums.look('share with lambda', met.isOutside);
  const share = referenceOf(own, seed, isPositive);
  sums.add('running mean', running.end(), share);
  sums.add('guess, evenly', estimateOf(meter.shares('over')[1]), share);
  sums.add('guess, lambda', estimateOf(tuned.estimate('over')), share);
}

/** The run that the command line makes of a purpose, estimates, where nothing is guessed: what the model says of rows tells them apart. */
function ofModel(pool: Dataset, budget: number, seed: number, sums: Sums): void {
  const isPositive = (i: number): boolean => pool.labels[i] > 0;
  const spec = parseRunSpec({
    ...{ ...LEARNER, ...PACED_DEFAULTS, query: { name: DEFAULTS.query }, refit: DEFAULT_REFIT },
    ...{ explore: PURPOSES.estimate, budget, coins: 'pool', seed },
  });
  const meter = new ErrorMeter({ classes: 2, assistance: 1 });
  const positives = new WatchedCount(minimumOfUnits(spec, pool)!);
  const own = runOver(spec, pool, meter, {
    considered: (i, p) => {
      positives.consider(p, isPositive(i));
    },
    answered: (i) => {
      positives.buy(i, isPositive(i));
    },
  });
  sums.run(own.met.length, own.labels);
  positives.look();
  sums.look('share', positives.isOutside);
  const share = referenceOf(own, seed, isPositive);
  sums.add('model', estimateOf(meter.shares('over')[1]), share);
  sums.add('random', share.interval, share);
}

/** What a share is, and what as many labels drawn at random would say. */
interface Reference {
  readonly truth: number;
  readonly interval: Estimate;
  readonly drawn: readonly number[];
  readonly z: readonly number[];
}

function referenceOf({ met, labels }: Ran, seed: number, isCounted: (i: number) => boolean): Reference {
  const drawn = randomLabels(met, labels, seed);
  const z = drawn.map((i) => Number(isCounted(i)));
  return { truth: shareIn(met, isCounted), interval: ofRandom(z, met.length), drawn, z };
}

function ppiOf({ met }: Ran, { drawn, z }: Reference, probabilities: Float64Array): Estimate {
  const m = drawn.map((i) => probabilities[i]);
  const meanGuess = met.reduce((sum, i) => sum + probabilities[i], 0) / met.length;
  return ofPpi({ z, m, rows: met.length, meanGuess });
}

function shareIn(rows: Uint32Array, isCounted: (i: number) => boolean): number {
  return rows.reduce((sum, i) => sum + Number(isCounted(i)), 0) / rows.length;
}

import { z } from 'zod';
import type { Dataset, Split } from '../../src/rows/dataset.ts';
import { guessRows } from '../../src/rows/guesses.ts';
import { buildLoss, requireClasses } from '../../src/specs/build-learner.ts';
import { buildActiveLearner, buildOracle } from '../../src/specs/build.ts';
import { SpecError } from '../../src/specs/choices.ts';
import { EVEN_EXPLORE, GUESS_DEFAULTS } from '../../src/specs/defaults.ts';
import { parsed } from '../../src/specs/learner-spec.ts';
import { orderOf } from '../../src/specs/run.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { mean, quantile } from '../../src/statistics/small-samples.ts';
import { activeLearn } from '../../src/streams/passes/active-learn.ts';
import type { LeadStopping } from '../../src/streams/stopping/lead.ts';
import { type Kind, numbers } from '../../src/studies/cells/kinds/kind.ts';
import { GUESS_RUN, GUESSERS, LEARNER, marginsOf } from '../assisted/guessers.ts';

/**
 * Which rows are asked about, and how: of two guesses those in which they differ, by the rule of the command line or evenly; or all of
 * them at random. Of these the ones in which the guesses differ tell of the lead; the others are bought as well, as many as there are in
 * proportion.
 */
export const WAYS = ['differing', 'differing, evenly', 'random'] as const;

const guesser = z.enum(GUESSERS);
const schema = z.strictObject({
  first: guesser,
  second: guesser,
  way: z.enum(WAYS),
  budget: z.int().min(20),
  /** A run also ends when the two are certified to differ by at most this share of all rows. */
  limit: z.number().gt(0).lt(1),
  /** Runs of this cell; those of seed s are the ones from (s - 1) runs on. */
  runs: z.int().min(1),
  seed: z.int().min(1),
});
type Spec = Readonly<z.infer<typeof schema>>;

/** Over the runs of a cell. */
export interface ComparisonMeasurement {
  /** Share of right guesses of the first less that of the second, and of rows in which they differ. */
  readonly lead: number;
  readonly differing: number;
  /** Runs that a certificate ended, and of these those whose certificate was wrong. */
  readonly certified: number;
  readonly wrong: number;
  /** Runs whose certified bounds held the lead to the end. */
  readonly held: number;
  /** Labels bought until the end, with a certificate or without: the mean, and the 10th, 50th and 90th percentile. */
  readonly labels: number;
  readonly few: number;
  readonly middle: number;
  readonly many: number;
}

/** Labels until it is certified which of two guesses is right more often. */
export const comparison: Kind<Spec, Spec, ComparisonMeasurement> = {
  shape: schema.shape,
  parse: (given) => parsed(schema, given),
  admit(_, { train, validation }) {
    requireClasses(buildLoss(LEARNER), train);
    if (validation === undefined) throw new SpecError('guessers learn a part that is held back; expected a validation part');
  },
  run(spec, split) {
    const { runs, seed, limit } = spec;
    const { pool, lead, differing } = rivals(spec, split);
    const share = spec.way === 'random' ? differing : 1;
    const of = split.train.labels.length;
    const ends = Array.from({ length: runs }, (_, r) => endOf({ ...spec, of }, pool, share, (seed - 1) * runs + r + 1));
    const labels = ends.map((end) => end.labels / share);
    const isWrong = ({ low, high }: Ends): boolean =>
      (low > 0 && lead <= 0) || (high < 0 && lead >= 0) || (low <= 0 && high >= 0 && Math.abs(lead) > limit);
    const certified = ends.filter(({ isCertified }) => isCertified);
    return {
      ...{ lead, differing, certified: certified.length, wrong: certified.filter(isWrong).length },
      held: ends.filter(({ low, high }) => low - 1e-9 <= lead && lead <= high + 1e-9).length,
      ...{ labels: mean(labels), few: quantile(labels, 0.1), middle: quantile(labels, 0.5), many: quantile(labels, 0.9) },
    };
  },
  measured: numbers('lead', 'differing', 'certified', 'wrong', 'held', 'labels', 'few', 'middle', 'many'),
  quantities: {
    'labels until the end': ({ labels }) => labels,
    'runs certified': ({ certified }) => certified,
  },
};

interface Ends {
  readonly low: number;
  readonly high: number;
  readonly labels: number;
  readonly isCertified: boolean;
}

/** The rows in which two guesses differ, with both, and the truth over all rows of the pool. */
function rivals({ first, second }: Spec, split: Split) {
  const { name, labels } = split.train;
  const [one, other] = [marginsOf(split, first), marginsOf(split, second, 2)].map((margins) =>
    Array.from(margins, (margin) => Number(margin >= 0)),
  );
  const differing = [...labels.keys()].filter((i) => one[i] !== other[i]);
  const guesses = differing.map((i) => ({ guessed: one[i], confidence: undefined, rival: other[i] }));
  const pool: Dataset = { name, rows: guessRows(guesses, 2), labels: Float64Array.from(differing, (i) => labels[i]) };
  const ahead = differing.reduce((sum, i) => sum + (one[i] === Number(labels[i] > 0) ? 1 : -1), 0);
  return { pool, lead: ahead / labels.length, differing: differing.length / labels.length };
}

/** One run on these rows, for which there is this share of the budget. */
function endOf({ way, budget, limit, of }: Spec & { readonly of: number }, pool: Dataset, share: number, seed: number): Ends {
  const isRule = way === 'differing';
  const spec = parseRunSpec({
    ...GUESS_RUN,
    query: { name: isRule ? GUESS_DEFAULTS.query : 'random' },
    explore: isRule ? GUESS_DEFAULTS.explore : EVEN_EXPLORE.random,
    stop: { measure: 'lead', first: 'first', second: 'second', of, limit },
    ...{ budget: Math.round(budget * share), seed },
  });
  const active = buildActiveLearner(spec, pool);
  const oracle = buildOracle(spec, active.learner.loss, pool.rows, pool.labels);
  const order = orderOf(spec, pool.rows.length);
  activeLearn(active, { ...pool, order }, oracle, { record: () => undefined }, 0, order.length);
  const stopping = active.stopping as LeadStopping;
  const { low, high } = stopping.certified;
  return { low, high, labels: active.situation.queries, isCertified: stopping.isReached };
}

/**
 * One forecast of what a rule would buy from a pool of N rows, made from the n labelled rows of a pilot.
 *
 * The probability of a purchase depends on how many examples went before, so the pilot has to pass for a stream of N: its rows
 * come round in epochs, shuffled anew each time. Rows that come again are known by heart and bought too rarely; rows whose own
 * lessons are taken back (ForgettingLearner) miss what N different rows would have taught, and are bought too often. The truth
 * lies between, as a rule, and the forecast is the middle of both. A fifth of the pilot is left out and judges the learner.
 */
import type { Dataset } from '../data/dataset.ts';
import { selectRows } from '../data/select-rows.ts';
import type { LinearLearner } from '../learners/linear.ts';
import { permutation, randomStream } from '../numerics/random.ts';
import { ActiveLearner } from '../streams/active-learner.ts';
import { activeLearn } from '../streams/active-learn.ts';
import { LabelOracle } from '../streams/oracle.ts';
import { ProgressiveValidation } from '../streams/progressive.ts';
import { buildLearner, buildQuery } from './build.ts';
import { ForgettingLearner } from './calibrate-learner.ts';
import { labelsFor } from './label-check.ts';
import { errorOn } from './simulate.ts';
import type { RunSpec } from './spec.ts';

/** The pilot of one run: what it learns from, and what judges it. */
export interface PilotSplit {
  readonly lessons: Dataset;
  readonly judges: Dataset;
}

/** Of one run; labels are numbers of labels of a stream of N. */
export interface StreamForecast {
  /** Of rows known by heart. */
  readonly remembered: number;
  /** Of rows whose own lessons are taken back. */
  readonly forgotten: number;
  /** Error on the rows left out, of the learner that remembers. */
  readonly error: number;
}

const JUDGES = 1 / 5;

/** Leaves out a fifth, drawn by the seed; of fewer than five rows, one. */
export function splitPilot(pilot: Dataset, seed: number): PilotSplit {
  const n = pilot.rows.length;
  const order = permutation(n, randomStream(seed, 'pilot'));
  const judges = Math.max(1, Math.floor(JUDGES * n));
  return {
    judges: selectRows(pilot, order.subarray(0, judges), 'judges'),
    lessons: selectRows(pilot, order.subarray(judges), 'lessons'),
  };
}

/** Throws DivergenceError where learning leaves the numbers. */
export function forecastStream(spec: RunSpec, split: PilotSplit, poolSize: number): StreamForecast {
  const { lessons } = split;
  const order = epochs(lessons.rows.length, poolSize, spec.seed);
  const fresh = (): LinearLearner => buildLearner(spec, lessons.rows.columns);
  const remembering = learned(spec, fresh(), split, order);
  const forgetting = learned(spec, new ForgettingLearner(fresh(), lessons.rows.length), split, order);
  return { remembered: remembering.labels, forgotten: forgetting.labels, error: remembering.error };
}

function learned(spec: RunSpec, learner: LinearLearner, { lessons, judges }: PilotSplit, order: Uint32Array): { labels: number; error: number } {
  const labels = labelsFor(learner.loss, lessons);
  const oracle = new LabelOracle(labels);
  const active = new ActiveLearner({ learner, query: buildQuery(spec, lessons.rows.columns), coin: randomStream(spec.seed, 'query') });
  activeLearn(active, { rows: lessons.rows, order }, oracle, new ProgressiveValidation(learner.loss, labels), 0, order.length);
  return { labels: oracle.sold, error: errorOn(learner, judges) };
}

/** `length` rows of n: all of them in a random order, again and again. */
function epochs(n: number, length: number, seed: number): Uint32Array {
  const random = randomStream(seed, 'epochs');
  const order = new Uint32Array(length);
  for (let at = 0; at < length; at += n) order.set(permutation(n, random).subarray(0, length - at), at);
  return order;
}

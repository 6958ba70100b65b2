/**
 * A race: the time of one active pass against one passive pass over the same rows, in one process and alternating, so that
 * a machine that slows down slows both. Rows come in file order, as they would from a disk.
 *
 * The passive entrant is the plain online learner (streams/passive-learn.ts), not the active loop asked to buy everything.
 */
import { activeLearn } from '../streams/active-learn.ts';
import { LabelOracle } from '../streams/oracle.ts';
import { passiveLearn } from '../streams/passive-learn.ts';
import { ProgressiveValidation } from '../streams/progressive.ts';
import { buildActiveLearner, buildLearner, labelsFor } from './build.ts';
import type { Split } from './simulate.ts';
import type { RunSpec } from './spec.ts';

export interface Race {
  readonly title: string;
  readonly dataset: string;
  readonly passive: RunSpec;
  readonly active: RunSpec;
  /** Counted laps of each, after one uncounted. */
  readonly laps: number;
}

export interface RaceResult {
  readonly race: Race;
  /** Seconds of each lap. */
  readonly passive: readonly number[];
  readonly active: readonly number[];
  /** Share of the labels the active entrant bought. */
  readonly fractionQueried: number;
}

export function race(entry: Race, { train }: Split, clock: () => number): RaceResult {
  const n = train.rows.length;
  const order = Uint32Array.from({ length: n }, (_, i) => i);

  const passiveLap = (): number => {
    const learner = buildLearner(entry.passive, train.rows.columns);
    const labels = labelsFor(learner.loss, train);
    const evaluator = new ProgressiveValidation(learner.loss, labels);
    const start = clock();
    passiveLearn(learner, { rows: train.rows, labels, order }, evaluator, 0, n);
    return clock() - start;
  };

  let fractionQueried = 0;
  const activeLap = (): number => {
    const active = buildActiveLearner(entry.active, train.rows.columns);
    const { loss } = active.learner;
    const labels = labelsFor(loss, train);
    const oracle = new LabelOracle(labels);
    const evaluator = new ProgressiveValidation(loss, labels);
    const start = clock();
    activeLearn(active, { rows: train.rows, order }, oracle, evaluator, 0, n);
    const seconds = clock() - start;
    fractionQueried = oracle.sold / n;
    return seconds;
  };

  passiveLap();
  activeLap();
  const passive: number[] = [];
  const active: number[] = [];
  for (let lap = 0; lap < entry.laps; lap++) {
    passive.push(passiveLap());
    active.push(activeLap());
  }
  return { race: entry, passive, active, fractionQueried };
}

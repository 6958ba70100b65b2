import type { Dataset } from '../../src/rows/dataset.ts';
import { classesOf } from '../../src/losses/loss.ts';
import { randomStream, permutation } from '../../src/numerics/random.ts';
import { mean, standardError } from '../../src/statistics/small-samples.ts';
import { floored } from '../../src/queries/query.ts';
import { ActiveLearner } from '../../src/streams/active-learner.ts';
import { activeLearn, type Observer } from '../../src/streams/passes/active-learn.ts';
import { knowing, type Decorator } from '../../src/streams/oracles/annotator.ts';
import { AnnotatorOracle } from '../../src/streams/oracles/oracle.ts';
import { ProgressiveValidation } from '../../src/streams/measures/class-measures.ts';
import { buildRule, logisticLearner, type RuleName } from './rules.ts';
import { toyTask } from './toy.ts';

/** Runs of active learning on a small stream, for laws that compare them. */

export const task = toyTask({ rows: 300, seed: 1 });
export const order = permutation(300, randomStream(1, 'order'));

/** The same stream with importances of its rows, 0 and 1 among them. */
export const weightedTask: Dataset & { readonly importances: Float64Array } = { ...task, importances: drawnImportances(300) };

function drawnImportances(rows: number): Float64Array {
  const random = randomStream(1, 'importances');
  return Float64Array.from({ length: rows }, () => [0, 0.3, 1, 2.5][random.below(4)]);
}

export interface Run {
  readonly rule: RuleName;
  readonly seed?: number;
  readonly data?: Dataset;
  readonly order?: Uint32Array;
  readonly floor?: number;
  readonly budget?: number;
  readonly decorators?: readonly Decorator[];
  readonly observer?: Observer;
}

/** Everything a run consists of, before it begins. */
export function prepared({ rule, seed = 1, data = task, floor, budget, decorators = [] }: Run) {
  const newLearner = () => logisticLearner(data.rows.columns);
  const plain = buildRule(rule, newLearner, { random: randomStream(seed, 'rule') });
  const active = new ActiveLearner({
    learner: newLearner(),
    query: floor === undefined ? plain : floored(plain, floor),
    coin: randomStream(seed, 'query'),
  });
  const annotator = decorators.reduce((inner, decorate) => decorate(inner), knowing(data.labels));
  return {
    active,
    oracle: new AnnotatorOracle(annotator, budget),
    evaluator: new ProgressiveValidation(active.learner.loss, data.labels, data.importances),
  };
}

/** The whole stream, in pieces that end at the given positions. */
export function run(what: Run, stops: readonly number[] = []) {
  const {
    data = task,
    order: given = data.rows === task.rows ? order : Uint32Array.from({ length: data.rows.length }, (_, i) => i),
  } = what;
  const parts = prepared(what);
  let from = 0;
  for (const to of [...stops, given.length]) {
    activeLearn(parts.active, { ...data, order: given }, parts.oracle, parts.evaluator, from, to, what.observer);
    from = to;
  }
  return { ...parts, weights: parts.active.learner.weights() };
}

/** How many standard errors the mean of the values lies from what it should be. */
export function deviations(values: readonly number[], wanted: number): number {
  const gap = mean(values) - wanted;
  return gap === 0 ? 0 : Math.abs(gap) / standardError(values);
}

/** What a decorator of this task's oracle is built with. */
export function annotatorContext(data: Dataset = task, seed = 1) {
  return { rows: data.rows, classes: classesOf(logisticLearner(1).loss), random: randomStream(seed, 'oracle') };
}

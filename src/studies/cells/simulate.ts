import { buildActiveLearner, buildOracle } from '../../specs/build.ts';
import { labelsFor } from '../../specs/labels-for.ts';
import { orderOf } from '../../specs/order.ts';
import type { RunSpec } from '../../specs/run-spec.ts';
import { columnsOf, splitWithConstant, type Split } from '../../rows/split.ts';
import type { Observer } from '../../streams/active-learn.ts';
import type { Measurement } from '../../streams/measurement.ts';
import { measure } from './measure.ts';

/**
 * One simulated run: a spec and its data in, the measured curve out, and the seconds that learning took.
 *
 * Rows get the constant feature that the spec wants; rows without any feature are learned like others. What is measured, and when,
 * is said at `measure`.
 *
 * @throws SpecError where the labels are none that the loss of the spec can learn.
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function simulate(
  spec: RunSpec,
  asRead: Split,
  clock?: () => number,
  observer?: Observer,
): { measurement: Measurement; seconds: number } {
  const split = splitWithConstant(asRead, spec);
  const { train } = split;
  const active = buildActiveLearner(spec, train, columnsOf(split));
  const { loss } = active.learner;
  const oracle = buildOracle(spec, loss, train.rows, labelsFor(loss, train));
  const order = orderOf(spec, train.rows.length);
  return measure(
    { active, oracle, order, ...(spec.perDecade !== undefined && { perDecade: spec.perDecade }) },
    split,
    clock,
    observer,
  );
}

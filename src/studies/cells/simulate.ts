import { buildActiveLearner, buildOracle } from '../../specs/build.ts';
import { labelsFor } from '../../specs/traits/labels-for.ts';
import { orderOf } from '../../specs/order.ts';
import type { RunSpec } from '../../specs/run.ts';
import { columnsOf, splitWithConstant, type Split } from '../../rows/selection.ts';
import type { Observer } from '../../streams/passes/active-learn.ts';
import { inOrder } from './in-order.ts';
import type { ErrorsWanted } from './measures/score.ts';
import { measure } from './measures/measure.ts';

/** A run, and what is measured of it besides. */
export interface MeasuredSpec extends RunSpec, ErrorsWanted {}

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
  spec: MeasuredSpec,
  asRead: Split,
  clock?: () => number,
  observer?: Observer,
): ReturnType<typeof measure> {
  const split = splitWithConstant(asRead, spec);
  const active = buildActiveLearner(spec, split.train, columnsOf(split));
  const { loss } = active.learner;
  // Whoever observes rows, sells their labels by what they are, or fits models to them knows them by their numbers in the data.
  const fits = spec.final !== undefined || spec.refit !== undefined;
  const isAnonymous = observer === undefined && spec.oracle === undefined && !fits;
  const { train, order } = isAnonymous
    ? inOrder(split.train, spec)
    : { train: split.train, order: orderOf(spec, split.train.rows.length) };
  const oracle = buildOracle(spec, loss, train.rows, labelsFor(loss, train));
  return measure(
    {
      ...{ active, oracle, order },
      ...(spec.perDecade !== undefined && { perDecade: spec.perDecade }),
      ...(spec.errors && { errors: spec.errors }),
    },
    { ...split, train },
    clock,
    observer,
  );
}

import type { ScalarLaw } from './points.ts';
import * as motions from './loss-motion-laws.ts';
import * as values from './loss-value-laws.ts';
import { hasDigits } from './rounding.ts';

const finite: ScalarLaw = (loss, { p, y, tau }) => {
  const results = {
    value: loss.value(p, y),
    slope: loss.slope(p, y),
    curvature: loss.curvature(p, y),
    infimum: loss.infimum(y),
    excess: loss.excess(p, y),
    flow: loss.flow(p, y, tau),
    proximal: loss.proximal(p, y, tau),
  };
  const [name, found] = Object.entries(results).find(([, result]) => !Number.isFinite(result)) ?? [];
  return name === undefined ? undefined : `${name} is ${found}`;
};

/** Laws for every point. */
const sturdyLaws: Readonly<Record<string, ScalarLaw>> = {
  finite,
  timeIsANumber: motions.timeIsANumber,
  excessIsAboveInfimum: values.excessIsAboveInfimum,
  noTimeNoMove: motions.noTimeNoMove,
};

/** Laws about digits, for points that have theirs. */
const exactLaws: Readonly<Record<string, ScalarLaw>> = {
  flowReachesInfimum: values.flowReachesInfimum,
  slopeSupportsTheLoss: values.slopeSupportsTheLoss,
  curvatureIsTheSlopesRate: values.curvatureIsTheSlopesRate,
  conjugateSupportsTheLoss: values.conjugateSupportsTheLoss,
  conjugateEndsWithTheSlopes: values.conjugateEndsWithTheSlopes,
  initialSpeed: motions.initialSpeed,
  semigroup: motions.semigroup,
  neverOvershoots: motions.neverOvershoots,
  ordered: motions.ordered,
  proximalIsStationary: motions.proximalIsStationary,
  timeInvertsFlow: motions.timeInvertsFlow,
  timeIsInfiniteOutOfReach: motions.timeIsInfiniteOutOfReach,
};

function whereDigits(law: ScalarLaw): ScalarLaw {
  return (loss, point, parameters) => (hasDigits(point) ? law(loss, point, parameters) : undefined);
}

/**
 * The laws of losses (src/losses/loss.ts), as functions from a loss and a point to a counterexample (or undefined): the law
 * tests run them over the whole registry, and the mutation check runs them over planted mistakes that they have to find.
 */
export const lossLaws: Readonly<Record<string, ScalarLaw>> = {
  ...sturdyLaws,
  ...Object.fromEntries(Object.entries(exactLaws).map(([name, law]) => [name, whereDigits(law)])),
};

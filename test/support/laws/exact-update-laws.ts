import type { Loss } from '../../../src/losses/loss.ts';
import { clip } from '../../../src/numerics/elementary.ts';
import type { updates } from '../../../src/updates/index.ts';
import type { UpdateRule } from '../../../src/updates/rules.ts';
import { EPS, FEW, LARGEST, type Point, size, TINY } from '../../../src/laws/points.ts';
import type { Given } from './arbitraries.ts';
import { Big } from '../big.ts';
import { agrees, flowTime, implicitTime, judgeMove, judgeTime, predictionsNear, targetsOf } from './exact-laws.ts';
import { exactLoss, type ExactLoss } from '../references/exact-losses.ts';

/**
 * Laws that hold every update rule and its inverse against the printed formula in 2,400 bits, at any size of margin and time.
 * Rules that stand on the slope of the loss (all but invariant and implicit) have the digits that the slope has: one below the
 * normal numbers costs a rule tau times as much.
 */

interface Exact {
  move(loss: Loss, at: ExactLoss, point: Point, found: number): string | undefined;
  time(loss: Loss, at: ExactLoss, point: Point, target: number, found: number): string | undefined;
}

type Step = (at: ExactLoss, p: Big, tau: Big) => Big;
/** Time to a target at this distance downhill, or undefined where it is never reached. */
type Reach = (at: ExactLoss, p: Big, distance: Big) => readonly (Big | undefined)[];

const ZERO = Big.zero;
const ONE = Big.of(1);
const SLACK = Big.of(FEW * EPS);
const TOP = Big.of(LARGEST);
const LOST = Big.of(TINY);

const gradientStep: Step = (at, p, tau) => tau.times(at.slope(p)).negated();

const gradientReach: Reach = (at, p, distance) => {
  const slope = at.slope(p).abs();
  return [slope.sign() === 0 ? undefined : distance.over(slope)];
};

/** A rule that is a formula of slope, curvature and excess at p. */
function formula(step: Step, reach: Reach): Exact {
  return {
    move(loss, at, { p, y, tau }, found) {
      if (isLost(at, Big.of(p))) return undefined;
      const wanted = cornersNear(loss, p, y).map((x) => step(at, x, Big.of(tau)));
      const noise = LOST.plus(LOST.times(Big.of(tau)));
      return agrees(found, wanted, noise) ? undefined : `moves by ${found}, exactly ${Number(wanted[0])}`;
    },
    time(loss, at, { p, y }, target, found) {
      if (isLost(at, Big.of(p))) return undefined;
      if (target === p) return found === 0 ? undefined : `timeTo of nothing is ${found}`;
      const way = Big.of(target).minus(Big.of(p));
      const wanted = cornersNear(loss, p, y).flatMap((x) =>
        way.sign() === -at.slope(x).sign() ? reach(at, x, way.abs()) : [undefined],
      );
      const reached = wanted.filter((each) => each !== undefined);
      if (found === Infinity && reached.length < wanted.length) return undefined;
      const ways = reached.length < wanted.length ? [...reached, TOP] : reached;
      return reached.length > 0 && agrees(found, ways)
        ? undefined
        : `timeTo(${target}) is ${found}, exactly ${wanted[0] === undefined ? 'never' : Number(wanted[0])}`;
    },
  };
}

/** Whether slope, curvature or excess is no normal number: doubles have lost it to underflow or overflow. */
function isLost(at: ExactLoss, x: Big): boolean {
  const [slope, excess, curvature] = [at.slope(x).abs(), at.excess(x), at.curvature(x)];
  const isSmall = (value: Big): boolean => value.sign() !== 0 && value.isBelow(LOST);
  return isSmall(slope) || isSmall(excess) || TOP.isBelow(slope) || TOP.isBelow(curvature);
}

/** The predictions near p, with those to both sides of a corner of the slope that p may be rounded across. */
function cornersNear(loss: Loss, p: number, y: number): readonly Big[] {
  const near = predictionsNear(loss, p, y);
  const aside = FEW * EPS * size(loss, p, y);
  if (loss.labels === 'unit' || loss.curvature(p - aside, y) === loss.curvature(p + aside, y)) return near;
  const nudge = Big.of(aside);
  return near.flatMap((x) => [x, x.minus(nudge), x.plus(nudge)]);
}

const motion = (time: typeof flowTime): Exact => ({
  move: (loss, at, point, found) => judgeMove(loss, at, time, point, found),
  time: (loss, at, point, target, found) => judgeTime(loss, at, time, point, target, found),
});

/** A missing name is a compile error. */
const exact: Record<keyof typeof updates, Exact> = {
  invariant: motion(flowTime),
  implicit: {
    ...motion(implicitTime),
    /** It reads the slope at the target. */
    time: (loss, at, point, target, found) =>
      isLost(at, Big.of(target)) ? undefined : motion(implicitTime).time(loss, at, point, target, found),
  },
  naive: formula(gradientStep, gradientReach),
  resampled: formula(gradientStep, gradientReach),
  quadratic: formula(
    (at, p, tau) =>
      at
        .slope(p)
        .negated()
        .over(ONE.over(tau).plus(at.curvature(p))),
    (at, p, distance) => {
      const [slope, bend] = [at.slope(p).abs(), distance.times(at.curvature(p))];
      const noise = slope.plus(bend).times(SLACK);
      return [ZERO, noise, noise.negated()].map((off) => {
        const there = slope.minus(bend).plus(off);
        return there.sign() > 0 ? distance.over(there) : undefined;
      });
    },
  ),
  truncated: formula(
    (at, p, tau) => {
      const slope = at.slope(p);
      if (slope.sign() === 0) return ZERO;
      const [length, reach] = [tau.times(slope.abs()), at.excess(p).over(slope.abs())];
      const step = length.isBelow(reach) ? length : reach;
      return slope.sign() > 0 ? step.negated() : step;
    },
    (at, p, distance) => {
      const slope = at.slope(p).abs();
      if (slope.sign() === 0) return [undefined];
      const [time, reach] = [distance.over(slope), at.excess(p).over(slope)];
      const margin = distance.minus(reach);
      // The exact reach is reached; next to it, rounding decides.
      const isClose = margin.sign() !== 0 && margin.abs().isBelow(reach.times(SLACK));
      return isClose ? [time, undefined] : [margin.sign() <= 0 ? time : undefined];
    },
  ),
};

const exactOf = ({ name }: UpdateRule): Exact => exact[name as keyof typeof updates];

export type ExactUpdateLaw = (update: UpdateRule, loss: Loss, point: Point, parameters: Given) => string | undefined;

const moveIsExact: ExactUpdateLaw = (update, loss, point, parameters) => {
  const { p, y, tau } = point;
  return exactOf(update).move(loss, exactLoss(loss.name, y, parameters), point, update(loss, p, y, tau));
};

/** Targets of the loss, and as far as tangent and second-order model go. */
const timeIsExact: ExactUpdateLaw = (update, loss, point, parameters) => {
  const { p, y } = point;
  const at = exactLoss(loss.name, y, parameters);
  const [low, high] = loss.domain;
  const slope = loss.slope(p, y);
  const models =
    slope === 0
      ? []
      : [loss.excess(p, y) / slope, slope / loss.curvature(p, y)].map((way) => clip(p - clip(way, -1e300, 1e300), low, high));
  for (const target of [...targetsOf(loss, point), ...models]) {
    const found = update.timeTo(loss, p, target, y);
    const wrong = exactOf(update).time(loss, at, point, target, found);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
};

/** Copies one after the other, each of them the plain step. */
const copiesAreExact: ExactUpdateLaw = (update, loss, { p, y, tau }, parameters) => {
  if (update.name !== 'resampled' || loss.labels === 'unit' || loss.labels === 'count') return undefined;
  const at = exactLoss(loss.name, y, parameters);
  if (isLost(at, Big.of(p))) return undefined;
  const once = Number(at.slope(Big.of(p))) * tau;
  // The second copy reads the slope where the first has landed, rounding included.
  const landed = p - once;
  if (!(Math.abs(landed) < 1e10) || landed !== p + update(loss, p, y, tau)) return undefined;
  const wanted = gradientStep(at, Big.of(p), Big.of(tau)).plus(gradientStep(at, Big.of(landed), Big.of(tau)));
  const noise = LOST.plus(LOST.times(Big.of(tau))).plus(Big.of(FEW * EPS * Math.abs(once)));
  const found = update(loss, p, y, 2 * tau, 2);
  return agrees(found, [wanted], noise) ? undefined : `two copies move by ${found}, exactly ${Number(wanted)}`;
};

export const exactUpdateLaws: Readonly<Record<string, ExactUpdateLaw>> = { moveIsExact, timeIsExact, copiesAreExact };

import type { Loss } from '../../../src/losses/loss.ts';
import { Big } from '../big.ts';
import { EPS, FEW, LARGEST, type Point, type ScalarLaw, size, TINY } from '../../../src/laws/points.ts';
import { exactLoss, HUGE, type ExactLoss } from '../references/exact-losses.ts';

/**
 * Laws that hold a loss against its printed formulas in 2,400 bits (exact-losses.ts), at any size of margin and time. A motion
 * is judged by the time that its displacement takes: a little less of it takes at most tau, a little more at least tau.
 */

const LESS = Big.of(1 - FEW * EPS);
const MORE = Big.of(1 + FEW * EPS);
const LOST = Big.of(TINY);
const TOP = Big.of(LARGEST);

/**
 * By how much all predictions may be off: not at all, and for counts by a few roundings of the minimiser ln y, that every formula
 * refers to.
 */
function shiftsOf(loss: Loss, p: number, y: number): readonly Big[] {
  if (loss.labels !== 'count') return [Big.zero];
  const spread = Big.of(FEW * EPS * Math.max(Math.abs(p), Math.log(Math.max(1, y))));
  return [Big.zero, spread.negated(), spread];
}

/** The predictions that the exact formula is asked at. */
export function predictionsNear(loss: Loss, p: number, y: number): readonly Big[] {
  return shiftsOf(loss, p, y).map((shift) => Big.of(p).plus(shift));
}

/** Whether the number found lies between the smallest and the largest of those wanted, up to a few roundings. */
export function agrees(found: number, wanted: readonly Big[], noise = LOST): boolean {
  if (found === Infinity) return wanted.some((each) => TOP.isBelow(each.times(MORE)));
  const at = Big.of(found);
  const reaches = (each: Big): boolean =>
    !at
      .plus(at.abs().times(MORE.minus(LESS)))
      .plus(noise)
      .isBelow(each);
  const stays = (each: Big): boolean => !each.isBelow(at.minus(at.abs().times(MORE.minus(LESS))).minus(noise));
  return (
    (wanted.some(stays) && wanted.some(reaches)) ||
    (found === LARGEST && wanted.some((each) => TOP.isBelow(each))) ||
    (found === -LARGEST && wanted.some((each) => each.isBelow(TOP.negated())))
  );
}

const slopeIsExact: ScalarLaw = (loss, { p, y }, parameters) => {
  const wanted = predictionsNear(loss, p, y).map((x) => exactLoss(loss.name, y, parameters).slope(x));
  const found = loss.slope(p, y);
  if (wanted[0].sign() === 0 && found !== 0) return `slope ${found} at the minimum`;
  return agrees(found, wanted) ? undefined : `slope ${found}, exactly ${Number(wanted[0])}`;
};

const curvatureIsExact: ScalarLaw = (loss, { p, y }, parameters) => {
  const at = exactLoss(loss.name, y, parameters);
  // A corner of the slope is met to a few roundings.
  const nudge = loss.labels === 'unit' ? Big.zero : Big.of(FEW * EPS * size(loss, p, y) + TINY);
  const neighbours = [Big.of(p).minus(nudge), Big.of(p).plus(nudge)];
  const wanted = [...predictionsNear(loss, p, y), ...neighbours].map((x) => at.curvature(x));
  const found = loss.curvature(p, y);
  if (at.slope(Big.of(p)).sign() === 0) return undefined;
  return agrees(found, wanted) ? undefined : `curvature ${found}, exactly ${Number(wanted[0])}`;
};

const excessIsExact: ScalarLaw = (loss, { p, y }, parameters) => {
  const at = exactLoss(loss.name, y, parameters);
  const near = predictionsNear(loss, p, y);
  const turns = new Set(near.map((x) => at.slope(x).sign())).size > 1;
  const wanted = [...near.map((x) => at.excess(x)), ...(turns ? [Big.zero] : [])];
  const found = loss.excess(p, y);
  return agrees(found, wanted) ? undefined : `excess ${found}, exactly ${Number(wanted[0])}`;
};

/** Time in which a motion gets from p to x, or undefined where it never does. */
export type MotionTime = (at: ExactLoss, loss: Loss, p: Big, x: Big) => Big | undefined;

export const flowTime: MotionTime = (at, loss, p, x) => {
  if (x.minus(p).sign() === 0) return Big.zero;
  return isOnTheWay(at, loss, p, x) ? at.time(p, x) : undefined;
};

/** distance / |l'(x)|, with the slope just before x where it is 0 at x itself, because the motion arrives. */
export const implicitTime: MotionTime = (at, loss, p, x) => {
  if (x.minus(p).sign() === 0) return Big.zero;
  if (!isOnTheWay(at, loss, p, x)) return undefined;
  const way = x.minus(p);
  const there = at.slope(x).sign() === 0 ? x.minus(way.times(Big.make(1n, -200n))) : x;
  return way.abs().over(at.slope(there).abs());
};

function isOnTheWay(at: ExactLoss, loss: Loss, p: Big, x: Big): boolean {
  const [low, high] = loss.domain;
  if (low === 0 && (x.sign() < 0 || Big.of(high).isBelow(x))) return false;
  const slope = at.slope(p).sign();
  if (slope === 0 || x.minus(p).sign() !== -slope) return false;
  const there = at.slope(x).sign();
  if (there !== 0) return there === slope;
  // At the minimum; beyond it only where it is flat.
  return at.arrives && at.slope(x.minus(x.minus(p).times(Big.make(1n, -1500n)))).sign() === slope;
}

/** Whether the displacement is the motion's after time tau. */
export function judgeMove(loss: Loss, at: ExactLoss, time: MotionTime, { p, y, tau }: Point, move: number): string | undefined {
  const near = predictionsNear(loss, p, y);
  const slopes = near.map((x) => at.slope(x).sign());
  const ahead = -slopes[0];
  if (slopes.some((sign) => sign !== slopes[0])) return undefined;
  if (move !== 0 && Math.sign(move) !== ahead) return `moves by ${move} on a slope of sign ${slopes[0]}`;
  const clock = Big.of(tau);
  const length = Big.of(Math.abs(move));
  const shorter = length.times(LESS).minus(LOST);
  const way = (x: Big): Big => (ahead < 0 ? x.negated() : x);
  const isEarly = (from: Big): boolean => {
    const needed = time(at, loss, from, from.plus(way(shorter)));
    return needed !== undefined && !clock.isBelow(needed);
  };
  const isLate = (from: Big): boolean => {
    const needed = time(at, loss, from, from.plus(way(length.times(MORE).plus(LOST))));
    return !needed?.isBelow(clock);
  };
  if (shorter.sign() > 0 && !near.some(isEarly)) return `moves too far, by ${move}`;
  return Math.abs(move) === LARGEST || near.some(isLate) ? undefined : `moves not far enough, by ${move}`;
}

/** Whether the number is the motion's time to the target. */
export function judgeTime(
  loss: Loss,
  at: ExactLoss,
  time: MotionTime,
  { p, y }: Point,
  target: number,
  found: number,
): string | undefined {
  const wanted = shiftsOf(loss, p, y).map((shift) => time(at, loss, Big.of(p).plus(shift), Big.of(target).plus(shift)));
  const reached = wanted.filter((each) => each !== undefined);
  const never = reached.length < wanted.length;
  if (found === Infinity && never) return undefined;
  if (reached.length === 0) return `timeTo(${target}) is ${found}, which is never reached`;
  return agrees(found, never ? [...reached, HUGE] : reached)
    ? undefined
    : `timeTo(${target}) is ${found}, exactly ${Number(reached[0])}`;
}

/** The motion of this name. */
const moveIsExact =
  (name: 'flow' | 'proximal', time: MotionTime): ScalarLaw =>
  (loss, point, parameters) =>
    judgeMove(loss, exactLoss(loss.name, point.y, parameters), time, point, loss[name](point.p, point.y, point.tau));

/** Targets on the way, the label, the margin 1 and their neighbours, and the threshold. */
export function targetsOf(loss: Loss, { p, y, tau, share }: Point): readonly number[] {
  const [low, high] = loss.domain;
  const corners = loss.labels === 'count' ? [] : [y, y * (1 + 2 * EPS), y * (1 - 2 * EPS)];
  const all = [p + share * loss.flow(p, y, tau), p + loss.flow(p, y, tau), ...corners, loss.threshold ?? 0];
  return all.filter((target) => Math.abs(target) <= 1e300 && target >= low && target <= high);
}

const timeIsExact: ScalarLaw = (loss, point, parameters) => {
  const at = exactLoss(loss.name, point.y, parameters);
  for (const target of targetsOf(loss, point)) {
    const wrong = judgeTime(loss, at, flowTime, point, target, loss.timeTo(point.p, target, point.y));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
};

export const exactLaws: Readonly<Record<string, ScalarLaw>> = {
  slopeIsExact,
  curvatureIsExact,
  excessIsExact,
  flowIsExact: moveIsExact('flow', flowTime),
  proximalIsExact: moveIsExact('proximal', implicitTime),
  timeIsExact,
};

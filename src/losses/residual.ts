import { clip, expm1, log, log1p, saturate } from '../numerics/elementary.ts';
import type { Loss } from './loss.ts';

type Scalar = (p: number, y: number) => number;

/** What the losses of any real prediction that fall to 0 have in common: all of their value is excess. */
export function fallsToZero(value: Loss['value']): Pick<Loss, 'domain' | 'threshold' | 'value' | 'infimum' | 'excess'> {
  return { domain: [-Infinity, Infinity], threshold: 0, value, infimum: () => 0, excess: value };
}

/** The slack of the margin, max(0, 1 - y p): the residual of the losses that ask for a margin of 1. */
export function slack(p: number, y: number): number {
  return Math.max(0, 1 - y * p);
}

/** The time of a flow that only closes the residual of p towards y: 0 for p itself, Infinity where the target is not on the way. */
export function towardsLabel(time: Loss['timeTo']): Loss['timeTo'] {
  return (p, target, y) => {
    if (target === p) return 0;
    const isOnTheWay = p < y ? target > p && target <= y : target < p && target >= y;
    return isOnTheWay ? time(p, target, y) : Infinity;
  };
}

/** The time of a flow in which the margin only grows, from what the margin of the target is and how much more than that of p. */
export function towardsMargin(time: (margin: number, growth: number) => number): Loss['timeTo'] {
  return (p, target, y) => {
    const growth = y * (target - p);
    if (growth === 0) return 0;
    return growth > 0 ? time(y * target, growth) : Infinity;
  };
}

/** How far r shrinks under dr/dtau = -r: r (1 - e^-tau), exact for small tau. */
export function shrinkage(r: number, tau: number): number {
  return r * -expm1(-tau);
}

/** How far r shrinks in one implicit step, (r - r') = tau r': r tau / (1 + tau), arranged so that r tau cannot overflow. */
export function implicitShrinkage(r: number, tau: number): number {
  return tau < 1 ? (r * tau) / (1 + tau) : r / (1 + 1 / tau);
}

/** Time in which the residual shrinks by `distance` to `left`: ln((distance + left) / left), exact for short distances. */
export function shrinkageTime(distance: number, left: number): number {
  const ratio = distance / left;
  return ratio < Infinity ? log1p(ratio) : log(distance) - log(left);
}

/** The slope of a `banded` loss where the residual is r. */
export function bandedSpeed(r: number, band: number, speed: number): number {
  return Math.min(speed, r / (band / speed));
}

/**
 * A loss of a residual r(p, y) >= 0 that is quadratic within a `band` around zero, linear beyond, and differentiable between.
 *
 * Its motion: r shrinks at constant `speed` first, and within the band at the speed r * speed / band. `shrinkage` and its inverses are
 * the second part alone, with the speed r. An implicit step: the two parts propose, the shorter step holds. `towards` is the direction
 * in which p moves, +1 or -1.
 */
export function banded(residual: Scalar, towards: Scalar, band: number, speed: number) {
  const scale = band / speed;
  const shrunk = (r: number, tau: number): number => {
    if (r <= band) return shrinkage(r, tau / scale);
    const straight = (r - band) / speed;
    return tau <= straight ? speed * tau : r - band + shrinkage(band, (tau - straight) / scale);
  };
  const timeOf = (distance: number, left: number): number => {
    if (left >= band) return distance / speed;
    const inside = Math.min(distance, band - left);
    return (distance - inside) / speed + shrinkageTime(inside, left) * scale;
  };
  return {
    ...fallsToZero((p, y) => {
      const r = residual(p, y);
      return saturate(r < band ? (0.5 * r * r) / scale : (r - band / 2) * speed);
    }),
    fittable: true,
    flow: (p, y, tau) => towards(p, y) * shrunk(residual(p, y), tau),
    proximal(p, y, tau) {
      return towards(p, y) * Math.min(speed * tau, implicitShrinkage(residual(p, y), tau / scale));
    },
    timeTo: towardsLabel((p, target, y) => timeOf(Math.abs(target - p), residual(target, y))),
  } as const satisfies Partial<Loss>;
}

/** A slope that lies beyond an end of its range by rounding counts as the end. */
const SLACK = 1e-12;

/** A conjugate that is `value` on the slopes from `low` to `high`, and Infinity where no prediction has the slope. */
export function onSlopes(s: number, low: number, high: number, value: (s: number) => number): number {
  return s < low - SLACK || s > high + SLACK ? Infinity : value(clip(s, low, high));
}

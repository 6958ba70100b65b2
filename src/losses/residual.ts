import { clip, expm1, log, log1p } from '../numerics/elementary.ts';
import type { Loss } from './loss.ts';

/** What the losses of any real prediction that fall to 0 have in common: all of their value is excess. */
export function fallsToZero(value: Loss['value']): Pick<Loss, 'domain' | 'threshold' | 'value' | 'infimum' | 'excess'> {
  return { domain: [-Infinity, Infinity], threshold: 0, value, infimum: () => 0, excess: value };
}

/** The slack of the margin, max(0, 1 - y p): the residual of the losses that ask for a margin of 1. */
export function slack(p: number, y: number): number {
  return Math.max(0, 1 - y * p);
}

/** Whether a residual that p closes towards y passes the target on its way, both ends excluded. */
export function isOnTheWay(p: number, target: number, y: number): boolean {
  return p < y ? target > p && target < y : target < p && target > y;
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

/** The loss whose slope is the speed: quadratic within the band, linear beyond, and differentiable between. */
export function bandedValue(r: number, band: number, speed: number): number {
  return r < band ? (0.5 * r * r) / (band / speed) : (r - band / 2) * speed;
}

/** Its slope. */
export function bandedSpeed(r: number, band: number, speed: number): number {
  return Math.min(speed, r / (band / speed));
}

/**
 * How far r shrinks in time tau.
 *
 * A residual r >= 0 that shrinks is the motion shared by the losses with a quadratic part: first at constant `speed`, and, within a
 * `band` around zero, at the speed r * speed / band. `shrinkage` and its inverses are the second part alone, with the speed r.
 */
export function bandedShrinkage(r: number, band: number, speed: number, tau: number): number {
  const scale = band / speed;
  if (r <= band) return shrinkage(r, tau / scale);
  const straight = (r - band) / speed;
  return tau <= straight ? speed * tau : r - band + shrinkage(band, (tau - straight) / scale);
}

/** How far r shrinks in one implicit step: the two parts propose, the shorter step holds. */
export function bandedImplicitShrinkage(r: number, band: number, speed: number, tau: number): number {
  return Math.min(speed * tau, implicitShrinkage(r, tau / (band / speed)));
}

/** Time in which the residual shrinks by `distance` to `left`. */
export function bandedShrinkageTime(distance: number, left: number, band: number, speed: number): number {
  if (left >= band) return distance / speed;
  const inside = Math.min(distance, band - left);
  return (distance - inside) / speed + shrinkageTime(inside, left) * (band / speed);
}

/** A slope that lies beyond an end of its range by rounding counts as the end. */
const SLACK = 1e-12;

/** A conjugate that is `value` on the slopes from `low` to `high`, and Infinity where no prediction has the slope. */
export function onSlopes(s: number, low: number, high: number, value: (s: number) => number): number {
  return s < low - SLACK || s > high + SLACK ? Infinity : value(clip(s, low, high));
}

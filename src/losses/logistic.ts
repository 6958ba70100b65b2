import {
  exp,
  expm1,
  log,
  log1p,
  expDifference,
  expOfMinus,
  sigmoid,
  SMALLEST_NORMAL,
  softplus,
  timesExp,
  solve,
} from '../numerics/elementary.ts';
import { fallsToZero, onSlopes, towardsMargin } from './residual.ts';
import type { Loss } from './loss.ts';

/**
 * Logistic loss: ln(1 + e^(-y p)), labels -1 and +1; below, u = y p is the margin and d = y * displacement >= 0.
 *
 * Flow: d + e^u expm1(d) = tau. Implicit: d (1 + e^(u + d)) = tau. The papers print the flow as u' = u + tau + e^u -
 * W(e^(u + tau + e^u)), which overflows for large u and cancels for small tau; the equation for d does neither. Divided by
 * max(1, e^u), with a = min(1, e^-u), b = min(1, e^u) and c = a tau, both stay in range for every u:
 *
 *   flow  a d + b expm1(d) = c,        implicit  d (a + b e^d) = c.
 *
 * Both left sides are convex, so bounding e^d from below bounds d from above. Householder steps descend from there; each
 * takes one exponential and quadruples the digits, and one is mostly enough. Every example of a logistic learner passes
 * here, hence no general root finder.
 *
 * @example
 * losses.logistic.timeTo(2, 0, -1) // => 3 - Math.exp(-2)
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), table 1 and section 3.
 */
export const logistic: Loss = {
  name: 'logistic',
  labels: 'sign',
  ...fallsToZero(loss),
  fittable: true,
  slope: (p, y) => -y * sigmoid(-y * p),
  curvature,
  flow: (p, y, tau) => y * flowDistance(y * p, tau),
  proximal: (p, y, tau) => y * implicitDistance(y * p, tau),
  timeTo: towardsMargin((margin, growth) => growth + expDifference(margin, growth)),
  probability: (p) => sigmoid(p),
  smooth: true,
  conjugate: (s, y) => onSlopes(-s * y, 0, 1, (a) => timesLog(a) + timesLog(1 - a)),
};

/** sigmoid(p) sigmoid(-p), with one exponential for both. */
function curvature(p: number): number {
  const e = expOfMinus(Math.abs(p));
  return (1 / (1 + e)) * (e / (1 + e));
}

/** a ln a, which is 0 at 0. */
function timesLog(a: number): number {
  return a === 0 ? 0 : a * log(a);
}

function loss(p: number, y: number): number {
  return softplus(-y * p);
}

/** e^-36 is 2e-16: below the margin -36 the slope is -1 to the last digit. */
const STEEP = -36;
/** Beyond it expm1(d) nears overflow, and e^(u + d) is as accurate. */
const FAR = 700;

function flowDistance(u: number, tau: number): number {
  if (u + tau < STEEP) return tau;
  const e = expOfMinus(Math.abs(u));
  const a = u > 0 ? e : 1;
  const b = u > 0 ? 1 : e;
  const c = a >= SMALLEST_NORMAL ? a * tau : timesExp(tau, -u);
  let d = upperBound(a, b, c, 0.5 * b);
  if (u < STEEP || d > FAR) return solve(flowTime, tau, 0, d, u);
  for (;;) {
    const rise = b * expm1(d);
    const slope = a + b + rise;
    const bend = (b + rise) / slope;
    const step = householder((a * d + rise - c) / slope, bend, bend);
    d -= step;
    if (isLast(step, d)) return d;
  }
}

function implicitDistance(u: number, tau: number): number {
  if (u + tau < STEEP) return tau;
  const e = expOfMinus(Math.abs(u));
  const a = u > 0 ? e : 1;
  const b = u > 0 ? 1 : e;
  const c = a >= SMALLEST_NORMAL ? a * tau : timesExp(tau, -u);
  let d = upperBound(a, b, c, b);
  if (u < STEEP || d > FAR) return solve(implicitTime, tau, 0, d, u);
  for (;;) {
    const power = b * exp(d);
    const slope = a + power + d * power;
    const step = householder((d * (a + power) - c) / slope, (power * (2 + d)) / slope, (power * (3 + d)) / slope);
    d -= step;
    if (isLast(step, d)) return d;
  }
}

/** The smaller of the positive root of (a + b) d + bend d^2 = c, and, where that is no longer tight, ln(1 + c / b). */
function upperBound(a: number, b: number, c: number, bend: number): number {
  const x = c / (a + b);
  const d = x / (0.5 + Math.sqrt(0.25 + (bend / (a + b)) * x));
  return d < 0.5 ? d : Math.min(d, log1p(c / b));
}

/** Householder's fourth-order step for f, given f / f', f'' / f' and f''' / f'. */
function householder(newton: number, second: number, third: number): number {
  const x = second * newton;
  return (newton * (1 - 0.5 * x)) / (1 - x + (third * newton * newton) / 6);
}

/** A fourth-order step leaves an error below a hundredth of its fourth power: here, nothing in sixteen digits. */
function isLast(step: number, d: number): boolean {
  const square = step * step;
  return !(square * square > 1e-16 * Math.abs(d));
}

/** The flow's equation without the scaling, accurate only for long distances. */
function flowTime(d: number, u: number): number {
  return d + (exp(u + d) - exp(u));
}

function implicitTime(d: number, u: number): number {
  return d + d * exp(u + d);
}

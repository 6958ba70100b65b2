import { exp, log, log1p, expDifference, saturate, timesExp, solve } from '../numerics/elementary.ts';
import type { Loss } from './loss.ts';
import { fallsToZero, towardsMargin } from './residual.ts';

/**
 * Exponential loss: e^(-y p), labels -1 and +1; below, u = y p is the margin.
 *
 * Flow: y (ln(tau + e^u) - u), written y ln(1 + x) with x = tau e^-u so that small steps keep their digits.
 * Implicit: y d with d e^d = x (Lambert's W). Where x overflows, both go by ln x: d = ln x, and d + ln d = ln x.
 *
 * @example
 * losses.exponential.timeTo(-1, 0, 1) // => 1 - Math.exp(-1)
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), table 1.
 */
export const exponential: Loss = {
  name: 'exponential',
  labels: 'sign',
  ...fallsToZero(loss),
  slope: (p, y) => -y * loss(p, y),
  curvature: loss,
  flow: (p, y, tau) => y * flowDistance(y * p, tau),
  proximal: (p, y, tau) => y * implicitDistance(y * p, tau),
  timeTo: towardsMargin(expDifference),
  smooth: true,
};

function loss(p: number, y: number): number {
  return saturate(exp(-y * p));
}

function flowDistance(u: number, tau: number): number {
  const x = timesExp(tau, -u);
  return x < Infinity ? log1p(x) : log(tau) - u;
}

function implicitDistance(u: number, tau: number): number {
  const x = timesExp(tau, -u);
  if (x < Infinity) return solve(lambert, x, 0, log1p(x));
  const logX = log(tau) - u;
  return solve(logLambert, logX, 0, logX);
}

function lambert(d: number): number {
  return d * exp(d);
}

function logLambert(d: number): number {
  return d + log(d);
}

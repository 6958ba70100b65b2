import { exp, expm1, log, log1p, xMinusLog1p, saturate, softplus, timesExp, solve } from '../numerics/elementary.ts';
import { onSlopes } from './residual.ts';
import type { Loss } from './loss.ts';

/**
 * Poisson loss: e^p - y p, counts y = 0, 1, 2, …; p is the logarithm of the rate. Up to a term in y alone it is the negative
 * log-likelihood. The minimiser is ln y; for y = 0 the loss falls for ever.
 *
 * Flow: the paper's y tau - ln(1 + e^p (e^(y tau) - 1) / y) cancels near the minimiser. Multiplied out it is
 *   -ln(1 + l'(p) g),  g = (1 - e^(-y tau)) / y, or tau for y = 0,
 * which keeps its digits unless the logarithm's argument nears 0; there, far below the minimiser, it is
 *   -ln(e^(-y tau) + e^-b),  b = ln y - p - ln(1 - e^(-y tau)),
 * a sum of positive terms. Where e^p overflows it goes by logarithms. Value, slope and curvature saturate there.
 *
 * Implicit: d / tau + e^p (e^d - 1) = y - e^p.
 *
 * @example
 * losses.poisson.flow(0, 0, 3) // => -Math.log(4)
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), section 3, applied to the log-linear Poisson model.
 */
export const poisson: Loss = {
  name: 'poisson',
  labels: 'count',
  domain: [-Infinity, Infinity],
  threshold: undefined,
  fittable: true,
  value(p, y) {
    const rate = exp(p);
    return rate === Infinity ? Number.MAX_VALUE : saturate(rate - y * p);
  },
  slope,
  curvature: (p) => saturate(exp(p)),
  infimum: (y) => (y > 0 ? saturate(y - y * log(y)) : 0),
  excess(p, y) {
    if (y === 0) return saturate(exp(p));
    const share = relativeSlope(p, y);
    return saturate(y * (Math.abs(share) < 0.4 ? xMinusLog1p(share) : share - (p - log(y))));
  },
  flow(p, y, tau) {
    const time = y * tau;
    const g = y > 0 ? -expm1(-time) / y : tau;
    const x = y > 0 ? slope(p, y) * g : timesExp(tau, p);
    if (p > OVERFLOW || x === Infinity) return -softplus(p + log1p(-exp(log(y) - p)) + log(g));
    if (x > -0.5) return -log1p(x);
    const b = log(y) - p - log(-expm1(-time));
    return Math.min(time, b) - log1p(exp(-Math.abs(time - b)));
  },
  proximal(p, y, tau) {
    if (tau === 0) return 0;
    return p < log(y) ? implicitRise(p, y, tau) : -implicitFall(p, y, tau);
  },
  timeTo(p, target, y) {
    if (target === p) return 0;
    const minimiser = log(y);
    if (target > p && target < minimiser) {
      const d = target - p;
      return (d + log1p((exp(target) * -expm1(-d)) / -slope(target, y))) / y;
    }
    if (target < p && target > minimiser) {
      const shrunk = -expm1(target - p);
      if (target < UNDERFLOW) return timesExp(shrunk, -target);
      const g = shrunk / slope(target, y);
      return y > 0 ? log1p(y * g) / y : g;
    }
    return Infinity;
  },
  smooth: true,
  conjugate: (s, y) => onSlopes(s + y, 0, Infinity, (a) => (a === 0 ? 0 : a * (log(a) - 1))),
};

/** e^p overflows beyond it. */
const OVERFLOW = 709;
/** e^p loses digits below it; a loss falls as far for y = 0 only. */
const UNDERFLOW = -708;

function slope(p: number, y: number): number {
  return saturate(y > 0 ? y * relativeSlope(p, y) : exp(p));
}

/** (e^p - y) / y, by way of the distance to the minimiser where e^p and y nearly agree. */
function relativeSlope(p: number, y: number): number {
  const above = p - log(y);
  return above < 1 ? expm1(above) : exp(p) / y - 1;
}

/** Implicit step from below ln y. */
function implicitRise(p: number, y: number, tau: number): number {
  const speed = -slope(p, y);
  return solve(riseEquation, speed, 0, Math.min(log(y) - p, tau * speed), p, tau);
}

/** d / tau + e^p (e^d - 1). */
function riseEquation(d: number, p: number, tau: number): number {
  return d / tau + (d < 1 ? exp(p) * expm1(d) : exp(p + d) - exp(p));
}

/**
 * Implicit step d down from above ln y. Steps beyond 1 go by logarithms, d + ln(d / tau + y) = p; those of a rate that has no
 * digits left (so that y = 0) are solved for after a multiplication by tau.
 */
function implicitFall(p: number, y: number, tau: number): number {
  if (p < UNDERFLOW) {
    const x = timesExp(tau, p);
    return solve(scaledFallEquation, x, 0, x, x);
  }
  const speed = slope(p, y);
  const bottom = p - log(y);
  if (p <= OVERFLOW && fallEquation(1, p, tau) >= speed) {
    return solve(fallEquation, speed, 0, Math.min(1, bottom, tau * speed), p, tau);
  }
  return solve(longFallEquation, p, 0, Math.min(bottom, Math.max(1, p + log(tau))), y, tau);
}

/** d / tau + e^p (1 - e^-d). */
function fallEquation(d: number, p: number, tau: number): number {
  return d / tau - exp(p) * expm1(-d);
}

/** d + x (1 - e^-d), x = tau e^p. */
function scaledFallEquation(d: number, x: number): number {
  return d - x * expm1(-d);
}

/** Where d / tau overflows, by way of two logarithms. */
function longFallEquation(d: number, y: number, tau: number): number {
  const pull = d / tau;
  return d + (pull < Infinity ? log(pull + y) : log(d) - log(tau) + log1p((y / d) * tau));
}

import { log, log1p, xMinusLog1p, saturate } from '../numerics/elementary.ts';
import type { Loss } from './loss.ts';
import { fallsToZero } from './residual.ts';
import { mirrored, mirroredTime, riseOf, symmetric } from './unit.ts';

const value = symmetric((s, gap, beyond) => {
  if (beyond === 0) return s < 0.5 ? saturate(-log(s)) : -log1p(-gap);
  const y = s + gap;
  const ratio = saturate(gap / beyond);
  if (s < gap) return saturate(y * log(y / s)) - beyond * log1p(ratio);
  return y * xMinusLog1p(-gap / y) + beyond * xMinusLog1p(ratio);
});

const speed = symmetric((s, gap, beyond) => (gap === 0 ? 0 : saturate(slowdown(s, gap, beyond) / s)));

/**
 * Logarithmic loss (relative entropy): y ln(y/p) + (1 - y) ln((1 - y)/(1 - p)), predictions and labels in [0, 1].
 *
 * Written for a rise from s to the label y above it (losses/unit.ts), with speed (y - s) / (s (1 - s)).
 * Class label: s' = min(1, sqrt(s^2 + 2 tau)), implicit s' = (s + sqrt(s^2 + 4 tau)) / 2, as displacements without a difference.
 * Label inside (0, 1): with L = ln(gap / left), integrating ds / speed gives a sum of positive terms,
 *   tau = (1 - y) (s L + gap L - distance) + distance (s + distance / 2).
 *
 * @example
 * losses.logarithmic.flow(0.6, 1, 0.14) // => 0.2
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), table 1; labels inside (0, 1) are ours.
 */
export const logarithmic: Loss = {
  name: 'logarithmic',
  labels: 'unit',
  ...fallsToZero(value),
  domain: [0, 1],
  threshold: 0.5,
  slope: (p, y) => Math.sign(p - y) * speed(p, y),
  curvature: symmetric((s, gap, beyond) => {
    const room = gap + beyond;
    return saturate((s + gap) / s / s + (beyond === 0 ? 0 : beyond / room / room));
  }),
  flow: mirrored(riseOf(flowTime, (s, speed, tau) => rootRise(s, Math.sqrt(2 * speed) * Math.sqrt(tau)), slowdown)),
  proximal: mirrored(riseOf(implicitTime, (s, speed, tau) => rootRise(s, 2 * Math.sqrt(speed) * Math.sqrt(tau)) / 2, slowdown)),
  timeTo: mirroredTime(flowTime),
};

/** sqrt(s^2 + r^2) - s, without a difference or a square that could underflow; r > 0. */
function rootRise(s: number, r: number): number {
  if (s < r) return r / (s / r + Math.sqrt(1 + (s / r) ** 2));
  return (r * (r / s)) / (1 + Math.sqrt(1 + (r / s) ** 2));
}

/** The speed's share of 1 / s, its value at a class label. */
function slowdown(_s: number, gap: number, beyond: number): number {
  return gap / (gap + beyond);
}

function flowTime(s: number, gap: number, beyond: number, distance: number, left: number): number {
  const even = distance * (s + distance / 2);
  if (beyond === 0) return even;
  if (left === 0) return Infinity;
  const closed = distance / gap;
  const L = closed < 0.4 ? -log1p(-closed) : logRatio(gap, left);
  const lead = closed < 0.4 ? xMinusLog1p(-closed) : L - closed;
  return beyond * (s * L + gap * lead) + even;
}

/** ln(a / b), where the quotient overflows by way of two logarithms. */
function logRatio(a: number, b: number): number {
  const ratio = a / b;
  return ratio < Infinity ? log(ratio) : log(a) - log(b);
}

/** distance / speed(s + distance). */
function implicitTime(s: number, _gap: number, beyond: number, distance: number, left: number): number {
  return (distance / left) * ((s + distance) * (left + beyond));
}

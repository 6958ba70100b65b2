/**
 * Logarithmic loss (relative entropy): y ln(y/p) + (1 - y) ln((1 - y)/(1 - p)), predictions and labels in [0, 1].
 *
 * Written for a rise from s to the label y above it (losses/unit.ts), with speed (y - s) / (s (1 - s)).
 * Class label: s' = min(1, sqrt(s^2 + 2 tau)), implicit s' = (s + sqrt(s^2 + 4 tau)) / 2, as displacements without a difference.
 * Label inside (0, 1): with L = ln(gap / left), integrating ds / speed gives a sum of positive terms,
 *   tau = (1 - y) (s L + gap L - distance) + distance (s + distance / 2).
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), table 1; labels inside (0, 1) are ours.
 */
import { logShortfall, saturate } from '../numerics/elementary.ts';
import type { Loss } from './loss.ts';
import { mirrored, mirroredTime, riseOf, symmetric } from './unit.ts';

const value = symmetric((s, gap, beyond) => {
  if (beyond === 0) return s < 0.5 ? saturate(-Math.log(s)) : -Math.log1p(-gap);
  const y = s + gap;
  const ratio = saturate(gap / beyond);
  if (s < gap) return saturate(y * Math.log(y / s)) - beyond * Math.log1p(ratio);
  return y * logShortfall(-gap / y) + beyond * logShortfall(ratio);
});

const speed = symmetric((s, gap, beyond) => (gap === 0 ? 0 : saturate(slowdown(s, gap, beyond) / s)));

export const logarithmic: Loss = {
  name: 'logarithmic',
  labels: 'unit',
  domain: [0, 1],
  threshold: 0.5,
  value,
  slope: (p, y) => Math.sign(p - y) * speed(p, y),
  curvature: symmetric((s, gap, beyond) => {
    const room = gap + beyond;
    return saturate((s + gap) / s / s + (beyond === 0 ? 0 : beyond / room / room));
  }),
  infimum: () => 0,
  excess: value,
  flow: mirrored(riseOf(flowTime, (s, tau) => rootRise(s, 2 * Math.min(tau, 1)), slowdown)),
  proximal: mirrored(riseOf(implicitTime, (s, tau) => rootRise(s, 4 * Math.min(tau, 1)) / 2, slowdown)),
  timeTo: mirroredTime(flowTime),
};

/** sqrt(s^2 + x) - s. */
function rootRise(s: number, x: number): number {
  const root = Math.sqrt(s * s + x);
  return root === 0 ? 0 : x / (s + root);
}

/** The speed's share of 1 / s, its value at a class label. */
function slowdown(_s: number, gap: number, beyond: number): number {
  return gap / (gap + beyond);
}

function flowTime(s: number, gap: number, beyond: number, distance: number, left: number): number {
  const even = distance * (s + distance / 2);
  if (beyond === 0) return even;
  const closed = distance / gap;
  const L = closed < 0.4 ? -Math.log1p(-closed) : Math.log(gap / left);
  const lead = closed < 0.4 ? logShortfall(-closed) : L - closed;
  return beyond * (s * L + gap * lead) + even;
}

/** distance / speed(s + distance). */
function implicitTime(s: number, _gap: number, beyond: number, distance: number, left: number): number {
  return (distance / left) * ((s + distance) * (left + beyond));
}

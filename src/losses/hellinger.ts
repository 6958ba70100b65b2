import { expm1, log, log1p, saturate, integrate, solve } from '../numerics/elementary.ts';
import type { Loss } from './loss.ts';
import { fallsToZero } from './residual.ts';
import { mirrored, mirroredTime, riseOf, symmetric } from './unit.ts';

const value = symmetric((s, gap, beyond) => {
  const sine = sineToLabel(s, gap, beyond);
  return (2 * sine * sine) / (1 + Math.sqrt(s * (s + gap)) + Math.sqrt((gap + beyond) * beyond));
});

const speed = symmetric((s, gap, beyond) => (gap === 0 ? 0 : saturate(slowdown(s, gap, beyond) / Math.sqrt(s))));

/**
 * Hellinger loss: 2 (1 - sqrt(p y) - sqrt((1 - p)(1 - y))), predictions and labels in [0, 1].
 *
 * With p = sin^2 of an angle, the loss is 2 (1 - cos x), x the angle between prediction and label. Written for a rise from
 * s to the label y above it (losses/unit.ts), with speed sqrt(y / s) - sqrt((1 - y) / (1 - s)) = sin x / sqrt(s (1 - s)).
 * Class label: s' = min(1, (s^(3/2) + 3/2 tau)^(2/3)); implicit: distance sqrt(s') = tau.
 * Label inside (0, 1), at the angle alpha, rising from the angle theta by turn:
 *   tau = 1/2 integral of sin^2(2 t) / sin(alpha - t) dt over [theta, theta + turn]
 *       = 2 y (1 - y) ln(tan(x / 2) / tan(x' / 2)) - integral of cos(alpha - t) sin(2 t + 2 alpha) dt;
 * the second line cancels for short turns, where the first is an integral of a smooth function.
 *
 * @example
 * losses.hellinger.timeTo(0.25, 1, 1) // => 7 / 12
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), table 1; labels inside (0, 1) are ours.
 */
export const hellinger: Loss = {
  name: 'hellinger',
  labels: 'unit',
  ...fallsToZero(value),
  domain: [0, 1],
  threshold: 0.5,
  slope: (p, y) => Math.sign(p - y) * speed(p, y),
  curvature: symmetric((s, gap, beyond) => {
    const room = gap + beyond;
    return saturate(Math.sqrt(s + gap) / Math.sqrt(s) / s / 2 + (beyond === 0 ? 0 : Math.sqrt(beyond / room) / room / 2));
  }),
  flow: mirrored(riseOf(flowTime, flowToClass, slowdown)),
  proximal: mirrored(riseOf(implicitTime, implicitToClass, slowdown)),
  timeTo: mirroredTime(flowTime),
};

/** The speed's share of 1 / sqrt(s), its value at a class label. */
function slowdown(s: number, gap: number, beyond: number): number {
  return sineToLabel(s, gap, beyond) / Math.sqrt(gap + beyond);
}

/** sin x, the angle from s to s + gap. */
function sineToLabel(s: number, gap: number, beyond: number): number {
  return gap === 0 ? 0 : gap / (Math.sqrt((s + gap) * (gap + beyond)) + Math.sqrt(s * beyond));
}

/** (s^(3/2) + 3/2 speed tau)^(2/3) - s, by way of the relative growth, which may be small, and infinite for s = 0. */
function flowToClass(s: number, speed: number, tau: number): number {
  const growth = ((1.5 * tau) / s / Math.sqrt(s)) * speed;
  if (growth < 1) return s * expm1((2 / 3) * log1p(growth));
  if (growth < Infinity) return s * (Math.cbrt(1 + growth) ** 2 - 1);
  return (Math.cbrt(1.5 * tau) * Math.cbrt(speed)) ** 2;
}

/** distance sqrt(s + distance) = speed tau, below what either term of the sum allows. */
function implicitToClass(s: number, speed: number, tau: number): number {
  const highest = Math.min((Math.cbrt(tau) * Math.cbrt(speed)) ** 2, (speed / Math.sqrt(s)) * tau);
  return solve(implicitTimeToClass, tau, 0, highest, s, speed);
}

function implicitTimeToClass(distance: number, s: number, speed: number): number {
  return (distance / speed) * Math.sqrt(s + distance);
}

function flowTime(s: number, gap: number, beyond: number, distance: number, left: number): number {
  const reached = s + distance;
  if (beyond === 0) {
    return (2 / 3) * distance * ((s + Math.sqrt(s) * Math.sqrt(reached) + reached) / (Math.sqrt(s) + Math.sqrt(reached)));
  }
  if (left === 0) return Infinity;
  const angle = angleBetween(s, gap, beyond);
  const turn = angleBetween(s, distance, left + beyond);
  if (turn < 0.75 * angle) {
    const middle = Math.min(turn, angle / 2);
    const a = Math.sqrt(s);
    const b = Math.sqrt(gap + beyond);
    return integrate(inverseSpeed, 0, middle, a, b, angle) + integrate(inverseSpeed, middle, turn, a, b, angle);
  }
  const lap = log(Math.tan(angle / 2) / Math.tan(angleBetween(reached, left, beyond) / 2));
  return 2 * (s + gap) * beyond * lap - drift(s + gap, beyond, angle, turn);
}

/** dtau/dt after the turn t, when angle - t is left: 2 p (1 - p) / sin, with p rotated by t from sqrt p = a, sqrt(1 - p) = b. */
function inverseSpeed(t: number, a: number, b: number, angle: number): number {
  const product = (a * Math.cos(t) + b * Math.sin(t)) * (b * Math.cos(t) - a * Math.sin(t));
  return (2 * product * product) / Math.sin(angle - t);
}

/** The integral of cos(alpha - t) sin(2 t + 2 alpha); angles are taken from the nearer end, to keep the digits of small ones. */
function drift(y: number, beyond: number, angle: number, turn: number): number {
  const ends = (alpha: number, middle: number): number =>
    Math.sin(3 * alpha + middle) * Math.sin(turn / 2) + (Math.sin(alpha + 3 * middle) * Math.sin(1.5 * turn)) / 3;
  const path = angle - turn / 2;
  if (y < beyond) {
    const alpha = Math.atan2(Math.sqrt(y), Math.sqrt(beyond));
    return ends(alpha, alpha - path);
  }
  const alpha = Math.atan2(Math.sqrt(beyond), Math.sqrt(y));
  return -ends(alpha, alpha + path);
}

/** The angle from s to s + gap, whose sine and cosine are sums of positive terms. */
function angleBetween(s: number, gap: number, beyond: number): number {
  return Math.atan2(sineToLabel(s, gap, beyond), Math.sqrt(s * (s + gap)) + Math.sqrt((gap + beyond) * beyond));
}

/** distance / speed(s + distance). */
function implicitTime(s: number, _gap: number, beyond: number, distance: number, left: number): number {
  const reached = s + distance;
  const room = left + beyond;
  return (distance / left) * Math.sqrt(reached * room) * (Math.sqrt((reached + left) * room) + Math.sqrt(reached * beyond));
}

import { expm1, log, log1p } from '../numerics/functions/portable.ts';
import { sigmoid, softplus } from '../numerics/elementary.ts';
import { solve } from '../numerics/roots.ts';

/**
 * Logistic loss of a label between the classes: s ln(1 + e^-p) + (1 - s) ln(1 + e^p), s = (y + 1) / 2 in (0, 1).
 *
 * It is least at p* = ln(s / (1 - s)). Its flow, dp/dtau = s - sigmoid(p), brings p from A below p* to B below it in the time
 *
 *   tau = (A - B) / s + ln((1 - e^-A) / (1 - e^-B)) / (s (1 - s)),
 *
 * and from above with s and 1 - s exchanged: solved here for D = A - B, which the speed at the start bounds. The logarithm is
 * taken as ln(1 + (1 - e^-D) / (e^B - 1)), which keeps its digits for short distances.
 *
 * Vowpal Wabbit goes s of the way for the label +1 and 1 - s of the way for -1 instead: the flow of no loss, which does not stop
 * at p*. Derived here; the two are compared in test/references/vw-parity.test.ts.
 */
export const mixedLogistic = {
  value: (p: number, y: number): number => softplus(p) - share(y) * p,
  slope: (p: number, y: number): number => sigmoid(p) - share(y),
  flow(p: number, y: number, tau: number): number {
    const s = share(y);
    const ahead = log(s / (1 - s)) - p;
    const speed = s - sigmoid(p);
    const highest = Math.min(Math.abs(ahead), tau * Math.abs(speed));
    return Math.sign(speed) * solve(flowTime, tau, 0, highest, ahead > 0 ? s : 1 - s, Math.abs(ahead));
  },
};

function share(y: number): number {
  return (y + 1) / 2;
}

/** Time in which the distance to p* shrinks from `start` by `moved`. */
function flowTime(moved: number, s: number, start: number): number {
  return moved / s + log1p(-expm1(-moved) / expm1(start - moved)) / (s * (1 - s));
}

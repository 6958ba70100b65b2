import { exp, expm1, log1p, solve } from '../numerics/elementary.ts';

type Rise = (start: number, gap: number, beyond: number, tau: number) => number;

/** Time to rise by `distance`, to `left` = gap - distance below the label. */
type RiseTime = (start: number, gap: number, beyond: number, distance: number, left: number) => number;

/** A function of (p, y) that is the same seen from the other class, given for labels at or above the prediction. */
export function symmetric(above: (start: number, gap: number, beyond: number) => number): (p: number, y: number) => number {
  return (p, y) => (p < y || y === 1 ? above(p, y - p, 1 - y) : above(1 - p, p - y, y));
}

/**
 * The displacement (p, y, tau) -> … of a motion given as a rise.
 *
 * Predictions that are probabilities. The loss is the same seen from the other class, l(p, y) = l(1 - p, 1 - y), so every
 * motion is written once, as a rise from `start` to the label above it, and mirrored for labels below the prediction.
 *
 * `gap` = label - start and `beyond` = 1 - label are handed over instead of the label: they stay exact where start or label
 * is near 0 or 1, and `beyond` is 0 at a class label, which a rise reaches; a label inside (0, 1) it only approaches.
 */
export function mirrored(rise: Rise): (p: number, y: number, tau: number) => number {
  return (p, y, tau) => {
    if (p === y || tau === 0) return 0;
    return p < y ? rise(p, y - p, 1 - y, tau) : -rise(1 - p, p - y, y, tau);
  };
}

/** The time (p, target, y) -> … of a motion given as a rise; Infinity for targets that are not on the way to the label. */
export function mirroredTime(time: RiseTime): (p: number, target: number, y: number) => number {
  return (p, target, y) => {
    if (target === p) return 0;
    if (target > p && target <= y) return time(p, y - p, 1 - y, target - p, y - target);
    if (target < p && target >= y) return time(1 - p, p - y, y, p - target, target - y);
    return Infinity;
  };
}

/**
 * The rise whose time is known, solved for the distance. At a class label it has a closed form, `atClass` with speed 1.
 *
 * Towards a label inside (0, 1), the share `slowdown` of the speed at a class label only falls on the way, so `atClass` at
 * the initial share bounds the distance from above, tightly for small tau. The unknown is L = ln(gap / left), in which the
 * approach to the label is even; beyond L = 40 the label is reached to the last digit.
 */
export function riseOf(
  time: RiseTime,
  atClass: (start: number, speed: number, tau: number) => number,
  slowdown: (start: number, gap: number, beyond: number) => number,
): Rise {
  const timeAt = (L: number, start: number, gap: number, beyond: number): number =>
    time(start, gap, beyond, gap * -expm1(-L), gap * exp(-L));
  return (start, gap, beyond, tau) => {
    if (beyond === 0) return Math.min(gap, atClass(start, 1, tau));
    const share = atClass(start, slowdown(start, gap, beyond), tau) / gap;
    const highest = share < 1 ? Math.min(40, -log1p(-share)) : 40;
    return gap * -expm1(-solve(timeAt, tau, 0, highest, start, gap, beyond));
  };
}

import type { Loss } from '../losses/loss.ts';

/**
 * The implicit (proximal) step: to the v that minimises l(v) + (v - p)^2 / (2 tau), so that v - p = -tau l'(v).
 *
 * It never overshoots and never moves further than the invariant step, but h copies move further than one of importance h.
 *
 * Source: Kulis & Bartlett, Implicit online learning (2010); Karampatziakis & Langford (arXiv 1011.1576), section 3.
 */
export function implicit(loss: Loss, p: number, y: number, tau: number): number {
  return loss.proximal(p, y, tau);
}

implicit.startsFrom = 'base' as const;
implicit.needs = 'linear step' as const;

/** v = target solves the equation above for tau. It covers the same range as the flow, which says what is out of reach. */
implicit.timeTo = (loss: Loss, p: number, target: number, y: number): number => {
  const reach = loss.timeTo(p, target, y);
  if (reach === 0 || reach === Infinity) return reach;
  return (p - target) / slopeBefore(loss, p, target, y);
};

/** The slope at the target as seen from p: just before it, where a kink or the end of the domain at the target hides it. */
function slopeBefore(loss: Loss, p: number, target: number, y: number): number {
  const slope = loss.slope(target, y);
  if (slope !== 0) return slope;
  const way = p - target;
  const nudge = Math.min(Math.abs(way), Number.EPSILON * Math.max(Math.abs(target), Math.abs(way)));
  const before = target + Math.sign(way) * nudge;
  return loss.slope(before === target ? p : before, y);
}

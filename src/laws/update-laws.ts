import type { Loss } from '../losses/loss.ts';
import { clip } from '../numerics/elementary.ts';
import type { UpdateRule } from '../updates/rules.ts';
import { EPS, FEW, hasDigits, LARGEST, type Point, size, TINY } from './points.ts';

/** A law of an update rule for one loss at one point: what it found, or undefined. */
export type UpdateLaw = (update: UpdateRule, loss: Loss, point: Point) => string | undefined;

const finite: UpdateLaw = (update, loss, { p, y, tau, share }) => {
  const [low, high] = loss.domain;
  for (const h of [1, 2.6]) {
    const move = update(loss, p, y, tau, h);
    if (!Number.isFinite(move)) return `moves by ${move} for h = ${h}`;
  }
  for (const target of [p, y, loss.threshold ?? 0, clip(p + share, low, high), clip(p * share, low, high)]) {
    const time = update.timeTo(loss, p, target, y);
    if (!(time >= 0)) return `timeTo(target ${target}) is ${time}`;
  }
  return undefined;
};

const noTimeNoMove: UpdateLaw = (update, loss, { p, y }) => {
  const moves = [update(loss, p, y, 0), update.timeTo(loss, p, p, y)];
  return moves.every((move) => move === 0) ? undefined : `update or timeTo of nothing is ${moves.join(', ')}`;
};

const downhill: UpdateLaw = (update, loss, { p, y, tau }) => {
  const move = update(loss, p, y, tau);
  return move * loss.slope(p, y) > 0 ? `moves by ${move} on a slope ${loss.slope(p, y)}` : undefined;
};

/** No rule takes a longer step than the gradient: the losses are convex. */
const notLongerThanTheGradient: UpdateLaw = (update, loss, { p, y, tau }) => {
  const slope = Math.abs(loss.slope(p, y));
  const move = update(loss, p, y, tau);
  if (slope === LARGEST) return undefined;
  return Math.abs(move) > tau * (slope * (1 + FEW * EPS) + TINY) + TINY
    ? `moves by ${move}, the gradient step is ${tau * slope}`
    : undefined;
};

/** A rule lands where its timeTo says, not earlier, and never where it says never. */
const timeInvertsTheRule: UpdateLaw = (update, loss, { p, y, tau, share }) => {
  const [low, high] = loss.domain;
  if (loss.slope(p, y) !== 0 && Math.abs(loss.slope(p, y)) < 1e-280) return undefined;
  for (const aim of [share * update(loss, p, y, tau), share * tau, -share * tau]) {
    const target = clip(p + clip(aim, -1e300, 1e300), low, high);
    const way = target - p;
    const time = update.timeTo(loss, p, target, y);
    const noise = FEW * EPS * (Math.abs(way) + size(loss, p, y)) + TINY;
    if (Math.abs(loss.slope(target, y)) === LARGEST) continue;
    if (time === Infinity) {
      const longest = update(loss, p, y, 1e290);
      if (longest * way > 0 && Math.abs(longest) > Math.abs(way) + noise)
        return `${target} is never reached, but moves by ${longest}`;
    } else if (time > 1e-290 && time < 1e300) {
      const move = update(loss, p, y, time);
      if (Math.abs(move - way) > noise) return `timeTo(${target}) = ${time} moves by ${move} instead of ${way}`;
      const early = update(loss, p, y, 0.99 * time);
      if (Math.abs(early) > Math.abs(way) + noise) return `passes ${target} before timeTo = ${time}`;
    } else if (time === 0 && way !== 0 && Math.abs(update(loss, p, y, 1e-280)) < Math.abs(way) - noise) {
      return `timeTo(${target}) is 0, but nothing moves there`;
    }
  }
  return undefined;
};

/** The law, for points that have their digits. */
export function whereDigits(law: UpdateLaw): UpdateLaw {
  return (update, loss, point) => (hasDigits(point) ? law(update, loss, point) : undefined);
}

/**
 * The laws of update rules (src/updates/rules.ts), as functions from a rule, a loss and a point to a counterexample (or
 * undefined): the law tests run them over rules x losses, the mutation check over planted mistakes that they have to find, and
 * `brokenLaw` over rules of one's own.
 *
 * Laws for every point, and laws about digits.
 */
export const updateLaws: Readonly<Record<string, UpdateLaw>> = {
  finite,
  noTimeNoMove,
  downhill,
  notLongerThanTheGradient: whereDigits(notLongerThanTheGradient),
  timeInvertsTheRule: whereDigits(timeInvertsTheRule),
};

import { clip } from '../numerics/elementary.ts';
import type { ScalarLaw } from './points.ts';
import { EPS, FEW, LARGEST, size, TINY } from './rounding.ts';

/** The time to any target is a number >= 0, Infinity included. */
export const timeIsANumber: ScalarLaw = (loss, { p, y, share }) => {
  const [low, high] = loss.domain;
  for (const target of [p, y, loss.threshold ?? 0, clip(p + share, low, high), clip(p * share, low, high)]) {
    const time = loss.timeTo(p, target, y);
    if (!(time >= 0)) return `timeTo(target ${target}) is ${time}`;
  }
  return undefined;
};

/** Both motions stay where they are for no time, and a prediction takes no time to itself. */
export const noTimeNoMove: ScalarLaw = (loss, { p, y }) => {
  const moves = [loss.flow(p, y, 0), loss.proximal(p, y, 0), loss.timeTo(p, p, y)];
  return moves.every((move) => move === 0) ? undefined : `flow, proximal or timeTo of nothing is ${moves.join(', ')}`;
};

/** Both motions start with the speed -l'. */
export const initialSpeed: ScalarLaw = (loss, { p, y }) => {
  const slope = loss.slope(p, y);
  const tau = 1e-10 * Math.min(1 / loss.curvature(p, y), loss.excess(p, y) / slope / slope);
  if (!(tau > 1e-280 && tau < 1e280 && Math.abs(slope) > 1e-280 && Math.abs(slope) < 1e280)) return undefined;
  const wanted = -slope * tau;
  for (const [name, move] of Object.entries({ flow: loss.flow(p, y, tau), proximal: loss.proximal(p, y, tau) })) {
    if (!(Math.abs(move / wanted - 1) <= 1e-9)) return `${name} moves by ${move} in ${tau}, its slope promises ${wanted}`;
  }
  return undefined;
};

/** Importance invariance: flowing for a, then for b, is flowing for a + b. */
export const semigroup: ScalarLaw = (loss, { p, y, tau, share }) => {
  const whole = loss.flow(p, y, tau);
  const a = share * tau;
  const first = loss.flow(p, y, a);
  const middle = clip(p + first, ...loss.domain);
  const parts = first + loss.flow(middle, y, tau - a);
  const noise = FEW * EPS * (Math.abs(whole) + size(loss, p, y));
  return Math.abs(parts - whole) <= noise ? undefined : `flow ${whole}, in two parts ${parts}`;
};

/** No motion passes the minimum: short of its end by a few roundings, the slope still has its sign. */
export const neverOvershoots: ScalarLaw = (loss, { p, y, tau }) => {
  const before = Math.sign(loss.slope(p, y));
  const noise = FEW * EPS * size(loss, p, y);
  for (const [name, move] of Object.entries({ flow: loss.flow(p, y, tau), proximal: loss.proximal(p, y, tau) })) {
    const end = p + move * (1 - FEW * EPS) + before * noise;
    if (loss.slope(clip(end, ...loss.domain), y) * before < 0) return `${name} ${move} passes the minimum`;
    if (loss.labels === 'unit' && (p + move < 0 || p + move > 1)) return `${name} ${move} leaves [0, 1]`;
  }
  return undefined;
};

/** |proximal| <= |flow| <= |tau l'|, all downhill. */
export const ordered: ScalarLaw = (loss, { p, y, tau }) => {
  const slope = loss.slope(p, y);
  const [flow, proximal] = [loss.flow(p, y, tau), loss.proximal(p, y, tau)];
  if (flow * slope > 0 || proximal * slope > 0) return `slope ${slope}, but flow ${flow} and proximal ${proximal}`;
  const more = 1 + FEW * EPS;
  if (Math.abs(proximal) > Math.abs(flow) * more + TINY) return `proximal ${proximal} is longer than flow ${flow}`;
  if (Math.abs(slope) === LARGEST) return undefined;
  return Math.abs(flow) > tau * (Math.abs(slope) * more + TINY) + TINY
    ? `flow ${flow} is longer than tau * slope ${tau * slope}`
    : undefined;
};

/** v = p + proximal solves v - p = -tau l'(v): a little short of it the right side is longer, a little beyond shorter. */
export const proximalIsStationary: ScalarLaw = (loss, { p, y, tau }) => {
  const [low, high] = loss.domain;
  const move = loss.proximal(p, y, tau);
  const ahead = -Math.sign(loss.slope(p, y));
  if (Math.abs(loss.slope(p, y)) === LARGEST) return undefined;
  const noise = FEW * EPS * (Math.abs(move) + size(loss, p, y)) + TINY;
  const pull = (at: number): number => ahead * tau * -loss.slope(clip(at, low, high), y);
  const shorter = ahead * move - noise;
  if (pull(p + ahead * shorter) < shorter * (1 - FEW * EPS) - tau * TINY) return `proximal ${move} is too long`;
  const longer = ahead * move + noise;
  const atEnd = p + ahead * longer <= low || p + ahead * longer >= high;
  return !atEnd && pull(p + ahead * longer) > longer * (1 + FEW * EPS) + tau * TINY ? `proximal ${move} is too short` : undefined;
};

/** Flowing for timeTo(target) lands on the target, and a target on the way has such a time. */
export const timeInvertsFlow: ScalarLaw = (loss, { p, y, tau, share }) => {
  const flow = loss.flow(p, y, tau);
  for (const aim of [share * flow, share * tau, -share * tau]) {
    const target = clip(p + aim, ...loss.domain);
    const time = loss.timeTo(p, target, y);
    const noise = FEW * EPS * (Math.abs(target - p) + size(loss, p, y));
    if (time === Infinity && aim === share * flow && Math.abs(aim) < Math.abs(flow) - noise)
      return `${target} is on the way, but has no time`;
    if (time < 1e-290 || time > 1e300) continue;
    const landed = p + loss.flow(p, y, time);
    if (Math.abs(landed - target) > noise) return `timeTo(${target}) = ${time} lands on ${landed}`;
  }
  return undefined;
};

/** Uphill, or beyond the minimum, the flow never arrives. */
export const timeIsInfiniteOutOfReach: ScalarLaw = (loss, { p, y, tau, share }) => {
  const [low, high] = loss.domain;
  const slope = loss.slope(p, y);
  const uphill = clip(p + Math.sign(slope) * share * Math.min(tau, 1e300), low, high);
  const beyond = clip(p + loss.flow(p, y, 1e300) - Math.sign(slope) * share * Math.max(1, Math.abs(p)), low, high);
  if (slope !== 0 && uphill !== p && loss.timeTo(p, uphill, y) !== Infinity) return `${uphill} is uphill`;
  if (loss.slope(beyond, y) * slope < 0 && loss.timeTo(p, beyond, y) !== Infinity) return `${beyond} is beyond the minimum`;
  return undefined;
};

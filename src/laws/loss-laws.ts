import type { Loss } from '../losses/loss.ts';
import { clip } from '../numerics/elementary.ts';
import { EPS, FEW, hasDigits, LARGEST, type ScalarLaw, size, TINY } from './points.ts';

/** The time to any target is a number >= 0, Infinity included. */
const timeIsANumber: ScalarLaw = (loss, { p, y, share }) => {
  const [low, high] = loss.domain;
  for (const target of [p, y, loss.threshold ?? 0, clip(p + share, low, high), clip(p * share, low, high)]) {
    const time = loss.timeTo(p, target, y);
    if (!(time >= 0)) return `timeTo(target ${target}) is ${time}`;
  }
  return undefined;
};

/** Both motions stay where they are for no time, and a prediction takes no time to itself. */
const noTimeNoMove: ScalarLaw = (loss, { p, y }) => {
  const moves = [loss.flow(p, y, 0), loss.proximal(p, y, 0), loss.timeTo(p, p, y)];
  return moves.every((move) => move === 0) ? undefined : `flow, proximal or timeTo of nothing is ${moves.join(', ')}`;
};

/** Both motions start with the speed -l'. */
const initialSpeed: ScalarLaw = (loss, { p, y }) => {
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
const semigroup: ScalarLaw = (loss, { p, y, tau, share }) => {
  const whole = loss.flow(p, y, tau);
  const a = share * tau;
  const first = loss.flow(p, y, a);
  const middle = clip(p + first, ...loss.domain);
  const parts = first + loss.flow(middle, y, tau - a);
  const noise = FEW * EPS * (Math.abs(whole) + size(loss, p, y));
  return Math.abs(parts - whole) <= noise ? undefined : `flow ${whole}, in two parts ${parts}`;
};

/** No motion passes the minimum: short of its end by a few roundings, the slope still has its sign. */
const neverOvershoots: ScalarLaw = (loss, { p, y, tau }) => {
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
const ordered: ScalarLaw = (loss, { p, y, tau }) => {
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
const proximalIsStationary: ScalarLaw = (loss, { p, y, tau }) => {
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
const timeInvertsFlow: ScalarLaw = (loss, { p, y, tau, share }) => {
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
const timeIsInfiniteOutOfReach: ScalarLaw = (loss, { p, y, tau, share }) => {
  const [low, high] = loss.domain;
  const slope = loss.slope(p, y);
  const uphill = clip(p + Math.sign(slope) * share * Math.min(tau, 1e300), low, high);
  const beyond = clip(p + loss.flow(p, y, 1e300) - Math.sign(slope) * share * Math.max(1, Math.abs(p)), low, high);
  if (slope !== 0 && uphill !== p && loss.timeTo(p, uphill, y) !== Infinity) return `${uphill} is uphill`;
  if (loss.slope(beyond, y) * slope < 0 && loss.timeTo(p, beyond, y) !== Infinity) return `${beyond} is beyond the minimum`;
  return undefined;
};

/** How much the slope may be off: its own rounding, and the rounding of p that it passes on. */
function slopeNoise(loss: Loss, p: number, y: number): number {
  return FEW * EPS * (Math.abs(loss.slope(p, y)) + loss.curvature(p, y) * size(loss, p, y));
}

/** value = infimum + excess, excess >= 0, curvature >= 0. */
const excessIsAboveInfimum: ScalarLaw = (loss, { p, y }) => {
  const [value, infimum, excess] = [loss.value(p, y), loss.infimum(y), loss.excess(p, y)];
  if (!(excess >= 0)) return `excess is ${excess}`;
  if (!(loss.curvature(p, y) >= 0)) return `curvature is ${loss.curvature(p, y)}`;
  const parts = Math.abs(value) + Math.abs(infimum) + (loss.labels === 'count' ? y * (1 + Math.abs(p)) : 0);
  if (parts >= LARGEST) return undefined;
  return Math.abs(value - infimum - excess) <= FEW * EPS * parts
    ? undefined
    : `value ${value} - infimum ${infimum} is not excess ${excess}`;
};

/** The infimum is where the flow leads. */
const flowReachesInfimum: ScalarLaw = (loss, { p, y }) => {
  if (!(Math.abs(p) <= 1e3 && Math.abs(y) <= 1e3)) return undefined;
  const noise = FEW * EPS * size(loss, p, y);
  const end = clip(p + loss.flow(p, y, 1e300) + Math.sign(loss.slope(p, y)) * noise, ...loss.domain);
  const left = loss.excess(end, y);
  const steepest = Math.max(Math.abs(loss.slope(p, y)), Math.abs(loss.slope(end, y)));
  return steepest === LARGEST || left <= 1e-200 + 2 * noise * steepest ? undefined : `excess ${left} is left at ${end}`;
};

/** The slope is a subgradient, l(b) >= l(p) + l'(p) (b - p): for all pairs this leaves it no freedom but at kinks. */
const slopeSupportsTheLoss: ScalarLaw = (loss, { p, y, tau, share }) => {
  const [low, high] = loss.domain;
  const b = clip(p + (share - 0.5) * tau, low, high);
  const [here, there] = [loss.excess(p, y), loss.excess(b, y)];
  const rise = loss.slope(p, y) * (b - p);
  if (b === p || Math.max(here, there, Math.abs(rise), Math.abs(loss.slope(p, y))) > 1e300) return undefined;
  const position = (Math.abs(loss.slope(p, y)) + Math.abs(loss.slope(b, y))) * (size(loss, p, y) + Math.abs(b));
  const noise = FEW * EPS * (here + there + position) + slopeNoise(loss, p, y) * Math.abs(b - p) + TINY;
  return there - here >= rise - noise ? undefined : `l rises by ${there - here} to ${b}, its slope promises ${rise}`;
};

/** The curvature is the slope's rate: over a short way on one side of the minimum, between its values at the ends. */
const curvatureIsTheSlopesRate: ScalarLaw = (loss, { p, y, share }) => {
  const reach = loss.labels === 'unit' ? Math.min(p, 1 - p) : loss.labels === 'real' ? Math.abs(p - y) : 1;
  const b = p + 1e-3 * share * reach;
  const way = b - p;
  const [here, there] = [loss.slope(p, y), loss.slope(b, y)];
  const rates = [loss.curvature(p, y), loss.curvature(b, y)];
  if (!(way > 1e9 * EPS * size(loss, p, y)) || Math.sign(here) !== Math.sign(there) || Math.max(Math.abs(here), ...rates) > 1e300)
    return undefined;
  const noise = slopeNoise(loss, p, y) + slopeNoise(loss, b, y) + TINY;
  const rise = there - here;
  const legal = rise >= Math.min(...rates) * way * (1 - 1e-6) - noise && rise <= Math.max(...rates) * way * (1 + 1e-6) + noise;
  return legal ? undefined : `slope rises by ${rise} over ${way}, curvature is ${rates.join(' … ')}`;
};

/** Fenchel-Young, where a conjugate is known: l(p) + l*(s) >= s p for every slope s, with equality for the slope at p. */
const conjugateSupportsTheLoss: ScalarLaw = (loss, { p, y, tau, share }) => {
  if (loss.conjugate === undefined) return undefined;
  const b = clip(p + (share - 0.5) * tau, ...loss.domain);
  for (const at of [p, b]) {
    const s = loss.slope(at, y);
    const [value, conjugate, product] = [loss.value(p, y), loss.conjugate(s, y), s * p];
    if (conjugate === Infinity && Math.abs(s) < 1e150) return `l*(${s}) is infinite, and ${s} is the slope at ${at}`;
    const parts = Math.abs(value) + Math.abs(conjugate) + Math.abs(product) + (Math.abs(s) + Math.abs(y)) * (1 + Math.abs(p));
    if (!(Math.max(parts, parts + Math.abs(b)) < 1e300)) continue;
    const gap = value + conjugate - product;
    const noise = FEW * EPS * (parts + (Math.abs(s) + Math.abs(y)) * Math.abs(b)) + TINY;
    if (gap < -noise) return `l(p) + l*(${s}) is ${-gap} below ${s} p`;
    if (at === p && gap > noise) return `l(p) + l*(l'(p)) is ${gap} above l'(p) p`;
  }
  return undefined;
};

/** A conjugate is infinite on slopes beyond those that the loss has at either end of its predictions. */
const conjugateEndsWithTheSlopes: ScalarLaw = (loss, { y, tau }) => {
  if (loss.conjugate === undefined || loss.domain.some(Number.isFinite)) return undefined;
  for (const side of [-1, 1]) {
    const steepest = loss.slope(side * LARGEST, y);
    const s = steepest + side * Math.max(tau, 1e-9 * (1 + Math.abs(steepest)));
    if (Math.abs(s) < LARGEST && loss.conjugate(s, y) !== Infinity)
      return `l*(${s}) is ${loss.conjugate(s, y)}, and no slope is beyond ${steepest}`;
  }
  return undefined;
};

const finite: ScalarLaw = (loss, { p, y, tau }) => {
  const results = {
    value: loss.value(p, y),
    slope: loss.slope(p, y),
    curvature: loss.curvature(p, y),
    infimum: loss.infimum(y),
    excess: loss.excess(p, y),
    flow: loss.flow(p, y, tau),
    proximal: loss.proximal(p, y, tau),
  };
  const [name, found] = Object.entries(results).find(([, result]) => !Number.isFinite(result)) ?? [];
  return name === undefined ? undefined : `${name} is ${found}`;
};

/** Laws for every point. */
const sturdyLaws: Readonly<Record<string, ScalarLaw>> = { finite, timeIsANumber, excessIsAboveInfimum, noTimeNoMove };

/** Laws about digits, for points that have theirs. */
const exactLaws: Readonly<Record<string, ScalarLaw>> = {
  flowReachesInfimum,
  slopeSupportsTheLoss,
  curvatureIsTheSlopesRate,
  conjugateSupportsTheLoss,
  conjugateEndsWithTheSlopes,
  initialSpeed,
  semigroup,
  neverOvershoots,
  ordered,
  proximalIsStationary,
  timeInvertsFlow,
  timeIsInfiniteOutOfReach,
};

function whereDigits(law: ScalarLaw): ScalarLaw {
  return (loss, point, parameters) => (hasDigits(point) ? law(loss, point, parameters) : undefined);
}

/**
 * The laws of losses (src/losses/loss.ts), as functions from a loss and a point to a counterexample (or undefined): the law
 * tests run them over the whole registry, and the mutation check runs them over planted mistakes that they have to find.
 */
export const lossLaws: Readonly<Record<string, ScalarLaw>> = {
  ...sturdyLaws,
  ...Object.fromEntries(Object.entries(exactLaws).map(([name, law]) => [name, whereDigits(law)])),
};

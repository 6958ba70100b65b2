import type { Loss } from '../losses/loss.ts';
import { clip } from '../numerics/elementary.ts';
import type { ScalarLaw } from './points.ts';
import { EPS, FEW, LARGEST, size, TINY } from './rounding.ts';

/** How much the slope may be off: its own rounding, and the rounding of p that it passes on. */
function slopeNoise(loss: Loss, p: number, y: number): number {
  return FEW * EPS * (Math.abs(loss.slope(p, y)) + loss.curvature(p, y) * size(loss, p, y));
}

/** value = infimum + excess, excess >= 0, curvature >= 0. */
export const excessIsAboveInfimum: ScalarLaw = (loss, { p, y }) => {
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
export const flowReachesInfimum: ScalarLaw = (loss, { p, y }) => {
  if (!(Math.abs(p) <= 1e3 && Math.abs(y) <= 1e3)) return undefined;
  const noise = FEW * EPS * size(loss, p, y);
  const end = clip(p + loss.flow(p, y, 1e300) + Math.sign(loss.slope(p, y)) * noise, ...loss.domain);
  const left = loss.excess(end, y);
  const steepest = Math.max(Math.abs(loss.slope(p, y)), Math.abs(loss.slope(end, y)));
  return steepest === LARGEST || left <= 1e-200 + 2 * noise * steepest ? undefined : `excess ${left} is left at ${end}`;
};

/** The slope is a subgradient, l(b) >= l(p) + l'(p) (b - p): for all pairs this leaves it no freedom but at kinks. */
export const slopeSupportsTheLoss: ScalarLaw = (loss, { p, y, tau, share }) => {
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
export const curvatureIsTheSlopesRate: ScalarLaw = (loss, { p, y, share }) => {
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
export const conjugateSupportsTheLoss: ScalarLaw = (loss, { p, y, tau, share }) => {
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
export const conjugateEndsWithTheSlopes: ScalarLaw = (loss, { y, tau }) => {
  if (loss.conjugate === undefined || loss.domain.some(Number.isFinite)) return undefined;
  for (const side of [-1, 1]) {
    const steepest = loss.slope(side * LARGEST, y);
    const s = steepest + side * Math.max(tau, 1e-9 * (1 + Math.abs(steepest)));
    if (Math.abs(s) < LARGEST && loss.conjugate(s, y) !== Infinity)
      return `l*(${s}) is ${loss.conjugate(s, y)}, and no slope is beyond ${steepest}`;
  }
  return undefined;
};

// @ts-check
import { recipe } from 'iwal/numerics';

const weight = /** @type {const} */ ({ above: 0, to: 1e6, default: 2, meaning: 'factor of the squared loss' });

/**
 * A loss of one's own: half the squared residual, times a weight that makes it steeper.
 *
 * l(p, y) = c (p - y)^2 / 2. Its flow is the residual that decays as e^(-c tau); its implicit step solves v - p = -tau c (v - y).
 *
 * `bounded` keeps what would overflow at the largest number.
 */
export const steep = recipe('steep', { weight }, ({ weight: c }) => {
  /** @type {(p: number, y: number) => number} */
  const value = (p, y) => bounded(0.5 * c * (p - y) * (p - y));
  /** @type {import('iwal/losses').Loss} */
  const loss = {
    name: 'steep',
    labels: 'real',
    domain: [-Infinity, Infinity],
    threshold: 0,
    value,
    slope: (p, y) => bounded(c * (p - y)),
    curvature: () => c,
    infimum: () => 0,
    excess: value,
    flow: (p, y, tau) => bounded(p - y) * Math.expm1(-c * tau),
    proximal: (p, y, tau) => (tau === 0 ? 0 : bounded(y - p) / (1 + 1 / (c * tau))),
    timeTo(p, target, y) {
      if (target === p) return 0;
      const [whole, left] = [y - p, y - target];
      const isOnTheWay = Math.sign(whole) === Math.sign(target - p) && Math.abs(target - p) < Math.abs(whole);
      return isOnTheWay ? Math.log1p((target - p) / left) / c : Infinity;
    },
  };
  return loss;
});

/** @type {(x: number) => number} */
function bounded(x) {
  return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, x));
}

/** @type {import('iwal/specs').OwnParts} */
const parts = { losses: { steep } };
export default parts;

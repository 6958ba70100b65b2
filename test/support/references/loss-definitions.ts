/**
 * Laws that tie a loss to what is written elsewhere: its printed formula, and the differential equation of its flow, solved by
 * an integrator that shares nothing with the closed forms. They hold at ordinary points.
 */
import type { losses } from '../../../src/losses/index.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import { clip } from '../../../src/numerics/elementary.ts';
import { EPS, type ScalarLaw, size } from '../../../src/laws/points.ts';
import { follow, hittingTime } from './ode.ts';

type Formula = (p: number, y: number, parameters: Readonly<Record<string, number>>) => number;

/** The losses as papers print them, in plain arithmetic. */
const printed: Record<keyof typeof losses, Formula> = {
  squared: (p, y) => 0.5 * (p - y) ** 2,
  logistic: (p, y) => Math.log(1 + Math.exp(-y * p)),
  hinge: (p, y) => Math.max(0, 1 - y * p),
  quantile: (p, y, { level }) => (y > p ? level * (y - p) : (1 - level) * (p - y)),
  exponential: (p, y) => Math.exp(-y * p),
  logarithmic: (p, y) => relativeEntropy(y, p) + relativeEntropy(1 - y, 1 - p),
  hellinger: (p, y) => 2 * (1 - Math.sqrt(p * y) - Math.sqrt((1 - p) * (1 - y))),
  poisson: (p, y) => Math.exp(p) - y * p,
  'squared-hinge': (p, y) => 0.5 * Math.max(0, 1 - y * p) ** 2,
  'smoothed-hinge'(p, y, { gamma }) {
    const r = Math.max(0, 1 - y * p);
    return r < gamma ? r ** 2 / (2 * gamma) : r - gamma / 2;
  },
  huber(p, y, { delta }) {
    const r = Math.abs(p - y);
    return r < delta ? 0.5 * r ** 2 : delta * (r - delta / 2);
  },
  expectile: (p, y, { q }) => 0.5 * Math.abs(q - (y < p ? 1 : 0)) * (p - y) ** 2,
};

function relativeEntropy(y: number, p: number): number {
  return y === 0 ? 0 : y * Math.log(y / p);
}

const valueIsThePrintedFormula: ScalarLaw = (loss, { p, y }, parameters) => {
  const value = loss.value(p, y);
  const wanted = printed[loss.name as keyof typeof losses](p, y, parameters);
  return Math.abs(value - wanted) <= 1e-13 * (1 + Math.abs(wanted) + Math.abs(y * p))
    ? undefined
    : `value ${value}, printed formula ${wanted}`;
};

const flowSolvesItsEquation: ScalarLaw = (loss, { p, y, tau }) => {
  const flow = loss.flow(p, y, tau);
  const wanted = follow((x) => -loss.slope(clip(x, ...loss.domain), y), p, tau);
  return agree(flow, wanted, EPS * size(loss, p, y)) ? undefined : `flow ${flow}, integrated ${wanted}`;
};

const timeIsTheHittingTime: ScalarLaw = (loss, { p, y, tau, share }) => {
  const target = p + share * loss.flow(p, y, tau);
  return hits(loss, p, target, y);
};

/** The opposite label brings the prediction to the threshold, in the time that the integrator needs for it. */
const flipTimeIsTheHittingTime: ScalarLaw = (loss, { p }) => {
  if (loss.threshold === undefined || p === loss.threshold) return undefined;
  const y = p > loss.threshold ? (loss.labels === 'unit' ? 0 : -1) : 1;
  const time = loss.timeTo(p, loss.threshold, y);
  const landed = p + loss.flow(p, y, time);
  if (!agree(landed - p, loss.threshold - p, 0)) return `flipping weight ${time} lands on ${landed}`;
  return hits(loss, p, loss.threshold, y);
};

function hits(loss: Loss, p: number, target: number, y: number): string | undefined {
  if (!(Math.abs(target - p) > 1e-6 * size(loss, p, y))) return undefined;
  const time = loss.timeTo(p, target, y);
  const wanted = hittingTime((x) => -loss.slope(x, y), p, target);
  return agree(time, wanted, 0) ? undefined : `timeTo(${target}) is ${time}, integrated ${wanted}`;
}

function agree(found: number, wanted: number, noise: number): boolean {
  return Math.abs(found - wanted) <= 1e-9 * Math.abs(wanted) + noise;
}

export const definitionLaws: Readonly<Record<string, ScalarLaw>> = {
  valueIsThePrintedFormula,
  flowSolvesItsEquation,
  timeIsTheHittingTime,
  flipTimeIsTheHittingTime,
};

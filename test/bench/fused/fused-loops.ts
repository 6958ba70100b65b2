/**
 * Passes as one would write them by hand for one loss, one update and one optimizer: a single loop with all constants in place.
 *
 * They are texts, compiled for each combination: had several combinations one function, the engine would compile it for all it
 * has met, and the loop would not be fused. Where a flow or an implicit step has no short formula the loop calls that function
 * of the loss; margins, steps along x and soft thresholds are taken by `dot`, `addScaled` and `softThreshold`, as in the library.
 * Unlike the library, the loops know that every importance is 1, and look for no number that left its range.
 */
import { addScaled, dot, type SparseRows } from '../../../src/rows/sparse-rows.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import { softThreshold } from '../../../src/optimizers/bases/shrinking-weights.ts';

export type Pass = (rows: SparseRows, labels: Float64Array) => Float64Array;

/** Expressions in p, y and tau; the move may read the slope. */
export interface Formula {
  readonly slope: string;
  readonly move: string;
  /** Whether the move starts from where the regulariser left the margin. */
  readonly startsFromBase?: boolean;
}

/** The body of a pass. */
export type Loop = (formula: Formula, prediction: (margin: string) => string) => string;

export function fuse(loop: Loop, formula: Formula, loss: Loss): Pass {
  const [low, high] = loss.domain;
  const isBounded = Number.isFinite(high - low);
  const prediction = (margin: string): string => (isBounded ? `Math.min(${high}, Math.max(${low}, ${margin}))` : margin);
  // oxlint-disable-next-line typescript/no-implied-eval -- the only way to a function for every combination
  const build = new Function(
    'dot',
    'addScaled',
    'soft',
    'loss',
    `'use strict'; return (rows, labels) => {\n${loop(formula, prediction)}\n};`,
  ) as (...parts: unknown[]) => Pass;
  return build(dot, addScaled, softThreshold, loss);
}

/** A pass: arrays of a number a feature, what stands before its loop, the body of the loop, and what it returns. */
const passOf =
  (arrays: string, { head = '', result = 'return w;' } = {}) =>
  (body: TemplateStringsArray, ...formulas: readonly (string | number)[]): string => `
  const { offsets, indices, values, columns, squaredNorms } = rows;
  const ${arrays.replaceAll(/\w+/g, (name) => `${name} = new Float64Array(columns)`)};
  const scratch = new Float64Array(256);
  ${head}
  for (let i = 0; i < labels.length; i++) {
    const start = offsets[i], end = offsets[i + 1], y = labels[i];
    ${String.raw(body, ...formulas)}
  }
  ${result}`;
const ETA = '2 * Math.sqrt(1 / (2 + i))';

/** The step along a direction that moves the margin by `length` a unit. */
const alongDirection = (length: string): string => `
    if (move === 0) continue;
    const scale = move / ${length};
    for (let k = start; k < end; k++) w[indices[k]] += scale * scratch[k - start];`;

/** eta0 2, power 1/2. */
export const gradientDescent: Loop = ({ slope, move }, prediction) =>
  passOf('w')`
    const p = ${prediction('dot(rows, i, w)')};
    const tau = ${ETA} * squaredNorms[i];
    const slope = ${slope};
    const move = ${move};
    if (move !== 0) addScaled(rows, i, w, move / squaredNorms[i]);`;

/** eta0 2, power 1/2, all weights in the mean. */
export const averaged: Loop = ({ slope, move }, prediction) =>
  passOf('w, drift', { result: `return w.map((value, j) => value - drift[j] / labels.length);` })`
    const p = ${prediction('dot(rows, i, w)')};
    const tau = ${ETA} * squaredNorms[i];
    const slope = ${slope};
    const move = ${move};
    if (move !== 0) {
      addScaled(rows, i, w, move / squaredNorms[i]);
      if (i > 0) addScaled(rows, i, drift, i * (move / squaredNorms[i]));
    }`;

/** eta0 0.5. */
export const adaGrad: Loop = ({ slope, move }, prediction) =>
  passOf('w, g')`
    const p = ${prediction('dot(rows, i, w)')};
    const slope = ${slope};
    let sum = 0;
    for (let k = start; k < end; k++) {
      const x = values[k];
      const gradient = slope * x;
      const grown = g[indices[k]] + gradient * gradient;
      const along = grown === 0 ? 0 : x / Math.sqrt(grown);
      g[indices[k]] = grown;
      scratch[k - start] = along;
      sum += x * along;
    }
    const tau = 0.5 * sum;
    const move = sum === 0 ? 0 : ${move};
    ${alongDirection('sum')}`;

/** eta0 2, power 1/2. */
export const normalized: Loop = ({ slope, move }, prediction) =>
  passOf('w, s', { head: 'let squares = 0;' })`
    let squaredLength = 0;
    for (let k = start; k < end; k++) {
      const j = indices[k];
      const x = values[k];
      const size = Math.abs(x);
      if (size > s[j]) {
        const ratio = s[j] / size;
        w[j] *= ratio * ratio;
        s[j] = size;
      }
      const along = x / (s[j] * s[j]);
      scratch[k - start] = along;
      squaredLength += x * along;
    }
    const p = ${prediction('dot(rows, i, w)')};
    squares += squaredLength;
    const tau = ${ETA} * ((i + 1) / squares) * squaredLength;
    const slope = ${slope};
    const move = ${move};
    ${alongDirection('squaredLength')}`;

/** eta0 0.5. */
export const normalizedAdaptive: Loop = ({ slope, move }, prediction) =>
  passOf('w, g, s', { head: 'let squares = 0;' })`
    for (let k = start; k < end; k++) {
      const j = indices[k];
      const size = Math.abs(values[k]);
      if (size > s[j]) {
        w[j] *= s[j] / size;
        s[j] = size;
      }
    }
    const p = ${prediction('dot(rows, i, w)')};
    const slope = ${slope};
    let sum = 0;
    for (let k = start; k < end; k++) {
      const x = values[k];
      const j = indices[k];
      const gradient = slope * x;
      const grown = g[j] + gradient * gradient;
      const along = grown === 0 ? 0 : x / Math.sqrt(grown) / s[j];
      g[j] = grown;
      scratch[k - start] = along;
      sum += x * along;
      const share = x / s[j];
      squares += share * share;
    }
    const tau = 0.5 * Math.sqrt((i + 1) / squares) * sum;
    const move = sum === 0 ? 0 : ${move};
    ${alongDirection('sum')}`;

/** alpha 0.3, beta 1, l1 0.1; the plain gradient, whatever the move. */
export const ftrlProximal: Loop = ({ slope }, prediction) =>
  passOf('w, z, n')`
    const p = ${prediction('dot(rows, i, w)')};
    const slope = ${slope};
    for (let k = start; k < end; k++) {
      const j = indices[k];
      const gradient = slope * values[k];
      const grown = n[j] + gradient * gradient;
      const root = Math.sqrt(grown);
      const centred = z[j] + gradient - ((root - Math.sqrt(n[j])) / 0.3) * w[j];
      z[j] = centred;
      n[j] = grown;
      w[j] = -soft(centred, 0.1) / ((1 + root) / 0.3);
    }`;

/** alpha 0.3, beta 1, no penalty. */
export const ftrlUnpenalised: Loop = ({ slope, move }, prediction) =>
  passOf('w, z, n')`
    const p = ${prediction('dot(rows, i, w)')};
    const slope = ${slope};
    let tau = 0;
    for (let k = start; k < end; k++) {
      const j = indices[k];
      const x = values[k];
      const gradient = slope * x;
      const grown = n[j] + gradient * gradient;
      const root = Math.sqrt(grown);
      z[j] -= ((root - Math.sqrt(n[j])) / 0.3) * w[j];
      n[j] = grown;
      const rate = 1 / ((1 + root) / 0.3);
      scratch[k - start] = rate;
      tau += x * x * rate;
    }
    const move = tau === 0 ? 0 : ${move};
    if (move === 0) continue;
    const step = move / tau;
    for (let k = start; k < end; k++) {
      const j = indices[k];
      const moved = z[j] - step * values[k];
      z[j] = moved;
      w[j] = -moved * scratch[k - start];
    }`;

/** gamma 1, l1 1e-5; the plain gradient, whatever the move. */
export const rda: Loop = ({ slope }, prediction) =>
  passOf('theta', {
    head: 'let rate = 0;',
    result: `const dead = 1e-5 * labels.length;
  return theta.map((t) => rate * soft(t, dead));`,
  })`
    const dead = 1e-5 * i;
    let sum = 0;
    for (let k = start; k < end; k++) sum += soft(theta[indices[k]], dead) * values[k];
    const p = ${prediction('rate * sum')};
    const slope = ${slope};
    rate = 1 / Math.sqrt(i + 1);
    if (slope !== 0) addScaled(rows, i, theta, -slope);`;

/**
 * Gradient descent of eta0 2 and power 1/2, and after each step a pull of 1e-5 eta toward 0 of the weights within the ceiling.
 */
const pulled =
  (ceiling: number): Loop =>
  ({ slope, move }, prediction) => {
    const settled = `a > ${ceiling} || a < -${ceiling} ? a : soft(a, due)`;
    return passOf('v, seen', {
      head: 'let pull = 0;',
      result: `return v.map((a, j) => {
    const due = pull - seen[j];
    return ${settled};
  });`,
    })`
    let sum = 0;
    for (let k = start; k < end; k++) {
      const j = indices[k];
      const a = v[j];
      const due = pull - seen[j];
      sum += (${settled}) * values[k];
    }
    const p = ${prediction('sum')};
    const eta = ${ETA};
    const tau = eta * squaredNorms[i];
    const slope = ${slope};
    const move = ${move};
    if (move !== 0) {
      const scale = move / squaredNorms[i];
      for (let k = start; k < end; k++) {
        const j = indices[k];
        const a = v[j];
        const due = pull - seen[j];
        v[j] = (${settled}) + scale * values[k];
        seen[j] = pull;
      }
    }
    pull += 1e-5 * eta;`;
  };

/** l1 1e-5. */
export const fobos = pulled(Infinity);

/** gravity 1e-5, a pull after every example. */
export const truncatedGradient = pulled(1);

/** lambda = sqrt(growth) / eta0; implicit steps start from the margin after the shrinkage. */
const implicitFtrl =
  (growth: string, eta0: number): Loop =>
  ({ slope, move, startsFromBase = false }, prediction) =>
    passOf('theta', { head: 'let grown = 0; let rate = 0;', result: `return theta.map((t) => rate * t);` })`
    const sum = dot(rows, i, theta);
    let p = ${prediction('rate * sum')};
    const slope = ${slope};
    grown += ${growth};
    rate = grown === 0 ? 0 : ${eta0} / Math.sqrt(grown);
    const tau = rate * squaredNorms[i];
    ${startsFromBase ? `p = ${prediction('rate * sum')};` : ''}
    const move = tau === 0 ? 0 : ${move};
    if (move !== 0) addScaled(rows, i, theta, move / tau);`;

/** eta0 2. */
export const implicitFtrlByTime = implicitFtrl('1', 2);

/** eta0 2. */
export const implicitFtrlByGradients = implicitFtrl('slope * slope * squaredNorms[i]', 2);

/** gamma 1, no penalty: implicit FTRL by another name. */
export const rdaUnpenalised = implicitFtrl('1', 1);

/** The slopes; labels of the losses on [0, 1] are its ends here. */
const slopes: Record<string, string> = {
  squared: 'p - y',
  logistic: '-y / (1 + Math.exp(y * p))',
  hinge: 'y * p < 1 ? -y : 0',
  quantile: 'y > p ? -0.3 : y < p ? 0.7 : 0',
  exponential: '-y * Math.exp(-y * p)',
  logarithmic: 'y === 1 ? -1 / p : 1 / (1 - p)',
  hellinger: 'y === 1 ? -1 / Math.sqrt(p) : 1 / Math.sqrt(1 - p)',
  poisson: 'Math.exp(p) - y',
  'squared-hinge': '-y * Math.max(0, 1 - y * p)',
  'smoothed-hinge': '-y * Math.min(1, Math.max(0, 1 - y * p))',
  huber: 'Math.max(-1, Math.min(1, p - y))',
  expectile: '(y > p ? 0.3 : 0.7) * (p - y)',
};

const flows: Record<string, string> = {
  squared: '(p - y) * Math.expm1(-tau)',
  hinge: 'y * Math.min(tau, Math.max(0, 1 - y * p))',
  quantile: 'y > p ? Math.min(0.3 * tau, y - p) : Math.max(-0.7 * tau, y - p)',
  exponential: 'y * Math.log1p(tau * Math.exp(-y * p))',
  logarithmic:
    'y === 1 ? Math.min(1, Math.sqrt(p * p + 2 * tau)) - p : 1 - p - Math.min(1, Math.sqrt((1 - p) * (1 - p) + 2 * tau))',
  hellinger:
    'y === 1 ? Math.min(1, (p ** 1.5 + 1.5 * tau) ** (2 / 3)) - p : 1 - p - Math.min(1, ((1 - p) ** 1.5 + 1.5 * tau) ** (2 / 3))',
  poisson: '-Math.log1p((Math.exp(p) - y) * (y > 0 ? -Math.expm1(-y * tau) / y : tau))',
  'squared-hinge': 'y * Math.max(0, 1 - y * p) * -Math.expm1(-tau)',
  expectile: '(p - y) * Math.expm1(-(y > p ? 0.3 : 0.7) * tau)',
};

const implicitSteps: Record<string, string> = {
  squared: '(y - p) * (tau / (1 + tau))',
  hinge: flows.hinge,
  quantile: flows.quantile,
  'squared-hinge': 'y * Math.max(0, 1 - y * p) * (tau / (1 + tau))',
  'smoothed-hinge': 'y * Math.min(tau, Math.max(0, 1 - y * p) * (tau / (1 + tau)))',
  huber: 'Math.max(-tau, Math.min(tau, (y - p) * (tau / (1 + tau))))',
};

const curvatures: Record<string, string> = {
  squared: '1',
  logistic: 'Math.abs(slope) * (1 - Math.abs(slope))',
  hinge: '0',
  quantile: '0',
  exponential: 'Math.abs(slope)',
  poisson: 'Math.exp(p)',
  'squared-hinge': '(y * p < 1 ? 1 : 0)',
  'smoothed-hinge': '(y * p < 1 && y * p >= 0 ? 1 : 0)',
  huber: '(Math.abs(p - y) <= 1 ? 1 : 0)',
  expectile: '(y > p ? 0.3 : 0.7)',
};

/** l - inf l; labels of counts are 0 and 1 here. */
const excesses: Record<string, string> = {
  squared: '0.5 * (p - y) * (p - y)',
  logistic: 'Math.log1p(Math.exp(-y * p))',
  hinge: 'Math.max(0, 1 - y * p)',
  quantile: '(y > p ? 0.3 : 0.7) * Math.abs(p - y)',
  exponential: 'Math.abs(slope)',
  'squared-hinge': '0.5 * slope * slope',
  expectile: '0.5 * slope * (p - y)',
};

/** The formula of each update for a loss, by the loss's name. */
export const formulas = {
  naive: (loss: string): Formula => ({ slope: slopes[loss], move: '-tau * slope' }),
  invariant: (loss: string): Formula => ({ slope: slopes[loss], move: flows[loss] ?? 'loss.flow(p, y, tau)' }),
  implicit: (loss: string): Formula => ({
    slope: slopes[loss],
    move: implicitSteps[loss] ?? 'loss.proximal(p, y, tau)',
    startsFromBase: true,
  }),
  quadratic: (loss: string): Formula => ({
    slope: slopes[loss],
    move: `-slope / (1 / tau + ${curvatures[loss] ?? 'loss.curvature(p, y)'})`,
  }),
  truncated: (loss: string): Formula => ({
    slope: slopes[loss],
    move:
      `slope === 0 ? 0 : -Math.sign(slope) * Math.min(tau * Math.abs(slope), (${excesses[loss] ?? 'loss.excess(p, y)'}) / ` +
      'Math.abs(slope))',
  }),
  /** One copy, for every importance is 1. */
  resampled: (loss: string): Formula => ({ slope: slopes[loss], move: '-tau * slope' }),
};

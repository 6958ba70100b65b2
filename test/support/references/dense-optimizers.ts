import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { LinearLearner } from '../../../src/learners/margin-learner.ts';
import { losses } from '../../../src/losses/index.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import type { optimizers } from '../../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../../src/optimizers/optimizer.ts';
import { updates } from '../../../src/updates/index.ts';
import type { UpdateRule } from '../../../src/updates/rules.ts';
import { COLUMNS, sampleRows } from '../../../src/laws/optimizer-laws.ts';

/**
 * Every optimizer once more, dense, written from the printed formulas and sharing no code with the first implementation: whole
 * vectors instead of sparse rows, every weight touched at every step, nothing kept lazily.
 */

export const EXAMPLES = 60;
const PASSES = 2;

export type Vector = readonly number[];

export interface Example {
  readonly x: Vector;
  readonly y: number;
  readonly h: number;
  readonly pass: number;
}

/** What the reference predicts with after each example. */
export type Reference = (examples: readonly Example[]) => Vector[];

const dot = (a: Vector, b: Vector): number => a.reduce((sum, value, j) => sum + value * b[j], 0);
const zeros = (): number[] => new Array<number>(COLUMNS).fill(0);
const slopeAt = (p: number, y: number): number => -y / (1 + Math.exp(y * p));
const soft = (a: number, k: number): number => Math.sign(a) * Math.max(0, Math.abs(a) - k);

/** References that are a rule from (state, gradient) to weights: h x the gradient of the logistic loss is the only input. */
function byGradients(step: (w: Vector, g: Vector, example: Example) => number[]): Reference {
  return (examples) => {
    let w: Vector = zeros();
    return examples.map((example) => {
      const slope = slopeAt(dot(w, example.x), example.y);
      const gradient = example.x.map((x) => slope * x);
      w = step(w, gradient, example);
      return w;
    });
  };
}

function descent(
  rate: (t: number, pass: number) => number,
  shrink: (w: number, eta: number, h: number, n: number) => number,
): Reference {
  let t = 0;
  let n = 0;
  return byGradients((w, g, { h, pass }) => {
    t += h;
    n += 1;
    return w.map((value, j) => shrink(value - rate(t, pass) * h * g[j], rate(t, pass), h, n));
  });
}

const asIs = (w: number): number => w;
const steady = (eta: number) => (): number => eta;

function adaGrad(eta0: number, power: number, initial: number): Reference {
  const G = new Array<number>(COLUMNS).fill(initial);
  return byGradients((w, g, { h }) =>
    w.map((value, j) => {
      G[j] += h * g[j] ** 2;
      return G[j] === 0 ? value : value - (eta0 / G[j] ** power) * h * g[j];
    }),
  );
}

/** Predicts after rescaling, so it cannot be a rule from gradients alone. */
function normalized(rate: (G: number, s: number, t: number, N: number) => number, rescale: (ratio: number) => number): Reference {
  return (examples) => {
    const w = zeros();
    const s = zeros();
    const G = zeros();
    let t = 0;
    let N = 0;
    return examples.map(({ x, y, h }) => {
      for (const [j, value] of x.entries()) {
        if (Math.abs(value) > s[j]) {
          w[j] *= rescale(s[j] / Math.abs(value));
          s[j] = Math.abs(value);
        }
      }
      const slope = slopeAt(dot(w, x), y);
      t += h;
      for (const [j, value] of x.entries()) {
        G[j] += h * (slope * value) ** 2;
        if (s[j] > 0) N += h * (value / s[j]) ** 2;
      }
      for (const [j, value] of x.entries()) if (value !== 0) w[j] -= rate(G[j], s[j], t, N) * h * slope * value;
      return [...w];
    });
  };
}

function ftrlProximal(alpha: number, beta: number, l1: number, l2: number): Reference {
  const z = zeros();
  const n = zeros();
  return byGradients((w, g, { h }) =>
    w.map((value, j) => {
      const sigma = (Math.sqrt(n[j] + h * g[j] ** 2) - Math.sqrt(n[j])) / alpha;
      z[j] += h * g[j] - sigma * value;
      n[j] += h * g[j] ** 2;
      return Math.abs(z[j]) <= l1 ? 0 : -(z[j] - Math.sign(z[j]) * l1) / ((beta + Math.sqrt(n[j])) / alpha + l2);
    }),
  );
}

function rda(gamma: number, l1: number, l2: number): Reference {
  const sum = zeros();
  let t = 0;
  return byGradients((w, g, { h }) => {
    t += h;
    return w.map((_, j) => {
      sum[j] += h * g[j];
      return -soft(sum[j] / t, l1) / (gamma / Math.sqrt(t) + l2);
    });
  });
}

/** Averages of stored weights; each w_t counts for the part of its importance that lies after `start`. */
function averagedOver(start: number, training: Reference): Reference {
  return (examples) => {
    const trained = training(examples);
    let mass = 0;
    const shares = examples.map(({ h }) => {
      const share = Math.max(0, mass + h - Math.max(mass, start));
      mass += h;
      return share;
    });
    return trained.map((last, t) => {
      const total = shares.slice(0, t + 1).reduce((sum, share) => sum + share, 0);
      if (total === 0) return last;
      return last.map((_, j) => trained.slice(0, t + 1).reduce((sum, w, s) => sum + shares[s] * w[j], 0) / total);
    });
  };
}

/** The surrogate gradient z = c x of one flavour, from p = <x, x_t>, base = <x, theta_t> / lam, a = h |x|^2 / lam. */
export type Flavour = (p: number, base: number, a: number, y: number) => number;

export const flavours: Record<string, Flavour> = {
  naive: (p, _base, _a, y) => slopeAt(p, y),
  truncated: (p, _base, a, y) => {
    const slope = slopeAt(p, y);
    return Math.min(1, Math.log(1 + Math.exp(-y * p)) / (a * slope * slope)) * slope;
  },
  /** The flow dp/ds = -a l'(p) over s in [0, 1], by 4000 steps of the classical Runge-Kutta rule. */
  invariant: (p, _base, a, y) => {
    const steps = 4000;
    let v = p;
    for (let k = 0; k < steps; k++) {
      const k1 = -a * slopeAt(v, y);
      const k2 = -a * slopeAt(v + k1 / 2 / steps, y);
      const k3 = -a * slopeAt(v + k2 / 2 / steps, y);
      const k4 = -a * slopeAt(v + k3 / steps, y);
      v += (k1 + 2 * k2 + 2 * k3 + k4) / 6 / steps;
    }
    return -(v - p) / a;
  },
  /** The zero of v - base + a l'(v), by bisection. */
  implicit: (_p, base, a, y) => {
    let low = base - a;
    let high = base + a;
    for (let k = 0; k < 200; k++) {
      const middle = (low + high) / 2;
      if (middle - base + a * slopeAt(middle, y) > 0) high = middle;
      else low = middle;
    }
    return slopeAt((low + high) / 2, y);
  },
};

export function implicitFtrl(
  lambdaSquared: (before: number, h: number, slope: number, X: number) => number,
  eta0: number,
  flavour: Flavour,
): Reference {
  return (examples) => {
    const theta = zeros();
    let squared = 0;
    return examples.map(({ x, y, h }) => {
      const X = dot(x, x);
      const p = squared === 0 ? 0 : (dot(theta, x) * eta0) / Math.sqrt(squared);
      squared = lambdaSquared(squared, h, slopeAt(p, y), X);
      const lam = Math.sqrt(squared) / eta0;
      if (X > 0) {
        const c = h * flavour(p, dot(theta, x) / lam, (h * X) / lam, y);
        for (const [j, value] of x.entries()) theta[j] -= c * value;
      }
      return theta.map((value) => (squared === 0 ? 0 : value / lam));
    });
  };
}

/** The learner's weights, and the reference's, after every example, on the same random stream. */
export function worstGap(factory: OptimizerFactory, reference: Reference, update: UpdateRule = updates.naive): number {
  const random = randomStream(1, 'references');
  const rows = sampleRows(random, EXAMPLES);
  const stream = Array.from({ length: EXAMPLES * PASSES }, (_, t) => ({
    i: t % EXAMPLES,
    y: 2 * random.below(2) - 1,
    h: [1, 1, 0.5, 3][random.below(4)],
    pass: Math.floor(t / EXAMPLES),
  }));
  const learner = new LinearLearner(losses.logistic, update, factory(COLUMNS));
  const expected = reference(stream.map(({ i, ...example }) => ({ ...example, x: denseRow(rows, i) })));
  let worst = 0;
  for (const [t, { i, y, h }] of stream.entries()) {
    if (t === EXAMPLES) learner.beginPass();
    learner.learn(rows, i, y, h);
    const size = 1e-3 + Math.max(...expected[t].map(Math.abs));
    for (const [j, w] of learner.optimizer.weights().entries()) worst = Math.max(worst, Math.abs(w - expected[t][j]) / size);
  }
  return worst;
}

function denseRow(rows: SparseRows, i: number): number[] {
  const x = zeros();
  for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) x[rows.indices[k]] = rows.values[k];
  return x;
}

const decayed = (t: number, pass: number): number => 0.5 * 0.7 ** pass * Math.sqrt(3 / (3 + t));
export const scheduled = { eta0: 0.5, power: 0.5, t0: 3, decay: 0.7 };

/** Settings of the registry with the dense implementation of each, for the naive step. */
export const denseReferences: readonly (readonly [
  title: string,
  name: keyof typeof optimizers,
  given: Readonly<Record<string, number>>,
  reference: () => Reference,
])[] = [
  ['gradient descent', 'gradient-descent', scheduled, () => descent(decayed, asIs)],
  ['averaged, from the start', 'averaged', { eta0: 0.3 }, () => averagedOver(0, descent(steady(0.3), asIs))],
  ['averaged, from mass 20.25', 'averaged', { ...scheduled, start: 20.25 }, () => averagedOver(20.25, descent(decayed, asIs))],
  ['AdaGrad', 'ada-grad', { eta0: 0.3 }, () => adaGrad(0.3, 0.5, 0)],
  ['AdaGrad, exponent 0.8', 'ada-grad', { eta0: 0.3, power: 0.8, initial: 0.5 }, () => adaGrad(0.3, 0.8, 0.5)],
  [
    'NG',
    'normalized',
    { eta0: 0.3 },
    () =>
      normalized(
        (_G, s, t, N) => (0.3 * (t / N)) / (s * s),
        (ratio) => ratio ** 2,
      ),
  ],
  [
    'NAG',
    'normalized-adaptive',
    { eta0: 0.3 },
    () =>
      normalized(
        (G, s, t, N) => (0.3 * Math.sqrt(t / N)) / (s * Math.sqrt(G)),
        (ratio) => ratio,
      ),
  ],
  [
    "NAG, exponent 0.3, in Vowpal Wabbit's form",
    'normalized-adaptive',
    { eta0: 0.3, power: 0.3 },
    () =>
      normalized(
        (G, s, t, N) => 0.3 * (N / t) ** (0.3 - 1) * G ** -0.3 * (s * s) ** (0.3 - 1),
        (ratio) => (1 / ratio ** 2) ** (0.3 - 1),
      ),
  ],
  ['FTRL-Proximal', 'ftrl-proximal', { alpha: 0.3 }, () => ftrlProximal(0.3, 1, 0, 0)],
  ['FTRL-Proximal, l1 and l2', 'ftrl-proximal', { alpha: 0.5, l1: 0.5, l2: 0.1 }, () => ftrlProximal(0.5, 1, 0.5, 0.1)],
  ['RDA', 'rda', { gamma: 2 }, () => rda(2, 0, 0)],
  ['RDA, l1 and l2', 'rda', { gamma: 2, l1: 0.05, l2: 0.1 }, () => rda(2, 0.05, 0.1)],
  [
    'FOBOS, l1 and l2',
    'fobos',
    { ...scheduled, l1: 0.05, l2: 0.1 },
    () => descent(decayed, (w, eta, h) => soft(w, h * eta * 0.05) / (1 + h * eta * 0.1)),
  ],
  [
    'FOBOS that shrinks so much that its growth is folded back',
    'fobos',
    { eta0: 0.5, l1: 1e-3, l2: 1e3 },
    () => descent(steady(0.5), (w, eta, h) => soft(w, h * eta * 1e-3) / (1 + h * eta * 1e3)),
  ],
  [
    'truncated gradient',
    'truncated-gradient',
    { ...scheduled, gravity: 0.05, every: 4, ceiling: 0.3 },
    () => {
      let owed = 0;
      let first = 0;
      return descent(decayed, (w, eta, h, n) => {
        if (first !== n) {
          owed = (n - 1) % 4 === 0 ? h * eta * 0.05 : owed + h * eta * 0.05;
          first = n;
        }
        return n % 4 === 0 && Math.abs(w) <= 0.3 ? soft(w, owed) : w;
      });
    },
  ],
];

/**
 * REFERENCE: every optimizer against a dense second implementation, written here from the printed formulas and sharing no code
 * with the first: whole vectors instead of sparse rows, every weight touched at every step, nothing kept lazily. Further down,
 * against progressive losses that Vowpal Wabbit 9.11.2 printed (../shared/parity, its source says how they were made).
 */
import { describe, expect, it } from 'vitest';
import { SparseRowsBuilder } from '../../src/rows/sparse-rows-builder.ts';
import type { SparseRows } from '../../src/rows/sparse-rows.ts';
import { LinearLearner } from '../../src/learners/linear.ts';
import { losses } from '../../src/losses/index.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../src/optimizers/optimizer.ts';
import { updates } from '../../src/updates/index.ts';
import type { UpdateRule } from '../../src/updates/update.ts';
import { COLUMNS, sampleRows } from '../support/optimizer-laws.ts';
import { reference } from '../support/shared.ts';

const EXAMPLES = 60;
const PASSES = 2;

type Vector = readonly number[];

interface Example {
  readonly x: Vector;
  readonly y: number;
  readonly h: number;
  readonly pass: number;
}

/** What the reference predicts with after each example. */
type Reference = (examples: readonly Example[]) => Vector[];

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
      w = step(
        w,
        example.x.map((x) => slope * x),
        example,
      );
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
type Flavour = (p: number, base: number, a: number, y: number) => number;

const flavours: Record<string, Flavour> = {
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

function implicitFtrl(
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
function compare(factory: OptimizerFactory, reference: Reference, update: UpdateRule = updates.naive): number {
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
const scheduled = { eta0: 0.5, power: 0.5, t0: 3, decay: 0.7 };

describe('dense implementations of the printed formulas', () => {
  it.each<[string, OptimizerFactory, () => Reference]>([
    ['gradient descent', optimizers['gradient-descent'](scheduled), () => descent(decayed, asIs)],
    [
      'averaged, from the start',
      optimizers.averaged({ eta0: 0.3 }),
      () =>
        averagedOver(
          0,
          descent(() => 0.3, asIs),
        ),
    ],
    [
      'averaged, from mass 20.25',
      optimizers.averaged({ ...scheduled, start: 20.25 }),
      () => averagedOver(20.25, descent(decayed, asIs)),
    ],
    ['AdaGrad', optimizers['ada-grad']({ eta0: 0.3 }), () => adaGrad(0.3, 0.5, 0)],
    ['AdaGrad, exponent 0.8', optimizers['ada-grad']({ eta0: 0.3, power: 0.8, initial: 0.5 }), () => adaGrad(0.3, 0.8, 0.5)],
    [
      'NG',
      optimizers.normalized({ eta0: 0.3 }),
      () =>
        normalized(
          (_G, s, t, N) => (0.3 * (t / N)) / (s * s),
          (ratio) => ratio ** 2,
        ),
    ],
    [
      'NAG',
      optimizers['normalized-adaptive']({ eta0: 0.3 }),
      () =>
        normalized(
          (G, s, t, N) => (0.3 * Math.sqrt(t / N)) / (s * Math.sqrt(G)),
          (ratio) => ratio,
        ),
    ],
    [
      "NAG, exponent 0.3, in Vowpal Wabbit's form",
      optimizers['normalized-adaptive']({ eta0: 0.3, power: 0.3 }),
      () =>
        normalized(
          (G, s, t, N) => 0.3 * (N / t) ** (0.3 - 1) * G ** -0.3 * (s * s) ** (0.3 - 1),
          (ratio) => (1 / ratio ** 2) ** (0.3 - 1),
        ),
    ],
    ['FTRL-Proximal', optimizers['ftrl-proximal']({ alpha: 0.3 }), () => ftrlProximal(0.3, 1, 0, 0)],
    [
      'FTRL-Proximal, l1 and l2',
      optimizers['ftrl-proximal']({ alpha: 0.5, l1: 0.5, l2: 0.1 }),
      () => ftrlProximal(0.5, 1, 0.5, 0.1),
    ],
    ['RDA', optimizers.rda({ gamma: 2 }), () => rda(2, 0, 0)],
    ['RDA, l1 and l2', optimizers.rda({ gamma: 2, l1: 0.05, l2: 0.1 }), () => rda(2, 0.05, 0.1)],
    [
      'FOBOS, l1 and l2',
      optimizers.fobos({ ...scheduled, l1: 0.05, l2: 0.1 }),
      () => descent(decayed, (w, eta, h) => soft(w, h * eta * 0.05) / (1 + h * eta * 0.1)),
    ],
    [
      'FOBOS that shrinks so much that its growth is folded back',
      optimizers.fobos({ eta0: 0.5, l1: 1e-3, l2: 1e3 }),
      () =>
        descent(
          () => 0.5,
          (w, eta, h) => soft(w, h * eta * 1e-3) / (1 + h * eta * 1e3),
        ),
    ],
    [
      'truncated gradient',
      optimizers['truncated-gradient']({ ...scheduled, gravity: 0.05, every: 4, ceiling: 0.3 }),
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
  ])('%s', (_, factory, reference) => {
    expect(compare(factory, reference())).toBeLessThan(1e-12);
  });

  it.each(Object.entries(flavours))('implicit FTRL, %s', (name, flavour) => {
    const update = Object.values(updates).find((rule) => rule.name === name)!;
    const tolerance = name === 'naive' || name === 'truncated' ? 1e-12 : 1e-10;
    const inTime = implicitFtrl((before, h) => before + h, 0.7, flavour);
    expect(compare(optimizers['implicit-ftrl']({ eta0: 0.7 }), inTime, update)).toBeLessThan(tolerance);
    const inNorm = implicitFtrl((before, h, slope, X) => before + h * slope * slope * X, 0.7, flavour);
    expect(compare(optimizers['implicit-ftrl-adaptive']({ eta0: 0.7 }), inNorm, update)).toBeLessThan(tolerance);
  });
});

describe('special cases that two optimizers share', () => {
  it.each<[string, OptimizerFactory, OptimizerFactory]>([
    ['RDA without penalties is implicit FTRL', optimizers.rda({ gamma: 4 }), optimizers['implicit-ftrl']({ eta0: 0.25 })],
    [
      'FTRL-Proximal without beta and penalties is AdaGrad',
      optimizers['ftrl-proximal']({ alpha: 0.3, beta: 0 }),
      optimizers['ada-grad']({ eta0: 0.3 }),
    ],
    ['FOBOS without penalties is gradient descent', optimizers.fobos(scheduled), optimizers['gradient-descent'](scheduled)],
    [
      'FOBOS is the truncated gradient without a ceiling',
      optimizers.fobos({ eta0: 0.3, l1: 0.1 }),
      optimizers['truncated-gradient']({ eta0: 0.3, gravity: 0.1, ceiling: 1e300 }),
    ],
    [
      'an average that never starts is gradient descent',
      optimizers.averaged({ eta0: 0.3, start: 1e9 }),
      optimizers['gradient-descent']({ eta0: 0.3 }),
    ],
  ])('%s', (_, one, other) => {
    const reference: Reference = (examples) => {
      const learner = new LinearLearner(losses.logistic, updates.invariant, other(COLUMNS));
      const rows = sampleRows(randomStream(1, 'references'), EXAMPLES);
      return examples.map(({ y, h }, t) => {
        if (t === EXAMPLES) learner.beginPass();
        learner.learn(rows, t % EXAMPLES, y, h);
        return [...learner.optimizer.weights()];
      });
    };
    expect(compare(one, reference, updates.invariant)).toBeLessThan(1e-12);
  });
});

interface ParityCase {
  readonly update: string | null;
  readonly geometry: readonly string[];
  readonly optimizer?: string;
  readonly data: string;
  readonly loss: string;
  readonly eta0?: number;
  readonly powerT?: number;
  readonly initialT?: number;
  readonly constant?: boolean;
  readonly expected: number;
  readonly tolerance: number;
}

const parity = reference('parity/cases.json');

describe.skipIf(parity === undefined)(
  'progressive losses of Vowpal Wabbit, one pass over 1000 documents (skipped without ../shared)',
  () => {
    const plain = new Set([
      'update',
      'geometry',
      'optimizer',
      'data',
      'loss',
      'eta0',
      'powerT',
      'initialT',
      'constant',
      'expected',
      'features',
      'vw',
      'id',
      'tolerance',
    ]);
    const cases = (parity === undefined ? [] : (JSON.parse(parity) as { cases: ParityCase[] }).cases)
      .filter(
        (entry) =>
          entry.data === 'rcv1_small.dat' && entry.loss === 'logistic' && Object.keys(entry).every((key) => plain.has(key)),
      )
      .map((entry): [string, ParityCase] => [JSON.stringify({ ...entry, vw: undefined, id: undefined }), entry]);

    it('are there', () => {
      expect(cases.length).toBeGreaterThanOrEqual(8);
    });

    it.each(cases)('%s', (_, entry) => {
      const { rows, labels } = documents(reference(`parity/${entry.data}`)!, entry.constant ?? true);
      const update = Object.values(updates).find((rule) => rule.name === (entry.update ?? 'naive'))!;
      const optimizer = optimizerOf(entry)(rows.columns);
      let sum = 0;
      for (const [i, y] of labels.entries()) {
        const p = optimizer.margin(rows, i);
        optimizer.admit(rows, i); // only now: it predicts before it lets the scales see the row
        const q = optimizer.prepare(rows, i, 1, losses.logistic.slope(p, y));
        optimizer.push(rows, i, update(losses.logistic, p, y, q) / q);
        sum += losses.logistic.value(p, y);
      }
      expect(Math.abs(sum / labels.length - entry.expected)).toBeLessThan(entry.tolerance);
    });

    /** --initial_t 0 without AdaGrad means eta t^-power; a vanishing t0 says the same. */
    function optimizerOf({ geometry, optimizer, eta0 = 0.5, powerT = 0.5, initialT = 0 }: ParityCase): OptimizerFactory {
      if (optimizer === 'ftrl-proximal') return optimizers['ftrl-proximal']({ alpha: 0.5 });
      if (geometry.includes('adaptive')) {
        const make = geometry.includes('normalized') ? optimizers['normalized-adaptive'] : optimizers['ada-grad'];
        return make({ eta0, power: powerT, initial: initialT });
      }
      const t0 = Math.max(initialT, 1e-30);
      if (geometry.includes('normalized'))
        return optimizers.normalized({ eta0: eta0 * t0 ** -powerT, power: powerT, t0, initial: initialT });
      return optimizers['gradient-descent']({ eta0, power: powerT, t0 });
    }

    /** Lines `label |f index:value …`, with a constant feature where there is one. */
    function documents(text: string, constant: boolean): { rows: SparseRows; labels: number[] } {
      const builder = new SparseRowsBuilder();
      const labels = text
        .trimEnd()
        .split('\n')
        .map((line) => {
          const [label, ...features] = line.replace('|f ', '').trim().split(/\s+/);
          if (constant) builder.add(0, 1);
          for (const feature of features) {
            const [index, value] = feature.split(':');
            builder.add(Number(index) + 1, Number(value));
          }
          builder.endRow();
          return Number(label);
        });
      return { rows: builder.build(), labels };
    }
  },
);

import { z } from 'zod';
import { losses } from '../../src/losses/index.ts';
import { pow } from '../../src/numerics/pow.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { finished } from '../../src/numerics/work.ts';
import { addScaled, dot } from '../../src/rows/sparse-rows.ts';
import { requireClasses } from '../../src/specs/build-learner.ts';
import { parsed } from '../../src/specs/learner-spec.ts';
import { checkpoints } from '../../src/streams/measures/measurement.ts';
import { curveOf, type Kind, measured } from '../../src/studies/cells/kinds/kind.ts';
import { Risk } from '../regret-bound/risk.ts';

const schema = z.strictObject({
  method: z.enum(['gradient descent', 'Newton', 'stochastic']),
  l2: z.number().positive(),
  /** Steps of a stochastic run. */
  steps: z.int().min(1),
  /** Accuracies to 10^-digits. */
  digits: z.int().min(1),
  seed: z.int(),
});
type Spec = Readonly<z.infer<typeof schema>>;

/** f(w) - f* after so many iterations, over f(0) - f*. */
export interface Residual {
  readonly iterations: number;
  readonly residual: number;
}

const LOSS = losses.logistic;
const MOST_STEPS = 200_000;

/**
 * Iterations and the residual of the empirical risk of logistic loss, f(w) = mean of l(w.x_i, y_i) + l2 |w|^2 / 2, from w = 0:
 *
 *   gradient descent   w -= grad f(w) / L, L = l2 + mean |x|^2 / 4; at the first iteration of every half decade
 *   Newton             w -= H^-1 grad f(w), solved by conjugate gradients; every iteration
 *   stochastic         w -= grad f_i(w) / (l2 (t + t0)), i drawn uniformly, t0 = max |x|^2 / (4 l2)
 *
 * Source: Chikkerur, Vowpal Wabbit update rules overview (2015); the steps: Bottou, Curtis & Nocedal, Optimization methods for large-scale
 * machine learning (2018), sections 3 and 4.
 */
export const rates: Kind<Spec, Spec, { readonly curve: readonly Residual[] }> = {
  shape: schema.shape,
  parse: (given) => parsed(schema, given),
  admit: (_, { train }) => {
    requireClasses(LOSS, train);
  },
  run(spec, { train }) {
    const risk = new Risk(LOSS, train, spec.l2);
    const norms = Float64Array.from(train.labels, (_, i) => {
      const row = train.rows.values.subarray(train.rows.offsets[i], train.rows.offsets[i + 1]);
      return row.reduce((sum, x) => sum + x * x, 0);
    });
    const [first, lowest] = [valueAt(risk, new Float64Array(risk.size)), valueAt(risk, minimiser(risk))];
    const residual = (w: Float64Array): number => (valueAt(risk, w) - lowest) / (first - lowest);
    const least = pow(10, -spec.digits);
    const w = new Float64Array(risk.size);
    const curve: Residual[] = [];
    const note = (iterations: number): number => curve.push({ iterations, residual: residual(w) });
    if (spec.method === 'Newton') {
      for (let n = 1; n <= MOST_STEPS && (curve.at(-1)?.residual ?? 1) > least; n++) {
        w.set(newtonStep(risk, w));
        note(n);
      }
    } else if (spec.method === 'gradient descent') {
      const step = 1 / (spec.l2 + norms.reduce((sum, square) => sum + square, 0) / norms.length / 4);
      const gradient = new Float64Array(risk.size);
      let wanted = Math.sqrt(0.1);
      for (let n = 1; n <= MOST_STEPS && wanted > least / 2; n++) {
        valueAt(risk, w);
        finished(risk.gradient(w, gradient));
        gradient.forEach((g, j) => (w[j] -= step * g));
        if (residual(w) > wanted) continue;
        note(n);
        while (wanted >= curve.at(-1)!.residual) wanted *= Math.sqrt(0.1);
      }
    } else {
      const draws = randomStream(spec.seed, 'rows');
      const t0 = norms.reduce((most, square) => Math.max(most, square), 0) / 4 / spec.l2;
      let t = 0;
      for (const examples of checkpoints(spec.steps, 2)) {
        for (; t < examples; t++) {
          const i = draws.below(train.rows.length);
          const eta = 1 / (spec.l2 * (t + 1 + t0));
          const slope = LOSS.slope(dot(train.rows, i, w), train.labels[i]);
          for (let j = 0; j < w.length; j++) w[j] *= 1 - eta * spec.l2;
          addScaled(train.rows, i, w, -eta * slope);
        }
        note(t);
      }
    }
    return { curve };
  },
  measured: measured({ curve: curveOf('iterations', 'residual') }),
  quantities: { iterations: ({ curve }) => curve.at(-1)!.iterations, residual: ({ curve }) => curve.at(-1)!.residual },
};

function valueAt(risk: Risk, w: Float64Array): number {
  return finished(risk.value(w));
}

/** To rounding: Newton steps until the risk no longer falls. */
function minimiser(risk: Risk): Float64Array {
  let w: Float64Array = new Float64Array(risk.size);
  for (;;) {
    const next = newtonStep(risk, w);
    if (!(valueAt(risk, next) < valueAt(risk, w))) return w;
    w = next;
  }
}

/** w - H^-1 grad f(w), the equations solved by conjugate gradients as far as doubles go. */
function newtonStep(risk: Risk, w: Float64Array): Float64Array {
  const [residual, product] = [new Float64Array(risk.size), new Float64Array(risk.size)];
  valueAt(risk, w);
  finished(risk.gradient(w, residual));
  const [next, direction] = [w.slice(), residual.slice()];
  let square = inner(residual, residual);
  for (let n = 0, enough = 1e-30 * square; n < 10 * risk.size && square > enough; n++) {
    finished(risk.product(direction, product));
    const alpha = square / inner(direction, product);
    for (let j = 0; j < w.length; j++) {
      next[j] -= alpha * direction[j];
      residual[j] -= alpha * product[j];
    }
    const before = square;
    square = inner(residual, residual);
    for (let j = 0; j < w.length; j++) direction[j] = residual[j] + (square / before) * direction[j];
  }
  return next;
}

function inner(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, each, j) => sum + each * b[j], 0);
}

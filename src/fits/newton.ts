import type { Work } from '../numerics/work.ts';

/** A convex function of `size` numbers. */
export interface Objective {
  readonly size: number;
  /** Its value at a point. */
  readonly value: (point: Float64Array) => Work<number>;
  /** Its gradient at the point of the last value. */
  readonly gradient: (point: Float64Array, out: Float64Array) => Work<void>;
  /** Its Hessian at the point of the last gradient, times a direction. */
  readonly product: (direction: Float64Array, out: Float64Array) => Work<void>;
}

/** When a minimum is near enough. */
export interface Enough {
  /** |gradient| at the end, of max(1, that at 0). */
  readonly gradient: number;
  /** What the last step was to gain by the quadratic model, as a share of the objective: half the squared Newton decrement. */
  readonly gain?: number;
}

/** Steps are taken that bring this share of what the quadratic model promises; the radius follows how much they bring. */
const TAKEN = 1e-4;
const POOR = 0.25;
const GOOD = 0.75;
/** Factors of the radius. */
const [SMALLEST, SMALL, LARGE] = [0.25, 0.5, 4];
/** The linear equations of a step are solved to this share of the gradient. */
const SOLVED = 0.1;
const MOST_STEPS = 200;
const MOST_PRODUCTS = 1000;
/** A step that is to lower the objective by less than this share of it is taken unseen: the digits of the objective cannot judge it. */
const UNSEEN = 1e-12;

/**
 * Minimises a function from `point`, which it moves, until |gradient| <= enough.gradient * max(1, |gradient at 0|), or until a step
 * that ended within the radius was to gain at most `enough.gain` of the value; returns the value.
 *
 * A trust region Newton method: each step minimises the quadratic model within a radius by conjugate gradients, and the radius grows where
 * the model is good and shrinks where it is not.
 *
 * Source: Lin, Weng & Keerthi, Trust region Newton method for logistic regression (JMLR 2008), algorithms 1 and 2; the Newton decrement:
 * Boyd & Vandenberghe, Convex Optimization (2004), 9.5.
 */
export function* minimise(problem: Objective, point: Float64Array, { gradient: tolerance, gain = 0 }: Enough): Work<number> {
  const { size } = problem;
  const [gradient, step, residual, next, direction, product] = Array.from({ length: 6 }, () => new Float64Array(size));
  yield* problem.value(next);
  yield* problem.gradient(next, gradient);
  const enough = tolerance * Math.max(1, norm(gradient));
  let value = yield* problem.value(point);
  yield* problem.gradient(point, gradient);
  // Where steps end early the start is near the end, and far from 0: its first steps need not be short.
  let radius = gain > 0 ? Math.max(norm(gradient), norm(point)) : norm(gradient);
  for (let n = 0; n < MOST_STEPS && norm(gradient) > enough; n++) {
    yield* solve(problem, gradient, radius, { step, residual, direction, product });
    for (let j = 0; j < size; j++) next[j] = point[j] + step[j];
    const there = yield* problem.value(next);
    const downhill = inner(gradient, step);
    const promised = -0.5 * (downhill - inner(step, residual));
    const brought = value - there;
    const length = norm(step);
    const isSettled = length < radius && promised < gain * Math.abs(value);
    if (n === 0) radius = Math.min(radius, length);
    const bend = there - value - downhill;
    const alpha = bend <= 0 ? LARGE : Math.max(SMALLEST, -0.5 * (downhill / bend));
    if (!(brought >= TAKEN * promised)) radius = Math.min(Math.max(alpha, SMALLEST) * length, SMALL * radius);
    else if (brought < POOR * promised) radius = Math.max(SMALLEST * radius, Math.min(alpha * length, SMALL * radius));
    else if (brought < GOOD * promised) radius = Math.max(SMALLEST * radius, Math.min(alpha * length, LARGE * radius));
    else radius = Math.max(radius, Math.min(alpha * length, LARGE * radius));
    const isUnseen = promised <= UNSEEN * Math.abs(value);
    if (isUnseen || brought > TAKEN * promised) {
      const before = norm(gradient);
      point.set(next);
      value = there;
      yield* problem.gradient(point, gradient);
      // The gradient has more digits; where it halves no longer, there are none left.
      if (isUnseen && !(norm(gradient) < before / 2)) break;
    } else yield* problem.value(point);
    if (isSettled || radius < Number.MIN_VALUE) break;
  }
  return value;
}

/** The step within the radius, and the residual -gradient - H step, by conjugate gradients. */
function* solve(
  problem: Objective,
  gradient: Float64Array,
  radius: number,
  { step, residual, direction, product }: Record<'step' | 'residual' | 'direction' | 'product', Float64Array>,
): Work<void> {
  step.fill(0);
  for (let j = 0; j < gradient.length; j++) direction[j] = residual[j] = -gradient[j];
  let square = inner(residual, residual);
  const enough = SOLVED * SOLVED * square;
  for (let n = 0; n < MOST_PRODUCTS && square > enough; n++) {
    yield* problem.product(direction, product);
    const curvature = inner(direction, product);
    const whole = curvature > 0 ? square / curvature : Infinity;
    const most = toTheBorder(step, direction, radius);
    const alpha = Math.min(whole, most);
    for (let j = 0; j < step.length; j++) {
      step[j] += alpha * direction[j];
      residual[j] -= alpha * product[j];
    }
    if (whole >= most) return;
    const before = square;
    square = inner(residual, residual);
    for (let j = 0; j < step.length; j++) direction[j] = residual[j] + (square / before) * direction[j];
  }
}

/** The alpha >= 0 with |step + alpha direction| = radius. */
function toTheBorder(step: Float64Array, direction: Float64Array, radius: number): number {
  const [sd, dd, ss] = [inner(step, direction), inner(direction, direction), inner(step, step)];
  const rest = Math.max(0, radius * radius - ss);
  const root = Math.sqrt(sd * sd + dd * rest);
  return sd >= 0 ? rest / (sd + root) : (root - sd) / dd;
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j];
  return sum;
}

function norm(a: Float64Array): number {
  return Math.sqrt(inner(a, a));
}

/**
 * An independent integrator of ordinary differential equations, for laws whose closed forms it must not share: the
 * Dormand-Prince pair of orders 5 and 4 with adaptive steps, local error 1e-12 of the distance covered.
 *
 * Source: Dormand & Prince, A family of embedded Runge-Kutta formulae (1980).
 */

const NODES = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1];
const STAGES = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];
/** Difference of the weights of orders 5 and 4. */
const ERROR = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40];
const TOLERANCE = 1e-12;

/**
 * x(end) where dx/dt = f(t, x) and x(start) = x0, as a displacement from x0.
 *
 * A step is accepted when the pair's own error estimate and the difference to two half steps are both small: across a kink
 * in f either of them can vanish by chance.
 */
export function integrateOde(f: (t: number, x: number) => number, start: number, x0: number, end: number): number {
  const length = end - start;
  let t = start;
  let moved = 0;
  let step = length / 16;
  for (;;) {
    const last = Math.abs(end - t) <= Math.abs(step);
    const h = last ? end - t : step;
    const whole = pairStep(f, t, x0 + moved, h);
    const first = pairStep(f, t, x0 + moved, h / 2);
    const second = pairStep(f, t + h / 2, x0 + moved + first.move, h / 2);
    const halves = first.move + second.move;
    const error = Math.max(whole.error, first.error + second.error, Math.abs(whole.move - halves));
    const allowed = TOLERANCE * Math.max(Math.abs(moved), Math.abs(halves));
    // A stage that overflowed makes the error NaN or Infinity: the step was much too long.
    const ratio = error === 0 ? 0 : error < Infinity ? error / allowed : Infinity;
    if (ratio <= 1 || Math.abs(h) < 1e-15 * Math.abs(length)) {
      if (!Number.isFinite(halves)) throw new RangeError(`the equation has no value near t = ${t}, x = ${x0 + moved}`);
      moved += halves;
      if (last) return moved;
      t += h;
    }
    step = h * Math.min(5, Math.max(0.2, 0.9 * Math.max(ratio, 1e-10) ** -0.2));
  }
}

/** One step of the pair: the move of order 5, and its difference to that of order 4. */
function pairStep(f: (t: number, x: number) => number, t: number, x: number, h: number): { move: number; error: number } {
  const rates: number[] = [];
  let move = 0;
  for (let stage = 0; stage < 7; stage++) {
    move = 0;
    for (let k = 0; k < stage; k++) move += h * STAGES[stage][k] * rates[k];
    rates.push(f(t + NODES[stage] * h, x + move));
  }
  return { move, error: Math.abs(h * rates.reduce((sum, rate, k) => sum + ERROR[k] * rate, 0)) };
}

/**
 * Displacement of a point that follows dx/dt = velocity(x) for a duration, and stops where the velocity vanishes or turns:
 * past such a point the velocity counts as 0, so that a kink at a minimum is met to within the local error.
 */
export function follow(velocity: (x: number) => number, x: number, duration: number): number {
  const direction = Math.sign(velocity(x));
  if (direction === 0 || duration === 0) return 0;
  return integrateOde((_t, at) => direction * Math.max(0, direction * velocity(at)), 0, x, duration);
}

/** Time after which a point that moves with dx/dt = velocity(x) comes from `from` to `to`. */
export function hittingTime(velocity: (x: number) => number, from: number, to: number): number {
  return integrateOde((x) => 1 / velocity(x), from, 0, to);
}

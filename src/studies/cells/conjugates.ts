import type { losses } from '../../losses/index.ts';
import { clip } from '../../numerics/elementary.ts';
import { SpecError, type Choice } from '../../specs/choices.ts';

type Conjugate = (s: number, y: number) => number;
type Recipe = (parameters: Readonly<Record<string, number>>) => Conjugate;

/** A slope that lies beyond an end of its range by rounding counts as the end. */
const SLACK = 1e-12;

const conjugates = {
  squared: () => (s, y) => s * (s / 2 + y),
  logistic: () => (s, y) => on(-s * y, 0, 1, (a) => a * logOf(a) + (1 - a) * logOf(1 - a)),
  hinge: () => (s, y) => on(-s * y, 0, 1, (a) => -a),
  quantile:
    ({ tau }) =>
    (s, y) =>
      on(s, -tau, 1 - tau, (a) => a * y),
  poisson: () => (s, y) => on(s + y, 0, Infinity, (a) => a * (logOf(a) - 1)),
} satisfies Record<string, Recipe>;

/**
 * Convex conjugates of losses in the prediction: l*(s, y) = sup over p of s p - l(p, y), Infinity for slopes out of reach.
 *
 * Law (Fenchel-Young): l(p, y) + l*(s, y) >= s p, with equality where s = l'(p, y). Losses without an entry have no closed
 * form here.
 *
 * The conjugate of the loss that is chosen; SpecError where none is known.
 */
export function conjugateOf({ name, ...parameters }: Choice<typeof losses>): Conjugate {
  if (Object.hasOwn(conjugates, name)) return conjugates[name as keyof typeof conjugates](parameters);
  throw new SpecError(`no conjugate of loss '${name}' is known; of ${Object.keys(conjugates).join(', ')} one is`);
}

function on(a: number, low: number, high: number, value: (a: number) => number): number {
  return a < low - SLACK || a > high + SLACK ? Infinity : value(clip(a, low, high));
}

/** ln a, but 0 at 0, where only a ln a is asked for. */
function logOf(a: number): number {
  return a === 0 ? 0 : Math.log(a);
}

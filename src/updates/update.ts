import { CompositionError, type IwalError } from '../numerics/iwal-error.ts';
import type { Loss } from '../losses/loss.ts';

/**
 * An update rule turns (loss, p, y, tau) into a displacement of the prediction, and knows its own inverse.
 *
 * tau = h * q: importance times sensitivity. The optional last argument tells how many copies of the example tau stands
 * for; only rules that take discrete steps (resampled) ask for it, every other rule depends on h through tau alone.
 *
 * `timeTo(loss, p, target, y)` is the smallest tau whose displacement from p lands on (or crosses) the target, Infinity
 * when there is none. Divided by q it is the importance weight that flips a prediction when the target is the loss's
 * threshold and y is the label opposite to the prediction.
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), sections 3 and 4.
 */
export interface UpdateRule {
  (loss: Loss, p: number, y: number, tau: number, h?: number): number;
  /** The function's own name is the name under which the registry, specs and the command line know it. */
  readonly name: string;
  /**
   * Where the step starts: at the prediction, or, for a step that solves for the prediction after it with the regulariser
   * included, at the base that the optimizer has left it at (Optimizer.base).
   */
  readonly startsFrom: 'prediction' | 'base';
  /** What the optimizer's step must be: linear, moving the prediction by exactly u q, or any, where u is the plain gradient. */
  readonly needs: 'linear step' | 'any step';
  /** The smallest tau whose displacement from p lands on or crosses the target; Infinity when there is none. */
  timeTo(loss: Loss, p: number, target: number, y: number): number;
}

/** An importance that an update rule cannot learn with: the message says the bound and what to do. */
export class ImportanceError extends RangeError implements IwalError {
  readonly code = 'IWAL_IMPORTANCE';
  override readonly name = 'ImportanceError';
}

/**
 * Whether the rule's step starts from the optimizer's base.
 *
 * @throws CompositionError where the rule does not say.
 */
export function startsFromBase({ name, startsFrom }: UpdateRule): boolean {
  return declared(name, 'startsFrom', startsFrom, ['base', 'prediction']) === 'base';
}

/**
 * Whether the rule needs an optimizer whose steps are linear.
 *
 * @throws CompositionError where the rule does not say.
 */
export function needsLinearStep({ name, needs }: UpdateRule): boolean {
  return declared(name, 'needs', needs, ['linear step', 'any step']) === 'linear step';
}

/** A rule from outside that declares nothing must not silently compute another algorithm. */
function declared(rule: string, property: string, found: string, legal: readonly string[]): string {
  if (legal.includes(found)) return found;
  throw new CompositionError(`update '${rule}' must declare ${property}, one of '${legal.join("', '")}'; found ${found}`);
}

import type { IwalError } from './iwal-error.ts';

/**
 * Parts that do not go together: an update rule and an optimizer, a query rule and a loss, an oracle and a loss, or parameters of
 * one part that contradict each other. The message names the parts and what would go. A RangeError, so that whoever refuses bad
 * arguments of any kind catches it as well; where the parts come from a spec, a SpecError with the same message stands in for it.
 */
export class CompositionError extends RangeError implements IwalError {
  readonly code = 'IWAL_COMPOSITION';
  override readonly name = 'CompositionError';
}

/** One code for each kind of error; a code keeps its meaning from version to version. */
export type IwalErrorCode =
  | 'IWAL_BUDGET_SPENT'
  | 'IWAL_COMPOSITION'
  | 'IWAL_DATA'
  | 'IWAL_DIVERGENCE'
  | 'IWAL_FAILURE'
  | 'IWAL_IMPORTANCE'
  | 'IWAL_PARTS'
  | 'IWAL_PLATFORM'
  | 'IWAL_PROBABILITY'
  | 'IWAL_SIZE'
  | 'IWAL_SPEC'
  | 'IWAL_USAGE';

/**
 * Base of all errors about something outside of the program: data, a spec, numbers, the machine.
 *
 * `instanceof IwalError` tests the code. It therefore holds for the kinds that extend RangeError too, and for an error that
 * another thread has thrown, which arrives without its class.
 */
export abstract class IwalError extends Error {
  /** Which kind of error it is. */
  abstract readonly code: IwalErrorCode;

  /** Whether a value is an error with a code of iwal; asked of a class below this one, whether it is of that class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== IwalError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return value instanceof Error && 'code' in value && String(value.code).startsWith('IWAL_');
  }
}

/**
 * Parts that do not go together: an update rule and an optimizer, a query rule and a loss, an oracle and a loss, or parameters of
 * one part that contradict each other. The message names the parts and what would go. A RangeError, so that whoever refuses bad
 * arguments of any kind catches it as well; where the parts come from a spec, a SpecError with the same message stands in for it.
 */
export class CompositionError extends RangeError implements IwalError {
  readonly code = 'IWAL_COMPOSITION';
  override readonly name = 'CompositionError';
}

/** What the work gives, and where it throws an error of this kind, what is made of that; any other error goes on. */
export function caught<T, E extends Error, Made>(
  kind: abstract new (...given: never[]) => E,
  work: () => T,
  made: (error: E) => Made,
): T | Made {
  try {
    return work();
  } catch (error) {
    return inCaseOf(kind, made)(error);
  }
}

/** The same for the `catch` of a promise. */
export function inCaseOf<E extends Error, Made>(kind: abstract new (...given: never[]) => E, made: (error: E) => Made) {
  return (error: unknown): Made => {
    if (error instanceof kind) return made(error);
    throw error;
  };
}

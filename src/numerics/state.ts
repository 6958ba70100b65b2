/**
 * State: everything that decides what an object does next, as plain named numbers and arrays.
 *
 * Law of everything Stateful: `restore(state())` on a fresh object of the same spec continues bit for bit. A state is a
 * copy: going on does not change it.
 */
export interface State {
  readonly [name: string]: number | Float64Array | State;
}

/** What can be stopped and continued bit for bit: learners, optimizers, query rules, oracles, certificates. */
export interface Stateful {
  /** A copy of everything that decides what happens next. */
  state(): State;
  /**
   * Continues from a state of an object of the same spec.
   *
   * @throws RangeError where it does not fit.
   */
  restore(state: State): void;
}

/**
 * The number of this name.
 *
 * @throws RangeError where there is none, with what the state holds instead.
 */
export function numberIn(state: State, name: string): number {
  const value = state[name];
  if (typeof value !== 'number') throw new RangeError(`state has no number '${name}'; it holds ${contents(state)}`);
  return value;
}

/**
 * The part of this name.
 *
 * @throws RangeError where there is none.
 */
export function partIn(state: State, name: string): State {
  const value = state[name];
  if (typeof value !== 'object' || value instanceof Float64Array) {
    throw new RangeError(`state has no part '${name}'; it holds ${contents(state)}`);
  }
  return value;
}

/**
 * The array of this name, of any length; not a copy.
 *
 * @throws RangeError where there is none.
 */
export function arrayIn(state: State, name: string): Float64Array {
  const value = state[name];
  if (!(value instanceof Float64Array)) throw new RangeError(`state has no array '${name}'; it holds ${contents(state)}`);
  return value;
}

/**
 * Copies the array of this name into `target`.
 *
 * @throws RangeError where there is none, or its length is another one.
 */
export function copyFrom(state: State, name: string, target: Float64Array): void {
  const value = arrayIn(state, name);
  if (value.length !== target.length) {
    throw new RangeError(`state holds ${value.length} values of '${name}', this learner has ${target.length} features`);
  }
  target.set(value);
}

function contents(state: State): string {
  return Object.keys(state).join(', ') || 'nothing';
}

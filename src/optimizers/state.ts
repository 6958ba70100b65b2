/**
 * State: everything that decides what a learner does next, as plain named numbers and arrays.
 *
 * Law (test/laws/optimizers.test.ts): `restore(state())` on a fresh object of the same spec continues bit for bit. A state
 * is a copy: learning on does not change it.
 */
export interface State {
  readonly [name: string]: number | Float64Array | State;
}

/** The number of this name, or a RangeError that says what the state holds instead. */
export function numberIn(state: State, name: string): number {
  const value = state[name];
  if (typeof value !== 'number') throw new RangeError(`state has no number '${name}'; it holds ${contents(state)}`);
  return value;
}

/** The part of this name. */
export function partIn(state: State, name: string): State {
  const value = state[name];
  if (typeof value !== 'object' || value instanceof Float64Array) {
    throw new RangeError(`state has no part '${name}'; it holds ${contents(state)}`);
  }
  return value;
}

/** Copies the array of this name into `target`; both must have the same length. */
export function copyFrom(state: State, name: string, target: Float64Array): void {
  const value = state[name];
  if (!(value instanceof Float64Array)) throw new RangeError(`state has no array '${name}'; it holds ${contents(state)}`);
  if (value.length !== target.length) {
    throw new RangeError(`state holds ${value.length} values of '${name}', this learner has ${target.length} features`);
  }
  target.set(value);
}

function contents(state: State): string {
  return Object.keys(state).join(', ') || 'nothing';
}

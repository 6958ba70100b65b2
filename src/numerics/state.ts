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
 * What a state is a copy of: a number, yes or no (1 or 0 in the state), an array or what holds one, a part with a state of its own, or
 * several by their names or places.
 */
export type Field = number | boolean | Float64Array | Numbers | Stateful | Fields;

/** An array that an object holds, and may replace; of every `stride` numbers the first `size` are kept, all where nothing is said. */
export interface Numbers {
  readonly values: Float64Array;
  readonly size?: number;
  readonly stride?: number;
}

/** Fields by their names, or by their places. */
export type Fields = { [name: string]: Field } | Field[];

/** A copy of what the fields hold. */
export function stateOf(fields: Fields): State {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, copyOf(field)]));
}

/**
 * Brings a state back into the fields it was copied from, or those of another object of the same spec.
 *
 * @throws RangeError where it does not fit.
 */
export function restoreInto(fields: Fields, state: State): void {
  const named = fields as Record<string, Field>;
  for (const [name, field] of Object.entries(named)) {
    if (typeof field === 'number') named[name] = numberIn(state, name);
    else if (typeof field === 'boolean') named[name] = numberIn(state, name) === 1;
    else if (field instanceof Float64Array) copyFrom(state, name, field);
    else if (isStateful(field)) field.restore(partIn(state, name));
    else if (areNumbers(field)) restoreNumbers(state, name, field);
    else restoreInto(field, partIn(state, name));
  }
}

/** What an object without a class is told once that it keeps, as the two functions of a Stateful. */
export function keeping(fields: Fields): Stateful {
  return { state: () => stateOf(fields), restore: (state) => restoreInto(fields, state) };
}

/** An object that says once what it keeps: its state is a copy of that. */
export abstract class Kept implements Stateful {
  readonly #records: Fields[] = [];

  /** Adds these records to what is kept, in their order. */
  protected keep(...records: readonly Fields[]): void {
    this.#records.push(...records);
  }

  state(): State {
    return Object.assign({}, ...this.#records.map(stateOf)) as State;
  }

  restore(state: State): void {
    for (const record of this.#records) restoreInto(record, state);
    this.restored();
  }

  /** What follows from the records is to be found anew. */
  protected restored(): void {
    // Nothing does.
  }
}

/** Numbers by a key each, as many for one key as for another; the state is one array of them. */
export class KeyedNumbers extends Map<number, readonly number[]> implements Stateful {
  state(): State {
    const [first = []] = this.values();
    return { each: 1 + first.length, all: Float64Array.from([...this].flat(2)) };
  }

  restore(state: State): void {
    const [each, all] = [numberIn(state, 'each'), arrayIn(state, 'all')];
    this.clear();
    for (let at = 0; at < all.length; at += each) this.set(all[at], [...all.subarray(at + 1, at + each)]);
  }
}

/** Records of numbers as arrays, one for each of these of their fields by the name that it has in a state. */
export function columnsOf<Name extends string>(
  records: readonly Readonly<Record<Name, number>>[],
  columns: Readonly<Record<string, Name>>,
): State {
  const columnOf = (name: Name): Float64Array => Float64Array.from(records, (each) => each[name]);
  return Object.fromEntries(Object.entries(columns).map(([column, name]) => [column, columnOf(name)]));
}

/**
 * The records of such a state.
 *
 * @throws RangeError where an array is missing.
 */
export function recordsIn<Name extends string>(state: State, columns: Readonly<Record<string, Name>>): Record<Name, number>[] {
  const numbers = Object.entries(columns).map(([column, name]) => [name, arrayIn(state, column)] as const);
  const record = (n: number) => Object.fromEntries(numbers.map(([name, column]) => [name, column[n]])) as Record<Name, number>;
  return Array.from(numbers[0][1], (_, n) => record(n));
}

function copyOf(field: Field): State[string] {
  if (typeof field !== 'object') return Number(field);
  if (field instanceof Float64Array) return field.slice();
  if (isStateful(field)) return field.state();
  return areNumbers(field) ? copyOfNumbers(field) : stateOf(field);
}

function copyOfNumbers({ values, size = 1, stride = 1 }: Numbers): Float64Array {
  if (size === stride) return values.slice();
  const kept = new Float64Array((values.length / stride) * size);
  for (let from = 0, to = 0; to < kept.length; from += stride, to += size) kept.set(values.subarray(from, from + size), to);
  return kept;
}

function restoreNumbers(state: State, name: string, { values, size = 1, stride = 1 }: Numbers): void {
  const kept = size === stride ? values : new Float64Array((values.length / stride) * size);
  copyFrom(state, name, kept);
  if (kept === values) return;
  for (let from = 0, to = 0; from < kept.length; from += size, to += stride) values.set(kept.subarray(from, from + size), to);
}

function isStateful(field: object): field is Stateful {
  return 'restore' in field && typeof field.restore === 'function';
}

function areNumbers(field: object): field is Numbers {
  return 'values' in field && field.values instanceof Float64Array;
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

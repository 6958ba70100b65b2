import { DataError } from '../../files/data-error.ts';
import { numberIn, type State } from '../../numerics/state.ts';
import { count } from '../../numerics/display.ts';

/**
 * Holds the state in a model file against that of a fresh learner of the same spec: a file may be made by anybody, and a checksum
 * only tells that it is whole.
 *
 * Fits: the same names, arrays and numbers in the same places, arrays as long (or, where they have an element a feature, as long
 * as the model's features), nothing that is not a number, no infinite weight, and a whole number of examples learned.
 *
 * Errors: DataError with the path of what does not fit.
 */
interface Fit {
  readonly file: string;
  /** State of a fresh learner. */
  readonly fresh: State;
  /** Features of that learner, and of the model. */
  readonly columns: { readonly fresh: number; readonly model: number };
  /** Learners whose numbers stand side by side, feature by feature; absent: one. */
  readonly members?: number;
}

/**
 * Asked before a learner of so many features is made: throws unless some array of the state has an element for each, or for each
 * feature and member.
 */
export function requireColumns(file: string, state: State, columns: number, members = 1): void {
  const fits = (length: number): boolean => length === columns || length === columns * members;
  const holds = (part: State): boolean =>
    Object.values(part).some(
      (value) => typeof value === 'object' && (value instanceof Float64Array ? fits(value.length) : holds(value)),
    );
  if (holds(state)) return;
  throw new DataError({ file, found: `a state without ${count(columns)} weights`, legal: 'one for each feature of the model' });
}

/** Throws unless the state fits. */
export function requireFit(state: State, { file, fresh, columns, members = 1 }: Fit): void {
  const refuse = (found: string): DataError =>
    new DataError({ file, found, legal: 'the state of the learner that the model names' });
  const compare = (part: State, expected: State, path: string): void => {
    const names = Object.keys(part).sort().join(', ');
    const wanted = Object.keys(expected).sort().join(', ');
    if (names !== wanted)
      throw refuse(`a state${path && ` '${path}'`} of ${names || 'nothing'} in the place of ${wanted || 'nothing'}`);
    for (const [name, value] of Object.entries(part)) {
      const at = path === '' ? name : `${path}.${name}`;
      const like = expected[name];
      if (kindOf(value) !== kindOf(like)) throw refuse(`${kindOf(value)} '${at}' in the place of ${kindOf(like)}`);
      if (typeof value === 'number') {
        if (Number.isNaN(value)) throw refuse(`a state whose '${at}' is no number`);
      } else if (value instanceof Float64Array) {
        const { length } = like as Float64Array;
        const isWidened = [1, members].some((n) => length === n * columns.fresh && value.length === n * columns.model);
        const legal = value.length === length || isWidened;
        if (!legal) throw refuse(`${value.length} values of '${at}' for ${columns.model} features`);
        if (value.some(Number.isNaN)) throw refuse(`a state whose '${at}' holds what is no number`);
      } else compare(value, like as State, at);
    }
  };
  compare(state, fresh, '');
  const learned = numberIn(state, 'learned');
  if (!(Number.isSafeInteger(learned) && learned >= 0)) throw refuse(`${learned} examples learned`);
}

/** Throws unless every weight is finite. */
export function requireFinite(file: string, weights: Float64Array): void {
  const j = weights.findIndex((w) => !Number.isFinite(w));
  if (j >= 0) throw new DataError({ file, found: `the weight ${weights[j]} of feature ${j}`, legal: 'finite weights' });
}

function kindOf(value: State[string]): string {
  return typeof value === 'number' ? 'a number' : value instanceof Float64Array ? 'an array' : 'a part';
}

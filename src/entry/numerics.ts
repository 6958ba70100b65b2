/** `iwal/numerics`: arithmetic that neither overflows nor cancels, recipes with their parameters, randomness and state. */
export { clip, expDifference, saturate, sigmoid, softplus, timesExp, unitProbability } from '../numerics/elementary.ts';
export { solve, type Equation, integrate } from '../numerics/elementary.ts';
export { recipe } from '../numerics/recipe.ts';
export type { Arguments, Given, Parameter, Parameters, Recipe, Values } from '../numerics/recipe.ts';
export { CompositionError, IwalError, type IwalErrorCode } from '../numerics/iwal-error.ts';
export { permutation, randomStream, RandomStream } from '../numerics/random.ts';
export { arrayIn, copyFrom, Kept, numberIn, partIn, restoreInto, stateOf } from '../numerics/state.ts';
export type { Field, Fields, State, Stateful } from '../numerics/state.ts';
export type { Work } from '../numerics/work.ts';

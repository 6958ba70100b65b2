/**
 * What classes cost, example by example, where a file says so: a sparse table beside the rows.
 *
 * Example i lists entries offsets[i] … offsets[i+1]-1: class classes[k], counted from 1, costs costs[k]. A class is listed once an
 * example, in any order; what is not listed is not known.
 */
export interface Costs {
  readonly offsets: Uint32Array;
  readonly classes: Uint32Array;
  readonly costs: Float64Array;
  /** Line of each example in the file. */
  readonly lines: Uint32Array;
}

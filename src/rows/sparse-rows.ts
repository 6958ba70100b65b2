import { type KernelMemory, type Kernels, kernelsOf, memoryOf } from './kernels/kernels.ts';

/**
 * Sparse rows in compressed (CSR) form, and the only loops over features outside the optimizers.
 *
 * Row i owns entries offsets[i] … offsets[i+1]-1 of `indices` and `values`. Rows are canonical: indices strictly
 * ascending, values finite and non-zero (SparseRowsBuilder sorts, merges duplicates and drops zeros), so that a row's
 * squared norm is the sum of its squared values. Rows travel as (rows, i), never as views or objects; the arrays may
 * sit on SharedArrayBuffers so that worker threads share one copy.
 *
 * Memory: 8 bytes a non-zero and 12 bytes a row.
 */
export class SparseRows {
  /** rows + 1 entry positions. */
  readonly offsets: Uint32Array;
  /** Feature of each entry, below `columns`. */
  readonly indices: Uint32Array;
  /** Value of each entry. */
  readonly values: Float32Array;
  /** Number of features: every index is smaller. */
  readonly columns: number;
  /** x.x of each row, summed in entry order; the one aggregate every gradient method asks for. */
  readonly squaredNorms: Float64Array;
  /** The memory of kernels that the entries stand in; undefined where they stand elsewhere. Other threads need it (dataset.ts). */
  readonly memory: KernelMemory | undefined;
  /** Addresses there; 0 elsewhere. */
  readonly indicesAt: number;
  readonly valuesAt: number;
  /** The same of the offsets; undefined where they stand elsewhere. */
  readonly offsetsAt: number | undefined;
  // Private, for functions cannot be posted to other threads.
  readonly #kernels: Kernels | undefined;

  constructor(offsets: Uint32Array, indices: Uint32Array, values: Float32Array, columns: number, squaredNorms?: Float64Array) {
    this.offsets = offsets;
    this.indices = indices;
    this.values = values;
    this.columns = columns;
    this.squaredNorms = squaredNorms ?? squaredNormsOf(offsets, values);
    this.memory = indices.buffer === values.buffer ? memoryOf(indices.buffer) : undefined;
    this.indicesAt = this.memory === undefined ? 0 : indices.byteOffset;
    this.valuesAt = this.memory === undefined ? 0 : values.byteOffset;
    this.offsetsAt = this.memory !== undefined && offsets.buffer === indices.buffer ? offsets.byteOffset : undefined;
    this.#kernels = this.memory === undefined ? undefined : kernelsOf(indices.buffer);
  }

  /** What walks the rows faster than a loop in TypeScript; undefined for few entries, for very many, and where nobody wants it. */
  get kernels(): Kernels | undefined {
    return this.#kernels;
  }

  /** Number of rows. */
  get length(): number {
    return this.offsets.length - 1;
  }

  /** Number of stored entries. */
  get nonZeros(): number {
    return this.offsets[this.length];
  }
}

/**
 * w.x = sum over entries k of row i of w[indices[k]] values[k]; w has at least rows.columns entries. Four sums side by side: the
 * additions need not wait for each other.
 *
 * Eight entries a turn, because so long a function is called rather than inlined by V8: among the variables of a caller the loop
 * would have no registers left, and cost a tenth of a passive pass more.
 */
export function dot(rows: SparseRows, i: number, w: Float64Array): number {
  const { offsets, indices, values } = rows;
  const end = offsets[i + 1];
  let k = offsets[i];
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (const whole = end - 7; k < whole; k += 8) {
    a += w[indices[k]] * values[k];
    b += w[indices[k + 1]] * values[k + 1];
    c += w[indices[k + 2]] * values[k + 2];
    d += w[indices[k + 3]] * values[k + 3];
    a += w[indices[k + 4]] * values[k + 4];
    b += w[indices[k + 5]] * values[k + 5];
    c += w[indices[k + 6]] * values[k + 6];
    d += w[indices[k + 7]] * values[k + 7];
  }
  for (const whole = end - 3; k < whole; k += 4) {
    a += w[indices[k]] * values[k];
    b += w[indices[k + 1]] * values[k + 1];
    c += w[indices[k + 2]] * values[k + 2];
    d += w[indices[k + 3]] * values[k + 3];
  }
  for (; k < end; k++) a += w[indices[k]] * values[k];
  return a + b + (c + d);
}

/** w += scale * x for row i; eight entries a turn, as in `dot`. */
export function addScaled(rows: SparseRows, i: number, w: Float64Array, scale: number): void {
  const { offsets, indices, values } = rows;
  const end = offsets[i + 1];
  let k = offsets[i];
  for (const whole = end - 7; k < whole; k += 8) {
    w[indices[k]] += scale * values[k];
    w[indices[k + 1]] += scale * values[k + 1];
    w[indices[k + 2]] += scale * values[k + 2];
    w[indices[k + 3]] += scale * values[k + 3];
    w[indices[k + 4]] += scale * values[k + 4];
    w[indices[k + 5]] += scale * values[k + 5];
    w[indices[k + 6]] += scale * values[k + 6];
    w[indices[k + 7]] += scale * values[k + 7];
  }
  for (const whole = end - 3; k < whole; k += 4) {
    w[indices[k]] += scale * values[k];
    w[indices[k + 1]] += scale * values[k + 1];
    w[indices[k + 2]] += scale * values[k + 2];
    w[indices[k + 3]] += scale * values[k + 3];
  }
  for (; k < end; k++) w[indices[k]] += scale * values[k];
}

function squaredNormsOf(offsets: Uint32Array, values: Float32Array): Float64Array {
  const norms = new Float64Array(new SharedArrayBuffer(8 * (offsets.length - 1)));
  for (let i = 0; i < norms.length; i++) {
    let sum = 0;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) sum += values[k] * values[k];
    norms[i] = sum;
  }
  return norms;
}

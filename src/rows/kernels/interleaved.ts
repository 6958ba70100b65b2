import type { SparseRows } from '../sparse-rows.ts';

/** Four sums a member: entry k of a row goes into sum k mod 4, what is left over into the first. Grows, never shrinks. */
let sums = new Float64Array(4 * 64);

/**
 * out[m] = w_m.x for row i and each of `size` members, bit for bit as `dot` (sparse-rows.ts) sums it.
 *
 * Loops over one sparse row for several weight vectors at once, interleaved: the weights of a feature stand side by side, that of
 * feature j and member m at j * size + m. One visit to a feature then serves all members.
 */
export function dots(
  { offsets, indices, values }: SparseRows,
  i: number,
  w: Float64Array,
  size: number,
  out: Float64Array,
): void {
  if (4 * size > sums.length) sums = new Float64Array(8 * size);
  const all = sums.fill(0, 0, 4 * size);
  const start = offsets[i];
  const end = offsets[i + 1];
  const whole = end - ((end - start) & 3);
  for (let k = start; k < end; k++) {
    const x = values[k];
    const at = indices[k] * size;
    const to = k < whole ? ((k - start) & 3) * size : 0;
    for (let m = 0; m < size; m++) all[to + m] += w[at + m] * x;
  }
  for (let m = 0; m < size; m++) out[m] = all[m] + all[size + m] + (all[2 * size + m] + all[3 * size + m]);
}

/** w_m += scales[m] x for row i and every member; those whose scale is 0 keep their weights bit for bit. */
export function addScaledAll(
  { offsets, indices, values }: SparseRows,
  i: number,
  w: Float64Array,
  size: number,
  scales: Float64Array,
): void {
  const end = offsets[i + 1];
  for (let k = offsets[i]; k < end; k++) {
    const x = values[k];
    const at = indices[k] * size;
    for (let m = 0; m < size; m++) if (scales[m] !== 0) w[at + m] += scales[m] * x;
  }
}

/** The same along directions of their own, one a member, that `directions` holds interleaved, entry by entry of the row. */
export function addDirections(
  { offsets, indices }: SparseRows,
  i: number,
  w: Float64Array,
  size: number,
  scales: Float64Array,
  directions: Float64Array,
): void {
  const end = offsets[i + 1];
  for (let k = offsets[i], from = 0; k < end; k++, from += size) {
    const at = indices[k] * size;
    for (let m = 0; m < size; m++) if (scales[m] !== 0) w[at + m] += scales[m] * directions[from + m];
  }
}

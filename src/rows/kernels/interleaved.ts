import type { SparseRows } from '../sparse-rows.ts';

/** Members whose sums fit the registers of one loop. */
const TILE = 8;
/** Sums of a tile, four a member: entry k of a row goes into sum k mod 4, what is left over into the first. */
const a = new Float64Array(TILE);
const b = new Float64Array(TILE);
const c = new Float64Array(TILE);
const d = new Float64Array(TILE);

/**
 * out[m] = w_m.x for row i and each of `size` members, bit for bit as `dot` (sparse-rows.ts) sums it.
 *
 * Each of the four sums is a walk of its own over a quarter of the row, for eight members at a time: so many fit the registers.
 *
 * Loops over one sparse row for several weight vectors at once, interleaved: the weights of a feature stand side by side, that of
 * feature j and member m at j * size + m. One visit to a feature then serves all members.
 */
export function dots(rows: SparseRows, i: number, w: Float64Array, size: number, out: Float64Array): void {
  const start = rows.offsets[i];
  const end = rows.offsets[i + 1];
  const whole = end - ((end - start) & 3);
  let m = 0;
  for (; m + TILE <= size; m += TILE) {
    for (let n = 0; n < TILE; n++) a[n] = b[n] = c[n] = d[n] = 0;
    if (whole > start) {
      walk(rows, start, whole, 4, w, size, m, a);
      walk(rows, start + 1, whole, 4, w, size, m, b);
      walk(rows, start + 2, whole, 4, w, size, m, c);
      walk(rows, start + 3, whole, 4, w, size, m, d);
    }
    walk(rows, whole, end, 1, w, size, m, a);
    for (let n = 0; n < TILE; n++) out[m + n] = a[n] + b[n] + (c[n] + d[n]);
  }
  for (; m < size; m++) out[m] = memberDot(rows, i, w, size, m);
}

/**
 * sums[n] += w_(m + n) x over every `step`-th entry from `from` on, below `to`.
 *
 * Two entries a turn, because so long a function is called rather than inlined by V8 (as `dot`): it keeps the registers to itself.
 */
function walk(
  { indices, values }: SparseRows,
  from: number,
  to: number,
  step: number,
  w: Float64Array,
  size: number,
  m: number,
  sums: Float64Array,
): void {
  let s0 = sums[0];
  let s1 = sums[1];
  let s2 = sums[2];
  let s3 = sums[3];
  let s4 = sums[4];
  let s5 = sums[5];
  let s6 = sums[6];
  let s7 = sums[7];
  let k = from;
  let at: number;
  let x: number;
  for (const last = to - step; k < last; k += 2 * step) {
    at = indices[k] * size + m;
    x = values[k];
    s0 += w[at] * x;
    s1 += w[at + 1] * x;
    s2 += w[at + 2] * x;
    s3 += w[at + 3] * x;
    s4 += w[at + 4] * x;
    s5 += w[at + 5] * x;
    s6 += w[at + 6] * x;
    s7 += w[at + 7] * x;
    at = indices[k + step] * size + m;
    x = values[k + step];
    s0 += w[at] * x;
    s1 += w[at + 1] * x;
    s2 += w[at + 2] * x;
    s3 += w[at + 3] * x;
    s4 += w[at + 4] * x;
    s5 += w[at + 5] * x;
    s6 += w[at + 6] * x;
    s7 += w[at + 7] * x;
  }
  for (; k < to; k += step) {
    at = indices[k] * size + m;
    x = values[k];
    s0 += w[at] * x;
    s1 += w[at + 1] * x;
    s2 += w[at + 2] * x;
    s3 += w[at + 3] * x;
    s4 += w[at + 4] * x;
    s5 += w[at + 5] * x;
    s6 += w[at + 6] * x;
    s7 += w[at + 7] * x;
  }
  sums[0] = s0;
  sums[1] = s1;
  sums[2] = s2;
  sums[3] = s3;
  sums[4] = s4;
  sums[5] = s5;
  sums[6] = s6;
  sums[7] = s7;
}

/** w_m.x of one member. */
function memberDot({ offsets, indices, values }: SparseRows, i: number, w: Float64Array, size: number, m: number): number {
  const end = offsets[i + 1];
  let k = offsets[i];
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (const whole = end - 3; k < whole; k += 4) {
    a += w[indices[k] * size + m] * values[k];
    b += w[indices[k + 1] * size + m] * values[k + 1];
    c += w[indices[k + 2] * size + m] * values[k + 2];
    d += w[indices[k + 3] * size + m] * values[k + 3];
  }
  for (; k < end; k++) a += w[indices[k] * size + m] * values[k];
  return a + b + (c + d);
}

/** w_m += scales[m] x for row i and every member; those whose scale is 0 keep their weights bit for bit. */
export function addScaledAll(rows: SparseRows, i: number, w: Float64Array, size: number, scales: Float64Array): void {
  for (let m = 0; m < size; m++) {
    if (m + TILE <= size && tileMoves(scales, m)) {
      addTile(rows, i, w, size, m, scales);
      m += TILE - 1;
    } else if (scales[m] !== 0) addMember(rows, i, w, size, m, scales[m]);
  }
}

/** The same along directions of their own, one a member, that `directions` holds interleaved, entry by entry of the row. */
export function addDirections(
  rows: SparseRows,
  i: number,
  w: Float64Array,
  size: number,
  scales: Float64Array,
  directions: Float64Array,
): void {
  for (let m = 0; m < size; m++) {
    if (m + TILE <= size && tileMoves(scales, m)) {
      addTileDirections(rows, i, w, size, m, scales, directions);
      m += TILE - 1;
    } else if (scales[m] !== 0) addMemberDirection(rows, i, w, size, m, scales[m], directions);
  }
}

/** Whether all members of the tile that begins at m move. */
function tileMoves(scales: Float64Array, m: number): boolean {
  for (let n = m; n < m + TILE; n++) if (scales[n] === 0) return false;
  return true;
}

/** The members m to m + 7; two entries a turn, as in `walk`. */
function addTile(
  { offsets, indices, values }: SparseRows,
  i: number,
  w: Float64Array,
  size: number,
  m: number,
  scales: Float64Array,
): void {
  const s0 = scales[m];
  const s1 = scales[m + 1];
  const s2 = scales[m + 2];
  const s3 = scales[m + 3];
  const s4 = scales[m + 4];
  const s5 = scales[m + 5];
  const s6 = scales[m + 6];
  const s7 = scales[m + 7];
  const end = offsets[i + 1];
  let k = offsets[i];
  let at: number;
  let x: number;
  for (const last = end - 1; k < last; k += 2) {
    at = indices[k] * size + m;
    x = values[k];
    w[at] += s0 * x;
    w[at + 1] += s1 * x;
    w[at + 2] += s2 * x;
    w[at + 3] += s3 * x;
    w[at + 4] += s4 * x;
    w[at + 5] += s5 * x;
    w[at + 6] += s6 * x;
    w[at + 7] += s7 * x;
    at = indices[k + 1] * size + m;
    x = values[k + 1];
    w[at] += s0 * x;
    w[at + 1] += s1 * x;
    w[at + 2] += s2 * x;
    w[at + 3] += s3 * x;
    w[at + 4] += s4 * x;
    w[at + 5] += s5 * x;
    w[at + 6] += s6 * x;
    w[at + 7] += s7 * x;
  }
  if (k < end) {
    at = indices[k] * size + m;
    x = values[k];
    w[at] += s0 * x;
    w[at + 1] += s1 * x;
    w[at + 2] += s2 * x;
    w[at + 3] += s3 * x;
    w[at + 4] += s4 * x;
    w[at + 5] += s5 * x;
    w[at + 6] += s6 * x;
    w[at + 7] += s7 * x;
  }
}

function addMember(
  { offsets, indices, values }: SparseRows,
  i: number,
  w: Float64Array,
  size: number,
  m: number,
  scale: number,
): void {
  const end = offsets[i + 1];
  for (let k = offsets[i]; k < end; k++) w[indices[k] * size + m] += scale * values[k];
}

/** The members m to m + 7; two entries a turn, as in `walk`. */
function addTileDirections(
  { offsets, indices }: SparseRows,
  i: number,
  w: Float64Array,
  size: number,
  m: number,
  scales: Float64Array,
  directions: Float64Array,
): void {
  const s0 = scales[m];
  const s1 = scales[m + 1];
  const s2 = scales[m + 2];
  const s3 = scales[m + 3];
  const s4 = scales[m + 4];
  const s5 = scales[m + 5];
  const s6 = scales[m + 6];
  const s7 = scales[m + 7];
  const end = offsets[i + 1];
  let k = offsets[i];
  let at: number;
  let from = m;
  for (const last = end - 1; k < last; k += 2) {
    at = indices[k] * size + m;
    w[at] += s0 * directions[from];
    w[at + 1] += s1 * directions[from + 1];
    w[at + 2] += s2 * directions[from + 2];
    w[at + 3] += s3 * directions[from + 3];
    w[at + 4] += s4 * directions[from + 4];
    w[at + 5] += s5 * directions[from + 5];
    w[at + 6] += s6 * directions[from + 6];
    w[at + 7] += s7 * directions[from + 7];
    from += size;
    at = indices[k + 1] * size + m;
    w[at] += s0 * directions[from];
    w[at + 1] += s1 * directions[from + 1];
    w[at + 2] += s2 * directions[from + 2];
    w[at + 3] += s3 * directions[from + 3];
    w[at + 4] += s4 * directions[from + 4];
    w[at + 5] += s5 * directions[from + 5];
    w[at + 6] += s6 * directions[from + 6];
    w[at + 7] += s7 * directions[from + 7];
    from += size;
  }
  if (k < end) {
    at = indices[k] * size + m;
    w[at] += s0 * directions[from];
    w[at + 1] += s1 * directions[from + 1];
    w[at + 2] += s2 * directions[from + 2];
    w[at + 3] += s3 * directions[from + 3];
    w[at + 4] += s4 * directions[from + 4];
    w[at + 5] += s5 * directions[from + 5];
    w[at + 6] += s6 * directions[from + 6];
    w[at + 7] += s7 * directions[from + 7];
  }
}

function addMemberDirection(
  { offsets, indices }: SparseRows,
  i: number,
  w: Float64Array,
  size: number,
  m: number,
  scale: number,
  directions: Float64Array,
): void {
  const end = offsets[i + 1];
  for (let k = offsets[i], from = m; k < end; k++, from += size) w[indices[k] * size + m] += scale * directions[from];
}

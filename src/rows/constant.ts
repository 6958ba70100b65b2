import { CONSTANT, everyPart, type Split } from './dataset.ts';
import { sharedFloat32 } from './building/growing.ts';
import { SparseRows } from './sparse-rows.ts';
import { SparseRowsBuilder } from './building/sparse-rows-builder.ts';

/** Value of the constant feature, a number that is positive and finite in single precision; 'none' for rows without one. */
export type Constant = number | 'none';

/** What a constant can be, in words. */
export const LEGAL_CONSTANT = "a number > 0, finite in single precision, or 'none'";

/** Whether the value can be a constant. */
export function isConstant(value: unknown): value is Constant {
  return value === 'none' || (typeof value === 'number' && Math.fround(value) > 0 && Math.fround(value) < Infinity);
}

/**
 * The data with this constant in every row (column 0), whatever constant they had; the same object where nothing changes, and
 * where no constant is asked for.
 *
 * Readers give every row the constant 1. On rows of unit length that is half of x.x, and a step moves all predictions by as much
 * as the one it is about; a smaller constant, or none, leaves the features more of it. Rows of different constants are different
 * data: they have different checksums, and so other coins and another place in ledgers.
 *
 * Binary caches hold rows as they were read; another constant is put in when they are loaded, so that there is one copy of a file
 * on the disk whatever constants it is learned with. A number needs new values only: offsets and indices are shared with the old
 * rows.
 *
 * @throws RangeError for a constant that is none.
 */
export function withConstant<D extends { readonly rows: SparseRows }>(data: D, constant: Constant | undefined): D {
  if (constant === undefined) return data;
  if (!isConstant(constant)) throw new RangeError(`the constant must be ${LEGAL_CONSTANT}, found ${String(constant)}`);
  const value = constant === 'none' ? 0 : Math.fround(constant);
  const { rows } = data;
  if (everyRow(rows, (found) => found === value)) return data;
  if (value !== 0 && everyRow(rows, (found) => found !== 0)) return { ...data, rows: withValue(rows, value) };
  const builder = new SparseRowsBuilder();
  addWithConstant(builder, rows, value);
  return { ...data, rows: builder.build(Math.max(rows.columns, CONSTANT + 1)) };
}

/**
 * The same for pieces of rows, each good until the next one is handed over: in the memory of the largest.
 *
 * @throws RangeError for a constant that is none.
 */
export function piecesWithConstant(constant: Constant | undefined): <D extends { readonly rows: SparseRows }>(piece: D) => D {
  if (constant !== 'none') return (piece) => withConstant(piece, constant);
  const builder = new SparseRowsBuilder();
  return (piece) => {
    if (everyRow(piece.rows, (found) => found === 0)) return piece;
    addWithConstant(builder, piece.rows, 0);
    return { ...piece, rows: builder.piece(piece.rows.columns) };
  };
}

/** Whether the constant of every row, 0 for none, is as it should be. */
function everyRow(
  { offsets, indices, values }: Pick<SparseRows, 'offsets' | 'indices' | 'values'>,
  isRight: (constant: number) => boolean,
): boolean {
  for (let i = 0; i < offsets.length - 1; i++) {
    const k = offsets[i];
    if (!isRight(k < offsets[i + 1] && indices[k] === CONSTANT ? values[k] : 0)) return false;
  }
  return true;
}

/** Rows that all have a constant, with another one. */
function withValue({ offsets, indices, values, columns, length }: SparseRows, constant: number): SparseRows {
  const changed = sharedFloat32(values);
  for (let i = 0; i < length; i++) changed[offsets[i]] = constant;
  return new SparseRows(offsets, indices, changed, columns);
}

/** Adds any rows, with a constant, or without one where it is 0: what stands in them is canonical and is copied as it is. */
function addWithConstant(
  builder: SparseRowsBuilder,
  { offsets, indices, values, columns, squaredNorms: { length } }: Omit<SparseRows, 'length' | 'nonZeros'>,
  constant: number,
): void {
  const { entries } = builder;
  for (let i = 0; i < length; i++) {
    const end = offsets[i + 1];
    const isFirst = offsets[i] < end && indices[offsets[i]] === CONSTANT;
    const from = isFirst ? offsets[i] + 1 : offsets[i];
    let at = builder.nonZeros;
    const room = at + end - from + 1;
    if (room > entries.indices.length) entries.grow(at, room);
    const { indices: into, values: singles } = entries;
    let norm = 0;
    if (constant !== 0) {
      into[at] = CONSTANT;
      singles[at++] = constant;
      norm = constant * constant;
    }
    for (let k = from; k < end; k++) {
      const value = values[k];
      into[at] = indices[k];
      singles[at++] = value;
      norm += value * value;
    }
    builder.endRowInPlace(at, columns, norm);
  }
}

/** The parts with the constant feature that a spec wants; the same where it says nothing, or they have it already. */
export function splitWithConstant(split: Split, { constant }: { readonly constant?: Constant }): Split {
  return everyPart(split, (part) => withConstant(part, constant));
}

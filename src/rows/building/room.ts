import { totalmem } from 'node:os';
import { DataError } from '../../files/data-error.ts';
import { count } from '../../numerics/display.ts';
import type { IwalError } from '../../numerics/iwal-error.ts';

/** More rows, entries or bytes than arrays can number or the memory holds. */
export class SizeError extends RangeError implements IwalError {
  readonly code = 'IWAL_SIZE';
  override readonly name = 'SizeError';
}

/**
 * Bytes that may still be had.
 *
 * What is too large is said in words. Typed arrays live outside of V8's heap, so that a data set may fill the memory; but where
 * there is none left, V8 throws a bare RangeError, and a system that lends more memory than it has ends the process. Both are met
 * by asking before an array of a megabyte or more is made.
 */
export type Room = () => number;

/** Smaller arrays are made without asking. */
const ASKED_FROM = 1 << 20;

/**
 * The memory of this machine, or of the container it is, less what this process holds already. Files that the system keeps in
 * memory do not count: it gives them up.
 */
export function roomHere(): number {
  const constrained = process.constrainedMemory() || Infinity;
  return Math.min(totalmem(), constrained) - process.memoryUsage.rss();
}

/** What `make` gives, which takes so many bytes; a SizeError where they cannot be had. what: "4,096 entries". */
export function allocated<T>(bytes: number, what: string, make: () => T, room: Room = roomHere): T {
  if (bytes >= ASKED_FROM && bytes > room()) throw noRoom(what);
  try {
    return make();
  } catch (error) {
    throw error instanceof RangeError ? noRoom(what) : error;
  }
}

/** A SizeError as the trouble of the file (and line) that was read; any other error as it is. */
export function tooLarge(place: { readonly file: string; readonly line?: number }, error: unknown): unknown {
  if (!(error instanceof SizeError)) return error;
  const found = error.message;
  return new DataError({ ...place, found, legal: 'data that fits; a part of it, or a machine with more memory, may do' });
}

/** "4,096 entries" */
export function counted(n: number, what: string): string {
  return `${count(n)} ${what}`;
}

function noRoom(what: string): SizeError {
  return new SizeError(`${what}, which do not fit the memory of this machine`);
}

interface NumbersOn<N> {
  new (memory: SharedArrayBuffer): N;
  readonly BYTES_PER_ELEMENT: number;
}

function shares<N extends Float64Array | Uint32Array | Float32Array>(type: NumbersOn<N>): (numbers: ArrayLike<number>) => N {
  return (numbers) => {
    const shared = new type(new SharedArrayBuffer(type.BYTES_PER_ELEMENT * numbers.length));
    shared.set(numbers);
    return shared;
  };
}

/** A copy on shared memory, so that worker threads read one. */
export const sharedFloat64 = shares(Float64Array);
/** A copy that threads can share. */
export const sharedUint32 = shares(Uint32Array);
/** A copy that threads can share, in single precision. */
export const sharedFloat32 = shares(Float32Array);

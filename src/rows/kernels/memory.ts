import { chosenKernels } from './choice.ts';
import { sharedMemoryOfPages } from './instance.ts';

/**
 * A WebAssembly.Memory, which can be posted to other threads. Kernels work in it: it holds the entries of large data, and behind them
 * the vectors of the learners that meet these rows.
 *
 * WebAssembly sees one memory of 32-bit addresses. Each large set of rows has its own, which every thread shares; it is never moved,
 * never grown, and goes with the last array that stands in it. It is an address space, not memory: the system gives pages as they
 * are written to.
 */
export interface KernelMemory {
  readonly buffer: SharedArrayBuffer;
}

const PAGE = 1 << 16;
/** 4 GiB less a page: typed arrays on a buffer of 2^32 bytes do not arrive on other threads. */
const MOST_PAGES = 65_535;
/** Addresses for the vectors of learners. */
const FOR_VECTORS = 2 ** 29;
/** Bytes of so few rows that no kernels are set up for them. */
const FEW = 2 ** 23;
/** Vectors begin at multiples of so many bytes, those of a cache line. */
const UNIT = 64;
/** The last bytes of a memory hold the first unit that no vector has taken. */
const TAIL = 64;

/** Bytes of the largest rows that a memory holds. */
export const MOST_IN_MEMORY = MOST_PAGES * PAGE - FOR_VECTORS - TAIL;

const memories = new WeakMap<ArrayBufferLike, KernelMemory>();

/**
 * A buffer whose first `bytes` bytes are free for the arrays of rows, in a memory of kernels; undefined where the TypeScript loops
 * are asked for, the rows are too large for a memory, or the system gives no such address space.
 */
export function kernelBuffer(bytes: number): SharedArrayBuffer | undefined {
  if (chosenKernels() === 'js' || bytes > MOST_IN_MEMORY) return undefined;
  const pages = Math.ceil((bytes + FOR_VECTORS + TAIL) / PAGE);
  let memory: KernelMemory;
  try {
    memory = sharedMemoryOfPages(pages);
  } catch {
    return undefined;
  }
  adoptMemory(memory);
  nextUnit(memory)[0] = Math.ceil(bytes / UNIT);
  return memory.buffer;
}

/** A buffer for the arrays of rows, and longer than they are where it is a memory of kernels; with few rows these win nothing. */
export function bufferOfRows(bytes: number): SharedArrayBuffer {
  return (bytes < FEW ? undefined : kernelBuffer(bytes)) ?? new SharedArrayBuffer(bytes);
}

/** Makes a memory that came from another thread known to this one. */
export function adoptMemory(memory: KernelMemory): void {
  memories.set(memory.buffer, memory);
}

/** The memory of kernels that a buffer is, if it is one. */
export function memoryOf(buffer: ArrayBufferLike): KernelMemory | undefined {
  return memories.get(buffer);
}

/** Addresses for `bytes` more of vectors, of which no thread has heard; undefined where there are none left. */
export function taken(memory: KernelMemory, bytes: number): number | undefined {
  const units = Math.ceil(bytes / UNIT);
  const next = nextUnit(memory);
  const unit = Atomics.add(next, 0, units);
  if ((unit + units) * UNIT <= memory.buffer.byteLength - TAIL) return unit * UNIT;
  Atomics.sub(next, 0, units);
  return undefined;
}

function nextUnit({ buffer }: KernelMemory): Int32Array {
  return new Int32Array(buffer, buffer.byteLength - TAIL, 1);
}

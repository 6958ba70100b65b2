import { ifPossible } from '../../files/if-possible.ts';
import { chosenKernels, instance, PAGE, sharedMemoryOfPages } from './choice.ts';
import rates from './rates.wat';
import walks from './walks.wat';

/**
 * A loop over one row: where the arrays of all rows begin, in bytes, the first entry of the row and the one behind its last; then
 * addresses of its own. Other numbers it takes from `Kernels.numbers`, and leaves there what it finds.
 */
type Walk<Rest extends readonly number[], Result = void> = (
  indices: number,
  values: number,
  from: number,
  to: number,
  ...rest: Rest
) => Result;

/** The same over rows that follow one another, with a number each: where their offsets begin and end, the weights, the first number. */
type WalkOfRows = (indices: number, values: number, offset: number, behind: number, w: number, number: number) => void;

/** The functions of walks.wat. */
interface Walks {
  readonly dot: Walk<[w: number]>;
  readonly addScaled: Walk<[w: number]>;
  readonly dotRows: WalkOfRows;
  readonly addScaledRows: WalkOfRows;
  readonly addAlong: (indices: number, from: number, to: number, direction: number, w: number) => void;
}

/** The functions of rates.wat. */
interface Rates {
  readonly admit: Walk<[w: number, s: number], number>;
  readonly adaGradRates: Walk<[g: number, direction: number]>;
  readonly adaGradSensitivity: Walk<[g: number]>;
  readonly normalizedRates: Walk<[g: number, s: number, direction: number]>;
  readonly normalizedSensitivity: Walk<[g: number, s: number]>;
  readonly ftrlRates: Walk<[w: number, z: number, n: number, rates: number]>;
  readonly ftrlSensitivity: Walk<[n: number]>;
  readonly ftrlPush: Walk<[w: number, z: number, rates: number]>;
}

/** Numbers that a walk is told or finds at most. */
const NUMBERS = 5;

/**
 * The loops over one row in WebAssembly, on the memory of some rows, for one thread: what the .wat files of this folder say.
 *
 * They take addresses. What they compute is what the TypeScript beside every call computes, bit for bit
 * (test/laws/vector/rows/kernels.test.ts), in less time: addresses need no check of bounds, and roots are taken two at a time.
 *
 * @throws RangeError, the constructor, where the memory has no room left.
 */
export class Kernels {
  readonly walks: Walks;
  readonly rates: Rates;
  /**
   * What a walk is told besides addresses, and then what it found. As arguments and results these numbers would cost 16 bytes each a
   * row: the engine puts a number that crosses to WebAssembly on the heap wherever it does not inline the call.
   */
  readonly numbers: Float64Array;
  readonly #memory: KernelMemory;
  /** Arrays of so many numbers that are garbage, by their addresses. */
  readonly #left = new Map<number, number[]>();
  readonly #ends: FinalizationRegistry<Place>;

  /** Throws a RangeError where the memory has no room left. */
  constructor(memory: KernelMemory) {
    this.#memory = memory;
    this.#ends = new FinalizationRegistry(({ at, length }) => {
      const places = this.#left.get(length);
      if (places === undefined) this.#left.set(length, [at]);
      else places.push(at);
    });
    const numbers = this.vector(NUMBERS);
    if (numbers === undefined) throw new RangeError('the memory of kernels is full');
    this.numbers = numbers;
    const imports = { rows: { memory, numbers: numbers.byteOffset } };
    this.walks = instance(walks, imports) as Walks;
    this.rates = instance(rates, imports) as Rates;
  }

  /** Zeros in this memory; undefined where it is full. Their place is taken again once the array is garbage. */
  vector(length: number): Float64Array | undefined {
    const at = this.#left.get(length)?.pop() ?? taken(this.#memory, 8 * length);
    if (at === undefined) return undefined;
    const numbers = new Float64Array(this.#memory.buffer, at, length).fill(0);
    this.#ends.register(numbers, { at, length });
    return numbers;
  }
}

interface Place {
  readonly at: number;
  readonly length: number;
}

const known = new WeakMap<KernelMemory, Kernels>();

/** The kernels of arrays on this buffer; undefined where there are none. */
export function kernelsOf(buffer: ArrayBufferLike): Kernels | undefined {
  const memory = memoryOf(buffer);
  if (memory === undefined) return undefined;
  let kernels = known.get(memory);
  if (kernels === undefined) known.set(memory, (kernels = new Kernels(memory)));
  return kernels;
}

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
  const memory = ifPossible(() => sharedMemoryOfPages(pages));
  if (memory === undefined) return undefined;
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

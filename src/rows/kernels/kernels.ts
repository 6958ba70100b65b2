import { instance } from './instance.ts';
import { memoryOf, taken, type KernelMemory } from './memory.ts';
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

/** The functions of walks.wat. */
interface Walks {
  readonly dot: Walk<[w: number]>;
  readonly addScaled: Walk<[w: number]>;
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

import { counted, SizeError } from '../../../rows/building/growing.ts';
import type { PairScanner } from '../pairs.ts';

/** Of one line, interactions included: they are kept in V8's heap while the line is read. */
export const MOST_FEATURES = 2 ** 23;

/** The complaint about a line with more. */
export function tooMany(): SizeError {
  return new SizeError(`more than ${counted(MOST_FEATURES, 'features on one line')}`);
}

/** Features side by side, filled anew for every line: memory that was needed once is used again. */
export class Features {
  /** The number of each name below 2^32, not yet cut to b bits; the first `length` count. */
  hashes: Uint32Array = new Uint32Array(64);
  /** Their values, never 0. */
  values: Float64Array = new Float64Array(64);
  length = 0;

  push(hash: number, value: number): void {
    if (this.length === this.hashes.length) this.#grow();
    this.hashes[this.length] = hash;
    this.values[this.length++] = value;
  }

  /** Adds each pair whose scaled value is not 0: its id plus the seed, and its value times the scale in single precision. */
  pushScaled({ ids, values, length }: Pick<PairScanner, 'ids' | 'values' | 'length'>, seed: number, scale: number): void {
    while (this.length + length > this.hashes.length) this.#grow();
    const { hashes, values: into } = this;
    let n = this.length;
    for (let k = 0; k < length; k++) {
      const value = Math.fround(scale * values[k]);
      hashes[n] = ids[k] + seed;
      into[n] = value;
      if (value !== 0) n++;
    }
    this.length = n;
  }

  clear(): void {
    this.length = 0;
  }

  #grow(): void {
    const size = 2 * this.hashes.length;
    const [hashes, values] = [new Uint32Array(size), new Float64Array(size)];
    hashes.set(this.hashes);
    values.set(this.values);
    this.hashes = hashes;
    this.values = values;
  }
}

/** A namespace of a line; namespaces with the same first letter are one. */
export class Space extends Features {
  /** First byte of the name, by which interactions call it; a space for the unnamed one. */
  readonly letter: number;

  constructor(letter: number) {
    super();
    this.letter = letter;
  }
}

/** What a class costs, the class counted from 1. */
export interface ClassCost {
  readonly class: number;
  readonly cost: number;
}

/**
 * One line of Vowpal Wabbit text, taken apart: what the parser hands over and readers make rows of. Its namespaces are filled anew
 * for every line: whoever wants to keep them copies them.
 */
export interface VwExample {
  /** Line in the file, from 1. */
  readonly line: number;
  /** undefined where the line has none. */
  readonly label: number | undefined;
  /** What classes cost; undefined where the line lists no costs. */
  readonly costs: readonly ClassCost[] | undefined;
  /** Importance h >= 0; 1 where the line has none. */
  readonly importance: number;
  /** What predictions start from; 0 where the line has none. */
  readonly initial: number;
  readonly tag: string;
  /** In order of first appearance. */
  readonly spaces: readonly Space[];
}

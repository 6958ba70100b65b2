import { DataError } from '../../../files/data-error.ts';
import { counted, Growing, SizeError, widened } from '../../../rows/building/growing.ts';
import type { Dataset } from '../../../rows/dataset.ts';
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
    this.hashes = widened(this.hashes, size);
    this.values = widened(this.values, size);
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

/**
 * The costs of a file that comes line by line: the first line that has either decides whether a file has costs or labels. Lines that
 * have neither, where they may be there, list no class.
 *
 * @throws DataError with the line: costs on some lines only.
 */
export class GrowingCosts {
  readonly #file: string;
  readonly #offsets = new Growing(Uint32Array);
  readonly #classes = new Growing(Uint32Array);
  readonly #costs = new Growing(Float64Array);
  readonly #lines = new Growing(Uint32Array);
  /** Unknown until a line has said so. */
  #hasCosts: boolean | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#offsets.push(0);
  }

  /** Takes the costs of the next example in; its cheapest class, the first of several, undefined where it has no costs. */
  cheapestOf({ line, label, costs }: Pick<VwExample, 'line' | 'label' | 'costs'>): number | undefined {
    if (costs === undefined && label === undefined) {
      if (this.#hasCosts !== false) this.#end(line);
      return undefined;
    }
    this.#hasCosts ??= costs !== undefined;
    if (this.#hasCosts !== (costs !== undefined)) {
      const found = this.#hasCosts ? 'a line without costs' : 'costs after lines without';
      throw new DataError({ file: this.#file, line, found, legal: 'class:cost on every line or on none' });
    }
    if (costs === undefined) return undefined;
    for (const { class: number, cost } of costs) {
      this.#classes.push(number);
      this.#costs.push(cost);
    }
    this.#end(line);
    const least = Math.min(...costs.map(({ cost }) => cost));
    return Math.min(...costs.filter(({ cost }) => cost === least).map(({ class: number }) => number));
  }

  /** An example has all its costs. */
  #end(line: number): void {
    this.#offsets.push(this.#classes.length);
    this.#lines.push(line);
  }

  /** All of them; nothing where the file has none. */
  finish(): Pick<Dataset, 'costs'> {
    if (this.#hasCosts !== true) return {};
    return {
      costs: {
        offsets: this.#offsets.shared(),
        classes: this.#classes.shared(),
        costs: this.#costs.shared(),
        lines: this.#lines.shared(),
      },
    };
  }
}

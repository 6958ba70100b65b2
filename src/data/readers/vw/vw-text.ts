import { DataError } from '../../../files/data-error.ts';
import { tooLarge } from '../../../rows/building/room.ts';
import type { Habits, Progress } from '../blocks/block-parser.ts';
import { Features, type VwExample } from './example.ts';
import { nameHashes } from './hash.ts';
import { Interactions } from './interactions.ts';
import { requireLegal, type VwTextOptions } from './options.ts';
import { VwParser } from './parser.ts';

/** Takes an example and its interactions, which are filled anew for the next. */
export type TakeVw = (example: VwExample, products: Features) => void;

/**
 * The examples of Vowpal Wabbit text with their interactions, a block of complete lines at a time.
 *
 * @throws DataError with file and line; those of options that are not legal.
 */
export class VwText {
  /** Taken so far. */
  examples = 0;
  readonly #file: string;
  readonly #parser: VwParser;
  readonly #terms: Interactions;
  readonly #products = new Features();
  readonly #take: TakeVw;

  constructor(file: string, options: VwTextOptions, take: TakeVw) {
    requireLegal(file, options);
    this.#file = file;
    this.#take = take;
    this.#terms = new Interactions(options.interactions);
    const { labels, hash } = options;
    this.#parser = new VwParser(file, { labels, said: options, hash: nameHashes[hash], take: this.#expanded });
  }

  /** Lines taken so far. */
  get line(): number {
    return this.#parser.line;
  }

  get habits(): Habits {
    return { negative: this.#parser.negative };
  }

  /** What comes from here on is behind what others have read. */
  goOn(progress: Pick<Progress, 'lines' | 'habits'>): void {
    this.#parser.goOn(progress);
  }

  parse(lines: Buffer): void {
    try {
      this.#parser.parse(lines);
    } catch (error) {
      throw tooLarge({ file: this.#file, line: this.line }, error);
    }
  }

  readonly #expanded = (example: VwExample): void => {
    this.examples++;
    const products = this.#products;
    products.clear();
    this.#terms.expand(example.spaces, products);
    if (!areSingles(products)) {
      throw new DataError({
        file: this.#file,
        line: example.line,
        found: 'an interaction that overflows',
        legal: 'values whose products are finite in single precision',
      });
    }
    this.#take(example, products);
  };
}

/** Throws a DataError where a text has none. */
export function requireExamples(file: string, examples: number): void {
  if (examples > 0) return;
  throw new DataError({ file, found: 'no examples', legal: "at least one line 'label |namespace feature:value …'" });
}

function areSingles({ values, length }: Features): boolean {
  for (let k = 0; k < length; k++) if (!Number.isFinite(Math.fround(values[k]))) return false;
  return true;
}

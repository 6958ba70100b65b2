import { DataError } from '../../../files/data-error.ts';
import { legalRange, type Parameter } from '../../../numerics/recipe.ts';
import { requireNumbers, type SaidOfClasses, type LabelChoice, type ReadOptions } from '../reader.ts';
import { type Features, MOST_FEATURES, type Space, tooMany } from './example.ts';
import type { HashName } from './hash.ts';

/** Above 30 bits weights no longer fit the memory of ordinary machines. */
export const BITS = {
  from: 1,
  to: 30,
  whole: true,
  default: 18,
  meaning: 'bits of the hash: there are 2^bits features',
} as const satisfies Parameter;

/** How Vowpal Wabbit text is read, with nothing left open. */
export interface VwTextOptions extends SaidOfClasses {
  readonly labels: LabelChoice;
  readonly bits: number;
  readonly hash: HashName;
  readonly interactions: readonly string[];
}

/** The same with every default filled in. */
export function completed(file: string, options: ReadOptions): VwTextOptions {
  requireNumbers(file, options);
  const { labels = 'real', bits = BITS.default, hash = 'strings', interactions = [] } = options;
  return { ...options, labels, bits, hash, interactions };
}

/** Throws a DataError for bits out of range, or a term that is none. file: which reading they were meant for. */
export function requireLegal(file: string, { bits, interactions }: VwTextOptions): void {
  if (!(bits >= BITS.from && bits <= BITS.to && Number.isInteger(bits)))
    throw new DataError({ file, found: `${bits} hash bits`, legal: legalRange(BITS) });
  const wrong = interactions.find((term) => Buffer.byteLength(term) < 2);
  if (wrong === undefined) return;
  const found = `the interaction '${wrong}'`;
  throw new DataError({ file, found, legal: "at least two namespaces, by their first letters, ':' for any" });
}

type Term = readonly number[];

const FNV_PRIME = 16777619;
const ANY = 0x3a;

/**
 * Interactions: products of features of different namespaces, as new features (Vowpal Wabbit's -q, --cubic, --interactions).
 *
 * A term names one namespace a letter ("ab", "aab"; `:` stands for each namespace of the line). Its features are all
 * combinations of one feature a letter; where a letter follows itself, combinations in order with repetition, squares included.
 *
 *   value = product of the values,   number = fold over the numbers i_1 … i_n:  h = i_1,  h = (16777619 h) xor i_k   (mod 2^32)
 *
 * Terms that mean the same combinations count once; the lowest b bits of the number depend on those of the i_k alone.
 *
 * Source: Vowpal Wabbit 9.11, interactions.cc and interactions_predict.h (the constant is the FNV prime).
 */
export class Interactions {
  readonly #terms: readonly Term[];
  /** The terms that `:` stands for, by the letters of a line. */
  readonly #concrete = new Map<string, readonly Term[]>();

  constructor(terms: readonly string[]) {
    this.#terms = distinct(terms.map((term) => [...Buffer.from(term)]));
  }

  /** Adds the products of these namespaces' features to `into`. */
  expand(spaces: readonly Space[], into: Features): void {
    if (this.#terms.length === 0) return;
    for (const term of this.#termsFor(spaces)) combine(term, spaces, 0, 0, 0, 1, into);
  }

  #termsFor(spaces: readonly Space[]): readonly Term[] {
    if (!this.#terms.some((term) => term.includes(ANY))) return this.#terms;
    const letters = spaces.map(({ letter }) => letter).sort((a, b) => a - b);
    const key = letters.join();
    let concrete = this.#concrete.get(key);
    if (concrete === undefined)
      this.#concrete.set(key, (concrete = distinct(this.#terms.flatMap((term) => spelledOut(term, letters)))));
    return concrete;
  }
}

/** All combinations from the term's letter number `depth` on, the product so far at hand. */
function combine(
  term: Term,
  spaces: readonly Space[],
  depth: number,
  from: number,
  hash: number,
  value: number,
  into: Features,
): void {
  if (depth === term.length) {
    if (into.length === MOST_FEATURES) throw tooMany();
    into.push(hash, value);
    return;
  }
  const space = spaces.find(({ letter }) => letter === term[depth]);
  if (space === undefined) return;
  const { hashes, values, length } = space;
  const repeats = term[depth + 1] === term[depth];
  for (let k = from; k < length; k++) {
    const next = (Math.imul(FNV_PRIME, hash) ^ hashes[k]) >>> 0;
    combine(term, spaces, depth + 1, repeats ? k : 0, next, value * values[k], into);
  }
}

/** The term with every `:` replaced by each of the letters. */
function spelledOut(term: Term, letters: readonly number[]): Term[] {
  return term.reduce<Term[]>(
    (starts, at) => starts.flatMap((start) => (at === ANY ? letters : [at]).map((letter) => [...start, letter])),
    [[]],
  );
}

/** Equal letters side by side, one term of each set of letters, in byte order. */
function distinct(terms: readonly Term[]): readonly Term[] {
  const kept = new Map<string, Term>();
  for (const term of terms) {
    const sorted = term.toSorted((a, b) => a - b);
    const key = sorted.join();
    if (!kept.has(key)) kept.set(key, hasEqualsApart(term) ? sorted : term);
  }
  return [...kept.values()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function hasEqualsApart(term: Term): boolean {
  return term.some((letter, k) => k !== term.indexOf(letter) && term[k - 1] !== letter);
}

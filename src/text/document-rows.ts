import { log } from '../numerics/elementary.ts';
import { murmur3 } from '../numerics/murmur3.ts';
import { CONSTANT } from '../rows/dataset.ts';
import { chosenKernels } from '../rows/kernels/choice.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import { SparseRowsBuilder } from '../rows/building/sparse-rows-builder.ts';
import { CodeUnits, hashOfUnits, scanTokens, type TakeToken, textIn } from './scan.ts';
import { FastRowCounts, PlainRowCounts, type RowCounts, ShortWords, TextMemory } from './row-counts.ts';
import { Names } from './names.ts';
import {
  categoriesOf,
  FIRST_WORD,
  idfOf,
  LEFT_OUT,
  MISSING,
  wordFeatures,
  type TextSettings,
  type Vectorizer,
} from './vectorizer.ts';

const SPACE = 0x20;
/** How often no word is in most documents. */
const OFTEN = 64;
/** Any character but those of ASCII. */
const OTHER = /[^\0-\x7f]/g;
/** Characters that are taken with such a one at least: where one is, there may be more. */
const STRETCH = 64;

/** A document, its cells in the order of the settings. */
export interface Cells {
  readonly texts: readonly string[];
  /** NaN for none. */
  readonly numbers: readonly number[];
  /** Empty for none. */
  readonly categories: readonly string[];
}

/**
 * Makes rows of documents (vectorizer.ts says which), one document at a time: of a vocabulary that grows with them, or of one that
 * is given and stays as it is.
 *
 * Laws (test/laws/vector/text.test.ts): equal texts have equal rows; permuted documents have permuted rows, unless the idf is running;
 * then no document changes the row of one before it; rows that a vectorizer makes of the documents it was made of are theirs, bit
 * for bit, unless the idf is running; pools that are hashed and joined are the joined pool hashed, but for the idf.
 *
 * @throws SizeError for what does not fit the memory.
 */
export class DocumentRows {
  readonly #settings: TextSettings;
  readonly #fitted: Vectorizer | undefined;
  readonly #words = new Names();
  readonly #values: readonly Names[];
  readonly #counts: RowCounts;
  /** Undefined where every word is looked up by its characters. */
  readonly #short: ShortWords | undefined;
  /** Numbers and categories: feature number, value; the constant stands for none. */
  readonly #beside = new SparseRowsBuilder();
  #documents = 0;
  readonly #text = new CodeUnits();
  #word: Uint16Array = new Uint16Array(1 << 6);
  /** The word before, in the text; an empty stretch for none. A pair of words. */
  #neighbourStart = 0;
  #neighbourEnd = 0;
  #pair: Uint16Array = new Uint16Array(1 << 6);
  #bytes: Buffer = Buffer.alloc(1 << 8);

  constructor(settings: TextSettings, fitted?: Vectorizer) {
    this.#settings = settings;
    this.#fitted = fitted;
    const memory = textMemory(settings);
    const fast = memory && new FastRowCounts(memory);
    this.#counts = fast ?? new PlainRowCounts();
    // Pairs of words are looked up by their characters.
    this.#short = fast === undefined || settings.ngrams > 1 ? undefined : new ShortWords(memory!, fast);
    for (const word of fitted?.words ?? []) this.#words.add(word);
    this.#values = categoriesOf(settings).map((_, c) => {
      const names = new Names();
      for (const value of fitted?.values[c] ?? []) names.add(value);
      return names;
    });
  }

  add({ texts, numbers, categories }: Cells): void {
    this.#counts.count(CONSTANT);
    for (const text of texts) if (!this.#tookAll(text)) this.#takeMixed(text);
    this.#counts.endRow();
    this.#documents++;
    this.#addBeside(numbers, categories);
  }

  /** The rows of all documents, and what makes rows of others. */
  finish(): { readonly rows: SparseRows; readonly vectorizer: Vectorizer } {
    const vectorizer = this.#fitted ?? this.#fit();
    const words = wordFeatures(vectorizer);
    const counted = this.#counts.build(FIRST_WORD + words);
    this.#weigh(counted, vectorizer);
    return { rows: this.#joined(counted, vectorizer, FIRST_WORD + words), vectorizer };
  }

  /** Counts the words of any text. */
  #scan(text: string): void {
    this.#text.take(text);
    this.#neighbourEnd = this.#neighbourStart;
    scanTokens(this.#text.units, this.#text.length, this.#take);
  }

  /** The same: stretches of ASCII characters between others. No word, nor anything that normalization looks at, goes on behind a space. */
  #takeMixed(text: string): void {
    let from = 0;
    if (this.#short !== undefined)
      for (OTHER.lastIndex = 0; OTHER.test(text); OTHER.lastIndex = from) {
        const other = OTHER.lastIndex - 1;
        const start = Math.max(from, text.lastIndexOf(' ', other));
        const space = text.indexOf(' ', other + STRETCH);
        const end = space < 0 ? text.length : space;
        if (start > from && !this.#tookAll(text.slice(from, start))) this.#scan(text.slice(from, start));
        this.#scan(text.slice(start, end));
        from = end;
      }
    if (from < text.length && !this.#tookAll(text.slice(from))) this.#scan(text.slice(from));
  }

  /** Whether a text is of ASCII characters, and its words are counted. */
  #tookAll(text: string): boolean {
    return this.#short?.counted(text, this.#columnOfNew) === true;
  }

  readonly #take: TakeToken = (start, end, hash, place) => {
    const { units } = this.#text;
    this.#count(this.#columnOf(units, hash, start, end));
    if (this.#settings.ngrams === 1) return;
    if (this.#neighbourEnd > this.#neighbourStart && place === 'word') this.#countPair(units, start, end);
    this.#neighbourStart = start;
    this.#neighbourEnd = place === 'word' ? end : start;
  };

  /** Two words with a space between. */
  #countPair(units: Uint16Array, start: number, end: number): void {
    const middle = this.#neighbourEnd - this.#neighbourStart;
    const size = middle + 1 + end - start;
    if (size > this.#pair.length) this.#pair = new Uint16Array(2 * size);
    const pair = this.#pair;
    for (let k = 0; k < middle; k++) pair[k] = units[this.#neighbourStart + k];
    pair[middle] = SPACE;
    for (let k = start; k < end; k++) pair[middle + 1 + k - start] = units[k];
    this.#count(this.#columnOf(pair, hashOfUnits(pair, 0, size), 0, size));
  }

  #count(column: number): void {
    if (column !== LEFT_OUT) this.#counts.count(column);
  }

  /** The column of a word. */
  #columnOf(units: Uint16Array, hash: number, start: number, end: number): number {
    const short = this.#short;
    if (!short?.wrote(units, start, end)) return this.#columnByUnits(units, hash, start, end);
    return short.columnOf(0, end - start) || this.#columnOfNew(0, end - start);
  }

  /** Of a word that stands in the memory of short words, and is not known there; it will be, if it is short. */
  readonly #columnOfNew = (start: number, size: number): number => {
    const short = this.#short!;
    if (size > this.#word.length) this.#word = new Uint16Array(2 * size);
    const word = this.#word;
    const bytes = short.text;
    for (let k = 0; k < size; k++) word[k] = bytes[start + k];
    if (
      this.#fitted === undefined &&
      this.#settings.bits === undefined &&
      short.keep(start, size, FIRST_WORD + this.#words.length)
    )
      return LEFT_OUT + this.#words.append(word, 0, size);
    const column = this.#columnByUnits(word, hashOfUnits(word, 0, size), 0, size);
    if (this.#fitted !== undefined || this.#settings.bits !== undefined) short.keep(start, size, column);
    return column;
  };

  #columnByUnits(units: Uint16Array, hash: number, start: number, end: number): number {
    const { bits } = this.#settings;
    if (bits !== undefined) return FIRST_WORD + (this.#hashed(units, start, end) & (2 ** bits - 1));
    // Numbers of names are one more than they are, 0 for none.
    return (
      LEFT_OUT +
      (this.#fitted === undefined ? this.#words.addUnits(units, hash, start, end) : this.#words.placeOf(units, hash, start, end))
    );
  }

  /** MurmurHash3 of the UTF-8 bytes, as Vowpal Wabbit hashes a name of the unnamed namespace with --hash all. */
  #hashed(units: Uint16Array, start: number, end: number): number {
    const most = 3 * (end - start);
    if (most > this.#bytes.length) this.#bytes = Buffer.alloc(2 * most);
    let size = 0;
    for (let k = start; k < end; k++) {
      if (units[k] > 0x7f) {
        size = this.#bytes.write(textIn(units, start, end));
        break;
      }
      this.#bytes[size++] = units[k];
    }
    return murmur3(this.#bytes, 0, size, 0);
  }

  #addBeside(numbers: readonly number[], categories: readonly string[]): void {
    if (numbers.length === 0 && categories.length === 0) return;
    numbers.forEach((number, n) => {
      if (!Number.isNaN(number)) this.#beside.add(n, number);
    });
    const missing = this.#settings.missing === undefined ? [] : numbers.map((number) => (Number.isNaN(number) ? MISSING : ''));
    [...categories, ...missing].forEach((value, c) => {
      if (value === '') return;
      const names = this.#values[c];
      const found = this.#fitted === undefined ? names.add(value) : names.find(value);
      if (found !== undefined) this.#beside.add(numbers.length + c + this.#values.length * found, 1);
    });
    this.#beside.endRow();
  }

  #fit(): Vectorizer {
    const { bits, idf } = this.#settings;
    const size = bits === undefined ? this.#words.length : 2 ** bits;
    const frequencies = idf === 'none' ? [] : Array.from({ length: size }, (_, f) => this.#counts.frequency(FIRST_WORD + f));
    return {
      version: 1,
      ...this.#settings,
      documents: this.#documents,
      ...(bits === undefined && { words: this.#words.all() }),
      frequencies,
      values: this.#values.map((names) => names.all()),
    };
  }

  /** From counts to weights of length 1, in place. */
  #weigh({ offsets, indices, values, length }: SparseRows, { idf, documents, frequencies }: Vectorizer): void {
    const runs = idf === 'running' && this.#fitted === undefined;
    const seen = new Uint32Array(runs ? frequencies.length : 0);
    const weights = Float64Array.from(runs ? [] : frequencies, (df) => idfOf(documents, df));
    const weightsOfCounts = Float64Array.from({ length: OFTEN }, (_, count) => 1 + log(count));
    let row = new Float64Array(1 << 8);
    for (let i = 0; i < length; i++) {
      const from = offsets[i] + 1; // After the constant.
      const size = offsets[i + 1] - from;
      if (size > row.length) row = new Float64Array(2 * size);
      let norm = 0;
      for (let k = 0; k < size; k++) {
        const feature = indices[from + k] - FIRST_WORD;
        const rarity = idf === 'none' ? 1 : runs ? idfOf(i, seen[feature]++) : weights[feature];
        const count = values[from + k];
        row[k] = (count < OFTEN ? weightsOfCounts[count] : 1 + log(count)) * rarity;
        norm += row[k] * row[k];
      }
      norm = Math.sqrt(norm);
      for (let k = 0; k < size; k++) values[from + k] = row[k] / norm;
    }
  }

  /** Words, and behind them numbers and categories. */
  #joined({ offsets, indices, values, length }: SparseRows, { numbers, values: named }: Vectorizer, first: number): SparseRows {
    if (numbers.length === 0 && named.length === 0) return new SparseRows(offsets, indices, values, first);
    const beside = this.#beside.build();
    const firsts = named.map((_, c) => numbers.length + named.slice(0, c).reduce((sum, each) => sum + each.length, 0));
    const columnOf = (entry: number): number => {
      if (entry < numbers.length) return first + entry;
      const at = entry - numbers.length;
      return first + firsts[at % named.length] + Math.floor(at / named.length);
    };
    const builder = new SparseRowsBuilder();
    for (let i = 0; i < length; i++) {
      for (let k = offsets[i]; k < offsets[i + 1]; k++) builder.add(indices[k], values[k]);
      for (let k = beside.offsets[i]; k < beside.offsets[i + 1]; k++) builder.add(columnOf(beside.indices[k]), beside.values[k]);
      builder.endRow();
    }
    return builder.build(first + numbers.length + named.reduce((sum, each) => sum + each.length, 0));
  }
}

/** A memory for the words of documents; undefined where nobody wants it, or there is none. */
function textMemory({ bits = 0 }: TextSettings): TextMemory | undefined {
  if (chosenKernels() === 'js' || !TextMemory.fits(FIRST_WORD + 2 ** bits)) return undefined;
  try {
    return new TextMemory();
  } catch {
    return undefined;
  }
}

import { log } from '../numerics/functions/portable.ts';
import { murmur3 } from '../numerics/murmur3.ts';
import { CONSTANT } from '../rows/dataset.ts';
import { chosenKernels } from '../rows/kernels/choice.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import { SparseRowsBuilder } from '../rows/building/sparse-rows-builder.ts';
import { Ascending } from './ascending.ts';
import { Names } from './names.ts';
import { CodeUnits } from './code-units.ts';
import { hashOf, hashOfUnits, scanTokens, type TakeToken } from './scan.ts';
import { ShortWords } from './short-words.ts';
import { FIRST_WORD, idfOf, wordFeatures, type TextSettings, type Vectorizer } from './vectorizer.ts';

const SPACE = 0x20;
/** Documents after which it pays to know short words. */
const MANY = 100;
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
  readonly #builder = new SparseRowsBuilder();
  /** Numbers and categories: feature number, value; the constant stands for none. */
  readonly #beside = new SparseRowsBuilder();
  #documents = 0;
  /** tf of the document at hand; df. */
  #counts: Uint32Array = new Uint32Array(1 << 12);
  #frequencies: Uint32Array = new Uint32Array(1 << 12);
  /** Features of the document at hand. */
  #met: Uint32Array = new Uint32Array(1 << 8);
  #metCount = 0;
  readonly #ascending = new Ascending();
  readonly #text = new CodeUnits();
  /** Undefined where every word is looked up by its characters: pairs of words are, and the words of few documents. */
  #short: ShortWords | undefined;
  #word: Uint16Array = new Uint16Array(1 << 6);
  /** The word before, in the text; an empty stretch for none. A pair of words. */
  #neighbourStart = 0;
  #neighbourEnd = 0;
  #pair: Uint16Array = new Uint16Array(1 << 6);
  #bytes: Buffer = Buffer.alloc(1 << 8);

  constructor(settings: TextSettings, fitted?: Vectorizer) {
    this.#settings = settings;
    this.#fitted = fitted;
    for (const word of fitted?.words ?? []) this.#words.add(word, hashOf(word));
    this.#values = settings.categories.map((_, c) => {
      const names = new Names();
      for (const value of fitted?.values[c] ?? []) names.add(value, hashOf(value));
      return names;
    });
  }

  get length(): number {
    return this.#documents;
  }

  add({ texts, numbers, categories }: Cells): void {
    if (this.#documents === MANY && this.#settings.ngrams === 1 && chosenKernels() === 'wasm') this.#short = new ShortWords();
    for (const text of texts) {
      if (this.#short === undefined) this.#scan(text);
      else if (!this.#tookShort(this.#short, text)) this.#takeMixed(this.#short, text);
    }
    this.#endRow();
    this.#documents++;
    this.#addBeside(numbers, categories);
  }

  /** The rows of all documents, and what makes rows of others. */
  finish(): { readonly rows: SparseRows; readonly vectorizer: Vectorizer } {
    const vectorizer = this.#fitted ?? this.#fit();
    const words = wordFeatures(vectorizer);
    const counted = this.#builder.build(FIRST_WORD + words);
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
  #takeMixed(short: ShortWords, text: string): void {
    let from = 0;
    for (OTHER.lastIndex = 0; OTHER.test(text); OTHER.lastIndex = from) {
      const other = OTHER.lastIndex - 1;
      const start = Math.max(from, text.lastIndexOf(' ', other));
      const space = text.indexOf(' ', other + STRETCH);
      const end = space < 0 ? text.length : space;
      if (start > from && !this.#tookShort(short, text.slice(from, start))) this.#scan(text.slice(from, start));
      this.#scan(text.slice(start, end));
      from = end;
    }
    if (from < text.length && !this.#tookShort(short, text.slice(from))) this.#scan(text.slice(from));
  }

  readonly #take: TakeToken = (start, end, hash, place) => {
    const { units } = this.#text;
    this.#count(units, hash, start, end);
    if (this.#settings.ngrams === 1) return;
    if (this.#neighbourEnd > this.#neighbourStart && place === 'word') this.#countPair(units, start, end);
    this.#neighbourStart = start;
    this.#neighbourEnd = place === 'word' ? end : start;
  };

  /** Whether the words of a text could be found in 16 bytes at a time, and are counted. */
  #tookShort(short: ShortWords, text: string): boolean {
    const length = short.find(text);
    if (length === undefined) return false;
    for (let k = 0; k < 3 * length; k += 3) {
      // A number is one more than the place: there are words that are left out.
      const known = short.words[k + 2];
      this.#countPlace(known > 0 ? known - 1 : this.#placeOfNew(short, short.words[k], short.words[k + 1]));
    }
    return true;
  }

  /** The place of a word that is not known yet. */
  #placeOfNew(short: ShortWords, start: number, end: number): number {
    const size = end - start;
    if (size > this.#word.length) this.#word = new Uint16Array(2 * size);
    for (let k = 0; k < size; k++) this.#word[k] = short.bytes[start + k];
    const place = this.#placeOf(this.#word, hashOfUnits(this.#word, 0, size), 0, size);
    short.keep(start, end, place + 1);
    return place;
  }

  /** Two words with a space between. */
  #countPair(units: Uint16Array, start: number, end: number): void {
    const middle = this.#neighbourEnd - this.#neighbourStart;
    const size = middle + 1 + end - start;
    if (size > this.#pair.length) this.#pair = new Uint16Array(2 * size);
    const pair = this.#pair;
    for (let k = 0; k < middle; k++) pair[k] = units[this.#neighbourStart + k];
    pair[middle] = SPACE;
    for (let k = start; k < end; k++) pair[middle + 1 + k - start] = units[k];
    this.#count(pair, hashOfUnits(pair, 0, size), 0, size);
  }

  #count(units: Uint16Array, hash: number, start: number, end: number): void {
    this.#countPlace(this.#placeOf(units, hash, start, end));
  }

  #countPlace(place: number): void {
    if (place === 0) return;
    const feature = place - 1;
    if (feature >= this.#counts.length) {
      this.#counts = wider(this.#counts, feature);
      this.#frequencies = wider(this.#frequencies, feature);
    }
    if (this.#counts[feature]++ > 0) return;
    if (this.#metCount === this.#met.length) this.#met = wider(this.#met, this.#metCount);
    this.#met[this.#metCount++] = feature;
  }

  /** The row of the features met, which are written where they stay; none are left afterwards. */
  #endRow(): void {
    const builder = this.#builder;
    const length = this.#metCount;
    const met = this.#ascending.of(this.#met, length);
    const counts = this.#counts;
    const frequencies = this.#frequencies;
    const { entries } = builder;
    let end = builder.nonZeros;
    if (end + length + 1 > entries.indices.length) entries.grow(end, end + length + 1);
    const { indices, values } = entries;
    indices[end] = CONSTANT;
    values[end] = 1;
    end++;
    let norm = 1;
    for (let m = 0; m < length; m++) {
      const feature = met[m];
      const count = counts[feature];
      indices[end] = FIRST_WORD + feature;
      values[end] = count;
      norm += count * count;
      end++;
      counts[feature] = 0;
      frequencies[feature]++;
    }
    builder.endRowInPlace(end, length === 0 ? CONSTANT + 1 : FIRST_WORD + met[length - 1] + 1, norm);
    this.#metCount = 0;
  }

  /** The feature of a word plus 1; 0 for one that is left out. */
  #placeOf(units: Uint16Array, hash: number, start: number, end: number): number {
    const { bits } = this.#settings;
    if (bits !== undefined) return (this.#hashed(units, start, end) & (2 ** bits - 1)) + 1;
    return this.#fitted === undefined
      ? this.#words.addUnits(units, hash, start, end)
      : this.#words.placeOf(units, hash, start, end);
  }

  /** MurmurHash3 of the UTF-8 bytes, as Vowpal Wabbit hashes a name of the unnamed namespace with --hash all. */
  #hashed(units: Uint16Array, start: number, end: number): number {
    const most = 3 * (end - start);
    if (most > this.#bytes.length) this.#bytes = Buffer.alloc(2 * most);
    let size = 0;
    for (let k = start; k < end; k++) {
      if (units[k] > 0x7f) {
        size = this.#bytes.write(textOf(units, start, end));
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
    categories.forEach((value, c) => {
      if (value === '') return;
      const names = this.#values[c];
      const found = this.#fitted === undefined ? names.add(value, hashOf(value)) : names.find(value, hashOf(value));
      if (found !== undefined) this.#beside.add(numbers.length + c + categories.length * found, 1);
    });
    this.#beside.endRow();
  }

  #fit(): Vectorizer {
    const { bits, idf } = this.#settings;
    const size = bits === undefined ? this.#words.length : 2 ** bits;
    const frequencies = idf === 'none' ? [] : Array.from({ length: size }, (_, f) => this.#frequencies[f] ?? 0);
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
        row[k] = count === 1 ? rarity : (1 + log(count)) * rarity;
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

function textOf(units: Uint16Array, start: number, end: number): string {
  let text = '';
  for (let k = start; k < end; k++) text += String.fromCharCode(units[k]);
  return text;
}

function wider(old: Uint32Array, index: number): Uint32Array {
  const wide = new Uint32Array(2 * Math.max(old.length, index + 1));
  wide.set(old);
  return wide;
}

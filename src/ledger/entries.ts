import type { AnswerEntry, Entry, ExampleEntry, Outcome, Testimony } from './entry.ts';

/** Entries in order, to be read one at a time; an array is one. */
export interface Entries extends Iterable<Entry> {
  /** How many there are. */
  readonly length: number;
  /** Entry n from 0, or from the end where n is negative; undefined where there is none. */
  at: (n: number) => Entry | undefined;
}

/** Numbers a slab; an entry lies on one slab. */
const SLAB = 1 << 13;
/** More than the longest entry has. */
const LONGEST = 32;
const OUTCOMES: readonly Outcome[] = ['asked', 'passed', 'refused', 'implied'];
const EXAMPLE = ['position', 'row', 'probability', 'coin', 'importance', 'prediction', 'errorRate'] as const;
const ANSWER = ['position', 'row', 'importance', 'after'] as const;
/** Numbers that an entry may lack. */
const OPTIONAL = [
  'sensitivity',
  'weightToFlip',
  'gap',
  'label',
  'cost',
  'rowImportance',
  'learnedImportance',
  'knob',
  'minimumProbability',
  'pass',
] as const;
const TOLD: readonly (keyof Testimony | 'batch')[] = ['annotator', 'time', 'note', 'batch'];
/** Bits of an entry's head: the outcome, what it is, and from FIRST on which optional numbers it has. */
const [ANSWERED, ABSTAINED, FIRST] = [4, 8, 16];

type Numbers = Readonly<Record<string, number | null | undefined>>;

/**
 * Entries as numbers in typed memory, some 120 bytes each: an entry becomes an object where it is read.
 *
 *   head, model, numbers that all entries of its kind have, those of the optional ones that it has
 *
 * Few entries have words in them (who answered, and when) or are an end: those are kept as they are.
 */
export class EntryColumns implements Entries {
  readonly #slabs: Float64Array<ArrayBuffer>[] = [];
  readonly #words: Uint32Array[] = [];
  /** Where each entry begins: slab after slab. */
  #starts = new Uint32Array(1 << 10);
  readonly #whole = new Map<number, Entry>();
  #length = 0;
  /** Where the next one begins. */
  #end = 0;
  /** The model of the entry met last, and its words: most entries leave the one before. */
  #model = '';
  #modelHigh = -1;
  #modelLow = -1;

  get length(): number {
    return this.#length;
  }

  push(entry: Entry): void {
    const used = this.#end % SLAB;
    if (used + LONGEST > SLAB) this.#end += SLAB - used;
    if (this.#end === this.#slabs.length * SLAB) this.#grow();
    if (this.#length === this.#starts.length) {
      const starts = new Uint32Array(2 * this.#length);
      starts.set(this.#starts);
      this.#starts = starts;
    }
    this.#starts[this.#length] = this.#end;
    if (entry.entry === 'end' || TOLD.some((name) => name in entry)) this.#whole.set(this.#length, entry);
    else this.#write(entry);
    this.#length++;
  }

  /** Takes back all but the first n. */
  truncate(n: number): void {
    if (n >= this.#length) return;
    for (let each = n; each < this.#length; each++) this.#whole.delete(each);
    this.#end = this.#starts[n];
    this.#length = n;
  }

  at(n: number): Entry | undefined {
    const place = n < 0 ? n + this.#length : n;
    if (!(place >= 0 && place < this.#length)) return undefined;
    return this.#whole.get(place) ?? this.#read(this.#starts[place]);
  }

  *[Symbol.iterator](): Generator<Entry, undefined> {
    for (let n = 0; n < this.#length; n++) yield this.at(n)!;
  }

  #grow(): void {
    const slab = new Float64Array(SLAB);
    this.#slabs.push(slab);
    this.#words.push(new Uint32Array(slab.buffer));
  }

  #write(entry: ExampleEntry | AnswerEntry): void {
    const given = entry as unknown as Numbers;
    const slab = (this.#end / SLAB) | 0;
    const numbers = this.#slabs[slab];
    const start = this.#end % SLAB;
    let head = entry.entry === 'answer' ? ANSWERED : OUTCOMES.indexOf(entry.outcome);
    if (entry.model !== this.#model) {
      this.#model = entry.model;
      this.#modelHigh = parseInt(entry.model.slice(0, 8), 16);
      this.#modelLow = parseInt(entry.model.slice(8), 16);
    }
    this.#words[slab][2 * start + 2] = this.#modelHigh;
    this.#words[slab][2 * start + 3] = this.#modelLow;
    let at = start + 2;
    for (const name of entry.entry === 'answer' ? ANSWER : EXAMPLE) numbers[at++] = given[name]!;
    for (let n = 0, flag = FIRST; n < OPTIONAL.length; n++, flag *= 2) {
      const number = given[OPTIONAL[n]];
      if (number === undefined) continue;
      if (number === null) {
        head |= ABSTAINED;
        continue;
      }
      head |= flag;
      numbers[at++] = number;
    }
    numbers[start] = head;
    this.#end += at - start;
  }

  #read(from: number): Entry {
    const slab = (from / SLAB) | 0;
    const numbers = this.#slabs[slab];
    const words = this.#words[slab];
    const start = from % SLAB;
    const head = numbers[start];
    let at = start + 2;
    // Written out, each in one shape: the loops of an audit spend their time here.
    const found: ExampleEntry | AnswerEntry =
      head & ANSWERED
        ? {
            entry: 'answer',
            position: numbers[at++],
            row: numbers[at++],
            importance: numbers[at++],
            after: numbers[at++],
            label: null,
            model: '',
          }
        : {
            entry: 'example',
            position: numbers[at++],
            row: numbers[at++],
            probability: numbers[at++],
            coin: numbers[at++],
            importance: numbers[at++],
            outcome: OUTCOMES[head & (ANSWERED - 1)],
            prediction: numbers[at++],
            errorRate: numbers[at++],
            model: '',
          };
    const optional = found as { -readonly [K in keyof typeof found]: unknown } & Record<(typeof OPTIONAL)[number], unknown>;
    for (let n = 0, flag = FIRST; n < OPTIONAL.length; n++, flag *= 2) if (head & flag) optional[OPTIONAL[n]] = numbers[at++];
    if (head & ABSTAINED) optional.label = null;
    optional.model = this.#modelOf(words[2 * start + 2], words[2 * start + 3]);
    return found;
  }

  #modelOf(high: number, low: number): string {
    if (high !== this.#modelHigh || low !== this.#modelLow) {
      this.#model = hexadecimal(high) + hexadecimal(low);
      this.#modelHigh = high;
      this.#modelLow = low;
    }
    return this.#model;
  }
}

/** Two digits a byte: a number's own toString takes several times as long. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hexadecimal(word: number): string {
  return BYTES[word >>> 24] + BYTES[(word >>> 16) & 255] + BYTES[(word >>> 8) & 255] + BYTES[word & 255];
}

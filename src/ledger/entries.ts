import { hexadecimal } from '../numerics/murmur3.ts';
import type { AnswerEntry, Entry, ExampleEntry, Testimony, Outcome } from './entry.ts';

/** Numbers of an entry, by place: those that every example has, those that it may have, and one of answers. */
export const FIELDS = [
  'position',
  'row',
  'probability',
  'coin',
  'importance',
  'prediction',
  'errorRate',
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
  'distance',
  'after',
] as const satisfies readonly (keyof ExampleEntry | keyof AnswerEntry)[];

/** The name of a number. */
export type Field = (typeof FIELDS)[number];

/** How many of them every example has: the first ones. */
export const REQUIRED = 7;
/** How many an example can have: all but the last. */
export const OF_EXAMPLE = FIELDS.length - 1;

/** Outcomes by number. */
export const OUTCOMES: readonly Outcome[] = ['asked', 'passed', 'refused', 'implied'];
/** In the place of an outcome: an answer. */
export const ANSWERED = OUTCOMES.length;

/** Beside the bits of the fields: the label is null, nobody could tell. */
export const ABSTAINED = 1 << FIELDS.length;

/**
 * An example or an answer as plain numbers, filled in anew for every entry: between a line and its object (file/example-line.ts) or
 * memory (entries.ts) nothing is allocated.
 */
export class PackedEntry {
  /** By place; what `found` does not name says nothing. */
  readonly values = new Float64Array(FIELDS.length);
  /** A bit for the place of each number that there is, and ABSTAINED. */
  found = 0;
  /** The outcome by number, or ANSWERED. */
  kind = 0;
  /** The model's name: its first 8 hexadecimal digits, and the others. */
  modelHigh = 0;
  modelLow = 0;
}

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
/** Above the bits of what was found, in an entry's head: its outcome, 3 bits, and which numbers are as in most entries. */
const KIND = FIELDS.length + 1;
const [NOTHING_LEARNED, POSITIVE, NEGATIVE, ONE_COST, OWN_GAP] = [1, 2, 4, 8, 16].map((bit) => bit << (KIND + 3));
const [ROW, IMPORTANCE, FLIP, GAP, LABEL, COST] = (['row', 'importance', 'weightToFlip', 'gap', 'label', 'cost'] as const).map(
  (name) => FIELDS.indexOf(name),
);
const [LABEL_BIT, COST_BIT, GAP_BITS] = [1 << LABEL, 1 << COST, (1 << GAP) | (1 << FLIP)];
/** All fields but position and row, which share a slot; those that an example may lack. */
const NUMBER_BITS = (1 << FIELDS.length) - 4;
const OPTIONAL_BITS = (1 << OF_EXAMPLE) - (1 << REQUIRED);

type Numbers = Readonly<Record<string, number | null | undefined>>;

/**
 * Entries as numbers in typed memory, 56 to 88 bytes each as a rule: an entry becomes an object where it is read.
 *
 *   head and model, position and row, then every other number that it has and that its head does not tell
 *
 * The head tells an importance of 0, a label of 1 or -1, a cost of 1, and a gap that is weightToFlip / position. Few entries have
 * words in them (who answered, and when) or what batches need, are an end, or are about a row beyond 2^32: those are kept as they are.
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
  /** Two words a model, of those that differ from the one before: most entries leave the model as it is. */
  #models = new Uint32Array(1 << 10);
  #modelCount = 0;
  /** The model read last, and its name. */
  #modelRead = -1;
  #model = '';
  readonly #packed = new PackedEntry();
  /** Numbers of the entry that is read. */
  readonly #values = new Float64Array(FIELDS.length);

  get length(): number {
    return this.#length;
  }

  push(entry: Entry): void {
    if (entry.entry === 'end' || hasWords(entry) || !isPlace(entry.position) || !isPlace(entry.row)) {
      this.#begin();
      this.#whole.set(this.#length++, entry);
      return;
    }
    const packed = this.#packed;
    const given = entry as unknown as Numbers;
    packed.kind = entry.entry === 'answer' ? ANSWERED : OUTCOMES.indexOf(entry.outcome);
    packed.found = 0;
    for (let n = 0; n < FIELDS.length; n++) {
      const number = given[FIELDS[n]];
      if (number === undefined) continue;
      if (number === null) packed.found |= ABSTAINED;
      else {
        packed.found |= 1 << n;
        packed.values[n] = number;
      }
    }
    packed.modelHigh = parseInt(entry.model.slice(0, 8), 16);
    packed.modelLow = parseInt(entry.model.slice(8), 16);
    this.take(packed);
  }

  /** Pushes an entry that is numbers already; its position and row must be places (`isPlace`). */
  take({ values, found, kind, modelHigh, modelLow }: PackedEntry): void {
    this.#begin();
    const slab = (this.#end / SLAB) | 0;
    const numbers = this.#slabs[slab];
    const words = this.#words[slab];
    const start = this.#end % SLAB;
    const implied = impliedByHead(values, found);
    words[2 * start] = found | (kind << KIND) | implied;
    words[2 * start + 1] = this.#numberOf(modelHigh, modelLow);
    words[2 * start + 2] = values[0];
    words[2 * start + 3] = values[ROW];
    let at = start + 2;
    for (let rest = found & NUMBER_BITS & ~fieldsIn(implied); rest !== 0; rest &= rest - 1)
      numbers[at++] = values[31 - Math.clz32(rest & -rest)];
    this.#end += at - start;
    this.#length++;
  }

  /** Puts another entry in the place of one. */
  replace(n: number, entry: Entry): void {
    this.#whole.set(n, entry);
  }

  /** Takes back all but the first n. */
  truncate(n: number): void {
    if (n >= this.#length) return;
    if (this.#whole.size > 0) for (let each = n; each < this.#length; each++) this.#whole.delete(each);
    this.#end = this.#starts[n];
    this.#length = n;
  }

  at(n: number): Entry | undefined {
    const place = n < 0 ? n + this.#length : n;
    if (!(place >= 0 && place < this.#length)) return undefined;
    return (this.#whole.size > 0 ? this.#whole.get(place) : undefined) ?? this.#read(this.#starts[place]);
  }

  *[Symbol.iterator](): Generator<Entry, undefined> {
    for (let n = 0; n < this.#length; n++) yield this.at(n)!;
  }

  /** Makes room for the next entry. */
  #begin(): void {
    const used = this.#end % SLAB;
    if (used + LONGEST > SLAB) this.#end += SLAB - used;
    if (this.#end === this.#slabs.length * SLAB) {
      const slab = new Float64Array(SLAB);
      this.#slabs.push(slab);
      this.#words.push(new Uint32Array(slab.buffer));
    }
    this.#starts = withRoom(this.#starts, this.#length + 1);
    this.#starts[this.#length] = this.#end;
  }

  #read(from: number): Entry {
    const slab = (from / SLAB) | 0;
    const numbers = this.#slabs[slab];
    const words = this.#words[slab];
    const start = from % SLAB;
    const head = words[2 * start];
    const kind = (head >>> KIND) & 7;
    const values = this.#values;
    values[0] = words[2 * start + 2];
    values[ROW] = words[2 * start + 3];
    let at = start + 2;
    for (let rest = head & NUMBER_BITS & ~fieldsIn(head); rest !== 0; rest &= rest - 1)
      values[31 - Math.clz32(rest & -rest)] = numbers[at++];
    if (head & NOTHING_LEARNED) values[IMPORTANCE] = 0;
    if (head & (POSITIVE | NEGATIVE)) values[LABEL] = head & POSITIVE ? 1 : -1;
    if (head & ONE_COST) values[COST] = 1;
    if (head & OWN_GAP) values[GAP] = values[FLIP] / values[0];
    // Written out, each in one shape: the loops of an audit spend their time here.
    const found: ExampleEntry | AnswerEntry =
      kind === ANSWERED
        ? {
            entry: 'answer',
            position: values[0],
            row: values[1],
            importance: values[4],
            after: values[FIELDS.length - 1],
            label: null,
            model: '',
          }
        : {
            entry: 'example',
            position: values[0],
            row: values[1],
            probability: values[2],
            coin: values[3],
            importance: values[4],
            outcome: OUTCOMES[kind],
            prediction: values[5],
            errorRate: values[6],
            model: '',
          };
    const optional = found as { -readonly [K in keyof typeof found]: unknown } & Record<Field, unknown>;
    for (let rest = head & OPTIONAL_BITS; rest !== 0; rest &= rest - 1) {
      const n = 31 - Math.clz32(rest & -rest);
      optional[FIELDS[n]] = values[n];
    }
    if (head & ABSTAINED) optional.label = null;
    optional.model = this.#nameOf(words[2 * start + 1]);
    return found;
  }

  /** The number of a model: that of the last one, or the next. */
  #numberOf(high: number, low: number): number {
    const last = 2 * this.#modelCount - 2;
    if (this.#modelCount > 0 && this.#models[last] === high && this.#models[last + 1] === low) return this.#modelCount - 1;
    this.#models = withRoom(this.#models, last + 4);
    this.#models[last + 2] = high;
    this.#models[last + 3] = low;
    return this.#modelCount++;
  }

  #nameOf(model: number): string {
    if (model !== this.#modelRead) {
      this.#modelRead = model;
      this.#model = hexadecimal(this.#models[2 * model]) + hexadecimal(this.#models[2 * model + 1]);
    }
    return this.#model;
  }
}

/** Whether columns hold a position or a row: a natural number of 32 bits. */
export function isPlace(n: number): boolean {
  return Object.is(n >>> 0, n);
}

function hasWords(entry: Testimony & Pick<ExampleEntry, 'batch' | 'annotators'> & Pick<AnswerEntry, 'refund'>): boolean {
  const { annotator, time, note, flag, batch, annotators, refund } = entry;
  const isTold = annotator !== undefined || time !== undefined || note !== undefined || flag !== undefined;
  return isTold || batch !== undefined || annotators !== undefined || refund !== undefined;
}

/** What the head can tell of these numbers, bit for bit. */
function impliedByHead(values: Float64Array, found: number): number {
  let implied = 0;
  if (Object.is(values[IMPORTANCE], 0)) implied |= NOTHING_LEARNED;
  if (found & LABEL_BIT) implied |= values[LABEL] === 1 ? POSITIVE : values[LABEL] === -1 ? NEGATIVE : 0;
  if (found & COST_BIT && values[COST] === 1) implied |= ONE_COST;
  if ((found & GAP_BITS) === GAP_BITS && Object.is(values[GAP], values[FLIP] / values[0])) implied |= OWN_GAP;
  return implied;
}

/** The bits of the fields that a head tells. */
function fieldsIn(head: number): number {
  return (
    (head & NOTHING_LEARNED ? 1 << IMPORTANCE : 0) |
    (head & (POSITIVE | NEGATIVE) ? LABEL_BIT : 0) |
    (head & ONE_COST ? COST_BIT : 0) |
    (head & OWN_GAP ? 1 << GAP : 0)
  );
}

/** The array, or one twice as long with its numbers where it has no room for so many. */
function withRoom(numbers: Uint32Array<ArrayBuffer>, many: number): Uint32Array<ArrayBuffer> {
  if (many <= numbers.length) return numbers;
  const longer = new Uint32Array(2 * numbers.length);
  longer.set(numbers);
  return longer;
}

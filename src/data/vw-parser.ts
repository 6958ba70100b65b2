/**
 * Takes Vowpal Wabbit text apart, line by line:
 *
 *   [label [importance [initial]]] ['tag]|[namespace[:value]] name[:value] … |namespace …
 *
 * What comes before the first `|` is split on spaces; its last word is a tag if it begins with ' or touches the `|`. A line may
 * begin with anything that ends in a tab, which is dropped. A name ends at a blank, `:` or `|`. A value multiplies that of its
 * namespace, both default to 1; a feature of value 0 is no feature. `name:word` is the feature `word` within `name`, of value
 * 1; `:value` without a name takes the next number of its namespace. Blank lines are skipped.
 *
 * Errors (DataError with line and byte column): no `|`, a label, importance or initial that is no such number, a fourth number,
 * a namespace without a name before `:`, a value that begins like a number and is none, is not finite in single precision or is
 * missing.
 *
 * Source: Vowpal Wabbit 9.11, parse_example.cc, checked against the numbers it printed (test/references/vw-parity.test.ts).
 */
import { DataError } from './data-error.ts';
import { DecimalScanner } from './decimals.ts';
import { LabelReader, type LabelChoice } from './labels.ts';
import type { Space, VwExample } from './vw-example.ts';
import type { NameHash } from './vw-hash.ts';

const [TAB, LINE_FEED, RETURN, SPACE, QUOTE, ZERO, COLON, BAR] = [0x09, 0x0a, 0x0d, 0x20, 0x27, 0x30, 0x3a, 0x7c];
const VALUE = 'name:value with a value that is finite in single precision';
const UNNAMED = 0;

/** Where a word begins and ends. */
interface Word {
  readonly start: number;
  readonly end: number;
}

export class VwParser {
  readonly #file: string;
  readonly #labelReader: LabelReader;
  readonly #hash: NameHash;
  readonly #take: (example: VwExample) => void;
  readonly #decimals = new DecimalScanner();
  readonly #example = { line: 0, label: undefined as number | undefined, importance: 1, initial: 0, tag: '', spaces: [] as Space[] };
  /** Every namespace met so far, by letter; their arrays are used again. */
  readonly #known = new Map<number, Space>();
  /** Where the current line begins and ends. */
  #start = 0;
  #end = 0;

  constructor(file: string, { labels, hash, take }: { labels: LabelChoice; hash: NameHash; take: (example: VwExample) => void }) {
    this.#file = file;
    this.#labelReader = new LabelReader(labels);
    this.#hash = hash;
    this.#take = take;
  }

  /** Takes a block of complete lines; hands every example over. */
  parse(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const next = bytes.indexOf(LINE_FEED, at) + 1;
      this.#start = at;
      this.#end = bytes[next - 2] === RETURN && next - 2 >= at ? next - 2 : next - 1;
      this.#example.line++;
      if (skipBlanks(bytes, at) < this.#end) this.#line(bytes);
      at = next;
    }
  }

  #line(bytes: Buffer): void {
    const bar = bytes.indexOf(BAR, this.#start);
    if (bar < 0 || bar >= this.#end) throw this.#trouble(bytes, this.#start, this.#end, "a '|' before the features");
    this.#head(bytes, bar);
    for (const space of this.#example.spaces) space.hashes.length = space.values.length = 0;
    this.#example.spaces.length = 0;
    for (let at = bar; at < this.#end; ) at = this.#namespace(bytes, at + 1);
    this.#take(this.#example);
  }

  /** Label, importance, initial prediction and tag. */
  #head(bytes: Buffer, bar: number): void {
    const example = this.#example;
    const words = this.#words(bytes, bar);
    const last = words.at(-1);
    const tagged = last !== undefined && (last.end === bar || bytes[last.start] === QUOTE);
    example.tag = tagged ? bytes.toString('utf8', bytes[last.start] === QUOTE ? last.start + 1 : last.start, last.end) : '';
    const numbers = tagged ? words.slice(0, -1) : words;
    const [label, importance, initial, extra] = [0, 1, 2, 3].map((k) => numbers.at(k));
    if (label === undefined && this.#labelReader.required) {
      throw this.#trouble(bytes, this.#start, bar, `a label (${this.#labelReader.legal}) and a space before the '|'`);
    }
    example.label = label && this.#label(bytes, label);
    example.importance = importance === undefined ? 1 : this.#number(bytes, importance, 0, 'an importance >= 0');
    example.initial = initial === undefined ? 0 : this.#number(bytes, initial, -Infinity, 'an initial prediction');
    if (extra !== undefined) throw this.#trouble(bytes, extra.start, extra.end, "at most 'label importance initial tag' before the first '|'");
  }

  #words(bytes: Buffer, bar: number): Word[] {
    const tab = bytes.indexOf(TAB, this.#start);
    const words: Word[] = [];
    for (let at = tab >= 0 && tab < bar ? tab + 1 : this.#start; at < bar; at++) {
      if (bytes[at] === SPACE) continue;
      const start = at;
      while (at < bar && bytes[at] !== SPACE) at++;
      words.push({ start, end: at });
    }
    return words;
  }

  #label(bytes: Buffer, { start, end }: Word): number {
    const written = this.#decimals.scan(bytes, start);
    const label = this.#decimals.end === end ? this.#labelReader.read(written) : undefined;
    if (label === undefined) throw this.#trouble(bytes, start, end, `a label that is ${this.#labelReader.legal}`);
    return label;
  }

  #number(bytes: Buffer, { start, end }: Word, least: number, legal: string): number {
    const written = this.#decimals.scan(bytes, start);
    if (this.#decimals.end === end && written >= least && Number.isFinite(written)) return written;
    throw this.#trouble(bytes, start, end, legal);
  }

  /** The namespace whose name begins at `at`, with its features; returns where the next `|` or the end of the line is. */
  #namespace(bytes: Buffer, at: number): number {
    if (bytes[at] === COLON) throw this.#trouble(bytes, at, this.#tokenEnd(bytes, at), "a namespace before ':'");
    const nameEnd = this.#nameEnd(bytes, at);
    const space = this.#space(nameEnd === at ? SPACE : bytes[at]);
    const seed = nameEnd === at ? UNNAMED : this.#hash(bytes, at, nameEnd, 0);
    const end = this.#tokenEnd(bytes, at);
    const scale = nameEnd === end ? 1 : this.#value(bytes, at, nameEnd + 1, end);
    let unnamed = 0;
    for (at = skipBlanks(bytes, end); at < this.#end && bytes[at] !== BAR; at = skipBlanks(bytes, this.#tokenEnd(bytes, at))) {
      const hash = bytes[at] === COLON ? (seed + unnamed++) >>> 0 : this.#hash(bytes, at, this.#nameEnd(bytes, at), seed);
      this.#feature(bytes, at, hash, scale, space);
    }
    return at;
  }

  /** The feature whose token begins at `at` and whose name has this hash. */
  #feature(bytes: Buffer, at: number, hash: number, scale: number, space: Space): void {
    const nameEnd = this.#nameEnd(bytes, at);
    const end = this.#tokenEnd(bytes, at);
    const isWord = nameEnd > at && nameEnd + 1 < end && !beginsLikeNumber(bytes, nameEnd + 1, end);
    if (isWord && this.#nameEnd(bytes, nameEnd + 1) < end) throw this.#trouble(bytes, at, end, 'name, name:value or name:word');
    const value = Math.fround(scale * (nameEnd === end || isWord ? 1 : this.#value(bytes, at, nameEnd + 1, end)));
    if (!Number.isFinite(value)) throw this.#trouble(bytes, at, end, `${VALUE}, its namespace's included`);
    if (value === 0) return;
    space.hashes.push(isWord ? this.#hash(bytes, nameEnd + 1, end, hash) : hash);
    space.values.push(value);
  }

  /** The number between start and end, of the token that begins at `token`. */
  #value(bytes: Buffer, token: number, start: number, end: number): number {
    const value = Math.fround(this.#decimals.scan(bytes, start));
    if (this.#decimals.end !== end || start === end || !Number.isFinite(value)) throw this.#trouble(bytes, token, end, VALUE);
    return value;
  }

  #space(letter: number): Space {
    let space = this.#known.get(letter);
    if (space === undefined) this.#known.set(letter, (space = { letter, hashes: [], values: [] }));
    if (!this.#example.spaces.includes(space)) this.#example.spaces.push(space);
    return space;
  }

  #nameEnd(bytes: Buffer, at: number): number {
    while (at < this.#end && bytes[at] !== COLON && !endsToken(bytes[at])) at++;
    return at;
  }

  #tokenEnd(bytes: Buffer, at: number): number {
    while (at < this.#end && !endsToken(bytes[at])) at++;
    return at;
  }

  #trouble(bytes: Buffer, at: number, end: number, legal: string): DataError {
    const token = bytes.toString('utf8', at, Math.min(end, at + 40));
    const found = end <= at ? 'nothing' : JSON.stringify(end > at + 40 ? `${token}…` : token);
    return new DataError({ file: this.#file, line: this.#example.line, column: at - this.#start + 1, found, legal });
  }
}

function skipBlanks(bytes: Uint8Array, at: number): number {
  while (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === RETURN) at++;
  return at;
}

function endsToken(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === BAR || byte === RETURN;
}

/** Whether a value means a number: one begins there, or it spells what is none (nan, inf). */
function beginsLikeNumber(bytes: Buffer, at: number, end: number): boolean {
  let k = bytes[at] === 0x2b || bytes[at] === 0x2d ? at + 1 : at;
  if (bytes[k] === 0x2e) k++;
  if (k < end && bytes[k] >= ZERO && bytes[k] <= ZERO + 9) return true;
  return /^[+-]?(nan|inf|infinity)$/i.test(bytes.toString('latin1', at, end));
}

import { DataError } from '../../../files/data-error.ts';
import type { Dataset } from '../../../rows/dataset.ts';
import type { Rowed } from '../blocks/crew.ts';
import { skipBlanks } from '../pairs.ts';
import { areClasses, LabelReader } from '../reader.ts';
import { TextParser } from '../text-parser.ts';
import { Features, GrowingCosts, MOST_FEATURES, Space, tooMany, type VwExample } from './example.ts';
import { type NameHash, nameHashes } from './hash.ts';
import { BAR, beginsLikeNumber, COLON, endsToken, LINE_FEED, MINUS, RETURN, SPACE, TAB, VwHead, ZERO } from './head.ts';
import { Interactions, requireLegal, type VwTextOptions } from './options.ts';

/** What an example is, in messages. */
export const EXAMPLE = "at least one line 'label |namespace feature:value …'";

function areSingles({ values, length }: Features): boolean {
  for (let k = 0; k < length; k++) if (!Number.isFinite(Math.fround(values[k]))) return false;
  return true;
}

const VALUE = 'name:value with a value that is finite in single precision';
/** Any smaller one times a short value is finite in single precision. */
const LARGEST_SCALE = 1e35;
/** 1 for the bytes that end a name. */
const ENDS_NAME = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number([TAB, LINE_FEED, RETURN, SPACE, COLON, BAR].includes(byte)),
);
/** Hash of the unnamed namespace. */
const UNNAMED = 0;

/**
 * Takes Vowpal Wabbit text apart, a block of complete lines at a time; what comes of its examples and their interactions is the
 * readers':
 *
 *   head|[namespace[:value]] name[:value] … |namespace …          head: head.ts
 *
 * A name ends at a blank, `:` or `|`. A value multiplies that of its namespace, both default to 1; a feature of value 0 is no
 * feature. `name:word` is the feature `word` within `name`, of value 1; `:value` without a name takes the next number of its
 * namespace. Blank lines are skipped.
 *
 * Source: Vowpal Wabbit 9.11, parse_example.cc, checked against the numbers it printed (test/references/vw-parity.test.ts).
 *
 * @throws DataError with line and byte column: no `|`, a namespace without a name before `:`, a value that begins like a number and is
 * none, is not finite in single precision or is missing; those of the head. Those of options that are not legal.
 */
export abstract class VwText<Piece extends Rowed> extends TextParser<Piece> {
  readonly #head: VwHead;
  readonly #hash: NameHash;
  /** Whether names of digits are the numbers they spell. */
  readonly #numbersStand: boolean;
  readonly #terms: Interactions;
  readonly #products = new Features();
  /** Absent where labels are no classes. */
  readonly #costs: GrowingCosts | undefined;
  /** Features of the current line so far. */
  #features = 0;
  /** Namespaces of the current line. */
  readonly #spaces: Space[] = [];
  /** Every namespace met so far, by letter; their arrays are used again. */
  readonly #known = new Map<number, Space>();

  constructor(file: string, options: VwTextOptions) {
    super(file, new LabelReader(options.labels, options));
    requireLegal(file, options);
    this.#head = new VwHead(this.place, this.labels, options);
    this.#hash = nameHashes[options.hash];
    this.#numbersStand = options.hash === 'strings';
    this.#terms = new Interactions(options.interactions);
    if (areClasses(options.labels, options.classNames)) this.#costs = new GrowingCosts(file);
  }

  /** What classes cost in all lines; nothing where the file has no costs, or nobody has asked for classes. */
  costs(): Pick<Dataset, 'costs'> {
    return this.#costs?.finish() ?? {};
  }

  /** Takes an example and its interactions, which are filled anew for the next. */
  protected abstract take(example: VwExample, products: Features): void;

  /** The label of the next example, its cheapest class where it has costs; NaN where it has neither. */
  protected labelOf(example: VwExample): number {
    return this.#costs?.cheapestOf(example) ?? example.label ?? NaN;
  }

  protected override takeLines(bytes: Buffer): void {
    const { place } = this;
    for (let at = 0; at < bytes.length;) {
      const next = bytes.indexOf(LINE_FEED, at) + 1;
      place.line++;
      place.start = at;
      place.end = next - 2 >= at && bytes[next - 2] === RETURN ? next - 2 : next - 1;
      if (skipBlanks(bytes, at) < place.end) this.#line(bytes);
      at = next;
    }
  }

  #line(bytes: Buffer): void {
    const { start, end } = this.place;
    const bar = bytes.indexOf(BAR, start);
    if (bar < 0 || bar >= end) throw this.place.trouble(bytes, start, end, "a '|' before the features");
    const example = this.#head.parse(bytes, bar, this.#spaces);
    for (const space of this.#spaces) space.clear();
    this.#spaces.length = 0;
    this.#features = 0;
    for (let at = bar; at < end;) at = this.#namespace(bytes, at + 1);
    this.#expand(example);
    this.take(example, this.#products);
  }

  #expand({ line, spaces }: VwExample): void {
    const products = this.#products;
    products.clear();
    this.#terms.expand(spaces, products);
    if (!areSingles(products)) {
      const legal = 'values whose products are finite in single precision';
      throw new DataError({ file: this.place.file, line, found: 'an interaction that overflows', legal });
    }
  }

  /** The namespace whose name begins at `at`, with its features; returns where the next `|` or the end of the line is. */
  #namespace(bytes: Buffer, at: number): number {
    const nameEnd = this.#nameEnd(bytes, at);
    const end = this.#tokenEnd(bytes, at);
    if (nameEnd === at && end > at) throw this.place.trouble(bytes, at, end, "a namespace before ':'");
    const space = this.#space(nameEnd === at ? SPACE : bytes[at]);
    const seed = nameEnd === at ? UNNAMED : this.#hash(bytes, at, nameEnd, 0);
    const scale = nameEnd === end ? 1 : this.#value(bytes, at, nameEnd + 1, end);
    let unnamed = 0;
    at = skipBlanks(bytes, end);
    for (;;) {
      if (this.#numbersStand && isDigit(bytes[at]) && Math.abs(scale) < LARGEST_SCALE)
        at = skipBlanks(bytes, this.#numbered(at, seed, scale, space));
      at = this.#words(bytes, at, seed, scale, space);
      if (at >= this.place.end || bytes[at] === BAR) return at;
      const hash = bytes[at] === COLON ? (seed + unnamed++) >>> 0 : this.#hash(bytes, at, this.#nameEnd(bytes, at), seed);
      this.#feature(bytes, at, hash, scale, space);
      at = skipBlanks(bytes, this.#tokenEnd(bytes, at));
    }
  }

  /** Takes features whose names are numbers and whose values are short, as far as they follow one another. */
  #numbered(at: number, seed: number, scale: number, space: Space): number {
    const pairs = this.pairs;
    pairs.length = 0;
    const next = pairs.scan(this.view, at);
    const before = space.length;
    space.pushScaled(pairs, seed, scale);
    this.#features += space.length - before;
    if (this.#features > MOST_FEATURES) throw tooMany();
    return next;
  }

  /**
   * Takes words, of value 1 or with a value, in one walk over their bytes; returns where the first feature of another kind begins, or
   * what ends the namespace.
   */
  #words(bytes: Buffer, at: number, seed: number, scale: number, space: Space): number {
    while (ENDS_NAME[bytes[at]] === 0) {
      let k = at;
      while (ENDS_NAME[bytes[k]] === 0) k++;
      const nameEnd = k;
      let value = 1;
      if (bytes[k] === COLON) {
        if (!isDigit(bytes[bytes[k + 1] === MINUS ? k + 2 : k + 1])) return at;
        value = Math.fround(this.decimals.scan(bytes, k + 1));
        k = this.decimals.end;
        if (bytes[k] === COLON || ENDS_NAME[bytes[k]] === 0) return at;
      }
      value = Math.fround(scale * value);
      if (!Number.isFinite(value)) return at;
      if (value !== 0) {
        if (++this.#features > MOST_FEATURES) throw tooMany();
        space.push(this.#hash(bytes, at, nameEnd, seed), value);
      }
      at = skipBlanks(bytes, k);
      if (this.#numbersStand && isDigit(bytes[at])) return at;
    }
    return at;
  }

  /** The feature whose token begins at `at` and whose name has this hash. */
  #feature(bytes: Buffer, at: number, hash: number, scale: number, space: Space): void {
    const nameEnd = this.#nameEnd(bytes, at);
    const end = this.#tokenEnd(bytes, at);
    const isWord = nameEnd > at && nameEnd + 1 < end && !beginsLikeNumber(bytes, nameEnd + 1, end);
    if (isWord && this.#nameEnd(bytes, nameEnd + 1) < end) {
      throw this.place.trouble(bytes, at, end, 'name, name:value or name:word');
    }
    const value = Math.fround(scale * (nameEnd === end || isWord ? 1 : this.#value(bytes, at, nameEnd + 1, end)));
    if (!Number.isFinite(value)) throw this.place.trouble(bytes, at, end, `${VALUE}, its namespace's included`);
    if (value === 0) return;
    if (++this.#features > MOST_FEATURES) throw tooMany();
    space.push(isWord ? this.#hash(bytes, nameEnd + 1, end, hash) : hash, value);
  }

  /** The number between start and end, of the token that begins at `token`. */
  #value(bytes: Buffer, token: number, start: number, end: number): number {
    const value = Math.fround(this.decimals.scan(bytes, start));
    if (this.decimals.end !== end || !Number.isFinite(value)) throw this.place.trouble(bytes, token, end, VALUE);
    return value;
  }

  #space(letter: number): Space {
    let space = this.#known.get(letter);
    if (space === undefined) this.#known.set(letter, (space = new Space(letter)));
    if (!this.#spaces.includes(space)) this.#spaces.push(space);
    return space;
  }

  #nameEnd(bytes: Buffer, at: number): number {
    while (at < this.place.end && bytes[at] !== COLON && !endsToken(bytes[at])) at++;
    return at;
  }

  #tokenEnd(bytes: Buffer, at: number): number {
    while (at < this.place.end && !endsToken(bytes[at])) at++;
    return at;
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9;
}

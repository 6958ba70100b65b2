import { DecimalScanner } from '../../../numerics/decimals.ts';
import { isImportance, LEGAL_IMPORTANCE } from '../../../rows/dataset.ts';
import { areClasses, type LabelReader } from '../reader.ts';
import type { Place } from '../text-parser.ts';
import type { ClassCost, VwExample } from './example.ts';
import type { VwTextOptions } from './options.ts';

/** label, importance, initial, tag, and one too many. */
const MOST_WORDS = 5;

/** Numbers of classes fit 32 bits with room to spare. */
const LARGEST_CLASS = 2 ** 24;

/** Where a word begins and ends. */
interface Word {
  readonly start: number;
  readonly end: number;
}

/**
 * The head of a line of Vowpal Wabbit text, up to the first `|`:  [label [importance [initial]]] ['tag]
 *
 * or, where labels are classes,  class:cost class:cost … ['tag]
 *
 * Its words are separated by spaces; the last one is a tag if it begins with ' or touches the `|`. What ends in a tab is dropped.
 *
 * @throws DataError with line and byte column: a label, importance or initial prediction that is no such number, a fourth number, no
 * label where one is required; a class that is none or is listed twice, a cost that is no number >= 0.
 */
export class VwHead {
  readonly #labels: LabelReader;
  readonly #place: Place;
  readonly #hasClasses: boolean;
  /** The largest class that may be listed. */
  readonly #classes: number;
  readonly #decimals = new DecimalScanner();
  readonly #mostWords: number;

  constructor(place: Place, labels: LabelReader, { labels: choice, classNames }: VwTextOptions) {
    this.#place = place;
    this.#labels = labels;
    this.#hasClasses = areClasses(choice, classNames);
    this.#classes = classNames?.length ?? LARGEST_CLASS;
    this.#mostWords = this.#hasClasses ? Infinity : MOST_WORDS;
  }

  /** The example of the current line, whose `|` is at `bar`; what comes behind it is put into `spaces`. */
  parse(bytes: Buffer, bar: number, spaces: VwExample['spaces']): VwExample {
    const { line } = this.#place;
    const words = this.#words(bytes, bar);
    const last = words.at(-1);
    const tagged = last !== undefined && (last.end === bar || bytes[last.start] === QUOTE);
    const tag = tagged ? bytes.toString('utf8', bytes[last.start] === QUOTE ? last.start + 1 : last.start, last.end) : '';
    const numbers = tagged ? words.slice(0, -1) : words;
    if (this.#hasClasses && numbers.some(({ start, end }) => bytes.subarray(start, end).includes(COLON)))
      return { line, label: undefined, costs: this.#costs(bytes, numbers), importance: 1, initial: 0, tag, spaces };
    const [label, importance, initial, extra] = [0, 1, 2, 3].map((k) => numbers.at(k));
    if (label === undefined) this.#requireNone(bytes, bar);
    const example = {
      line,
      label: label && this.#label(bytes, label),
      costs: undefined,
      importance: importance === undefined ? 1 : this.#number(bytes, importance, isImportance, LEGAL_IMPORTANCE),
      initial: initial === undefined ? 0 : this.#number(bytes, initial, Number.isFinite, 'an initial prediction'),
      tag,
      spaces,
    };
    if (extra === undefined) return example;
    throw this.#place.trouble(bytes, extra.start, extra.end, "at most 'label importance initial tag' before the first '|'");
  }

  #words(bytes: Buffer, bar: number): Word[] {
    const { start: lineStart } = this.#place;
    const words: Word[] = [];
    // A head of five words without costs is refused whatever follows.
    for (let at = afterTab(bytes, lineStart, bar); at < bar && words.length < this.#mostWords; at++) {
      if (bytes[at] === SPACE) continue;
      const start = at;
      while (at < bar && bytes[at] !== SPACE) at++;
      words.push({ start, end: at });
    }
    return words;
  }

  #requireNone(bytes: Buffer, bar: number): void {
    const { required, legal } = this.#labels;
    if (required) throw this.#place.trouble(bytes, this.#place.start, bar, `a label (${legal}) and a space before the '|'`);
  }

  #costs(bytes: Buffer, words: readonly Word[]): ClassCost[] {
    const seen = new Set<number>();
    return words.map(({ start, end }) => {
      const colon = bytes.indexOf(COLON, start);
      const number = this.#decimals.scan(bytes, start);
      const isClass = this.#decimals.end === colon && colon < end && Number.isInteger(number) && number >= 1;
      if (!isClass || number > this.#classes) {
        const most = number > LARGEST_CLASS || this.#classes < LARGEST_CLASS ? ` to ${this.#classes}` : '';
        throw this.#place.trouble(bytes, start, end, `class:cost with a class from 1${most}`);
      }
      if (seen.has(number)) throw this.#place.trouble(bytes, start, end, 'every class once');
      seen.add(number);
      const cost = this.#decimals.scan(bytes, colon + 1);
      if (this.#decimals.end === end && cost >= 0 && Number.isFinite(cost)) return { class: number, cost };
      throw this.#place.trouble(bytes, start, end, 'class:cost with a cost that is a finite number >= 0');
    });
  }

  #label(bytes: Buffer, { start, end }: Word): number {
    const written = this.#decimals.scan(bytes, start);
    const label = this.#decimals.end === end ? this.#labels.read(written) : undefined;
    if (label !== undefined) return label;
    const isCost = bytes.subarray(start, end).includes(COLON);
    const others = isCost
      ? '; costs of classes are read where there are several classes, as for the reduction cost-sensitive'
      : '';
    throw this.#place.trouble(bytes, start, end, `a label that is ${this.#labels.legal}${others}`);
  }

  #number(bytes: Buffer, { start, end }: Word, isLegal: (written: number) => boolean, legal: string): number {
    const written = this.#decimals.scan(bytes, start);
    if (this.#decimals.end === end && isLegal(written)) return written;
    throw this.#place.trouble(bytes, start, end, legal);
  }
}

/** Behind the first tab between start and end, or at the start where there is none. */
function afterTab(bytes: Buffer, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at] === TAB) return at + 1;
  return start;
}

/** Bytes by which the parser of Vowpal Wabbit text finds its way. */
export const [TAB, LINE_FEED, RETURN, SPACE, PLUS, QUOTE, MINUS, DOT, ZERO, COLON, BAR] = [
  0x09, 0x0a, 0x0d, 0x20, 0x2b, 0x27, 0x2d, 0x2e, 0x30, 0x3a, 0x7c,
];

/** Whether this byte ends a name or a number. */
export function endsToken(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === BAR || byte === RETURN;
}

/** Whether a value means a number: one begins there, or it spells what is none (nan, inf). */
export function beginsLikeNumber(bytes: Buffer, at: number, end: number): boolean {
  let k = bytes[at] === PLUS || bytes[at] === MINUS ? at + 1 : at;
  if (bytes[k] === DOT) k++;
  if (k < end && bytes[k] >= ZERO && bytes[k] <= ZERO + 9) return true;
  return /^[+-]?(nan|inf|infinity)$/i.test(bytes.toString('latin1', at, end));
}

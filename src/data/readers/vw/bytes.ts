import { DataError } from '../../../files/data-error.ts';

/** Bytes by which the parser of Vowpal Wabbit text finds its way. */
export const [TAB, LINE_FEED, RETURN, SPACE, PLUS, QUOTE, MINUS, DOT, ZERO, COLON, BAR] = [
  0x09, 0x0a, 0x0d, 0x20, 0x2b, 0x27, 0x2d, 0x2e, 0x30, 0x3a, 0x7c,
];

/** The current line of a file. */
export class VwPlace {
  readonly #file: string;
  /** Number of the line, from 1. */
  line = 0;
  /** Where it begins and ends in the current block; line ends are not part of it. */
  start = 0;
  end = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** The error about the bytes from `at` to `end`. */
  trouble(bytes: Buffer, at: number, end: number, legal: string): DataError {
    const token = bytes.toString('utf8', at, Math.min(end, at + 40));
    const found = end <= at ? 'nothing' : JSON.stringify(end > at + 40 ? `${token}…` : token);
    return new DataError({ file: this.#file, line: this.line, column: at - this.start + 1, found, legal });
  }
}

/** The first place from `at` on that is no blank. */
export function skipBlanks(bytes: Uint8Array, at: number): number {
  while (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === RETURN) at++;
  return at;
}

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

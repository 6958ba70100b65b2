import { readLines } from '../readers/lines.ts';
import { DataError } from '../../files/data-error.ts';
import { readText } from './utf8.ts';
import { count } from '../../numerics/display.ts';

/** A line of a file, and its number from 1. */
export interface Line {
  readonly line: number;
  readonly text: string;
}

/** Characters; as long as readers of bytes take (readers/lines.ts). */
const LONGEST = 2 ** 27;

/**
 * The lines of a file of UTF-8 text without their ends, LF or CRLF, empty ones too; those of a piece of the file at a time, which
 * are to be taken before the next.
 *
 * @throws DataError with the line for one that has no end; those of readText.
 */
export async function* linesInPieces(file: string): AsyncGenerator<Iterable<Line>> {
  const cutter = new Cutter(file);
  for await (const piece of readText(file, () => cutter.lineHere)) yield cutter.cut(piece);
  yield cutter.last();
}

class Cutter {
  readonly #file: string;
  /** The line under way: what pieces had of it. */
  #parts: string[] = [];
  #held = 0;
  #line = 1;

  constructor(file: string) {
    this.#file = file;
  }

  /** The line that the next piece goes on with. */
  get lineHere(): number {
    return this.#line;
  }

  *cut(piece: string): Generator<Line> {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      yield this.#taken(piece.slice(from, end));
      from = end + 1;
    }
    if (from === piece.length) return;
    this.#parts.push(piece.slice(from));
    this.#held += piece.length - from;
    if (this.#held > LONGEST)
      throw new DataError({
        file: this.#file,
        line: this.#line,
        found: `a line of more than ${count(LONGEST)} characters`,
        legal: 'one document a line, each line ended by a line feed',
      });
  }

  *last(): Generator<Line> {
    if (this.#held > 0) yield this.#taken('');
  }

  #taken(last: string): Line {
    const text = this.#held === 0 ? last : this.#parts.join('') + last;
    if (this.#held > 0) {
      this.#parts = [];
      this.#held = 0;
    }
    return { line: this.#line++, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  }
}

/** What the first line of a .txt file that says something is: an example of svmlight text, or words. */
export async function firstLineOf(file: string): Promise<'svmlight' | 'text'> {
  for await (const block of readLines(file, { taken: () => 0 })) {
    const line = block
      .toString()
      .split('\n')
      .find((each) => each.trim() !== '' && !each.startsWith('#'));
    if (line === undefined) continue;
    const [first, second = '#'] = line.trim().split(/\s+/);
    const isLabel = Number.isFinite(Number(first)) && /^(\d+:\S|qid:|#)/.test(second);
    return isLabel || /^\d+:\S/.test(first) ? 'svmlight' : 'text';
  }
  return 'svmlight';
}

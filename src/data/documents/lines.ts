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
 * The lines of a file of UTF-8 text without their ends, LF or CRLF, empty ones too.
 *
 * Errors: DataError with the line for one that has no end; those of readText.
 */
export async function* textLines(file: string): AsyncGenerator<Line> {
  let parts: string[] = [];
  let held = 0;
  let line = 1;
  const taken = (last: string): Line => {
    const text = parts.length === 0 ? last : parts.join('') + last;
    parts = [];
    held = 0;
    return { line: line++, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  };
  for await (const piece of readText(file)) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      yield taken(piece.slice(from, end));
      from = end + 1;
    }
    if (from === piece.length) continue;
    parts.push(piece.slice(from));
    held += piece.length - from;
    if (held > LONGEST)
      throw new DataError({
        file,
        line,
        found: `a line of more than ${count(LONGEST)} characters`,
        legal: 'one document a line, each line ended by a line feed',
      });
  }
  if (held > 0) yield taken('');
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

/**
 * A ledger line as text: JSON in which every double keeps its bits (read again by line-schema.ts).
 *
 * JSON has no word for the infinities and NaN, and JavaScript writes -0 as 0: these four stand as strings.
 */
import type { Entry, Header, UndoEntry } from './entry.ts';

/**
 * The text of a line, without the line feed.
 *
 * @example
 * lineText({ entry: 'undo', position: -0 }) // => '{"entry":"undo","position":"-0"}'
 */
export function lineText(line: Header | Entry | UndoEntry): string {
  for (const value of Object.values(line)) {
    // A replacer is called for every value: only where there is something to replace.
    if (isWordless(value)) return JSON.stringify(line, (_, each: unknown) => (isWordless(each) ? wordFor(each) : each));
  }
  return JSON.stringify(line);
}

function isWordless(value: unknown): value is number {
  return typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0));
}

function wordFor(value: number): string {
  return value === 0 ? '-0' : String(value);
}

/**
 * Reads a ledger, forgiving exactly one thing: a last line that was cut off when its process died.
 *
 * A last line without a line feed is kept where it is complete, and is cut off where it is not (a line is one JSON object: a part of
 * one is never JSON). Where even the header is incomplete nothing was recorded, and there is no ledger yet: undefined.
 *
 * Errors (DataError with the line): a file of another kind, a newer version, any other line that is no entry, an undo of nothing, an
 * entry after the end.
 */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { explained } from '../data/bytes.ts';
import { DataError } from '../data/data-error.ts';
import { LEDGER_VERSION, type Entry, type Header, type UndoEntry } from './entry.ts';
import { entryOf, headerOf, LineError } from './line-schema.ts';

export interface Ledger {
  readonly file: string;
  readonly header: Header;
  /** What holds in the end: without what was undone. */
  readonly entries: readonly Entry[];
  /** The line in the file of each of them, from 1. */
  readonly lines: readonly number[];
  /** How often something was taken back. */
  readonly undos: number;
  /** Bytes up to the end of the last complete line. */
  readonly bytes: number;
  /** Whether that line ends in a line feed. */
  readonly isTerminated: boolean;
}

const STRIDE = 1 << 20;
const LINE_FEED = 0x0a;
/** How every ledger begins. */
const OPENING = '{"iwal-ledger":';

/** The header alone; undefined where there is no file, or no complete header in it. */
export function readHeaderIfAny(file: string): Header | undefined {
  if (!existsSync(file)) return undefined;
  for (const { text, isWhole } of textLines(file)) {
    requireOpening(file, text);
    const parsed = parsedLine(text);
    const trouble = (found: string, legal: string): DataError => new DataError({ file, line: 1, found, legal });
    if (parsed !== undefined) return checkedHeader(parsed.value, trouble);
    if (isWhole) throw trouble(JSON.stringify(shortened(text)), 'a line of JSON');
  }
  return undefined;
}

/** The same where there may be no such file: undefined. */
export function readLedgerIfAny(file: string): Ledger | undefined {
  return existsSync(file) ? readLedger(file) : undefined;
}

export function readLedger(file: string): Ledger | undefined {
  let header: Header | undefined;
  const entries: Entry[] = [];
  const lines: number[] = [];
  let undos = 0;
  let bytes = 0;
  let isTerminated = true;
  let line = 0;
  for (const { text, end, isWhole } of textLines(file)) {
    line++;
    if (line === 1) requireOpening(file, text);
    const parsed = parsedLine(text);
    if (parsed === undefined && !isWhole) break;
    const trouble = (found: string, legal: string): DataError => new DataError({ file, line, found, legal });
    if (parsed === undefined) throw trouble(JSON.stringify(shortened(text)), 'a line of JSON');
    if (line === 1) header = checkedHeader(parsed.value, trouble);
    else {
      const entry = checkedEntry(parsed.value, trouble);
      if (entry.entry === 'undo') {
        undos++;
        const from = entries.findIndex((each) => each.entry === 'example' && each.position === entry.position);
        if (from < 0) throw trouble(`an undo from position ${entry.position}`, 'the position of an entry before it');
        entries.length = lines.length = from;
      } else {
        if (entries.at(-1)?.entry === 'end') throw trouble('an entry after the end', 'nothing');
        entries.push(entry);
        lines.push(line);
      }
    }
    bytes = end;
    isTerminated = isWhole;
  }
  return header && { file, header, entries, lines, undos, bytes, isTerminated };
}

interface TextLine {
  /** Without the line feed. */
  readonly text: string;
  /** Where the next line begins. */
  readonly end: number;
  /** Whether it ends in a line feed. */
  readonly isWhole: boolean;
}

function* textLines(file: string): Generator<TextLine> {
  const descriptor = opened(file);
  try {
    let rest: Buffer = Buffer.alloc(0);
    let start = 0;
    for (;;) {
      const chunk = Buffer.alloc(STRIDE);
      const length = readSync(descriptor, chunk);
      const block = Buffer.concat([rest, chunk.subarray(0, length)]);
      let at = 0;
      for (let feed = block.indexOf(LINE_FEED); feed >= 0; feed = block.indexOf(LINE_FEED, at)) {
        yield { text: block.toString('utf8', at, feed), end: start + feed + 1, isWhole: true };
        at = feed + 1;
      }
      rest = block.subarray(at);
      start += at;
      if (length === 0) break;
    }
    if (rest.length > 0) yield { text: rest.toString('utf8'), end: start + rest.length, isWhole: false };
  } catch (error) {
    throw explained(file, error);
  } finally {
    closeSync(descriptor);
  }
}

function opened(file: string): number {
  try {
    // A device may never end.
    if (!statSync(file).isFile()) throw new DataError({ file, found: 'no ordinary file', legal: 'the path of a ledger' });
    return openSync(file, 'r');
  } catch (error) {
    throw explained(file, error);
  }
}

/** A file that is no ledger must never be taken for one that was cut off. */
function requireOpening(file: string, text: string): void {
  if (text.startsWith(OPENING) || OPENING.startsWith(text)) return;
  throw new DataError({ file, line: 1, found: `a file that begins with ${JSON.stringify(shortened(text))}`, legal: `a ledger, which begins with ${OPENING}` });
}

function parsedLine(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function checkedHeader(value: unknown, trouble: (found: string, legal: string) => DataError): Header {
  const { 'iwal-ledger': version, iwal } = value as Record<string, unknown>;
  if (typeof version === 'number' && version > LEDGER_VERSION) {
    throw trouble(`ledger version ${version}, written by iwal ${String(iwal)}`, `version ${LEDGER_VERSION}: a newer iwal is needed to read it`);
  }
  return explainedLine(() => headerOf(value), trouble, 'the header of a ledger');
}

function checkedEntry(value: unknown, trouble: (found: string, legal: string) => DataError): Entry | UndoEntry {
  return explainedLine(() => entryOf(value), trouble, 'an entry: example, answer, undo or end');
}

function explainedLine<T>(read: () => T, trouble: (found: string, legal: string) => DataError, legal: string): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof LineError ? trouble(error.message, legal) : error;
  }
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

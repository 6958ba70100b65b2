import { builtin } from '../../files/builtin.ts';
import { crcText } from '../../files/crc.ts';
import type { Header, LedgerVersion, Line } from '../entry.ts';

const { crc32 } = builtin('node:zlib');

/**
 * A ledger line as text: JSON in which every double keeps its bits (read again by line-schema.ts).
 *
 * JSON has no word for the infinities and NaN, and JavaScript writes -0 as 0: these four stand as strings. In format 2 the last
 * field of every line, the header's included, is `crc`: the CRC-32 of the bytes of the line that stand before `,"crc":`, 8
 * hexadecimal digits.
 *
 * The text of a line in this format, without the line feed.
 *
 * @example
 * lineText({ entry: 'undo', position: 3 }, 1) // => '{"entry":"undo","position":3}'
 * lineText({ entry: 'undo', position: 3 }, 2) // => '{"entry":"undo","position":3,"crc":"132aab98"}'
 */
export function lineText(line: Header | Line, version: LedgerVersion): string {
  const text = jsonText(line);
  if (version === 1) return text;
  const sealed = text.slice(0, -1);
  return `${sealed},"crc":"${checksumText(sealed)}"}`;
}

/** The same of several, each with its line feed. */
export function textOf(lines: readonly (Header | Line)[], version: LedgerVersion): string {
  return lines.reduce((text, line) => `${text}${lineText(line, version)}\n`, '');
}

/** As it stands in a line. */
export function checksumText(sealed: string | Uint8Array): string {
  return crcText(crc32(sealed));
}

function jsonText(line: Header | Line): string {
  for (const value of Object.values(line)) {
    // A replacer is called for every value: only where there is something to replace.
    if (isWordless(value))
      return JSON.stringify(line, (_, each: unknown) => (Object.is(each, -0) ? '-0' : isWordless(each) ? String(each) : each));
  }
  return JSON.stringify(line);
}

function isWordless(value: unknown): value is number {
  return typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0));
}

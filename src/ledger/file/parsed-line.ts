import { checksumText } from './line.ts';
import type { LedgerVersion } from '../entry.ts';
import { LineError } from './line-schema.ts';

/** A line of a ledger whose checksum is right. */
export interface ParsedLine {
  readonly value: unknown;
  /** Bytes up to its end, without a line feed and without zeros after it. */
  readonly length: number;
}

/** `,"crc":"` and all after it. */
const SEAL = /^,"crc":"([0-9a-f]{8})"\}$/;
const SEAL_LENGTH = 18;
/** A line that has ended before its text does: entries are flat objects, so that only their end is a brace. */
const ENDED: Readonly<Record<LedgerVersion, RegExp>> = { 1: /^\{"entry":.*\}./s, 2: /,"crc":"[0-9a-f]{8}"\}./s };

/**
 * What a line says; undefined for the part of one that was cut off.
 *
 * From the bytes of a ledger line to JSON, telling a line that was cut off from one that is damaged.
 *
 * Only the last line can have been cut off: it has no line feed, and what is there is the beginning of a line, zeros after it if
 * the file system had grown the file already. A line that is complete and does not hold is damaged; so is a last one that says
 * something after its end, where its line feed would stand.
 *
 * @throws LineError for a damaged one.
 */
export function parsedLine(bytes: Buffer, version: LedgerVersion, isWhole: boolean): ParsedLine | undefined {
  const length = isWhole ? bytes.length : lengthWithoutZeros(bytes);
  const content = bytes.subarray(0, length);
  return version === 1 ? plain(content, isWhole) : sealed(content, isWhole);
}

function plain(bytes: Buffer, isWhole: boolean): ParsedLine | undefined {
  const text = bytes.toString();
  try {
    return { value: JSON.parse(text), length: bytes.length };
  } catch {
    requireCutOff(text, 1, isWhole);
    return undefined;
  }
}

function sealed(bytes: Buffer, isWhole: boolean): ParsedLine | undefined {
  const end = Math.max(0, bytes.length - SEAL_LENGTH);
  const written = SEAL.exec(bytes.toString('latin1', end))?.[1];
  if (written === undefined) {
    requireCutOff(bytes.toString(), 2, isWhole);
    return undefined;
  }
  const found = checksumText(bytes.subarray(0, end));
  if (found !== written)
    throw new LineError(
      `a line whose text has the checksum ${found}`,
      `${written}, as it says: it was damaged after it was written`,
    );
  return { value: jsonIn(`${bytes.toString('utf8', 0, end)}}`), length: bytes.length };
}

/** A checksum can be right because somebody has made it so. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LineError(JSON.stringify(shortened(text)), 'a line of JSON: it was changed after it was written');
  }
}

/** Throws where the text is not the beginning of a line that was cut off. */
function requireCutOff(text: string, version: LedgerVersion, isWhole: boolean): void {
  if (isWhole)
    throw new LineError(
      JSON.stringify(shortened(text)),
      version === 1 ? 'a line of JSON' : 'a line of JSON that ends in its checksum',
    );
  if (ENDED[version].test(text))
    throw new LineError(
      `${JSON.stringify(text.slice(-40))} at the end of the last line`,
      'a line feed after it: the file was damaged',
    );
}

/** How many bytes there are before the zeros at the end, which a file system may leave. */
export function lengthWithoutZeros(bytes: Buffer): number {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length--;
  return length;
}

/** The first 40 characters. */
export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

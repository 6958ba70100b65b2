import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readTrouble } from '../../files/contents.ts';
import { crcOf } from '../../files/crc.ts';
import { DataError } from '../../files/data-error.ts';
import { Header, MAGIC, NAMES, padded, PRELUDE, TYPES, VERSION, type CacheHeader } from './cache-format.ts';

/** Bytes of a header: it names a file and its options. */
const LONGEST = 1 << 20;

/** What is found where the checksum is another one. */
export const DAMAGED = 'damaged contents (the checksum differs)';

/** What the begin of a .iwal file says of the rest. */
export interface CacheBegin {
  readonly header: CacheHeader;
  /** Where the arrays begin, and their bytes, which are all that follows. */
  readonly start: number;
  readonly bytes: number;
  /** The checksum of what stands before the arrays, and that of everything. */
  readonly before: number;
  readonly crc: number;
}

/**
 * Reads the begin of a .iwal file.
 *
 * @throws DataError: another kind of file, another version, another size, a header that is none, lengths that do not fill the file.
 */
export function beginOf(file: string, descriptor: number): CacheBegin {
  const { size } = fstatSync(descriptor);
  const prelude = new ArrayBuffer(PRELUDE);
  readFully(file, descriptor, new Uint8Array(prelude), 0);
  if (!MAGIC.equals(new Uint8Array(prelude, 0, MAGIC.length))) throw refusal(file, 'a file of another kind');
  const [version, crc] = new Uint32Array(prelude, 8, 2);
  if (version !== VERSION) throw refusal(file, `format version ${version}`);
  const [bodyBytes, headerBytes] = new Float64Array(prelude, 16, 2);
  if (size !== PRELUDE + bodyBytes) throw refusal(file, `${size} bytes where ${PRELUDE + bodyBytes} were written`);
  const text = Buffer.alloc(headerBytes >= 0 && padded(headerBytes) <= Math.min(bodyBytes, LONGEST) ? padded(headerBytes) : 0);
  readFully(file, descriptor, text, PRELUDE);
  const header = headerIn(file, text, headerBytes);
  const bytes = bodyBytes - text.length;
  requireLengths(file, header.lengths, bytes);
  return { header, start: PRELUDE + text.length, bytes, before: crcOf([new Uint8Array(prelude, 16), text]), crc };
}

/** Fills the target with what stands at this place of the file. */
export function readFully(file: string, descriptor: number, target: Uint8Array, place: number): void {
  for (let at = 0; at < target.length;) {
    const read = readSync(descriptor, target, at, target.length - at, place + at);
    if (read === 0) throw refusal(file, 'a file that ends early');
    at += read;
  }
}

/** The header of a file whose body may be damaged: what it was meant to hold. */
export function headerAt(file: string): CacheHeader {
  const descriptor = openSync(file, 'r');
  try {
    const prelude = Buffer.alloc(PRELUDE);
    readSync(descriptor, prelude);
    if (!MAGIC.equals(prelude.subarray(0, MAGIC.length))) throw refusal(file, 'a file of another kind');
    const bytes = new Float64Array(prelude.buffer.slice(prelude.byteOffset, prelude.byteOffset + PRELUDE))[3];
    const text = Buffer.alloc(bytes >= 0 && bytes <= LONGEST ? padded(bytes) : 0);
    readSync(descriptor, text);
    return headerIn(file, text, bytes);
  } catch (error) {
    throw readTrouble(file, error);
  } finally {
    closeSync(descriptor);
  }
}

/** The header that the body begins with; `body` holds at least that. */
function headerIn(file: string, body: Buffer, bytes: number): CacheHeader {
  if (!(Number.isInteger(bytes) && bytes >= 0 && padded(bytes) <= body.length)) throw refusal(file, `a header of ${bytes} bytes`);
  let header: unknown;
  try {
    header = JSON.parse(body.toString('utf8', 0, bytes));
  } catch {
    throw refusal(file, 'a header that is no JSON');
  }
  const { success, data, error } = Header.safeParse(header);
  if (success) return data;
  const [{ path, message }] = error.issues;
  throw refusal(file, `a header whose ${path.join('.') || 'whole'} is wrong (${message})`);
}

/** The arrays fill the rest of the body, and there is a first offset. */
function requireLengths(file: string, lengths: CacheHeader['lengths'], bytes: number): void {
  const filled = NAMES.reduce((sum, name) => sum + padded(TYPES[name].BYTES_PER_ELEMENT * (lengths[name] ?? 0)), 0);
  if (filled === bytes && (lengths.offsets ?? 0) > 0) return;
  throw refusal(file, `arrays of ${filled} bytes, ${lengths.offsets ?? 0} offsets among them, where there are ${bytes}`);
}

/** Throws unless the arrays are those of a dataset. */
export function requireDataset(file: string, { initials }: { readonly initials?: number | undefined }): void {
  if (initials !== undefined) throw refusal(file, 'a cache of iwal vw, whose rows are not those of a dataset');
}

/** What is said of a file that is not as it should be. */
export function refusal(file: string, found: string): DataError {
  return new DataError({ file, found, legal: `a complete .iwal file of format version ${VERSION}` });
}

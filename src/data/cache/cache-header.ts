import { closeSync, openSync, readSync } from 'node:fs';
import { readTrouble } from '../../files/contents.ts';
import { DataError } from '../../files/data-error.ts';
import { Header, MAGIC, NAMES, padded, PRELUDE, TYPES, VERSION, type CacheHeader } from './cache-format.ts';

/** Bytes of a header: it names a file and its options. */
const LONGEST = 1 << 20;

/** What is found where the checksum is another one. */
export const DAMAGED = 'damaged contents (the checksum differs)';

/**
 * What the first 32 bytes of a .iwal file of this size say.
 *
 * @throws DataError: another kind of file, another version, another size.
 */
export function preludeIn(
  file: string,
  prelude: ArrayBuffer,
  size: number,
): { readonly crc: number; readonly bodyBytes: number; readonly headerBytes: number } {
  if (!MAGIC.equals(new Uint8Array(prelude, 0, MAGIC.length))) throw refusal(file, 'a file of another kind');
  const [version, crc] = new Uint32Array(prelude, 8, 2);
  if (version !== VERSION) throw refusal(file, `format version ${version}`);
  const [bodyBytes, headerBytes] = new Float64Array(prelude, 16, 2);
  if (size !== PRELUDE + bodyBytes) throw refusal(file, `${size} bytes where ${PRELUDE + bodyBytes} were written`);
  return { crc, bodyBytes, headerBytes };
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
export function headerIn(file: string, body: Buffer, bytes: number): CacheHeader {
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
export function requireLengths(file: string, lengths: CacheHeader['lengths'], bytes: number): void {
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

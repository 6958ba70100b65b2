/**
 * A dataset as one binary file (.iwal) that loads at the speed of one read and one checksum.
 *
 *   byte  0  magic "IWALROWS"
 *         8  format version, uint32
 *        12  CRC-32 of everything after it, uint32
 *        16  bytes of the body, float64
 *        24  bytes of the header, float64
 *        32  body: JSON header, then the arrays in the order of NAMES; each part is padded to a multiple of 8 bytes
 *
 * Numbers are in the machine's byte order; on a machine of the other order the version does not match and the file is refused.
 * The whole body is read into one SharedArrayBuffer on which the dataset's arrays are views: nothing is copied.
 *
 * Errors (DataError): no such file, a foreign file, another version, a truncated, longer or damaged file; on writing, a place
 * where no file can be written. A file is read whole or not at all, and written whole or not at all. A checksum shows damage, not
 * intent: what the arrays hold is looked at as well (flaw.ts).
 */
import { closeSync, createWriteStream, fstatSync, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { explained } from './bytes.ts';
import { DataError } from './data-error.ts';
import type { Dataset } from './dataset.ts';
import { flawIn } from './flaw.ts';
import { allocated, counted, tooLarge } from './room.ts';
import { SparseRows } from './sparse-rows.ts';
import { writeWhole } from './whole-file.ts';

const MAGIC = Buffer.from('IWALROWS');
const VERSION = 1;
const PRELUDE = 32;
/** Bytes handled by one system or checksum call. */
const STRIDE = 1 << 26;

/** The arrays of a dataset in the order of the file; importances and groups may be missing. */
const NAMES = ['offsets', 'squaredNorms', 'labels', 'importances', 'groups', 'indices', 'values'] as const;

/** Bytes of a number in each of them. */
const BYTES: Readonly<Record<(typeof NAMES)[number], 4 | 8>> = {
  offsets: 4,
  squaredNorms: 8,
  labels: 8,
  importances: 8,
  groups: 4,
  indices: 4,
  values: 4,
};

const Source = z.object({ path: z.string(), size: z.string(), mtimeNs: z.string(), options: z.string() });
const Header = z.object({
  name: z.string(),
  columns: z.int().min(0).max(2 ** 32),
  lengths: z.partialRecord(z.enum(NAMES), z.int().min(0)),
  source: Source.optional(),
});

/** Which file, in which state, read with which options, a cache was made from. */
export type CacheSource = z.infer<typeof Source>;

export interface Cached {
  readonly dataset: Dataset;
  readonly source: CacheSource | undefined;
}

/** Writes a dataset so that `readCache` gives it back bit for bit. */
export async function writeCache(file: string, dataset: Dataset, source?: CacheSource): Promise<void> {
  const { name, rows, labels, importances, groups } = dataset;
  const { offsets, squaredNorms, indices, values, columns } = rows;
  const arrays = { offsets, squaredNorms, labels, importances, groups, indices, values };
  const present = NAMES.flatMap((each) => arrays[each] ?? []);
  const lengths = Object.fromEntries(NAMES.map((each) => [each, arrays[each]?.length]));
  const header = Buffer.from(JSON.stringify({ name, columns, lengths, source }));
  const padding = ({ byteLength }: ArrayBufferView): Uint8Array => new Uint8Array(padded(byteLength) - byteLength);
  const body = [header, ...present].flatMap((part) => [bytesOf(part), padding(part)]);
  const bodyBytes = body.reduce((sum, part) => sum + part.length, 0);
  const prelude = new ArrayBuffer(PRELUDE);
  new Float64Array(prelude, 16, 2).set([bodyBytes, header.length]);
  new Uint8Array(prelude).set(MAGIC);
  new Uint32Array(prelude, 8, 2).set([VERSION, body.reduce(checksum, checksum(0, new Uint8Array(prelude, 16)))]);
  const parts = [new Uint8Array(prelude), ...body];
  await writeWhole(file, (temporary) => pipeline(parts.flatMap((part) => [...strides(part)]), createWriteStream(temporary)));
}

/** The dataset of a file that `writeCache` wrote, and what it was made from. */
export function readCache(file: string): Cached {
  const { prelude, body } = readParts(file);
  const [, written] = new Uint32Array(prelude, 8, 2);
  const found = checksum(checksum(0, new Uint8Array(prelude, 16)), new Uint8Array(body));
  if (found !== written) throw refusal(file, 'damaged contents (the checksum differs)');
  const [, headerBytes] = new Float64Array(prelude, 16, 2);
  const { name, columns, lengths, source } = headerIn(file, body, headerBytes);
  requireLengths(file, lengths, body.byteLength - padded(headerBytes));
  let at = padded(headerBytes);
  /** The next array of the body; they are asked for in the order of NAMES. */
  const next = <N extends Uint32Array | Float32Array | Float64Array>(type: NumbersOn<N>, length = 0): N => {
    const array = new type(body, at, length);
    at += padded(array.byteLength);
    return array;
  };
  const offsets = next(Uint32Array, lengths.offsets);
  const squaredNorms = next(Float64Array, lengths.squaredNorms);
  const labels = next(Float64Array, lengths.labels);
  const importances = next(Float64Array, lengths.importances);
  const groups = next(Uint32Array, lengths.groups);
  const indices = next(Uint32Array, lengths.indices);
  const values = next(Float32Array, lengths.values);
  const rows = new SparseRows(offsets, indices, values, columns, squaredNorms);
  const dataset = {
    name,
    rows,
    labels,
    ...(lengths.importances !== undefined && { importances }),
    ...(lengths.groups !== undefined && { groups }),
  };
  const flaw = flawIn(dataset);
  if (flaw !== undefined) throw refusal(file, flaw);
  return { dataset, source };
}

function headerIn(file: string, body: SharedArrayBuffer, bytes: number): z.infer<typeof Header> {
  if (!(Number.isInteger(bytes) && bytes >= 0 && padded(bytes) <= body.byteLength)) throw refusal(file, `a header of ${bytes} bytes`);
  let header: unknown;
  try {
    header = JSON.parse(Buffer.from(body, 0, bytes).toString());
  } catch {
    throw refusal(file, 'a header that is no JSON');
  }
  const { success, data, error } = Header.safeParse(header);
  if (success) return data;
  const [{ path, message }] = error.issues;
  throw refusal(file, `a header whose ${path.join('.') || 'whole'} is wrong (${message})`);
}

/** The arrays fill the rest of the body, and there is a first offset. */
function requireLengths(file: string, lengths: z.infer<typeof Header>['lengths'], bytes: number): void {
  const filled = NAMES.reduce((sum, name) => sum + padded(BYTES[name] * (lengths[name] ?? 0)), 0);
  if (filled === bytes && (lengths.offsets ?? 0) > 0) return;
  throw refusal(file, `arrays of ${filled} bytes, ${lengths.offsets ?? 0} offsets among them, where there are ${bytes}`);
}

type NumbersOn<N> = new (buffer: SharedArrayBuffer, at: number, length: number) => N;

/** Prelude and body of a file whose size and kind are right. */
function readParts(file: string): { prelude: ArrayBuffer; body: SharedArrayBuffer } {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const prelude = new ArrayBuffer(PRELUDE);
    fill(file, descriptor, new Uint8Array(prelude));
    if (!MAGIC.equals(new Uint8Array(prelude, 0, MAGIC.length))) throw refusal(file, 'a file of another kind');
    const [version] = new Uint32Array(prelude, 8, 1);
    if (version !== VERSION) throw refusal(file, `format version ${version}`);
    const [bodyBytes] = new Float64Array(prelude, 16, 1);
    const { size } = fstatSync(descriptor);
    if (size !== PRELUDE + bodyBytes) throw refusal(file, `${size} bytes where ${PRELUDE + bodyBytes} were written`);
    const body = allocated(bodyBytes, counted(bodyBytes, 'bytes'), () => new SharedArrayBuffer(bodyBytes));
    fill(file, descriptor, new Uint8Array(body));
    return { prelude, body };
  } catch (error) {
    throw explained(file, tooLarge({ file }, error));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function fill(file: string, descriptor: number, target: Uint8Array): void {
  for (let at = 0; at < target.length; ) {
    const read = readSync(descriptor, target, at, Math.min(STRIDE, target.length - at), null);
    if (read === 0) throw refusal(file, 'a file that ends early');
    at += read;
  }
}

function checksum(crc: number, bytes: Uint8Array): number {
  for (const stride of strides(bytes)) crc = crc32(stride, crc);
  return crc;
}

function* strides(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += STRIDE) yield bytes.subarray(at, at + STRIDE);
}

function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function padded(bytes: number): number {
  return 8 * Math.ceil(bytes / 8);
}

function refusal(file: string, found: string): DataError {
  return new DataError({ file, found, legal: `a complete .iwal file of format version ${VERSION}` });
}

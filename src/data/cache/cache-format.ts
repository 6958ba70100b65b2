import { fstatSync, readSync } from 'node:fs';
import { z } from 'zod';
import { whileOpen } from '../../files/contents.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { crcOf } from '../../files/crc.ts';
import { DataError } from '../../files/data-error.ts';
import type { Costs, Dataset } from '../../rows/dataset.ts';

/** The first bytes of a cache. */
const MAGIC = Buffer.from('IWALROWS');

/** The version of the format. */
const VERSION = 1;
/**
 * Bytes before the body of a .iwal file, whose layout writers and the reader (cache-file.ts) know together:
 *
 *   byte  0  magic "IWALROWS"
 *         8  format version, uint32
 *        12  CRC-32 of everything after it, uint32
 *        16  bytes of the body, float64
 *        24  bytes of the header, float64
 *        32  body: JSON header, then the arrays in the order of NAMES; each part is padded to a multiple of 8 bytes
 *
 * Numbers are in the machine's byte order; on a machine of the other order the version does not match and the file is refused.
 */
export const PRELUDE = 32;

/** The arrays in the order of the file, and of what numbers they are; which ones there are depends on whose rows they are. */
export const TYPES = {
  offsets: Uint32Array,
  squaredNorms: Float64Array,
  labels: Float64Array,
  importances: Float64Array,
  groups: Uint32Array,
  indices: Uint32Array,
  values: Float32Array,
  // Of examples as Vowpal Wabbit's learner sees them (vw/examples.ts).
  initials: Float64Array,
  lines: Float64Array,
  tagEnds: Uint32Array,
  tags: Uint8Array,
  // Of datasets and examples alike (rows/dataset.ts).
  costOffsets: Uint32Array,
  costClasses: Uint32Array,
  costs: Float64Array,
  costLines: Uint32Array,
} as const;

/** The name of an array. */
export type ArrayName = keyof typeof TYPES;

/** The arrays that a cache can hold, by name. */
export const NAMES = Object.keys(TYPES) as [ArrayName, ...ArrayName[]];

/** Arrays by their names in the file. */
export type NamedArrays = { readonly [N in ArrayName]?: ArrayOf<(typeof TYPES)[N]> | undefined };

/** Of any memory. */
type ArrayOf<C> = C extends typeof Float64Array
  ? Float64Array
  : C extends typeof Float32Array
    ? Float32Array
    : C extends typeof Uint32Array
      ? Uint32Array
      : Uint8Array;

/** sample: a checksum of parts of the contents; files that were written without one are made anew. */
const Source = z.object({
  path: z.string(),
  size: z.string(),
  mtimeNs: z.string(),
  sample: z.string().exactOptional(),
  options: z.string(),
});

/** The header of a cache, as JSON. */
const Header = z.object({
  name: z.string(),
  columns: z
    .int()
    .min(0)
    .max(2 ** 32),
  lengths: z.partialRecord(z.enum(NAMES), z.int().min(0)),
  source: Source.optional(),
  /** Of the classes that the labels number, from 1. */
  classNames: z.array(z.string()).min(2).exactOptional(),
});

/** What the header of a cache says. */
export type CacheHeader = z.infer<typeof Header>;

/** The arrays of a dataset by their names in the file. */
export function arraysOf({ rows, labels, importances, groups, costs }: Dataset): NamedArrays {
  const { offsets, squaredNorms, indices, values } = rows;
  return { offsets, squaredNorms, labels, importances, groups, indices, values, ...(costs && arraysOfCosts(costs)) };
}

/** A table of costs as the arrays of a cache. */
export function arraysOfCosts({ offsets, classes, costs, lines }: Costs): NamedArrays {
  return { costOffsets: offsets, costClasses: classes, costs, costLines: lines };
}

/** The costs among these arrays; undefined where there is none of them. What does not go together is for others to find. */
export function costsIn({ costOffsets, costClasses, costs, costLines }: NamedArrays): Costs | undefined {
  if ((costOffsets ?? costClasses ?? costs ?? costLines) === undefined) return undefined;
  const none = new Uint32Array(0);
  return {
    offsets: costOffsets ?? none,
    classes: costClasses ?? none,
    costs: costs ?? new Float64Array(0),
    lines: costLines ?? none,
  };
}

/** The header as it is written; lengths are in the order of NAMES. */
export function headerText({ name, columns, lengths, source, classNames }: CacheHeader): Buffer {
  const ordered = Object.fromEntries(NAMES.map((each) => [each, lengths[each]]));
  return Buffer.from(JSON.stringify({ name, columns, lengths: ordered, source, classNames }));
}

/** The first 32 bytes. sizes: bytes of body and header, with which `crc` begins before it goes over the body. */
export function preludeOf(sizes: Float64Array, crc: number): Uint8Array {
  const prelude = new ArrayBuffer(PRELUDE);
  new Float64Array(prelude, 16, 2).set(sizes);
  new Uint8Array(prelude).set(MAGIC);
  new Uint32Array(prelude, 8, 2).set([VERSION, crc]);
  return new Uint8Array(prelude);
}

/** The next multiple of 8 bytes: every array begins at one. */
export function padded(bytes: number): number {
  return 8 * Math.ceil(bytes / 8);
}

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
  const prelude = preludeIn(file, descriptor);
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

/** The first bytes of a file of this kind, of any version. */
function preludeIn(file: string, descriptor: number): ArrayBuffer {
  const prelude = new ArrayBuffer(PRELUDE);
  readFully(file, descriptor, new Uint8Array(prelude), 0);
  if (!MAGIC.equals(new Uint8Array(prelude, 0, MAGIC.length))) throw refusal(file, 'a file of another kind');
  return prelude;
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
  return whileOpen(file, (descriptor) => {
    const [, bytes] = new Float64Array(preludeIn(file, descriptor), 16, 2);
    const text = Buffer.alloc(bytes >= 0 && bytes <= LONGEST ? padded(bytes) : 0);
    readSync(descriptor, text, 0, text.length, PRELUDE);
    return headerIn(file, text, bytes);
  });
}

/** The header that the body begins with; `body` holds at least that. */
function headerIn(file: string, body: Buffer, bytes: number): CacheHeader {
  if (!(Number.isInteger(bytes) && bytes >= 0 && padded(bytes) <= body.length)) throw refusal(file, `a header of ${bytes} bytes`);
  const header = ifPossible((): unknown => JSON.parse(body.toString('utf8', 0, bytes)));
  if (header === undefined) throw refusal(file, 'a header that is no JSON');
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

import { fstatSync } from 'node:fs';
import { z } from 'zod';
import { ifPossible } from '../../files/if-possible.ts';
import { crcOf } from '../../files/crc.ts';
import { finished } from '../../numerics/work.ts';
import type { Costs, Dataset } from '../../rows/dataset.ts';
import { fill, type OpenFile, refusal, VERSION } from './cache-bytes.ts';

/** The first bytes of a cache. */
const MAGIC = Buffer.from('IWALROWS');

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
type ArrayOf<C> = C extends typeof Float64Array ? Float64Array : C extends typeof Float32Array ? Float32Array : Uint32Array;

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
export function arraysOf({ rows, labels, importances, groups, costs: table }: Dataset): NamedArrays {
  const { offsets, squaredNorms, indices, values } = rows;
  const { offsets: costOffsets, classes: costClasses, costs, lines: costLines } = table ?? {};
  return { offsets, squaredNorms, labels, importances, groups, indices, values, costOffsets, costClasses, costs, costLines };
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

/** What the begin of a .iwal file says of the rest. */
export type CacheBegin = Readonly<ReturnType<typeof beginOf>>;

/**
 * Reads the begin of a .iwal file: its header, where the arrays `start`, their `bytes`, which are all that follows, and those of each;
 * the checksum of what stands `before` them, and that of everything.
 *
 * @throws DataError: another kind of file, another version, another size, a header that is none, lengths that do not fill the file.
 */
export function beginOf(file: string, descriptor: number) {
  const open = { file, descriptor };
  const { size } = fstatSync(descriptor);
  const prelude = preludeIn(open);
  const [version, crc] = new Uint32Array(prelude, 8, 2);
  if (version !== VERSION) throw refusal(file, `format version ${version}`);
  const [bodyBytes, headerBytes] = new Float64Array(prelude, 16, 2);
  if (size !== PRELUDE + bodyBytes) throw refusal(file, `${size} bytes where ${PRELUDE + bodyBytes} were written`);
  const text = Buffer.alloc(headerBytes >= 0 && padded(headerBytes) <= Math.min(bodyBytes, LONGEST) ? padded(headerBytes) : 0);
  finished(fill(open, text, PRELUDE));
  const header = headerIn(file, text, headerBytes);
  const bytes = bodyBytes - text.length;
  const arrays = arraysIn(file, header.lengths, bytes);
  return { header, arrays, start: PRELUDE + text.length, bytes, before: crcOf([new Uint8Array(prelude, 16), text]), crc };
}

/** The first bytes of a file of this kind, of any version. */
function preludeIn(open: OpenFile): ArrayBuffer {
  const prelude = new ArrayBuffer(PRELUDE);
  finished(fill(open, new Uint8Array(prelude), 0));
  if (!MAGIC.equals(new Uint8Array(prelude, 0, MAGIC.length))) throw refusal(open.file, 'a file of another kind');
  return prelude;
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

/** The arrays that are there, which fill the rest of the body; there is a first offset. */
function arraysIn(file: string, lengths: CacheHeader['lengths'], bytes: number) {
  const arrays = NAMES.flatMap((name) => {
    const length = lengths[name];
    return length === undefined ? [] : [{ name, length, bytes: padded(TYPES[name].BYTES_PER_ELEMENT * length) }];
  });
  const filled = arrays.reduce((sum, array) => sum + array.bytes, 0);
  if (filled === bytes && (lengths.offsets ?? 0) > 0) return arrays;
  throw refusal(file, `arrays of ${filled} bytes, ${lengths.offsets ?? 0} offsets among them, where there are ${bytes}`);
}

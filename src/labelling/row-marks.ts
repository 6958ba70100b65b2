import { builtin } from '../files/builtin.ts';
import { z } from 'zod';
import { jsonIn } from '../files/contents.ts';
import { writeContents } from '../files/durable.ts';
import type { PoolIdentity } from '../ledger/entry.ts';
import { poolChecksum } from '../rows/pool-checksum.ts';
import { CONSTANT } from '../rows/dataset.ts';
import type { Pool } from './pool.ts';

const { hash } = builtin('node:crypto');
const { existsSync } = builtin('node:fs');
const paths = builtin('node:path');

/** What checksums of rows are made of. */
export type MarkedPool = Pick<Pool, 'rows' | 'texts' | 'ids' | 'beside' | 'vectorizer'>;

/**
 * A checksum of every row of a pool, so that a pool that was edited can be compared with the one that labels were given for.
 *
 * A checksum is 64 bits of SHA-1: of a document what its columns of text, numbers and categories say, for the features of all documents
 * change with one of them; of any other row its features without the constant.
 */
export interface RowMarks {
  readonly contents: readonly string[];
  /** Of the lines to show for rows that are no documents; absent where there are none. */
  readonly shown?: readonly string[];
  /** Absent where rows have no ids. */
  readonly ids?: readonly string[];
}

/** Bytes of a checksum. */
const BYTES = 8;
const VERSION = 1;
const fileSchema = z.object({
  'iwal-rows': z.literal(VERSION),
  rows: z.int().min(0),
  checksum: z.string(),
  contents: z.base64(),
  shown: z.base64().optional(),
  ids: z.base64().optional(),
});

/** The checksums of the rows of a pool. */
export function rowMarks({ rows, texts, ids, beside, vectorizer }: MarkedPool): RowMarks {
  if (vectorizer !== undefined) {
    // What is shown of rows without text is made of the columns beside it.
    const textOf = (text: string): string => (vectorizer.text.length === 0 ? '' : text);
    return {
      contents: texts!.map((text, row) => markOf(beside === undefined ? text : `${textOf(text)}\0${beside[row]}`)),
      ...(ids && { ids: ids.map(markOf) }),
    };
  }
  const { offsets, indices, values } = rows;
  const contents = Array.from({ length: rows.length }, (_, row) => {
    const from = indices[offsets[row]] === CONSTANT ? offsets[row] + 1 : offsets[row];
    const of = (array: Uint32Array | Float32Array): Uint8Array => {
      const part = array.subarray(from, offsets[row + 1]);
      return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    };
    return markOf(Buffer.concat([of(indices), of(values)]));
  });
  return { contents, ...(texts && { shown: texts.map(markOf) }), ...(ids && { ids: ids.map(markOf) }) };
}

function markOf(content: string | Uint8Array): string {
  return hash('sha1', content, 'hex').slice(0, 2 * BYTES);
}

/** Keeps the checksums of a pool in the folder of a project, where they are not kept yet. */
export async function keepRowMarks(ledger: string, pool: MarkedPool): Promise<void> {
  const identity = { rows: pool.rows.length, checksum: poolChecksum(pool.rows) };
  if (rowMarksOf(ledger, identity) !== undefined) return;
  const packed = Object.entries<readonly string[]>({ ...rowMarks(pool) }).map(([name, marks]) => [
    name,
    Buffer.from(marks.join(''), 'hex').toString('base64'),
  ]);
  await writeContents(
    marksFile(ledger),
    `${JSON.stringify({ 'iwal-rows': VERSION, ...identity, ...Object.fromEntries(packed) })}\n`,
  );
}

function marksFile(ledger: string): string {
  return paths.join(paths.dirname(ledger), 'rows.json');
}

/**
 * The checksums of the rows that a ledger was begun with, kept beside it; undefined where there are none of this pool. A file that is damaged
 * tells nothing of any row, and is written anew as soon as the pool is there.
 */
export function rowMarksOf(ledger: string, { rows, checksum }: Pick<PoolIdentity, 'rows' | 'checksum'>): RowMarks | undefined {
  const file = marksFile(ledger);
  const kept = existsSync(file) ? fileSchema.safeParse(jsonIn(file)).data : undefined;
  if (kept?.rows !== rows || kept.checksum !== checksum) return undefined;
  const [contents, shown, ids] = [kept.contents, kept.shown, kept.ids].map((packed) => {
    const marks = packed === undefined ? '' : Buffer.from(packed, 'base64').toString('hex');
    return marks.length === 2 * BYTES * rows ? (marks.match(/.{16}/g) ?? []) : undefined;
  });
  return contents && { contents, ...(shown && { shown }), ...(ids && { ids }) };
}

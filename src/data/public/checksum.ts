import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { textOf } from '../../files/contents.ts';
import { explained } from '../readers/bytes.ts';
import { DataError } from '../../files/data-error.ts';

/**
 * Checksums of files, and the record of one that stands beside a file: `<file>.sha256`, one line "<hex>  <name>" as sha256sum
 * writes and checks it.
 */
export interface Checksum {
  readonly algorithm: 'sha256' | 'md5';
  /** Lower-case hexadecimal. */
  readonly hex: string;
}

/**
 * The checksum of a file.
 *
 * @throws the error of the file system where it cannot be read.
 */
export async function checksumOf(file: string, algorithm: Checksum['algorithm']): Promise<Checksum> {
  const hash = createHash(algorithm);
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  } catch (error) {
    throw explained(file, error);
  }
  return { algorithm, hex: hash.digest('hex') };
}

/** Throws a DataError with both checksums unless the file has this one. */
export async function requireChecksum(file: string, wanted: Checksum): Promise<void> {
  const found = await checksumOf(file, wanted.algorithm);
  if (found.hex === wanted.hex) return;
  throw new DataError({
    file,
    found: `the checksum ${written(found)}`,
    legal: `${written(wanted)}: this is another file, or a damaged one`,
  });
}

/** "sha256 5468f6…" */
export function written({ algorithm, hex }: Checksum): string {
  return `${algorithm} ${hex}`;
}

/** The SHA-256 that was recorded for a file; undefined where none was. */
export function recordedChecksum(file: string): Checksum | undefined {
  const record = recordOf(file);
  let text: string;
  try {
    text = textOf(record);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw explained(record, error);
  }
  const [hex] = /^[0-9a-f]{64}(?= )/.exec(text) ?? [];
  if (hex !== undefined) return { algorithm: 'sha256', hex };
  throw new DataError({
    file: record,
    line: 1,
    found: JSON.stringify(text.slice(0, 40)),
    legal: 'a SHA-256 as sha256sum writes it',
  });
}

/** Records the SHA-256 of a file beside it. */
export async function recordChecksum(file: string, { hex }: Checksum): Promise<void> {
  await writeFile(recordOf(file), `${hex}  ${basename(file)}\n`);
}

function recordOf(file: string): string {
  return `${file}.sha256`;
}

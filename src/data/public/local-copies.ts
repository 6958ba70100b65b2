import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { textOf } from '../../files/contents.ts';
import { DataError } from '../../files/data-error.ts';
import { explained } from '../readers/bytes.ts';
import { catalogue, type CatalogueEntry, type Task } from './catalogue.ts';

/** A file of a copy. */
export interface LocalFile {
  readonly path: string;
  /** What it has to be; undefined where nobody has said so. */
  readonly checksum: Checksum | undefined;
}

/** What is known of a dataset without its files. */
export type DatasetFacts = Pick<CatalogueEntry, 'task' | 'rows' | 'features' | 'positiveRate'>;

/** A copy of a public dataset in one of the user's folders. */
export interface LocalCopy extends DatasetFacts, Pick<CatalogueEntry, 'positive' | 'format'> {
  readonly name: string;
  readonly files: readonly LocalFile[];
}

const Entry = z.object({
  name: z.string().min(1),
  file: z.string().min(1),
  task: z.enum(['binary', 'multiclass', 'regression', 'ranking'] satisfies Task[]),
  rows: z.int().positive(),
  features: z.int().positive(),
  positive_rate: z.number().min(0).max(1).optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
    .optional(),
  md5_gz: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits')
    .optional(),
});
const Manifest = z.object({ datasets: z.array(Entry) });

/**
 * The first copy of a dataset in these folders; undefined where none of them has all of its files.
 *
 * A folder may hold a manifest.json, `{ "datasets": [{ "name", "file", "task", "rows", "features", "md5_gz" or "sha256" … }] }`,
 * whose word counts for the files it names. Without one, a dataset of the catalogue is found under the names of its original
 * files (with the checksum of the catalogue, or the one that was recorded when it was downloaded), or as `<name>.svm.gz`.
 *
 * @throws DataError for a manifest that cannot be read.
 */
export function locate(name: string, folders: readonly string[]): LocalCopy | undefined {
  const candidates = folders.flatMap((folder) => [inManifest(name, folder), inCatalogue(name, folder)]);
  return candidates.find((copy) => copy?.files.every(({ path }) => existsSync(path)));
}

/** All datasets that the folders' manifests or else the catalogue know, by name, whether there is a copy or not. */
export function knownDatasets(folders: readonly string[]): Readonly<Record<string, DatasetFacts>> {
  const entries = folders.toReversed().flatMap(entriesOf);
  return { ...catalogue, ...Object.fromEntries(entries.map((entry) => [entry.name, factsOf(entry)])) };
}

/** Throws a DataError unless the dataset is for one of these tasks. */
export function requireTask({ name, task, files }: LocalCopy, ...legal: readonly Task[]): void {
  if (legal.includes(task)) return;
  throw new DataError({ file: files[0].path, found: `${name}, a ${task} dataset`, legal: `a ${legal.join(' or ')} dataset` });
}

function inManifest(wanted: string, folder: string): LocalCopy | undefined {
  const entry = entriesOf(folder).find(({ name }) => name === wanted);
  if (entry === undefined) return undefined;
  const { name, file, sha256, md5_gz: md5 } = entry;
  const path = join(folder, file);
  const checksum: Checksum | undefined = sha256
    ? { algorithm: 'sha256', hex: sha256 }
    : md5
      ? { algorithm: 'md5', hex: md5 }
      : undefined;
  return { name, ...factsOf(entry), format: 'svmlight', files: [{ path, checksum }] };
}

function factsOf({ task, rows, features, positive_rate: positiveRate }: z.infer<typeof Entry>): DatasetFacts {
  return { task, rows, features, ...(positiveRate !== undefined && { positiveRate }) };
}

function entriesOf(folder: string): readonly z.infer<typeof Entry>[] {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file)) return [];
  const { success, data, error } = Manifest.safeParse(json(file));
  if (success) return data.datasets;
  const [{ path, message }] = error.issues;
  const found = `${path.join('.') || 'the whole'}: ${message}`;
  throw new DataError({ file, found, legal: '{ "datasets": [{ "name", "file", "task", "rows", "features", … }] }' });
}

function json(file: string): unknown {
  try {
    return JSON.parse(textOf(file));
  } catch (error) {
    throw new DataError({ file, found: (error as Error).message, legal: 'JSON' });
  }
}

function inCatalogue(name: string, folder: string): LocalCopy | undefined {
  if (!Object.hasOwn(catalogue, name)) return undefined;
  const { files, ...facts } = (catalogue as Record<string, CatalogueEntry>)[name];
  const converted = join(folder, `${name}.svm.gz`);
  if (existsSync(converted))
    return { ...facts, name, format: 'svmlight', files: [{ path: converted, checksum: recordedChecksum(converted) }] };
  const originals = files.map(({ file, sha256 }): LocalFile => {
    const path = join(folder, file);
    return { path, checksum: sha256 === undefined ? recordedChecksum(path) : { algorithm: 'sha256', hex: sha256 } };
  });
  return { ...facts, name, files: originals };
}

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
  const own = await checksumOf(file, wanted.algorithm);
  if (own.hex === wanted.hex) return;
  const found = `the checksum ${written(own)}`;
  throw new DataError({ file, found, legal: `${written(wanted)}: this is another file, or a damaged one` });
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
  const found = JSON.stringify(text.slice(0, 40));
  throw new DataError({ file: record, line: 1, found, legal: 'a SHA-256 as sha256sum writes it' });
}

/** Records the SHA-256 of a file beside it. */
export async function recordChecksum(file: string, { hex }: Checksum): Promise<void> {
  await writeFile(recordOf(file), `${hex}  ${basename(file)}\n`);
}

function recordOf(file: string): string {
  return `${file}.sha256`;
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { textOf } from '../../files/contents.ts';
import { writeContents } from '../../files/durable.ts';
import { parsedJson } from './json-file.ts';
import { MOST_SEEDS, type Size } from '../study.ts';

/** The manifest of a report folder, study.json: which study ran there, at which size, and where it is defined. */
export interface Manifest {
  readonly id: string;
  readonly title: string;
  readonly size: Size;
  readonly seeds: number;
  readonly cells: number;
  /** File of the study, as it was given; null for a built-in one. */
  readonly file: string | null;
}

const schema = z.object({
  id: z.string().min(1),
  title: z.string(),
  size: z.enum(['default', 'full']),
  seeds: z.int().min(1).max(MOST_SEEDS),
  cells: z.int().nonnegative(),
  file: z.string().min(1).nullable(),
}) satisfies z.ZodType<Manifest>;

const NAME = 'study.json';
const REMEDY = "a manifest as iwal writes it; run the folder's study again, which writes it anew, or move the folder away";

/** Writes what a store is of. */
export function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  return writeContents(join(folder, NAME), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Of a report folder; undefined where no study ran. Throws a DataError with the line of a damaged one. */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, NAME);
  return existsSync(file) ? parsedJson(textOf(file), schema, { file, remedy: REMEDY }) : undefined;
}

/** The report folders below a folder, in order of their names. */
export function reportFolders(out: string): string[] {
  if (!existsSync(out)) return [];
  return readdirSync(out)
    .sort()
    .map((name) => join(out, name))
    .filter((folder) => existsSync(join(folder, NAME)));
}

/** The manifest of a report folder, study.json: which study ran there, at which size, and where it is defined. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeContents } from '../data/whole-file.ts';
import type { Size } from './study.ts';

export interface Manifest {
  readonly id: string;
  readonly title: string;
  readonly size: Size;
  readonly seeds: number;
  readonly cells: number;
  /** File of the study, as it was given; null for a built-in one. */
  readonly file: string | null;
}

const NAME = 'study.json';

export function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  return writeContents(join(folder, NAME), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Of a report folder; undefined where no study ran. */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, NAME);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : undefined;
}

/** The report folders below a folder, in order of their names. */
export function reportFolders(out: string): string[] {
  if (!existsSync(out)) return [];
  return readdirSync(out)
    .sort()
    .map((name) => join(out, name))
    .filter((folder) => existsSync(join(folder, NAME)));
}

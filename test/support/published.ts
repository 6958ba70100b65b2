import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { PUBLISHED } from '../../src/studies/store/store.ts';

/** The folder of the published reports. */
export const REPORTS = fileURLToPath(new URL('../../reports', import.meta.url));

/** The published results by the name of their report's folder. */
export const publishedFiles: ReadonlyMap<string, string> = new Map(
  readdirSync(REPORTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(PUBLISHED))
    .map((name) => [name.slice(0, -PUBLISHED.length - 1), join(REPORTS, name)]),
);

/** results.jsonl of a published report. */
export function publishedResults(name: string): string {
  return gunzipSync(readFileSync(publishedFiles.get(name)!)).toString('utf8');
}

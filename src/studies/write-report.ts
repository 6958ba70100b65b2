/**
 * Writes a report into its folder, and the index of all reports beside it: every file whole, figures first, the page that shows
 * them last.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { writeWhole } from '../data/whole-file.ts';
import type { Report } from '../figures/page.ts';
import { indexFiles, reportFiles, SUMMARY_FILE } from '../figures/report-files.ts';
import type { StudySummary } from '../figures/report-index.ts';

/** What a point of a figure says about running its cell again. */
const CELL_COMMAND = 'npx iwal study cell <hash> --rerun';

/** Makes the report's files one after the other; between two of them Ctrl-C is heard. */
export async function writeReport(folder: string, report: Report, seeds: number, signal: AbortSignal): Promise<void> {
  for await (const { name, content } of reportFiles({ ...report, cellCommand: CELL_COMMAND }, basename(folder), seeds)) {
    await write(join(folder, name), content);
    await setImmediate();
    signal.throwIfAborted();
  }
}

/** Writes the index of all reports in this folder. */
export async function writeIndex(out: string): Promise<void> {
  for (const { name, content } of indexFiles(readSummaries(out))) await write(join(out, name), content);
}

/** What the reports of a folder say, by name. */
export function readSummaries(out: string): StudySummary[] {
  if (!existsSync(out)) return [];
  const files = readdirSync(out).sort().map((each) => join(out, each, SUMMARY_FILE));
  return files.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')) as StudySummary);
}

export function write(file: string, content: string | Uint8Array): Promise<void> {
  return writeWhole(file, (temporary) => writeFile(temporary, content));
}

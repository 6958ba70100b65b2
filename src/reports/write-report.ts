import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { DataError } from '../files/data-error.ts';
import { writeContents } from '../files/durable.ts';
import type { Report } from '../studies/report.ts';
import { indexFiles, reportFiles, SUMMARY_FILE, type Publication, type ReportFile } from './report-files.ts';
import { claimSchema } from '../studies/results/claim.ts';
import type { StudySummary } from './report-index.ts';

const schema = z.object({
  folder: z.string(),
  title: z.string(),
  question: z.string(),
  source: z.string(),
  seeds: z.number(),
  versions: z.record(z.string(), z.string()),
  command: z.string(),
  figures: z.array(z.string()),
  claims: z.array(claimSchema),
  goals: z.literal(true).exactOptional(),
  answer: z.string().exactOptional(),
}) satisfies z.ZodType<StudySummary>;

/** What a point of a figure says about running its cell again. */
const CELL_COMMAND = 'npx iwal study cell <hash> --rerun';

/**
 * Writes a report into its folder, and the index of all reports beside it: every file whole, figures first, the page that shows
 * them last.
 *
 * Makes the report's files one after the other; between two of them Ctrl-C is heard.
 */
export async function writeReport(folder: string, report: Report, publication: Publication, signal: AbortSignal): Promise<void> {
  await writeFiles(folder, reportFiles({ ...report, cellCommand: CELL_COMMAND }, basename(folder), publication), signal);
}

/** Writes files into a folder, each whole; between two of them Ctrl-C is heard. */
export async function writeFiles(folder: string, files: AsyncIterable<ReportFile>, signal: AbortSignal): Promise<void> {
  for await (const { name, content } of files) {
    await writeContents(join(folder, name), content);
    await setImmediate();
    signal.throwIfAborted();
  }
}

/** Writes the index of all reports in this folder. */
export async function writeIndex(out: string, ids: readonly string[], note: (message: string) => void): Promise<void> {
  for (const { name, content } of indexOf(out, ids, note)) await writeContents(join(out, name), content);
}

/** The index of all reports in this folder: studies in the order of these ids, larger sizes first, then all others by name. */
export function indexOf(out: string, ids: readonly string[], note: (message: string) => void): ReportFile[] {
  const ranks = new Map(ids.flatMap((id, at) => [`${id}-full`, id].map((folder, size) => [folder, 2 * at + size] as const)));
  const rank = ({ folder }: StudySummary): number => ranks.get(folder) ?? Infinity;
  return indexFiles(readSummaries(out, note).sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b))));
}

/** What the reports of a folder say, by name. One that cannot be read, as earlier versions wrote it, is left out with a note. */
export function readSummaries(out: string, note: (message: string) => void): StudySummary[] {
  if (!existsSync(out)) return [];
  const files = readdirSync(out)
    .sort()
    .map((each) => join(out, each, SUMMARY_FILE));
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => {
      try {
        return [summaryIn(file)];
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        note(`${error.message}; the list of all reports is without it`);
        return [];
      }
    });
}

function summaryIn(file: string): StudySummary {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    const found = 'no summary of a report';
    throw new DataError({ file, found, legal: 'one that this version of iwal wrote, as running the study again does' });
  }
}

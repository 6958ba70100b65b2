import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { DataError } from '../files/data-error.ts';
import { writeContents, pathsIn } from '../files/durable.ts';
import type { Report } from '../studies/study.ts';
import { claimSchema } from '../studies/results/claim.ts';
import { type StudySummary, renderIndex, summaryOf } from './report-index.ts';
import { type FigureEnding, figureFile } from '../figures/chart/figure-file.ts';
import { alike } from '../figures/model/figure.ts';
import { measuredOf, verdict } from '../studies/results/claims.ts';
import { renderPage } from './markdown.ts';

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
  const { html, markdown } = renderIndex(readSummaries(out, note).sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b))));
  return [
    { name: 'index.html', content: html },
    { name: 'README.md', content: markdown },
  ];
}

/** What the reports of a folder say, by name. One that cannot be read, as earlier versions wrote it, is left out with a note. */
export function readSummaries(out: string, note: (message: string) => void): StudySummary[] {
  return pathsIn(out)
    .map((folder) => join(folder, SUMMARY_FILE))
    .filter((file) => existsSync(file))
    .flatMap((file) => {
      try {
        return [schema.parse(JSON.parse(readFileSync(file, 'utf8')))];
      } catch {
        const legal = 'one that this version of iwal wrote, as running the study again does';
        const { message } = new DataError({ file, found: 'no summary of a report', legal });
        note(`${message}; the list of all reports is without it`);
        return [];
      }
    });
}

/**
 * All files of a report, and of the index of all reports, in the order to write them: pages last, when what they show is there.
 */
export interface ReportFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Beside every report: what the index says of it, so that an index can be made of the reports that are there. */
export const SUMMARY_FILE = 'summary.json';

/** What a report is written with. */
export interface Publication {
  /** Runs of every setting. */
  readonly seeds: number;
  /** What every figure is written as beside the PNG that the page shows. */
  readonly beside: readonly FigureEnding[];
}

/**
 * Equal reports give equal files, one at a time. `folder` is the name of the report's folder beside the index.
 *
 * @throws RangeError before the first file where a claim names a figure that is not there.
 */
export async function* reportFiles(report: Report, folder: string, { seeds, beside }: Publication): AsyncGenerator<ReportFile> {
  const page = renderPage(report);
  const looks = alike(report.figures.map(({ figure }) => figure));
  for (const [f, { file }] of report.figures.entries()) {
    yield { name: file, content: await figureFile(looks[f], file) };
    for (const ending of beside) {
      const name = file.replace(/\.png$/, ending);
      yield { name, content: await figureFile(looks[f], name) };
    }
  }
  yield { name: SUMMARY_FILE, content: summaryFile(summaryOf(folder, seeds, report)) };
  yield { name: 'index.html', content: await renderHtml(report) };
  yield { name: 'README.md', content: page };
}

/**
 * A summary as it is stored, a claim a line: claims with their estimates and criteria, and for other programs' readers with the sentence
 * and the verdict that are made from them. Numbers that JSON does not know are words.
 */
export function summaryFile({ claims, ...rest }: StudySummary): string {
  const said = claims.map((claim) => ({ ...claim, measured: measuredOf(claim), verdict: verdict(claim) }));
  const inJson = (_key: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  const lines = said.map((each) => `\n    ${JSON.stringify(each, inJson)}`).join();
  return `${JSON.stringify({ ...rest, claims: [] }, inJson, 2).replace(/\]\n\}$/, () => `${lines}\n  ]\n}`)}\n`;
}

/**
 * A report as one page of HTML that fetches nothing: the same as reports/markdown.ts says, with figures that can be asked.
 *
 * Equal reports give an equal page, byte for byte.
 *
 * @throws RangeError where one of the figures cannot be drawn, or a claim names one that is not there.
 */
export async function renderHtml(report: Report): Promise<string> {
  const { htmlPage } = await import('./html/html-page.ts');
  return htmlPage(report);
}

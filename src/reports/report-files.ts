import { type FigureEnding, figureFile } from '../figures/chart/figure-file.ts';
import { alike } from '../figures/model/styles.ts';
import type { Report } from '../studies/report.ts';
import { measuredOf } from '../studies/results/claim-words.ts';
import { verdict } from '../studies/results/claims.ts';
import { renderPage } from './markdown.ts';
import { renderIndex, type StudySummary, summaryOf } from './report-index.ts';

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
 * A summary as it is stored: claims with their estimates and criteria, and for other programs' readers with the sentence and the
 * verdict that are made from them. Numbers that JSON does not know are words.
 */
export function summaryFile({ claims, ...rest }: StudySummary): string {
  const said = claims.map((claim) => ({ ...claim, measured: measuredOf(claim), verdict: verdict(claim) }));
  const inJson = (_key: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  return `${JSON.stringify({ ...rest, claims: said }, inJson, 2)}\n`;
}

/** The index of these reports, in the order given. */
export function indexFiles(summaries: readonly StudySummary[]): ReportFile[] {
  const { html, markdown } = renderIndex(summaries);
  return [
    { name: 'index.html', content: html },
    { name: 'README.md', content: markdown },
  ];
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

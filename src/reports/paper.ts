import { renderPdfFigure } from '../figures/chart/figure-file.ts';
import { alike } from '../figures/model/styles.ts';
import type { Report } from '../studies/report.ts';
import { latexTable } from './latex.ts';
import { claimsTable } from './markdown.ts';
import type { ReportFile } from './report-files.ts';

/** Formats of papers: the widths that a figure or a table may have, of a column and of the text, in points. */
export const papers = {
  /** ACM's sigconf: two columns. */
  acm: [240, 504],
  neurips: [396],
} as const satisfies Record<string, readonly number[]>;

/** A format of papers. */
export type PaperName = keyof typeof papers;

/**
 * What a paper takes from a report, one file at a time: every figure as a PDF, and all tables, the claims first, as LaTeX. Equal reports
 * give equal files. Labels of the tables begin with `tab:<id>`.
 *
 * @throws RangeError where a figure cannot be drawn or a row of a table is not as long as its header.
 */
export async function* paperFiles(report: Report, id: string, paper: PaperName): AsyncGenerator<ReportFile> {
  const widths = papers[paper];
  const looks = alike(report.figures.map(({ figure }) => figure));
  for (const [f, { file }] of report.figures.entries())
    yield { name: file.replace(/\.png$/, '.pdf'), content: await renderPdfFigure(looks[f], widths) };
  const tables = report.claims.length === 0 ? [] : [latexTable(claimsTable(report.claims), `tab:${id}-claims`, widths)];
  tables.push(...report.tables.map((table, n) => latexTable(table, `tab:${id}-${n + 1}`, widths)));
  yield { name: 'tables.tex', content: ['% \\usepackage{booktabs,graphicx}\n', ...tables].join('\n') };
}

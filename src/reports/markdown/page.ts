import { altText } from '../../figures/model/alt-text.ts';
import { answer } from '../../studies/results/claims.ts';
import type { Report, ReportFigure } from '../../studies/report.ts';
import { markdownClaims } from './claims.ts';
import { markdownLink, markdownTable, markdownText, shellBlock } from '../../figures/model/markdown.ts';

/**
 * A report as a page of Markdown: the question, the answer with its figure, the verdicts, the other figures, how it was measured,
 * tables, and how to get all of it again.
 *
 * A report is plain data and a function of the stored measurements alone: equal measurements give an equal page.
 *
 * @throws RangeError for a table with a row that is not as long as its header.
 */
export function renderPage(report: Report): string {
  const figures = report.figures.map(figureBlock);
  const sections = [
    `# ${markdownText(report.title)}`,
    `**Question.** ${markdownText(report.question)}`,
    `**Source.** ${markdownText(report.source)}`,
    ...(report.claims.length === 0 ? [] : [`**Answer.** ${markdownText(answer(report))}`]),
    ...figures.slice(0, 1),
    ...section(
      'Claims',
      markdownClaims(
        report.claims,
        report.figures.map(({ file }) => file),
        '',
      ),
    ),
    ...section('Figures', figures.slice(1)),
    ...section('Protocol', report.protocol.map(markdownText)),
    ...section(
      'Tables',
      report.tables.map(({ title, header, rows }) => `**${markdownText(title)}**\n\n${textTable(header, rows)}`),
    ),
    ...section('Notes', report.notes.length === 0 ? [] : [report.notes.map((note) => `- ${markdownText(note)}`).join('\n')]),
    ...section('Reproduce', [shellBlock(report.command), ...versionsLine(report.versions ?? {})]),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** A heading and its blocks; nothing where there are none. */
function section(heading: string, blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [`## ${heading}`, ...blocks];
}

function figureBlock({ file, figure, caption, alt }: ReportFigure, n: number): string {
  return `!${markdownLink(alt ?? altText(figure), file)}\n\n*Figure ${n + 1}.* ${markdownText(caption)}`;
}

function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable(
    header.map(markdownText),
    rows.map((row) => row.map(markdownText)),
  );
}

function versionsLine(versions: Readonly<Record<string, string>>): string[] {
  return Object.keys(versions).length === 0 ? [] : [markdownText(versionsInWords(versions))];
}

/**
 * @example
 * versionsInWords({ iwal: '0.1.0', engine: '2' }) // => 'Made with iwal 0.1.0, engine 2.'
 */
export function versionsInWords(versions: Readonly<Record<string, string>>): string {
  return `Made with ${Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}.`;
}

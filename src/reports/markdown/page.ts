import { altText } from '../../figures/model/alt-text.ts';
import { tally } from '../../studies/results/claims.ts';
import type { Report, ReportFigure } from '../../studies/report.ts';
import { markdownClaims } from './claims.ts';
import { markdownTable } from '../../figures/model/markdown.ts';

/**
 * A report as a page of Markdown: the question, the verdicts, the figures and tables they rest on, and how to get them again.
 *
 * A report is plain data and a function of the stored measurements alone: equal measurements give an equal page.
 */
export function renderPage(report: Report): string {
  const sections = [
    `# ${report.title}`,
    `**Question.** ${report.question}`,
    `**Source.** ${report.source}`,
    ...section(
      'Claims',
      report.claims.length === 0
        ? []
        : [
            tally(report.claims),
            ...markdownClaims(
              report.claims,
              report.figures.map(({ file }) => file),
              '',
            ),
          ],
    ),
    ...section('Protocol', report.protocol),
    ...section('Figures', report.figures.map(figureBlock)),
    ...section(
      'Tables',
      report.tables.map(({ title, header, rows }) => `**${title}**\n\n${markdownTable(header, rows)}`),
    ),
    ...section('Notes', report.notes.length === 0 ? [] : [report.notes.map((note) => `- ${note}`).join('\n')]),
    ...section('Reproduce', [`\`\`\`sh\n${report.command}\n\`\`\``, ...versionsLine(report.versions ?? {})]),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** A heading and its blocks; nothing where there are none. */
function section(heading: string, blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [`## ${heading}`, ...blocks];
}

function figureBlock({ file, figure, caption, alt }: ReportFigure, n: number): string {
  const text = (alt ?? altText(figure)).replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&');
  return `![${text}](${encodeURI(file)})\n\n*Figure ${n + 1}.* ${caption}`;
}

function versionsLine(versions: Readonly<Record<string, string>>): string[] {
  return Object.keys(versions).length === 0 ? [] : [versionsInWords(versions)];
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

import { altText } from '../figures/model/figure.ts';
import { markdownLink, markdownTable, markdownText, shellBlock } from '../figures/model/markdown.ts';
import type { Report, ReportFigure } from '../studies/report.ts';
import { criterionOf, measuredOf } from '../studies/results/claim-words.ts';
import type { Claim } from '../studies/results/claim.ts';
import { answer, figureOf, type FigureOfClaim, type UnmetClaim, unmetClaims, verdict } from '../studies/results/claims.ts';

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

/**
 * Claims in Markdown: a table of verdicts, and under it what does not hold or is inconclusive, each with its figure and what was tried.
 *
 * Blocks of a page, none where nothing is claimed; `figures` are the report's files, in order, which lie in `place`.
 */
export function markdownClaims(claims: readonly Claim[], figures: readonly string[], place: string): string[] {
  if (claims.length === 0) return [];
  const table = markdownTable(
    ['claim', 'measured', 'criterion', 'verdict'],
    claims.map((claim) => [
      `${markdownText(claim.claim)}${linkTo(figureOf(claim, figures), place)}`,
      markdownText(measuredOf(claim)),
      markdownText(criterionOf(claim)),
      `**${verdict(claim)}**`,
    ]),
  );
  const items = unmetClaims(claims, figures).map((each) => item(each, place));
  return items.length === 0 ? [table] : [table, '**What does not hold or is inconclusive**', items.join('\n')];
}

function item({ claim, figure, tried }: UnmetClaim, place: string): string {
  return `- *${markdownText(claim)}*${linkTo(figure, place)}.${tried === undefined ? '' : ` ${markdownText(tried)}`}`;
}

/** " ([figure 2](b.png))"; nothing where there is none. */
function linkTo(figure: FigureOfClaim | undefined, place: string): string {
  return figure === undefined ? '' : ` (${markdownLink(`figure ${figure.number}`, `${place}${figure.file}`)})`;
}

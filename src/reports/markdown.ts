import { altText } from '../figures/model/figure.ts';
import type { Report, ReportFigure, Table } from '../studies/study.ts';
import { criterionOf, measuredOf, answer, figureOf, unmetClaims, verdict } from '../studies/results/claims.ts';
import type { FigureOfClaim, UnmetClaim } from '../studies/results/claims.ts';
import type { Claim } from '../studies/results/claim.ts';

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
  const files = report.figures.map(({ file }) => file);
  const sections = [
    `# ${markdownText(report.title)}`,
    `**Question.** ${markdownText(report.question)}`,
    `**Source.** ${markdownText(report.source)}`,
    ...(report.claims.length === 0 ? [] : [`**Answer.** ${markdownText(answer(report))}`]),
    ...figures.slice(0, 1),
    ...section('Claims', markdownClaims(report.claims, files)),
    ...section('Figures', figures.slice(1)),
    ...section('Protocol', report.protocol.map(markdownText)),
    ...section('Tables', report.tables.map(tableBlock)),
    ...section('Notes', report.notes.length === 0 ? [] : [report.notes.map((note) => `- ${markdownText(note)}`).join('\n')]),
    ...section('Reproduce', [shellBlock(report.command), ...madeWith(report.versions).map(markdownText)]),
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

function tableBlock({ title, header, rows }: Table): string {
  const cells = rows.map((row) => row.map(markdownText));
  return `**${markdownText(title)}**\n\n${markdownTable(header.map(markdownText), cells)}`;
}

/**
 * The versions in a sentence; nothing where none is known.
 *
 * @example
 * madeWith({ iwal: '0.1.0', engine: '2' }) // => ['Made with iwal 0.1.0, engine 2.']
 */
export function madeWith(versions: Readonly<Record<string, string>> = {}): string[] {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return named.length === 0 ? [] : [`Made with ${named.join(', ')}.`];
}

/** Claims as a table: what is claimed, what was measured, the criterion and the verdict. */
export function claimsTable(claims: readonly Claim[]): Table {
  return {
    title: 'Claims of the source, what was measured, and the verdict',
    header: ['claim', 'measured', 'criterion', 'verdict'],
    rows: claims.map((claim) => [claim.claim, measuredOf(claim), criterionOf(claim), verdict(claim)]),
  };
}

/**
 * Claims in Markdown: a table of verdicts, and under it what does not hold or is undecided, each with its figure and what was tried.
 *
 * Blocks of a page, none where nothing is claimed; `figures` are the report's files, in order.
 */
export function markdownClaims(claims: readonly Claim[], figures: readonly string[]): string[] {
  if (claims.length === 0) return [];
  const { header, rows } = claimsTable(claims);
  const table = markdownTable(
    header,
    rows.map(([claim, measured, criterion, found], c) => [
      `${markdownText(claim)}${linkTo(figureOf(claims[c], figures))}`,
      ...[measured, criterion].map(markdownText),
      `**${found}**`,
    ]),
  );
  const items = unmetClaims(claims, figures).map(item);
  return items.length === 0 ? [table] : [table, '**What does not hold or is undecided**', items.join('\n')];
}

function item({ claim, figure, tried }: UnmetClaim): string {
  return `- *${markdownText(claim)}*${linkTo(figure)}.${tried === undefined ? '' : ` ${markdownText(tried)}`}`;
}

/** " ([figure 2](b.png))"; nothing where there is none. */
function linkTo(figure: FigureOfClaim | undefined): string {
  return figure === undefined ? '' : ` (${markdownLink(`figure ${figure.number}`, figure.file)})`;
}

/** Characters of a cell that is no longer read as one of a column. */
const SENTENCE = 40;

/**
 * A table in Markdown with columns as wide as their widest cell, so that the source reads as well as the page, but for columns of
 * sentences. Columns of numbers are set flush right.
 *
 * @example
 * markdownTable(['method', 'error'], [['passive', '5.6%'], ['naive', '12.1%']]).split('\n')[1] // => '| ------- | ----: |'
 */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  requireRows(header, rows);
  const columns = header.map((title, c) => {
    const cells = rows.map((row) => inCell(row[c]));
    const widest = Math.max(3, ...[inCell(title), ...cells].map(lengthOf));
    const width = widest > SENTENCE ? 3 : widest;
    return { width, isNumber: c > 0 && areNumbers(cells) };
  });
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, c) => padded(inCell(cell), columns[c])).join(' | ')} |`;
  const rule = columns.map(({ width, isNumber }) => (isNumber ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(header), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** Throws RangeError for a row that is not as long as its header. */
export function requireRows({ length }: readonly string[], rows: readonly (readonly string[])[]): void {
  const odd = rows.find((row) => row.length !== length);
  if (odd !== undefined) throw new RangeError(`a row of ${odd.length} cells under a header of ${length}: ${odd.join(' | ')}`);
}

/**
 * What Markdown would not show as it is written: escapes, HTML, character references, the beginnings of emphasis and the marks of blocks. Nothing
 * else is escaped, so that the source of a page reads well.
 */
const MARKUP = [
  String.raw`\\(?=[!-\/:-@[-\x60{-~]|$)`,
  '<(?=[a-z/!?])',
  String.raw`&(?=#?\w+;)`,
  String.raw`\*(?=[\p{L}\p{N}])`,
  String.raw`(?<![\p{L}\p{N}])[*_](?=[^\s,])`,
  '~(?=~)',
  String.raw`^[#>+-](?=[#\s])`,
  String.raw`(?<=^|\s)#(?=#*$)`,
].join('|');
/** A bracket that ends the text of a link or of a definition. */
const END_OF_LINK = String.raw`\](?=[([:])`;
const IN_TEXT = new RegExp(`${MARKUP}|${END_OF_LINK}`, 'giu');
const IN_LINK = new RegExp(`${MARKUP}|[[\\]]`, 'giu');

/**
 * Text from outside as one line of Markdown that shows it as it is: no HTML, no link, no emphasis of its own.
 *
 * @example
 * markdownText('[a](b) <script> 2 * 3 < 7') // => '[a\\](b) \\<script> 2 * 3 < 7'
 */
export function markdownText(text: string): string {
  return oneLine(text).replace(IN_TEXT, '\\$&');
}

/**
 * A link, or an image with `!` before it, to a file below the page's folder.
 *
 * @example
 * markdownLink('a [b]', 'c d/e.png') // => '[a \\[b\\]](c%20d/e.png)'
 * markdownLink('a', 'b:c.png') // => '[a](./b:c.png)'
 */
export function markdownLink(text: string, path: string): string {
  const target = encodeURI(path).replace(/[()]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  // What stands before a colon would be the scheme of an address.
  return `[${oneLine(text).replace(IN_LINK, '\\$&')}](${/^[^/]*:/.test(target) ? './' : ''}${target})`;
}

/** Text as code, in one line. */
export function markdownCode(text: string): string {
  const fence = fenceFor(text, 1);
  // A backtick at an end would be taken for one of the fence; a space on both sides is not shown.
  const space = fence === '`' ? '' : ' ';
  return `${fence}${space}${oneLine(text)}${space}${fence}`;
}

/** A command of a shell as a block of code. */
function shellBlock(command: string): string {
  const fence = fenceFor(command, 3);
  return `${fence}sh\n${command}\n${fence}`;
}

/** At least so many backticks, and more than stand together in the text. */
function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}

/** One line, in which no character ends a cell. */
export function inCell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|');
}

/** The text on one line: white space becomes single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether most cells that are not empty begin with a number and hold no words besides (units are no words). */
export function areNumbers(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const isNumber = (cell: string): boolean => /^[-−+±<>≤≥~]?\s?\.?\d/.test(cell) && !/\p{L}{3}/u.test(cell);
  return 2 * filled.filter(isNumber).length > filled.length;
}

function padded(cell: string, { width, isNumber }: { width: number; isNumber: boolean }): string {
  const space = ' '.repeat(Math.max(0, width - lengthOf(cell)));
  return isNumber ? space + cell : cell + space;
}

/** In characters as they are seen. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

/**
 * A report as a page of Markdown: the question, the verdicts, the figures and tables they rest on, and how to get them again.
 *
 * A report is plain data and a function of the stored measurements alone: equal measurements give an equal page.
 */
import { altText } from '../../figures/model/alt-text.ts';
import { tally, type Claim } from '../../studies/results/claims.ts';
import type { Figure } from '../../figures/model/figure.ts';
import { markdownClaims } from './claims.ts';
import { markdownTable } from '../../figures/model/markdown.ts';

export interface Report {
  readonly title: string;
  readonly question: string;
  readonly source: string;
  /** How it was measured; one paragraph each. */
  readonly protocol: readonly string[];
  readonly claims: readonly Claim[];
  readonly figures: readonly ReportFigure[];
  readonly tables: readonly Table[];
  /** What the reader should know besides: data that was left out, runs that failed. */
  readonly notes: readonly string[];
  /** The command that makes this report. */
  readonly command: string;
  /** The command that computes a cell again, with <hash> for the hash of the cell. */
  readonly cellCommand?: string;
  /** What it was made with, by name. */
  readonly versions?: Readonly<Record<string, string>>;
}

export interface ReportFigure {
  /** Name of the PNG beside the page. */
  readonly file: string;
  readonly figure: Figure;
  readonly caption: string;
  /** In words; by default what altText makes of the figure. */
  readonly alt?: string;
}

export interface Table {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function renderPage(report: Report): string {
  const sections = [
    `# ${report.title}`,
    `**Question.** ${report.question}`,
    `**Source.** ${report.source}`,
    ...section('Claims', report.claims.length === 0 ? [] : [tally(report.claims), ...markdownClaims(report.claims, report.figures.map(({ file }) => file), '')]),
    ...section('Protocol', report.protocol),
    ...section('Figures', report.figures.map(figureBlock)),
    ...section('Tables', report.tables.map(({ title, header, rows }) => `**${title}**\n\n${markdownTable(header, rows)}`)),
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
  return `Made with ${Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(', ')}.`;
}

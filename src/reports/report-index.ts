import { tally, type Claim } from '../studies/results/claims.ts';
import { htmlClaims } from './html/claims.ts';
import { htmlDocument, htmlSection, paragraph } from './html/frame.ts';
import { markdownClaims } from './markdown/claims.ts';
import { element, text, type Markup } from '../figures/svg/markup.ts';
import { versionsInWords } from './markdown/page.ts';
import type { Report } from '../studies/report.ts';

const TITLE = 'Reports';

/** What the index says of a study; plain data, kept beside its report. */
export interface StudySummary extends Pick<Report, 'title' | 'question' | 'source' | 'claims' | 'command'> {
  /** The folder of its report, beside the index. */
  readonly folder: string;
  readonly seeds: number;
  readonly versions: Readonly<Record<string, string>>;
  /** Files of its figures. */
  readonly figures: readonly string[];
}

/** What the index says of this report. */
export function summaryOf(
  folder: string,
  seeds: number,
  { title, question, source, claims, command, figures, versions = {} }: Report,
): StudySummary {
  return { folder, title, question, source, seeds, versions, command, figures: figures.map(({ file }) => file), claims };
}

/**
 * The index of all reports, as a page of Markdown and of HTML: every claim of every study with its verdict, how to get it again,
 * and what it was measured with; studies in the order given.
 */
export function renderIndex(studies: readonly StudySummary[]): { markdown: string; html: string } {
  return { markdown: inMarkdown(studies), html: inHtml(studies) };
}

function overview(studies: readonly StudySummary[]): string {
  const claims = studies.flatMap((study): readonly Claim[] => study.claims);
  return `${studies.length} ${studies.length === 1 ? 'report' : 'reports'}. ${tally(claims)}`;
}

function provenance({ seeds, versions }: StudySummary): string {
  return `${seeds} ${seeds === 1 ? 'seed' : 'seeds'}. ${Object.keys(versions).length === 0 ? '' : versionsInWords(versions)}`.trim();
}

function inMarkdown(studies: readonly StudySummary[]): string {
  const sections = studies.map((study) => {
    const place = encodeURI(study.folder);
    return [
      `## [${study.title.replace(/[[\]\\]/g, '\\$&')}](${place}/README.md)`,
      study.question,
      ...markdownClaims(study.claims, study.figures, `${place}/`),
      `\`\`\`sh\n${study.command}\n\`\`\``,
      `${provenance(study)} [Page](${place}/index.html) with values of every point.`,
    ].join('\n\n');
  });
  return `${[`# ${TITLE}`, overview(studies), ...sections].join('\n\n')}\n`;
}

function inHtml(studies: readonly StudySummary[]): string {
  const blocks = studies.flatMap((study): Markup[] => [
    ...htmlSection(study.title, [
      paragraph(study.question),
      ...htmlClaims(study.claims, `Claims of ${study.folder}`, study.figures, `${encodeURI(study.folder)}/index.html`),
      element('pre', { tabindex: '0' }, [element('code', {}, [text(study.command)])]),
      element('p', {}, [
        text(`${provenance(study)} `),
        element('a', { href: `${encodeURI(study.folder)}/index.html` }, [text(`Report of ${study.folder}`)]),
      ]),
    ]),
  ]);
  return htmlDocument(TITLE, [paragraph(overview(studies)), ...blocks]);
}

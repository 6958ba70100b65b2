import { oneLine } from '../figures/model/markdown.ts';
import { answer, tally, type Claim } from '../studies/results/claims.ts';
import { htmlDocument, paragraph } from './html/frame.ts';
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
 * The index of all reports, as a page of Markdown and of HTML: the question of every study, its answer, and where its report is;
 * studies in the order given.
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
      `*${oneLine(study.question)}*`,
      oneLine(answer(study.claims)),
      `${provenance(study)} [Page](${place}/index.html) with values of every point. Again: \`${study.command}\``,
    ].join('\n\n');
  });
  return `${[`# ${TITLE}`, overview(studies), ...sections].join('\n\n')}\n`;
}

function inHtml(studies: readonly StudySummary[]): string {
  const entries = studies.map((study): Markup => {
    const link = element('a', { href: `${encodeURI(study.folder)}/index.html` }, [text(study.title)]);
    return element('section', {}, [
      element('h2', {}, [link]),
      element('p', {}, [element('i', {}, [text(study.question)])]),
      paragraph(answer(study.claims)),
    ]);
  });
  return htmlDocument(TITLE, [paragraph(overview(studies)), ...entries]);
}

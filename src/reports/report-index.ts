import { markdownCode, markdownLink, markdownTable, markdownText, madeWith } from './markdown.ts';
import { answer, tally, verdict } from '../studies/results/claims.ts';
import type { Claim } from '../studies/results/claim.ts';
import { htmlTable, verdictMark } from './html/claims.ts';
import { htmlDocument, htmlSection, paragraph } from './html/frame.ts';
import { element, text, type Markup } from '../figures/svg/markup.ts';
import type { Report } from '../studies/study.ts';

const TITLE = 'Reports';

/** What the index says of a study; plain data, kept beside its report. */
export interface StudySummary extends Pick<Report, 'title' | 'question' | 'source' | 'claims' | 'goals' | 'answer' | 'command'> {
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
  { title, question, source, claims, goals, answer, command, figures, versions = {} }: Report,
): StudySummary {
  const files = figures.map(({ file }) => file);
  return {
    ...{ folder, title, question, source, seeds, versions, command, figures: files, claims },
    ...(goals && { goals }),
    ...(answer !== undefined && { answer }),
  };
}

/**
 * The index of all reports, as a page of Markdown and of HTML: what the first study asked and found, how to make it again, and a
 * table of all others; studies in the order given.
 */
export function renderIndex(studies: readonly StudySummary[]): { markdown: string; html: string } {
  return { markdown: inMarkdown(studies), html: inHtml(studies) };
}

function overview(studies: readonly StudySummary[]): string {
  return `${studies.length} ${studies.length === 1 ? 'report' : 'reports'}. ${tallies(studies)}`;
}

/** "Of the sources: 3 of 5 claims hold, 2 do not. Goals of this project: 1 of 1 claim holds.": what papers say, apart from what we want. */
export function tallies(studies: readonly StudySummary[]): string {
  const [goals, sources] = [true, undefined].map((kind) => studies.filter((study) => study.goals === kind));
  const of = (some: readonly StudySummary[]): string => tally(some.flatMap(({ claims }): readonly Claim[] => claims));
  if (goals.length === 0) return of(sources);
  return `${sources.length === 0 ? '' : `Of the sources: ${of(sources)} `}Goals of this project: ${of(goals)}`;
}

function provenance({ seeds, versions }: StudySummary): string {
  return `${seeds} ${seeds === 1 ? 'seed' : 'seeds'}. ${madeWith(versions).join('')}`.trim();
}

const OTHERS = 'All other reports';
const EACH = 'Each has its claims, their figures, and the command that makes it again.';
/** Headers of the table of all but the first study. */
const HEADER = ['report', 'its first claim, and all'] as const;

function inMarkdown(studies: readonly StudySummary[]): string {
  const [headline, ...others] = studies;
  const link = ({ title, folder }: StudySummary): string => markdownLink(title, `${folder}/README.md`);
  if (studies.length === 0) return `# ${TITLE}\n\n${overview(studies)}\n`;
  const rows = others.map((study) => [
    `${link(study)}: *${markdownText(study.question)}*`,
    [
      ...study.claims.slice(0, 1).map((claim) => `**${verdict(claim)}**: ${markdownText(claim.claim)}.`),
      tally(study.claims),
    ].join(' '),
  ]);
  const blocks = [
    `# ${TITLE}`,
    overview(studies),
    `## ${link(headline)}`,
    `*${markdownText(headline.question)}*`,
    markdownText(answer(headline)),
    `${markdownText(provenance(headline))} ${markdownLink('Page', `${headline.folder}/index.html`)} with values of every point. ` +
      `Again: ${markdownCode(headline.command)}`,
    ...(rows.length === 0 ? [] : [`## ${OTHERS}`, EACH, markdownTable(HEADER, rows)]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function inHtml(studies: readonly StudySummary[]): string {
  const [headline, ...others] = studies;
  if (studies.length === 0) return htmlDocument(TITLE, [paragraph(overview(studies))]);
  const linkTo = ({ folder }: StudySummary, words: string): Markup =>
    element('a', { href: `${encodeURI(folder)}/index.html` }, [text(words)]);
  const link = (study: StudySummary): Markup => linkTo(study, study.title);
  const question = (study: StudySummary): Markup => element('i', {}, [text(study.question)]);
  // The same question at another size takes no row of its own.
  const fullOf = ({ folder }: StudySummary): StudySummary | undefined => others.find((each) => each.folder === `${folder}-full`);
  const besides = new Set(others.map(fullOf));
  const rows = others
    .filter((study) => !besides.has(study))
    .map((study) => {
      const full = fullOf(study);
      const beside = full === undefined ? [] : [text(' '), linkTo(full, 'Full size'), text(`: ${briefly(full.claims)}`)];
      const cells = [
        // What a report asks takes as much room as what it says.
        [element('div', { style: 'width:min(40rem,52vw)' }, [link(study), text(' '), question(study)])],
        [...firstClaim(study), ...beside],
      ];
      return cells.map((cell) => ({ markup: element('div', { style: 'line-height:1.3' }, cell), text: study.title }));
    });
  return htmlDocument(TITLE, [
    paragraph(overview(studies)),
    element('section', {}, [
      element('h2', {}, [link(headline)]),
      element('p', {}, [question(headline)]),
      paragraph(answer(headline)),
      element('p', {}, [text(`${provenance(headline)} Again: `), element('code', {}, [text(headline.command)])]),
    ]),
    ...htmlSection(OTHERS, rows.length === 0 ? [] : [htmlTable({ title: EACH, header: HEADER, rows })]),
  ]);
}

function briefly(claims: readonly Claim[]): string {
  return tally(claims).replace(/ claims? h/, ' h');
}

function firstClaim({ claims }: StudySummary): Markup[] {
  const all = text(briefly(claims));
  return [...claims.slice(0, 1).flatMap((first) => [verdictMark(verdict(first)), text(`: ${first.claim}. `)]), all];
}

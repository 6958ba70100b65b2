import { markdownCode, markdownLink, markdownTable, markdownText, madeWith } from './markdown.ts';
import { answer, tally, verdict } from '../studies/results/claims.ts';
import type { Claim } from '../studies/results/claim.ts';
import { htmlTable, verdictMark } from './html/claims.ts';
import { htmlDocument, htmlSection, paragraph } from './html/frame.ts';
import { element, markup, type Markup, text } from '../figures/svg/markup.ts';
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
export function summaryOf(folder: string, seeds: number, report: Report): StudySummary {
  const { title, question, source, claims, goals, answer, command, versions = {} } = report;
  const figures = report.figures.map(({ file }) => file);
  return {
    ...{ folder, title, question, source, seeds, versions, command, figures, claims },
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
  const linkTo = ({ folder }: StudySummary, ...content: readonly Markup[]): Markup =>
    element('a', { href: `${encodeURI(folder)}/index.html` }, content);
  const question = (study: StudySummary): Markup => element('i', {}, [text(study.question)]);
  // The same question at another size takes no row of its own.
  const fullOf = ({ folder }: StudySummary): StudySummary | undefined => others.find((each) => each.folder === `${folder}-full`);
  const besides = new Set(others.map(fullOf));
  const rows = others
    .filter((study) => !besides.has(study))
    .map((study) => {
      const full = fullOf(study);
      const beside = full === undefined ? [] : [text(' '), linkTo(full, text('Full size')), text(`: ${briefly(full.claims)}`)];
      const cells = [
        // What a report asks takes as much room as what it says.
        [linkTo(study, ...thumbnail(study, SMALL), text(study.title)), text(' '), question(study)],
        [...firstClaim(study), ...beside],
      ];
      const styles = ['width:min(40rem,52vw);', ''].map((width) => `${width}display:flow-root;line-height:1.25;margin:-.15rem 0`);
      return cells.map((cell, c) => ({ markup: element('div', { style: styles[c] }, cell) }));
    });
  const table = htmlTable({ title: EACH, header: HEADER, rows });
  const main = [
    paragraph(overview(studies)),
    element('section', {}, [
      element('h2', {}, [linkTo(headline, text(headline.title), ...thumbnail(headline, LARGE))]),
      element('p', {}, [question(headline)]),
      paragraph(answer(headline)),
      element('p', {}, [text(`${provenance(headline)} Again: `), element('code', {}, [text(headline.command)])]),
    ]),
    ...htmlSection(OTHERS, rows.length === 0 ? [] : [filterField(), table, element('script', {}, [markup(FILTER)])]),
  ];
  return htmlDocument(TITLE, main, "data: 'self' file:");
}

/** Where a thumbnail stands, and how large it is: that of a row is as high as two lines. */
const SMALL = { width: 72, height: 36, style: 'float:left;margin:.1rem .6rem 0 0' };
const LARGE = { width: 240, height: 150, style: 'float:right;max-width:40vw;margin-left:1rem' };

/** The upper left corner of a report's first figure, within the link that says in words where it leads. */
function thumbnail({ folder, figures }: StudySummary, { style, ...size }: typeof SMALL): Markup[] {
  const look = `${style};object-fit:cover;object-position:0 0;border:1px solid var(--edge)`;
  return figures.slice(0, 1).map((file) => {
    return element('img', { src: encodeURI(`${folder}/${file}`), alt: '', loading: 'lazy', ...size, style: look });
  });
}

/** Shown by the script, without which it would do nothing. */
function filterField(): Markup {
  const field = element('input', { id: 'filter', type: 'search', style: 'font:inherit' });
  const label = element('label', {}, [text('Only reports with '), field]);
  return element('p', { hidden: '', style: 'margin:0' }, [label, text(' '), element('output', { for: 'filter' })]);
}

/** The script of the index: it hides the rows that have not all words of the field, and says how many are shown. */
const FILTER = String.raw`
const field = document.getElementById('filter');
const rows = [...document.querySelectorAll('tbody tr')];
const filter = () => {
  const words = field.value.toLowerCase().split(/\s+/);
  for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  document.querySelector('output').textContent = rows.filter(({ hidden }) => !hidden).length + ' of ' + rows.length + ' shown';
};
field.addEventListener('input', filter);
field.closest('p').hidden = false;
filter();
`;

function briefly(claims: readonly Claim[]): string {
  return tally(claims).replace(/ claims? h/, ' h');
}

function firstClaim({ claims }: StudySummary): Markup[] {
  const all = text(briefly(claims));
  return [...claims.slice(0, 1).flatMap((first) => [verdictMark(verdict(first)), text(`: ${first.claim}. `)]), all];
}

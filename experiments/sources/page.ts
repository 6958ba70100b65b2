import type { StudySummary } from '../../src/reports/report-index.ts';
import { markdownText } from '../../src/reports/markdown.ts';
import { brieflyMeasured } from '../../src/studies/results/claim-words.ts';
import type { Claim } from '../../src/studies/results/claim.ts';
import { claimOf, figureOf, verdict } from '../../src/studies/results/claims.ts';
import { rounded } from '../../src/numerics/display.ts';
import { closedForms, differenceOf, isRightAsPrinted, type ClosedForm } from './closed-forms.ts';
import { implicit } from './implicit.ts';
import { type ClaimReference, type Entries, type Entry, type Item, type Law, SOURCES, type SourceName } from './item.ts';
import { items } from './items.ts';
import { overview } from './overview.ts';
import { reductions } from './reductions.ts';
import { talk } from './talk.ts';

/** The entries of all documents. */
export const entries: Readonly<Record<SourceName, Entries>> = { talk, implicit, reductions, overview };

/** What an item comes to. */
type Found = 'holds' | 'does not hold' | 'inconclusive' | 'not reproduced';

/** A claim of a stored report that an entry names. */
interface NamedClaim {
  readonly claim: Claim;
  readonly short: string | undefined;
  readonly study: StudySummary;
}

const OPENING = [
  '# The sources, item by item',
  'With this page you can find what this project has on a figure, table, theorem, algorithm, closed form or claim of its four sources.',
  '`npm run docs:write` makes it from `experiments/sources` and the stored reports. What a source prints is in our words. Letters: ' +
    'p prediction, y label, h or i importance, eta step size, X = x.x, tau = h eta X, u = y p.',
  [
    '- **holds**: the claims of our studies that the entry names hold ([Replication](REPLICATION.md) says when), or the printed formula ' +
      'is right on a grid. Of other formulas, definitions and algorithms: a test holds our code to them.',
    '- **does not hold**: one of these claims does not hold, or what is printed has a mistake ([Errata](ERRATA.md), S numbers). Our code ' +
      'has the corrected formula.',
    '- **inconclusive**: none of the claims fails, and some interval is too wide to decide.',
    '- **not reproduced**: the remark says why.',
  ].join('\n'),
].join('\n\n');

const FORMS = [
  '## Closed forms as printed, and ours',
  'The largest difference between the printed formula and the library: of the prediction after one update, in the row of the importance ' +
    'that flips of eta times that importance. It is given where the printed formula is right, and on the whole grid: h eta from 0.01 to ' +
    '20, X of 0.25, 1 and 4, both labels (0.5 too for real ones), predictions from -3 to 2.5 or inside [0, 1].',
].join('\n\n');

/**
 * docs/SOURCES.md: an entry for every item of the sources, and their closed forms compared with ours.
 *
 * @throws RangeError for an entry that names a report or a claim that is not stored.
 */
export function sourcesPage(summaries: readonly StudySummary[]): string {
  const answered = items.map((item) => ({ item, ...answerTo(item, summaries) }));
  const sections = Object.entries(SOURCES).map(([name, { title, cites, text }]) => {
    const own = answered.filter(({ item }) => item.id.startsWith(`${name}/`));
    const rows = own.map(({ item, ours, found, says }) => [
      item.place,
      `${item.kind}: ${item.prints}`,
      ours,
      `**${found}**`,
      says,
    ]);
    return [
      `## ${title}`,
      `${cites}. ${text}`,
      tallyOf(own.map(({ found }) => found)),
      tableOf(['place', 'what it prints', 'ours', 'verdict', 'remark'], rows),
    ];
  });
  const total = `${tallyOf(answered.map(({ found }) => found))} By source:`;
  const counts = Object.entries(SOURCES).map(([name, { title }]) => {
    const own = answered.filter(({ item }) => item.id.startsWith(`${name}/`)).map(({ found }) => found);
    return [title, String(own.length), ...VERDICTS.map((one) => String(own.filter((each) => each === one).length))];
  });
  return `${[
    OPENING,
    total,
    tableOf(['source', 'items', ...VERDICTS], counts),
    ...sections.flat(),
    FORMS,
    tableOf(['source', 'loss', 'printed', 'ours', 'right', 'difference there', 'anywhere', 'law'], closedForms.map(formRow)),
  ].join('\n\n')}\n`;
}

const VERDICTS: readonly Found[] = ['holds', 'does not hold', 'inconclusive', 'not reproduced'];

function tallyOf(found: readonly Found[]): string {
  const of = (one: Found): number => found.filter((each) => each === one).length;
  const reproduced = found.length - of('not reproduced');
  return (
    `${found.length} items: ${reproduced} are reproduced, of which ${of('holds')} hold, ${of('does not hold')} do not hold and ` +
    `${of('inconclusive')} are inconclusive; ${of('not reproduced')} are not reproduced.`
  );
}

/** The entry of an item, in words. */
function answerTo(item: Item, summaries: readonly StudySummary[]): { ours: string; found: Found; says: string } {
  const [source, name] = item.id.split('/') as [SourceName, string];
  const entry = entries[source][name];
  const claims = (entry.claims ?? []).map((reference) => namedClaim(reference, summaries));
  const form = closedForms.find((each) => each.item === entry.form);
  const verdicts = new Set(claims.map(({ claim }) => verdict(claim)));
  const ours = [
    ...claims.map((each) => inWords(each, verdicts.size > 1)),
    ...(form === undefined ? [] : [`[difference](#closed-forms-as-printed-and-ours) ${shortly(differenceOf(form).anywhere)}`]),
    ...(entry.laws ?? []).map(lawLink),
    ...(entry.see ?? []).map(([words, path]) => `[${words}](${path})`),
  ];
  const errata = entry.errata === undefined ? '' : ` ([${entry.errata.join(', ')}](ERRATA.md#the-sources))`;
  return {
    ours: ours.length === 0 ? 'none' : ours.join('; '),
    found: foundOf(entry, claims, form),
    says: `${entry.says}${errata}`,
  };
}

function foundOf({ laws = [], errata = [] }: Entry, claims: readonly NamedClaim[], form: ClosedForm | undefined): Found {
  const verdicts: string[] = claims.map(({ claim }) => verdict(claim));
  if (form !== undefined) verdicts.push(isRightAsPrinted(form) ? 'holds' : 'does not hold');
  if (verdicts.includes('does not hold')) return 'does not hold';
  if (verdicts.length > 0) return verdicts.every((each) => each === 'holds') ? 'holds' : 'inconclusive';
  if (errata.length > 0) return 'does not hold';
  return laws.length > 0 ? 'holds' : 'not reproduced';
}

function namedClaim([folder, begins, short]: ClaimReference, summaries: readonly StudySummary[]): NamedClaim {
  const study = summaries.find((each) => each.folder === folder);
  if (study === undefined) throw new RangeError(`no report is stored in ${folder}`);
  if (study.claims.filter(({ claim }) => claim.startsWith(begins)).length > 1)
    throw new RangeError(`several claims of ${folder} begin with '${begins}'`);
  return { claim: claimOf(study.claims, begins), short, study };
}

/** What was measured, with the figure in which it can be seen. */
function inWords({ claim, short, study: { folder, figures } }: NamedClaim, tellsVerdict: boolean): string {
  const figure = figureOf(claim, figures);
  const [words, file] = figure === undefined ? ['report', 'README.md'] : [`figure ${figure.number}`, figure.file];
  const found = tellsVerdict ? `, ${verdict(claim)}` : '';
  return `${short === undefined ? '' : `${short} `}${markdownText(brieflyMeasured(claim))}${found} ([${words}](../reports/${folder}/${file}))`;
}

function lawLink([file, words]: Law): string {
  return `[law: ${words.replaceAll("'", '')}](../${file})`;
}

function formRow(form: ClosedForm): string[] {
  const { item, loss, printed, ours, right, erratum, law, points, isRight } = form;
  const { anywhere, whereRight } = differenceOf(form);
  return [
    SOURCES[item.split('/')[0] as SourceName].title,
    `\`${loss}\``,
    `\`${printed}\``,
    `\`${ours}\``,
    `${right}${erratum === undefined ? '' : ` ([${erratum}](ERRATA.md#the-sources))`}`,
    points.some(isRight) ? shortly(whereRight) : '',
    shortly(anywhere),
    lawLink(law),
  ];
}

/** A difference: what rounding makes as a bound, a power of ten; else three digits. */
function shortly(difference: number): string {
  if (difference === 0) return '0';
  return difference < 1e-6 ? `< 1e${Math.ceil(Math.log10(difference))}` : String(rounded(difference, 3));
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

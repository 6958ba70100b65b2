import type { StudySummary } from '../../src/reports/report-index.ts';
import { markdownText } from '../../src/reports/markdown.ts';
import { brieflyMeasured, claimOf, figureOf, verdict } from '../../src/studies/results/claims.ts';
import { type Claim, inUnit } from '../../src/studies/results/claim.ts';
import { rounded } from '../../src/numerics/display.ts';
import { table } from './table.ts';
import { closedForms, differenceOf, ROUNDING, type ClosedForm } from './closed-forms.ts';
import { implicit } from './implicit.ts';
import { mostBroken } from './inequalities.ts';
import { type ClaimReference, type Entries, type Entry, type Item, SOURCES, type SourceName } from './item.ts';
import { items } from './items.ts';
import type { Law } from './laws.ts';
import { overview } from './overview.ts';
import { reductions } from './reductions.ts';
import { talk } from './talk.ts';

/** The entries of all documents. */
export const entries: Readonly<Record<SourceName, Entries>> = { talk, implicit, reductions, overview };

/** What an item comes to. */
type Found = 'holds' | 'does not hold' | 'no difference' | 'undecided' | 'not reproduced';

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
    '- **no difference**: what a claim is short of is less than d, the smallest difference that matters.',
    '- **undecided**: none of the claims fails, and some interval is too wide to decide.',
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
 * @throws RangeError for an item without an entry, and for an entry that names a report or a claim that is not stored.
 */
export function sourcesPage(summaries: readonly StudySummary[]): string {
  const answers = items.map((item) => answerTo(item, summaries));
  const sections = Object.entries(SOURCES).map(([name, source]) => {
    const own = answers.filter(({ item }) => item.id.startsWith(`${name}/`));
    const rows = own.map(({ item, ours, found, says }) => [
      item.place,
      `${item.kind}: ${item.prints}`,
      ours,
      `**${found}**`,
      says,
    ]);
    return { ...source, own, rows };
  });
  const counts = sections.map(({ title, own }) => [title, ...[own, ...byVerdict(own)].map(({ length }) => String(length))]);
  return `${[
    OPENING,
    tallyOf(answers),
    table(['source', 'items', ...VERDICTS], counts),
    ...sections.flatMap(({ title, cites, text, own, rows }) => [
      `## ${title}`,
      `${cites}. ${text}`,
      tallyOf(own),
      table(['place', 'what it prints', 'ours', 'verdict', 'remark'], rows),
    ]),
    FORMS,
    table(['source', 'loss', 'printed', 'ours', 'right', 'there', 'anywhere', 'law'], Object.values(closedForms).map(formRow)),
  ].join('\n\n')}\n`;
}

const VERDICTS: readonly Found[] = ['holds', 'does not hold', 'no difference', 'undecided', 'not reproduced'];

/** An item with its entry in words. */
interface Answer {
  readonly item: Item;
  readonly ours: string;
  readonly found: Found;
  readonly says: string;
}

function byVerdict(answers: readonly Answer[]): Answer[][] {
  return VERDICTS.map((one) => answers.filter(({ found }) => found === one));
}

function tallyOf(answers: readonly Answer[]): string {
  const [hold, fail, same, open, none] = byVerdict(answers).map(({ length }) => length);
  return (
    `Items: ${answers.length}. Reproduced: ${hold + fail + same + open}, of which ${hold} hold, ${fail} do not hold, in ${same} there ` +
    `is no difference larger than d, ${open} are undecided. Not reproduced: ${none}.`
  );
}

function answerTo(item: Item, summaries: readonly StudySummary[]): Answer {
  const [source, name] = item.id.split('/') as [SourceName, string];
  const entry = (entries[source] as Readonly<Record<string, Entry | undefined>>)[name];
  if (entry === undefined) throw new RangeError(`no entry answers ${item.id}`);
  const claims = (entry.claims ?? []).map((reference) => namedClaim(reference, summaries));
  const verdicts: string[] = claims.map(({ claim }) => verdict(claim));
  const tellsVerdict = new Set(verdicts).size > 1;
  const ours = claims.map((each, n) => {
    const figure = figureLink(each);
    return `${inWords(each, tellsVerdict)}${n + 1 < claims.length && figureLink(claims[n + 1]) === figure ? '' : ` (${figure})`}`;
  });
  if (entry.beside !== undefined) ours.push(besideEachOther(entry.beside.map((reference) => namedClaim(reference, summaries))));
  if (entry.form !== undefined) {
    const { anywhere } = differenceOf(closedForms[entry.form]);
    verdicts.push(anywhere <= ROUNDING ? 'holds' : 'does not hold');
    ours.push(`[largest difference](#closed-forms-as-printed-and-ours) ${shortly(anywhere)}`);
  }
  if (entry.inequality !== undefined) {
    const broken = mostBroken(entry.inequality);
    verdicts.push(broken <= ROUNDING ? 'holds' : 'does not hold');
    ours.push(`broken on a grid by at most ${shortly(broken)} ([computed](../experiments/sources/inequalities.ts))`);
  }
  ours.push(...(entry.laws ?? []).map(lawLink), ...(entry.see ?? []).map(([words, path]) => `[${words}](${path})`));
  const errata = entry.errata === undefined ? '' : ` (${entry.errata.map(erratumLink).join(', ')})`;
  return { item, ours: ours.join('; ') || 'none', found: foundOf(entry, verdicts), says: `${entry.says}${errata}` };
}

function foundOf({ laws = [], errata = [] }: Entry, verdicts: readonly string[]): Found {
  if (verdicts.includes('does not hold')) return 'does not hold';
  if (verdicts.some((each) => /^undecided|^not/.test(each))) return 'undecided';
  if (verdicts.length > 0) return verdicts.some((each) => each.startsWith('no difference')) ? 'no difference' : 'holds';
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

/** What was measured. */
function inWords({ claim, short }: NamedClaim, tellsVerdict: boolean): string {
  const found = tellsVerdict ? `, ${verdict(claim)}` : '';
  return `${short === undefined ? '' : `${short}: `}${markdownText(brieflyMeasured(claim))}${found}`;
}

/** What was measured first in either claim, and how many times the one is of the other. */
function besideEachOther(two: readonly NamedClaim[]): string {
  const [own, other] = two.map(({ claim }) => claim.cases[0].compared!);
  const words = [own, other].map(({ of: [first], unit }, n) => `${two[n].short}: ${inUnit(first, unit)}`);
  return `${words.join('; ')}; ${inUnit(own.of[0] / other.of[0], 'times')} (${figureLink(two[0])})`;
}

/** The figure in which it can be seen, or the report. */
function figureLink({ claim, study: { folder, figures } }: NamedClaim): string {
  const figure = figureOf(claim, figures);
  return figure === undefined
    ? `[report](../reports/${folder}/README.md)`
    : `[figure ${figure.number}](../reports/${folder}/${figure.file})`;
}

function lawLink([file, words]: Law): string {
  return `[${file.includes('/references/') ? 'reference' : 'law'}: ${words.replaceAll("'", '').replace('describe(', '')}](../${file})`;
}

function erratumLink(name: string): string {
  return `[${name}](ERRATA.md#the-sources)`;
}

function formRow(form: ClosedForm): string[] {
  const { in: sources, loss, printed, ours, right, erratum, law, points, isRight } = form;
  const { anywhere, whereRight } = differenceOf(form);
  return [
    sources,
    ...[loss, printed, ours].map((formula) => `\`${formula}\``),
    `${right}${erratum === undefined ? '' : ` (${erratumLink(erratum)})`}`,
    points.some(isRight) ? shortly(whereRight) : '',
    shortly(anywhere),
    lawLink(law),
  ];
}

/** A number that would be 0 without rounding errors as a bound, a power of ten; any other in three digits. */
function shortly(x: number): string {
  if (x === 0) return '0';
  return x < ROUNDING ? `< 1e${Math.ceil(Math.log10(x))}` : String(rounded(x, 3));
}

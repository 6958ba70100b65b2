import { brieflyMeasured, figureOf, isOpen, tally, verdict, whatItTakes } from '../../src/studies/results/claims.ts';
import { type Claim, inUnit } from '../../src/studies/results/claim.ts';
import { LOOKS } from '../../src/studies/results/looks.ts';
import { expectedWrong, kept, probabilityOf } from './chance.ts';
import { inCell, markdownLink, markdownCode, markdownText } from '../../src/reports/markdown.ts';
import { tallies, type StudySummary } from '../../src/reports/report-index.ts';

/** What a reader of the sources looks for first: a sentence, and the claim that decides it. */
export interface Finding {
  readonly says: string;
  /** The folder of its report, and the beginning of the claim's words there. */
  readonly folder: string;
  readonly claim: string;
}

/** Characters of the longest line of a claim: its words, what was measured and the verdict. */
const LINE = 160;

const HEADER = ['| verdict | looks | kept | claim | measured | figure |', '| --- | --- | --- | --- | --- | --- |'];

const OPENING =
  'Made by `npm run replication` from the stored reports. A claim holds where the whole interval of what was measured meets its ' +
  'criterion, does not hold where no point of it does, and is undecided else. The title of a study leads to its report, ' +
  'which has criteria, every set, and what was tried where a claim does not hold.\n\n' +
  'docs/STUDIES.md says what d is, what new seeds are looked at for, and when a claim is undecided by design: where 40 seeds ' +
  'could not decide it whatever the truth is, or sets are its units. The column of looks has what it would take. Kept: whether the ' +
  'verdict is among those of which 5% may be wrong (Benjamini and Hochberg, sources and goals apart); "-" where chance has no part.';

function wrongOf(claims: readonly Claim[]): string {
  const verdicts = claims.filter((claim) => !isOpen(claim) && probabilityOf(claim) !== undefined);
  const stands = kept(claims);
  const [wrong, held] = [inUnit(expectedWrong(claims), 'tenths'), verdicts.filter((each) => stands.has(each)).length];
  return `at most ${wrong} of ${verdicts.length} verdicts that rest on chance are expected to be wrong, and ${held} are kept`;
}

/**
 * Every claim of every source in a line, with its verdict, what was measured, the figure in which it can be seen and the command that
 * measures it again: what the sources say, then the goals of this project; before them the findings that most readers look for.
 *
 * A page of Markdown; `reports` is the way from its folder to that of the reports. Findings of reports that are not there are left out.
 */
export function renderClaimsBySource(
  studies: readonly StudySummary[],
  reports: string,
  findings: readonly Finding[] = [],
): string {
  const bySource = studies.toSorted((a, b) => (a.source < b.source ? -1 : 1));
  const apart = [undefined, true].map((goals) => studies.flatMap((each) => (each.goals === goals ? each.claims : [])));
  const stands = new Set(apart.flatMap((claims) => [...kept(claims)]));
  const sections = (goals: true | undefined, title: string): string[] => {
    const some = bySource.filter((study) => study.goals === goals);
    return some.length === 0 ? [] : [`## ${title}`, ...some.map((study) => section(study, `${reports}/${study.folder}`, stands))];
  };
  return `${[
    '# Replication',
    OPENING,
    tallies(studies),
    `Of the sources ${wrongOf(apart[0])}; of the goals ${wrongOf(apart[1])}.`,
    ...findingsTable(findings, studies, reports, stands),
    ...sections(undefined, 'What the sources claim'),
    ...sections(true, 'Goals of this project'),
  ].join('\n\n')}\n`;
}

type Kept = ReadonlySet<Claim>;

function section({ title, source, claims, figures, command }: StudySummary, place: string, stands: Kept): string {
  return [
    `### ${markdownLink(title, `${place}/README.md`)}`,
    markdownText(source),
    `${tally(claims)} Again: ${markdownCode(command)}`,
    ...(claims.length === 0
      ? []
      : [[...HEADER, ...claims.map((claim) => row(claim.claim, claim, { figures, place, stands }))].join('\n')]),
  ].join('\n\n');
}

function findingsTable(findings: readonly Finding[], studies: readonly StudySummary[], reports: string, stands: Kept): string[] {
  const rows = findings.flatMap(({ says, folder, claim: begin }) => {
    const study = studies.find((each) => each.folder === folder);
    const claim = study?.claims.find((each) => each.claim.startsWith(begin));
    return study === undefined || claim === undefined
      ? []
      : [row(says, claim, { figures: study.figures, place: `${reports}/${folder}`, stands })];
  });
  return rows.length === 0 ? [] : ['## What most readers look for', [...HEADER, ...rows].join('\n')];
}

/** A row of a table; words that are too many for a line end in "…". */
function row(
  words: string,
  claim: Claim,
  { figures, place, stands }: { figures: readonly string[]; place: string; stands: Kept },
): string {
  const [found, measured] = [verdict(claim), brieflyMeasured(claim)];
  const room = LINE - found.length - measured.length;
  const said = words.length <= room ? words : `${words.slice(0, room - 1).trimEnd()}…`;
  const figure = figureOf(claim, figures);
  const seen = figure === undefined ? '' : markdownLink(`figure ${figure.number}`, `${place}/${figure.file}`);
  const held = isOpen(claim) || probabilityOf(claim) === undefined ? '-' : stands.has(claim) ? 'kept' : 'no';
  return `| ${[`**${found}**`, looksAt(claim), held, markdownText(said), markdownText(measured), seen].map(inCell).join(' | ')} |`;
}

/** What a verdict rests on, and what would decide one that there is not. */
function looksAt(claim: Claim): string {
  const { look } = claim;
  const at = LOOKS.findIndex(({ seeds }) => seeds === look);
  const looked =
    look === undefined ? (probabilityOf(claim) === undefined ? '-' : 'one, at 5%') : `look ${at + 1}, ${look} new seeds`;
  return isOpen(claim) ? `${looked}; takes ${whatItTakes(claim)}` : looked;
}

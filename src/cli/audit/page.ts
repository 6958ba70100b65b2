import type { AuditedError } from '../../ledger/audit/error-estimate.ts';
import { errorWords, estimateFields, finalText, isSaid, modelText, predictionsName } from '../../streams/measures/error-words.ts';
import { TARGETS, type Certification } from '../../ledger/audit/certificates/certified.ts';
import { meanText } from '../../ledger/audit/quantities.ts';
import type { Header } from '../../ledger/entry.ts';
import type { Decade } from '../../ledger/audit/query-counts.ts';
import type { ImportanceSum } from '../../ledger/audit/importance-sum.ts';
import type { Verdict } from '../../ledger/audit/verdict.ts';
import type { Weights } from '../../ledger/audit/weights.ts';
import type { RunSpec } from '../../specs/run.ts';
import type { Merged, Audited } from './run.ts';
import { count, percent, plural, significant } from '../../numerics/display.ts';
import { presentIn } from '../../numerics/present.ts';
import { stopText } from '../../streams/stopping/stop-words.ts';
import { columnsText } from '../terminal/layout.ts';
import { agreementLines, classLines, comparisonLines, confusionLines, groupLines, shareLines } from './class-lines.ts';
import { learnerText, ruleText } from '../simulate/page.ts';

/**
 * The page of `iwal audit` for a person: what the labels tell, what the ledger is and what it took, and a verdict on every claim; the
 * confusion matrix, importances and coins where details are wanted.
 */
export function auditPage(audited: Audited, isDetailed: boolean): string {
  const { header, importance, measures, classMeasures, stop, certified, weights, decades } = audited;
  const { spec, examples, comparison, mean, groups, agreement } = audited;
  const error = { ...audited.error, labels: audited.labels + (audited.known ?? 0) };
  const isTold = isSaid(error) && (measures ?? classMeasures)?.error.kind !== 'nothing';
  const sections = presentIn([
    comparison && comparisonLines(comparison),
    stop && [stopText(stop, spec.stop!, ` after ${count(examples)} rows, where the run ended`)],
    [
      ...(comparison ? ['of the rows in which they differ:'] : []),
      ...(isTold ? shareLines(audited) : []),
      ...(mean ? [meanText(mean)] : modelLines(audited, errorLines(error, spec))),
    ],
    isTold && classLines(audited),
    groups && groupLines(groups, audited),
    agreement && agreementLines(agreement),
    certified && certifiedLines(certified, [header]),
    [...headLines(audited), ...tallyLines(audited)],
    isDetailed && importanceLines(importance, examples),
    isDetailed && isTold && confusionLines(audited),
    isDetailed && weightLines(weights),
    isDetailed && decadeLines(decades),
    checkLines(audited),
  ]);
  return sections.map((lines) => lines.join('\n')).join('\n\n');
}

/** A verdict on every claim. */
export function checkLines({ consistency, replay, importance, error, counts, mean }: Audited): string[] {
  const checks: Readonly<Record<string, Verdict>> = {
    'agrees with itself': consistency,
    'computed anew': replay,
    'sum of importance': importance.check,
    ...(mean === undefined && { 'error estimate': error.check }),
    'labels bought': counts,
  };
  return Object.entries(checks).map(([what, { verdict, why }]) => `${what}: ${verdict} (${why})`);
}

/** The page of several ledgers: which they are, and what they certify together. */
export function mergedPage({ ledgers, certified }: Merged): string {
  const lines = ledgers.map(
    ({ file, header: { data }, spec, examples }) =>
      `${file}: ${count(examples)} of ${count(data.rows)} rows of pool ${data.name} considered; ` +
      `${ruleText(spec)}, seed ${spec.seed}`,
  );
  const headers = ledgers.map(({ header }) => header);
  const pools = new Set(headers.map(({ data }) => data.checksum)).size;
  return [
    ...lines,
    'each agrees with itself; coins of their ' +
      `own${pools === ledgers.length ? ', and as was said no row in common' : ', no row considered twice'}`,
    '',
    ...certifiedLines(certified, headers),
  ].join('\n');
}

/** Which ledger it is, of which rows, and what decided its run. */
export function headLines({ file, header, spec, isFinished, isOverPasses }: Audited): string[] {
  const { iwal, record, data, pass } = header;
  const share = data.holdout === undefined ? '' : ` left of a file of which ${percent(data.holdout)} was held out`;
  return presentIn([
    `${file}: a ledger of ${record === 'purchases' ? 'purchases' : 'all examples considered'}, by iwal ` +
      `${iwal}, ${isFinished ? 'closed' : 'not closed: no end is written, so that the run goes on or its last lines are missing'}`,
    `pool ${data.name}: ${count(data.rows)} rows${share}, checksum ${data.checksum}`,
    pass !== undefined &&
      spec.scores === undefined &&
      `pass ${pass + 1} over the pool: ${isOverPasses ? OVER_PASSES : 'all'} numbers here are about this pass; ` +
        `the ${pass === 1 ? 'one' : `${pass}`} before ${pass === 1 ? 'is' : 'are'} checked as well`,
    spec.scores && `rounds: ${(pass ?? 0) + 1}, each by its own scores; estimates are means over complete ones`,
    runText(spec),
  ]);
}

const OVER_PASSES =
  'means of numbers, shares of the classes, what is said of guesses and of the model in the end are over all passes, other';

function runText(spec: RunSpec): string {
  const { budget, order, seed } = spec;
  const limit = budget === undefined ? '' : `, budget ${typeof budget === 'number' ? significant(budget, 6) : budget}`;
  return `${learnerText(spec)}; ${ruleText(spec)}${limit}; order ${order}, seed ${seed}`;
}

/** What it took. */
export function tallyLines(audited: Audited): string[] {
  const { spec, examples, purchases, labels, known, outside, empty, abstained, awaited, spent, undos, corrected } = audited;
  const missing = presentIn([
    abstained > 0 && `${count(abstained)} without an answer`,
    awaited > 0 && `${count(awaited)} not answered yet`,
  ]);
  return presentIn([
    outside !== undefined &&
      `${count(outside)} labels were known before the first question and learned first: no number here counts their rows`,
    empty !== undefined && `${plural(empty, 'empty row')} were not asked about, and no number here counts them`,
    known !== undefined &&
      spec.scores === undefined &&
      `${count(known)} of the rows considered have a label from an earlier pass: p = 1, no cost, not learned again`,
    `${count(examples)} ${spec.rounds === undefined ? 'examples' : 'meetings with rows'} considered, ${count(purchases)} asked about, ` +
      `${count(labels)} labels ` +
      `learned${missing.map((each) => `, ${each}`).join('')}`,
    `cost ${significant(spent, 6)}${undos === 0 ? '' : `; ${count(undos)} times something was taken back`}` +
      (corrected === undefined ? '' : `; ${plural(corrected, 'answer')} corrected`),
  ]);
}

function importanceLines(importance: ImportanceSum, examples: number): string[] {
  const { learned, abstained, awaited, refused, implied, total, expected, standardError } = importance;
  const of = expected === examples ? '' : `an importance of ${shown(expected)} in `;
  const parts = Object.entries({
    learned,
    'never answered': abstained,
    'not answered yet': awaited,
    'refused by the budget': refused,
    'left out (p = 0)': implied,
  });
  const named = parts.filter(([, mass]) => mass !== 0).map(([what, mass]) => `${shown(mass)} ${what}`);
  return presentIn([
    `sum of importance ${shown(total)} for ${of}${count(examples)} examples, standard error ${significant(standardError, 6)}`,
    named.length > 0 && `  of it ${named.join(', ')}`,
  ]);
}

/** The error of the predictions, and what is remarkable about it. */
export function errorLines({ true: known, trueOfAll, largestFrom, remarks, ...estimate }: AuditedError, spec: RunSpec): string[] {
  const from = LARGEST_FROM[largestFrom];
  return [
    `error of the ${predictionsName(spec)}: ${errorWords(estimate)}; ${truthText(known, trueOfAll)}`,
    ...(from !== undefined && estimate.kind !== 'nothing' && estimate.kind !== 'counted' ? [`  ${from}`] : []),
    // Nothing here chooses what a model from outside learns by.
    ...remarks
      .filter((remark) => spec.scores === undefined || !remark.includes('--optimizer'))
      .map((remark) => `note: ${remark}`),
  ];
}

/**
 * The error of the model in the end, by labels that it did not learn, fresh ones or in cross-validation, before that of the predictions;
 * behind it, why there is none: the labels that it learned flatter it.
 */
function modelLines({ ofModel, final, spec, replay }: Audited, ofPredictions: readonly string[]): string[] {
  const said = presentIn([final && final.labels > 0 && finalText(final), ofModel && modelText(estimateFields(ofModel))]);
  if (said.length === 1 && ofModel?.kind === 'nothing') return [...ofPredictions, ...said];
  if (said.length > 0 || final === undefined || spec.guess) return [...said, ...ofPredictions];
  const others = spec.final === 'best' && replay.verdict !== 'ok' ? '--data estimates it by cross-validation, and ' : '';
  return [
    ...ofPredictions,
    `error of the model in the end: not estimated, for the labels it learned flatter it; ${others}fresh ones can tell ` +
      '(--fresh, in iwal label and simulate)',
  ];
}

/** A line a count; of positives also what share of them the labels bought hold. */
function certifiedLines(certification: Certification, headers: readonly Header[]): string[] {
  if ('why' in certification) return [`certified: nothing; ${certification.why}`];
  const isWhole = headers.every(({ data }) => data.importances === undefined);
  const least = (low: number): string => (isWhole ? count(Math.ceil(low)) : significant(low, 6));
  const most = (high: number): string => (isWhole ? count(Math.floor(high)) : significant(high, 6));
  return certification.counts.flatMap(({ target, confidence, rows, seen, low, high }) => [
    target === 'recall'
      ? `certified with ${percent(confidence)} confidence, at any look: recall among the ${significant(rows, 6)} rows ` +
        `considered: the labels bought hold ${significant(seen, 6)} rows of the positive class, at least ${percent(low)} of ` +
        'all'
      : `certified with ${percent(confidence)} confidence, at any look: ${TARGETS[target]}: ` +
        `${least(low)} to ${most(high)} of ${significant(rows, 6)} rows considered ` +
        `(${percent(low / rows)} to ${percent(high / rows)})`,
    ...(target === 'positives' && high > 0
      ? [`  the labels bought hold ${significant(seen, 6)} of them: at least ${percent(seen / high)}`]
      : []),
  ]);
}

function truthText(known: number | null, ofAll: number | null): string {
  if (known !== null)
    return known === ofAll
      ? `the true error is ${percent(known)}`
      : `the true error there is ${percent(known)}, of all rows ${ofAll === null ? 'unknown' : percent(ofAll)}`;
  return ofAll === null
    ? 'the true error is not known'
    : `the true error there is not known, of all rows it is ${percent(ofAll)}`;
}

/** What the interval takes the largest importance from, where that is not what it should be. */
const LARGEST_FROM: Readonly<Record<AuditedError['largestFrom'], string | undefined>> = {
  'rows considered': undefined,
  floor:
    'purchases alone do not tell the smallest probability considered: the interval takes the floor for it, --data computes it',
  purchases:
    'purchases alone do not tell the smallest probability considered: the interval takes that of the labels bought and ' +
    'may be too narrow, --data computes it',
};

function weightLines({ effectiveSampleSize, topHundredthShare, largest }: Weights): string[] {
  if (effectiveSampleSize === null) return ['weights: no label was learned'];
  const tail = largest.map(({ importance, position }) => `${significant(importance, 6)} at ${count(position)}`).join(', ');
  return [
    `effective sample size ${significant(effectiveSampleSize, 6)}; the largest 1% of the labels have ` +
      `${percent(topHundredthShare!)} of the importance`,
    `  largest importances, and their positions: ${tail}`,
  ];
}

function decadeLines(decades: readonly Decade[]): string[] {
  if (decades.length === 0) return ['purchases: none'];
  const shown = (value: number | null): string => (value === null ? '?' : significant(value, 6));
  return columnsText(decades, [
    ['positions', ({ from, to }) => `${count(from)} … ${count(to - 1)}`],
    ['bought', ({ bought }) => count(bought)],
    ['refused', ({ refused }) => shown(refused)],
    ['expected, sum of p', ({ expected }) => shown(expected)],
    ['std. dev.', ({ standardDeviation }) => shown(standardDeviation)],
    ['verdict', ({ check }) => check.verdict],
  ]);
}

function shown(mass: number | null): string {
  return mass === null ? 'unknown' : significant(mass, 6);
}

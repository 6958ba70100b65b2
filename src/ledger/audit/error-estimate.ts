import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import type { EarlierLabels, JudgedLabel } from '../../statistics/error-tally.ts';
import { sideOf } from '../../streams/judge.ts';
import { smallerClass } from '../../rows/dataset.ts';
import { remarksOn, type Truth } from '../../streams/remarks.ts';
import type { ExampleEntry } from '../entry.ts';
import { errorOf } from './error-tally.ts';
import { untold, type Evidence } from './evidence.ts';
import { UNTOLD_IMPORTANCE } from './measured-tallies.ts';
import { judged, unknown, type Verdict } from './verdict.ts';

/** The error of the predictions before learning, estimated from purchases, and the truth where it is known. */
export interface AuditedError extends ErrorEstimate {
  /** Share of wrong predictions by the true labels, on the rows of the estimate; null where nobody knows it. */
  readonly true: number | null;
  /** The same on all rows considered. */
  readonly trueOfAll: number | null;
  /** What the largest 1/p of the rows considered is taken from. */
  readonly largestFrom: 'rows considered' | 'floor' | 'purchases';
  /** H/tau and its standard error as they are (ErrorTally.plain), for programs that average over runs. */
  readonly plain: { readonly estimate: number; readonly standardError: number } | null;
  /** How many standard deviations the mistakes seen lie from the true error there; null where it is not known. */
  readonly deviations: number | null;
  readonly check: Verdict;
  /** What a person should know of the sample, a line each. */
  readonly remarks: readonly string[];
}

/**
 * What the labels of a ledger say of its run's predictions, and whether that agrees with the true error where it is known.
 *
 * The estimate is that of every screen (statistics/error-tally.ts, statistics/error-estimate.ts): mistakes up to the clock, the
 * examples given, only the coins varying. It is compared with the true error up to the same clock, in standard deviations of the
 * score statistic (statistics/intervals/score-interval.ts).
 *
 * A ledger of purchases does not tell the largest 1/p of the rows considered: the floor of the run bounds it, or, where there is
 * none, the largest that was bought stands for it, which may be too small; computing the run anew tells it.
 */
export function errorEstimate(evidence: Evidence): AuditedError {
  const { query, floor, isComplete, isWeighted, course, bound, trueError, tallies: measured } = evidence;
  const known = {
    trueOfAll: trueError,
    largestFrom: isComplete ? 'rows considered' : floor === undefined ? 'purchases' : 'floor',
  } as const;
  const nothing = (because: string): AuditedError => {
    return {
      ...untold(because, evidence),
      ...known,
      true: trueError,
      plain: null,
      deviations: null,
      check: unknown(because),
      remarks: [],
    };
  };
  if ('why' in measured) return nothing(measured.why);
  const tally = measured.account.tallies.error;
  const estimate = errorOf(measured.account, course, bound);
  if (estimate.isStopped && !isComplete && isWeighted === true) return nothing(UNTOLD_IMPORTANCE);
  const truth = truthUpTo(estimate.rows, evidence);
  const remarks = remarksOn({ query, shape: tally.shape(course), estimate, truth: truthOfAll(evidence) });
  const deviations = truth === null || estimate.kind === 'nothing' ? null : tally.deviationsFrom(truth, course, bound);
  const plain = estimate.kind === 'nothing' ? null : tally.plain(course);
  return { ...estimate, ...known, true: truth, plain, deviations, check: comparison(evidence, estimate, deviations), remarks };
}

/**
 * The same of the model that learned the labels, each of which judges one that did not learn it (ErrorTally.ofModel); undefined where the
 * ledger tells too little, and before there is anything to say.
 */
export function errorOfModel(
  { tallies, end, course }: Evidence,
  judged: readonly JudgedLabel[],
  passes?: EarlierLabels,
): ErrorEstimate | undefined {
  if ('why' in tallies) return undefined;
  const estimate = tallies.account.tallies.error.ofModel(judged, course, passes);
  return estimate.kind === 'nothing' && end === undefined ? undefined : estimate;
}

/** The true error on so many rows from the first. */
function truthUpTo(rows: number, { considered, isComplete, examples, labels, judge, trueError }: Evidence): number | null {
  if (rows === examples) return trueError;
  if (rows === 0 || labels === undefined || !isComplete) return null;
  let [mass, wrong] = [0, 0];
  let left = rows;
  for (const { prediction, row, rowImportance = 1 } of considered) {
    if (left-- === 0) break;
    mass += rowImportance;
    if (judge.isWrong(prediction, labels[row])) wrong += rowImportance;
  }
  return wrong / mass;
}

function truthOfAll({ considered, isComplete, labels, judge, trueError, examples }: Evidence): Truth | undefined {
  // What is remarkable about a small class is told of two.
  if (labels === undefined || !isComplete || trueError === null || judge.classes !== 2) return undefined;
  const sides = { positive: 1, negative: -1 };
  const column = (value: (entry: ExampleEntry) => number): Float64Array => {
    const numbers = new Float64Array(examples);
    let n = 0;
    for (const entry of considered) numbers[n++] = value(entry);
    return numbers;
  };
  return {
    rows: examples,
    error: trueError,
    smallerClass: smallerClass(
      column(({ row }) => sides[sideOf(judge, labels[row])!]),
      column(({ rowImportance = 1 }) => rowImportance),
    ),
  };
}

function comparison({ trueError, isTruthful }: Evidence, estimate: ErrorEstimate, deviations: number | null): Verdict {
  const { kind, why, unanswered, isStopped, rows } = estimate;
  if (kind === 'nothing') return unknown(why!);
  if (trueError === null) return unknown('nobody has told the true labels');
  if (!isTruthful) return unknown('answers need not be the true labels, and the estimate is about the answers');
  if (unanswered > 0) return unknown(`${unanswered} purchases have no label, and may or may not be errors`);
  if (deviations === null)
    return unknown(
      `${isStopped ? 'the budget refused labels' : 'the run is under way'}, and the true error of the first ${rows} rows ` +
        'is known with --data only',
    );
  return judged(deviations);
}

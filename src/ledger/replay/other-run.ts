import type { Work } from '../../numerics/work.ts';
import type { QueryRule } from '../../queries/query.ts';
import type { ClassEstimates } from '../../statistics/class-estimates.ts';
import { noEstimate, type ErrorEstimate } from '../../statistics/error-estimate.ts';
import { ErrorTally, type Course } from '../../statistics/error-tally.ts';
import { pairedDifference, type PairedDifference } from '../../statistics/comparisons/paired-difference.ts';
import { activeLearn, type Observer } from '../../streams/passes/active-learn.ts';
import type { AnyActiveLearner } from '../../streams/active-learner.ts';
import type { Annotator } from '../../streams/oracles/annotator.ts';
import { whyNoEstimate } from '../../streams/measures/error-meter.ts';
import type { FinalMeasured } from '../../streams/measures/measurement.ts';
import { sideOf, type Judge } from '../../streams/judge.ts';
import { AnnotatorOracle } from '../../streams/oracles/oracle.ts';
import { JudgedErrors } from '../../streams/measures/judged-errors.ts';
import type { Entries } from '../entries.ts';
import { answering, type Answers } from './answers.ts';
import type { ClippedRule, Requests } from './clipped-rule.ts';
import type { Stream } from './replay.ts';

/** A ledger with an entry for every example considered, and what its run was made of. */
export interface RecordedRun {
  readonly entries: Entries;
  readonly answers: Answers;
  /** Judges its predictions, and reads its labels. */
  readonly judge: Judge;
  readonly query: Pick<QueryRule, 'name' | 'weighting' | 'unbiased'>;
}

/** A run to be made with the answers of a ledger. */
export interface OtherRun {
  /** Fresh; its coins those of the ledger, its rule one that asks for no other labels. */
  readonly active: AnyActiveLearner;
  /** Counts requests; absent where the rule is the ledger's own. */
  readonly clipped?: ClippedRule;
  /** Who sets its prices and delays. */
  readonly annotator: Annotator;
  /** Infinity without one. */
  readonly budget: number;
  /** Labels of the ledger as this learner reads them; absent: as they are. */
  readonly translate?: (label: number) => number;
  /** Is told what the loop tells. */
  readonly watch?: Observer<AnyActiveLearner>;
}

/** What became of it. */
export interface OtherOutcome {
  /** Rows considered. */
  readonly rows: number;
  /** Labels learned, and what all that were bought cost. */
  readonly labels: number;
  readonly spent: number;
  /** Absent where the rule is the ledger's own. */
  readonly requests?: Requests;
  /** Share of wrong predictions by the true labels; null where nobody knows them. */
  readonly trueError: number | null;
  /** The same as all labels of the ledger tell it, with the ledger's own probabilities. */
  readonly estimate: ErrorEstimate;
  /** Of both classes likewise. */
  readonly classes: ClassEstimates;
  /** The estimate and its standard error as they are (ErrorTally.plain), for programs that average over runs. */
  readonly plain: { readonly estimate: number; readonly standardError: number } | null;
  /** What the model that it ends with was chosen among, by cross-validation on its labels; absent where nothing was compared. */
  readonly final?: Pick<FinalMeasured, 'candidates' | 'chosen'>;
  /** How much larger its error is than that of the run of the ledger on the same rows; null where there is no estimate. */
  readonly difference: PairedDifference | null;
}

/** Examples a piece of the work. */
const PIECE = 1000;

/**
 * Makes another run on the stream of a ledger, with its coins and its answers: another rule, another learner, or both.
 *
 * Another rule has to be clipped (clipped-rule.ts). Its predictions, or those of another learner, are made before the coin of
 * their row, so that all labels of the ledger judge them without bias, those included that it did not ask for itself:
 *
 *   (1/n) sum over the ledger's labels of v z',   v = 1 / P of the ledger, z' = 1 where the prediction was wrong
 *
 * and so is the difference from the predictions of the ledger, pair by pair.
 *
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function* runOther(recorded: RecordedRun, other: OtherRun, stream: Stream): Work<OtherOutcome> {
  const { active, clipped, annotator, budget, translate = asTheyAre, watch } = other;
  const { answers, judge, query } = recorded;
  const { rows, order, importances } = stream;
  const labels = stream.labels?.map(translate);
  const oracle = new AnnotatorOracle(answering(answers, annotator, translate), budget);
  const errors = new JudgedErrors(active, labels ?? new Float64Array(rows.length), importances);
  const predictions = new Map<number, number>();
  const observer: Observer<AnyActiveLearner> = {
    considered(at, i) {
      clipped?.considered(at);
      if (answers.answers.has(i)) predictions.set(at.situation.time, at.situation.prediction);
      watch?.considered(at, i);
    },
    answered(at, i, answer) {
      watch?.answered(at, i, answer);
    },
  };
  const considered = { rows, order, ...(importances !== undefined && { importances }) };
  let at = 0;
  while (at < answers.rows) {
    const to = Math.min(at + PIECE, answers.rows);
    at = activeLearn(active, considered, oracle, errors, at, to, observer);
    if (at < to) break;
    yield;
  }
  const tallies = talliesOf(recorded, at, (position, label) => active.isWrong(predictions.get(position)!, translate(label)));
  const course: Course = at < answers.rows || recorded.entries.at(-1)?.entry === 'end' ? 'over' : 'under way';
  const scope = tallies.all.estimate(course);
  const why = whyNoEstimate(query, judge);
  const estimate = why === undefined ? scope : noEstimate(why, scope);
  const { choice } = yield* active.final();
  return {
    rows: at,
    labels: active.situation.queries,
    spent: oracle.spent,
    ...(clipped && { requests: clipped.requests }),
    trueError: labels === undefined || at === 0 ? null : errors.error,
    estimate,
    classes: why === undefined ? tallies.all.classes(course) : { ...tallies.all.classes(course), smallerClass: NaN },
    plain: estimate.kind === 'nothing' ? null : tallies.all.plain(course),
    ...(choice && { final: { candidates: choice.candidates, chosen: choice.chosen ?? null } }),
    difference:
      estimate.kind === 'nothing' ? null : pairedDifference(tallies.otherAlone.seen(course), tallies.recordedAlone.seen(course)),
  };
}

/** Mistakes of the other run on its rows, those that it alone made, and those that the ledger's run alone made. */
interface Tallies {
  readonly all: ErrorTally;
  readonly otherAlone: ErrorTally;
  readonly recordedAlone: ErrorTally;
}

function talliesOf(
  { entries, judge }: RecordedRun,
  rows: number,
  isWrong: (position: number, label: number) => boolean,
): Tallies {
  const tallies = { all: new ErrorTally(), otherAlone: new ErrorTally(), recordedAlone: new ErrorTally() };
  const each = Object.values(tallies);
  const recordedPredictions = new Map<number, number>();
  for (const entry of entries) {
    if (entry.entry === 'end') break;
    const { position, label } = entry;
    if (position >= rows) continue;
    if (entry.entry === 'example') {
      for (const tally of each) tally.consider(entry.rowImportance ?? 1, entry.probability);
      if (entry.outcome !== 'asked') continue;
      for (const tally of each) tally.buy(position);
      recordedPredictions.set(position, entry.prediction);
    }
    if (label === undefined || label === null) continue;
    const [ours, theirs] = [isWrong(position, label), judge.isWrong(recordedPredictions.get(position)!, label)];
    const side = sideOf(judge, label);
    tallies.all.answer(position, ours ? 'wrong' : 'right', side);
    tallies.otherAlone.answer(position, ours && !theirs ? 'wrong' : 'right', side);
    tallies.recordedAlone.answer(position, theirs && !ours ? 'wrong' : 'right', side);
  }
  return tallies;
}

function asTheyAre(label: number): number {
  return label;
}

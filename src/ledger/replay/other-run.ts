import { present } from '../../numerics/present.ts';
import type { Work } from '../../numerics/work.ts';
import { type QueryRule, around, type Reads, type RuleReading, scalarRule } from '../../queries/query.ts';
import type { ClassEstimates } from '../../statistics/class-estimates.ts';
import { noEstimate, type ErrorEstimate } from '../../statistics/error-estimate.ts';
import { ErrorTally, type Course } from '../../statistics/error-tally.ts';
import { pairedDifference, type PairedDifference } from '../../statistics/paired-difference.ts';
import { activeLearn, type Observer } from '../../streams/passes/active-learn.ts';
import { type AnyActiveLearner, ActiveLearner } from '../../streams/active-learner.ts';
import type { Annotator, Answer } from '../../streams/oracles/annotator.ts';
import { whyNoEstimate } from '../../streams/measures/error-meter.ts';
import type { FinalMeasured } from '../../streams/measures/measurement.ts';
import { sideOf, type Judge } from '../../streams/judge.ts';
import { AnnotatorOracle } from '../../streams/oracles/oracle.ts';
import { JudgedErrors } from '../../streams/measures/judged-errors.ts';
import type { Entries } from '../entries.ts';
import type { Stream } from './replay.ts';
import { classFitting, startedReduction, buildAnyActiveLearner, isOfSeveral } from '../../specs/kinds/active-classes.ts';
import { buildQuery, marginFitting, startedLearner } from '../../specs/build.ts';
import type { Pool, RunSpec } from '../../specs/run.ts';
import { ActiveClassLearner } from '../../streams/active-class-learner.ts';
import { coinsOf } from '../../streams/coins.ts';
import type { LabelsLeft } from './recorded-oracle.ts';

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
  readonly clipped?: ReturnType<typeof clippedRule>;
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
 * Another rule has to be clipped (clippedRule). Its predictions, or those of another learner, are made before the coin of
 * their row, so that all labels of the ledger judge them without bias, those included that it did not ask for itself:
 *
 *   (1/n) sum over the ledger's labels of v z',   v = 1 / P of the ledger, z' = 1 where the prediction was wrong
 *
 * and so is the difference from the predictions of the ledger, pair by pair.
 *
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function* runOther(recorded: RecordedRun, other: OtherRun, stream: Stream): Work<OtherOutcome> {
  const { active, clipped, annotator, budget, translate = (label: number) => label, watch } = other;
  const { answers, judge, query } = recorded;
  const { rows, order, importances } = stream;
  const labels = stream.labels?.map(translate);
  const oracle = new AnnotatorOracle(answering(answers, annotator, translate), budget);
  const errors = new JudgedErrors(active.judge, labels ?? new Float64Array(rows.length), importances);
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
  const tallies = talliesOf(recorded, at, (position, label) =>
    active.judge.isWrong(predictions.get(position)!, translate(label)),
  );
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
function talliesOf({ entries, judge }: RecordedRun, rows: number, isWrong: (position: number, label: number) => boolean) {
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

/** The run of a spec, for other-run.ts, with the rule clipped to what the ledger can answer. */
export function clippedRun(spec: RunSpec, pool: Pool, answers: Answers) {
  const clipped = clippedRule(buildAnyActiveLearner(spec, pool).query, answers);
  return { active: withRule(spec, pool, clipped.rule), clipped };
}

/** The labels of the ledger, whatever learns them. */
export function asBought(spec: RunSpec, pool: Pool, answers: Answers): Pick<OtherRun, 'active'> {
  return { active: withRule(spec, pool, recordedRule(buildQuery(spec, pool.rows.columns, pool), answers)) };
}

function withRule(spec: RunSpec, pool: Pool, query: AnyActiveLearner['query']): AnyActiveLearner {
  const { rows, start } = pool;
  const parts = { query, coin: coinsOf(spec, rows, start?.pass), ...present({ known: start?.known, temper: spec.temper }) };
  const { columns } = rows;
  if (!isOfSeveral(spec)) {
    const fitting = marginFitting(spec, pool, columns);
    return new ActiveLearner({ ...parts, learner: startedLearner(spec, columns, pool), ...(fitting && { fitting }) });
  }
  const { classes, positive } = spec;
  const learner = startedReduction(spec, classes, columns, pool);
  const fitting = classFitting(spec, classes, pool, columns);
  return new ActiveClassLearner({ ...parts, learner, ...(fitting && { fitting }), ...(positive !== undefined && { positive }) });
}

/** What a rule asked of a ledger. */
export interface Requests {
  /** Labels that its coins wanted and its budget held. */
  readonly wanted: number;
  /** Those of them that the ledger bought. */
  readonly met: number;
  /** Those met with a probability that the ledger's own was below: their importances are not the rule's. */
  readonly reweighted: number;
  /** Rows at which the rule's probability exceeded the ledger's, wanted or not. */
  readonly clipped: number;
}

/**
 * Another rule on the coins of a ledger, where it may ask with the ledger's probability p at most:
 *
 *   P'' = min(P', p)       importance i / P''
 *
 * A coin below P'' is below p, so that every label it asks for was bought. Where P' <= p at every row it wants, nothing is clipped
 * that matters, and the run is that of the rule itself with these coins. Elsewhere it is an exact run of the clipped rule, whose
 * sample is as unbiased as the smaller of both.
 *
 * Source: thinning of a Poisson sample (Särndal, Swensson & Wretman, Model assisted survey sampling, 1992, section 9.8).
 */
export function clippedRule(query: QueryRule, { probabilities }: Pick<Answers, 'probabilities'>) {
  const rule = query as RuleReading<Reads>;
  const requests = { wanted: 0, met: 0, reweighted: 0, clipped: 0 };
  const last = { wish: 0, isClipped: false };
  const clipped = around(rule, {
    probability(situation, rows, i) {
      const { time, rowImportance } = situation;
      last.wish = rule.probability(situation, rows, i);
      // Rows of importance 0 are bought by nobody.
      last.isClipped = last.wish > probabilities[time] && rowImportance > 0;
      return last.isClipped ? probabilities[time] : last.wish;
    },
  });
  return {
    /** What it has asked so far. */
    requests: requests as Requests,
    rule: {
      ...clipped,
      // What the ledger left out is no prediction of this rule that it could learn from.
      get whenImplied() {
        return last.isClipped ? 'skip' : rule.whenImplied;
      },
    } as QueryRule,
    /** Counts what was asked about a row; to be told of every decision. */
    considered({ decision, situation }: AnyActiveLearner): void {
      if (last.isClipped) requests.clipped++;
      if (decision.coin >= last.wish || situation.labelsLeft < 1 || situation.rowImportance === 0) return;
      requests.wanted++;
      if (decision.outcome !== 'asked') return;
      requests.met++;
      if (last.isClipped) requests.reweighted++;
    },
  };
}

/** The rule that a ledger was kept of, by its probabilities alone, for other learners to be handed the same labels. */
export function recordedRule(
  { name, weighting, whenImplied, unbiased }: Pick<QueryRule, 'name' | 'weighting' | 'whenImplied' | 'unbiased'>,
  { probabilities }: Pick<Answers, 'probabilities'>,
): QueryRule {
  return { ...scalarRule(name, 'counts', ({ time }) => probabilities[time]), weighting, whenImplied, unbiased };
}

/**
 * What a ledger can answer to a run that was not the one it was kept of: the labels it bought, and with which probability it would
 * have bought the others.
 */
export interface Answers {
  /** Rows it can answer for, from the first: those considered while its budget could pay for one more label. */
  readonly rows: number;
  /** P by position. */
  readonly probabilities: Float64Array;
  /** What was answered, by row; purchases whose answers had not come are not among them. */
  readonly answers: ReadonlyMap<number, Answer>;
}

/** The answers of a ledger that has an entry for every example considered; `left` says how far its budget reached. */
export function answersIn(entries: Entries, left: LabelsLeft): Answers {
  const probabilities: number[] = [];
  const answers = new Map<number, Answer>();
  let spent = 0;
  for (const entry of entries) {
    if (entry.entry === 'end') break;
    if (entry.entry === 'example') {
      // Behind a hard cap the probabilities say nothing: no label was for sale.
      if (left(entry.row, spent) < 1) break;
      probabilities.push(entry.probability);
      spent += entry.cost ?? 0;
    } else spent -= entry.refund ?? 0;
    if (entry.label !== undefined) answers.set(entry.row, entry.label ?? 'abstains');
  }
  return { rows: probabilities.length, probabilities: Float64Array.from(probabilities), answers };
}

/**
 * Answers as the ledger does, at the prices and with the delay of another annotator. `translate`: its labels as the loss that is
 * to learn reads them.
 */
export function answering({ answers }: Answers, prices: Annotator, translate: (label: number) => number): Annotator {
  return {
    ...prices,
    answer(i) {
      const answer = answers.get(i);
      // One that had not come when the ledger ended does not come here either: it is due behind the end.
      return typeof answer === 'number' ? translate(answer) : 'abstains';
    },
  };
}

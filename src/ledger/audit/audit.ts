import type { Work } from '../../numerics/work.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import type { JudgedLabel } from '../../statistics/error-tally.ts';
import { type Ledger, uncorrected } from '../file/read-ledger.ts';
import type { Verified } from '../replay/replay.ts';
import { certified, type CertificateRequest, type Certification } from './certificates/certified.ts';
import { consistencyOf, requireConsistent } from './consistency.ts';
import { errorEstimate, errorOfModel, type AuditedError } from './error-estimate.ts';
import { isKnown, type EndEntry } from '../entry.ts';
import { knownIn } from '../known.ts';
import { gathered, type Evidence } from './evidence.ts';
import { classMeasuresOf, type ClassMeasures } from './class-measures.ts';
import { comparisonOf, type Comparison, type Rivals } from './comparison.ts';
import { groupsOf, type GroupQuantities } from './groups.ts';
import { measuresOf, type Measures } from './measures.ts';
import { errorOver, meanTold, measuredOver, type OverPasses } from './over-passes.ts';
import { quantitiesOf, type Mean, type Quantity } from './quantities.ts';
import { present } from '../../numerics/present.ts';
import { outsideCounts } from '../../specs/run.ts';
import { knownBefore } from '../passes.ts';
import { importanceSum, type ImportanceSum } from './importance-sum.ts';
import { countsVerdict, queryCounts, type Decade } from './query-counts.ts';
import { unknown, type Verdict } from './verdict.ts';
import { weightsOf, type Weights } from './weights.ts';

/**
 * What a ledger proves: that it agrees with itself, and how far its sample is what it claims to be.
 *
 * Every check ends in a verdict: ok, suspicious, or inconclusive and why.
 */
export interface Audit extends Pick<EndEntry, 'awaited' | 'examples' | 'labels' | 'spent'> {
  readonly purchases: number;
  /** Of the rows considered, those whose labels earlier passes had bought; absent in the first pass. */
  readonly known?: number;
  /** Labels that were known before the first question, which nothing here is about; absent where there were none. */
  readonly outside?: number;
  /** Empty rows, which were not asked about and which nothing here is about; absent where there were none. */
  readonly empty?: number;
  /** What is the same in every pass is told by all of them; absent: all numbers are about the last one. */
  readonly isOverPasses?: true;
  readonly abstained: number;
  readonly undos: number;
  /** Answers that were corrected; absent where none were. */
  readonly corrected?: number;
  /** Bytes of a last line that was cut off and does not count. */
  readonly cutOff: number;
  /** Whether the whole stream was considered. */
  readonly isFinished: boolean;
  readonly consistency: Verdict;
  readonly replay: Verdict;
  /** What the labels tell, the shares of the classes first. */
  readonly quantities: readonly Quantity[];
  /** Of a run whose labels are numbers: their mean, which is the only quantity then; absent of others. */
  readonly mean?: Mean;
  /** Of a run that holds two guesses against each other: which is right more often; absent of others, and without the data. */
  readonly comparison?: Comparison;
  /** The same by group; absent where none were asked for. */
  readonly groups?: readonly GroupQuantities[];
  readonly importance: ImportanceSum;
  readonly error: AuditedError;
  /** Of the model that the run ended with, by cross-validation on its labels; absent without the data, and where there is nothing to say. */
  readonly ofModel?: ErrorEstimate;
  /** What else the labels say of the predictions; absent where there are several classes. */
  readonly measures?: Measures;
  /** The same of several classes; absent where there are two. */
  readonly classMeasures?: ClassMeasures;
  readonly weights: Weights;
  readonly decades: readonly Decade[];
  readonly counts: Verdict;
  /** Absent where nothing was to be certified. */
  readonly certified?: Certification;
}

/** What is known about the run besides its ledger. */
export type Context = Pick<Evidence, 'judge' | 'query' | 'floor' | 'left' | 'labels' | 'isTruthful'> & {
  /** Rounds over the pool; absent where every row is met once. */
  readonly rounds?: number;
  readonly certify?: CertificateRequest;
  /** Names of several classes; absent where there are two. */
  readonly classNames?: readonly string[];
  /** The group of every row of the pool, of which an entry each is needed; absent where none are told apart. */
  readonly groups?: readonly string[];
  /** Two guesses that are held against each other; absent where none are, and without the data. */
  readonly rivals?: Rivals;
  /** What the labels bought say of models that did not learn them; absent without the data, and where no model was chosen by them. */
  readonly judged?: readonly JudgedLabel[];
  /** Passes over the pool before this one; absent where there are none, or none that can be told with it. */
  readonly passes?: OverPasses;
};

/** Throws DataError where the ledger contradicts itself. `verified`: what replaying it on its data gave. */
export function* audit(ledger: Ledger, context: Context, verified?: Verified): Work<Audit> {
  const entries = verified?.entries ?? ledger.entries;
  const end = ledger.entries.at(-1);
  const known = {
    ...context,
    ...knownIn({ ...ledger, entries }, context),
    ...(verified && { isComplete: true }),
    trueError: verified?.progressiveError ?? (end?.entry === 'end' ? end.progressiveError : null),
  };
  const apart = entries === ledger.entries ? uncorrected(ledger) : ledger;
  if (apart !== undefined) yield* requireConsistent(apart, context);
  const evidence = yield* gathered(entries, known, entries === ledger.entries ? consistencyOf(ledger, context) : undefined);
  const { totals, abstained, awaited, examples } = evidence;
  yield;
  const decades = queryCounts(evidence);
  yield;
  const importance = importanceSum(evidence);
  yield;
  const measured = yield* measuredIn(evidence, context);
  yield;
  const weights = weightsOf(evidence);
  yield;
  const proven = context.certify && { certified: yield* certified([evidence], context.certify) };
  const { classNames } = context;
  const names = classNames ?? ledger.header.classes ?? ['negative', 'positive'];
  const named = { names, isOfSeveral: classNames !== undefined };
  const comparison = context.rivals && { comparison: comparisonOf(evidence, context.rivals) };
  const groups = context.groups && { groups: yield* groupsOf(evidence, ledger.header, context.groups, named) };
  return {
    examples,
    purchases: totals.purchases,
    labels: totals.labels,
    ...(ledger.before && { known: totals.known }),
    ...outsideCounts(knownBefore(ledger)),
    ...(context.passes && { isOverPasses: true }),
    abstained: abstained.filter((purchase) => !isKnown(purchase)).length,
    awaited: awaited.length,
    spent: totals.spent,
    undos: ledger.undos,
    ...(ledger.corrections && { corrected: ledger.corrections.length }),
    cutOff: ledger.cutOff,
    isFinished: evidence.end !== undefined,
    consistency: { verdict: 'ok', why: `${ledger.entries.length} entries agree with each other, the chain of models holds` },
    replay: replayed(verified),
    ...(meanIn(evidence, context.passes) ?? { quantities: quantitiesOf({ ...measured, names, ...proven }) }),
    ...comparison,
    ...groups,
    importance,
    ...measured,
    weights,
    decades,
    counts: countsVerdict(decades),
    ...proven,
  };
}

/** What the labels say of errors and classes, over all passes where that is the same in each. */
function* measuredIn(
  evidence: Evidence,
  { classNames, passes, judged }: Context,
): Work<Pick<Audit, 'error' | 'ofModel' | 'measures' | 'classMeasures'>> {
  const ofPass = errorEstimate(evidence);
  yield;
  const over = <T extends Measures | ClassMeasures>(measured: T): T => (passes ? measuredOver(passes, measured) : measured);
  return {
    error: passes === undefined ? ofPass : { ...ofPass, ...errorOver(passes, ofPass) },
    ...present({ ofModel: judged && errorOfModel(evidence, judged, passes) }),
    ...(classNames === undefined
      ? { measures: over(measuresOf(evidence)) }
      : { classMeasures: over(classMeasuresOf(evidence, classNames)) }),
  };
}

/** The mean of a run whose labels are numbers, the only quantity that it has; undefined of all others. */
function meanIn(
  { tallies, judge, course }: Evidence,
  passes: OverPasses | undefined,
): Pick<Audit, 'mean' | 'quantities'> | undefined {
  const numbers = 'why' in tallies ? tallies.numbers?.numbers : undefined;
  if (numbers === undefined) return undefined;
  const mean = meanTold(numbers, judge.range!, course, passes);
  return { mean, quantities: [mean] };
}

function replayed(verified: Verified | undefined): Verdict {
  if (verified === undefined) return unknown('without --data nothing is computed anew');
  const recorded = verified.asRecorded.join(', ');
  return { verdict: 'ok', why: `computed anew on the data, every entry is the same bit for bit; taken as recorded: ${recorded}` };
}

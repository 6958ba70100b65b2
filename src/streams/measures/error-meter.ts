import { MeanAccount } from '../../statistics/mean-account.ts';
import { AssistedShares } from '../../statistics/assisted-shares.ts';
import { noEstimate, type ErrorEstimate } from '../../statistics/error-estimate.ts';
import { CertifiedCount } from '../../statistics/certificates/certified-count.ts';
import { ErrorTally, type Course, type EarlierLabels, type JudgedLabel } from '../../statistics/error-tally.ts';
import { KeyedNumbers, partIn, type State, type Stateful, restoreInto, stateOf } from '../../numerics/state.ts';
import type { ClassEstimates } from '../../statistics/class-estimates.ts';
import type { QueryRule, RuleTraits } from '../../queries/query.ts';
import type { AnyActiveLearner } from '../active-learner.ts';
import type { Observer } from '../passes/active-learn.ts';
import type { Answer } from '../oracles/annotator.ts';
import { sideOf, type Judge } from '../judge.ts';
import { errorWords, isSaid } from './error-words.ts';
import { remarksOn } from '../remarks.ts';
import { confidenceOf } from '../../statistics/cell-means.ts';

/** What is asked of the run that was watched. */
export interface Metered {
  readonly query: RuleTraits;
  readonly judge: Pick<Judge, 'classes'>;
}

/** Rows that the smallest probability alone would have bought: below, a band says next to nothing. */
const ENOUGH_FOR_BAND = 40;

/** A certified band, in shares of the importance considered. */
export interface Band {
  readonly low: number;
  readonly high: number;
  /** What it is about: rows, or their importance where they have some. */
  readonly rows: number;
}

/** What else a meter keeps account of. */
export interface MeteredShares {
  /** K: the share of each class is told; 0: labels are numbers, whose mean is; absent: only errors are. */
  readonly classes?: number;
  /** What the ledger's header says (assistanceOf in ledger/entry.ts). */
  readonly assistance?: number;
  /** The smallest probability, as it was known before the first coin; absent: nothing is certified. */
  readonly floor?: number | undefined;
}

/**
 * Keeps the account of a run while it happens: an observer of the loop, live, simulated or replayed, for ErrorTally. Of its errors, and of
 * the shares of the classes in the rows considered, by the labels bought, and where that was decided before the first coin, by what was
 * predicted (statistics/assisted-shares.ts).
 *
 * A late answer judges the prediction it was bought on. A purchase counts once it is answered, or once the run has gone on
 * without its answer: a question that is still open is none. In rounds a run under way is told by its complete rounds.
 */
export class ErrorMeter implements Observer<AnyActiveLearner>, Stateful {
  /** That of the errors, then one a class. */
  readonly #tallies: readonly ErrorTally[];
  readonly #shares: AssistedShares | undefined;
  /** Of labels that are numbers; undefined of classes. */
  readonly numbers: MeanAccount | undefined;
  /** What is told of a run under way: in rounds the accounts of the complete ones. */
  #told: readonly ErrorTally[];
  /** The predictions that purchases on their way were made on, by row. */
  readonly #predictions = new KeyedNumbers();
  readonly #floor: number | undefined;
  /** The certified count of the errors, of rows that are done with; in rounds also as the last complete one has left it. */
  readonly #count: CertifiedCount | undefined;
  #toldCount: CertifiedCount | undefined;
  /** Complete rounds that it tells of, rows that are done with and have an importance, and whether the budget has ended. */
  readonly #done = { rounds: 1, rows: 0, isStopped: false };
  /** The row last considered; -1 where it is done with. */
  readonly #row = { i: -1, p: 0, size: 0, isAsked: false };

  constructor({ classes, assistance = 0, floor }: MeteredShares = {}) {
    this.#floor = floor;
    this.#count = floor === undefined || classes === 0 ? undefined : new CertifiedCount(floor);
    this.#tallies = Array.from({ length: 1 + (classes ?? 0) }, () => new ErrorTally());
    this.#told = this.#tallies;
    this.#shares = assistance > 0 ? new AssistedShares(classes!, assistance) : undefined;
    this.numbers = classes === 0 ? new MeanAccount(floor) : undefined;
  }

  considered(active: AnyActiveLearner, i: number): void {
    this.#settle();
    const { situation, decision, rounds, judge } = active;
    const { time, rowImportance, prediction, distance } = situation;
    // In rounds the budget holds what is drawn.
    if (rounds === undefined) {
      if (situation.labelsLeft < 1) this.#stop();
    } else if (time === 0 || rounds.isNext(time)) this.#tell(time / rounds.rows);
    for (const tally of this.#tallies) tally.consider(rowImportance, decision.probability);
    const confidence = active.isGuess ? confidenceOf(distance) : 0;
    this.#assisted?.consider(rowImportance, decision.probability, judge.predictedClass(prediction), confidence);
    const row = this.#row;
    row.i = i;
    row.p = decision.probability;
    row.size = rowImportance;
    row.isAsked = decision.outcome === 'asked';
    if (row.isAsked) this.#predictions.set(i, [prediction]);
  }

  answered({ judge }: AnyActiveLearner, i: number, answer: Answer): void {
    this.#settle();
    const [prediction] = this.#predictions.get(i)!;
    this.#predictions.delete(i);
    if (answer === 'abstains') return;
    const label = judge.classOf(answer);
    const isWrong = judge.isWrong(prediction, answer);
    for (const count of [this.#count, this.#toldCount]) count?.answer(i, isWrong);
    for (const [errors, ...classes] of new Set([this.#tallies, this.#told])) {
      errors.answer(i, isWrong ? 'wrong' : 'right', sideOf(judge, answer));
      for (const [k, tally] of classes.entries()) tally.answer(i, k === label ? 'wrong' : 'right', undefined);
    }
    this.#assisted?.answer(i, label);
  }

  /** What the labels so far say of the predictions. To be called between examples, or while a question is open. */
  estimate({ query, judge }: Metered, course: Course): ErrorEstimate {
    const [tally] = this.#of(course);
    const plain = tally.estimate(course);
    const assisted = this.#shares?.isOfGuesses ? this.#shares.share('wrong', course, plain, tally.seen(course)) : plain;
    const estimate = { ...assisted, labels: tally.answered };
    const isEarly = tally !== this.#tallies[0] && tally.rows('over') === 0;
    const why = whyNoEstimate(query, judge) ?? (isEarly ? NO_ROUND : undefined);
    return why === undefined ? estimate : noEstimate(why, estimate);
  }

  /** What the labels say of the model that learned them, which each of them judges without having taught it (ErrorTally.ofModel). */
  ofModel(
    { query, judge, rounds }: Metered & Pick<AnyActiveLearner, 'rounds'>,
    labels: readonly JudgedLabel[],
    course: Course,
    earlier?: EarlierLabels,
  ): ErrorEstimate {
    const estimate = this.#tallies[0].ofModel(labels, course, earlier);
    const why = whyNoEstimate(query, judge) ?? (rounds && 'not in rounds over a pool');
    return why === undefined ? estimate : noEstimate(why, estimate);
  }

  /** The same of both classes, to stand beside it where one of them is small. */
  classes({ query, judge }: Metered, course: Course): ClassEstimates {
    const estimates = this.#of(course)[0].classes(course);
    return whyNoEstimate(query, judge) === undefined ? estimates : { ...estimates, smallerClass: NaN };
  }

  /** What a person should know of the sample; `truth` where the true labels are known. */
  remarks(active: Metered, course: Course, truth?: Parameters<typeof remarksOn>[0]['truth']): string[] {
    const estimate = this.estimate(active, course);
    const said = isSaid(estimate) ? estimate : noEstimate(errorWords(estimate), estimate);
    return remarksOn({ query: active.query, shape: this.#of(course)[0].shape(course), estimate: said, truth });
  }

  /** The share of each class. To be called between examples, or while a question is open. */
  shares(course: Course): ErrorEstimate[] {
    const tallies = this.#of(course).slice(1);
    const predicted = [...tallies.keys()];
    return tallies.map((tally, label) => {
      const plain = tally.share(course);
      return this.#shares?.share({ label, predicted }, course, plain, tally.seen(course)) ?? plain;
    });
  }

  /** The certified band of the errors, of 95% confidence, in rounds after the last complete one; undefined while too few rows are done with. */
  get band(): Band | undefined {
    const count = this.#toldCount ?? this.#count;
    const { rounds, rows: done } = this.#done;
    if (count === undefined || !(this.#floor! * (count === this.#count ? done : count.rows) >= ENOUGH_FOR_BAND)) return undefined;
    const { rows } = count;
    const [low, high] = count.bounds(0.95);
    return { low: low / rows, high: high / rows, rows: rows / rounds };
  }

  /** Taken where no question is open. */
  state(): State {
    this.#settle();
    return {
      ...stateOf(this.#done),
      ...(this.#count && { count: this.#count.state() }),
      ...(this.#toldCount && { toldCount: this.#toldCount.state() }),
      tallies: stateOf([...this.#tallies]),
      ...(this.#told !== this.#tallies && { told: stateOf([...this.#told]) }),
      ...(this.#assisted && { shares: this.#assisted.state() }),
      predictions: this.#predictions.state(),
    };
  }

  restore(state: State): void {
    restoreInto([...this.#tallies], partIn(state, 'tallies'));
    this.#told = 'told' in state ? this.#tallies.map(() => new ErrorTally()) : this.#tallies;
    if ('told' in state) restoreInto([...this.#told], partIn(state, 'told'));
    this.#assisted?.restore(partIn(state, 'shares'));
    this.#predictions.restore(partIn(state, 'predictions'));
    restoreInto(this.#done, state);
    this.#count?.restore(partIn(state, 'count'));
    this.#toldCount = 'toldCount' in state ? new CertifiedCount(this.#floor!) : undefined;
    this.#toldCount?.restore(partIn(state, 'toldCount'));
    this.#row.i = -1;
  }

  #of(course: Course): readonly ErrorTally[] {
    return course === 'over' ? this.#tallies : this.#told;
  }

  get #assisted(): AssistedShares | MeanAccount | undefined {
    return this.#shares ?? this.numbers;
  }

  #stop(): void {
    this.#done.isStopped = true;
    for (const tally of this.#tallies) tally.stop();
    this.#assisted?.stop();
    this.#count?.stop();
  }

  /** So many rounds are complete: they are told, and nothing before the first. */
  #tell(rounds: number): void {
    this.#told = this.#tallies.map((tally) => (rounds === 0 ? new ErrorTally() : tally.complete()));
    this.#done.rounds = Math.max(1, rounds);
    if (this.#count === undefined) return;
    this.#toldCount = new CertifiedCount(this.#floor!);
    this.#toldCount.restore(this.#count.state());
  }

  /** The row last considered is done with. */
  #settle(): void {
    const { i, p, size, isAsked } = this.#row;
    if (i < 0) return;
    this.#row.i = -1;
    if (size > 0 && !this.#done.isStopped) this.#done.rows++;
    this.#count?.consider(p, size);
    if (!isAsked) return;
    for (const tally of this.#tallies) tally.buy(i);
    this.#assisted?.buy(i);
    this.#count?.buy(i);
  }
}

/** Why nothing is said in the first round over a pool. */
export const NO_ROUND = 'no round over the pool is complete yet';

/** Why the labels that a rule buys say nothing of the error, if they do not. */
export function whyNoEstimate(
  { name, weighting, unbiased }: Pick<QueryRule, 'name' | 'weighting' | 'unbiased'>,
  { classes }: Pick<Judge, 'classes'>,
): string | undefined {
  if (classes === undefined) return 'the loss predicts no classes';
  if (weighting !== 'inverse-probability') return 'this rule weights labels by 1, not by 1/p';
  if (!unbiased)
    return `examples of p = 0 were left out, as the rule '${name}' does; with a floor under it an estimate can be made`;
  return undefined;
}

import { MeanAccount } from '../../statistics/mean-account.ts';
import { AssistedShares } from '../../statistics/assisted-shares.ts';
import { noEstimate, type ErrorEstimate } from '../../statistics/error-estimate.ts';
import { ErrorTally, type Course, type EarlierLabels, type JudgedLabel } from '../../statistics/error-tally.ts';
import { arrayIn, partIn, type State, type Stateful, restoreInto, stateOf } from '../../numerics/state.ts';
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

/**
 * Keeps the account of a run's errors while it happens: an observer of the loop, live, simulated or replayed, for ErrorTally.
 *
 * A late answer judges the prediction it was bought on. A purchase counts once it is answered, or once the run has gone on
 * without its answer: a question that is still open is none.
 */
export class ErrorMeter implements Observer<AnyActiveLearner>, Stateful {
  readonly #tally = new ErrorTally();
  readonly #guesses: AssistedShares | undefined;
  /** What is told of a run under way: in rounds the account of the complete ones. */
  #told = this.#tally;
  /** The predictions that purchases on their way were made on, by row. */
  readonly #predictions = new Map<number, number>();
  /** The purchase whose answer may come next. */
  #asked: number | undefined;

  /** `guesses`: the account of guesses that predict, which is told of its rows elsewhere (GuessShares); absent: what learns predicts. */
  constructor(guesses?: AssistedShares) {
    this.#guesses = guesses;
  }

  considered({ situation, decision, rounds }: AnyActiveLearner, i: number): void {
    this.#settle();
    // In rounds the budget holds what is drawn.
    if (rounds === undefined) {
      if (situation.labelsLeft < 1) this.#tally.stop();
    } else if (situation.time === 0) this.#told = new ErrorTally();
    else if (rounds.isNext(situation.time)) this.#told = this.#tally.complete();
    this.#tally.consider(situation.rowImportance, decision.probability);
    if (decision.outcome !== 'asked') return;
    this.#asked = i;
    this.#predictions.set(i, situation.prediction);
  }

  answered({ judge }: AnyActiveLearner, i: number, answer: Answer): void {
    this.#settle();
    const prediction = this.#predictions.get(i)!;
    this.#predictions.delete(i);
    if (answer === 'abstains') return;
    for (const tally of new Set([this.#tally, this.#told]))
      tally.answer(i, judge.isWrong(prediction, answer) ? 'wrong' : 'right', sideOf(judge, answer));
  }

  /** What the labels so far say of the predictions. To be called between examples, or while a question is open. */
  estimate({ query, judge }: Metered, course: Course): ErrorEstimate {
    const tally = this.#of(course);
    const plain = tally.estimate(course);
    const assisted = this.#guesses?.share('wrong', course, plain, tally.seen(course)) ?? plain;
    const estimate = { ...assisted, labels: tally.answered };
    const isEarly = tally !== this.#tally && tally.rows('over') === 0;
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
    const estimate = this.#tally.ofModel(labels, course, earlier);
    const why = whyNoEstimate(query, judge) ?? (rounds && 'not in rounds over a pool');
    return why === undefined ? estimate : noEstimate(why, estimate);
  }

  /** The same of both classes, to stand beside it where one of them is small. */
  classes({ query, judge }: Metered, course: Course): ClassEstimates {
    const estimates = this.#of(course).classes(course);
    return whyNoEstimate(query, judge) === undefined ? estimates : { ...estimates, smallerClass: NaN };
  }

  /** What a person should know of the sample; `truth` where the true labels are known. */
  remarks(active: Metered, course: Course, truth?: Parameters<typeof remarksOn>[0]['truth']): string[] {
    const estimate = this.estimate(active, course);
    const said = isSaid(estimate) ? estimate : noEstimate(errorWords(estimate), estimate);
    return remarksOn({ query: active.query, shape: this.#of(course).shape(course), estimate: said, truth });
  }

  /** Taken where no question is open. */
  state(): State {
    return {
      tally: this.#tally.state(),
      ...(this.#told !== this.#tally && { told: this.#told.state() }),
      rows: Float64Array.from(this.#predictions.keys()),
      predictions: Float64Array.from(this.#predictions.values()),
    };
  }

  restore(state: State): void {
    this.#tally.restore(partIn(state, 'tally'));
    this.#told = 'told' in state ? new ErrorTally() : this.#tally;
    if ('told' in state) this.#told.restore(partIn(state, 'told'));
    const predictions = arrayIn(state, 'predictions');
    this.#predictions.clear();
    arrayIn(state, 'rows').forEach((row, n) => this.#predictions.set(row, predictions[n]));
    this.#asked = undefined;
  }

  #of(course: Course): ErrorTally {
    return course === 'over' ? this.#tally : this.#told;
  }

  #settle(): void {
    if (this.#asked === undefined) return;
    this.#tally.buy(this.#asked);
    this.#asked = undefined;
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

/**
 * Keeps the account of the classes while a run happens, as ErrorMeter keeps that of its errors: the share of each in the rows considered,
 * by the labels bought, and where that was decided before the first coin, by what was predicted (statistics/assisted-shares.ts).
 *
 * In rounds the shares of a run under way are those of its complete rounds.
 */
export class ShareMeter implements Observer<AnyActiveLearner>, Stateful {
  readonly #tallies: readonly ErrorTally[];
  readonly #shares: AssistedShares | undefined;
  /** Of labels that are numbers; undefined of classes. */
  readonly numbers: MeanAccount | undefined;
  /** What is told of a run under way: in rounds the accounts of the complete ones. */
  #told: readonly ErrorTally[];
  /** The purchase whose answer may come next. */
  #asked: number | undefined;

  /**
   * `classes`: K, 0 of numbers; `assistance`: what the ledger's header says (assistanceOf in ledger/entry.ts); `floor`: the smallest
   * probability as it was known before the first coin, where there was one.
   */
  constructor(classes: number, assistance: number, floor?: number) {
    this.numbers = classes === 0 ? new MeanAccount(floor) : undefined;
    this.#tallies = Array.from({ length: classes }, () => new ErrorTally());
    this.#told = this.#tallies;
    this.#shares = assistance > 0 ? new AssistedShares(classes, assistance) : undefined;
  }

  /** The account of guesses that came with the rows, which tells their errors too; undefined of other runs. */
  get ofGuesses(): AssistedShares | undefined {
    return this.#shares?.isOfGuesses ? this.#shares : undefined;
  }

  considered(active: AnyActiveLearner, i: number): void {
    this.#settle();
    const { situation, decision, rounds } = active;
    if (rounds === undefined) {
      if (situation.labelsLeft < 1) for (const account of this.#accounts) account.stop();
    } else if (situation.time === 0) this.#told = this.#tallies.map(() => new ErrorTally());
    else if (rounds.isNext(situation.time)) this.#told = this.#tallies.map((tally) => tally.complete());
    for (const tally of this.#tallies) tally.consider(situation.rowImportance, decision.probability);
    const confidence = active.isGuess ? confidenceOf(situation.distance) : 0;
    const predicted = active.judge.predictedClass(situation.prediction);
    this.#assisted?.consider(situation.rowImportance, decision.probability, predicted, confidence);
    if (decision.outcome === 'asked') this.#asked = i;
  }

  answered(active: AnyActiveLearner, i: number, answer: Answer): void {
    this.#settle();
    if (answer === 'abstains') return;
    const label = active.judge.classOf(answer);
    for (const tallies of new Set([this.#tallies, this.#told]))
      for (const [k, tally] of tallies.entries()) tally.answer(i, k === label ? 'wrong' : 'right', undefined);
    this.#assisted?.answer(i, label);
  }

  /** The share of each class. To be called between examples, or while a question is open. */
  estimates(course: Course): ErrorEstimate[] {
    const predicted = [...this.#tallies.keys()];
    return (course === 'over' ? this.#tallies : this.#told).map((tally, label) => {
      const plain = tally.share(course);
      return this.#shares?.share({ label, predicted }, course, plain, tally.seen(course)) ?? plain;
    });
  }

  /** Taken where no question is open. */
  state(): State {
    return {
      tallies: stateOf([...this.#tallies]),
      ...(this.#told !== this.#tallies && { told: stateOf([...this.#told]) }),
      ...(this.#assisted && { shares: this.#assisted.state() }),
    };
  }

  restore(state: State): void {
    restoreInto([...this.#tallies], partIn(state, 'tallies'));
    this.#told = 'told' in state ? this.#tallies.map(() => new ErrorTally()) : this.#tallies;
    if ('told' in state) restoreInto([...this.#told], partIn(state, 'told'));
    this.#assisted?.restore(partIn(state, 'shares'));
    this.#asked = undefined;
  }

  get #accounts(): readonly { stop(): void }[] {
    return this.#assisted === undefined ? this.#tallies : [...this.#tallies, this.#assisted];
  }

  get #assisted(): AssistedShares | MeanAccount | undefined {
    return this.#shares ?? this.numbers;
  }

  #settle(): void {
    if (this.#asked === undefined) return;
    for (const tally of this.#tallies) tally.buy(this.#asked);
    this.#assisted?.buy(this.#asked);
    this.#asked = undefined;
  }
}

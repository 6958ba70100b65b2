import { partIn, restoreInto, stateOf, type State, type Stateful } from '../../numerics/state.ts';
import { AssistedShares } from '../../statistics/assisted-shares.ts';
import { confidenceOf } from '../../statistics/cell-means.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { ErrorTally, type Course } from '../../statistics/error-tally.ts';
import type { AnyActiveLearner } from '../active-learner.ts';
import type { Answer } from '../oracles/annotator.ts';
import type { Observer } from '../passes/active-learn.ts';

/**
 * Keeps the account of the classes while a run happens, as ErrorMeter keeps that of its errors: the share of each in the rows considered,
 * by the labels bought, and where that was decided before the first coin, by what was predicted (statistics/assisted-shares.ts).
 *
 * In rounds the shares of a run under way are those of its complete rounds.
 */
export class ShareMeter implements Observer<AnyActiveLearner>, Stateful {
  readonly #tallies: readonly ErrorTally[];
  readonly #shares: AssistedShares | undefined;
  /** What is told of a run under way: in rounds the accounts of the complete ones. */
  #told: readonly ErrorTally[];
  /** The purchase whose answer may come next. */
  #asked: number | undefined;

  /** `classes`: K; `assistance`: what the ledger's header says (assistanceOf in ledger/entry.ts). */
  constructor(classes: number, assistance: number) {
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
    const predicted = active.predictedClass(situation.prediction);
    this.#shares?.consider(situation.rowImportance, decision.probability, predicted, confidence);
    if (decision.outcome === 'asked') this.#asked = i;
  }

  answered(active: AnyActiveLearner, i: number, answer: Answer): void {
    this.#settle();
    if (answer === 'abstains') return;
    const label = active.classOf(answer);
    for (const tallies of new Set([this.#tallies, this.#told]))
      for (const [k, tally] of tallies.entries()) tally.answer(i, k === label ? 'wrong' : 'right', undefined);
    this.#shares?.answer(i, label);
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
      ...(this.#shares && { shares: this.#shares.state() }),
    };
  }

  restore(state: State): void {
    restoreInto([...this.#tallies], partIn(state, 'tallies'));
    this.#told = 'told' in state ? this.#tallies.map(() => new ErrorTally()) : this.#tallies;
    if ('told' in state) restoreInto([...this.#told], partIn(state, 'told'));
    this.#shares?.restore(partIn(state, 'shares'));
    this.#asked = undefined;
  }

  get #accounts(): readonly { stop(): void }[] {
    return this.#shares === undefined ? this.#tallies : [...this.#tallies, this.#shares];
  }

  #settle(): void {
    if (this.#asked === undefined) return;
    for (const tally of this.#tallies) tally.buy(this.#asked);
    this.#shares?.buy(this.#asked);
    this.#asked = undefined;
  }
}

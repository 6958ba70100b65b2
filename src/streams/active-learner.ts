import type { Loss } from '../losses/loss.ts';
import { CompositionError } from '../numerics/iwal-error.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { MarginLearner } from '../learners/margin-learner.ts';
import type { RandomStream } from '../numerics/random.ts';
import { columnsOf, numberIn, partIn, recordsIn, restoreInto, type State, type Stateful, stateOf } from '../numerics/state.ts';
import type { Work } from '../numerics/work.ts';
import { pow } from '../numerics/pow.ts';
import { MOST_AHEAD } from '../queries/pacer.ts';
import { Filled } from '../queries/past-situations.ts';
import type { QueryRule, Reads, Situation } from '../queries/query.ts';
import type { Answer } from './oracles/annotator.ts';
import { requireCompatible } from './compatibility.ts';
import { Decision, requireProbability } from './decision.ts';
import { judgeOfLoss, type Judge } from './judge.ts';
import { Refits, type Final, type Fitting } from './refits.ts';
import type { Rounds } from './rounds.ts';
import { SituationView } from './situation.ts';
import type { AnyStopping } from './stopping/lead.ts';

/** What an active learner is made of. */
export interface ActiveParts<L extends Stateful = MarginLearner> {
  readonly learner: L;
  readonly query: QueryRule;
  /** Tossed for every example. */
  readonly coin: RandomStream;
  /** a in [0, 1]: a label of importance i/P is learned with i (1/P)^a; absent: 1. */
  readonly temper?: number;
  /** Ends the run when its goal is certified; absent: it goes on. */
  readonly stopping?: AnyStopping;
  /** Labels that were bought before this run, by row; absent: none. */
  readonly known?: ReadonlyMap<number, number>;
  /** How models are fitted to the labels (refits.ts); absent: the online learner is the only model. */
  readonly fitting?: Fitting<L>;
  /** The rows are met several times (rounds.ts); absent: once. */
  readonly rounds?: Rounds;
  /** Guesses that came with the rows predict; absent: what learns does. */
  readonly isGuess?: boolean;
  /** What judges predictions by labels; absent: they are as the loss reads them. */
  readonly judge?: Judge;
}

/** What was decided of an example, and what was predicted then. */
export type Decided = Pick<Decision, 'probability' | 'outcome'> & Pick<Situation, 'prediction'>;

/** Arrays of a state, and what of each purchase they hold: `importance` is what its label will be learned with. */
const PURCHASES = { rows: 'row', importances: 'importance', rowImportances: 'rowImportance', predictions: 'prediction' } as const;

/** A label that is paid for and has not come yet. */
type Purchase = Readonly<Record<(typeof PURCHASES)[keyof typeof PURCHASES], number>>;

/** What every rule sees of a run at the moment when another model begins to ask. */
type Foreseen = Pick<Situation, (typeof FORESEEN)[number]>;

const FORESEEN = ['time', 'labelsLeft', 'errorRate', 'queries'] as const;

/**
 * Importance-weighted active learning, one example at a time, whatever it is that learns: a learner of two classes (ActiveLearner)
 * or of several (ActiveClassLearner).
 *
 *   p     = margin of the example under the current weights
 *   P     = query.probability(situation)           situation: k, p, q, weightToFlip, errors and labels bought so far
 *   asked = coin < P and the budget holds a label  (the coin is tossed for every example: equal seeds, equal coins)
 *   h     = i/P (decision.ts)                      the importance that keeps the bought sample unbiased; i that of the row, as a rule 1
 *
 * `ask` decides and `tell` / `pass` report, so a simulation (active-learn.ts), a person in a terminal and a program on a
 * pipe drive the same object. A label that comes late is announced by `postpone` and handed over by `deliver`: it is learned
 * when it comes, with the importance it was bought with, and judges the prediction it was bought on.
 *
 * A row of importance i counts as i rows wherever something is learned, summed or estimated; its label costs one label, and the
 * clock k counts it once. At i = 0 it is considered, tosses its coin, and is never asked about.
 *
 * What breaks E[sum of importance] = the importance considered: a budget that ends is a hard cap, and what it cut off is
 * `refusedImportance` (their sum is as it should be on average still); answers that never come take their importance with them,
 * which biases nothing but the sum where they are missing at random; p = 0 leaves examples to the rule (`implied`).
 *
 * Tempered importances: with a < 1 a label is learned with i (1/P)^a instead. Sums, the error rate and every estimate keep i/P:
 * the sample stays unbiased, the learner does not.
 *
 * A row whose label is known has P = 1 whatever the rule says: its label counts in every sum, is no label bought, and is not learned
 * again.
 *
 * Source: Beygelzimer, Dasgupta & Langford (2009), algorithm 1; Karampatziakis & Langford (arXiv 1011.1576), section 4.
 */
export abstract class AnyActiveLearner<L extends Stateful = Stateful> implements Stateful {
  readonly learner: L;
  readonly query: QueryRule;
  /** What the rule sees of the example being considered; refilled for every one. */
  readonly situation: Situation;
  /** What it shows. */
  readonly #situation = new Filled();
  /** What was decided about it, and on what grounds; likewise. */
  readonly decision = new Decision();
  /** Absent where the run goes on to the end of its rows or its budget. */
  readonly stopping: AnyStopping | undefined;
  /** Absent where every row is met once. */
  readonly rounds: Rounds | undefined;
  readonly isGuess: boolean;
  /** What is filled in: how sure a guess is is told to every rule. */
  readonly #reads: Reads;
  readonly #coin: RandomStream;
  /** Labels that were bought and have not come, the oldest first. */
  #open: Purchase[] = [];
  readonly #temper: number = 1;
  readonly #known: ReadonlyMap<number, number> | undefined;
  readonly #refits: Refits<L> | undefined;
  /** A field, for it is asked on every row. */
  #model: L;
  readonly #fitting: Fitting<L> | undefined;
  /** What was known when rows ahead were shown to the rule for the last time; undefined before. */
  #foreseen: Foreseen | undefined;
  /** Whether the row in the situation was decided, and its prediction made, by another model (`decidesAs`). */
  protected isDecided = false;
  #decided: ((time: number) => Decided | undefined) | undefined;
  /** Of the row in the situation, where it was known before. */
  #knownLabel: Answer | undefined;
  readonly #sums = { consideredImportance: 0, importanceSum: 0, refusedImportance: 0, errorSum: 0, implied: 0 };

  /** @throws CompositionError where the rule's labels cannot be tempered. */
  constructor({ learner, query, coin, temper = 1, stopping, known, fitting, rounds, isGuess = false }: ActiveParts<L>) {
    this.learner = learner;
    this.isGuess = isGuess;
    this.#reads = isGuess && query.reads === 'counts' ? 'prediction' : query.reads;
    this.rounds = rounds;
    this.query = query;
    this.stopping = stopping;
    this.#known = known;
    this.#coin = coin;
    if (temper !== 1 && query.weighting !== 'inverse-probability') {
      throw new CompositionError(`query rule '${query.name}' weighs no label by 1/p, so there is no importance to temper`);
    }
    this.#temper = temper;
    this.situation = new SituationView(this.#situation);
    this.#refits = fitting && new Refits(fitting);
    this.#model = learner;
    this.#fitting = fitting;
  }

  /** What predicts and asks: the fit that is in force, else what learns online. */
  get model(): L {
    return this.#model;
  }

  /** What the model shows for row i that asks now. */
  predict(rows: SparseRows, i: number): number {
    return this.predictionOf(this.model, rows, i);
  }

  /** The model that the run ends with when it ends here. */
  *final(): Work<Final<L>> {
    return this.#refits === undefined
      ? { learner: this.learner, choice: undefined, judged: [] }
      : yield* this.#refits.final(this.learner);
  }

  /** What can be computed before the next example is considered, in pieces; it changes nothing but how long that takes. */
  *ahead(): Work<void> {
    yield* this.#refits?.ahead() ?? [];
  }

  /** Sum of the rows' own importances over all examples considered: their number, where rows have none. */
  get consideredImportance(): number {
    return this.#sums.consideredImportance;
  }

  /**
   * Sum of the importances of all learned labels; with those refused and implied, its expectation is the importance considered.
   */
  get importanceSum(): number {
    return this.#sums.importanceSum;
  }

  /** Sum of the importances that the coin wanted and the budget did not hold: what a hard cap has cut off. */
  get refusedImportance(): number {
    return this.#sums.refusedImportance;
  }

  /** Importance of the examples of probability 0: their number, where rows have none. */
  get implied(): number {
    return this.#sums.implied;
  }

  /** What is known of the row of the last `ask` from before the run, or from an earlier round: it is told, and nobody is asked. */
  get knownLabel(): Answer | undefined {
    return this.#knownLabel;
  }

  /** Labels that were bought and have not come. */
  get awaited(): number {
    return this.#open.length;
  }

  /** Importance-weighted 0/1 error on learned labels over the importance considered; 0 before there is any. */
  get errorEstimate(): number {
    return this.#sums.consideredImportance === 0 ? 0 : this.#sums.errorSum / this.#sums.consideredImportance;
  }

  /** Whether the run ends before a row at whose price the budget holds this many labels. */
  isOver(labelsLeft: number): boolean {
    const isOver = (labelsLeft < 1 && this.query.endsWithBudget === true) || this.stopping?.isReached === true;
    return isOver && this.#decided?.(this.situation.time) === undefined;
  }

  /** From now on examples are decided as is told of their place in the stream; where nothing is told, and undefined: by the rule. */
  decidesAs(decided: ((time: number) => Decided | undefined) | undefined): void {
    this.#decided = decided;
  }

  /** i (h/i)^a: what a label of whole importance h of the row in the situation is learned with; 0 where it was known before. */
  learnedImportance(h: number): number {
    if (this.#knownLabel !== undefined) return 0;
    const { rowImportance } = this.situation;
    switch (this.#temper) {
      case 1:
        return h;
      case 0.5:
        return Math.sqrt(h * rowImportance);
      case 0:
        return rowImportance;
      default:
        return rowImportance * pow(h / rowImportance, this.#temper);
    }
  }

  /**
   * Considers row i, which has an importance of its own >= 0; returns the importance its label has to be bought with, or 0 when it is
   * not asked about.
   *
   * @throws RangeError for an importance that is none, and for a rule whose probability is none.
   */
  ask(rows: SparseRows, i: number, labelsLeft: number, rowImportance = 1): number {
    const { query, decision } = this;
    const situation = this.#situation;
    if (this.rounds !== undefined) return this.#askInRounds(this.rounds, rows, i, labelsLeft, rowImportance);
    if (this.#refits !== undefined) this.#refit(this.#refits, labelsLeft);
    if (!(rowImportance >= 0 && this.#sums.consideredImportance + rowImportance < Infinity)) this.#refuse(i, rowImportance);
    this.#look(rows, i, rowImportance);
    situation.labelsLeft = labelsLeft;
    this.#knownLabel = this.#known?.get(i);
    const wish = this.#knownLabel === undefined ? this.#wish(rows, i) : 1;
    const decided = this.#decided?.(situation.time);
    this.isDecided = decided !== undefined;
    const coin = this.#coin.next();
    const h =
      decided === undefined
        ? decision.make(wish, coin, query.weighting, labelsLeft, rowImportance)
        : this.#decideAgain(decided, coin);
    if (this.stopping !== undefined) this.#follow(this.stopping, i, labelsLeft);
    return h;
  }

  /** Learns the bought label of row i, the row of the last `ask`, with the importance h that it returned. */
  tell(rows: SparseRows, i: number, label: number, h: number): void {
    this.#learn(rows, i, label, h, this.situation.prediction);
    this.#goOn();
  }

  /** Goes on without the label of row i, the row of the last `ask`: not asked, or asked and not answered. */
  pass(rows: SparseRows, i: number): void {
    const { query, situation, decision } = this;
    if (decision.outcome === 'implied') {
      if (query.whenImplied === 'learn-prediction') this.learnPrediction(rows, i);
      this.#sums.implied += situation.rowImportance;
    } else if (decision.outcome === 'refused') this.#sums.refusedImportance += decision.importance;
    if (decision.outcome === 'asked') this.rounds?.meet(i, 'abstains', situation.prediction);
    query.settle(situation, rows, i, undefined, 0, 0);
    this.#goOn();
  }

  /** Goes on before the bought label of row i, the row of the last `ask`, has come. */
  postpone(i: number): void {
    const { prediction, rowImportance } = this.situation;
    this.#open.push({ row: i, importance: this.decision.importance, rowImportance, prediction });
    this.#goOn();
  }

  /**
   * The answer to the oldest open purchase of row i has come. To be called between examples.
   *
   * @throws RangeError where none of row i is open.
   */
  deliver(rows: SparseRows, i: number, answer: Answer): void {
    const at = this.#open.findIndex(({ row }) => row === i);
    if (at < 0) throw new RangeError(`no label of row ${i} is awaited`);
    const [{ importance, rowImportance, prediction }] = this.#open.splice(at, 1);
    // Nobody buys what is known: whatever row was considered last, this label is to be learned.
    this.#knownLabel = undefined;
    this.#look(rows, i, rowImportance);
    if (answer === 'abstains') {
      this.rounds?.meet(i, answer, prediction);
      this.query.settle(this.situation, rows, i, undefined, 0, 0);
    } else this.#learn(rows, i, answer, importance, prediction);
  }

  /** Taken between examples. */
  state(): State {
    const { learner, query, situation } = this;
    return {
      learner: learner.state(),
      query: query.state(),
      coin: this.#coin.state(),
      ...(this.stopping && { stopping: this.stopping.state() }),
      ...(this.#refits && { fits: this.#refits.state() }),
      ...(this.#foreseen && { foreseen: { ...this.#foreseen } }),
      ...(this.rounds && { rounds: this.rounds.state() }),
      open: columnsOf(this.#open, PURCHASES),
      time: situation.time,
      queries: situation.queries,
      ...stateOf(this.#sums),
    };
  }

  restore(state: State): void {
    const { learner, query } = this;
    const situation = this.#situation;
    learner.restore(partIn(state, 'learner'));
    this.#refits?.restore(partIn(state, 'fits'));
    this.#model = this.#refits?.model ?? learner;
    if ('foreseen' in state) {
      const then = partIn(state, 'foreseen');
      const [time, labelsLeft, errorRate, queries] = FORESEEN.map((name) => numberIn(then, name));
      this.#foresee({ time, labelsLeft, errorRate, queries });
    }
    this.rounds?.restore(partIn(state, 'rounds'));
    query.restore(partIn(state, 'query'));
    this.#coin.restore(partIn(state, 'coin'));
    this.stopping?.restore(partIn(state, 'stopping'));
    this.#open = recordsIn(partIn(state, 'open'), PURCHASES);
    situation.time = numberIn(state, 'time');
    situation.queries = numberIn(state, 'queries');
    restoreInto(this.#sums, state);
  }

  /** The loss of what learns. */
  abstract get loss(): Loss;
  /** What judges predictions by labels. */
  abstract readonly judge: Judge;
  /** What a model of the run shows for row i: a margin, or a class. */
  abstract predictionOf(model: L, rows: SparseRows, i: number): number;
  /** The label of the class of a prediction. */
  abstract labelOf(prediction: number): number;
  /**
   * What moves predictions towards the class of this one (of two classes: towards the positive one), a weight a feature, as a fresh
   * array.
   */
  abstract weightsTowards(prediction: number): Float64Array;
  /** The importance with which another label than the predicted one would change the prediction of row i now; Infinity where none would. */
  abstract importanceToChange(rows: SparseRows, i: number): number;
  /** Fills in the prediction for row i, and what else the rule reads of it: `distance`, `sensitivity`, `weightToFlip`. */
  protected abstract appraise(rows: SparseRows, i: number, reads: Reads, situation: Filled): void;
  /** Learns a label with importance h. */
  protected abstract learnLabel(rows: SparseRows, i: number, label: number, h: number): void;
  /** Learns what is predicted, with the importance of the row in the situation, as if it were its label. */
  protected abstract learnPrediction(rows: SparseRows, i: number): void;

  /**
   * Shows the rule rows ahead as the fit sees them that asks from now on: every k-th, so many as it solves for. What learns online changes
   * with every label: where it asks again the rule is shown none, and goes by rows of the past.
   */
  #foresee(now: Foreseen): void {
    this.#foreseen = now;
    const { pool, importances, order } = this.#fitting!;
    const situation = this.#situation;
    const last = this.model === this.learner ? 0 : order.length;
    const every = Math.max(1, Math.ceil((last - now.time) / MOST_AHEAD));
    const { query } = this;
    const known = this.#known;
    const appraise = (i: number): void => {
      situation.rowImportance = importances === undefined ? 1 : importances[i];
      this.appraise(pool, i, query.reads, situation);
      Object.assign(situation, now);
    };
    query.foresee?.(
      this.situation,
      (function* () {
        for (let t = now.time; t < last; t += every) {
          if (known?.has(order[t]) === true) continue;
          appraise(order[t]);
          yield order[t];
        }
      })(),
    );
  }

  /** The same as `ask` where rows are met in rounds: the model and the probabilities are those of the window that the row is in. */
  #askInRounds(rounds: Rounds, rows: SparseRows, i: number, labelsLeft: number, rowImportance: number): number {
    const situation = this.#situation;
    const { time } = situation;
    if (!(rowImportance >= 0 && this.#sums.consideredImportance + rowImportance < Infinity)) this.#refuse(i, rowImportance);
    situation.labelsLeft = labelsLeft;
    situation.errorRate = this.errorEstimate;
    if (rounds.isDue(time)) {
      if (this.#refits?.update() === true) this.#model = this.#refits.model ?? this.learner;
      rounds.begin(time, labelsLeft, {
        situation: this.situation,
        appraise: (ahead) => {
          situation.rowImportance = rounds.importanceOf(ahead);
          this.appraise(rows, ahead, this.query.reads, situation);
        },
        isKnown: (ahead) => this.#known?.has(ahead) === true,
      });
    }
    situation.rowImportance = rowImportance;
    rounds.show(time, situation);
    const met = rounds.met(i);
    if (met !== undefined) situation.prediction = met.prediction;
    this.#knownLabel = met === undefined ? this.#known?.get(i) : met.answer;
    const uniform = this.#coin.next();
    const isKnown = this.#knownLabel !== undefined;
    const [wish, coin] = isKnown ? [1, uniform] : [rounds.probability(time), rounds.coin(time, uniform)];
    // The budget holds what was drawn.
    return this.decision.make(wish, coin, this.query.weighting, Infinity, rowImportance);
  }

  /** Fills the situation with what can be known about row i now. */
  #look(rows: SparseRows, i: number, rowImportance: number): void {
    const situation = this.#situation;
    situation.rowImportance = rowImportance;
    this.appraise(rows, i, this.#reads, situation);
    situation.errorRate = this.errorEstimate;
  }

  /** Brings the fit into force that is due. Apart from `ask`, which the engine inlines while it is short. */
  #refit(refits: Refits<L>, labelsLeft: number): void {
    if (!refits.update()) return;
    this.#model = refits.model ?? this.learner;
    const { time, queries } = this.#situation;
    this.#foresee({ time, labelsLeft, errorRate: this.errorEstimate, queries });
  }

  #remember(refits: Refits<L>, row: number, label: number, learned: number, h: number): void {
    const { rowImportance } = this.#situation;
    const importance = this.rounds === undefined ? h : this.rounds.weight(h, rowImportance);
    refits.add({ row, label, rowImportance, learned, importance });
  }

  #decideAgain({ probability, prediction, outcome }: Decided, coin: number): number {
    this.#situation.prediction = prediction;
    const labelsLeft = outcome === 'refused' ? 0 : Infinity;
    return this.decision.make(probability, coin, this.query.weighting, labelsLeft, this.situation.rowImportance);
  }

  #wish(rows: SparseRows, i: number): number {
    const { query, situation } = this;
    query.consider?.(situation, rows, i);
    return requireProbability(query.probability(situation, rows, i), query);
  }

  /** Learns a label of importance h that was bought on the prediction p. */
  #learn(rows: SparseRows, i: number, label: number, h: number, p: number): void {
    const { query } = this;
    const situation = this.#situation;
    const mistaken = this.judge.isWrong(p, label);
    this.stopping?.answer(i, mistaken, this.judge.isPositive(label), label);
    this.rounds?.meet(i, label, p);
    if (mistaken) this.#sums.errorSum += h;
    this.#sums.importanceSum += h;
    if (this.#knownLabel !== undefined) {
      // In rounds a purchase has the weight of all of them.
      if (this.rounds === undefined) this.#refits?.meet(i, h);
      query.settle(this.situation, rows, i, label, h, situation.rowImportance);
      return;
    }
    const learned = this.learnedImportance(h);
    const isLearned = mistaken || query.weighting === 'inverse-probability';
    if (isLearned) this.learnLabel(rows, i, label, learned);
    if (this.#refits !== undefined) this.#remember(this.#refits, i, label, isLearned ? learned : 0, h);
    query.settle(this.situation, rows, i, label, h, learned);
    situation.queries++;
  }

  /** Tells what was decided about row i. */
  #follow(stopping: AnyStopping, i: number, labelsLeft: number): void {
    const { decision } = this;
    stopping.consider(decision.probability, this.situation.rowImportance, labelsLeft);
    if (decision.outcome === 'asked') stopping.buy(i);
  }

  /** The example of the last `ask` is done with. */
  #goOn(): void {
    const situation = this.#situation;
    this.#sums.consideredImportance += situation.rowImportance;
    situation.time++;
  }

  #refuse(i: number, rowImportance: number): never {
    const isNone = !(rowImportance >= 0 && rowImportance < Infinity);
    const found = isNone
      ? `row ${i} has the importance ${rowImportance}`
      : `the importance ${rowImportance} of row ${i} makes the sum of importances infinite`;
    throw new RangeError(`${found}; expected a finite number >= 0${isNone ? '' : ', and a finite sum'}`);
  }
}

/**
 * Active learning of two classes: the prediction is a margin, and the opposite label is what could flip it.
 *
 * @throws CompositionError, the constructor, where the rule makes no sense with the learner's loss, or its labels cannot be tempered.
 */
export class ActiveLearner extends AnyActiveLearner<MarginLearner> {
  readonly judge: Judge;

  constructor(parts: ActiveParts) {
    requireCompatible(parts.query, parts.learner.loss);
    super(parts);
    this.judge = parts.judge ?? judgeOfLoss(parts.learner.loss);
  }

  override get loss(): Loss {
    return this.learner.loss;
  }

  override predictionOf(model: MarginLearner, rows: SparseRows, i: number): number {
    return model.predict(rows, i);
  }

  override labelOf(prediction: number): number {
    return this.judge.classes === undefined ? prediction : this.learner.side(prediction);
  }

  override weightsTowards(): Float64Array {
    return this.model.weights();
  }

  override importanceToChange(rows: SparseRows, i: number): number {
    const { learner } = this;
    // No single label flips what a fit says.
    if (this.model !== learner) return Infinity;
    const p = learner.margin(rows, i);
    return learner.weightToFlip(p, learner.sensitivity(rows, i, p));
  }

  protected override appraise(rows: SparseRows, i: number, reads: Reads, situation: Filled): void {
    const learner = this.model;
    const p = learner.margin(rows, i);
    situation.prediction = p;
    if (reads !== 'counts') situation.distance = Math.abs(p - learner.loss.threshold!);
    if (reads === 'flip') {
      situation.sensitivity = learner.sensitivity(rows, i, p);
      situation.weightToFlip = learner.weightToFlip(p, situation.sensitivity);
    }
  }

  protected override learnLabel(rows: SparseRows, i: number, label: number, h: number): void {
    // The prediction is the online learner's own where no fit is in force and no window keeps it, and saves it asking again.
    // Two calls: a number that may be undefined would be boxed.
    if (this.model === this.learner && this.rounds === undefined && !this.isDecided)
      this.learner.learn(rows, i, label, h, this.situation.prediction);
    else this.learner.learn(rows, i, label, h);
  }

  protected override learnPrediction(rows: SparseRows, i: number): void {
    const { learner, situation } = this;
    learner.learn(rows, i, learner.side(situation.prediction), situation.rowImportance);
  }
}

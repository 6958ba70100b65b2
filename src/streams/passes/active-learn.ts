import type { Dataset } from '../../rows/dataset.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { ActiveLearner, AnyActiveLearner } from '../active-learner.ts';
import type { Answer } from '../oracles/annotator.ts';
import type { Oracle } from '../oracles/oracle.ts';
import type { ProgressiveValidation } from '../measures/class-measures.ts';

/** Is told every decision and every answer in order; a ledger, for instance. */
export interface Observer<A extends AnyActiveLearner = ActiveLearner> {
  /** Row i has been considered, as `situation` and `decision` tell; nothing of it is learned yet. */
  considered(active: A, i: number): void;
  /** The answer about row i is here, perhaps late, and about to be learned; so much of its price is given back, nothing if absent. */
  answered(active: A, i: number, answer: Answer, refund?: number): void;
}

const nobody: Observer<AnyActiveLearner> = { considered: () => undefined, answered: () => undefined };

/**
 * What is considered: `order` names the row at each position; where rows have importances of their own, they are learned with
 * them.
 */
export interface Stream extends Pick<Dataset, 'rows' | 'importances'> {
  readonly order: Uint32Array;
  /** The run ends before a row at whose price the budget holds no label; absent: as its rule has it. */
  readonly endsWithBudget?: true;
}

/**
 * THE loop: a stream is considered in its order, and what the active learner asks for is bought from an oracle.
 *
 * The evaluator judges every prediction before anything is learned from its example; what else wants to know of decisions and
 * answers observes. Late answers are delivered between examples, as soon as they are due.
 *
 * Runs positions from … to - 1 of a stream, or as far as a run goes that ends with its budget; returns the position it came to.
 * The evaluator sees every example considered. A round over the pool begins when every answer of the one before has come.
 *
 * @throws DivergenceError where learning leaves the range of numbers.
 * @throws RangeError for a rule whose probability is none, and for an importance of a row that is none.
 */
export function activeLearn<A extends AnyActiveLearner>(
  active: A,
  stream: Stream,
  oracle: Oracle,
  evaluator: Pick<ProgressiveValidation, 'record'>,
  from: number,
  to: number,
  observer: Observer<A> = nobody,
): number {
  const { rows, importances, order, endsWithBudget } = stream;
  const { situation } = active;
  for (let t = from; t < to; t++) {
    const i = order[t];
    if (active.rounds?.isNext(t) === true) {
      oracle.hurry();
      deliver(active, rows, oracle, observer);
    }
    const left = oracle.left(i);
    if (active.isOver(left) || (endsWithBudget && left < 1)) return t;
    const h = active.ask(rows, i, left, importances === undefined ? 1 : importances[i]);
    evaluator.record(i, situation.prediction);
    observer.considered(active, i);
    if (h === 0) active.pass(rows, i);
    else {
      // What was known before is not to be bought.
      const answer = active.knownLabel ?? oracle.label(i, situation.time);
      if (answer === 'later') active.postpone(i);
      else tell(active, rows, i, answer, h, observer);
    }
    if (oracle.delay > 0) deliver(active, rows, oracle, observer);
  }
  return to;
}

/** Tells the answer about row i, which counts h. */
export function tell<A extends AnyActiveLearner>(
  active: A,
  rows: SparseRows,
  i: number,
  answer: Answer,
  h: number,
  observer: Observer<A>,
): void {
  observer.answered(active, i, answer);
  if (answer === 'abstains') active.pass(rows, i);
  else active.tell(rows, i, answer, h);
}

/** Hands over the late answers that are due. */
function deliver<A extends AnyActiveLearner>(active: A, rows: SparseRows, oracle: Oracle, observer: Observer<A>): void {
  for (;;) {
    const arrived = oracle.arrival(active.situation.time);
    if (arrived === undefined) return;
    observer.answered(active, arrived.row, arrived.answer, arrived.refund);
    active.deliver(rows, arrived.row, arrived.answer);
  }
}

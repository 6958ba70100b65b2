import { present } from '../numerics/present.ts';
import { errorRateGap } from '../queries/query.ts';
import type { AnyActiveLearner } from '../streams/active-learner.ts';
import type { Observer } from '../streams/passes/active-learn.ts';
import type { Answer } from '../streams/oracles/annotator.ts';
import type { AnswerEntry, Draft, ExampleEntry, Recorded } from './entry.ts';

/** What a recorder keeps, and where it goes. */
export interface RecorderOptions {
  readonly record: Recorded;
  /** What asking about a row costs, given what comes of it. */
  readonly cost: (row: number, answer: Answer | 'later') => number;
  /** Told every entry, in order. */
  readonly take: (draft: Draft) => void;
  /** Is told everything that this recorder is told, and before it. */
  readonly watch?: Observer<AnyActiveLearner>;
}

/** Filled in as things become known: copying an object would take longer than all else here. */
type Example = { -readonly [K in keyof ExampleEntry as Exclude<K, 'model'>]: ExampleEntry[K] };

/**
 * Turns what a run tells its observer into entries, in order. The same recorder serves simulation, labelling live and replay;
 * what becomes of the entries is up to `take`.
 *
 * A purchase whose answer comes at once is one entry, written when the answer is known; a late one is two.
 */
export class Recorder implements Observer<AnyActiveLearner> {
  readonly #options: RecorderOptions;
  /** Purchases on their way, by row. */
  readonly #open = new Map<number, Pick<AnswerEntry, 'position' | 'importance' | 'rowImportance' | 'learnedImportance'>>();
  /** The purchase whose answer may come next. */
  #asked: Example | undefined;
  #active: AnyActiveLearner | undefined;
  #spent = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Sum of the costs so far, less what was given back. */
  get spent(): number {
    return this.#spent;
  }

  considered(active: AnyActiveLearner, i: number): void {
    this.#options.watch?.considered(active, i);
    this.flush();
    this.#active = active;
    const isAsked = active.decision.outcome === 'asked';
    if (isAsked) this.#asked = this.#example(active, i);
    else if (this.#options.record === 'considered') this.#options.take(this.#example(active, i));
  }

  answered(active: AnyActiveLearner, i: number, answer: Answer, refund = 0): void {
    this.#options.watch?.answered(active, i, answer, refund);
    const label = answer === 'abstains' ? null : answer;
    const asked = this.#asked;
    // The clock stands still until an answer is there, and goes on before one that comes late.
    if (asked?.row === i && asked.position === active.situation.time) {
      this.#asked = undefined;
      asked.label = label;
      asked.cost = active.knownLabel === undefined ? this.#pay(i, answer) : 0;
      this.#options.take(asked);
      return;
    }
    this.flush();
    const purchase = this.#open.get(i)!;
    this.#open.delete(i);
    this.#spent -= refund;
    const said = { row: i, after: active.situation.time, label, ...(refund !== 0 && { refund }) };
    this.#options.take({ entry: 'answer', ...purchase, ...said });
  }

  /**
   * Writes a purchase down whose answer has not come and will come later. To be called between examples; `more`: what was wanted of the
   * question besides.
   */
  flush(more?: Pick<ExampleEntry, 'batch' | 'annotators' | 'overlap'>): void {
    const asked = this.#asked;
    if (asked === undefined) return;
    this.#asked = undefined;
    const { row, position, importance, rowImportance, learnedImportance } = asked;
    this.#open.set(row, { position, importance, ...present({ rowImportance, learnedImportance }) });
    asked.cost = this.#pay(row, 'later');
    this.#options.take(more === undefined ? asked : Object.assign(asked, more));
  }

  /** Goes back to where so much was spent and no answer was on its way. */
  restore(spent: number): void {
    this.#spent = spent;
    this.#asked = undefined;
    this.#open.clear();
  }

  /** Sums the finished stream up; the true error where it is known. */
  end(progressiveError: number | null): void {
    this.flush();
    const { consideredImportance = 0, importanceSum = 0, refusedImportance = 0, implied = 0 } = this.#active ?? {};
    const { situation, awaited = 0, errorEstimate = 0 } = this.#active ?? {};
    const { time: examples = 0, queries: labels = 0 } = situation ?? {};
    const spent = this.#spent;
    const weighed = consideredImportance !== examples && { consideredImportance };
    const sums = { importanceSum, refusedImportance, implied, ...weighed };
    this.#options.take({ entry: 'end', examples, labels, spent, ...sums, awaited, errorEstimate, progressiveError });
  }

  #example(active: AnyActiveLearner, row: number): Example {
    const { situation, decision, query } = active;
    const example: Example = {
      entry: 'example',
      position: situation.time,
      row,
      probability: decision.probability,
      coin: decision.coin,
      importance: decision.importance,
      outcome: decision.outcome,
      prediction: situation.prediction,
      errorRate: situation.errorRate,
    };
    if (situation.rowImportance !== 1) example.rowImportance = situation.rowImportance;
    if (decision.importance > 0) {
      const learned = active.learnedImportance(decision.importance);
      if (learned !== decision.importance) example.learnedImportance = learned;
    }
    if (query.endsWithBudget && query.knob !== undefined) example.knob = query.knob.value;
    if (active.isGuess) example.distance = situation.distance;
    if (query.reads === 'flip') {
      example.sensitivity = situation.sensitivity;
      example.weightToFlip = situation.weightToFlip;
      example.gap = errorRateGap(situation);
    }
    return example;
  }

  #pay(row: number, answer: Answer | 'later'): number {
    const cost = this.#options.cost(row, answer);
    this.#spent += cost;
    return cost;
  }
}

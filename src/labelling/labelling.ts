import type { State, Stateful } from '../numerics/state.ts';
import type { Work } from '../numerics/work.ts';
import type { ErrorEstimate } from '../statistics/error-estimate.ts';
import type { Course } from '../statistics/error-tally.ts';
import { outsideCounts, type Start } from '../specs/run.ts';
import type { AnyActiveLearner } from '../streams/active-learner.ts';
import type { Final } from '../streams/refits.ts';
import type { BandMeter } from '../streams/measures/band-meter.ts';
import { whyNoEstimate } from '../streams/measures/error-meter.ts';
import { isSaid } from '../streams/measures/error-words.ts';
import type { ShareOfClass } from '../streams/measures/share-words.ts';
import { bandWords, certifiedWords } from '../streams/stopping/stop-words.ts';
import type { Parts, Plan } from './opening.ts';
import type { Standing } from './question.ts';

/** A session as far as it does not matter how questions are asked: one at a time (session.ts) or in batches (batch/session.ts). */
export abstract class Labelling {
  protected readonly plan: Plan;
  protected readonly parts: Parts;
  protected active: AnyActiveLearner;
  protected isFinished = false;
  #isOpen = true;

  constructor(plan: Plan, parts: Parts) {
    this.plan = plan;
    this.parts = parts;
    this.active = plan.build(parts.start);
  }

  /** Whether every example has been considered. */
  protected abstract get course(): Course;

  /** What fresh labels say of the model in the end; undefined where there are none. */
  protected get final(): Standing['final'] {
    return undefined;
  }

  /** Labels that the budget still holds: a question that waits for its answer is paid for. */
  protected get left(): number {
    return this.plan.budget - this.parts.recorder.spent;
  }

  /** What the pass begins with; undefined for a first one that knows nothing. */
  get start(): Start | undefined {
    return this.parts.start;
  }

  get standing(): Standing {
    const { situation, consideredImportance, importanceSum, refusedImportance, awaited } = this.active;
    const { time: examples, queries: labels } = situation;
    const pool = this.parts.stream.order.length;
    const weighted = consideredImportance !== examples && { consideredImportance };
    const { meter } = this.parts;
    const error = meter.estimate(this.active, this.course);
    const classes = meter.classes(this.active, this.course);
    const shares = isSaid(error) ? this.#shares : [];
    const { stopping, rounds } = this.active;
    const stop = stopping && { words: certifiedWords(stopping), isReached: this.course === 'over' && stopping.isReached };
    const band = this.#band?.band;
    const { start } = this;
    const again = start && {
      ...(start.pass > 0 && { pass: start.pass, known: start.known.size }),
      ...outsideCounts(start.outside),
    };
    return {
      examples,
      pool,
      ...(rounds && { round: { number: Math.ceil(Math.max(1, examples) / rounds.rows), rows: rounds.rows } }),
      labels,
      labelsLeft: this.left,
      ...(awaited > 0 && { awaited }),
      ...again,
      ...weighted,
      importanceSum,
      refusedImportance,
      ...(this.active.isGuess && { guess: true }),
      error,
      ...(!Number.isNaN(classes.smallerClass) && { classes }),
      ...(shares.length > 0 && { shares }),
      ...(stop && { stop }),
      ...(band && { band: bandWords(band) }),
      ...(this.final && { final: this.final }),
    };
  }

  /** The share of each class; of two the positive one alone, for the other one has the rest. */
  get #shares(): ShareOfClass[] {
    const names = this.parts.ledger.header.classes ?? ['negative', 'positive'];
    const all = this.parts.shares.estimates(this.course).flatMap((estimate, k) => {
      const { kind, value, middle, low, high, rows, isStopped } = estimate;
      return kind === 'nothing' ? [] : [{ name: names[k], value: value ?? middle ?? null, low, high, rows, isStopped }];
    });
    return names.length === 2 ? all.slice(1) : all;
  }

  /** What keeps the certified band; undefined for rules whose labels certify nothing, and where a certificate is waited for. */
  get #band(): BandMeter | undefined {
    const { query, stopping } = this.active;
    return stopping === undefined && whyNoEstimate(query, this.active) === undefined ? this.parts.band : undefined;
  }

  /** Whether the pool has importances, and the session was begun without them and goes on so. */
  get leavesImportancesOut(): boolean {
    const { header } = this.plan;
    return header.data.importances !== undefined && this.parts.stream.importances === undefined;
  }

  /** What is remarkable about the sample, a line each, once all of it is there: no option that they advise can change a session. */
  get remarks(): string[] {
    return this.course === 'over' ? this.parts.meter.remarks(this.active, this.course) : [];
  }

  /** What of the ledger was cut off when it was opened, as a remark. */
  get remark(): string | undefined {
    return this.parts.ledger.remark;
  }

  /** What moved the prediction of the row in question, a weight a feature, as a fresh array. */
  get weights(): Float64Array {
    return this.active.weightsTowards(this.active.situation.prediction);
  }

  /** The model that the session ends with when it ends here; nothing calibrates it where the labels stand for no sample of the pool. */
  *takenHome(): Work<Final<Stateful>> {
    const final = yield* this.active.final();
    return whyNoEstimate(this.active.query, this.active) === undefined ? final : { ...final, judged: [] };
  }

  /** What the labels say of that model (ErrorMeter.ofModel); undefined where none was chosen, and before there is anything to say. */
  *ofModel({ mistakes }: Final<Stateful>): Work<ErrorEstimate | undefined> {
    const estimate = mistakes && this.parts.meter.ofModel(this.active, yield* mistakes(), this.course);
    return estimate?.kind === 'nothing' && this.course === 'under way' ? undefined : estimate;
  }

  /** What can be computed before the next answer comes. */
  ahead(): Work<void> {
    return this.active.ahead();
  }

  /** What decides how the session goes on. */
  state(): State {
    return this.active.state();
  }

  /** Sums a session up in which every example has been considered. */
  finish(): void {
    if (this.isFinished) return;
    this.parts.recorder.end(null);
    this.isFinished = true;
  }

  /** Lets the ledger go; what was answered is kept. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.parts.ledger.close();
  }
}

import { assistanceOf, floorOf, isKnown, type Draft, type Header, type Remark, type Testimony } from '../ledger/entry.ts';
import { whyNoCorrection } from '../ledger/corrections.ts';
import { openLedger, type Beginning, type LedgerFile } from '../ledger/file/ledger-file.ts';
import type { MemoryLedger } from '../ledger/file/memory-ledger.ts';
import { errorOver, meanTold, overPasses, sharesOver, type OverPasses } from '../ledger/audit/over-passes.ts';
import { startOf, type PassParts } from '../ledger/passes.ts';
import { importancesFor } from '../ledger/pool-identity.ts';
import { Recorder } from '../ledger/recorder.ts';
import type { Accounts } from '../ledger/replay/replay.ts';
import { present } from '../numerics/present.ts';
import type { Work } from '../numerics/work.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { consideredOf, type RunSpec, type Start, outsideCounts } from '../specs/run.ts';
import type { AnyActiveLearner } from '../streams/active-learner.ts';
import { tell, type Stream } from '../streams/passes/active-learn.ts';
import type { Answer } from '../streams/oracles/annotator.ts';
import { ErrorMeter, whyNoEstimate, type Band } from '../streams/measures/error-meter.ts';
import type { State, Stateful } from '../numerics/state.ts';
import type { ErrorEstimate } from '../statistics/error-estimate.ts';
import type { Course } from '../statistics/error-tally.ts';
import type { Final } from '../streams/refits.ts';
import { isSaid, type ShareOfClass } from '../streams/measures/error-words.ts';
import { bandWords, certifiedWords } from '../streams/stopping/stop-words.ts';
import type { Given } from './given.ts';
import { AnswerError, type Question, type Standing } from './question.ts';

/** Everything that decides a session but its answers. */
export interface Plan extends Beginning, Pick<Stream, 'rows' | 'importances' | 'order'> {
  /** The ledger; begun where there is none. */
  readonly file: string;
  /** The ledger, where it is in memory: `file` is its name then. */
  readonly memory?: MemoryLedger;
  readonly header: Header;
  /** What a second process is told about the time of this one. */
  readonly now: string;
  /** Who answers: stands in every answer that is written from now on. */
  readonly annotator?: string;
  /** Labels that may be bought; Infinity without a budget. */
  readonly budget: number;
  /** An active learner at the start of a pass; of the first one if absent. */
  readonly build: (start?: Start) => AnyActiveLearner;
  /** Labels to be asked for after the end, which nothing learns; none if absent. */
  readonly fresh?: number;
  /** What earlier passes were made of. */
  readonly passes: PassParts;
}

/** Examples passed over in a piece of work. */
export const PIECE = 1000;

/** What a session works with. */
export interface Parts {
  readonly ledger: LedgerFile;
  readonly recorder: Recorder;
  readonly meter: ErrorMeter;
  /** What is considered. */
  readonly stream: Stream;
  /** What the pass begins with; undefined for the first one. */
  readonly start: Start | undefined;
  /** What passes before this one tell; undefined where there are none, or none that can be told with it. */
  readonly passes: OverPasses | undefined;
  /** Who gives the next answers: the plan's annotator until somebody else is named. */
  readonly signed: { by: string | undefined; remark?: Remark | undefined };
}

/** Opens the ledger of a plan, or begins it, and a session where it ends; the ledger is let go where that fails. */
export function* opened<S extends Labelling>(plan: Plan, Session: new (plan: Plan, parts: Parts) => S): Work<S> {
  const { file, memory = file, header, now } = plan;
  const ledger = yield* openLedger(memory, header, now, plan);
  let isOpen = false;
  try {
    const start = yield* startOf(ledger.said!, plan.passes);
    const { header: begun } = ledger;
    const classes = (begun.spec as RunSpec).range ? 0 : (begun.classes?.length ?? 2);
    const meter = new ErrorMeter({ classes, assistance: assistanceOf(begun), floor: floorOf(begun) });
    const signed: Parts['signed'] = { by: plan.annotator };
    const recorder = new Recorder({
      record: header.record,
      cost: sessionCost,
      take(draft) {
        ledger.take(isTestimony(draft) ? Object.assign(draft, testimonyOf(signed)) : draft);
      },
      watch: meter,
    });
    const importances = importancesFor(ledger.header, plan.importances);
    const stream = { rows: plan.rows, order: consideredOf(plan.order, start), ...(importances !== undefined && { importances }) };
    const passes = yield* overPasses(ledger.said!);
    const session = new Session(plan, { ledger, recorder, meter, stream, start, passes, signed });
    yield* session.resume();
    isOpen = true;
    return session;
  } finally {
    if (!isOpen) ledger.close();
  }
}

/** Of the account of the labels, and of their cost. */
export interface AccountStates {
  readonly meter: State;
  readonly spent: number;
}

/** Whether somebody has just said this. */
function isTestimony(draft: Draft): boolean {
  if (draft.entry === 'example') return draft.label !== undefined && !isKnown(draft);
  return draft.entry === 'answer';
}

/** What an entry says of who gave the answer, and what was said of it besides, once. */
export function testimonyOf(signed: Parts['signed']): Pick<Testimony, 'annotator' | 'note' | 'flag'> {
  const { by, remark } = signed;
  signed.remark = undefined;
  return { ...present({ annotator: by }), ...remark };
}

/**
 * What asking costs: nothing where somebody says that there is no answer. What is answered later is paid for when it is asked
 * (`refundOf`).
 */
export function sessionCost(_row: number, answer: Answer | 'later'): number {
  return answer === 'abstains' ? 0 : 1;
}

/** What is given back when a late answer comes: all that was paid, where nobody can tell. */
export function refundOf(row: number, answer: Answer): number {
  return sessionCost(row, 'later') - sessionCost(row, answer);
}

/** What a session of such a budget charges. */
export function sessionAccounts(budget: number): Accounts {
  return { cost: sessionCost, left: (_row, spent) => budget - spent };
}

/** A session as far as it does not matter how questions are asked: one at a time (session.ts) or in batches (batch/session.ts). */
export abstract class Labelling {
  protected readonly plan: Plan;
  protected readonly parts: Parts;
  protected active: AnyActiveLearner;
  protected isFinished = false;
  /** Of a run that has considered nothing. */
  readonly #fresh: AccountStates;
  #isOpen = true;

  constructor(plan: Plan, parts: Parts) {
    this.plan = plan;
    this.parts = parts;
    this.active = plan.build(parts.start);
    this.#fresh = this.accounts();
  }

  /** What the labels come to so far. */
  protected accounts(): AccountStates {
    const { meter, recorder } = this.parts;
    return { meter: meter.state(), spent: recorder.spent };
  }

  /** Goes back to there, with a learner that has considered nothing. */
  protected goBack({ meter, spent }: AccountStates): void {
    const { parts } = this;
    this.active = this.plan.build(parts.start);
    parts.meter.restore(meter);
    parts.recorder.restore(spent);
    this.isFinished = false;
  }

  /** What is said of the next answer besides. */
  say(remark: Remark | undefined): void {
    this.parts.signed.remark = remark;
  }

  /** Throws an AnswerError where an answer cannot become another one. */
  protected requireCorrectable({ row, answer: before }: Given, answer: Answer): void {
    const isUnpaid = before === 'abstains' && this.left < sessionCost(row, answer);
    const why = whyNoCorrection(this.parts.ledger.header) ?? (isUnpaid ? 'the budget holds no label more' : undefined);
    if (why !== undefined) throw new AnswerError(`the answer about row ${row + 1} cannot be corrected: ${why}`);
  }

  /**
   * Writes down that an answer is another one, and learns all answers again, with this one in place of the other. What was asked, with
   * which probability and on which prediction, stays as it was, and so do estimates but for what the answer changes in them.
   */
  protected *learnAnew({ position, row }: Given, answer: Answer): Work<void> {
    const { ledger } = this.parts;
    const cost = sessionCost(row, answer);
    const label = answer === 'abstains' ? null : answer;
    yield* ledger.correct({ position, row, label, cost, ...testimonyOf(this.parts.signed) });
    this.goBack(this.#fresh);
    yield* this.resume();
  }

  /** Goes through what the ledger says, to its end. */
  abstract resume(): Work<void>;
  /** Whether every example has been considered. */
  protected abstract get course(): Course;

  /** What fresh labels say of the model in the end; undefined where there are none. */
  protected get final(): Standing['final'] {
    return undefined;
  }

  /** What a question says of guesses that came with the rows. */
  protected get ofGuess(): Pick<Question, 'guess'> {
    return present({ guess: (this.plan.header.spec as RunSpec).guess });
  }

  /** Labels that the budget still holds: a question that waits for its answer is paid for. */
  protected get left(): number {
    return this.plan.budget - this.parts.recorder.spent;
  }

  /** What the pass begins with; undefined for a first one that knows nothing. */
  get start(): Start | undefined {
    return this.parts.start;
  }

  /** Labels that earlier passes have spread evenly, as far as estimates go by them. */
  get spreadBefore(): number {
    return this.parts.passes?.spread ?? 0;
  }

  get standing(): Standing {
    const { situation, consideredImportance, importanceSum, refusedImportance, awaited } = this.active;
    const { time: examples, queries: labels } = situation;
    const pool = this.parts.stream.order.length;
    const weighted = consideredImportance !== examples && { consideredImportance };
    const { meter, passes } = this.parts;
    const ofPass = meter.estimate(this.active, this.course);
    const error = passes === undefined ? ofPass : errorOver(passes, ofPass);
    const classes = meter.classes(this.active, this.course);
    const shares = isSaid(error) ? this.#shares : [];
    const { stopping, rounds } = this.active;
    const stop = stopping && { words: certifiedWords(stopping), isReached: this.course === 'over' && stopping.isReached };
    const band = this.#band;
    const { start } = this;
    const again = start && {
      ...(start.pass > 0 && { pass: start.pass, known: start.known.size }),
      ...outsideCounts(start.outside),
      ...(passes && { isOverPasses: true as const }),
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
      ...(meter.numbers && { mean: meanTold(meter.numbers, this.active.judge.range!, this.course, passes) }),
      error,
      ...(!Number.isNaN(classes.smallerClass) && { classes }),
      ...(shares.length > 0 && { shares }),
      ...present({ stop, band: band && bandWords(band), final: this.final }),
    };
  }

  /** The share of each class; of two the positive one alone, for the other one has the rest. */
  get #shares(): ShareOfClass[] {
    const names = this.parts.ledger.header.classes ?? ['negative', 'positive'];
    const { meter, passes } = this.parts;
    const estimates = meter.shares(this.course);
    const all = (passes === undefined ? estimates : sharesOver(passes, estimates)).flatMap((estimate, k) => {
      const { kind, value, middle, low, high, rows, isStopped } = estimate;
      return kind === 'nothing' ? [] : [{ name: names[k], value: value ?? middle ?? null, low, high, rows, isStopped }];
    });
    return names.length === 2 ? all.slice(1) : all;
  }

  /** The certified band; undefined for rules whose labels certify nothing, and where a certificate is waited for. */
  get #band(): Band | undefined {
    const { query, stopping } = this.active;
    return stopping === undefined && whyNoEstimate(query, this.active.judge) === undefined ? this.parts.meter.band : undefined;
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

  /** What moves a prediction, a weight a feature, as a fresh array. */
  weightsTowards(prediction: number): Float64Array {
    return this.active.weightsTowards(prediction);
  }

  /** The model that the session ends with when it ends here; nothing calibrates it where the labels stand for no sample of the pool. */
  *takenHome(): Work<Final<Stateful>> {
    const final = yield* this.active.final();
    return whyNoEstimate(this.active.query, this.active.judge) === undefined ? final : { ...final, judged: [] };
  }

  /** What the labels say of that model (ErrorMeter.ofModel); undefined where none was chosen, and before there is anything to say. */
  *ofModel({ mistakes }: Final<Stateful>): Work<ErrorEstimate | undefined> {
    const estimate = mistakes && this.parts.meter.ofModel(this.active, yield* mistakes(), this.course, this.parts.passes);
    return estimate?.kind === 'nothing' && this.course === 'under way' ? undefined : estimate;
  }

  /** Considers the next example; its row where somebody is to be asked about it, undefined where it is done with. */
  protected considerNext(): number | undefined {
    const { active } = this;
    const { recorder, stream } = this.parts;
    const { rows, importances, order } = stream;
    const row = order[active.situation.time];
    const importance = active.ask(rows, row, this.left, importances === undefined ? 1 : importances[row]);
    recorder.considered(active, row);
    const { knownLabel } = active;
    if (importance > 0 && knownLabel === undefined) return row;
    if (knownLabel === undefined || importance === 0) active.pass(rows, row);
    else tell(active, rows, row, knownLabel, importance, recorder);
    return undefined;
  }

  /** What can be computed before the next answer comes. */
  *ahead(): Work<void> {
    yield* this.parts.ledger.ahead();
    yield* this.active.ahead();
  }

  /** Whether nothing is left to be asked. */
  get isOver(): boolean {
    return this.course === 'over';
  }

  /** The label of the class that a model of the session says of a row. */
  predictedBy(model: Stateful, rows: SparseRows, i: number): number {
    return this.active.labelOf(this.active.predictionOf(model, rows, i));
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

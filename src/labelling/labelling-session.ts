import { builtin } from '../files/builtin.ts';
import { programVersion } from '../files/own-package.ts';
import { didYouMean } from '../files/did-you-mean.ts';
import { present } from '../numerics/present.ts';
import { inPieces, type Work } from '../numerics/work.ts';
import { folded } from '../data/documents/classes.ts';
import type { Documents } from '../data/documents/read-documents.ts';
import { StoredLedger } from '../ledger/file/stored-ledger.ts';
import type { LedgerPlace, LedgerStorage } from '../ledger/file/memory-ledger.ts';
import type { Dataset } from '../rows/dataset.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { SpecError, type Percentage } from '../specs/choices.ts';
import { DEFAULT_EXPLORE, DEFAULT_FINAL, DEFAULT_REFIT, DEFAULTS, LATE_PACE, PACED_DEFAULTS } from '../specs/defaults.ts';
import { parseAnyRun } from '../specs/kinds/active-classes.ts';
import { overFile } from '../specs/fitting.ts';
import type { RunSpec } from '../specs/run.ts';
import type { ErrorEstimate } from '../statistics/error-estimate.ts';
import { openBatches, type BatchSession } from './batch/session.ts';
import { begunSession } from './begun-spec.ts';
import { answerOf, choicesOf, classOf, type NamedClasses } from './classes.ts';
import type { Plan } from './labelling.ts';
import { planOf, type PlanOptions } from './plan.ts';
import type { Standing } from './question.ts';

const { setImmediate } = builtin('node:timers/promises');

/** What a program says of the labels that it wants. */
export interface SessionOptions {
  /** The file of the ledger, or another storage: begun where there is nothing, else the session goes on where it was left. */
  readonly ledger: string | LedgerStorage;
  /** Rows to choose from, as `readDataset` reads them; labels among them are not looked at. */
  readonly pool: Pick<Dataset, 'name' | 'rows' | 'importances' | 'texts' | 'ids'> & Partial<Pick<Documents, 'vectorizer'>>;
  /** Names of the classes, two or more, the negative one of two first. */
  readonly classes: readonly string[];
  /** Labels that may be bought, or a share of the rows; of a session that goes on that of its beginning. */
  readonly budget: number | Percentage;
  /** Decides the order of the rows and the coins; 1 if absent. */
  readonly seed?: number;
  /** Fields of the spec (docs/schemas/spec.json) in place of those that the command line takes by default. */
  readonly spec?: object;
}

/** A row whose label is wanted. */
export interface OpenQuestion {
  /** In the pool, from 0. */
  readonly row: number;
  readonly id?: string;
  readonly text?: string;
}

/** How a session stands. */
export interface SessionStanding extends Pick<Standing, 'examples' | 'pool' | 'labels' | 'labelsLeft'> {
  /** Questions that wait for their answers. */
  readonly open: number;
  /** Of the predictions made along the way, each before its label was known. */
  readonly error: ErrorEstimate;
  /** Shares of the classes among the rows, of two that of the positive one, once enough labels are there. */
  readonly shares: NonNullable<Standing['shares']>;
  /** Nothing is left to be asked. */
  readonly isOver: boolean;
}

/**
 * A labelling session for programs: what `iwal label` does, without a terminal. Answers may come late and in any order, of a person, a
 * service, or another model. An answer counts when it is in the ledger, in its file or in another storage (LedgerStorage): the call resolves
 * then, and a process that dies loses none. `iwal audit`, `export`, `replay` and `label --ledger` take the ledger. Sessions of other
 * ledgers may be open in the same process.
 *
 * Calls wait for those before them; long work gives way to other events. A session whose ledger cannot be kept is over, and every later
 * call throws why: another one asks again what was not kept.
 *
 * @throws DataError where another process has the ledger open, or it is about other rows, another spec or other classes; SpecError for a
 * spec that cannot be built.
 */
export class LabellingSession {
  readonly #session: BatchSession;
  readonly #options: SessionOptions;
  readonly #classes: NamedClasses;
  readonly #stored: StoredLedger | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  private constructor(session: BatchSession, options: SessionOptions, classes: NamedClasses, stored?: StoredLedger) {
    [this.#session, this.#options, this.#classes, this.#stored] = [session, options, classes, stored];
  }

  /** Begins a session, or goes on with that of the ledger. */
  static async open(options: SessionOptions): Promise<LabellingSession> {
    requireTaken(options);
    const { ledger } = options;
    const stored = typeof ledger === 'string' ? undefined : await StoredLedger.of(ledger);
    const spec = { pace: { ...PACED_DEFAULTS.pace, ...LATE_PACE }, ...options.spec };
    const { plan, classes } = await plannedSession({ ...options, spec, ledger: stored ?? (ledger as string) });
    const session = new LabellingSession(await inTurns(openBatches(plan)), options, classes, stored);
    await stored?.store();
    return session;
  }

  /**
   * The questions that wait for their answers; where none does, so many new ones, fewer where budget or pool end: none at the end.
   *
   * @throws RangeError for a session that is closed, and for a size that is no whole number above 0.
   */
  async ask(size = 1): Promise<OpenQuestion[]> {
    if (!(Number.isInteger(size) && size > 0))
      throw new RangeError(`questions at once: expected a whole number >= 1, found ${size}`);
    await this.#next(() => inTurns(this.#session.ask(size)));
    const { ids, texts } = this.#options.pool;
    return this.#session.open.map(({ row }) => ({ row, ...present({ id: ids?.[row], text: texts?.[row] }) }));
  }

  /**
   * Learns the answer about a row: the name of its class, or null where nobody can tell, which costs nothing. Resolves when it is
   * kept.
   *
   * @throws RangeError for a row without an open question, a class that there is none of, and a session that is closed.
   */
  async answer(row: number, name: string | null): Promise<void> {
    await this.#next(() => {
      const question = this.#session.open.find((each) => each.row === row);
      if (question === undefined) throw new RangeError(`row ${row} has no open question`);
      // What a program in JavaScript says may be nothing.
      const said = [name].join();
      const meant = name === null ? 'abstains' : answerOf(this.#classes, said);
      if (meant !== undefined) return inTurns(this.#session.learn([{ question, answer: meant }]));
      const names = this.#classes.map((each) => each.name);
      throw new RangeError(`'${said}' is no class${didYouMean(said, names)}; expected one of ${names.join(', ')}, or null`);
    });
  }

  /**
   * Asks somebody until nothing is left to be asked, `atOnce` questions at a time.
   *
   * @throws RangeError as `answer`; whatever the oracle throws.
   */
  async run(oracle: (question: OpenQuestion) => Promise<string | null>, atOnce = 1): Promise<void> {
    for (let open = await this.ask(atOnce); open.length > 0; open = await this.ask(atOnce))
      await Promise.all(open.map(async (question) => this.answer(question.row, await oracle(question))));
  }

  /** @throws what the storage of the ledger threw when it failed. */
  get standing(): SessionStanding {
    this.#stored?.requireKept();
    const { examples, pool, labels, labelsLeft, error, shares = [] } = this.#session.standing;
    return { examples, pool, labels, labelsLeft, open: this.#session.open.length, error, shares, isOver: this.#session.isOver };
  }

  /**
   * Names the classes of rows with the columns of the pool by the model that the labels so far make (`final` of the spec).
   *
   * @throws RangeError for a session that is closed.
   */
  async predict(rows: SparseRows): Promise<string[]> {
    return this.#next(async () => {
      const { learner } = await inTurns(this.#session.takenHome());
      const nameAt = (i: number): string => classOf(this.#classes, this.#session.predictedBy(learner, rows, i)).name;
      return Array.from({ length: rows.length }, (_, i) => nameAt(i));
    });
  }

  /**
   * Lets the ledger go, once the calls before have ended; every later call is refused.
   *
   * @throws what the storage of the ledger threw when it failed.
   */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.#next(() => {
      this.#isClosed = true;
      this.#session.close();
    });
  }

  /** What is called while another call is at work waits for it; its failure is not theirs. */
  async #next<T>(call: () => T | Promise<T>): Promise<T> {
    const mine = this.#last.then(async () => {
      if (this.#isClosed) throw new RangeError('the session is closed; LabellingSession.open goes on with its ledger');
      this.#stored?.requireKept();
      try {
        return await call();
      } finally {
        await this.#stored?.store();
      }
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

/** A session as it is planned, or goes on; columns: how the pool is read, for a ledger that tells. */
export async function plannedSession(
  options: Omit<SessionOptions, 'ledger'> & Pick<PlanOptions, 'columns'> & { readonly ledger: LedgerPlace },
): Promise<{ readonly plan: Plan; readonly spec: RunSpec; readonly classes: NamedClasses }> {
  const { ledger, pool, classes: names, columns } = options;
  const begun = await inTurns(begunSession(ledger));
  const spec = begun?.spec ?? overFile(specOf(options), pool);
  const classes = choicesOf(names, spec);
  const plan = planOf(spec, pool, {
    ...{ file: String(ledger), record: 'considered', classes, iwal: programVersion(), now: new Date().toISOString() },
    ...present({ columns, memory: typeof ledger === 'string' ? undefined : ledger }),
  });
  return { plan, spec, classes };
}

/** What `open` takes, what it needs first: a program in JavaScript may say other things, and would not see that they have no effect. */
const TAKEN = ['ledger', 'pool', 'classes', 'budget', 'seed', 'spec'];

/** @throws SpecError for an option that there is none of, with the nearest, and for one that is missing. */
function requireTaken(options: object): void {
  const given = new Map(Object.entries(options).filter(([, value]) => value !== undefined));
  const odd = [...given.keys()].find((name) => !TAKEN.includes(name));
  const all = `a session takes ${TAKEN.join(', ')}; what else a run has, such as its query, stands in spec`;
  if (odd !== undefined) throw new SpecError(`there is no '${odd}'${didYouMean(odd, TAKEN)}; ${all}`);
  const missing = TAKEN.slice(0, 3).find((name) => !given.has(name));
  if (missing !== undefined) throw new SpecError(`${missing}: found nothing; ${all}`);
}

/** The spec of a new session, with the defaults of the command line. */
function specOf({ classes, budget, seed = 1, spec = {} }: SessionOptions): RunSpec {
  if (classes.length < 2 || new Set(classes.map(folded)).size < classes.length)
    throw new SpecError(`classes: expected two different names or more, in any case, found ${JSON.stringify(classes)}`);
  const wanted = `how many labels may be bought, or a share of the rows as '10%'`;
  if (!(Number.parseFloat(String(budget)) > 0)) throw new SpecError(`budget: expected ${wanted}; found ${String(budget)}`);
  const { loss, optimizer, query, update } = DEFAULTS;
  return parseAnyRun({
    ...{ loss: { name: loss }, update, optimizer: { name: optimizer }, query: { name: query }, coins: 'pool' },
    ...{ ...PACED_DEFAULTS, explore: DEFAULT_EXPLORE, refit: DEFAULT_REFIT, final: DEFAULT_FINAL },
    ...(classes.length > 2 && { reduction: 'one-against-all', classes: classes.length }),
    ...{ budget, seed, ...spec },
  });
}

/** Does long work a piece a turn of the event loop. */
export async function inTurns<T>(work: Work<T>): Promise<T> {
  return inPieces(work, () => setImmediate());
}

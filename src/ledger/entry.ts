import { ENOUGH_FOR_ASSISTANCE, ENOUGH_FOR_GUESSES } from '../statistics/assisted-shares.ts';
import { CONFIDENCES } from '../statistics/cell-means.ts';

/** Formats there are; in 2 every line has a checksum (ledger/file/line.ts). A ledger goes on in the format it was begun in. */
export type LedgerVersion = 1 | 2;

/** The format of new ledgers. */
export const LEDGER_VERSION = 2;

/** Which examples get an entry: those whose label was bought, or all. */
export type Recorded = 'purchases' | 'considered';

/** The first line of a ledger: what decides the run, besides its data and its answers. */
export interface Header {
  readonly 'iwal-ledger': LedgerVersion;
  /** Version of the program that began the ledger. */
  readonly iwal: string;
  readonly record: Recorded;
  readonly data: PoolIdentity;
  /**
   * What the classes were called when a person or a program was asked, the negative one of two first; absent where labels were known.
   * Of several classes, which the spec counts, labels and predictions are the numbers of these names, from 1.
   */
  readonly classes?: readonly string[];
  /** Everything that decides the run but its data and its answers; whatever rebuilds the active learner, any JSON value. */
  readonly spec: unknown;
  /** p_min: the smallest probability of any example, where the run has one for all. */
  readonly minimumProbability?: number;
  /** The same of a unit of importance, where rows have importances (specs/build.ts): what certificates go by. */
  readonly minimumOfUnits?: number;
  /** How many labels were known before the first question, and empty rows, each an entry of its own after this line; absent: none. */
  readonly known?: number;
  /** Which pass over the pool this is, from 0; absent: the first. */
  readonly pass?: number;
  /** The model that the pass before has left, which this one begins with; absent in the first. */
  readonly follows?: string;
}

/** Which rows the positions and row numbers of a ledger are about. */
export interface PoolIdentity {
  readonly name: string;
  readonly rows: number;
  /** Checksum of the rows without their labels (rows/pool-checksum.ts). */
  readonly checksum: string;
  /** Checksum of the rows' own importances; absent where the run gives every row 1. */
  readonly importances?: string;
  /** Checksum of what p_min of the rows goes by, where the run has groups of rows (specs/run.ts); absent: it goes by their importances. */
  readonly groups?: string;
  /** Share of the file that was held out before rows were numbered; absent where the whole file is the pool. */
  readonly holdout?: number;
  /** Options that name the columns of a table, where the program took them by itself; absent where a command line named them. */
  readonly columns?: ColumnOptions;
}

/** Columns of a table as a command line names them. */
export type ColumnOptions = Readonly<
  Partial<Record<'text' | 'number-columns' | 'category-columns' | 'id-column' | 'label-column' | 'encoding', string>> & {
    readonly missing?: 'learned';
  }
>;

/** What a decision was made of besides, each absent where it is what the comment says. */
export interface Terms {
  /** i_t, the importance that the row has in the data; 1 if absent. */
  readonly rowImportance?: number;
  /** What the label is learned with where that is tempered, i_t (1/p)^a; `importance` if absent. */
  readonly learnedImportance?: number;
  /** The rule's knob where it changes from example to example; that of the spec if absent. */
  readonly knob?: number;
  /** p_min for this example; that of the header if absent. */
  readonly minimumProbability?: number;
  /** Which pass over the pool, from 0; that of the header if absent. */
  readonly pass?: number;
  /** How far a guess is from the next class, in log-odds; absent where what learns predicts. */
  readonly distance?: number;
}

/** What somebody says of an entry: recorded, never computed. */
export interface Testimony {
  /** Who answered. */
  readonly annotator?: string;
  /** When, ISO 8601 in UTC. */
  readonly time?: string;
  readonly note?: string;
  /** Whether the answer is marked, to be looked at again. */
  readonly flag?: true;
}

/** What who answers says besides. */
export type Remark = Pick<Testimony, 'note' | 'flag'>;

/** One example considered. */
export interface ExampleEntry extends Terms, Testimony {
  readonly entry: 'example';
  /** k, from 0. */
  readonly position: number;
  readonly row: number;
  readonly probability: number;
  readonly coin: number;
  /** What the label is learned with, the row's own importance over the probability; 0 where the coin did not want it. */
  readonly importance: number;
  readonly outcome: Outcome;
  readonly prediction: number;
  /** Importance-weighted error so far: what the rule saw. */
  readonly errorRate: number;
  /** q, the importance that would flip the prediction, and G = weightToFlip / k: where the rule reads them. */
  readonly sensitivity?: number;
  readonly weightToFlip?: number;
  readonly gap?: number;
  /** null: nobody could tell. Absent where the label was not bought, or comes later. */
  readonly label?: number | null;
  /** What asking cost; where the label was bought. */
  readonly cost?: number;
  /** How many questions were wanted together with this one, it included, before the first answer; absent where each was asked alone. */
  readonly batch?: number;
  /** The people whom a batch was dealt to, in this order (ledger/batches.ts says who was asked); absent where one person answers. */
  readonly annotators?: readonly string[];
  /** With `annotators`: probability that a row is asked of all of them. */
  readonly overlap?: number;
  /** The model after this entry. */
  readonly model: string;
}

/** What became of an example; streams/decision.ts says when. */
export type Outcome = 'asked' | 'passed' | 'refused' | 'implied';

/** The answer to an earlier purchase, learned when `after` examples had been considered. */
export interface AnswerEntry extends Pick<Terms, 'rowImportance' | 'learnedImportance'>, Testimony {
  readonly entry: 'answer';
  /** Of the purchase. */
  readonly position: number;
  readonly row: number;
  readonly importance: number;
  readonly after: number;
  readonly label: number | null;
  /** What is given back of the purchase's cost, because nobody could tell; absent: nothing. */
  readonly refund?: number;
  readonly model: string;
}

/** The answer of one of several people who were asked about a row: the row is learned by the `answer` that they come to. */
export interface OpinionEntry extends Pick<AnswerEntry, 'position' | 'row' | 'label'>, Testimony {
  readonly entry: 'opinion';
  readonly annotator: string;
}

/** Everything that was recorded from this position on is void; only lines before this one are meant. */
export interface UndoEntry extends Testimony {
  readonly entry: 'undo';
  readonly position: number;
}

/**
 * The answer about the row of a position is another one from here on: the model is the one that learns what the ledger tells, in its order,
 * with this answer in place of the other. What was decided before stays: p, coin and prediction of every row are as they were.
 */
export interface CorrectionEntry extends Pick<AnswerEntry, 'position' | 'row' | 'label'>, Testimony {
  readonly entry: 'correction';
  /** What asking about the row costs, now that the answer is this one. */
  readonly cost: number;
}

/**
 * A label that was known before the first question: it is learned first, with the importance of its row, and its row is never
 * considered. It stands outside of every sum and every estimate. So does an empty row, which nobody can tell the label of: null.
 */
export interface KnownEntry {
  readonly entry: 'known';
  readonly row: number;
  readonly label: number | null;
  /** The row's own. */
  readonly importance: number;
  readonly model: string;
}

/** A further pass over the pool begins: what its header says otherwise than the one before. */
export interface PassEntry extends Pick<Header, 'iwal' | 'spec' | 'minimumProbability' | 'minimumOfUnits'> {
  readonly entry: 'pass';
  /** From 1. */
  readonly pass: number;
  /** What the pass before has left. */
  readonly model: string;
}

/**
 * A label that was bought after the end, of a row that the model has not learned, to tell the model's error: nothing learns it
 * (streams/fresh.ts says which row comes next).
 */
export interface FreshEntry extends Testimony {
  readonly entry: 'fresh';
  readonly row: number;
  /** Of the model in the end, before the label was known. */
  readonly prediction: number;
  /** null: nobody could tell. */
  readonly label: number | null;
  readonly cost: number;
  /** The model in the end. */
  readonly model: string;
}

/** Of the fresh labels all but the first ones are void: the last answer was taken back. */
export interface UndoFreshEntry extends Testimony {
  readonly entry: 'undo-fresh';
  /** How many remain. */
  readonly labels: number;
}

/** The stream is over. */
export interface EndEntry extends Pick<Testimony, 'time' | 'note'> {
  readonly entry: 'end';
  /** n. */
  readonly examples: number;
  /** Labels learned. */
  readonly labels: number;
  readonly spent: number;
  readonly importanceSum: number;
  readonly refusedImportance: number;
  /** Importance of the examples of probability 0. */
  readonly implied: number;
  /** Sum of the rows' own importances; absent where it is the number of examples. */
  readonly consideredImportance?: number;
  /** Purchases whose labels never came. */
  readonly awaited: number;
  /**
   * Importance-weighted mistakes over all examples, what a rule would read next; too small where a budget ended before
   * (audit/error-estimate.ts).
   */
  readonly errorEstimate: number;
  /** Share of wrong predictions by the true labels; null where nobody knows them. */
  readonly progressiveError: number | null;
  readonly model: string;
}

/**
 * What happened; undone entries aside, this is what a ledger comes to.
 *
 * A ledger is a header, then one entry a line, in the order in which things happened. An 'example' entry tells one decision
 * (streams/decision.ts) and, where the label was bought and came at once, the answer; an 'answer' entry one that came later, an
 * 'opinion' what one of several people said before; 'undo' takes back everything from a position on; 'end' sums a finished stream up. After an end 'fresh' entries tell the error of the
 * model, and 'pass' begins a further pass over the pool, with positions from 0 and sums of its own. Together with the data and the
 * spec of the header the answers decide everything else, which is how a run is replayed (ledger/replay/replay.ts) and how a short
 * `model` names the weights (model-chain.ts).
 *
 * Numbers are doubles and keep every bit. k is the position: examples considered before this one. docs/LEDGER.md describes the
 * file.
 */
export type Entry = ExampleEntry | AnswerEntry | EndEntry;

/**
 * Whether an entry is about a label that an earlier pass had bought: it has p = 1, costs nothing and is not learned again.
 *
 * @example
 * isKnown({ learnedImportance: 0 }) // => true
 */
export function isKnown({ learnedImportance }: Pick<ExampleEntry, 'learnedImportance'>): boolean {
  return learnedImportance === 0;
}

/** What a line after the header says. */
export type Line = Entry | OpinionEntry | UndoEntry | CorrectionEntry | PassEntry | KnownEntry | FreshEntry | UndoFreshEntry;

/** A fresh label before the model is named. */
export type FreshDraft = Omit<FreshEntry, 'model'>;

/** An entry before the model is known. */
export type Draft = Omit<ExampleEntry, 'model'> | Omit<AnswerEntry, 'model'> | Omit<EndEntry, 'model'>;

/** What a header says of the smallest probability. */
type Minima = Pick<Header, 'spec' | 'minimumProbability' | 'minimumOfUnits'>;

/** The smallest probability that a run with this header could have, of a unit of importance; undefined where there is no such bound. */
export function floorOf({ minimumOfUnits, minimumProbability, spec }: Minima): number | undefined {
  return minimumOfUnits ?? minimumProbability ?? (spec as { readonly floor?: number }).floor;
}

/**
 * Whether the shares of classes are assisted by predictions (statistics/assisted-shares.ts), and how many confidences these have; 0: they
 * are not. It is known before the first coin, and so no choice of the estimate that looks better. The smallest probability alone has to
 * buy enough labels of these rows (the whole pool if absent), every row needs an entry, and the rows of rounds are drawn together, which no guess that is learned on the way allows.
 */
export function assistanceOf(
  header: Minima & Pick<Header, 'record'> & { readonly data: Pick<PoolIdentity, 'rows'> },
  rows = header.data.rows,
): number {
  const { record, spec } = header;
  const { rounds, guess, range } = spec as { readonly rounds?: number; readonly guess?: true; readonly range?: unknown };
  if (record !== 'considered' || rounds !== undefined || range !== undefined) return 0;
  // A share of a budget is rounded.
  const spread = (1 + 1e-9) * (floorOf(header) ?? 0) * rows;
  if (guess) return spread >= ENOUGH_FOR_GUESSES ? CONFIDENCES : 0;
  return spread >= ENOUGH_FOR_ASSISTANCE ? 1 : 0;
}

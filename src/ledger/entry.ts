/**
 * What a ledger says: a header, then one entry a line, in the order in which things happened.
 *
 * An 'example' entry tells one decision (streams/decision.ts) and, where the label was bought and came at once, the answer; an
 * 'answer' entry one that came later; 'undo' takes back everything from a position on; 'end' sums a finished stream up. Together
 * with the data and the spec of the header the answers decide everything else, which is how a run is replayed (replay.ts) and how
 * a short `model` names the weights (model-chain.ts).
 *
 * Numbers are doubles and keep every bit. k is the position: examples considered before this one.
 */
export const LEDGER_VERSION = 1;

/** Which examples get an entry: those whose label was bought, or all. */
export type Recorded = 'purchases' | 'considered';

export interface Header {
  readonly 'iwal-ledger': typeof LEDGER_VERSION;
  /** Version of the program that began the ledger. */
  readonly iwal: string;
  readonly record: Recorded;
  readonly data: PoolIdentity;
  /** What the two classes were called when a person or a program was asked, negative first; absent where labels were known. */
  readonly classes?: readonly [string, string];
  /** Everything that decides the run but its data and its answers; whatever rebuilds the active learner, any JSON value. */
  readonly spec: unknown;
}

/** Which rows the positions and row numbers of a ledger are about. */
export interface PoolIdentity {
  readonly name: string;
  readonly rows: number;
  /** Checksum of the rows without their labels (data/pool-checksum.ts). */
  readonly checksum: string;
  /** Checksum of the rows' own importances; absent where the run gives every row 1. */
  readonly importances?: string;
  /** Share of the file that was held out before rows were numbered; absent where the whole file is the pool. */
  readonly holdout?: number;
}

/** One example considered. */
export interface ExampleEntry {
  readonly entry: 'example';
  /** k, from 0. */
  readonly position: number;
  readonly row: number;
  readonly probability: number;
  readonly coin: number;
  /** What the label is learned with, the row's own importance over the probability; 0 where the coin did not want it. */
  readonly importance: number;
  /** The row's own importance; absent where it is 1. */
  readonly rowImportance?: number;
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
  /** The model after this entry. */
  readonly model: string;
}

export type Outcome = 'asked' | 'passed' | 'refused' | 'implied';

/** The answer to an earlier purchase, learned when `after` examples had been considered. */
export interface AnswerEntry {
  readonly entry: 'answer';
  /** Of the purchase. */
  readonly position: number;
  readonly row: number;
  readonly importance: number;
  readonly after: number;
  readonly label: number | null;
  readonly model: string;
}

/** Everything that was recorded from this position on is void; only lines before this one are meant. */
export interface UndoEntry {
  readonly entry: 'undo';
  readonly position: number;
}

/** The stream is over. */
export interface EndEntry {
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
  readonly errorEstimate: number;
  /** Share of wrong predictions by the true labels; null where nobody knows them. */
  readonly progressiveError: number | null;
  readonly model: string;
}

/** What happened; undone entries aside, this is what a ledger comes to. */
export type Entry = ExampleEntry | AnswerEntry | EndEntry;

/** An entry before the model is known. */
export type Draft = Omit<ExampleEntry, 'model'> | Omit<AnswerEntry, 'model'> | Omit<EndEntry, 'model'>;

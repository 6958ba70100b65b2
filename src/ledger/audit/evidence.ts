import type { Loss } from '../../losses/loss.ts';
import type { QueryRule } from '../../queries/query.ts';
import type { Entries } from '../entries.ts';
import type { EndEntry, ExampleEntry, Outcome } from '../entry.ts';
import type { LabelsLeft } from '../replay/recorded-oracle.ts';

/** A label that was learned. */
export interface Learned {
  readonly position: number;
  readonly row: number;
  readonly label: number;
  readonly probability: number;
  readonly importance: number;
  /** The row's own. */
  readonly rowImportance: number;
  readonly prediction: number;
  readonly cost: number;
}

/**
 * What an audit goes by: a ledger's entries, and what is known besides. What may be as long as the stream is read entry by entry,
 * as often as it is asked for.
 */
export interface Evidence {
  /** All of them, in the order in which things happened. */
  readonly entries: Entries;
  /** n: examples considered. */
  readonly examples: number;
  /** Sum of the rows' own importances: n where they have none; null where the ledger does not tell. */
  readonly consideredImportance: number | null;
  /** Whether rows have importances of their own; absent: they have none. */
  readonly isWeighted?: boolean;
  /** One for every entry about a decision, in the order of the stream. */
  readonly considered: Iterable<ExampleEntry>;
  /** Whether there is one for every example. */
  readonly isComplete: boolean;
  /** In the order in which they were learned. */
  readonly learned: Iterable<Learned>;
  /** Purchases that nobody could answer. */
  readonly abstained: readonly ExampleEntry[];
  /** Purchases whose answers have not come. */
  readonly awaited: readonly ExampleEntry[];
  readonly end: EndEntry | undefined;
  readonly loss: Loss;
  readonly query: Pick<QueryRule, 'name' | 'reads' | 'weighting' | 'unbiased'>;
  /** The smallest probability that the run could have; absent where there is no such bound. */
  readonly floor?: number;
  /** How far its budget reached; undefined where that depends on rows that are not known. */
  readonly left: LabelsLeft | undefined;
  /** The true labels by row; absent where nobody knows them. */
  readonly labels?: Float64Array;
  /** Share of wrong predictions by the true labels; null where nobody knows it. */
  readonly trueError: number | null;
  /** Whether answers are known to be the true labels. */
  readonly isTruthful: boolean;
}

export type Known = Pick<
  Evidence,
  'examples' | 'isComplete' | 'isWeighted' | 'loss' | 'query' | 'floor' | 'left' | 'labels' | 'trueError' | 'isTruthful'
>;

export function evidenceOf(entries: Entries, known: Known): Evidence {
  const considered = { [Symbol.iterator]: () => examplesOf(entries) };
  const learned = { [Symbol.iterator]: () => learnedOf(entries) };
  const open = new Map<number, ExampleEntry>();
  const abstained: ExampleEntry[] = [];
  for (const { purchase, label } of answersOf(entries, open)) if (label === null) abstained.push(purchase);
  const last = entries.at(-1);
  const end = last?.entry === 'end' ? last : undefined;
  const told = end === undefined ? null : (end.consideredImportance ?? end.examples);
  const consideredImportance = known.isComplete ? rowMassOf(considered) : known.isWeighted === true ? told : known.examples;
  return { ...known, entries, consideredImportance, considered, learned, abstained, awaited: [...open.values()], end };
}

function* examplesOf(entries: Entries): Generator<ExampleEntry, undefined> {
  for (const entry of entries) if (entry.entry === 'example') yield entry;
}

function* learnedOf(entries: Entries): Generator<Learned, undefined> {
  for (const { purchase, label } of answersOf(entries, new Map())) if (label !== null) yield learnedFrom(purchase, label);
}

/** Purchases as their answers come, null where nobody could tell; `open` holds those whose have not. */
function* answersOf(
  entries: Entries,
  open: Map<number, ExampleEntry>,
): Generator<{ readonly purchase: ExampleEntry; readonly label: number | null }, undefined> {
  for (const entry of entries) {
    if (entry.entry === 'end') continue;
    if (entry.entry === 'example') {
      if (entry.outcome !== 'asked') continue;
      if (entry.label === undefined) open.set(entry.position, entry);
      else yield { purchase: entry, label: entry.label };
      continue;
    }
    const purchase = open.get(entry.position)!;
    open.delete(entry.position);
    yield { purchase, label: entry.label };
  }
}

function learnedFrom(
  { position, row, probability, importance, rowImportance = 1, prediction, cost }: ExampleEntry,
  label: number,
): Learned {
  return { position, row, label, probability, importance, rowImportance, prediction, cost: cost! };
}

/** Sum of the rows' own importances. */
export function rowMassOf(entries: Iterable<Pick<ExampleEntry, 'rowImportance'>>): number {
  let sum = 0;
  for (const { rowImportance = 1 } of entries) sum += rowImportance;
  return sum;
}

export function massOf(purchases: Iterable<{ readonly importance: number }>): number {
  let sum = 0;
  for (const { importance } of purchases) sum += importance;
  return sum;
}

/** How many there are. */
export function countOf(all: Iterable<unknown>): number {
  const each = all[Symbol.iterator]();
  let count = 0;
  while (each.next().done !== true) count++;
  return count;
}

/** The examples that came to this. */
export function* withOutcome(examples: Iterable<ExampleEntry>, outcome: Outcome): Generator<ExampleEntry, undefined> {
  for (const example of examples) if (example.outcome === outcome) yield example;
}

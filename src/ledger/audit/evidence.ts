import type { Work } from '../../numerics/work.ts';
import { noEstimate, type ErrorEstimate } from '../../statistics/error-estimate.ts';
import type { Course } from '../../statistics/error-tally.ts';
import type { Entries } from '../entries.ts';
import { HeaviestLabels } from './weights.ts';
import type { Known } from '../known.ts';
import { measuredTallies, type MeasuredTallies } from './measured-tallies.ts';
import { isKnown, type EndEntry, type Entry, type ExampleEntry } from '../entry.ts';

/**
 * What an audit goes by: a ledger's entries, what they come to, and what is known besides. All sums are taken in one visit to the
 * entries (`gathered`), which may be as many as the stream is long.
 */
export interface Evidence extends Known {
  /** All of them, in the order in which things happened. */
  readonly entries: Entries;
  /** Sum of the rows' own importances: n where they have none; null where the ledger does not tell. */
  readonly consideredImportance: number | null;
  /** One for every entry about a decision, in the order of the stream. */
  readonly considered: Iterable<ExampleEntry>;
  readonly totals: Readonly<Totals>;
  /** Decisions by decades of the stream. */
  readonly counts: DecadeCounts;
  /** Sum of i^2 (1 - p) / p over the entries, of purchases alone of i^2 (1 - p) / p^2 (importance-sum.ts). */
  readonly variance: number;
  readonly heaviest: HeaviestLabels;
  /** Accounts of what is measured, or why there are none. */
  readonly tallies: MeasuredTallies;
  /** Purchases that nobody could answer. */
  readonly abstained: readonly ExampleEntry[];
  /** Purchases whose answers have not come. */
  readonly awaited: readonly ExampleEntry[];
  readonly end: EndEntry | undefined;
  readonly course: Course;
  /** What bounds the largest 1/p where only purchases are known: the floor. */
  readonly bound: number | undefined;
}

/**
 * What the entries add up to; `known`: labels that earlier passes had bought, of rows considered; `learned`, `refused`, `implied`,
 * `considered`: importance of the labels learned, in this pass or before, and of the others.
 */
type Totals = typeof NOTHING;

const NOTHING = { purchases: 0, spent: 0, labels: 0, known: 0, learned: 0, refused: 0, implied: 0, considered: 0 };

/** Nothing but the reason why, about all rows considered: no clock stopped that nobody could read. */
export function untold(why: string, { examples, abstained, awaited }: Evidence): ErrorEstimate {
  return noEstimate(why, { rows: examples, isStopped: false, unanswered: abstained.length + awaited.length });
}

/** Entries a piece of the work. */
export const PIECE = 10_000;

/** The evidence of a ledger; `check` is told every entry first, and may throw. */
export function* gathered(entries: Entries, known: Known, check?: (entry: Entry) => void): Work<Evidence> {
  const { isComplete, isWeighted, examples } = known;
  const last = entries.at(-1);
  const end = last?.entry === 'end' ? last : undefined;
  const open = new Map<number, ExampleEntry>();
  const abstained: ExampleEntry[] = [];
  const totals = { ...NOTHING };
  const counts = new DecadeCounts();
  const heaviest = new HeaviestLabels();
  const tallies = measuredTallies({ ...known, end });
  let [variance, n] = [0, 0];
  for (const entry of entries) {
    check?.(entry);
    if (n++ % PIECE === 0) yield;
    ('why' in tallies ? tallies.numbers : tallies.account)?.see(entry);
    if (entry.entry === 'example') {
      addTo(totals, entry);
      counts.add(entry);
      const { probability: p, rowImportance: i = 1 } = entry;
      if (p > 0) variance += i * i * (isComplete ? (1 - p) / p : (1 - p) / p / p);
    }
    if (entry.entry === 'answer') totals.spent -= entry.refund ?? 0;
    const answered = answeredBy(entry, open);
    if (answered === undefined) continue;
    const { purchase, label } = answered;
    if (label === null) {
      abstained.push(purchase);
      continue;
    }
    if (isKnown(purchase)) totals.known++;
    else totals.labels++;
    totals.learned += purchase.importance;
    heaviest.add(purchase);
  }
  const reported = end === undefined ? null : (end.consideredImportance ?? end.examples);
  const consideredImportance = isComplete ? totals.considered : isWeighted === true ? reported : examples;
  return {
    ...known,
    ...{ entries, consideredImportance, totals, counts, variance, heaviest, tallies },
    considered: { [Symbol.iterator]: () => examplesOf(entries) },
    ...{ abstained, awaited: [...open.values()], end },
    course: end === undefined ? 'under way' : 'over',
    bound: isComplete ? undefined : known.floor,
  };
}

function* examplesOf(entries: Entries): Generator<ExampleEntry, undefined> {
  for (const entry of entries) if (entry.entry === 'example') yield entry;
}

/** The purchase whose answer this entry tells, null where nobody could; `open` holds those without one. */
export function answeredBy(
  entry: Entry,
  open: Map<number, ExampleEntry>,
): { readonly purchase: ExampleEntry; readonly label: number | null } | undefined {
  if (entry.entry === 'end') return undefined;
  if (entry.entry === 'answer') {
    const purchase = open.get(entry.position)!;
    open.delete(entry.position);
    return { purchase, label: entry.label };
  }
  if (entry.outcome !== 'asked') return undefined;
  if (entry.label !== undefined) return { purchase: entry, label: entry.label };
  open.set(entry.position, entry);
  return undefined;
}

function addTo(totals: Totals, entry: ExampleEntry): void {
  const { outcome, cost, importance, rowImportance = 1 } = entry;
  totals.considered += rowImportance;
  if (outcome === 'refused') totals.refused += importance;
  if (outcome === 'implied') totals.implied += rowImportance;
  if (outcome !== 'asked' || isKnown(entry)) return;
  totals.purchases++;
  totals.spent += cost!;
}

/** What the examples of a decade come to. */
export class DecadeCount {
  bought = 0;
  refused = 0;
  /** Sums of p and of p (1 - p). */
  expected = 0;
  variance = 0;

  add({ outcome, probability: p }: Pick<ExampleEntry, 'outcome' | 'probability'>): void {
    if (outcome === 'asked') this.bought++;
    if (outcome === 'refused') this.refused++;
    this.expected += p;
    this.variance += p * (1 - p);
  }
}

/** Decisions by decades of the stream: positions 0 to 9, 10 to 99, and so on. */
export class DecadeCounts {
  readonly #decades: DecadeCount[] = [new DecadeCount()];
  /** The first position of the decade after the last one. */
  #to = 10;

  /** Examples come in the order of the stream. */
  add(example: ExampleEntry): void {
    while (example.position >= this.#to) {
      this.#decades.push(new DecadeCount());
      this.#to *= 10;
    }
    this.#decades.at(-1)!.add(example);
  }

  /** Of decade n; one in which nothing happened has nothing in it. */
  of(n: number): DecadeCount {
    return this.#decades.at(n) ?? new DecadeCount();
  }
}

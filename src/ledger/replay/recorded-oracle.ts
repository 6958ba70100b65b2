import type { Answer } from '../../streams/oracles/annotator.ts';
import type { Arrival, Oracle } from '../../streams/oracles/oracle.ts';
import { isKnown, type AnswerEntry, type Entry, type ExampleEntry, type Testimony } from '../entry.ts';
import { settledIn } from '../corrections.ts';
import type { Ledger } from '../file/read-ledger.ts';
import { DataError } from '../../files/data-error.ts';

/** How many labels at the price of a row a budget still holds after so much was spent: what the run's own oracle would say. */
export type LabelsLeft = (row: number, spent: number) => number;

/**
 * An oracle that answers what a ledger says, in the ledger's order: with it the loop of every simulation replays a run.
 *
 * @throws DataError where it is asked about anything but the next purchase.
 */
export class RecordedOracle implements Oracle {
  readonly delay: number;
  readonly #ledger: Ledger;
  readonly #left: LabelsLeft;
  readonly #late: readonly AnswerEntry[];
  /** Entries before this one have been asked about. */
  #next = 0;
  #arrived = 0;
  #sold = 0;
  #spent = 0;

  constructor(ledger: Ledger, left: LabelsLeft) {
    this.#ledger = ledger;
    this.#left = left;
    this.#late = answersIn(ledger);
    this.delay = this.#late.length;
  }

  get sold(): number {
    return this.#sold;
  }

  get spent(): number {
    return this.#spent;
  }

  left(i: number): number {
    return this.#left(i, this.#spent);
  }

  label(i: number, time: number): Answer | 'later' {
    const { entries } = this.#ledger;
    let entry = entries.at(this.#next);
    while (entry !== undefined && !isPurchase(entry)) entry = entries.at(++this.#next);
    if (entry?.row !== i || entry.position !== time) {
      throw mismatch(
        this.#ledger,
        this.#next,
        entry === undefined ? 'no further purchase' : `a purchase of row ${entry.row} at position ${entry.position}`,
        `one of row ${i} at position ${time}`,
      );
    }
    this.#next++;
    this.#spent += entry.cost!;
    if (entry.label !== null) this.#sold++;
    return entry.label === undefined ? 'later' : answerOf(entry.label);
  }

  arrival(time: number): Arrival | undefined {
    const late = this.#late.at(this.#arrived);
    if (late === undefined || late.after > time) return undefined;
    this.#arrived++;
    const { row, label, refund = 0 } = late;
    this.#spent -= refund;
    return { row, answer: answerOf(label), refund };
  }

  hurry(): void {
    // The ledger says after how many examples each answer came.
  }
}

function isPurchase(entry: Entry): entry is ExampleEntry {
  return entry.entry === 'example' && entry.outcome === 'asked' && !isKnown(entry);
}

function answersIn({ entries }: Ledger): AnswerEntry[] {
  const late: AnswerEntry[] = [];
  for (const entry of entries) if (entry.entry === 'answer') late.push(entry);
  return late;
}

function answerOf(label: number | null): Answer {
  return label ?? 'abstains';
}

/** What somebody says of an answer, which nobody can compute. */
export const TESTIMONY: readonly (keyof Testimony)[] = ['annotator', 'time', 'note', 'flag'];
/** What somebody wanted of a question, likewise. */
export const WANTED: readonly (keyof ExampleEntry)[] = ['batch', 'annotators', 'overlap'];

const AS_RECORDED: readonly string[] = [...TESTIMONY, ...WANTED];

/**
 * Holds entries that are computed anew against those of a ledger, bit for bit and in order.
 *
 * @throws DataError with the line and position of the first difference.
 */
export class Verifier {
  readonly #ledger: Ledger;
  #next = 0;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Whether every entry of the ledger has been met. */
  get isDone(): boolean {
    return this.#next === this.#ledger.entries.length;
  }

  /** The next entry as it is computed anew; the ledger must have one. What somebody says of it besides is not compared. */
  check(computed: Entry): void {
    // What was decided before a correction was computed with the answers of then.
    if (this.#next < settledIn(this.#ledger)) {
      this.#next++;
      return;
    }
    const recorded = this.#ledger.entries.at(this.#next)!;
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(computed)])) {
      if (AS_RECORDED.includes(name)) continue;
      const [found, wanted] = [recorded, computed].map(
        (entry) => (entry as unknown as Readonly<Record<string, string | number | null | undefined>>)[name],
      );
      if (!Object.is(found, wanted))
        throw mismatch(this.#ledger, this.#next, `${name} ${shown(found)}${placeOf(recorded)}`, shown(wanted));
    }
    this.#next++;
  }

  /** Throws where the ledger says more than the run came to. */
  requireDone(): void {
    if (!this.isDone)
      throw mismatch(this.#ledger, this.#next, `an entry${placeOf(this.#ledger.entries.at(this.#next)!)}`, 'none');
  }
}

/** The n-th entry of the ledger is not what it should be; where there is none, its last line is named. */
export function mismatch({ file, lines }: Ledger, n: number, found: string, wanted: string): DataError {
  const legal = `${wanted}, as these data, this spec and this version of iwal compute it`;
  return new DataError({ file, line: lines.at(Math.min(n, lines.length - 1)) ?? 1, found, legal });
}

function shown(value: string | number | null | undefined): string {
  return value === undefined ? 'none' : String(value);
}

function placeOf(entry: Entry): string {
  return entry.entry === 'end' ? ' at the end' : ` at position ${entry.position}`;
}

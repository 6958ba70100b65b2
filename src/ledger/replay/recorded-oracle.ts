import type { Answer } from '../../streams/oracles/annotator.ts';
import type { Arrival, Oracle } from '../../streams/oracles/oracle.ts';
import { isKnown, type AnswerEntry, type Entry, type ExampleEntry } from '../entry.ts';
import type { Ledger } from '../file/read-ledger.ts';
import { mismatch } from './verifier.ts';

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

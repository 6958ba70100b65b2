import type { Oracle } from '../../streams/oracles/oracle.ts';
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
export function recordedOracle(ledger: Ledger, left: LabelsLeft): Oracle {
  const { entries } = ledger;
  const late = answersIn(ledger);
  /** Entries before this one have been asked about. */
  let next = 0;
  let [arrived, sold, spent] = [0, 0, 0];
  return {
    delay: late.length,
    get sold() {
      return sold;
    },
    get spent() {
      return spent;
    },
    left: (i) => left(i, spent),
    label(i, time) {
      let entry = entries.at(next);
      while (entry !== undefined && !isPurchase(entry)) entry = entries.at(++next);
      if (entry?.row !== i || entry.position !== time) {
        const found =
          entry === undefined ? 'no further purchase' : `a purchase of row ${entry.row} at position ${entry.position}`;
        throw mismatch(ledger, next, found, `one of row ${i} at position ${time}`);
      }
      next++;
      spent += entry.cost!;
      if (entry.label !== null) sold++;
      return entry.label === undefined ? 'later' : (entry.label ?? 'abstains');
    },
    arrival(time) {
      const answer = late.at(arrived);
      if (answer === undefined || answer.after > time) return undefined;
      arrived++;
      const { row, label, refund = 0 } = answer;
      spent -= refund;
      return { row, answer: label ?? 'abstains', refund };
    },
    // The ledger says after how many examples each answer came.
    hurry: () => undefined,
  };
}

function isPurchase(entry: Entry): entry is ExampleEntry {
  return entry.entry === 'example' && entry.outcome === 'asked' && !isKnown(entry);
}

function answersIn({ entries }: Ledger): AnswerEntry[] {
  const late: AnswerEntry[] = [];
  for (const entry of entries) if (entry.entry === 'answer') late.push(entry);
  return late;
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
export function verifierOf(ledger: Ledger) {
  const { entries } = ledger;
  let next = 0;
  return {
    /** Whether every entry of the ledger has been met. */
    get isDone() {
      return next === entries.length;
    },
    /** The next entry as it is computed anew; the ledger must have one. What somebody says of it besides is not compared. */
    check(computed: Entry): void {
      const place = next++;
      // What was decided before a correction was computed with the answers of then.
      if (place < settledIn(ledger)) return;
      const recorded = entries.at(place)!;
      for (const name of new Set([...Object.keys(recorded), ...Object.keys(computed)])) {
        if (AS_RECORDED.includes(name)) continue;
        const [found, wanted] = [recorded, computed].map((entry) => (entry as unknown as Fields)[name]);
        if (!Object.is(found, wanted))
          throw mismatch(ledger, place, `${name} ${shown(found)}${placeOf(recorded)}`, shown(wanted));
      }
    },
    /** Throws where the ledger says more than the run came to. */
    requireDone(): void {
      if (next < entries.length) throw mismatch(ledger, next, `an entry${placeOf(entries.at(next)!)}`, 'none');
    },
  };
}

type Fields = Readonly<Record<string, string | number | null | undefined>>;

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

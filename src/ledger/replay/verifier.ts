import { DataError } from '../../files/data-error.ts';
import type { Entry, ExampleEntry, Testimony } from '../entry.ts';
import type { Ledger } from '../file/read-ledger.ts';

/** What somebody says of an answer, which nobody can compute. */
export const TESTIMONY: readonly (keyof Testimony)[] = ['annotator', 'time', 'note'];
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

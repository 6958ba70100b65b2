import { DataError } from '../../files/data-error.ts';

/**
 * Where a ledger stands that no file holds: a table of a database, a browser's IndexedDB, memory.
 *
 * Laws (test/ledger/storage.test.ts): what `read` gives is every text that was appended, in order; a text is kept whole or not at all; of
 * two that are appended at the same place one is refused, so that two sessions on one storage never mix.
 */
export interface LedgerStorage {
  /** Everything that is kept; '' before there is anything. */
  readonly read: () => string | Promise<string>;
  /** Keeps whole lines behind the `at` characters that are there; returns, or resolves, when they are safe. Throws where there are more. */
  readonly append: (text: string, at: number) => void | Promise<void>;
}

/**
 * A ledger in memory, with the bytes that its file would have.
 *
 * @throws DataError, `append`, where more stands there than the writer knows of.
 *
 * @example
 * const ledger = new MemoryLedger();
 * ledger.append('a line\n', 0);
 * ledger.read() // => 'a line\n'
 */
export class MemoryLedger implements LedgerStorage {
  #text: string;

  /** `text`: that of a ledger which goes on. */
  constructor(text = '') {
    this.#text = text;
  }

  read(): string {
    return this.#text;
  }

  append(text: string, at: number): void {
    const { length } = this.#text;
    const found = `${length} characters where ${at} were: another session has changed it`;
    if (length !== at) throw new DataError({ file: String(this), found, legal: 'one session at a time' });
    this.#text += text;
  }

  /** Takes away what stands behind so many bytes, of a line that was cut off. */
  cutOff(bytes: number): void {
    this.#text = Buffer.from(this.#text).toString('utf8', 0, bytes);
  }

  /** What messages call it. */
  toString(): string {
    return 'the ledger in memory';
  }
}

/** A file, or memory. */
export type LedgerPlace = string | MemoryLedger;

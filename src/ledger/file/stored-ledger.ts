import { DataError } from '../../files/data-error.ts';
import { MemoryLedger, type LedgerStorage } from './memory-ledger.ts';

/** A copy in memory of a ledger in a storage that may take its time: a run writes to it, and `store` hands on what is new. */
export class StoredLedger extends MemoryLedger {
  readonly #storage: LedgerStorage;
  /** Characters that were handed on, and the text behind them that was not. */
  #stored: number;
  #fresh = '';
  #failure: { readonly error: unknown } | undefined;

  private constructor(storage: LedgerStorage, text: string) {
    super(text);
    [this.#storage, this.#stored] = [storage, text.length];
  }

  /** @throws DataError where what is stored ends within a line: nothing can be cut off there. */
  static async of(storage: LedgerStorage): Promise<StoredLedger> {
    const text = await storage.read();
    if (text === '' || text.endsWith('\n')) return new StoredLedger(storage, text);
    const found = 'a last line without its end';
    throw new DataError({ file: 'the storage of the ledger', found, legal: 'texts as they were appended, whole or not at all' });
  }

  override append(text: string, at: number): void {
    super.append(text, at);
    this.#fresh += text;
  }

  /** Throws what the storage threw when it failed. */
  requireKept(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async store(): Promise<void> {
    const [text, at] = [this.#fresh, this.#stored];
    if (text === '') return;
    [this.#fresh, this.#stored] = ['', at + text.length];
    try {
      await this.#storage.append(text, at);
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}

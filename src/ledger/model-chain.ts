import { hexadecimal, murmur3 } from '../numerics/murmur3.ts';
import type { Draft, Entry, Header, KnownEntry } from './entry.ts';

/** A place in a chain. */
export interface Chained {
  readonly model: string;
  readonly lanes: readonly [number, number];
}

/**
 * Names the model that a sequence of answers has made: a chain of 64 bits over (row, label, importance).
 *
 *   model 0 = H(spec, checksums of the pool)      model n = H(row, label, importance; model n-1 as the seed)
 *
 * Labels that were known before the first question are links like answers. In a further pass model 0 = H(spec, checksums of the pool; the
 * last model of the pass before as the seed).
 *
 * The learner is deterministic: data, spec and the answers so far decide every weight, implied labels and abstentions included,
 * so the chain tells models apart at the price of one short hash a purchase, where hashing the weights would cost a pass over all
 * of them. It also seals the ledger: an answer that is changed, lost or moved by accident changes every name after it. H is
 * MurmurHash3 in two lanes of 32 bits; one step maps different seeds to different values, so that the lanes never become one.
 *
 * @example
 * const pool = { name: 'pool', rows: 3, checksum: '00000000' };
 * new ModelChain({ 'iwal-ledger': 2, iwal: '0.1.0', record: 'purchases', data: pool, spec: {} }).model // => 'e26b69289d04ed65'
 */
export class ModelChain {
  #model = '';
  #lanes: readonly [number, number] = [0, 1];
  /** Row, label and importance of an answer, on the bytes that are hashed. */
  readonly #link = Buffer.alloc(24);

  constructor({ spec, data: { checksum, importances }, follows }: Header) {
    if (follows !== undefined) this.#lanes = [parseInt(follows.slice(0, 8), 16), parseInt(follows.slice(8), 16)];
    this.#add(Buffer.from(JSON.stringify([spec, checksum, ...(importances === undefined ? [] : [importances])])));
  }

  /** The chain of a ledger before its first entry. */
  static of({ header, known = [] }: { readonly header: Header; readonly known?: readonly KnownEntry[] }): ModelChain {
    const chain = new ModelChain(header);
    for (const label of known) chain.know(label);
    return chain;
  }

  /** Adds a label that was known before the first question, or an empty row; the name of the model that it leaves behind. */
  know({ row, label, importance }: Omit<KnownEntry, 'model'>): string {
    this.#join(row, label ?? NaN, importance);
    return this.#model;
  }

  /** After all answers sealed so far. */
  get model(): string {
    return this.#model;
  }

  /** Where the chain is, to be handed to `restore`. */
  state(): Chained {
    return { model: this.#model, lanes: this.#lanes };
  }

  /** Goes on from there. */
  restore({ model, lanes }: Chained): void {
    this.#model = model;
    this.#lanes = lanes;
  }

  /** Gives the next entry the name of the model that it leaves behind; the entry is the draft itself. */
  seal(draft: Draft): Entry {
    return Object.assign(draft, { model: this.after(draft) });
  }

  /** The name of the model that the next entry leaves behind. */
  after(draft: Draft): string {
    if (draft.entry !== 'end' && draft.label !== undefined) {
      this.#join(draft.row, draft.label ?? NaN, draft.importance);
    }
    return this.#model;
  }

  #join(row: number, label: number, importance: number): void {
    this.#link.writeDoubleLE(row, 0);
    this.#link.writeDoubleLE(label, 8);
    this.#link.writeDoubleLE(importance, 16);
    this.#add(this.#link);
  }

  #add(link: Buffer): void {
    const [a, b] = this.#lanes;
    this.#lanes = [murmur3(link, 0, link.length, a), murmur3(link, 0, link.length, b)];
    this.#model = hexadecimal(this.#lanes[0]) + hexadecimal(this.#lanes[1]);
  }
}

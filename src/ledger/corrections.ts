import { present } from '../numerics/present.ts';
import type { Entries } from './entries.ts';
import type { AnswerEntry, CorrectionEntry, EndEntry, ExampleEntry, Header } from './entry.ts';

/** An answer that was corrected, as a ledger is read: its entries say the new one. */
export interface Correction {
  /** The line in the file. */
  readonly line: number;
  /** How many entries stand before it: their decisions are as they were taken, whatever the new answer makes of the model. */
  readonly after: number;
  /** Which of them told the answer, and what it was. */
  readonly place: number;
  readonly was: ExampleEntry | AnswerEntry;
  /** The end that came before, with its line, void from here on; absent where there was none. */
  readonly end?: { readonly entry: EndEntry; readonly line: number };
}

/** Why no answer of such a ledger can be corrected; undefined where it can. */
export function whyNoCorrection({ record, spec }: Pick<Header, 'record' | 'spec'>): string | undefined {
  if (record === 'purchases') return 'this ledger keeps purchases alone, and a correction needs the probability of every row';
  const { rounds } = spec as { readonly rounds?: number };
  return rounds === undefined ? undefined : 'the rows of a round are drawn together, and stay as they were drawn';
}

/** The entry that told an answer, and what it says with another one; undefined where none at that position did. */
export function corrected(
  entries: Entries,
  { position, row, label, cost }: CorrectionEntry,
): (Pick<Correction, 'place' | 'was'> & { readonly now: Correction['was'] }) | undefined {
  let told: (Pick<Correction, 'place'> & { readonly was: AnswerEntry }) | undefined;
  for (let place = entries.length - 1; place >= 0; place--) {
    const was = entries.at(place)!;
    if (was.entry === 'end' || was.position !== position || was.row !== row) continue;
    if (was.entry === 'answer') told = { place, was };
    else if (told !== undefined) {
      const refund = was.cost === cost ? undefined : was.cost! - cost;
      return { ...told, now: present({ ...told.was, label, refund }) };
    } else return was.label === undefined ? undefined : { place, was, now: { ...was, label, cost } };
  }
  return undefined;
}

/** How many entries of a ledger were decided before its last correction. */
export function settledIn({ corrections = [] }: { readonly corrections?: readonly Correction[] }): number {
  return corrections.at(-1)?.after ?? 0;
}

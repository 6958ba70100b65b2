import { EntryColumns } from './entries.ts';
import type { Ledger } from './file/read-ledger.ts';

/** The ledger as it was before its last correction; undefined where nothing was corrected. */
export function uncorrected(ledger: Ledger): Ledger | undefined {
  const last = ledger.corrections?.at(-1);
  if (last === undefined) return undefined;
  const { after, place, was, end, line } = last;
  const entries = new EntryColumns();
  for (let n = 0; n < after; n++) entries.push(n === place ? was : ledger.entries.at(n)!);
  if (end !== undefined) entries.push(end.entry);
  const lines = [...ledger.lines.slice(0, after), ...(end ? [end.line] : [])];
  const opinions = ledger.opinions?.filter((each) => each.line < line);
  return { ...ledger, entries, lines, ...(opinions && { opinions }), corrections: ledger.corrections!.slice(0, -1) };
}

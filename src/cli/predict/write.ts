import { STRIDE, yieldToEvents } from '../terminal/event-loop.ts';
import type { Session } from '../terminal/session.ts';
import type { PredictedRow, Written } from './forms.ts';

/** Writes predictions in their form, some thousand at a time: in between Ctrl-C is heard. */
export async function writeRows(
  rows: readonly PredictedRow[],
  { head, line }: Written,
  write: (lines: readonly string[]) => void,
  session: Pick<Session, 'signal'>,
): Promise<void> {
  write([...head, ...rows.slice(0, STRIDE).map(line)]);
  for (let from = STRIDE; from < rows.length; from += STRIDE) {
    await yieldToEvents(session);
    write(rows.slice(from, from + STRIDE).map(line));
  }
}

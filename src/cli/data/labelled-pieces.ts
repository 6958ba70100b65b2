import { readPieces, type DatasetOptions } from '../../data/index.ts';
import { DataError } from '../../files/data-error.ts';
import { LEGAL_LABELS, type Loss } from '../../losses/loss.ts';
import type { Dataset } from '../../rows/dataset.ts';
import type { Session } from '../terminal/session.ts';
import { yieldToEvents } from '../terminal/event-loop.ts';
import { inlinePasses } from '../terminal/inlining.ts';
import { LabelsOfKind } from './labels-of-kind.ts';

/** The data that a loss is to learn from, a piece at a time: that of `readLabelled`, with its errors. */
export async function* labelledPieces(
  file: string,
  reading: DatasetOptions,
  { labels: kind, name }: Loss,
  session: Session,
): AsyncGenerator<Dataset> {
  const reader = new LabelsOfKind(kind);
  for await (const piece of heardPieces(file, { ...reading, labels: kind === 'sign' ? 'sign' : 'real' }, session)) {
    const labels = piece.labels.map((written) => {
      const label = reader.read(written);
      if (label !== undefined) return label;
      const { label: fault, row } = reader.faultOf(written);
      throw new DataError({ file, found: `label ${fault} in row ${row}`, legal: `${LEGAL_LABELS[kind].words} for ${name} loss` });
    });
    yield { ...piece, labels };
  }
}

/** Rows of a piece behind which there may be many more. */
const LONG = 1000;

/** The pieces of a file; Ctrl-C is heard while they are read, and between them. */
export async function* heardPieces(file: string, reading: DatasetOptions, session: Session): AsyncGenerator<Dataset> {
  const pieces = readPieces(file, reading);
  try {
    for (;;) {
      const next = await session.unlessInterrupted(pieces.next());
      if (next.done === true) return;
      if (next.value.rows.length >= LONG) inlinePasses();
      yield next.value;
      await yieldToEvents(session);
    }
  } finally {
    // A generator that waits for input ends no sooner than its input does.
    void pieces.return(undefined);
  }
}

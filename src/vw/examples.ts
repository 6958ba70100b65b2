import type { VwExamples } from './joined-examples.ts';
import { threadFile } from '../files/own-package.ts';
import { tooLarge } from '../rows/building/room.ts';
import { namesUpTo } from '../data/documents/several-classes.ts';
import { headStart, NO_START, type Lanes } from '../data/readers/blocks/head-start.ts';
import { readLines } from '../data/readers/lines.ts';
import { requireExamples } from '../data/readers/vw/vw-text.ts';
import { ExampleParser, type ExampleOptions, type ExamplePiece } from './example-parser.ts';
import { JoinedExamples } from './joined-examples.ts';
import type { VwSettings } from './settings.ts';

/** What labels are: numbers, or classes 1 … K, by label or by cost. */
export type VwLabels = 'numbers' | { readonly classes: number };

/** Reads them all; lanes: how several threads share a large file. */
export async function readVwExamples(
  file: string,
  { bits, hash, interactions, constant }: VwSettings['features'],
  kind: VwLabels = 'numbers',
  lanes?: Lanes,
): Promise<VwExamples> {
  const wanted =
    kind === 'numbers'
      ? ({ labels: 'optional' } as const)
      : ({ labels: 'if-given', classNames: namesUpTo(kind.classes) } as const);
  const options: ExampleOptions = { ...wanted, bits, hash, interactions, constant };
  const parser = new ExampleParser(file, options);
  const whole = new JoinedExamples(2 ** bits);
  let before = 0;
  const take = (piece: ExamplePiece, line: number): void => {
    try {
      whole.add(piece, before);
    } catch (error) {
      throw tooLarge({ file, line }, error);
    }
    before = line;
  };
  const reading = {
    file,
    parser: () => new ExampleParser(file, options),
    thread: threadFile('vw/example-thread'),
    options,
    habits: parser.habits,
    take,
  };
  // Costs are numbered through, so that their pieces do not come in any order.
  const head = kind === 'numbers' ? await headStart(reading, lanes) : NO_START;
  parser.goOn(head);
  for await (const block of readLines(file, { taken: () => parser.line, from: head.bytes })) {
    parser.parse(block);
    take(parser.piece(), parser.line);
  }
  requireExamples(file, whole.length);
  try {
    return { ...whole.finish(), ...parser.costs() };
  } catch (error) {
    throw tooLarge({ file }, error);
  }
}

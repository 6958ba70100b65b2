import { threadFile } from '../../../files/own-package.ts';
import type { Dataset } from '../../../rows/dataset.ts';
import { headStart, NO_START, type Lanes } from '../blocks/head-start.ts';
import { JoinedPieces } from '../joined-pieces.ts';
import { readLines } from '../lines.ts';
import type { ReadOptions, Reader } from '../reader.ts';
import { VwDatasetParser } from './dataset-parser.ts';
import { requireExamples } from './vw-text.ts';

/**
 * Reads Vowpal Wabbit text: names are hashed into 2^b features, columns 1 to 2^b; column 0 is the constant, which no name shares.
 *
 * Features of a line that fall on one column are summed, as in every reader: the row is then the exact vector in the hash space,
 * where Vowpal Wabbit treats them as separate steps on one weight (docs/ERRATA.md). Interactions are features like others. A
 * dataset keeps importances; tags are dropped.
 *
 * Source: Vowpal Wabbit 9.11, input format.
 *
 * @throws DataError: those of the parser, an initial prediction other than 0 (a dataset keeps none), a line without a label unless
 * labels are 'optional', no example at all, bits out of range, a term with fewer than two namespaces, more features on a line
 * (interactions included) than MOST_FEATURES, more than fits the memory.
 */
export const vw: Reader = {
  extensions: ['.vw'],
  read: (file, options) => readVw(file, options),
  async *pieces(file, options) {
    const parser = new VwDatasetParser(file, options);
    for await (const block of readLines(file, { taken: () => parser.line })) {
      const before = parser.examples;
      parser.parse(block);
      if (parser.examples > before) yield parser.piece();
      parser.forgetCosts();
    }
    requireExamples(file, parser.examples);
  },
};

/** Reads the whole file; lanes: how several threads share it. */
export async function readVw(file: string, options: ReadOptions, lanes?: Lanes): Promise<Dataset> {
  const parser = new VwDatasetParser(file, options);
  const whole = new JoinedPieces(options.constant);
  const take = (piece: Dataset, line: number): void => {
    whole.add(piece, { file, line });
  };
  const reading = {
    file,
    parser: () => new VwDatasetParser(file, options),
    thread: threadFile('data/readers/blocks/thread'),
    options: { format: 'vw', options },
    habits: parser.habits,
    take,
  };
  // Costs are numbered through, so that their pieces do not come in any order.
  const head = options.labels === 'class' ? NO_START : await headStart(reading, lanes);
  parser.goOn({ ...head, rows: whole.length });
  for await (const block of readLines(file, { taken: () => parser.line, from: head.bytes })) {
    parser.parse(block);
    take(parser.piece(), parser.line);
  }
  requireExamples(file, whole.length);
  return { ...whole.finish(file), ...parser.costs() };
}

/** Whether the first line of a file that says something says what classes cost: then all do. */
export async function listsCosts(file: string): Promise<boolean> {
  for await (const block of readLines(file, { taken: () => 0 })) {
    const line = block
      .toString()
      .split('\n')
      .find((each) => each.trim() !== '');
    if (line !== undefined) return /^([^|]*\t)? *\d+:[^|\s]/.test(line);
  }
  return false;
}

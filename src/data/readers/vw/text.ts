import type { Dataset } from '../../../rows/dataset.ts';
import { IN_ORDER, type Lanes } from '../blocks/head-start.ts';
import { JoinedPieces, piecesBy } from '../joined-pieces.ts';
import { firstLine } from '../lines.ts';
import { type ReadOptions, type Reader, requireExamples } from '../reader.ts';
import { VwDatasetParser } from './dataset-parser.ts';
import { EXAMPLE } from './vw-text.ts';

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
    yield* piecesBy(new VwDatasetParser(file, options), file, EXAMPLE);
  },
};

/** Reads the whole file; lanes: how several threads share it. */
export async function readVw(file: string, options: ReadOptions, lanes?: Lanes): Promise<Dataset> {
  const whole = new JoinedPieces(options.constant);
  const reading = { file, parser: () => new VwDatasetParser(file, options), options: { format: 'vw', options } };
  // Costs are numbered through, so that their pieces do not come in any order.
  const parser = await whole.read(reading, options.labels === 'class' ? IN_ORDER : lanes);
  requireExamples(file, whole.length, EXAMPLE);
  return { ...whole.finish(file), ...parser.costs() };
}

/** Whether the first line of a file that says something says what classes cost: then all do. */
export async function listsCosts(file: string): Promise<boolean> {
  const line = await firstLine(file, (each) => each.trim() !== '');
  return line !== undefined && /^([^|]*\t)? *\d+:[^|\s]/.test(line);
}

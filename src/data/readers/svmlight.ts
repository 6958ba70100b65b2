import type { Dataset } from '../../rows/dataset.ts';
import { threadFile } from '../../files/own-package.ts';
import { headStart, type Lanes } from './blocks/head-start.ts';
import { JoinedPieces } from './joined-pieces.ts';
import { requireNumbers } from './labels.ts';
import { readLines } from './lines.ts';
import type { ReadOptions, Reader } from './reader.ts';
import { SvmlightParser, svmlightParser } from './svmlight-parser.ts';

/**
 * Reads svmlight (LIBSVM) text: one example a line, `label [qid:n] id:value id:value … # comment`.
 *
 * Ids are integers >= 0, in any order; an id that appears twice in a line is summed. Blank lines and comment lines are skipped;
 * blanks are spaces, tabs and carriage returns. The parser walks over blocks of bytes and makes no string unless it has to
 * complain or a number is long. Large files are taken apart by several threads (blocks/head-start.ts).
 *
 * Source: T. Joachims, SVMlight, http://svmlight.joachims.org (input format).
 *
 * @throws DataError with line and byte column: a malformed token, a negative id, a value that is not finite in single precision, an
 * illegal label, or none unless labels are 'optional', a malformed qid, qid on some lines only, no example at all, a line without end,
 * more than fits the memory.
 */
export const svmlight: Reader = {
  extensions: ['.svm', '.svmlight', '.libsvm', '.txt', '.dat', '.data', '.binary', ''],
  read: (file, options) => readParts([file], options),
  async *pieces(file, options) {
    requireNumbers(file, options);
    const parser = new SvmlightParser(options);
    parser.start(file);
    for await (const block of readLines(file, { taken: () => parser.line })) {
      parser.parse(block);
      if (parser.rows > 0) yield parser.piece();
    }
    parser.requireExamples();
  },
};

/** One dataset from several files, row after row, under the name of the first. */
export async function readParts(files: readonly string[], options: ReadOptions, lanes?: Lanes): Promise<Dataset> {
  requireNumbers(files[0], options);
  const parser = new SvmlightParser(options);
  const whole = new JoinedPieces(options.constant);
  for (const file of files) {
    const head = await headStart(
      {
        file,
        parser: () => svmlightParser(file, options),
        thread: threadFile('data/readers/blocks/thread'),
        options: { format: 'svmlight', options },
        habits: parser.habits,
        take: (piece, line) => {
          whole.add(piece, { file, line });
        },
      },
      lanes,
    );
    parser.goOn(file, { ...head, rows: whole.length });
    for await (const block of readLines(file, { taken: () => parser.line, from: head.bytes })) {
      parser.parse(block);
      if (parser.rows > 0) whole.add(parser.piece(), { file, line: parser.line });
    }
  }
  if (whole.length === 0) parser.requireExamples();
  return whole.finish(files[0]);
}

import type { DatasetOptions } from '../../data/index.ts';
import { flag } from '../syntax/option.ts';
import { UsageError } from '../terminal/failure.ts';
import { requireFile } from './inputs.ts';

/** The name of the standard input. */
const STDIN = '-';

/** Of commands that need not hold the rows of their data. */
export const streamOption = {
  stream: flag(
    'read the rows a piece at a time and forget them, for data larger than the memory; the result is the same; ' +
      '- as the file is the standard input (svmlight text, or --format)',
  ),
};

/** Throws a Failure unless the file is there; the standard input is read as a stream only. */
export async function requireData(file: string, isStreamed: boolean): Promise<void> {
  if (file !== STDIN) await requireFile(file);
  else if (!isStreamed) throw new UsageError('- is the standard input, which is read with --stream; a file of this name is ./-');
}

/** Throws a UsageError for data whose rows can only be read together. */
export async function requireStreamable(file: string, reading: DatasetOptions): Promise<void> {
  const { detectedFormat, whyNoPieces } = await import('../../data/index.ts');
  const why = whyNoPieces(file, await detectedFormat(file, reading.format), reading);
  if (why !== undefined) throw new UsageError(`--stream cannot read ${why}`);
}

/** Throws a UsageError where the standard input would have to be read more than once. */
export function requireOnePass(file: string, passes: number): void {
  if (file === STDIN && passes > 1)
    throw new UsageError(
      `--passes ${passes} would read the standard input more than once; write it to a file, or learn in one pass`,
    );
}

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CONSTANT, type Dataset } from '../rows/dataset.ts';
import { writeWhole } from '../files/durable.ts';

const BLOCK = 1 << 18;
/** More digits after the point are never needed above 1e-4, where single precision has 9 digits. */
const POWERS = Array.from({ length: 14 }, (_, k) => Number(`1e${k}`));

/**
 * Writes a dataset as svmlight text, compressed where the name ends in .gz; the file appears whole or not at all.
 *
 * Values are written as the shortest decimal fraction that reads back as the same single-precision number, labels so that they
 * read back as the same double: reading the file gives the same dataset. Column c is written as id c - 1 and the constant not at
 * all, because every reader adds it; columns beyond the last one used and importances have no place in the format.
 *
 * @throws RangeError for a dataset with importances, DataError for a file that cannot be written.
 */
export async function writeSvmlight(file: string, dataset: Dataset): Promise<void> {
  await writeSvmlightBlocks(file, [dataset]);
}

/** The rows of these datasets one after the other; each is asked for when the one before it is written. */
export async function writeSvmlightBlocks(file: string, datasets: Iterable<Dataset>): Promise<void> {
  await writeWhole(file, (temporary) => {
    const text = Readable.from(textOf(datasets));
    const target = createWriteStream(temporary);
    return file.endsWith('.gz') ? pipeline(text, createGzip(), target) : pipeline(text, target);
  });
}

function* textOf(datasets: Iterable<Dataset>): Generator<string> {
  for (const dataset of datasets) yield* svmlightText(dataset);
}

/** The text in pieces of whole lines. */
export function* svmlightText({ rows, labels, groups, importances }: Dataset): Generator<string> {
  if (importances) throw new RangeError('svmlight text has no place for importances');
  const { offsets, indices, values } = rows;
  let text = '';
  for (let i = 0; i < rows.length; i++) {
    text += groups ? `${labels[i]} qid:${groups[i]}` : `${labels[i]}`;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      if (indices[k] !== CONSTANT) text += ` ${indices[k] - 1}:${shortest(values[k])}`;
    }
    text += '\n';
    if (text.length < BLOCK) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** The double with the fewest decimals that rounds to this single-precision value. */
export function shortest(value: number): number {
  for (const power of POWERS) {
    const rounded = Math.round(value * power) / power;
    if (Math.fround(rounded) === value) return rounded;
  }
  return value;
}

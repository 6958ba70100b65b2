import { readCacheInPieces } from '../cache/cache-file.ts';
import { cachePieces } from '../cache/cache-pieces.ts';
import { DataError } from '../../files/data-error.ts';
import { LabelReader, requireNumbers } from './labels.ts';
import type { Reader, ReadOptions } from './reader.ts';
import { sharedFloat64 } from '../../rows/building/shared-arrays.ts';

/**
 * Reads a .iwal file (data/cache/cache-file.ts) that is handed over as a dataset of its own; its labels are checked as those of
 * text are.
 */
export const iwal: Reader = {
  extensions: ['.iwal'],
  async read(file, options) {
    requireNumbers(file, options);
    const { dataset } = await readCacheInPieces(file);
    return { ...dataset, labels: checkedLabels(file, options)(dataset.labels) };
  },
  async *pieces(file, options) {
    requireNumbers(file, options);
    const checked = checkedLabels(file, options);
    for await (const piece of cachePieces(file)) yield { ...piece, labels: checked(piece.labels) };
  },
};

/** Reads the labels of the rows that come next. */
function checkedLabels(file: string, { labels: choice = 'real', ...said }: ReadOptions): (labels: Float64Array) => Float64Array {
  const reader = new LabelReader(choice, said);
  let row = 0;
  return (labels) =>
    sharedFloat64(
      labels.map((written) => {
        const label = reader.read(written);
        if (label === undefined)
          throw new DataError({ file, found: `label ${written} in row ${row}`, legal: `a label that is ${reader.legal}` });
        row++;
        return label;
      }),
    );
}

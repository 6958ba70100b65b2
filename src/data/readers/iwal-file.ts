import { readCacheInPieces } from '../cache/cache-file.ts';
import { DataError } from '../../files/data-error.ts';
import { LabelReader, requireNumbers } from './labels.ts';
import type { Reader } from './reader.ts';
import { sharedFloat64 } from '../../rows/shared-arrays.ts';

/**
 * Reads a .iwal file (data/cache/cache-file.ts) that is handed over as a dataset of its own; its labels are checked as those of
 * text are.
 */
export const iwal: Reader = {
  extensions: ['.iwal'],
  async read(file, { labels: choice = 'real', ...said }) {
    requireNumbers(file, said);
    const { dataset } = await readCacheInPieces(file);
    const reader = new LabelReader(choice, said);
    const labels = dataset.labels.map((written, i) => {
      const label = reader.read(written);
      if (label !== undefined) return label;
      throw new DataError({ file, found: `label ${written} in row ${i}`, legal: `a label that is ${reader.legal}` });
    });
    return { ...dataset, labels: sharedFloat64(labels) };
  },
};

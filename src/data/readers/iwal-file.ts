import { readCacheInPieces } from '../cache/cache-file.ts';
import { cachePieces } from '../cache/cache-pieces.ts';
import { DataError } from '../../files/data-error.ts';
import { renamedClasses } from './iwal-classes.ts';
import { LabelReader, requireNumbers } from './labels.ts';
import type { Reader, ReadOptions } from './reader.ts';
import { sharedFloat64 } from '../../rows/building/room.ts';
import type { Dataset } from '../../rows/dataset.ts';

/**
 * Reads a .iwal file (data/cache/cache-file.ts) that is handed over as a dataset of its own; its labels are checked as those of
 * text are. Classes that have names are what the names say: numbers where these are numbers, and other numbers where the caller
 * names the classes in another order.
 */
export const iwal: Reader = {
  extensions: ['.iwal'],
  async read(file, options) {
    requireNumbers(file, options);
    const { dataset } = await readCacheInPieces(file);
    const { labels, classNames } = options;
    if (
      (labels === 'class' || (labels === 'if-given' && dataset.costs !== undefined)) &&
      (dataset.classNames ?? dataset.costs) !== undefined
    )
      return renamedClasses(file, dataset, classNames);
    return { ...withoutNames(dataset), labels: sharedFloat64(checkedLabels(file, options)(dataset)) };
  },
  async *pieces(file, options) {
    requireNumbers(file, options);
    const checked = checkedLabels(file, options);
    for await (const piece of cachePieces(file)) yield { ...withoutNames(piece), labels: checked(piece) };
  },
};

/** Whoever asks for no classes is told of none, as by the readers of text. */
function withoutNames({ classNames: _names, costs: _costs, ...dataset }: Dataset): Dataset {
  return dataset;
}

/** Reads the labels of the rows that come next. */
function checkedLabels(
  file: string,
  { labels: choice = 'real', ...said }: ReadOptions,
): (part: Pick<Dataset, 'labels' | 'classNames'>) => Float64Array {
  const reader = new LabelReader(choice, said);
  let row = 0;
  return ({ labels, classNames }) => {
    const values = classNames?.map(Number);
    const isNumbered = values?.every(Number.isFinite) === true;
    return labels.map((label) => {
      const written = isNumbered && !Number.isNaN(label) ? values[label - 1] : label;
      const read = reader.read(written);
      if (read === undefined)
        throw new DataError({ file, found: `label ${written} in row ${row}`, legal: `a label that is ${reader.legal}` });
      row++;
      return read;
    });
  };
}

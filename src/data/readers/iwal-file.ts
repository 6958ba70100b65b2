import { DataError } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { firstOf } from '../../files/printable.ts';
import { sharedFloat64 } from '../../rows/building/growing.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { readCacheInPieces } from '../cache/cache-file.ts';
import { cachePieces } from '../cache/cache-pieces.ts';
import { folded, namesUpTo } from '../documents/classes.ts';
import { LabelReader, requireNumbers, type Reader, type ReadOptions } from './reader.ts';

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

const MOST_SHOWN = 20;

/**
 * A dataset whose classes are named, with the numbers that `names` gives them; upper and lower case are one. Costs are by number, as
 * in text: names may be given to them, and no other order.
 *
 * @throws DataError for a class that is none of the names, and for costs whose classes have other names or another order.
 */
function renamedClasses(file: string, dataset: Dataset, names: readonly string[] | undefined): Dataset {
  const { labels, costs } = dataset;
  const own = dataset.classNames ?? namesUpTo(costs!.classes.reduce((most, k) => Math.max(most, k), 0));
  if (names === undefined || own.every((name, k) => names[k] === name)) return { ...dataset, classNames: names ?? own };
  const legal = firstOf(names, MOST_SHOWN);
  if (costs !== undefined) {
    const isUnnamed = namesUpTo(own.length).every((name, k) => own[k] === name);
    if (isUnnamed && own.length <= names.length) return { ...dataset, classNames: names };
    const found = `costs of the classes ${own.slice(0, MOST_SHOWN).join(', ')}`;
    throw new DataError({ file, found, legal: `those of ${legal}` });
  }
  const numbers = new Map(names.map((name, k) => [folded(name), k + 1]));
  const renumbered = labels.map((label, row) => {
    if (Number.isNaN(label)) return label;
    const name = own[label - 1];
    const number = numbers.get(folded(name));
    if (number !== undefined) return number;
    const found = `the class ${JSON.stringify(name)} in row ${row}${didYouMean(name, names)}`;
    throw new DataError({ file, found, legal: `one of ${legal}` });
  });
  return { ...dataset, labels: sharedFloat64(renumbered), classNames: names };
}

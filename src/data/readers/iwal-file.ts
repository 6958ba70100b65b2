import { DataError } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { firstOf } from '../../files/printable.ts';
import { sharedFloat64 } from '../../rows/building/growing.ts';
import type { Constant, Dataset } from '../../rows/dataset.ts';
import { readCacheInPieces } from '../cache/cache-file.ts';
import { folded, namesUpTo } from '../documents/classes.ts';
import { LabelReader, requireNumbers, type Reader, type ReadOptions } from './reader.ts';
import { whileOpen } from '../../files/contents.ts';
import { explained } from './bytes.ts';
import { refusal } from '../cache/cache-bytes.ts';
import { beginOf } from '../cache/cache-format.ts';
import { PieceReader, type Body } from '../cache/piece-reader.ts';
import { threadsHere } from './blocks/crew.ts';

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
    for await (const piece of cachePieces(file, LEAST_SHARED, options.constant))
      yield { ...withoutNames(piece), labels: checked(piece) };
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

/** Bytes of the smallest file that is read by other threads too: to begin takes one some 50 ms. */
const LEAST_SHARED = 1 << 25;

/**
 * The rows of a .iwal file in their order, a piece at a time: together the dataset that `readCache` reads at once, in memory that
 * does not grow with it: entries stand where those of a piece before stood. Costs of classes stay in the file: they are for learners of
 * several classes, who need all rows. Large files are read and checked by other threads as well, ahead of who uses the rows.
 *
 * Rows are checked before they are handed over, and the checksum of the file before its last piece is: who has come to the end has
 * read what was written.
 *
 * @throws DataError: those of `readCache`, when they are reached.
 */
export async function* cachePieces(file: string, leastShared = LEAST_SHARED, constant?: Constant): AsyncGenerator<Dataset> {
  try {
    const { body, bytes } = bodyOf(file);
    // Two read faster than one learns.
    const threads = bytes >= leastShared ? threadsHere(2) : 0;
    yield* new PieceReader({ format: 'iwal', body, constant }, threads).pieces();
  } catch (error) {
    throw explained(file, error);
  }
}

/** What the begin of a file says about the rest of it, and the bytes of that. */
function bodyOf(file: string): { readonly body: Body; readonly bytes: number } {
  return whileOpen(file, (descriptor) => {
    const { header, bytes, ...place } = beginOf(file, descriptor);
    const { name, columns, classNames, lengths } = header;
    const { offsets = 0, indices = 0, values = 0, labels = 0, squaredNorms = 0, importances, groups } = lengths;
    const rows = offsets - 1;
    const perRow = [labels, squaredNorms, importances ?? rows, groups ?? rows];
    if (perRow.some((length) => length !== rows))
      throw refusal(file, `labels, norms or importances of ${perRow.join(', ')} rows of ${rows}`);
    if (indices !== values) throw refusal(file, `${indices} columns of ${values} values`);
    return { body: { file, name, rows, columns, ...place, ...(classNames && { classNames }) }, bytes };
  });
}

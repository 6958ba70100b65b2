import { DataError } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { decimal } from '../../numerics/decimals.ts';
import { sharedFloat64 } from '../../rows/building/room.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { folded, type WrittenLabels } from './classes.ts';

const MOST_SHOWN = 20;

/**
 * Labels of a column as numbers of classes, 1 … K; upper and lower case are one.
 *
 * The classes are those that `names` lists, in that order; without it those of the column, numbers in their order and before all
 * others, other names in the order of their characters.
 *
 * `need`: a label 'where it is known' is NaN in the rows that have none.
 *
 * @throws DataError with the line: a row without a label where every one needs it, a label that is none of the classes, with the
 * nearest; one class only.
 */
export function severalClasses(
  { file, written, lines }: WrittenLabels,
  names: readonly string[] | undefined,
  need: 'in every row' | 'where it is known' = 'in every row',
): Pick<Dataset, 'labels'> & { readonly classNames: readonly string[] } {
  const missing = written.findIndex((label) => folded(label) === '');
  if (missing >= 0 && need === 'in every row')
    throw new DataError({ file, line: lines[missing], found: 'a row without a label', legal: 'a class in every row' });
  const classNames = names ?? namesMet(written);
  const numbers = new Map(classNames.map((name, k) => [folded(name), k + 1]));
  const labels = written.map((label, row) => {
    const number = numbers.get(folded(label));
    if (number !== undefined) return number;
    if (folded(label) === '') return NaN;
    throw new DataError({
      file,
      line: lines[row],
      found: `the class ${JSON.stringify(label)}${didYouMean(label!, classNames)}`,
      legal: `one of ${classNames.slice(0, MOST_SHOWN).join(', ')}${classNames.length > MOST_SHOWN ? ', …' : ''}`,
    });
  });
  requireSeveral(file, classNames);
  return { labels: sharedFloat64(labels), classNames };
}

/** Classes that were read as the whole numbers that the file has, numbered from 1 in their order. */
export function numberedClasses(file: string, labels: Float64Array): Pick<Dataset, 'labels' | 'classNames'> {
  const values = [...new Set(labels)].sort((a, b) => a - b);
  const classNames = values.map(String);
  requireSeveral(file, classNames);
  const numbers = new Map(values.map((value, k) => [value, k + 1]));
  return { labels: sharedFloat64(Array.from(labels, (label) => numbers.get(label)!)), classNames };
}

/** The names of K classes that have none: 1 … K. */
export function namesUpTo(classes: number): string[] {
  return Array.from({ length: classes }, (_, k) => String(k + 1));
}

/** Throws a DataError unless there are two classes to tell apart. */
export function requireSeveral(file: string, names: readonly string[]): void {
  if (names.length >= 2) return;
  const found = names.length === 0 ? 'no class' : `one class only, ${JSON.stringify(names[0])}`;
  throw new DataError({ file, found, legal: 'rows of two classes or more' });
}

function namesMet(written: readonly (string | undefined)[]): string[] {
  const names = new Map<string, string>();
  for (const label of written) if (!names.has(folded(label))) names.set(folded(label), label!.trim());
  return [...names.values()].sort(inOrder);
}

function inOrder(a: string, b: string): number {
  const [x, y] = [decimal(a), decimal(b)];
  if (Number.isFinite(x) && Number.isFinite(y)) return x - y;
  if (Number.isFinite(x) !== Number.isFinite(y)) return Number.isFinite(x) ? -1 : 1;
  return folded(a) < folded(b) ? -1 : 1;
}

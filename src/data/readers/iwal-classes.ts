import { DataError } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { sharedFloat64 } from '../../rows/building/room.ts';
import { folded } from '../documents/classes.ts';
import { namesUpTo } from '../documents/several-classes.ts';

const MOST_SHOWN = 20;

/**
 * A dataset whose classes are named, with the numbers that `names` gives them; upper and lower case are one. Costs are by number, as
 * in text: names may be given to them, and no other order.
 *
 * @throws DataError for a class that is none of the names, and for costs whose classes have other names or another order.
 */
export function renamedClasses(file: string, dataset: Dataset, names: readonly string[] | undefined): Dataset {
  const { labels, costs } = dataset;
  const own = dataset.classNames ?? namesUpTo(costs!.classes.reduce((most, k) => Math.max(most, k), 0));
  if (names === undefined || own.every((name, k) => names[k] === name)) return { ...dataset, classNames: names ?? own };
  const legal = `${names.slice(0, MOST_SHOWN).join(', ')}${names.length > MOST_SHOWN ? ', …' : ''}`;
  if (costs !== undefined) {
    const isUnnamed = namesUpTo(own.length).every((name, k) => own[k] === name);
    if (isUnnamed && own.length <= names.length) return { ...dataset, classNames: names };
    throw new DataError({
      file,
      found: `costs of the classes ${own.slice(0, MOST_SHOWN).join(', ')}`,
      legal: `those of ${legal}`,
    });
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

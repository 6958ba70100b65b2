import { decimal } from '../../numerics/decimals.ts';
import type { Columns } from './csv/csv-columns.ts';
import { mayHoldIds } from './id-column.ts';

/** Columns that a hint names of one kind. */
const MOST_NAMED = 6;

/**
 * What to write to learn from a table that is not one of numbers alone, judged by one of its rows: cells of several words are text,
 * other words categories, what is left numbers, an empty cell among them. Ids are none of them.
 */
export function columnsHint(cells: readonly string[], { roles, isHeader, names }: Columns): string {
  const features = [...cells.keys()].filter((k) => roles[k] === 'feature' && !mayHoldIds(names[k]));
  const words = features.filter((k) => /\p{L}/u.test(cells[k]) && !Number.isFinite(decimal(cells[k])));
  const texts = words.filter((k) => /\p{L}\s+\p{L}/u.test(cells[k]));
  const named = (option: string, columns: readonly number[]): string[] => {
    if (columns.length === 0) return [];
    const some = columns.slice(0, MOST_NAMED).map((k) => (isHeader ? names[k] : k + 1));
    return [`${option} ${some.join(',')}${columns.length > MOST_NAMED ? ',…' : ''}`];
  };
  return [
    ...named('--text', texts),
    ...named(
      '--category-columns',
      words.filter((k) => !texts.includes(k)),
    ),
    ...named(
      '--number-columns',
      features.filter((k) => !words.includes(k)),
    ),
  ].join(' ');
}

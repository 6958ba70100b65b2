import { decimal } from '../../numerics/decimals.ts';
import type { Columns } from './csv/csv-columns.ts';
import { mayHoldIds } from './id-column.ts';

/** Columns that a hint names of one kind. */
const MOST_NAMED = 30;

/**
 * What to write to learn from a table that is not one of numbers alone, judged by one of its rows: cells of several words are text,
 * others that are no numbers categories, what is left numbers, missing ones among them. Ids are none of them. A name that is more than a word to a shell is
 * quoted.
 */
export function columnsHint(cells: readonly string[], { roles, isHeader, names }: Columns): string {
  const isWords = (k: number): boolean =>
    cells[k].trim() !== '' && !Number.isFinite(decimal(cells[k])) && nearNumberHint(cells[k].trim()) === '';
  const ids = [...cells.keys()].filter((k) => roles[k] === 'feature' && mayHoldIds(names[k]));
  const features = [...cells.keys()].filter((k) => roles[k] === 'feature' && !ids.includes(k));
  const words = features.filter(isWords);
  const texts = words.filter((k) => /\p{L}\s+\p{L}/u.test(cells[k]));
  const named = (option: string, columns: readonly number[]): string[] => {
    if (columns.length === 0) return [];
    const some = columns.slice(0, MOST_NAMED).map((k) => (isHeader && names[k] !== '' ? names[k] : k + 1));
    return [`${option} ${shellWord(some.join(','))}${columns.length > MOST_NAMED ? ',…' : ''}`];
  };
  return [
    ...named('--id-column', ids.filter((k) => isWords(k) && names[k] !== 'id').slice(0, 1)),
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

/** What to write in place of a cell that is nearly a number; nothing where it is not. */
export function nearNumberHint(cell: string): string {
  if (/^[+-]?\d+,\d+$/.test(cell)) return '; write a decimal point, not a comma';
  return /^(na|n\/a|nan|null|none|\?|-+)$/i.test(cell) ? '; for a missing value leave the cell empty' : '';
}

/**
 * A name as a command line takes it, in quotes where it is more than a word to a shell.
 *
 * @example
 * shellWord('Temp °C') // => '"Temp °C"'
 */
export function shellWord(name: string): string {
  return /^[\w.,:/+\p{L}-]*$/u.test(name) ? name : `"${name.replaceAll(/["\\$`]/g, '\\$&')}"`;
}

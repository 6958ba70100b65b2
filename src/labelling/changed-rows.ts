import type { PoolIdentity } from '../ledger/entry.ts';
import { count, plural } from '../numerics/display.ts';
import { groupBy } from '../numerics/group-by.ts';
import { presentIn } from '../numerics/present.ts';
import { poolChecksum } from '../rows/pool-checksum.ts';
import { rowMarks, rowMarksOf, type MarkedPool, type RowMarks } from './row-marks.ts';

/**
 * Compares the rows of two pools: a row is kept that says the same, with the same id if there is such a one. What is left is edited where
 * unique ids say so, or without them the number of a row in pools of one length; else it is gone, or new.
 *
 * Rows count from 0. `kept`: where each row that says what it said stands now, by its number before; `edited` and `added` by their numbers
 * now, `gone` by those before; `ids`: whether ids tell an edited row from one that is gone and another that is new.
 *
 * @example
 * changedRows({ contents: ['a', 'b', 'c'] }, { contents: ['a', 'x', 'c'] }).edited // => [1]
 */
export function changedRows(before: RowMarks, now: RowMarks) {
  const haveShown = before.shown !== undefined && now.shown !== undefined;
  const content = (of: RowMarks, row: number): string => (haveShown ? of.contents[row] + of.shown![row] : of.contents[row]);
  const haveIds = before.ids !== undefined && now.ids !== undefined;
  const id = (of: RowMarks, row: number): string => of.ids![row];
  const ids = !haveIds ? 'none' : [before, now].every((of) => new Set(of.ids).size === of.ids!.length) ? 'unique' : 'repeated';

  let left = { before: [...before.contents.keys()], now: [...now.contents.keys()] };
  const kept = new Map<number, number>();
  const pair = (key: (of: RowMarks, row: number) => string | number, into: Map<number, number>): void => {
    // The first of those that are alike is the last of its list.
    const alike = groupBy(left.before.toReversed(), (row) => key(before, row));
    const rest = left.now.filter((row) => {
      const partner = alike.get(key(now, row))?.pop();
      if (partner !== undefined) into.set(partner, row);
      return partner === undefined;
    });
    left = { before: left.before.filter((row) => !into.has(row)), now: rest };
  };
  if (haveIds) pair((of, row) => content(of, row) + id(of, row), kept);
  pair(content, kept);
  const edited = new Map<number, number>();
  if (ids === 'unique') pair(id, edited);
  else if (before.contents.length === now.contents.length) pair((_, row) => row, edited);
  const places = [...kept].sort(([a], [b]) => a - b).map(([, row]) => row);
  return {
    kept,
    edited: [...edited.values()].sort((a, b) => a - b),
    gone: left.before,
    added: left.now,
    isReordered: places.some((row, k) => k > 0 && row < places[k - 1]),
    ids,
  };
}

/** What is known of a pool that is not the one that a ledger was begun with. */
export interface PoolDifference {
  /** How it differs. */
  readonly words: string;
  /** Where a row of before stands now that says the same; undefined where none does. */
  readonly placeOf: (row: number) => number | undefined;
}

/** How a pool differs from that of a ledger; undefined where nothing is kept that tells. */
export function differenceFrom(ledger: string, begun: PoolIdentity, pool: MarkedPool): PoolDifference | undefined {
  if (begun.rows === pool.rows.length && begun.checksum === poolChecksum(pool.rows))
    return { words: 'the rows are the same, and their importances are not', placeOf: (row) => row };
  const before = rowMarksOf(ledger, begun);
  if (before === undefined) return undefined;
  const changes = changedRows(before, rowMarks(pool));
  return { words: changeWords(changes, pool.ids), placeOf: (row) => changes.kept.get(row) };
}

/** Rows that are named. */
const MOST_NAMED = 5;

/** What was changed, in words; `ids`: those of the rows now. */
export function changeWords(
  { edited, gone, added, isReordered, ids: tell, kept }: ReturnType<typeof changedRows>,
  ids?: readonly string[],
): string {
  const rows = kept.size + edited.length + gone.length;
  const named = (numbers: readonly number[], idOf?: readonly string[]): string => {
    const names = numbers
      .slice(0, MOST_NAMED)
      .map((row) => count(row + 1) + (idOf === undefined ? '' : ` with the id ${JSON.stringify(idOf[row].trim())}`));
    const more = numbers.length - names.length;
    return `${numbers.length === 1 ? 'row' : 'rows'} ${names.join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}`;
  };
  const of = (numbers: readonly number[], one: string, several: string): string =>
    `${plural(numbers.length, 'row')} ${numbers.length === 1 ? one : several}`;
  const words = presentIn([
    edited.length > 0 && `${of(edited, 'was', 'were')} edited (${named(edited, ids)})`,
    gone.length > 0 && `${of(gone, 'is', 'are')} gone (${named(gone)} before)`,
    added.length > 0 && `${of(added, 'is', 'are')} new (${named(added, ids)})`,
    isReordered && 'rows stand in another order',
  ]);
  if (words.length === 0)
    return 'all rows say what they said, and are read in another way (--text, --ngrams, --idf and the like belong to the data)';
  const why = tell === 'repeated' ? 'ids repeat' : 'rows have no ids';
  const caution =
    tell !== 'unique' && gone.length > 0 && added.length > 0 ? `; ${why}, so that an edited row may count as both` : '';
  return `of ${count(rows)} rows before, ${words.join(', ')}${caution}`;
}

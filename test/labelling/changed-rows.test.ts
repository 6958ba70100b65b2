/** Laws of rows that are compared with those of before: whatever was edited, removed, added and moved, by ids or without. */
import { expect, test } from 'vitest';
import { changedRows } from '../../src/labelling/changed-rows.ts';
import type { RowMarks } from '../../src/labelling/row-marks.ts';
import { permutation, randomStream, type RandomStream } from '../../src/numerics/random.ts';

interface Row {
  readonly content: string;
  readonly id: string;
  /** Where it stood before; undefined for a new one. */
  readonly from?: number;
  readonly isEdited?: boolean;
}

const marks = (rows: readonly Row[], ids: boolean): RowMarks => ({
  contents: rows.map(({ content }) => content),
  ...(ids && { ids: rows.map(({ id }) => id) }),
});

/** Rows with contents of their own, and the same after a few changes of each kind. */
function pools(random: RandomStream): { before: Row[]; now: Row[]; removed: number[] } {
  const n = 1 + random.below(30);
  const before = Array.from({ length: n }, (_, from) => ({ content: `content ${from}`, id: `id ${from}`, from }));
  const removed: number[] = [];
  let now: Row[] = before.flatMap((row): Row[] => {
    if (random.next() < 0.1) {
      removed.push(row.from);
      return [];
    }
    return [random.next() < 0.1 ? { ...row, content: `edited ${row.from}`, isEdited: true } : row];
  });
  for (let k = random.below(4); k > 0; k--) now.splice(random.below(now.length + 1), 0, { content: `new ${k}`, id: `new ${k}` });
  if (random.next() < 0.3) now = Array.from(permutation(now.length, random), (row) => now[row]);
  return { before, now, removed };
}

test('unique ids: every row is what became of it', () => {
  const random = randomStream(1, 'changed rows');
  for (let n = 0; n < 300; n++) {
    const { before, now, removed } = pools(random);
    const found = changedRows(marks(before, true), marks(now, true));
    const rows = (of: (row: Row) => boolean): number[] => [...now.keys()].filter((row) => of(now[row]));
    expect(new Map([...found.kept].sort(([a], [b]) => a - b))).toEqual(
      new Map(
        rows(({ from, isEdited }) => from !== undefined && !isEdited)
          .map((row) => [now[row].from!, row] as const)
          .sort(([a], [b]) => a - b),
      ),
    );
    expect(found.edited).toEqual(rows(({ isEdited }) => isEdited === true));
    expect([found.added, found.gone]).toEqual([rows(({ from }) => from === undefined), removed]);
    const kept = now.flatMap(({ from, isEdited }) => (from === undefined || isEdited ? [] : [from]));
    expect(found.isReordered).toBe(kept.some((from, k) => k > 0 && from < kept[k - 1]));
  }
});

test('with ids that repeat, without any, with rows that are alike: what is kept says the same, and nothing counts twice', () => {
  const random = randomStream(2, 'changed rows');
  for (let n = 0; n < 300; n++) {
    const { before, now } = pools(random);
    const few = (rows: readonly Row[]): Row[] =>
      rows.map((row) => ({ ...row, content: row.content.slice(-1), id: String(row.id.length) }));
    const [from, to] = [few(before), few(now)];
    for (const ids of [true, false]) {
      const { kept, edited, gone, added } = changedRows(marks(from, ids), marks(to, ids));
      for (const [was, is] of kept) expect(to[is].content).toBe(from[was].content);
      expect([...kept.values(), ...edited, ...added].sort((a, b) => a - b)).toEqual([...to.keys()]);
      expect(kept.size + edited.length + gone.length).toBe(from.length);
      // What could have been kept is kept.
      const left = new Set([...edited, ...added].map((row) => to[row].content));
      for (const row of gone) expect(left.has(from[row].content)).toBe(false);
    }
  }
});

test('rows that are alike stay where they are; an id tells them apart', () => {
  const alike = (ids: string[]): RowMarks => ({ contents: ids.map(() => 'same'), ids });
  expect([...changedRows(alike(['a', 'b', 'c']), alike(['c', 'a'])).kept]).toEqual([
    [2, 0],
    [0, 1],
  ]);
  expect([...changedRows({ contents: ['same', 'same'] }, { contents: ['same', 'same'] }).kept]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test('lines to show are part of a row where both pools have some', () => {
  const [before, now] = [
    { contents: ['x'], shown: ['a'] },
    { contents: ['x'], shown: ['b'] },
  ];
  expect([changedRows(before, now).edited, changedRows(before, { contents: ['x'] }).edited]).toEqual([[0], []]);
});

/** A column that is likely to be ids: by its name, and by a whole number of its own in every row. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdColumn, mayHoldIds } from '../../../src/data/readers/csv-columns.ts';
import { forAll } from '../../support/for-all.ts';

test.each([
  'id',
  'ID',
  'Id',
  'doc_id',
  'row-id',
  'user id',
  'x.id',
  'rowId',
  'docID',
  '',
  'Unnamed: 0',
  'rownames',
  'row.names',
  'index',
])('%s is named as ids are', (name) => expect(mayHoldIds(name)).toBe(true));

test.each(['width', 'indexed', 'row', 'acid', 'ACID', 'idle', 'paid', 'grid', undefined])('%s is not', (name) => {
  expect(mayHoldIds(name)).toBe(false);
});

test('likely exactly where two rows or more hold different whole numbers (property)', () => {
  const cell = fc.oneof(fc.integer({ min: -50, max: 50 }).map(String), fc.constantFrom('1.5', '', 'a', '1e3'));
  forAll([fc.array(cell)], (cells) => {
    const column = new IdColumn(1);
    for (const each of cells) column.see(['x', each]);
    const areWhole = cells.every((each) => /^-?\d+$/.test(each));
    expect(column.isLikely).toBe(cells.length > 1 && areWhole && new Set(cells).size === cells.length);
  });
});

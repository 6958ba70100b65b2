/** A column that is likely to be ids: by its name. */
import { expect, test } from 'vitest';
import { mayHoldIds } from '../../../src/data/readers/csv-columns.ts';

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

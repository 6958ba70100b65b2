/** The CSV reader: what it makes of a table; most of what it refuses stands in test/cli/refusals/said/readers.txt. */
import { complaint as said } from '../../support/rows/complaint.ts';
import { expect, it } from 'vitest';
import { csv } from '../../../src/data/readers/csv.ts';
import type { ReadOptions } from '../../../src/data/readers/reader.ts';
import { entriesOf, inText } from '../../support/rows/rows.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write } = temporaryFolder();

async function read(text: string, options: ReadOptions = {}, name = 'x.csv') {
  const { labels, rows, importances, ids } = await csv.read(write(name, text), options);
  return {
    labels: [...labels],
    rows: inText(entriesOf(rows)),
    columns: rows.columns,
    ...(importances && { importances: [...importances] }),
    ...(ids && { ids }),
  };
}

const complaint = (text: string, options: ReadOptions = {}): Promise<string> => said(read(text, options), path('x.csv'));

/** Two rows, features 1 and 2 in columns 2 and 3, the zero not stored. */
const TABLE = { labels: [1, -1], rows: ['0:1 2:0.5 3:20', '0:1 3:-3'], columns: 4 };

it.each<[what: string, text: string, options?: ReadOptions, name?: string]>([
  ['a header with a column named label', 'age,label,pay\n.5,1,2e1\n0,-1,-3\n'],
  ['no header, the label first', '1,.5,2e1\n-1,0,-3\n'],
  ['a label column by name', 'a,b,class\n.5,20,1\n0,-3,-1\n', { labelColumn: 'class' }],
  ['a label column by number', '.5,20,1\n0,-3,-1\n', { labelColumn: 3 }],
  ['quotes, blanks, empty lines and CRLF', '"1", "0.5" ,"20"\r\n\r\n-1,0,-3\r\n'],
  ['a quoted header with a comma and a line feed in it', '"label","a,\nb",c\n1,.5,20\n-1,0,-3'],
  ['a byte order mark', '\ufefflabel,a,b\n1,.5,20\n-1,0,-3\n'],
  ['tabs by the name of the file', '1\t.5\t20\n-1\t0\t-3\n', {}, 'x.tsv'],
  ['semicolons, as they stand', '1;.5;20\n-1;0;-3\n'],
  ['tabs, as they stand', '1\t.5\t20\n-1\t0\t-3\n'],
  ['another delimiter', '1|.5|20\n-1|0|-3\n', { delimiter: '|' }],
  ['a header of numbers, on request', '1,2,3\n1,.5,20\n-1,0,-3\n', { header: 'present', labelColumn: 1 }],
  ['names that count upwards beside one that is a word', '1985,1990,label\n.5,20,1\n0,-3,-1\n', {}],
  [
    'words beside numbers that are no names: an example, the first',
    'g,.5,20\nb,0,-3\n',
    { labels: 'sign', labelColumn: 1, classes: ['b', 'g'] },
  ],
  ['columns to ignore, whatever is in them', 'id,a,label,b,why\nx1,.5,1,20,\nx2,0,-1,-3,NaN\n', { ignoreColumns: ['id', 'why'] }],
  [
    'columns to ignore by number, where words make no header',
    'x1,1,.5,20\nx2,-1,0,-3\n',
    { ignoreColumns: [1, 1], labelColumn: 2 },
  ],
  ['importances that are all 1', 'label,h,a,b\n1,1,.5,20\n-1,1,0,-3\n', { importanceColumn: 'h' }],
  ['labels 0 and 1 of two classes', '1,.5,20\n0,0,-3\n', { labels: 'sign' }],
])('reads %s', async (_what, text, options, name) => {
  expect(await read(text, options, name)).toEqual(TABLE);
});

it('reads a column of ids, which is no feature', async () => {
  const text = 'case;label;a;b\nx1;1;.5;20\nx2;-1;0;-3\n';
  expect(await read(text, { idColumn: 'case' })).toEqual({ ...TABLE, ids: ['x1', 'x2'] });
});

it.each([
  ['id,a,label', 'id'],
  [',a,label', 1],
  ['Unnamed: 0,a,label', 'Unnamed: 0'],
  ['width,a,label', undefined],
])('says of a table with the names %s which column is likely to be ids', async (names, idColumn) => {
  const read = await csv.read(write('x.csv', `${names}\n0,.5,1\n1,2,-1\n`), {});
  expect(read.idColumn).toBe(idColumn);
});

it('reads a column of importances, as doubles, which is no feature', async () => {
  expect(
    await read('id,label,importance,a,b\n7,1,0.1,.5,20\n9,-1,1e9,0,-3\n', {
      importanceColumn: 'importance',
      ignoreColumns: ['id'],
    }),
  ).toEqual({ ...TABLE, importances: [0.1, 1e9] });
  expect((await read('0,1,2\n3,4,5\n', { importanceColumn: 3 })).importances).toEqual([2, 5]);
});

it('leaves a column named label alone that is said to be something else, where there need be no label', async () => {
  expect((await read('label,a\n1,2\n', { labels: 'optional', ignoreColumns: ['label'] })).labels).toEqual([NaN]);
  expect((await read('label,a\n1,2\n', { labels: 'optional', textColumn: 'label' })).labels).toEqual([NaN]);
});

it.each<[text: string, message: string, options?: ReadOptions]>([
  [
    'label,a\n1,2\n',
    'x.csv:1: found the column "label" both for the importance and for the label; expected one use of a column',
    { importanceColumn: 'label' },
  ],
  ['label,age\n1,2\n1,old\n', 'x.csv:3:2: found "old" under "age"; expected a number that is finite in single precision'],
  ['label,age\n\n1,2\n\n1,"o\nl\nd"\n', 'x.csv:5:2: found "o'],
  ['label,age\n1,\n', 'x.csv:2:2: found an empty cell under "age"; expected a number'],
  ['a,b\n1,2\n', 'x.csv:1: found no column "label" for the label; expected a column from 1 to 2, or one of a, b'],
])('refuses %j', async (text, message, options) => {
  expect(await complaint(text, options)).toContain(message);
});

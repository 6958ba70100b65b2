/** Laws of pools: rows as the readers of labelled data make them, labels not read, texts one a row. */
import { describe, expect, test } from 'vitest';
import { readDataset } from '../../src/data/index.ts';
import { readPool } from '../../src/labelling/pool.ts';
import { entriesOf, inText } from '../support/rows/rows.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

const folder = temporaryFolder();

test('svmlight: the rows of the reader, whatever the labels', async () => {
  const labelled = folder.write('labelled.svm', '1 1:0.5 3:2\n-1 2:1\n');
  const other = folder.write('other.svm', '7 1:0.5 3:2\n0 2:1\n');
  const { rows } = await readDataset(labelled);
  for (const file of [labelled, other]) expect(entriesOf((await readPool({ file, reading: {} })).rows)).toEqual(entriesOf(rows));
});

test('VW text without labels, which shows itself', async () => {
  const file = folder.write('pool.vw', '| shares rise\n| goal in the last minute\n');
  const { rows, texts } = await readPool({ file, reading: {}, text: file });
  expect(rows.length).toBe(2);
  expect(texts).toEqual(['| shares rise', '| goal in the last minute']);
});

test('a text file: a line a row, compressed or not, with any line ends', async () => {
  const file = folder.write('two.svm', '1 1:1\n1 2:1\n');
  expect((await readPool({ file, reading: {}, text: folder.write('two.txt', 'first\r\nsecond') })).texts).toEqual([
    'first',
    'second',
  ]);
  expect((await readPool({ file, reading: {}, text: folder.write('empty-lines.txt', '\n\n') })).texts).toEqual(['', '']);
  await expect(readPool({ file, reading: {}, text: folder.write('three.txt', 'a\nb\nc\n') })).rejects.toThrow(
    /three\.txt: found 3 lines; expected 2, one for every row of .*two\.svm$/,
  );
});

describe('CSV', () => {
  test('a text column, no labels: features are numbered without it', async () => {
    const file = folder.write('pool.csv', 'length,title,exclaims\n3,"Shares, up",0\n7,"Goal!\nAnd one more",1\n');
    const { rows, texts } = await readPool({ file, reading: { textColumn: 'title' } });
    expect(texts).toEqual(['Shares, up', 'Goal!\nAnd one more']);
    expect(inText(entriesOf(rows))).toEqual(['0:1 2:3', '0:1 2:7 3:1']);
  });

  test('a label column is left out, and the rows are those of the labelled reader', async () => {
    const file = folder.write('labelled.csv', 'x,label,y\n1,0,2\n3,1,4\n');
    const { rows } = await readDataset(file);
    expect(entriesOf((await readPool({ file, reading: {} })).rows)).toEqual(entriesOf(rows));
    const named = folder.write('class.csv', 'x,class,y\n1,yes,2\n3,no,4\n');
    expect(entriesOf((await readPool({ file: named, reading: { labelColumn: 'class' } })).rows)).toEqual(entriesOf(rows));
  });

  test('without a header: a first column that may be labels is neither learned from nor lost before somebody says what it is', async () => {
    for (const content of ['1,2,3\n-1,5,6\n', '0,2,3\n1,5,6\n0,1,1\n', '1,2,3\n1,5,6\n']) {
      const file = folder.write('labelled.csv', content);
      const complaint =
        /labelled\.csv: found a first column without a name that may hold labels: .*; expected --label-column 1 if .*, --label-column none if/;
      await expect(readPool({ file, reading: {} })).rejects.toThrow(complaint);
      const { rows: simulated } = await readDataset(file, { labels: 'sign' });
      expect(entriesOf((await readPool({ file, reading: { labelColumn: 1 } })).rows)).toEqual(entriesOf(simulated));
      const { rows } = await readPool({ file, reading: { labelColumn: 'none' } });
      expect(rows.columns).toBe(simulated.columns + 1);
      await expect(readDataset(file, { labels: 'sign', labelColumn: 'none' })).rejects.toThrow('no column "none" for the label');
    }
    for (const content of ['1,2\n2,3\n', '0,2\n-1,3\n', '1,1\n0.5,0\n']) {
      const file = folder.write('unlabelled.csv', content);
      expect((await readPool({ file, reading: {} })).rows.columns).toBe(4);
    }
    const named = folder.write('named.csv', 'none,x\n1,2\n0,3\n');
    expect((await readPool({ file: named, reading: { labelColumn: 'none' } })).rows.columns).toBe(3);
  });

  test('without a header: columns by number, none of them a label unless named', async () => {
    const file = folder.write('bare.csv', '1,2,3\n4,5,6\n');
    const { rows } = await readPool({ file, reading: {} });
    expect(inText(entriesOf(rows))).toEqual(['0:1 2:1 3:2 4:3', '0:1 2:4 3:5 4:6']);
    expect((await readPool({ file, reading: { textColumn: 2 } })).texts).toEqual(['2', '5']);
  });
});

/** What a file says besides its features is read, or said not to be: labels that exist, names of classes, columns of ids. */
import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { eachFolder } from '../../support/processes/cli.ts';

const { path, iwalHere, lineHere } = eachFolder();

const write = (name: string, header: string, row: (n: number) => string, rows = 20): void => {
  writeFileSync(path(name), `${header}\n${Array.from({ length: rows }, (_, n) => `${row(n)}\n`).join('')}`);
};

describe('labels that the pool has already', () => {
  const label = (file: string, options = ''): Promise<{ stderr: string; code: number }> =>
    lineHere(`$iwal label ${file} --ledger ${file}.jsonl --protocol jsonl --budget 5 ${options} < /dev/null`);

  test.each([
    [
      'documents, some with one of two classes',
      'd.csv',
      'body,label',
      (n: number) => `text ${n},${n < 7 ? ['ham', 'spam'][n % 2] : ''}`,
      '--text body',
    ],
    ['documents, all of one class', 'd.csv', 'body,class', (n: number) => `text ${n},${n < 7 ? 'ham' : ' '}`, '--text body'],
    [
      'documents, of three classes',
      'd.csv',
      'body,target',
      (n: number) => `text ${n},${n < 7 ? ['a', 'b', 'c'][n % 3] : ''}`,
      '--text body',
    ],
    ['a table of numbers', 'd.csv', 'x,label', (n: number) => `${n / 3},${n < 7 ? n % 2 : ''}`, ''],
    ['a table of numbers with names', 'd.csv', 'x,label', (n: number) => `${n / 3},${n < 7 ? 'ham' : ''}`, ''],
    ['a column that is named', 'd.csv', 'x,kind', (n: number) => `${n / 3},${n < 7 ? 1 : ''}`, '--label-column kind'],
  ])('%s: how many, and that they are not read', async (_, file, header, row, options) => {
    write(file, header, row);
    expect(await label(file, options)).toMatchObject({
      code: 0,
      stderr:
        'd.csv: 7 of 20 rows have a label; labels of the file are not read, and any row may be asked about; --known ' +
        'COLUMN learns from them and asks about the others\n',
    });
  });

  test('JSON lines too; and nothing is said where there are none', async () => {
    writeFileSync(
      path('d.jsonl'),
      Array.from({ length: 9 }, (_, n) => `{"body":"text ${n}","label":${n < 2 ? '"x"' : 'null'}}\n`).join(''),
    );
    expect((await label('d.jsonl', '--text body')).stderr).toContain('d.jsonl: 2 of 9 rows have a label; ');
    write('e.csv', 'body,label', (n) => `text ${n},`);
    expect((await label('e.csv', '--text body')).stderr).toBe('');
  });
});

describe('names of classes in a table of numbers', () => {
  beforeEach(() => {
    write('n.csv', 'x,y,label', (n) => `${n},${n % 3},${n < 10 ? 'No' : 'yes'}`);
  });

  test('are read, as of documents: the same model as with -1 and 1, and the names', async () => {
    write('m.csv', 'x,y,label', (n) => `${n},${n % 3},${n < 10 ? -1 : 1}`);
    for (const [file, options] of [
      ['n.csv', '--classes no,yes'],
      ['n.csv', '--positive YES'],
      ['m.csv', ''],
    ])
      expect((await lineHere(`$iwal learn ${file} ${options} --model m.${options.length}`)).code).toBe(0);
    const contents: { classes?: readonly string[] }[] = [];
    for (const n of [0, 14, 16]) {
      const { stdout } = await iwalHere(['model', 'show', `m.${n}`, '--json']);
      contents.push(JSON.parse(stdout) as { classes?: readonly string[] });
    }
    expect(contents.map(({ classes }) => classes)).toEqual([undefined, ['No', 'yes'], ['no', 'yes']]);
    expect(new Set(contents.map((each) => JSON.stringify({ ...each, classes: undefined }))).size).toBe(1);
  });
});

describe('a column of ids among the features', () => {
  const remark =
    'i.csv: the column "id" holds another whole number in every row and is learned from; --ignore-columns id leaves it out\n';
  test.each([
    'learn i.csv --model m',
    'simulate i.csv --query passive',
    'describe i.csv',
    'label i.csv --ledger a --budget 3 --protocol jsonl',
  ])('%s', async (command) => {
    write('i.csv', 'id,x,label', (n) => `${1000 + n},${n % 5},${n % 2}`, 60);
    expect((await lineHere(`$iwal ${command} < /dev/null`)).stderr).toContain(remark);
    expect((await lineHere(`$iwal ${command} --ignore-columns id < /dev/null`)).stderr).not.toContain('another whole number');
    write('i.csv', 'id,x,label', (n) => `${n % 7},${n % 5},${n % 2}`, 60);
    expect((await lineHere(`$iwal ${command.replace('ledger a', 'ledger b')} < /dev/null`)).stderr).not.toContain(
      'another whole number',
    );
  });
});

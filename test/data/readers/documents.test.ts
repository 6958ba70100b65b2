/** Readers of documents: tables, JSON lines, lines; what they make of labels, ids and damage (also test/cli/refusals/said/readers.txt). */
import { complaint as said } from '../../support/rows/complaint.ts';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { featureNames, readDataset, type DatasetOptions } from '../../../src/data/index.ts';
import { foundEncodings } from '../../../src/data/readers/bytes.ts';
import { readDocuments } from '../../../src/data/documents/read-documents.ts';
import { readRecords, type TableRecord } from '../../../src/data/documents/records.ts';
import { present } from '../../../src/numerics/present.ts';
import { entriesOf } from '../../support/rows/rows.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { forAllAwaited } from '../../support/for-all.ts';

const { path, write } = temporaryFolder();

async function recordsOf(content: string | Uint8Array, delimiter?: string, name = 'x.csv', encoding?: string) {
  const all: TableRecord[] = [];
  for await (const record of readRecords(write(name, content), present({ delimiter, encoding }))) all.push(record);
  return all;
}

const cellsOf = async (...given: Parameters<typeof recordsOf>): Promise<(readonly string[])[]> =>
  (await recordsOf(...given)).map(({ cells }) => cells);

const complaint = (content: string | Uint8Array, options: DatasetOptions, name = 'x.csv'): Promise<string> =>
  said(readDataset(write(name, content), options), path(name));

describe('records', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'b', ',', ';', '\t', '"', '\n', '\r\n', ' ', 'é', '日', '😀'),
    maxLength: 8,
  });

  it('are what was written, whatever delimiter, line end and mark at the start', () => {
    const tables = fc
      .integer({ min: 2, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }));
    return forAllAwaited(
      [tables, fc.constantFrom(',', ';', '\t'), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\ufeff')],
      async (rows, delimiter, end, mark) => {
        const written = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter)).join(end);
        expect(await cellsOf(mark + written, delimiter)).toEqual(rows);
        expect(await cellsOf(mark + written + end, delimiter)).toEqual(rows);
        const simple = rows.map((row) => row.map((each) => each.replace(/[",;\t\r\n]/g, 'x')));
        expect(await cellsOf(mark + simple.map((row) => row.join(delimiter) + end).join(''))).toEqual(simple);
      },
    );
  });

  it.each([
    ['a,b\n1;2;3,"x;y"\n', 'x.csv', ['a | b', '1;2;3 | x;y']],
    ['a;b;c\n"1,5";2;3\n', 'x.csv', ['a | b | c', '1,5 | 2 | 3']],
    ['a\tb\nx, y\tz\n', 'x.csv', ['a | b', 'x, y | z']],
    ['a|b\n1|2\n', 'x.csv', ['a | b', '1 | 2']],
    ['a\tb\n1,2\t3,4\n5,6\t7,8', 'x.tsv', ['a | b', '1,2 | 3,4', '5,6 | 7,8']],
    ['text\n\none\n', 'x.csv', ['text', 'one']],
    ['a,b\nsay "hi",5" disk\n', 'x.csv', ['a | b', 'say "hi" | 5" disk']],
  ])('%j', async (content, name, rows) => {
    expect((await cellsOf(content, undefined, name)).map((cells) => cells.join(' | '))).toEqual(rows);
  });

  it('know their lines, quoted ends included', async () => {
    expect((await recordsOf('a,b\n"1\n2",x\n\n3,4')).map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it('goes on over many pieces of the file', async () => {
    const long = 'é"\n'.repeat(700_000);
    expect(await cellsOf(`a,b\n"${long.replaceAll('"', '""')}",1\n`)).toEqual([
      ['a', 'b'],
      [long, '1'],
    ]);
  });
});

describe('fields', () => {
  const options: DatasetOptions = { text: ['body'], labels: 'sign' };

  it('the same documents as table, JSON lines and lines have the same rows', async () => {
    const texts = ['Red, "blue"', 'green\tred', 'blue; sky'];
    const table = await readDataset(
      write(
        'a.csv',
        `id,body,label\n${texts.map((text, i) => `d${i},"${text.replaceAll('"', '""')}",${i % 2 ? 'no' : 'yes'}`).join('\n')}`,
      ),
      options,
    );
    const json = await readDataset(
      write('a.jsonl', texts.map((body, i) => JSON.stringify({ id: `d${i}`, label: i % 2 ? 'no' : 'yes', body })).join('\n')),
      options,
    );
    const lines = await readDataset(write('a.txt', texts.join('\r\n')), { labels: 'optional' });
    for (const each of [json, lines]) {
      expect(entriesOf(each.rows)).toEqual(entriesOf(table.rows));
      expect(each.texts).toEqual(texts);
    }
    expect(table).toMatchObject({ ids: ['d0', 'd1', 'd2'], classes: ['no', 'yes'] });
    expect([...table.labels]).toEqual([1, -1, 1]);
    expect(json).toMatchObject({ ids: table.ids, classes: table.classes, labels: table.labels });
    expect([...lines.labels]).toEqual([NaN, NaN, NaN]);
  });

  it('a .txt file of examples is still one', async () => {
    expect(await readDataset(write('b.txt', '1 1:0.5 # words\n-1 2:1\n'))).not.toHaveProperty('texts');
    expect(await readDataset(write('c.txt', '\n3 apples: a tale\n1 1:2\n'), { labels: 'optional' })).toMatchObject({
      texts: ['', '3 apples: a tale', '1 1:2'],
    });
  });

  it('columns that are not named are not learned from', async () => {
    const plain = await readDataset(write('a.csv', 'id,body,x,label\n1,red,5,a\n2,blue,6,b\n'), options);
    const other = await readDataset(write('b.csv', 'id,body,x,label\n7,red,0,a\n9,blue,0,b\n'), options);
    expect(entriesOf(plain.rows)).toEqual(entriesOf(other.rows));
  });

  it('an empty document is a row of the constant', async () => {
    const { rows } = await readDataset(write('a.csv', 'body,label\n,a\n?!,b\nred,b\n'), options);
    expect(entriesOf(rows).map((row) => row.length)).toEqual([1, 1, 2]);
  });

  it('a document of 10 MB is one', async () => {
    const { rows, texts } = await readDataset(write('a.csv', `body,label\n"${'red, '.repeat(2_500_000)}",a\nblue,b`), options);
    expect(texts![0]).toHaveLength(12_500_000);
    expect(entriesOf(rows)[0]).toHaveLength(2);
  });

  const NUMBER = 'expected a number that is finite in single precision';
  const UTF_8 = 'expected text in UTF-8; --encoding names another encoding, as in shift_jis';
  const text = ['a'];

  it.each<[message: string, content: string | Uint8Array, options?: DatasetOptions]>([
    [
      `x.csv:2:2: found "A b" under "title"; ${NUMBER}; to learn from a table with words, pass --text title,abstract`,
      'id,title,abstract\n1,A b,Longer words here\n',
      { labels: 'optional' },
    ],
    [
      `x.csv:2:2: found "red" under "colour"; ${NUMBER}; to learn from a table with words, ` +
        'pass --text note --category-columns colour --number-columns weight',
      'id,colour,note,weight,label\n1,red,a b c,,1\n',
    ],
    // Kinds of columns that show in later rows alone.
    [
      `x.csv:2:3: found an empty cell under "b"; ${NUMBER}; to read missing values as nothing, ` +
        'pass --category-columns a,b,d,e --number-columns c',
      `label,a,b,c,d,e\n1,1,,NA,x y,new\n1,2,,3,z,new york\n1,w,v,4,r s,oslo\n1,u,,5,t,\n`,
    ],
    // Words behind the rows that are looked at.
    [`x.csv:2502:2: found "x" under "a"; ${NUMBER}, as in the rows before`, `label,a,b\n${'1,2,3\n'.repeat(2500)}1,x,4\n`],
    [
      `x.csv:3:2: found "2b" under "a"; ${NUMBER}; to learn from a table with words, pass --category-columns a --number-columns b`,
      `label,a,b\n1,2,3\n1,2b,3\n1,2c,3\n`,
    ],
    // A name that a shell would cut.
    [
      `x.csv:2:1: found "P-1" under "doc_id"; ${NUMBER}; to learn from a table with words, ` +
        'pass --id-column doc_id --text note --number-columns "Temp °C"',
      'doc_id;note;Temp °C;label\nP-1;a b c;36.4;1\n',
    ],
    [`x.csv:2:2: found "36,4" under "a"; ${NUMBER}; write a decimal point, not a comma`, 'label;a\n1;36,4\n'],
    [
      `x.csv:3:2: found "NA" under "a"; ${NUMBER}; to read missing values as nothing, pass --number-columns a`,
      'label,a\n1,2\n1,NA\n',
    ],
    [`x.csv:3:2: found "old" under "a"; ${NUMBER}, as in the rows before`, 'label,a\n1,2\n1,old\n'],
    [
      `x.csv:3:7: found the byte 0xe9, which is no UTF-8 here; ${UTF_8}`,
      Buffer.from('a,b\nx,1\n\xc3\xa9 caf\xe9 noir,2\n', 'latin1'),
      { text },
    ],
    [`x.txt:2:1: found the byte 0xe2, which is no UTF-8 here; ${UTF_8}`, Buffer.from([0x61, 0x0a, 0xe2, 0x82, 0])],
  ])('%s', async (message, content, options) => {
    expect(await complaint(content, { labels: 'sign', ...options }, message.split(':')[0])).toBe(message);
  });

  it('are read as Windows-1252 where they are no UTF-8, and said to be', async () => {
    const [text, name] = ['a,b\ncaf\u00e9,1\n', 'old.csv'];
    expect(await cellsOf(Buffer.from(text, 'latin1'), undefined, name)).toEqual(await cellsOf(text));
    expect(foundEncodings.get(path(name))).toBe('Windows-1252');
    expect(foundEncodings.has(path('x.csv'))).toBe(false);
  });

  it('reads UTF-16 by its mark, and any encoding that is named, as UTF-8, in tables of numbers too', async () => {
    const text = `größe,b\n${'日本😀,1\n'.repeat(100_000)}`;
    const read = async (...args: Parameters<typeof cellsOf>): Promise<string> => (await cellsOf(...args)).join('\n');
    const rows = await read(text);
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big, gzipSync(big)]) expect((await read(bytes, undefined, 'wide.csv')) === rows).toBe(true);
    expect(foundEncodings.get(path('wide.csv'))).toBe('UTF-16');
    expect((await read(little.subarray(2), ',', 'x.csv', 'utf-16le')) === rows).toBe(true);
    expect(await cellsOf(Buffer.from([0x93, 0xfa, 0x2c, 0x31]), ',', 'x.csv', 'shift_jis')).toEqual([['日', '1']]);
    await expect(cellsOf(Buffer.from([0x93]), ',', 'x.csv', 'shift_jis')).rejects.toThrow('bytes that are not shift_jis');
    const numbers = write('n.csv', Buffer.from('größe,label\n1,1\n', 'latin1'));
    expect([await featureNames(numbers, {}), foundEncodings.get(numbers)]).toEqual([['größe'], 'Windows-1252']);
  });

  it('finds the wrong byte wherever pieces end', async () => {
    const bytes = Buffer.from(`${'é日😀\n'.repeat(200_000)}x\xff\n`);
    bytes[bytes.length - 3] = 0xff;
    expect(await complaint(bytes, { labels: 'optional', format: 'text' }, 'x.txt')).toMatch(
      /^x\.txt:200001:2: found the byte 0xff/,
    );
  });

  it('finds the wrong byte of a table, in a cell of many lines that began in an earlier piece', async () => {
    const bytes = Buffer.from(`a,b\n${'x,"1\n2"\n'.repeat(100_000)}x,"${'é日😀\n'.repeat(200_000)}x\xff\n"\n`);
    bytes[bytes.length - 5] = 0xff;
    expect(await complaint(bytes, { labels: 'optional', text: ['b'] }, 'x.csv')).toMatch(/^x\.csv:400002:2: found the byte 0xff/);
  });
});

describe('classes', () => {
  const read = (labels: readonly string[], options: DatasetOptions = {}) =>
    readDocuments(write('x.csv', `body,label\n${labels.map((label) => `red,${label}\n`).join('')}`), 'csv', {
      text: ['body'],
      labels: 'sign',
      ...options,
    });

  it.each([
    ['-1,1', '-1,1'],
    ['0,1', '0,1'],
    ['2,1,2', '1,2'],
    ['+1,-1', '-1,+1'],
    ['Yes,NO,no,yes', 'NO,Yes'],
    ['TRUE,False', 'False,TRUE'],
    ['spam,ham', 'ham,spam'],
    [' 10,9 ', '9,10'],
  ])('%s are %s, the negative one first', async (given, wanted) => {
    const [labels, classes] = [given.split(','), wanted.split(',')];
    const found = await read(labels);
    expect(found.classes).toEqual(classes);
    expect([...found.labels]).toEqual(labels.map((label) => (label.trim().toLowerCase() === classes[1].toLowerCase() ? 1 : -1)));
  });

  it('--positive and the order of --classes say which is positive', async () => {
    expect([...(await read(['ham', 'spam'], { positive: 'HAM' })).labels]).toEqual([1, -1]);
    expect([...(await read(['ham', 'spam'], { classes: ['spam', 'ham'] })).labels]).toEqual([1, -1]);
    expect([...(await read(['ham', 'spam'], { classes: ['spam', 'ham'], positive: 'spam' })).labels]).toEqual([-1, 1]);
  });

  it('labels may be missing where nobody needs them', async () => {
    expect([...(await read(['ham', '', 'spam'], { labels: 'optional' })).labels]).toEqual([-1, NaN, 1]);
    expect([...(await read(['a', 'b', 'c'], { labels: 'optional' })).labels]).toEqual([NaN, NaN, NaN]);
    expect([...(await read(['1.5', '2', ''], { labels: 'if-given' })).labels]).toEqual([1.5, 2, NaN]);
  });

  it.each<[labels: string[], options: DatasetOptions, message: string]>([
    [
      ['spam', 'ham', 'spam', 'ham', 'spma'],
      {},
      'found 3 classes: spam (2), ham (2), spma (1); in place of "spma", did you mean \'spam\'?; expected two, or --reduction',
    ],
    // Years are no slips of each other: each has as many rows as the next.
    [['2021', '2022', '2023'], {}, 'found 3 classes: 2021 (1), 2022 (1), 2023 (1); expected two'],
  ])('%j with %j', async (labels, options, message) => {
    await expect(read(labels, options)).rejects.toThrow(message);
  });
});

describe('columns', () => {
  const table = 'id,body,label,stars,weight,kind\na7,to be,yes,4,2.5,x\nb8,or not,no,5,0,y\n';

  it('by number are those by name, from 1', async () => {
    const file = write('columns.csv', table);
    const named = await readDocuments(file, 'csv', {
      ...{ labels: 'sign', text: ['body'], numberColumns: ['stars'], categoryColumns: ['kind'] },
      ...{ labelColumn: 'label', idColumn: 'id', importanceColumn: 'weight' },
    });
    const numbered = await readDocuments(file, 'csv', {
      ...{ labels: 'sign', text: [2], numberColumns: [4], categoryColumns: [6] },
      ...{ labelColumn: 3, idColumn: 1, importanceColumn: 5 },
    } as never);
    expect([numbered.texts, numbered.ids, numbered.labels, numbered.importances]).toEqual([
      ['to be', 'or not'],
      ['a7', 'b8'],
      Float64Array.of(1, -1),
      Float64Array.of(2.5, 0),
    ]);
    expect(named.importances).toEqual(numbered.importances);
    expect([named.texts, named.ids, named.labels]).toEqual([numbered.texts, numbered.ids, numbered.labels]);
    expect([named.rows.indices, named.rows.values]).toEqual([numbered.rows.indices, numbered.rows.values]);
  });

  it('without names: a first row with numbers that are none is a document', async () => {
    const file = write('nameless.csv', '4.5,to be,yes\n5,or not,no\n');
    const { labels, texts } = await readDocuments(file, 'csv', {
      ...{ labels: 'sign', text: [2], numberColumns: [1], labelColumn: 3 },
    } as never);
    expect([texts, labels]).toEqual([['to be', 'or not'], Float64Array.of(1, -1)]);
  });

  it.each(['', ' ', 'NA', 'n/a', 'NaN', 'null', 'None', '?', '-'])('%j in a column of numbers is no value', async (cell) => {
    const file = write('missing.csv', `note,a,label\nto be,${cell},1\nd,2,0\n`);
    const { rows } = await readDocuments(file, 'csv', { text: ['note'], numberColumns: ['a'], labels: 'sign', idf: 'none' });
    const other = write('none.csv', 'note,a,label\nto be,,1\nd,2,0\n');
    const empty = await readDocuments(other, 'csv', { text: ['note'], numberColumns: ['a'], labels: 'sign', idf: 'none' });
    expect([rows.offsets, rows.indices, rows.values]).toEqual([empty.rows.offsets, empty.rows.indices, empty.rows.values]);
    expect(rows.offsets[1] - rows.offsets[0]).toBe(3);
  });
});

/** What `iwal predict` writes: names, ids and probabilities of tables and documents, scores of other data, and columns that are copied. */
import { describe, expect, test } from 'vitest';
import { eachFolder } from '../../support/processes/cli.ts';

const printed = async (line: string): Promise<string[]> => (await run(line)).stdout.trimEnd().split('\n');

const { write, iwalHere: run } = eachFolder(async () => {
  const rows = Array.from({ length: 40 }, (_, n) => ({ topic: n % 2 === 0 ? 'ham' : 'spam', a: n % 2, b: (n * 7) % 5 }));
  const documents = rows.map(({ topic }, n) => ({ id: `D${n}`, label: topic, body: `about ${topic}`, title: `No. ${n}, "new"` }));
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  write('docs.csv', `id,label,body,title\n${documents.map((each) => `${Object.values(each).map(cell).join(',')}\n`).join('')}`);
  write('docs.jsonl', documents.map((each) => `${JSON.stringify(each)}\n`).join(''));
  write('table.csv', `label,a,b\n${rows.map(({ topic, a, b }) => `${topic},${a},${b}\n`).join('')}`);
  write('rows.svm', rows.map(({ a, b }) => `${a === 0 ? -1 : 1} 1:${a} 2:${b}\n`).join(''));
  for (const line of [
    'learn docs.csv --text body --model words.iwalmodel',
    'learn table.csv --classes ham,spam --model table.iwalmodel',
    'learn rows.svm --model rows.iwalmodel',
  ])
    expect(await run(line)).toMatchObject({ code: 0 });
});

describe('the form', () => {
  test('is a table of names and probabilities for tables and documents, and scores on request', async () => {
    for (const [line, id] of [
      ['predict words.iwalmodel docs.csv', 'D1'],
      ['predict words.iwalmodel docs.jsonl', 'D1'],
      ['predict table.iwalmodel table.csv', '2'],
    ]) {
      const [head, , second, ...rest] = await printed(line);
      expect([head, rest.length]).toEqual(['id,class,score,probability', 38]);
      expect(second).toMatch(new RegExp(String.raw`^${id},spam,\d\.\d+,0\.\d+$`));
      expect(await printed(`${line} --form csv`)).toEqual([head, ...(await printed(line)).slice(1)]);
      expect(await printed(`${line} --form plain`)).toEqual((await printed(line)).slice(1).map((each) => each.split(',')[2]));
    }
    const streamed = await printed('predict table.iwalmodel table.csv --stream');
    expect(streamed.map((line) => line.split(',').length)).toEqual(Array<number>(41).fill(4));
  });

  test('is scores of other data', async () => {
    const scores = await printed('predict rows.iwalmodel rows.svm');
    expect([scores.every((line) => Number.isFinite(Number(line))), scores.length]).toEqual([true, 40]);
  });
});

describe('--keep', () => {
  test('copies columns by their names, in tables, documents and JSON lines', async () => {
    const [head, first] = await printed('predict words.iwalmodel docs.csv --keep title,label');
    expect(head).toBe('id,class,score,probability,title,label');
    expect(first).toMatch(/^D0,ham,-\d\.\d+,0\.\d+,"No\. 0, ""new""",ham$/);
    expect((await printed('predict table.iwalmodel table.csv --keep b'))[3]).toMatch(/^3,ham,.*,4$/);
    const [line] = await printed('predict words.iwalmodel docs.jsonl --keep label,id --form jsonl');
    expect(JSON.parse(line)).toMatchObject({ id: 'D0', class: 'ham', kept: { label: 'ham', id: 'D0' } });
  });

  test('is refused where there is nothing to copy, or no place for it', async () => {
    const cases: readonly (readonly [string, number, string])[] = [
      ['predict table.iwalmodel table.csv --keep c', 1, 'iwal: table.csv:1: found no column "c" of --keep'],
      ['predict table.iwalmodel table.csv --keep b --form plain', 2, 'iwal: --keep is about --form csv or jsonl\n'],
      ['predict table.iwalmodel table.csv --keep b --stream', 2, 'iwal: --keep and --stream exclude each other\n'],
      [
        'predict rows.iwalmodel rows.svm --keep b --form csv',
        2,
        'iwal: --keep is for CSV and JSON lines, which rows.svm is not\n',
      ],
    ];
    for (const [line, code, words] of cases) {
      const found = await run(line);
      expect([found.code, found.stdout]).toEqual([code, '']);
      expect(found.stderr.startsWith(words), found.stderr).toBe(true);
    }
  });
});

/** The folder of a project stands for its ledger, its model and its data: what a command prints is what it prints of the files. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answered, iwalHere } from '../../support/processes/cli.ts';

const TOPICS = ['sport', 'politics', 'science'];
let folder = '';

const words = (line: string): string[] => [...line.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word.replaceAll('"', ''));
const run = (line: string): ReturnType<typeof iwalHere> => iwalHere(folder, words(line));

/** The rows of a table of documents with topics, of which nobody has asked for the column `label`. */
function documents(from: number, to: number): string {
  const topic = (n: number): string => TOPICS[n % 3];
  const line = (n: number): string => `D${n},"about ${topic(n)} and ${topic(n)} number${n % 5}",${2000 + (n % 20)},${topic(n)}\n`;
  return `code,body,year,label\n${Array.from({ length: to - from }, (_, n) => line(from + n)).join('')}`;
}

/** Answers with the classes in turn. */
async function label(line: string, classes: readonly string[], count: number): Promise<string> {
  const answers = answered(count, (n) => classes[n % classes.length]);
  const { code, stderr, stdout } = await iwalHere(folder, words(`label ${line} --protocol jsonl`), answers);
  expect(code, stderr).toBe(0);
  return stdout;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'iwal-test-'));
  writeFileSync(join(folder, 'docs.csv'), documents(0, 60));
  writeFileSync(join(folder, 'more.csv'), documents(60, 70));
  const lines = Array.from({ length: 60 }, (_, n) => `K${n},${n % 7},${(n * n) % 11},note ${n}\n`);
  writeFileSync(join(folder, 'table.csv'), `key,x,y,remark\n${lines.join('')}`);
  const read = '--text body --number-columns year --id-column code --budget 20';
  await label(`docs.csv ${read} --classes no,yes --project "my news"`, ['no', 'yes'], 20);
  await label(`docs.csv ${read} --classes ${TOPICS.join(',')} --positive science --seed 2 --project topics`, TOPICS, 20);
  await label('table.csv --id-column key --text-column remark --classes no,yes --budget 20 --project numbers', ['no', 'yes'], 20);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const READ = '--text body --number-columns year --id-column code';
const LEDGER = `"my news/ledger.jsonl" --data docs.csv ${READ}`;
test.each([
  ['audit "my news"', `audit ${LEDGER}`],
  ['audit "my news" --certify error', `audit ${LEDGER} --certify error`],
  ['replay "my news" --query random', `replay ${LEDGER} --query random`],
  ['export "my news" --format csv', `export ${LEDGER} --format csv`],
  ['model show "my news"', 'model show "my news/model.iwalmodel"'],
  ['model export "my news"', 'model export "my news/model.iwalmodel"'],
  ['predict "my news" --form csv', 'predict "my news/model.iwalmodel" docs.csv --id-column code --form csv'],
  ['predict "my news" more.csv --form csv', 'predict "my news/model.iwalmodel" more.csv --id-column code --form csv'],
  ['predict topics more.csv', 'predict topics/model.iwalmodel more.csv --id-column code'],
  ['predict "my news" numbers --form csv', 'predict "my news/model.iwalmodel" table.csv --form csv'],
  ['audit topics', 'audit topics/ledger.jsonl --data docs.csv --text body --number-columns year'],
  ['audit topics --label-column label', 'audit topics/ledger.jsonl --data docs.csv --text body --number-columns year'],
  [
    'audit "my news" numbers --certify error --shards',
    'audit "my news/ledger.jsonl" numbers/ledger.jsonl --certify error --shards',
  ],
  ['describe topics', `describe docs.csv --text body --number-columns year --id-column code --classes ${TOPICS.join(',')}`],
  ['audit numbers', 'audit numbers/ledger.jsonl --data table.csv --id-column key --text-column remark'],
  ['predict numbers', 'predict numbers/model.iwalmodel table.csv --id-column key --text-column remark'],
])('%s', async (short, long) => {
  const [found, expected] = [await run(short), await run(long)];
  expect(found).toEqual(expected);
  if (!short.includes('numbers --form')) expect([found.code, found.stdout.length > 0]).toEqual([0, true]);
});

test('label goes on, and --known takes another project', async () => {
  const before = readFileSync(join(folder, 'my news/ledger.jsonl'), 'utf8');
  await label('"my news"', ['no'], 0);
  expect(readFileSync(join(folder, 'my news/ledger.jsonl'), 'utf8').startsWith(before)).toBe(true);
  const next = 'docs.csv --text body --number-columns year --id-column code --classes no,yes --known "my news" --budget 5';
  expect(await label(`${next} --project next`, ['no', 'yes'], 2)).toContain('"outside":20');
  const { stderr } = await run('label "my news" --budget 7 --batch 3 --out ask.csv');
  expect(stderr).toContain('then iwal label "my news" --answers ask.csv learns them\n');
});

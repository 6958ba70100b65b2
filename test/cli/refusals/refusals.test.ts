/**
 * LAW of refusals: what a command line, a file or a folder does not allow is told on stderr, last in a line that begins with `iwal:`, with exit
 * code 1 or 2, nothing on stdout, and all files as they were. Command lines and their words stand in said/: a line `$ iwal …` more, and below it
 * `bad.csv: "…"` for a file with a fault, is a case more, whose words `npm run docs:write` writes as it writes all of them anew.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { toyFile } from '../../support/processes/cli.ts';
import { iwalHere } from '../../support/processes/here.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { SMALL, writeStudy } from '../../support/studies.ts';

const letters = fileURLToPath(new URL('../../../examples/documents/letters.csv', import.meta.url));
const APPROVED = fileURLToPath(new URL('said', import.meta.url));
const files = readdirSync(APPROVED);
const { path, write, text } = temporaryFolder();

/** Lines that are numbered from 0. */
const table = (head: string, rows: number, line: (n: number) => string): string =>
  `${head}\n${Array.from({ length: rows }, (_, n) => `${line(n)}\n`).join('')}`;

beforeAll(async () => {
  cpSync(letters, path('letters.csv'));
  for (const [name, rows] of Object.entries({ 'pool.svm': 60, 'train.svm': 600, 'toy.svm': 400 }))
    await toyFile(path(), name, { rows });
  write('two.svm', '1 1:0.5 2:1\n-1 1:1\n');
  write('trees.svm', '1 1:1\n2 2:1\n3 3:1\n'.repeat(20));
  write('queries.svm', '2 qid:1 1:1\n1 qid:1 2:1\n0 qid:1 3:1\n'.repeat(4));
  const TOPICS = ['sport', 'politics', 'science', 'other'];
  const document = (n: number): string => `d${n},word${n} of ${TOPICS[n % 3]},${TOPICS[n % 3]}`;
  write('docs.csv', table('id,text,topic', 30, document));
  write(
    'people.csv',
    table('id,age,city,premium', 40, (n) => `${n + 1},${(n * 37) % 41}.5,${['Rome', 'Oslo'][n % 2]},${n > 20 ? 'yes' : 'no'}`),
  );
  write(
    'guessed.csv',
    table('id,body,gpt,rules,prob', 40, (n) => `r${n},text ${n},${TOPICS[n % 4]},${TOPICS[n % 3]},0.${5 + (n % 5)}`),
  );
  const essay = (n: number): string => `e${n},essay ${n},${3 * n},${(n * 7) % 10},no score`;
  write('essays.csv', table('id,body,amount,machine,word', 30, essay));
  const region = (n: number): string => `r${n},${['north', 'south', 'west'][n % 3]},${(n * 7) % 50}`;
  write('regions.csv', table('id,region,age', 60, region));
  write('win.csv', Buffer.from('a,b\n1,Norden\n2,\xc3\xbc S\xfcden\n', 'latin1'));
  for (const folder of ['sub', 'letters', 'reviews', 'newer', 'broken', 'sub.png', 'sub.svm', 'sub.iwal'])
    mkdirSync(path(folder));
  for (const name of ['null.png', 'null.svm', 'null.iwal']) symlinkSync('/dev/null', path(name));
  symlinkSync('people.csv', path('link.csv'));
  write('reviews/ledger.jsonl', '');
  write('newer/settings.json', '{"iwal-project":2,"iwal":"9.0.0","more":1}');
  write('broken/settings.json', '{');
  writeStudy(path(), SMALL);
  for (const line of [
    'learn train.svm --model m',
    'learn queries.svm --reduction pairwise-ranking --model ranks',
    'simulate train.svm --budget 60 --final online --refit none --ledger run.ledger',
  ])
    expect(await iwalHere(path(), line)).toMatchObject({ code: 0 });
});

/** Names and contents of all that is there, but for the cache of data that were read. */
const found = (): Map<string, string> =>
  new Map(
    readdirSync(path(), { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('datasets'))
      .sort()
      .map((name) => [name, statSync(path(name)).isFile() ? text(name) : '']),
  );

const wordsOf = (line: string): string[] => line.split(' ').flatMap((word) => (word === '' ? [] : word === "''" ? [''] : [word]));

/** A block of an approved file: the command line, what is in the file that it calls bad.*, if it does, and what is said. */
const BLOCK = /^\$ iwal ?(.*)\n(?:(bad\.[\w.]+): (".*")\n)?/;
type Block = readonly [given: string, line: string, name?: string, content?: string];

test.each(files)('%s', async (file) => {
  const told: string[] = [];
  for (const block of readFileSync(join(APPROVED, file), 'utf8').split(/\n\n(?=\$ )/)) {
    const [given, line, name, content] = BLOCK.exec(`${block}\n`)! as unknown as Block;
    if (name !== undefined) write(name, JSON.parse(content!) as string);
    const before = found();
    const { code, stdout, stderr } = await iwalHere(path(), wordsOf(line));
    expect([line, stdout, stderr]).toEqual([line, '', expect.stringMatching(/(?:^|\n)iwal: .*\n$/)]);
    expect([1, 2], line).toContain(code);
    expect(found(), line).toEqual(before);
    if (name !== undefined) rmSync(path(name));
    told.push(`${given}${stderr.replaceAll(realpathSync(path()), '')}exit code ${code}\n`);
  }
  expect(told.length).toBeGreaterThan(6);
  await expect(told.join('\n')).toMatchFileSnapshot(join(APPROVED, file));
});

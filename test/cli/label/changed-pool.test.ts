/** A pool that was edited under a session: which rows changed, and the command that goes on with all other labels works as it is printed. */
import { existsSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { built } from '../../support/processes/built.ts';
import { eachFolder, linesOf } from '../../support/processes/cli.ts';
import { openPage } from '../../support/processes/label-page.ts';

const NAMES = ['sport', 'politics'];
const ROWS = 60;
let rows: string[] = [];
const write = (lines: readonly string[]): void => {
  writeFileSync(path('docs.csv'), `id,text,year\n${lines.map((line) => `${line}\n`).join('')}`);
};
const { path, text, iwalHere } = eachFolder(() => {
  const random = randomStream(1, 'documents');
  rows = Array.from({ length: ROWS }, (_, i) => {
    const words = Array.from({ length: 6 }, () => `w${random.below(12)}`);
    return `d${i + 1},${words.join(' ')} no${i + 1},${1990 + random.below(30)}`;
  });
  write(rows);
});

/** Answers questions of the protocol by the number of the row until so many are answered; the rows, from 1. */
async function answer(line: string, atMost = Infinity): Promise<number[]> {
  const asked: number[] = [];
  const { code, stderr } = await iwalHere(['label', ...words(line)], (each) => {
    const { question, id } = JSON.parse(each) as { question?: number; id: number };
    if (question === undefined) return '';
    if (asked.length === atMost) return `${JSON.stringify({ question, quit: true })}\n`;
    asked.push(id + 1);
    return `${JSON.stringify({ question, label: NAMES[id % 2] })}\n`;
  });
  expect(code, stderr).toBe(0);
  return asked;
}

function words(line: string): string[] {
  return [...line.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word.replaceAll('"', ''));
}

const BEGIN =
  'docs.csv --text text --number-columns year --classes sport,politics --budget 20 --project "my docs" --protocol jsonl';

async function refusal(line: string): Promise<{ said: string; command: string }> {
  const { code, stdout, stderr } = await iwalHere(['label', ...words(line)]);
  expect([code, stdout]).toEqual([1, '']);
  const command = /(?<=anew: iwal label ).*/.exec(stderr)?.[0] ?? '';
  return { said: stderr.replace(/^iwal: |\n$/g, '').replace(/(?<=anew): iwal label .*/, ''), command };
}

async function audited(ledger: string): Promise<void> {
  const { code, stdout, stderr } = await iwalHere([
    'audit',
    ledger,
    '--data',
    'docs.csv',
    '--text',
    'text',
    '--number-columns',
    'year',
  ]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('computed anew: ok');
}

/** Labels of a ledger that were known before its first question, by row from 1. */
function knownIn(ledger: string): Map<number, number> {
  const lines = linesOf(text(ledger)).map((line) => JSON.parse(line) as { entry?: string; row: number; label: number });
  return new Map(lines.filter(({ entry }) => entry === 'known').map(({ row, label }) => [row + 1, label]));
}

describe('a project whose pool was edited', () => {
  const labelOf = (row: number): number => (row % 2 === 1 ? -1 : 1);

  const changes: Readonly<Record<string, readonly [edit: (row: string, i: number) => string | string[], said: RegExp]>> = {
    'a number beside the text': [
      (row, i) => (i === 6 ? row.replace(/\d+$/, '1066') : row),
      /of 60 rows before, 1 row was edited \(row 7 with the id "d7"\)/,
    ],
    deleted: [(row, i) => (i % 20 === 4 ? [] : row), /of 60 rows before, 3 rows are gone \(rows 5, 25, 45 before\)\)/],
    added: [
      (row, i) => (i === 3 ? ['x,quite new,2000', row] : row),
      /of 60 rows before, 1 row is new \(row 4 with the id "x"\)\)/,
    ],
    'given other ids, with another word': [
      (row, i) => row.replace(/^\w+/, '1').replace(',w', i === 9 ? ',another w' : ',w'),
      /of 60 rows before, 1 row was edited \(row 10 with the id "1"\)/,
    ],
  };
  for (const [how, [edit, pattern]] of Object.entries(changes))
    test(`rows ${how}`, async () => {
      const asked = await answer(BEGIN, 9);
      const edited = rows.flatMap(edit);
      write(edited);
      const { said, command } = await refusal('--project "my docs" --protocol jsonl');
      expect(said).toMatch(pattern);
      await answer(command, 3);
      const known = knownIn('my docs-2/ledger.jsonl');
      const withoutId = (row: string): string => row.replace(/^[^,]*/, '');
      const expected = asked.flatMap((row) => {
        const place = edited.map(withoutId).indexOf(withoutId(rows[row - 1]));
        return place < 0 ? [] : [[place + 1, labelOf(row)]];
      });
      expect([...known]).toEqual(expected);
      await audited('my docs-2/ledger.jsonl');
    });

  test('in batches and on a page: the command is of the same form, and no sheet of answers is written over', async () => {
    const batch = '--batch 5 --out ask.csv';
    const begin = BEGIN.replace(' --protocol jsonl', '');
    expect((await iwalHere(['label', ...words(`${begin} ${batch}`)])).code).toBe(0);
    writeFileSync(path('ask.csv'), text('ask.csv').replaceAll(/^(b\w{8},\d+,d\d+,),/gm, '$1sport,'));
    expect((await iwalHere(['label', ...words('--project "my docs" --answers ask.csv')])).code).toBe(0);
    const asked = text('ask.csv').split('\n')[1].split(',')[1];
    write(rows.map((row, i) => (i + 1 === Number(asked) ? row.replace(',w', ',another w') : row)));

    const again = await refusal(`--project "my docs" ${batch}`);
    expect(again.command).toMatch(/--project "my docs-2" --known "my docs" --budget 15 --batch 5 --out ask-2.csv$/);
    const answers = await refusal('--project "my docs" --answers ask.csv');
    expect(answers.command).toMatch(/--budget 15 --batch 50 --out ask-2.csv$/);
    const written = await iwalHere(['label', ...words(again.command)]);
    expect([written.code, written.stderr]).toEqual([0, expect.stringContaining('4 labels were known before')]);
    writeFileSync(path('ask-2.csv'), text('ask-2.csv').replaceAll(/^(b\w{8},\d+,d\d+,),/gm, '$1politics,'));
    const taken = await iwalHere(['label', ...words('--project "my docs-2" --answers ask-2.csv')]);
    expect([taken.code, taken.stdout.split('\n')[0]]).toEqual([0, '5 answers learned, the batch is complete']);
    await audited('my docs-2/ledger.jsonl');

    const page = await refusal('--project "my docs" --serve');
    expect(page.command).toContain(' --serve --project "my docs-3"');
    const session = await openPage(path(), words(page.command.replace('--serve ', '')));
    expect(await session.call('/api/answer', { body: { question: 1, label: 'sport' } })).toMatchObject({ open: 2 });
    await session.call('/api/answer', { body: { question: 2, quit: true } });
    expect((await session.exit).code).toBe(0);
    expect(knownIn('my docs-3/ledger.jsonl').size).toBe(4);
    await audited('my docs-3/ledger.jsonl');
  });

  const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;
  test.skipIf(!hasPython)(`at a terminal${hasPython ? '' : ' (skipped: there is no python3 with pty here)'}`, async () => {
    const asked = await answer(BEGIN, 6);
    write(rows.map((row, i) => (i + 1 === asked[0] ? row.replace(',w', ',another w') : row)));
    const { command } = await refusal('--project "my docs" --protocol jsonl');
    const line = [process.execPath, built('src/cli/main.js'), 'label', ...words(command.replace('--protocol jsonl ', ''))];
    const env = { ...process.env, TERM: 'xterm', NO_COLOR: undefined };
    const { status, stdout, stderr } = spawnSync('python3', ['-c', PRESSES, ...line], { cwd: path(), encoding: 'utf8', env });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('\u001b[1m----');
    expect(stdout).not.toContain('\\x1b');
    expect(knownIn('my docs-2/ledger.jsonl').size).toBe(5);
    await audited('my docs-2/ledger.jsonl');
    expect(existsSync(path('my docs-2/model.iwalmodel'))).toBe(true);
  });
});

/** Presses 1, then q; prints what the terminal was sent. */
const PRESSES = `
import os, pty, sys
pid, window = pty.fork()
if pid == 0: os.execvp(sys.argv[1], sys.argv[1:])
seen = b''
while b'question 1,' not in seen: seen += os.read(window, 1000)
os.write(window, b'1')
while b'question 2,' not in seen: seen += os.read(window, 1000)
os.write(window, b'q')
try:
  while True: seen += os.read(window, 1000)
except OSError: pass
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

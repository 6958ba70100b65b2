/** A pool that was edited under a session: which rows changed, and the command that goes on with all other labels works as it is printed. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { built } from '../../support/processes/built.ts';
import { toyFile, eachFolder, linesOf } from '../../support/processes/cli.ts';
import { openPage } from '../../support/processes/label-page.ts';

const NAMES = ['sport', 'politics', 'science'];
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
async function answer(line: string, atMost = Infinity, names = NAMES.slice(0, 2)): Promise<number[]> {
  const asked: number[] = [];
  const { code, stderr } = await iwalHere(['label', ...words(line)], (each) => {
    const { question, id } = JSON.parse(each) as { question?: number; id: number };
    if (question === undefined) return '';
    if (asked.length === atMost) return `${JSON.stringify({ question, quit: true })}\n`;
    asked.push(id + 1);
    return `${JSON.stringify({ question, label: names[id % names.length] })}\n`;
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

async function audited(ledger: string, ...reading: string[]): Promise<string> {
  const { code, stdout, stderr } = await iwalHere(['audit', ledger, '--data', 'docs.csv', ...reading]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('computed anew: ok');
  return stdout;
}
const READ = ['--text', 'text', '--number-columns', 'year'];

/** Labels of a ledger that were known before its first question, by row from 1. */
function knownIn(ledger: string): Map<number, number> {
  const lines = linesOf(text(ledger)).map((line) => JSON.parse(line) as { entry?: string; row: number; label: number });
  return new Map(lines.filter(({ entry }) => entry === 'known').map(({ row, label }) => [row + 1, label]));
}

describe('a project whose pool was edited', () => {
  const labelOf = (row: number): number => (row % 2 === 1 ? -1 : 1);

  test('one row: it is named; the command that is printed goes on with the labels of all others, and with coins of its own', async () => {
    const asked = await answer(BEGIN, 9);
    const [edited] = asked;
    write(rows.map((row, i) => (i + 1 === edited ? row.replace(',w', ',another w') : row)));
    const { said, command } = await refusal('--project "my docs" --protocol jsonl');
    expect(said).toBe(
      `docs.csv: found other rows than my docs/ledger.jsonl was begun with (of 60 rows before, 1 row was edited (row ${edited} with ` +
        `the id "d${edited}")); expected the rows as they were, or a new ledger that knows the labels of rows that did not change, ` +
        '8 of 9 labels, and whose estimates begin anew',
    );
    expect(command).toBe(
      'docs.csv --text text --number-columns year --classes sport,politics --protocol jsonl --project "my docs-2" ' +
        '--known "my docs" --budget 11',
    );
    const further = await answer(command);
    expect(further).toHaveLength(11);
    const known = knownIn('my docs-2/ledger.jsonl');
    expect([...known.keys()]).toEqual(asked.slice(1));
    for (const [row, label] of known) expect(label).toBe(labelOf(row));
    for (const row of further) expect(known.has(row)).toBe(false);
    expect(await audited('my docs-2/ledger.jsonl', ...READ)).toContain('8 labels were known before the first question');
    const { spec } = JSON.parse(text('my docs-2/ledger.jsonl').split('\n', 1)[0]) as { spec: { seed: number } };
    expect(spec.seed).toBe(2);
    // It is a project as any other: edited again, all labels go on, those that were known to it and its own.
    write(rows);
    const again = await refusal('--project "my docs-2" --protocol jsonl');
    expect(again.command).toContain('--project "my docs-3" --known "my docs-2" --budget 11');
    expect(again.said).toMatch(/1 row was edited .* (18|19) of 19 labels/);
    // The data as they were: the first ledger goes on where it was.
    expect(await answer('--project "my docs" --protocol jsonl')).toHaveLength(11);
    const audit = await iwalHere(['audit', 'my docs-2/ledger.jsonl', '--data', 'docs.csv', ...READ]);
    expect([audit.code, audit.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^iwal: my docs-2\/ledger\.jsonl:1: found the data 'docs' \(60 rows, checksum \w{8}\); expected those that it was begun with, 'docs' \(60 rows, checksum \w{8}\): of 60 rows before, 1 row was edited \(row \d+ with the id "d\d+"\)\n$/,
      ),
    ]);
  });

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
      await audited('my docs-2/ledger.jsonl', ...READ);
    });

  test('rows in another order; ids that repeat; the same rows read in another way; another row count of rows without ids', async () => {
    await answer(BEGIN, 4);
    write(rows.toReversed());
    expect((await refusal('--project "my docs" --protocol jsonl')).said).toContain(
      '(of 60 rows before, rows stand in another order); expected the rows as they were, or a new ledger that knows the labels ' +
        'of rows that did not change, 4 of 4 labels,',
    );
    write(
      rows.map((row, i) => (i === 0 ? row.replace(',w', ',another w') : i === 1 ? '' : row).replace(/^\w+/, '1')).filter(Boolean),
    );
    expect((await refusal('--project "my docs" --protocol jsonl')).said).toContain(
      '2 rows are gone (rows 1, 2 before), 1 row is new (row 1 with the id "1"); ids repeat, so that an edited row may count as both',
    );
    write(rows);
    const reading = await refusal('--project "my docs" --ngrams 2 --protocol jsonl');
    expect(reading.said).toContain('(all rows say what they said, and are read in another way (--text, ');
    expect(reading.command).toContain(' --ngrams 2 ');
    await answer(reading.command, 2);
    await audited('my docs-2/ledger.jsonl', ...READ, '--ngrams', '2');
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
    await audited('my docs-2/ledger.jsonl', ...READ);

    const page = await refusal('--project "my docs" --serve');
    expect(page.command).toContain(' --serve --project "my docs-3"');
    const session = await openPage(path(), words(page.command.replace('--serve ', '')));
    expect(await session.call('/api/answer', { body: { question: 1, label: 'sport' } })).toMatchObject({ open: 2 });
    await session.call('/api/answer', { body: { question: 2, quit: true } });
    expect((await session.exit).code).toBe(0);
    expect(knownIn('my docs-3/ledger.jsonl').size).toBe(4);
    await audited('my docs-3/ledger.jsonl', ...READ);
  });

  test('three classes: labels keep their names', async () => {
    const begin = BEGIN.replace('sport,politics', NAMES.join(',')).replace('"my docs"', 'p');
    const asked = await answer(begin, 8, NAMES);
    write(rows.map((row, i) => (i + 1 === asked[3] ? row.replace(',w', ',another w') : row)));
    const { command } = await refusal('--project p --protocol jsonl');
    expect(await answer(command, Infinity, NAMES)).toHaveLength(12);
    const known = knownIn('p-2/ledger.jsonl');
    expect([...known]).toEqual(asked.filter((_, k) => k !== 3).map((row) => [row, ((row - 1) % 3) + 1]));
    await audited('p-2/ledger.jsonl', ...READ);
    const other = await iwalHere(['label', ...words(command.replace('p-2', 'p-3').replace(NAMES.join(','), 'a,b,c'))]);
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining('begun with sport, politics, science, found a, b, c'),
    ]);
  });

  test('numbers with lines to show: a line that was edited has no label any more', async () => {
    await toyFile(path(), 'pool.svm', { rows: 40 });
    const lines = Array.from({ length: 40 }, (_, i) => `line ${i}\n`);
    writeFileSync(path('lines.txt'), lines.join(''));
    const asked = await answer('pool.svm --text lines.txt --classes sport,politics --budget 20 --project p --protocol jsonl', 6);
    writeFileSync(path('lines.txt'), lines.map((line, i) => (i + 1 === asked[1] ? 'another\n' : line)).join(''));
    const numbers = text('pool.svm').split('\n');
    numbers[asked[2] - 1] += ' 77:1';
    writeFileSync(path('pool.svm'), numbers.join('\n'));
    const { said, command } = await refusal('--project p --protocol jsonl');
    const edited = [asked[1], asked[2]].sort((a, b) => a - b).join(', ');
    expect(said).toContain(`of 40 rows before, 2 rows were edited (rows ${edited}))`);
    expect(command).toContain('pool.svm --text lines.txt --classes');
    await answer(command, 1);
    expect([...knownIn('p-2/ledger.jsonl').keys()]).toEqual([asked[0], ...asked.slice(3)]);
  });
});

describe('--known with a ledger', () => {
  test('of a session without a project: its rows cannot be compared, but a copy of the data leads on', async () => {
    const begin = BEGIN.replace('--project "my docs"', '--ledger a.jsonl');
    await answer(begin, 5);
    writeFileSync(path('copy.csv'), text('docs.csv'));
    write(rows.map((row, i) => (i === 0 ? row.replace(',w', ',another w') : row)));
    const { code, stderr } = await iwalHere(['label', ...words(begin)]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^iwal: a\.jsonl:1: found the data 'docs' \(.*\); expected those that it was begun with, .*: which rows changed is not known, for no checksums of them are kept; a project keeps them\. /,
    );
    const command = /With a copy of the data as they were, iwal label (.*) begins one/.exec(stderr)![1];
    expect(command).toBe(
      'COPY --text text --number-columns year --classes sport,politics --protocol jsonl --project a-2 --known a.jsonl',
    );
    const known = await iwalHere(['label', ...words(command.replace('COPY', 'docs.csv'))]);
    expect([known.code, known.stderr]).toEqual([1, expect.stringContaining('a.jsonl:1: found the data')]);
    await answer(command.replace('COPY', 'copy.csv'), 2);
    const { said } = await refusal('docs.csv --project a-2 --protocol jsonl');
    expect(said).toMatch(/1 row was edited \(row 1 with the id "d1"\).* [67] of 7 labels/);
  });

  test('its seed, other names of classes and damaged checksums; a session that was begun keeps what it knew', async () => {
    const asked = await answer(BEGIN, 6);
    const known = `${BEGIN.replace('"my docs"', 'p')} --known "my docs/ledger.jsonl"`;
    const said = async (line: string): Promise<[number, string]> => {
      const { code, stderr } = await iwalHere(['label', ...words(line)]);
      return [code, stderr];
    };
    expect(await said(`${known} --seed 1`)).toEqual([
      2,
      'iwal: --seed 1 is that of my docs/ledger.jsonl, and further labels need coins of their own: leave it out\n',
    ]);
    expect(await said(known.replace('sport,politics', 'politics,sport'))).toEqual([
      2,
      'iwal: --classes: the labels of my docs/ledger.jsonl are sport, politics, in this order, found politics, sport; leave it out\n',
    ]);
    await answer(known, 2);
    expect([...knownIn('p/ledger.jsonl').keys()]).toEqual(asked);
    rmSync(path('my docs/ledger.jsonl'));
    await answer('--project p --protocol jsonl', 1);
    const marks = text('p/rows.json');
    write(rows.slice(1));
    for (const damaged of [
      '',
      '{',
      marks.replace('"contents":"', '"contents":"AAAA'),
      marks.replace(/"rows":\d+/, '"rows":59'),
    ]) {
      writeFileSync(path('p/rows.json'), damaged);
      expect(await said('--project p --protocol jsonl')).toEqual([1, expect.stringContaining('which rows changed is not known')]);
    }
    // As soon as the pool is there, they are kept again.
    write(rows);
    await answer('--project p --protocol jsonl', 0);
    expect(text('p/rows.json')).toBe(marks);
  });

  const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;
  test.skipIf(!hasPython)(`at a terminal${hasPython ? '' : ' (skipped: there is no python3 with pty here)'}`, async () => {
    const asked = await answer(BEGIN, 6);
    write(rows.map((row, i) => (i + 1 === asked[0] ? row.replace(',w', ',another w') : row)));
    const { command } = await refusal('--project "my docs" --protocol jsonl');
    const line = [process.execPath, built('src/cli/main.js'), 'label', ...words(command.replace('--protocol jsonl ', ''))];
    const { status, stderr } = spawnSync('python3', ['-c', PRESSES, ...line], { cwd: path(), encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(knownIn('my docs-2/ledger.jsonl').size).toBe(5);
    await audited('my docs-2/ledger.jsonl', ...READ);
    expect(existsSync(path('my docs-2/model.iwalmodel'))).toBe(true);
  });
});

/** Presses 1, then q. */
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
  while os.read(window, 1000): pass
except OSError: pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

/** Questions in batches, answered by a program that knows tables and nothing else: the commands of docs/USING.md, word for word. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { ended, shell, start, temporaryFolder, iwalHere, lineHere } from '../../support/processes/cli.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const letters = readFileSync(join(root, 'examples/documents/letters.csv'), 'utf8');
/** The label of each letter, by row. */
const kinds = [...letters.matchAll(/",\d+,(complaint|other)$/gm)].map(([, kind]) => kind);
const [begin, take, next] = [
  ...readFileSync(join(root, 'docs/USING.md'), 'utf8').matchAll(/^npx (iwal label .*(?:--answers|--batch) .*)$/gm),
].map(([, line]) => line.replace(/ +#.*/, ''));

let folder = '';
beforeEach(() => {
  folder = furnished();
});

/** A folder with the letters where the guide has them, and by a shorter name. */
function furnished(): string {
  const place = temporaryFolder();
  for (const name of ['examples/documents/letters.csv', 'documents.csv'])
    cpSync(join(root, 'examples/documents/letters.csv'), join(place, name));
  return place;
}

const run = (line: string): ReturnType<typeof lineHere> => lineHere(folder, line);
const path = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(path(name), 'utf8');

/** Fills the column of labels as somebody who knows; gives the rows. */
function fill(): number[] {
  const rows: number[] = [];
  const filled = text('ask.csv').replaceAll(/^(b\w{8},(\d+),L\d+,),/gm, (_, head: string, row: string) => {
    rows.push(Number(row));
    return `${head}${kinds[Number(row) - 1]},`;
  });
  writeFileSync(path('ask.csv'), filled);
  return rows;
}

test('the commands of the guide: three batches, an audit that computes them anew, a model', async () => {
  const asked: number[] = [];
  for (const line of [begin, next, next]) {
    const written = await run(line);
    expect([written.code, written.stdout]).toEqual([0, '']);
    expect(written.stderr).toContain('20 questions\n');
    asked.push(...fill());
    const learned = await run(take);
    expect([learned.code, learned.stdout.split('\n')[0]]).toEqual([0, '20 answers learned, the batch is complete']);
  }
  expect(new Set(asked).size).toBe(60);
  const end = await run(next);
  expect([end.code, end.stderr]).toEqual([0, expect.stringContaining('no question is left to ask, and no file is written')]);
  const audit = await iwalHere(folder, ['audit', 'letters/ledger.jsonl', '--data', 'documents.csv', '--text', 'body', '--json']);
  const audited = JSON.parse(audit.stdout) as Record<string, unknown>;
  expect(audited).toMatchObject({ labels: 60, purchases: 60, replay: { verdict: 'ok' }, consistency: { verdict: 'ok' } });
  const predicted = await iwalHere(folder, ['predict', 'letters/model.iwalmodel', 'documents.csv', '--form', 'csv']);
  const classes = [...predicted.stdout.matchAll(/^L\d+,(\w+),/gm)].map(([, name]) => name);
  expect(classes.filter((name, row) => name === kinds[row]).length).toBeGreaterThan(330);
  // A top-up in batches, and the questions of a pass that is over are known.
  const more = await run(`${next} --budget 15`);
  expect([more.code, more.stderr]).toEqual([0, expect.stringContaining('15 questions instead of 20: the budget is spent')]);
});

test('asked again it is the same batch: the same bytes, whatever is wanted now, also where the file was lost or half written', async () => {
  await run(begin);
  const [sheet, ledger] = [text('ask.csv'), text('letters/ledger.jsonl')];
  for (const left of [undefined, sheet.slice(0, 700), sheet]) {
    rmSync(path('ask.csv'));
    if (left !== undefined) writeFileSync(path('ask.csv'), left);
    const { code, stderr } = await run(next.replace('20', '7'));
    expect([code, stderr]).toEqual([0, expect.stringContaining('20 questions of the last batch still wait for an answer')]);
    expect(text('ask.csv')).toBe(sheet);
    expect(text('letters/ledger.jsonl')).toBe(ledger);
  }
  const { stdout } = await run('iwal label --project letters --batch 20');
  expect(stdout).toBe(sheet);
});

test('killed at any moment, a batch is asked as if it had not been', async () => {
  const whole = furnished();
  await lineHere(whole, begin);
  for (const after of [250, 450, 600, 700]) {
    const child = start(folder, begin.split(' ').slice(1));
    const end = ended(child);
    setTimeout(() => child.kill('SIGKILL'), after);
    await end;
  }
  expect((await run(begin)).code).toBe(0);
  for (const name of ['ask.csv', 'letters/ledger.jsonl']) expect(text(name)).toBe(readFileSync(join(whole, name), 'utf8'));
});

test('a disk that takes no more: what it says it has kept is kept, and with room the same commands end with the same bytes', async () => {
  const whole = furnished();
  await lineHere(whole, begin);
  const full =
    'letters/ledger.jsonl: found that it cannot be written (file too large); expected a file in a writable folder on a ' +
    'disk with room; what was written before is valid';
  const asked = await shell(folder, `ulimit -f 20; $${begin}`);
  expect(asked).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^.*columns year, kind are not learned from.*\n/) as string,
  });
  expect(asked.stderr.split('\n').slice(1)).toEqual([
    expect.stringMatching(/3 rows of 400 repeat the text of an earlier row/),
    expect.stringMatching(/^these labels will tell shares of classes to /),
    `iwal: ${full}`,
    '',
  ]);
  expect((await run(begin)).code).toBe(0);
  for (const name of ['ask.csv', 'letters/ledger.jsonl']) expect(text(name)).toBe(readFileSync(join(whole, name), 'utf8'));
  fill();
  const blocks = Math.ceil(text('letters/ledger.jsonl').length / 512) + 2;
  const learned = await shell(folder, `ulimit -f ${blocks}; $${take}`);
  expect(learned).toEqual({ code: 1, stdout: '', stderr: `iwal: ${full}\n` });
  const kept = text('letters/ledger.jsonl').match(/"entry":"answer"/g)!.length;
  expect(kept).toBeGreaterThan(0);
  expect((await run(take)).stdout).toContain(`${20 - kept} answers learned, ${kept} were known, the batch is complete\n`);
});

/** The folder of a project stands for its ledger, its model and its data: what a command prints is what it prints of the files. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a folder stands for its files', () => {
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

  test('labels of other classes are no error: the session has not read them', async () => {
    const { stderr } = await run('predict "my news" more.csv');
    expect(stderr).toBe('labels are not judged: more.csv:2: found the label "sport"; expected no or yes, or nothing\n');
    const named = await run('predict "my news" more.csv --label-column label');
    expect([named.code, named.stderr]).toEqual([1, expect.stringContaining('found the label "sport"')]);
  });

  test('other rows may lack a column that the project names', async () => {
    writeFileSync(join(folder, 'bare.csv'), 'body,year\nabout sport,2001\n');
    expect(await run('predict "my news" bare.csv')).toEqual(await run('predict "my news/model.iwalmodel" bare.csv'));
    writeFileSync(join(folder, 'bare-table.csv'), 'x,y,remark\n1,2,some words\n');
    expect(await run('predict numbers bare-table.csv')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('iwal status', () => {
  test('says labels by class, how good the model is, and what to type next', async () => {
    const { code, stdout, stderr } = await run('status topics');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('topics: 60 rows of docs.csv, ');
    expect(stdout).toContain(
      '\n20 labels: sport 7, politics 7, science 6\n20 spent of a budget of 20, all questions are answered\n',
    );
    expect(stdout).toMatch(/\nmodel: .*\n/);
    const audit = (await run('audit topics/ledger.jsonl')).stdout;
    const error = /^error of the predictions: ([^;]*)/m.exec(audit)?.[1];
    expect(stdout).toContain(`\nerror of the predictions made on the way: ${error}`);
    const next = [...stdout.matchAll(/^ {2}(iwal .*?) {2}/gm)].map(([, line]) => line);
    expect(next).toEqual([
      'iwal label topics --budget 20',
      'iwal predict topics --out classes.csv',
      'iwal label topics --fresh 50',
      'iwal audit topics',
    ]);
    const json = JSON.parse((await run('status topics --json')).stdout) as { labels: object; next: [string][] };
    expect(json).toMatchObject({ labels: { sport: 7, politics: 7, science: 6 }, isOver: true });
    expect(json.next.map(([line]) => line)).toEqual(next);
  });

  test('the error of the model in the end is that of audit, which computes it anew, in the first pass and in a second one', async () => {
    writeFileSync(join(folder, 'many.csv'), documents(0, 300));
    const read = 'many.csv --text body --id-column code';
    for (const [asked, labels] of [
      [`${read} --classes no,yes --query random --budget 80 --project even`, 80],
      ['even --budget 20', 20],
    ] as const) {
      await label(asked, ['no', 'no', 'yes'], labels);
      const { stdout } = await run('audit even');
      const said = /\nerror of the model in the end on new rows: between [\d.]+% and [\d.]+%, with 95%.*\n/.exec(stdout);
      expect(said, stdout).not.toBeNull();
      const status = (await run('status even')).stdout;
      expect(status).toContain(said![0]);
      expect(status).toMatch(
        /another pass over the rows: the interval of the model's error would be about [\d.]+ points wide, now [\d.]+\n/,
      );
    }
    const alone = (await run('audit even/ledger.jsonl')).stdout;
    expect(alone).toContain(
      '\nerror of the model in the end: not estimated, for the labels it learned flatter it; --data estimates it',
    );
  });

  test('of a batch that is out, of a folder that is no project', async () => {
    const batch = 'docs.csv --text body --classes no,yes --budget 12 --seed 3 --project batches --batch 4 --out out.csv';
    expect((await run(`label ${batch}`)).code).toBe(0);
    const { stdout } = await run('status batches');
    expect(stdout).toContain('0 labels: no 0, yes 0\n4 spent of a budget of 12, 4 questions not answered yet\n');
    expect(stdout).toContain('model: none yet');
    expect(stdout).toContain('iwal label batches --answers FILE');
    expect((await run('status nowhere')).stderr).toBe(
      'iwal: nowhere: no such folder; iwal label DATA --project nowhere begins a project\n',
    );
  });
});

describe('what a folder lacks', () => {
  test('a model, data, or all of it', async () => {
    const model = join(folder, 'numbers/model.iwalmodel');
    renameSync(model, `${model}.kept`);
    const noModel = 'iwal: numbers has no model yet; a session writes it when it is left with q: iwal label numbers\n';
    for (const line of ['predict numbers', 'model show numbers']) expect((await run(line)).stderr).toBe(noModel);
    renameSync(`${model}.kept`, model);
    renameSync(join(folder, 'table.csv'), join(folder, 'moved.csv'));
    const moved =
      'iwal: table.csv: no such file, and project numbers looks for its data there; name their new place once: ' +
      'iwal label NEW-PLACE --project numbers\n';
    for (const line of ['audit numbers', 'predict numbers', 'describe numbers']) expect((await run(line)).stderr).toBe(moved);
    expect(await run('audit numbers --data moved.csv')).toMatchObject({ code: 0 });
    renameSync(join(folder, 'moved.csv'), join(folder, 'table.csv'));
    rmSync(join(folder, 'next/ledger.jsonl'), { force: true });
    if (existsSync(join(folder, 'next')))
      expect((await run('audit next')).stderr).toBe('iwal: next has no ledger yet; iwal label next begins one\n');
  });

  test('two projects for one session', async () => {
    expect((await run('label "my news" --project topics')).stderr).toBe(
      'iwal: my news is a project, and so is what --project names; leave one of them out\n',
    );
  });
});

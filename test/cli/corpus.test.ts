/**
 * Files that earlier versions wrote (test/corpus), read by this one: the numbers are those that the version that wrote them gave.
 *
 * Unchanged for ever: a difference here is a file of somebody's that can no longer be read.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { ended, start, iwalHere, linesOf } from '../support/processes/cli.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

const CORPUS = fileURLToPath(new URL('../corpus/0.1', import.meta.url));

interface Expected {
  readonly pool: string;
  readonly examples: number;
  readonly purchases: number;
  readonly labels: number;
  readonly importance: object;
  readonly trueError: number | null;
}

const { ledgers } = JSON.parse(readFileSync(join(CORPUS, 'expected.json'), 'utf8')) as {
  readonly ledgers: Readonly<Record<string, Expected>>;
};
const folder = temporaryFolder().path('0.1');
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');

beforeAll(() => cpSync(CORPUS, folder, { recursive: true }));

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await iwalHere(folder, args);
  expect(code, stderr).toBe(0);
  return stdout;
}

describe.each(Object.entries(ledgers))('0.1: %s.ledger', (name, { pool, trueError, importance, ...counts }) => {
  test('is audited, computed anew and exported', async () => {
    const found = JSON.parse(await run('audit', `${name}.ledger`, '--data', pool, '--json')) as Record<string, object>;
    expect(found).toMatchObject({
      ...counts,
      importance,
      error: { trueOfAll: trueError },
      consistency: { verdict: 'ok' },
      replay: { verdict: 'ok' },
    });
    const rows = linesOf(await run('export', `${name}.ledger`, '--data', pool, '--format', 'vw'));
    expect(rows.length).toBe(counts.labels);
    expect(rows.reduce((sum, row) => sum + Number(row.split(' ')[1]), 0)).toBeCloseTo(
      (importance as { learned: number }).learned,
      9,
    );
  });
});

describe('0.1: what was made of ledgers', () => {
  test('samples are exported as they were, byte for byte', async () => {
    expect(await run('export', 'late.ledger', '--data', 'pool.svm', '--format', 'csv')).toBe(text('late.csv'));
    expect(await run('export', 'undone.ledger', '--data', 'unlabelled.svm', '--format', 'vw')).toBe(text('undone.vw'));
  });

  const RESUME = 'label unlabelled.svm --query random --rate 0.4 --seed 3 --protocol jsonl --classes ham,spam'.split(' ');

  test.each([
    ['unfinished', 'as its process left it', (whole: string) => whole],
    ['unfinished', 'its last line torn', (whole: string) => whole.slice(0, -20)],
  ])('%s.ledger, %s, is gone on with: in its own format, after the lines it has', async (name, _, change) => {
    const before = change(text(`${name}.ledger`));
    writeFileSync(join(folder, 'resumed.ledger'), before);
    const kept = before.slice(0, before.lastIndexOf('\n') + 1);
    const child = start(folder, [...RESUME, '--record', 'considered', '--ledger', 'resumed.ledger']);
    child.stdin!.end(Array.from({ length: 40 }, (_, n) => `{"question":${8 + n},"label":"ham"}\n`).join(''));
    const { code, stdout } = await ended(child);
    expect(code).toBe(0);
    expect(JSON.parse(stdout.split('\n')[0])).toMatchObject({ question: 8, position: 27, id: 47, importance: 2.5 });
    expect(JSON.parse(linesOf(stdout).at(-1)!)).toMatchObject({ done: true, labels: 20, examples: 60, importanceSum: 50 });
    const after = text('resumed.ledger');
    expect([after.startsWith(kept), after.startsWith('{"iwal-ledger":1,')]).toEqual([true, true]);
    expect(after).not.toContain('"crc"');
    expect(JSON.parse(await run('audit', 'resumed.ledger', '--data', 'unlabelled.svm', '--json'))).toMatchObject({
      examples: 60,
      undos: 3,
      replay: { verdict: 'ok' },
    });
  });

  test('a finished session says again what it came to', async () => {
    const { stdout } = await ended(
      start(folder, [...RESUME, '--budget', '12', '--record', 'purchases', '--ledger', 'undone.ledger']),
    );
    expect(JSON.parse(stdout)).toMatchObject({ done: true, labels: 12, examples: 60, importanceSum: 30 });
  });
});

describe('0.1: other files', () => {
  test('a model predicts what it predicted, and is learned on with', async () => {
    expect(await run('predict', 'pool.iwalmodel', 'pool.svm')).toBe(text('pool.predictions'));
    const { learned } = JSON.parse(await run('learn', 'pool.svm', '--resume', 'pool.iwalmodel', '--json')) as { learned: number };
    expect(learned).toBe(600);
  });

  test('binary datasets are the text they were made from', async () => {
    const facts = async (file: string): Promise<string> => (await run('describe', file)).split('\n').slice(1).join('\n');
    expect(await facts('pool-copy.iwal')).toBe(await facts('pool.svm'));
    expect(await run('predict', 'pool.iwalmodel', 'pool-copy.iwal')).toBe(text('pool.predictions'));
    expect(await run('describe', 'four.iwal')).toMatch(/\b4 rows/);
  });

  test('results are found, reported and computed again digit for digit', async () => {
    // The default optimizer was another one then: a study that names it says what it said.
    const study = JSON.parse(text('study.json')) as { axes: object };
    writeFileSync(
      join(folder, 'study.json'),
      JSON.stringify({ ...study, axes: { ...study.axes, optimizer: 'gradient-descent' } }),
    );
    const lines = linesOf(text('reports/small/results.jsonl')).map(
      (line) => JSON.parse(line) as { hash: string; curve: { queried: number[]; testError: number[] } },
    );
    expect((await run('study', 'run', 'study.json', '--dry-run')).split('\n')[0]).toContain('8 cells, 8 stored, 0 to run');
    expect(await run('study', 'status', 'small')).toContain('8 of 8 cells done, 0 failed, 0 waiting');
    const finals = JSON.parse(await run('results', '--json')) as unknown;
    const wanted = lines.map(({ hash, curve }) => ({ hash, queried: curve.queried.at(-1), testError: curve.testError.at(-1) }));
    expect(finals).toMatchObject(wanted);
    expect(await run('study', 'cell', lines[7].hash, '--rerun')).toContain('computed again: the same result, digit for digit');
    await run('study', 'run', 'study.json');
    expect(JSON.parse(await run('results', '--json'))).toHaveLength(8);
  });
});

describe("0.2: step sizes that learned next to each other, eta0 'auto'", () => {
  const [models, former] = [temporaryFolder().path('0.2'), fileURLToPath(new URL('../corpus/0.2', import.meta.url))];
  const there = (...args: string[]): ReturnType<typeof iwalHere> => iwalHere(models, args);
  const SENTENCE =
    /eta0 'auto' is of earlier versions and no longer runs; expected a number, or 'normalized-adaptive' without eta0/;

  beforeAll(() => {
    cpSync(former, models, { recursive: true });
    cpSync(join(CORPUS, 'pool.svm'), join(models, 'pool.svm'));
  });

  test.each([
    ['auto', { name: 'normalized-adaptive', eta0: 8 }],
    ['auto-scaled', { name: 'gradient-descent', eta0: 1 }],
  ])('%s.iwalmodel predicts what it predicted, and is learned on with: the step size that led', async (name, optimizer) => {
    const file = `${name}.iwalmodel`;
    expect((await there('predict', file, 'pool.svm')).stdout).toBe(readFileSync(join(former, `${name}.predictions`), 'utf8'));
    expect(JSON.parse((await there('model', 'show', file, '--json')).stdout)).toMatchObject({ settings: { optimizer } });
    const { stdout } = await there('learn', 'pool.svm', '--resume', file, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ learned: 400 });
  });

  test('a ledger is audited by what it says; to compute it anew is refused', async () => {
    const { code, stdout } = await there('audit', 'auto.ledger', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ labels: 40, consistency: { verdict: 'ok' } });
    expect(code).toBe(0);
    const anew = await there('audit', 'auto.ledger', '--data', 'pool.svm');
    expect([anew.code, anew.stderr]).toEqual([2, expect.stringMatching(SENTENCE)]);
  });

  test('stored results are found and reported; a cell that is not stored is refused before anything runs', async () => {
    expect((await there('study', 'run', 'study.json', '--dry-run')).stdout).toContain('4 cells, 4 stored, 0 to run');
    const { code, stderr } = await there('study', 'run', 'study.json', '--out', 'elsewhere');
    expect([code, stderr]).toEqual([2, expect.stringMatching(SENTENCE)]);
  });
});

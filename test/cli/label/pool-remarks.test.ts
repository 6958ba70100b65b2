/**
 * What `iwal label` says of a pool before the first question: ids that repeat, empty documents, a budget that is enough
 * for all rows; and what waits until it can be acted on.
 */
import { expect, test } from 'vitest';
import { answered, eachFolder } from '../../support/processes/cli.ts';

const ROWS = 60;
/** Every third document is empty. */
const isEmpty = (row: number): boolean => row % 3 === 0;
const WORDS = ['north wind', 'south wind', 'north sea', 'south sea calm'];
const { text, write, iwalHere } = eachFolder();

function writePool(idOf: (row: number) => number | string, textOf: (row: number) => string): void {
  const lines = Array.from({ length: ROWS }, (_, row) => `${idOf(row)},${textOf(row)}\n`);
  write('pool.csv', `id,body\n${lines.join('')}`);
}

const textOf = (row: number): string => WORDS[row % WORDS.length];
const textOrNone = (row: number): string => (isEmpty(row) ? ' ' : textOf(row));
const ownId = (row: number): number => 100 + row;

interface Asked {
  readonly code: number;
  readonly stderr: string;
  readonly rows: readonly number[];
}

/** Answers every question, and tells which rows the ledger says were considered. */
async function label(args: string, from = 1): Promise<Asked> {
  const answers = answered(ROWS, (n) => (n % 2 === 0 ? 1 : -1), from);
  const line = `label pool.csv --text body --ledger a.jsonl --protocol jsonl ${args}`;
  const { code, stderr } = await iwalHere(line.trim().split(' '), answers);
  const rows = text('a.jsonl').matchAll(/^\{"entry":"example","position":\d+,"row":(\d+)/gm);
  return { code, stderr, rows: Array.from(rows, ([, row]) => Number(row)) };
}

test('a pool in order: nothing', async () => {
  writePool(ownId, textOf);
  expect((await label('--budget 59')).stderr).toBe('');
});

test('ids that repeat, once', async () => {
  writePool(() => 1, textOf);
  expect((await label('--budget 5')).stderr).toBe(
    'pool.csv: 59 rows of 60 repeat the id of an earlier row, as row 2 repeats "1" of row 1: ' +
      'go by the numbers of rows, or name another --id-column\n',
  );
  expect((await label('')).stderr).toBe('');
});

test('a budget for all rows: every row is asked about', async () => {
  writePool(ownId, textOf);
  const { stderr, rows } = await label('--budget 5000');
  expect(stderr).toBe('--budget: 5,000 labels for 60 rows: every row will be asked about\n');
  expect(rows.toSorted((a, b) => a - b)).toEqual(Array.from({ length: ROWS }, (_, row) => row));
  expect(text('a.jsonl').match(/"outcome":"asked"/g)).toHaveLength(ROWS);
});

test('a knob of its own makes the budget a hard cap: nothing is said', async () => {
  writePool(ownId, textOf);
  expect((await label('--width 1 --budget 5000')).stderr).toBe('');
});

test('empty documents are counted, and neither asked about nor part of any number', async () => {
  writePool(ownId, textOrNone);
  const said = '20 documents are empty and not asked about: no number below counts them\n';
  const { code, stderr, rows } = await label('--budget 5000 --fresh 5');
  expect([code, stderr]).toEqual([0, `${said}--budget: 5,000 labels for 40 rows: every row will be asked about\n`]);
  expect([rows.filter(isEmpty), rows.length]).toEqual([[], 40]);
  const audited = await iwalHere('audit a.jsonl --data pool.csv --text body --details');
  expect([audited.code, audited.stderr]).toEqual([0, '']);
  expect(audited.stdout).toContain('\n20 empty rows were not asked about, and no number here counts them\n40 examples');
  expect(audited.stdout).toContain('\ncomputed anew: ok');
  expect(audited.stdout).toContain('\nsum of importance 40 for 40 examples,');
});

test('empty documents in a second pass, with labels that were known, and as fresh ones', async () => {
  writePool(ownId, textOrNone);
  const first = await label('--budget 8 --fresh 30');
  expect(first.code).toBe(0);
  const fresh = (): number[] => Array.from(text('a.jsonl').matchAll(/"entry":"fresh","row":(\d+)/g), ([, row]) => Number(row));
  expect(fresh().length).toBeGreaterThan(20);
  expect(fresh().filter(isEmpty)).toEqual([]);
  const second = await label('--budget 6');
  expect(second.stderr).toMatch(/^20 documents are empty .*\nsecond pass/);
  expect(second.rows.filter(isEmpty)).toEqual([]);
  const audited = await iwalHere('audit a.jsonl --data pool.csv --text body');
  expect([audited.code, audited.stdout]).toEqual([0, expect.stringContaining('computed anew: ok')]);
});

test('a first batch: what a certified interval takes is said once, before it, and no advice comes before the last label', async () => {
  writePool(ownId, textOf);
  const run = 'label pool.csv --text body --classes no,yes --budget 50 --explore 0.4 --ledger b.jsonl';
  const said: string[] = [];
  for (let batch = 0; batch < 2; batch++) {
    const asked = await iwalHere([...run.split(' '), '--batch', '25', '--out', 'ask.csv']);
    const lines = text('ask.csv').split('\n');
    // Labels that nothing can tell: the error is that of the larger class.
    const filled = lines.map((line, n) =>
      n === 0 ? line : line.replace(/^(\w+,\d+,\d+),,/, `$1,${n % 2 === 0 ? 'no' : 'yes'},`),
    );
    write('ask.csv', filled.join('\n'));
    const learned = await iwalHere([...run.split(' '), '--answers', 'ask.csv']);
    expect([asked.code, learned.code]).toEqual([0, 0]);
    said.push(asked.stderr + learned.stdout + learned.stderr);
  }
  expect(said.map((each) => each.match(/too few of these labels are spread evenly/g)?.length ?? 0)).toEqual([1, 0]);
  expect(said.map((each) => each.includes('little is saved'))).toEqual([false, true]);
});

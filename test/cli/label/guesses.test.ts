/** Guesses that came with a table, judged by labels: what is asked, and what is told; mistakes stand in test/cli/sessions/said/project.txt. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { temporaryFolder, iwalHere } from '../../support/processes/cli.ts';

const NAMES = ['sport', 'politics', 'other', 'science'];

interface Item {
  readonly label: string;
  readonly guess: string;
  readonly confidence: number;
}

/** Guesses of so many classes, right about as often as they say. */
function itemsOf(classes: number, rows: number): Item[] {
  const random = randomStream(classes, 'guesses');
  return Array.from({ length: rows }, () => {
    const truth = random.below(classes);
    const confidence = Math.round(100 * (0.5 + random.next() / 2)) / 100;
    const guess = random.next() < confidence ? truth : (truth + 1 + random.below(classes - 1)) % classes;
    return { label: NAMES[truth], guess: NAMES[guess], confidence };
  });
}

const lines = (items: readonly Item[], columns: (item: Item, row: number) => readonly unknown[], head: string): string =>
  [head, ...items.map((item, row) => columns(item, row).join(','))].join('\n') + '\n';

/** A folder with pool.csv, without labels, and truth.csv with them. */
function furnished(items: readonly Item[]): string {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);
  const own = ({ guess, confidence }: Item, row: number): unknown[] => [`r${row}`, `text ${row}`, guess, confidence];
  writeFileSync(path('pool.csv'), lines(items, own, 'id,body,gpt,prob'));
  writeFileSync(
    path('truth.csv'),
    lines(items, (item, row) => [...own(item, row), item.label], 'id,body,gpt,prob,label'),
  );
  return folder;
}

const READ = ['--guess', 'gpt', '--guess-confidence', 'prob'];
const quantity = (audited: string, name: string, of?: string): Record<string, number> =>
  (JSON.parse(audited) as { quantities: Record<string, unknown>[] }).quantities.find(
    (each) => each.name === name && each.class === of,
  ) as Record<string, number>;

describe.each([2, 4])('%i classes', (classes) => {
  const items = itemsOf(classes, 400);
  const names = NAMES.slice(0, classes);
  const wrong = items.filter(({ label, guess }) => label !== guess).length / items.length;

  it('are told exactly where every label is bought', async () => {
    const folder = furnished(items);
    const line = ['truth.csv', ...READ, '--classes', names.join(), '--budget', '400'];
    const run = await iwalHere(folder, ['simulate', ...line, '--ledger', 'all.jsonl']);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('came with the rows; nothing is learned') as string });
    const percent = `${(100 * wrong).toFixed(2)}%`;
    expect(run.stdout).toMatch(new RegExp(`^error of the guesses +${percent} +${percent} +${percent} to ${percent} +400$`, 'm'));
    const { stdout } = await iwalHere(folder, 'audit all.jsonl --json');
    expect(quantity(stdout, 'error').value).toBeCloseTo(wrong, 12);
    for (const [k, name] of names.entries()) {
      // A simulation of two classes knows no names.
      const called = classes === 2 ? ['negative', 'positive'][k] : name;
      const count = (isIn: (item: Item) => boolean): number => items.filter(isIn).length;
      const right = count(({ label, guess }) => label === name && guess === name);
      expect(quantity(stdout, 'share', called).value).toBeCloseTo(count(({ label }) => label === name) / 400, 12);
      expect(quantity(stdout, 'precision', called).value).toBeCloseTo(right / count(({ guess }) => guess === name), 9);
      expect(quantity(stdout, 'recall', called).value).toBeCloseTo(right / count(({ label }) => label === name), 9);
    }
  });

  it('have one estimate of their error, that of the audit, simulated too', async () => {
    const folder = furnished(items);
    const line = `simulate truth.csv --classes ${names.join()} --budget 120 --holdout 0.1 --ledger s.jsonl --json`;
    const { stdout: simulated } = await iwalHere(folder, [...line.split(' '), ...READ]);
    const { errorText } = JSON.parse(simulated) as { errorText: string };
    const { stdout } = await iwalHere(folder, 'audit s.jsonl');
    expect(stdout).toContain(`error of the guesses: ${errorText}; `);
    const told = [simulated, (await iwalHere(folder, 'audit s.jsonl --json')).stdout].map((printed) => {
      const { quantities } = JSON.parse(printed) as { quantities: { name: string; value: number; low: number; high: number }[] };
      return quantities.slice(0, names.length + 1).map(({ name, value, low, high }) => [name, value, low, high]);
    });
    // Of two classes the audit mirrors one.
    expect(told[0]).toEqual(
      told[1].map((each) => each.map((x) => (typeof x === 'number' ? expect.closeTo(x, 12) : x) as number)),
    );
    // Narrower than what labels alone say of so many.
    const [, , low, high] = told[0].at(-1)!;
    expect(Number(high) - Number(low)).toBeLessThan(0.2);
  });

  it('are asked about in batches, in a project, and its audit computes them anew', async () => {
    const folder = furnished(items);
    const path = (name: string): string => join(folder, name);
    // The guesses name the classes, also when the session goes on.
    const begin = ['label', 'pool.csv', '--text', 'body', ...READ, '--budget', '120'];
    expect((await iwalHere(folder, [...begin, '--project', 'check', '--batch', '60', '--out', 'ask.csv'])).code).toBe(0);
    let [left, batches] = [true, 0];
    while (left) {
      // Nobody who answers sees the guess.
      const asked = readFileSync(path('ask.csv'), 'utf8');
      expect(asked).not.toContain('gpt');
      const filled = asked.replaceAll(
        /^(b\w{8},(\d+),r\d+,),/gm,
        (_, head: string, row: string) => `${head}${items[Number(row) - 1].label},`,
      );
      writeFileSync(path('ask.csv'), filled);
      expect((await iwalHere(folder, 'label check --answers ask.csv')).code).toBe(0);
      batches++;
      left = !(await iwalHere(folder, 'label check --batch 60 --out ask.csv')).stderr.includes('no question is left');
    }
    expect(batches).toBeGreaterThan(1);
    const audited = await iwalHere(folder, 'audit check --json --corrected table.csv');
    const [head, ...table] = readFileSync(path('table.csv'), 'utf8').trimEnd().split('\n');
    expect(head).toBe('row,id,guess,right,label,p');
    const told = table.map((line) => line.split(','));
    expect(told.map(([row, id, guess]) => [row, id, guess])).toEqual(
      items.map(({ guess }, row) => [String(row + 1), `r${row}`, guess]),
    );
    const labelled = told.filter(([, , , , label]) => label !== '');
    expect(labelled.length).toBe((JSON.parse(audited.stdout) as { labels: number }).labels);
    for (const [row, , , , label] of labelled) expect(label).toBe(items[Number(row) - 1].label);
    // Surer guesses are right more often, in the table as in truth.
    const meanRight = (isIn: (confidence: number) => boolean): number => {
      const chances = told.filter((_, row) => isIn(items[row].confidence)).map((cells) => Number(cells[3]));
      return chances.reduce((sum, each) => sum + each, 0) / chances.length;
    };
    expect(meanRight((c) => c > 0.9)).toBeGreaterThan(meanRight((c) => c < 0.6));
    expect(JSON.parse(audited.stdout)).toMatchObject({ replay: { verdict: 'ok' }, consistency: { verdict: 'ok' } });
    // One run in twenty misses the truth, and hardly one by as much again; how many do is counted by the study `assisted`.
    const { low, high } = quantity(audited.stdout, 'error');
    expect([wrong - low > (low - high) / 2, wrong - high < (high - low) / 2, high - low < 0.2]).toEqual([true, true, true]);
    const alone = await iwalHere(folder, `audit ${join('check', 'ledger.jsonl')} --json`);
    expect(quantity(alone.stdout, 'error')).toEqual(quantity(audited.stdout, 'error'));
    const exported = await iwalHere(folder, 'export check --format csv');
    expect(exported.stdout.split('\n').length).toBe(2 + (JSON.parse(audited.stdout) as { labels: number }).labels);
    const status = await iwalHere(folder, 'status check');
    expect(status.stdout).toContain('error of the guesses: ');
    expect(status.stdout).not.toMatch(/model/);
  });
});

it.each([
  ['sport,politics', 'sport', 'politics'],
  ['0,1', '0', '1'],
])('are probabilities of the positive class, where not all are names of classes: %s', async (classes, negative, positive) => {
  const items = itemsOf(2, 300);
  const folder = furnished(items);
  // One of them is sure, and is written as a class may be.
  const p = ({ guess, confidence }: Item, row: number): number =>
    row === 0 ? 1 : guess === 'politics' ? confidence : 1 - confidence;
  const label = (item: Item): string => (item.label === 'politics' ? positive : negative);
  writeFileSync(
    join(folder, 'truth.csv'),
    lines(items, (item, row) => [p(item, row), label(item)], 'p,label'),
  );
  const run = await iwalHere(folder, `simulate truth.csv --guess p --classes ${classes} --budget 300 --json`);
  const wrong = items.filter((item, row) => p(item, row) >= 0.5 !== (item.label === 'politics')).length;
  expect(JSON.parse(run.stdout)).toMatchObject({ progressiveError: wrong / 300, examples: 300 });
});

describe.each([2, 4])('two guesses of %i classes', (classes) => {
  const items = itemsOf(classes, 600);
  const names = NAMES.slice(0, classes);
  const random = randomStream(classes, 'rules');
  const rules = items.map(({ guess }) => (random.next() < 0.4 ? names[random.below(classes)] : guess));
  const differing = [...items.keys()].filter((row) => items[row].guess !== rules[row]);
  const rightOf = (guess: (row: number) => string): number => differing.filter((row) => guess(row) === items[row].label).length;
  const lead = (rightOf((row) => items[row].guess) - rightOf((row) => rules[row])) / items.length;

  it('are held against each other in batches, where they differ alone', async () => {
    const folder = temporaryFolder();
    const path = (name: string): string => join(folder, name);
    const own = ({ guess }: Item, row: number): unknown[] => [
      `r${row}`,
      `text ${row}`,
      guess,
      rules[row],
      row % 2 ? 'odd' : 'even',
    ];
    writeFileSync(path('pool.csv'), lines(items, own, 'id,body,gpt,rules,kind'));
    const line = ['label', 'pool.csv', '--text', 'body', '--guess', 'gpt,rules', '--classes', names.join()];
    const budget = ['--budget', String(differing.length), '--project', 'duel', '--batch', '300', '--out', 'ask.csv'];
    const begun = await iwalHere(folder, [...line, ...budget]);
    expect(begun.code).toBe(0);
    expect(begun.stderr).toContain(`gpt and rules differ in ${differing.length} of the 600 rows of pool.csv`);
    const asked = readFileSync(path('ask.csv'), 'utf8');
    const ids = [...asked.matchAll(/^b\w{8},\d+,r(\d+),/gm)].map(([, row]) => Number(row));
    expect([ids.length > 0, ids.filter((row) => !differing.includes(row))]).toEqual([true, []]);
    const half = asked.replaceAll(
      /^(b\w{8},\d+,r(\d+),),/gm,
      (_, head: string, row: string) => `${head}${items[Number(row)].label},`,
    );
    writeFileSync(path('ask.csv'), half);
    expect((await iwalHere(folder, 'label duel --answers ask.csv')).code).toBe(0);
    expect((await iwalHere(folder, 'status duel')).stdout).toContain('which of the two guesses is right more often');
    const audited = await iwalHere(folder, 'audit duel --by kind --json');
    const { comparison, groups } = JSON.parse(audited.stdout) as {
      comparison: { lead: { value: number; low: number; high: number }; differing: number; rows: number };
      groups: { rows: number }[];
    };
    expect(comparison).toMatchObject({ names: ['gpt', 'rules'], differing: differing.length, rows: 600 });
    // Every row in which they differ was bought: nothing is left to chance.
    expect(comparison.lead.value).toBeCloseTo(lead, 12);
    expect(groups.reduce((sum, { rows }) => sum + rows, 0)).toBe(differing.length);
    const page = (await iwalHere(folder, 'audit duel')).stdout;
    expect(page).toMatch(/^gpt and rules differ in \d+ of 600 rows/);
    expect(page).toContain('gpt is right more often than rules: by ');
  });

  it('end a run where it is certified which is right more often, and the audit computes that anew', async () => {
    const folder = temporaryFolder();
    const own = ({ guess, label }: Item, row: number): unknown[] => [guess, rules[row], label];
    writeFileSync(join(folder, 'truth.csv'), lines(items, own, 'gpt,rules,label'));
    const read = ['truth.csv', '--guess', 'gpt,rules'];
    const named = ['--classes', names.join()];
    const stopped = (goal: string, more: readonly string[] = []) =>
      iwalHere(folder, ['simulate', ...read, ...named, '--budget', '80%', '--query', 'random', '--stop', goal, ...more]);
    const run = await stopped('rules > gpt', ['--ledger', 'l.jsonl']);
    expect(run.stderr).toMatch(/can be expected to certify which of gpt and rules is right more often where they are about/);
    const said = /\n--stop gpt > rules: reached after (\d+) of \d+ rows; (gpt is right more often than rules: by .*)\n/.exec(
      run.stdout,
    );
    expect(Number(said![1])).toBeLessThan(differing.length);
    const audited = (await iwalHere(folder, ['audit', 'l.jsonl', '--data', ...read, ...(classes === 2 ? named : [])])).stdout;
    expect(audited).toContain(`\n--stop gpt > rules: reached after ${said![1]} rows, where the run ended; ${said![2]}\n`);
    expect(audited).toContain('computed anew: ok');
    const { stop } = JSON.parse((await stopped('gpt > rules or within 10%', ['--json'])).stdout) as {
      stop: { low: number; high: number; labels: number; isReached: boolean; words: string };
    };
    expect([stop.isReached, stop.low <= lead && lead <= stop.high, stop.low > 0 || stop.high <= 0.1]).toEqual([true, true, true]);
    expect(stop.labels).toBeLessThan(Number(said![1]));
    expect((await stopped('gpt > rules or within 90%')).stderr).toMatch(
      /the two differ in \d\d\.\d\d% of the rows, and so by no more/,
    );
  });
});

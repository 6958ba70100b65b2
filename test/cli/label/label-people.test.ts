/** Three people label one project: the commands of docs/USING.md, who disagrees about what, and what is wrong with a sheet or a name. */
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { iwalHere, lineHere, temporaryFolder } from '../../support/processes/cli.ts';
import { cohensKappa, krippendorffsAlpha } from '../../../src/statistics/agreement.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const letters = readFileSync(join(root, 'examples/documents/letters.csv'), 'utf8');
/** The label of each letter, by row. */
const kinds = [...letters.matchAll(/",\d+,(complaint|other)$/gm)].map(([, kind]) => kind);
const guide = [...readFileSync(join(root, 'docs/USING.md'), 'utf8').matchAll(/^npx (iwal .*\bshared\b.*)$/gm)].map(([, line]) =>
  line.replace(/ +#.*/, ''),
);
const [begin] = guide;
const NAMES = ['ana', 'ben', 'cem'];

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  cpSync(join(root, 'examples/documents/letters.csv'), join(folder, 'examples/documents/letters.csv'));
});

const run = (line: string): ReturnType<typeof lineHere> => lineHere(folder, line);
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
const rowsIn = (name: string): number[] => [...text(name).matchAll(/^b\w{8},(\d+),L\d+,/gm)].map(([, row]) => Number(row));

/** Ben errs in every second row, and Cem cannot tell there. */
function opinion(name: string, row: number): string {
  const kind = kinds[row - 1];
  if (name === 'ben' && row % 2 === 0) return kind === 'other' ? 'complaint' : 'other';
  return name === 'cem' && row % 2 === 0 ? 'skip' : kind;
}

/** Fills the labels of a sheet, of rows that are meant. */
function fill(file: string, answer: (row: number) => string, isMeant = (_row: number): boolean => true): void {
  const filled = text(file).replaceAll(/^(b\w{8},(\d+),L\d+,),/gm, (whole, head: string, row: string) =>
    isMeant(Number(row)) ? `${head}${answer(Number(row))},` : whole,
  );
  writeFileSync(join(folder, file), filled);
}

const fillAll = (): void => {
  for (const name of NAMES) fill(`ask-${name}.csv`, (row) => opinion(name, row));
};
/** Rows that everybody is asked about, and those of them on which no class has a majority. */
const sharedRows = (): number[] => rowsIn('ask-ana.csv').filter((row) => rowsIn('ask-ben.csv').includes(row));
const disputedRows = (): number[] => sharedRows().filter((row) => row % 2 === 0);

interface Audited {
  readonly labels: number;
  readonly awaited: number;
  readonly replay: { readonly verdict: string };
  readonly agreement: {
    readonly rows: number;
    readonly settled: Readonly<Record<string, number>>;
    readonly disputed: number;
    readonly pairs: readonly {
      readonly annotators: readonly string[];
      readonly units: number;
      readonly coefficient: { readonly value: number };
    }[];
    readonly alpha: { readonly coefficient: { readonly value: number; readonly low: number } };
  };
}
const audited = async (): Promise<Audited> => JSON.parse((await run('iwal audit shared --json')).stdout) as Audited;

test('the commands of the guide: a sheet a person, a decision, and an audit that computes all of it anew', async () => {
  const [, ...takes] = guide;
  const asked = await run(begin);
  expect([asked.code, asked.stdout]).toEqual([0, '']);
  const sheets = NAMES.map((name) => `ask-${name}.csv`);
  expect(readdirSync(folder).filter((name) => name.endsWith('.csv'))).toEqual(sheets);
  const shared = sharedRows();
  expect(asked.stderr).toContain(
    `30 questions\n${sheets.map((name) => `${name} ${rowsIn(name).length}`).join(', ')}; ${shared.length} of them for everybody\n`,
  );
  expect(asked.stderr).toContain('then iwal label shared --answers ask-ana.csv learns them');
  expect(new Set(sheets.flatMap(rowsIn)).size).toBe(30);
  expect(sheets.reduce((sum, name) => sum + rowsIn(name).length, 0)).toBe(30 + 2 * shared.length);
  expect(text('ask-ben.csv')).toMatch(/^batch,row,id,label,classes,annotator,text\nb\w{8},\d+,L\d+,,other \| complaint,ben,/);
  fillAll();
  const disputed = disputedRows();
  expect(disputed.length).toBeGreaterThan(0);
  const learned = (name: string): number =>
    rowsIn(`ask-${name}.csv`).filter((row) => !shared.includes(row) && opinion(name, row) !== 'skip').length;
  const [first, second, third, differ, decide, audit] = takes;
  const ana = await run(first);
  expect(ana.stdout).toMatch(
    new RegExp(
      `^${learned('ana')} answers learned, ${shared.length} answers wait for those of others, ` +
        '\\d+ questions wait \\(ben \\d+, cem \\d+\\)\n',
    ),
  );
  await run(second);
  const status = await run('iwal status shared');
  expect(status.stdout).toContain(`waiting for answers of cem ${rowsIn('ask-cem.csv').length}\n`);
  const cem = await run(third);
  expect(cem.stdout).toContain(
    `${disputed.length} rows whose answers differ: --disagreements writes them, ${disputed.length} questions wait\n`,
  );
  expect((await run('iwal status shared')).stdout).toMatch(
    /rows whose answers differ\n[^]*iwal label shared --disagreements --out differ.csv/,
  );
  const written = await run(differ);
  expect(written.stderr).toMatch(/ana +ben +cem +rows\n(other|complaint) +(other|complaint) +skip +\d+\n/);
  expect(text('differ.csv')).toMatch(/^batch,row,id,label,classes,ana,ben,cem,text\n/);
  expect(rowsIn('differ.csv').sort()).toEqual(disputed.sort());
  expect(await audited()).toMatchObject({
    awaited: disputed.length,
    agreement: { rows: shared.length, disputed: disputed.length },
  });
  fill('differ.csv', (row) => kinds[row - 1]);
  expect((await run(decide)).stdout).toMatch(new RegExp(`^${disputed.length} answers learned, the batch is complete\n`));
  const page = await run(audit);
  expect([page.code, page.stdout]).toEqual([0, expect.stringContaining('computed anew: ok')]);
  expect(page.stdout).toContain(
    `agreement on ${shared.length} rows that several people were asked ` +
      `(${shared.length - disputed.length} decided by majority, ${disputed.length} decided by dan)`,
  );
  const { agreement } = await audited();
  const opinions = shared.map((row) => NAMES.map((name) => opinion(name, row)));
  const pairs = opinions.map(([a, b]) => [a, b]);
  expect(agreement.pairs.map(({ annotators }) => annotators.join())).toEqual(['ana,ben', 'ana,cem', 'ben,cem']);
  expect(agreement.pairs[0]).toMatchObject({ units: shared.length, coefficient: cohensKappa(pairs).coefficient });
  const labels = opinions.map((each) => each.filter((label) => label !== 'skip'));
  expect(agreement.alpha.coefficient.value).toBeCloseTo(krippendorffsAlpha(labels).coefficient.value, 12);
  expect((await run('iwal predict shared --out p.csv')).code).toBe(0);
  // The next batch is for whom it names.
  const plain = await run('iwal label shared --batch 4 --out ask.csv');
  expect([plain.code, text('ask.csv').split('\n')[0]]).toEqual([0, 'batch,row,id,label,classes,text']);
});

test('sheets in parts, twice, all in one file, and by name instead of a column', async () => {
  await run(begin);
  const blank = text('ask-ana.csv');
  fill(
    'ask-ana.csv',
    (row) => opinion('ana', row),
    (row) => row % 2 === 0,
  );
  await run('iwal label shared --answers ask-ana.csv');
  const again = await run('iwal label shared --answers ask-ana.csv');
  expect(again.stdout).toMatch(/^0 answers learned, \d+ were known, \d+ lines without an answer/);
  // What waits is written again: to whom it waits for.
  const rest = await run('iwal label shared --batch 7 --annotator eva,fay --out ask.csv');
  expect(rest.stderr).toContain('questions of the last batch still wait for an answer');
  expect(rowsIn('ask-ana.csv')).toEqual(rowsIn('ask-ana.csv').filter((row) => row % 2 === 1));
  expect(existsSync(join(folder, 'ask-eva.csv'))).toBe(false);
  fillAll();
  const over = await run('iwal label shared --batch 7 --out ask.csv');
  expect([over.code, over.stderr]).toEqual([
    1,
    expect.stringMatching(/ask-ana\.csv holds \d+ answers that this session has not learned/),
  ]);
  const [head] = blank.split('\n');
  const bodies = NAMES.map((name) => text(`ask-${name}.csv`).slice(head.length + 1));
  writeFileSync(join(folder, 'all.csv'), `${head}\n${bodies.toReversed().join('')}`);
  const all = await run('iwal label shared --answers all.csv');
  expect(all.stdout).toMatch(
    /answers learned(, \d+ skipped)?, \d+ rows? whose answers differ: --disagreements writes (it|them), \d+ questions? waits?\n/,
  );
  expect((await run('iwal label shared --batch 7')).stderr).toMatch(/rows whose answers differ: --disagreements writes them\n/);
  const { agreement } = await audited();
  expect(agreement.disputed).toBeGreaterThan(0);
  // Undecided rows on stdout, by somebody who is named on the command line.
  const { stdout } = await run('iwal label shared --disagreements');
  writeFileSync(join(folder, 'differ.csv'), stdout);
  fill('differ.csv', (row) => kinds[row - 1]);
  expect((await run('iwal label shared --answers differ.csv --annotator dan')).stdout).toContain('the batch is complete');
  expect((await run('iwal label shared --answers differ.csv --annotator dan')).stdout).toMatch(
    /^0 answers learned, \d+ (was|were) known/,
  );
  const none = await run('iwal label shared --disagreements --out differ.csv');
  expect([none.code, none.stderr]).toEqual([0, expect.stringContaining('no row waits for a decision, and no file is written\n')]);
});

test('on stdout the sheets are one table', async () => {
  const { stdout } = await run(begin.replace(' --out ask.csv', ''));
  expect(stdout.match(/^batch,/gm)).toHaveLength(1);
  expect(new Set([...stdout.matchAll(/other \| complaint,(\w+),/g)].map(([, name]) => name))).toEqual(new Set(NAMES));
});

describe('what is wrong', () => {
  const refuses = async (line: string, words: RegExp, code = 1): Promise<void> => {
    const found = await run(line);
    expect([found.code, found.stdout]).toEqual([code, '']);
    expect(found.stderr).toMatch(words);
  };

  test('with who answers, and when; an answer stands', async () => {
    await run(begin);
    const ledger = text('shared/ledger.jsonl');
    const [shared] = disputedRows();
    const [own] = rowsIn('ask-ben.csv').filter((row) => !sharedRows().includes(row));
    const sheet = (rows: readonly (readonly [row: number, label: string, annotator?: string])[]): void => {
      const named = rows.some(([, , name]) => name !== undefined);
      const lines = rows.map(([row, label, name = '']) => `${row},${label}${named ? `,${name}` : ''}\n`);
      writeFileSync(join(folder, 'a.csv'), `row,label${named ? ',annotator' : ''}\n${lines.join('')}`);
    };
    const refused = async (rows: Parameters<typeof sheet>[0], words: string, more = ''): Promise<void> => {
      sheet(rows);
      await refuses(`iwal label shared --answers a.csv${more}`, new RegExp(words));
    };
    await refused(
      [[own, 'other']],
      `a.csv:2: found no annotator for row ${own}; expected ben in the column annotator, or --annotator NAME`,
    );
    await refused(
      [[own, 'other', 'bn']],
      `a.csv:2: found an answer of 'bn', did you mean 'ben'\\? for row ${own}; expected ben, who was asked`,
    );
    await refused(
      [[own, 'other', 'ben']],
      `found the annotator 'ben' for row ${own}; expected 'ana', as --annotator says`,
      ' --annotator ana',
    );
    const early = `found an answer of 'dan' for row ${shared}; expected ana, ben, cem; others decide once all of them have answered`;
    await refused([[shared, 'other']], early, ' --annotator dan');
    await refused(
      [
        [shared, 'other', 'ana'],
        [shared, 'complaint', 'ana'],
      ],
      "a.csv:3: found 'complaint' for row \\d+; expected 'other', the answer in line 2",
    );
    expect(text('shared/ledger.jsonl')).toBe(ledger);
    sheet([
      [shared, 'other', 'ana'],
      [shared, 'complaint', 'ben'],
    ]);
    expect((await run('iwal label shared --answers a.csv')).stdout).toMatch(
      /^0 answers learned, 2 answers wait for those of others/,
    );
    await refused(
      [[shared, 'complaint', 'ana']],
      "expected 'other', the answer of ana: it stands, and a person who was not asked decides",
    );
    await refused([[shared, 'other']], early, ' --annotator dan');
    sheet([[shared, 'skip']]);
    expect((await run('iwal label shared --answers a.csv --annotator cem')).stdout).toMatch(
      /^0 answers learned, 1 row whose answers differ/,
    );
    await refused(
      [[shared, 'other']],
      "found an answer of 'majority'.* expected a person who was not asked",
      ' --annotator majority',
    );
    await refused(
      [[shared, 'other']],
      'found no annotator .* expected a person who was not asked in the column annotator, or --annotator NAME',
    );
    sheet([[shared, 'other']]);
    expect((await run('iwal label shared --answers a.csv --annotator dan')).stdout).toMatch(/^1 answer learned/);
    await refused(
      [[shared, 'complaint']],
      "expected 'other', the answer that the session has learned: it stands",
      ' --annotator dan',
    );
    await refused([[shared, 'complaint']], "found an answer of 'eva'", ' --annotator eva');
    expect((await run('iwal label shared --answers a.csv --annotator ben')).stdout).toMatch(/^0 answers learned, 1 was known/);
  });
});

test('several classes, and a project of several passes', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, n) => `${n},${['ball goal team', 'vote law party', 'film song stage'][n % 3]} w${n % 7}\n`,
  );
  writeFileSync(join(folder, 'news.csv'), `id,body\n${rows.join('')}`);
  const read = 'iwal label news.csv --text body --id-column id --classes sport,politics,arts --project news';
  const batch = '--batch 6 --annotator ana,ben,cem --overlap 100% --out ask.csv';
  const classes = ['sport', 'politics', 'arts'];
  const answer = (name: string): void => {
    const filled = text(`ask-${name}.csv`).replaceAll(/^(b\w{8},(\d+),\d+,),/gm, (_, head: string, row: string) => {
      const turn = Number(row) % 4 === 0 ? NAMES.indexOf(name) : 0;
      return `${head}${classes[(Number(row) - 1 + turn) % 3]},`;
    });
    writeFileSync(join(folder, `ask-${name}.csv`), filled);
  };
  for (const line of [`${read} --budget 6 ${batch}`, `iwal label news --budget 5 ${batch}`]) {
    const { code, stderr } = await run(line);
    expect(code, stderr).toBe(0);
    for (const name of NAMES) {
      answer(name);
      expect((await run(`iwal label news --answers ask-${name}.csv`)).code).toBe(0);
    }
    await run('iwal label news --disagreements --out differ.csv');
    if (existsSync(join(folder, 'differ.csv'))) {
      writeFileSync(join(folder, 'differ.csv'), text('differ.csv').replaceAll(/^(b\w{8},\d+,\d+,),/gm, '$1arts,'));
      expect((await run('iwal label news --answers differ.csv --annotator dan')).stdout).toContain('the batch is complete');
    }
  }
  const { code, stdout } = await iwalHere(folder, ['audit', 'news', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ replay: { verdict: 'ok' }, agreement: { rows: 11, disputed: 0, waiting: 0 } });
});

/**
 * Three people label one project: the commands of docs/USING.md, and who disagrees about what; what is wrong with a sheet or a
 * name stands in test/cli/sessions/labels/shared.txt.
 */
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
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

/** Ben errs in every third row, and Cem cannot tell there. */
function opinion(name: string, row: number): string {
  const kind = kinds[row - 1];
  if (name === 'ben' && row % 3 === 0) return kind === 'other' ? 'complaint' : 'other';
  return name === 'cem' && row % 3 === 0 ? 'skip' : kind;
}

/** Fills the labels of a sheet. */
function fill(file: string, answer: (row: number) => string): void {
  const fillRow = (_: string, head: string, row: string): string => `${head}${answer(Number(row))},`;
  writeFileSync(join(folder, file), text(file).replaceAll(/^(b\w{8},(\d+),L\d+,),/gm, fillRow));
}

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
  const shared = rowsIn('ask-ana.csv').filter((row) => rowsIn('ask-ben.csv').includes(row));
  expect(asked.stderr).toContain(
    `30 questions\n${sheets.map((name) => `${name} ${rowsIn(name).length}`).join(', ')}; ${shared.length} of them for everybody\n`,
  );
  expect(asked.stderr).toContain('then iwal label shared --answers ask-ana.csv learns them');
  expect(new Set(sheets.flatMap(rowsIn)).size).toBe(30);
  expect(sheets.reduce((sum, name) => sum + rowsIn(name).length, 0)).toBe(30 + 2 * shared.length);
  expect(text('ask-ben.csv')).toMatch(/^batch,row,id,label,classes,annotator,text\nb\w{8},\d+,L\d+,,other \| complaint,ben,/);
  for (const name of NAMES) fill(`ask-${name}.csv`, (row) => opinion(name, row));
  /** On these no class has a majority. */
  const disputed = shared.filter((row) => row % 3 === 0);
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

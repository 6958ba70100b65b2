/** Laws of `iwal results`: the tables hold what the store holds, exports come whole, a fault is told in one line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../src/cli/results.ts';
import { csvOf, rowsOf, type Table, writeTable } from '../../../src/studies/store/tables.ts';
import { shell, iwalHere, linesOf } from '../../support/processes/cli.ts';
import { printed } from '../../support/processes/run-command.ts';
import { runSmallAndWild } from '../../support/small-and-wild.ts';
import { SMALL, studyFolder } from '../../support/studies.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path } = temporaryFolder();
const folder = path('.');
const out = join(folder, 'reports');

beforeAll(() => runSmallAndWild(folder));

type Row = Readonly<Record<string, unknown>>;

async function rows(...args: string[]): Promise<Row[]> {
  return JSON.parse(await printed(command, ['--json', '--out', out, ...args])) as Row[];
}

function count(of: readonly Row[], where: (row: Row) => boolean): number {
  return of.filter(where).length;
}

interface Line {
  readonly hash: string;
  readonly curve: Readonly<Record<string, number[]>>;
}

describe('the tables', () => {
  it('cells: one row a cell, the spec by columns, failures with their reason', async () => {
    const cells = await rows('--table', 'cells');
    expect(cells).toHaveLength(32);
    expect(count(cells, ({ study, kind }) => study === 'small' && kind === 'active')).toBe(24);
    expect(count(cells, ({ study, kind }) => study === 'wild' && kind === 'online')).toBe(8);
    expect(
      new Set(
        cells
          .filter(({ study }) => study === 'small')
          .map(({ query, query_mellowness: mellowness }) => [query, mellowness].join(' ')),
      ),
    ).toEqual(new Set(['passive ', 'variance-aware 0.001', 'variance-aware 0.01']));
    expect(
      count(cells, ({ reason, failure }) => reason === 'diverged' && (failure as string).startsWith('learning diverged')),
    ).toBe(2);
  });

  it('hold what the last report holds: cells of more seeds stay stored and are left out', async () => {
    const other = await studyFolder();
    await iwalHere(other, 'study run study.json');
    await iwalHere(other, 'study run study.json --seeds 1');
    const cells = JSON.parse(await printed(command, `--table cells --json --out ${join(other, 'reports')}`)) as Row[];
    expect(cells.map(({ seed }) => seed)).toEqual(Array.from({ length: 24 / SMALL.seeds }, () => 1));
    expect(linesOf(readFileSync(join(other, 'reports', 'small', 'other.jsonl'), 'utf8')).length).toBe(24 - 24 / SMALL.seeds);
  });

  it('curves and finals: the numbers of the store', async () => {
    const lines = linesOf(readFileSync(join(out, 'small', 'results.jsonl'), 'utf8')).map((line) => JSON.parse(line) as Line);
    expect(
      (await rows('--table', 'curves', '--study', 'small')).map(({ hash, checkpoint, testError }) => ({
        hash,
        checkpoint,
        testError,
      })),
    ).toEqual(
      lines.flatMap(({ hash, curve }) => curve.testError.map((testError, c) => ({ hash, checkpoint: c + 1, testError }))),
    );
    expect((await rows('--study', 'small')).map(({ hash, testError }) => ({ hash, testError }))).toEqual(
      lines.map(({ hash, curve }) => ({ hash, testError: curve.testError.at(-1) })),
    );
  });

  it('of one study alone', async () => {
    expect(await rows('--study', 'wild')).toHaveLength(8);
  });
});

describe('an export', () => {
  it('holds every row, as CSV and as Parquet', async () => {
    expect(await iwalHere(folder, 'results --export all.csv')).toEqual({ code: 0, stdout: 'all.csv\n', stderr: '' });
    expect(linesOf(readFileSync(join(folder, 'all.csv'), 'utf8'))).toHaveLength(1 + 32);
    const file = join(folder, 'some.parquet');
    await printed(command, `--table curves --study small --export ${file} --out ${out}`);
    expect(await parquetRows(file)).toEqual(await rows('--table', 'curves', '--study', 'small'));
  });

  const table: Table = new Map([
    ['a "name"', { type: 'STRING', values: ['plain', '', null, 'a,b', 'say "x"', 'two\nlines', ' spaced '] }],
    ['whole', { type: 'INT64', values: [1, -0, null, -3, Number.MAX_SAFE_INTEGER, 7, 8] }],
    ['number', { type: 'DOUBLE', values: [1, 0.1, null, 1e-5, 1.5e16, -2.5e-7, 123456789012345680] }],
    ['truth', { type: 'BOOLEAN', values: [true, false, null, true, true, true, true] }],
    ['none', { type: 'DOUBLE', values: Array.from({ length: 7 }, () => null) }],
  ]);

  it('as CSV is what DuckDB 1.5 wrote (unchanged)', () => {
    expect(csvOf(table)).toBe(
      [
        '"a ""name""",whole,number,truth,none',
        'plain,1,1.0,true,',
        '"",0,0.1,false,',
        ',,,,',
        '"a,b",-3,1e-05,true,',
        '"say ""x""",9007199254740991,1.5e+16,true,',
        '"two\nlines",7,-2.5e-07,true,',
        ' spaced ,8,1.2345678901234568e+17,true,',
        '',
      ].join('\n'),
    );
  });

  it('as Parquet gives the values back', async () => {
    const file = path('types.parquet');
    await writeTable(file, table);
    expect(await parquetRows(file)).toEqual(
      rowsOf(table).rows.map((row) => ({ ...row, whole: row.whole === 0 ? 0 : row.whole })),
    );
  });

  it('no room for it: exit code 1, and no half of it', async () => {
    const { code, stderr } = await shell(folder, 'ulimit -f 2; trap "" XFSZ; $iwal results --table curves --export big.csv');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^iwal: big\.csv cannot be written/);
    expect(readdirSync(folder).filter((name) => name.startsWith('big') || name.startsWith('.iwal'))).toEqual([]);
  });
});

async function parquetRows(file: string): Promise<Row[]> {
  const bytes = readFileSync(file);
  const objects = await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) });
  return objects.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, each]) => [name, typeof each === 'bigint' ? Number(each) : (each as unknown)]),
    ),
  );
}

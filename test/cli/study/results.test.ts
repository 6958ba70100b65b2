/** Laws of `iwal results`: the tables hold what the store holds, a faulty question is told in one line, exports come whole. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../src/cli/results/command.ts';
import { Database, readSources } from '../../../src/studies/store/database.ts';
import { iwal, shell } from '../../support/processes/cli.ts';
import { printed, refusal } from '../../support/processes/run-command.ts';
import { SMALL, studyFolder, writeStudy } from '../../support/studies.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path } = temporaryFolder();
let folder = '';
let out = '';

beforeAll(async () => {
  folder = path('.');
  await toy();
  out = join(folder, 'reports');
});

/** Two studies of unlike kinds in one reports folder. */
async function toy(): Promise<void> {
  const { toyFile } = await import('../../support/processes/cli.ts');
  await toyFile(folder, 'toy.svm');
  writeStudy(folder, SMALL);
  writeStudy(
    folder,
    {
      id: 'wild',
      kind: 'online',
      data: { toy: 'toy.svm' },
      axes: { loss: 'squared', optimizer: 'gradient-descent', update: ['naive', 'invariant'], eta0: [0.01, 100] },
      seeds: 2,
    },
    'wild.json',
  );
  for (const study of ['study.json', 'wild.json']) await iwal(folder, ['study', 'run', study]);
}

async function ask(sql: string, ...args: string[]): Promise<Record<string, unknown>[]> {
  return JSON.parse(await printed(command, [sql, '--json', '--out', out, ...args])) as Record<string, unknown>[];
}

interface Line {
  readonly hash: string;
  readonly curve: Readonly<Record<string, number[]>>;
}

describe('the tables', () => {
  it('cells: one row a cell, the spec by columns, failures with their reason', async () => {
    expect(await ask('SELECT study, kind, count(*) AS n FROM cells GROUP BY ALL ORDER BY ALL')).toEqual([
      { study: 'small', kind: 'active', n: 24 },
      { study: 'wild', kind: 'online', n: 8 },
    ]);
    expect(await ask("SELECT DISTINCT query, query_mellowness FROM cells WHERE study = 'small' ORDER BY ALL")).toEqual([
      { query: 'passive', query_mellowness: null },
      { query: 'variance-aware', query_mellowness: 0.001 },
      { query: 'variance-aware', query_mellowness: 0.01 },
    ]);
    expect(await ask("SELECT count(*) AS n FROM cells WHERE reason = 'diverged' AND failure LIKE 'learning diverged%'")).toEqual([
      { n: 2 },
    ]);
  });

  it('hold what the last report holds: cells of more seeds stay stored and are left out', async () => {
    const other = await studyFolder();
    await iwal(other, ['study', 'run', 'study.json']);
    await iwal(other, ['study', 'run', 'study.json', '--seeds', '1']);
    const counted = JSON.parse(
      await printed(command, ['SELECT count(*) AS n, max(seed) AS seeds FROM cells', '--json', '--out', join(other, 'reports')]),
    ) as unknown;
    expect(counted).toEqual([{ n: 24 / SMALL.seeds, seeds: 1 }]);
    expect(
      readFileSync(join(other, 'reports', 'small', 'other.jsonl'), 'utf8')
        .trimEnd()
        .split('\n').length,
    ).toBe(24 - 24 / SMALL.seeds);
  });

  it('curves and finals: the numbers of the store', async () => {
    const lines = readFileSync(join(out, 'small', 'results.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const sum = lines.reduce((total, { curve }) => total + curve.testError.reduce((s, each) => s + each, 0), 0);
    const [{ total, n, places }] = await ask(
      "SELECT sum(testError) AS total, count(*) AS n, max(checkpoint) AS places FROM curves WHERE study = 'small'",
    );
    expect(total).toBeCloseTo(sum, 10);
    expect([n, places]).toEqual([
      lines.reduce((count, { curve }) => count + curve.testError.length, 0),
      lines[0].curve.testError.length,
    ]);
    const [{ last }] = await ask(`SELECT testError AS last FROM finals WHERE hash = '${lines[5].hash}'`);
    expect(last).toBe(lines[5].curve.testError.at(-1));
  });

  it('a measured name that the spec has too gets an ending', async () => {
    expect(
      await ask("SELECT loss, loss_measured > 0 AS positive FROM finals WHERE study = 'wild' AND update = 'invariant' LIMIT 1"),
    ).toEqual([{ loss: 'squared', positive: true }]);
  });

  it('of one study alone', async () => {
    expect(await ask('SELECT count(*) AS n FROM finals', '--study', 'wild')).toEqual([{ n: 8 }]);
  });
});

it('is a table for a person, aligned', async () => {
  expect(
    await printed(command, [
      'SELECT query, count(*) AS n FROM cells WHERE query IS NOT NULL GROUP BY 1 ORDER BY 1',
      '--out',
      out,
    ]),
  ).toBe('query            n\npassive          8\nvariance-aware  16');
});

it('exports every row, as CSV and as Parquet', async () => {
  expect(await iwal(folder, ['results', '--export', 'all.csv'])).toEqual({ code: 0, stdout: 'all.csv\n', stderr: '' });
  expect(readFileSync(join(folder, 'all.csv'), 'utf8').trimEnd().split('\n')).toHaveLength(1 + 32);
  await iwal(folder, ['results', 'SELECT hash, testError FROM finals;', '--export', 'some.parquet', '--study', 'small']);
  expect(
    await ask(`SELECT count(*) AS n, count(testError) AS tested FROM '${join(folder, 'some.parquet')}'`, '--unsafe-sql'),
  ).toEqual([{ n: 24, tested: 24 }]);
});

describe('a fault is one line', () => {
  const faults: [string, string[], RegExp, number][] = [
    ['no SQL', ['SELEC 1'], /^Parser Error: syntax error at or near "SELEC"$/, 2],
    [
      'an unknown column, with those near it',
      ['SELECT testEror FROM finals'],
      /^Binder Error: Referenced column "testEror" not found.*"testError"/,
      2,
    ],
    ['an unknown table', ['SELECT * FROM cell'], /^Catalog Error: Table with name cell does not exist!; Did you mean "cells"/, 2],
    ['an unknown study', ['--study', 'smal'], /^no results of a study 'smal', did you mean 'small'\?; there are small, wild$/, 2],
    ['a format that there is not', ['--export', 'x.xls'], /^--export must end in \.parquet or \.csv, found 'x\.xls'$/, 2],
    ['a folder that is not there', ['--export', '/nowhere/x.csv'], /^\/nowhere\/x\.csv cannot be written: no such folder$/, 1],
  ];

  it.each(faults)('%s', async (_, args, said, code) => {
    const { message, code: ended } = await refusal(command, [...args, '--out', out]);
    expect(message).toMatch(said);
    expect(ended).toBe(code);
  });

  it('no results at all', async () => {
    const empty = await studyFolder();
    expect(await iwal(empty, ['results'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'iwal: reports holds no results; iwal study run makes some\n',
    });
  });

  it('no room for an export: exit code 1, and no half of it', async () => {
    const { code, stderr } = await shell(
      folder,
      'ulimit -f 2; trap "" XFSZ; $iwal results "SELECT * FROM curves, range(100)" --export big.csv',
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^iwal: /);
    expect(readdirSync(folder).filter((name) => name.startsWith('big') || name.startsWith('.iwal'))).toEqual([]);
  });
});

describe('neither a question nor what is stored reaches a file or the network', () => {
  const outside = (): string => join(folder, 'outside.csv');
  const questions: [string, () => string, RegExp][] = [
    [
      'writes a file',
      () => `COPY (SELECT 1) TO '${outside()}'`,
      /^(a query is wanted|Permission Error: .*--unsafe-sql lets SQL reach them$)/,
    ],
    [
      'reads a file',
      () => "SELECT * FROM read_csv('/etc/passwd')",
      /^Permission Error: .*\/etc\/passwd.*; --unsafe-sql lets SQL reach them$/,
    ],
    ['reads a file as text', () => "SELECT * FROM read_text('/etc/passwd')", /^Permission Error: /],
    ['names a file as a table', () => "SELECT * FROM '/etc/passwd'", /^Catalog Error: /],
    ['lists a folder', () => "SELECT * FROM glob('/*')", /^Permission Error: /],
    ['opens a database', () => `ATTACH '${outside()}'`, /^(a query is wanted|Permission Error)/],
    ['installs an extension', () => 'INSTALL httpfs', /^(a query is wanted|Permission Error)/],
    [
      'fetches',
      () => "SELECT * FROM read_csv('https://localhost:1/x.csv')",
      /^(Permission|Missing Extension) Error|^.* disabled/,
    ],
    ['opens the database again', () => 'SET enable_external_access = true', /^(a query is wanted|Invalid Input Error)/],
    [
      'asks one thing and does another',
      () => `SELECT 1; COPY (SELECT 1) TO '${outside()}'`,
      /^one query is wanted, found 2 statements; --unsafe-sql takes several$/,
    ],
    ['keeps a log', () => `SELECT * FROM enable_logging(storage = 'file', storage_path = '${outside()}')`, /./],
  ];

  it.each(questions)('a question that %s', async (_, sql, said) => {
    const { message, code } = await refusal(command, [sql(), '--out', out]).catch(() => ({ message: 'not refused', code: 2 }));
    expect(message).toMatch(said);
    expect(message).not.toContain('bug in iwal');
    expect(code).toBe(2);
    expect(existsSync(outside())).toBe(false);
  });

  it('an export: only its own file, whatever stands in the brackets', async () => {
    const escape = `SELECT 1) TO '${outside()}' (FORMAT csv); COPY (SELECT 2`;
    expect((await refusal(command, [escape, '--export', join(folder, 'mine.csv'), '--out', out])).code).toBe(2);
    const reading = await refusal(command, [
      "SELECT * FROM read_text('/etc/passwd')",
      '--export',
      join(folder, 'mine.csv'),
      '--out',
      out,
    ]);
    expect(reading.message).toMatch(/^Permission Error/);
    expect(
      readdirSync(folder).filter((name) => name === 'mine.csv' || name === 'outside.csv' || name.startsWith('.iwal')),
    ).toEqual([]);
    expect(await printed(command, ['SELECT 1 AS one -- and no more', '--export', join(folder, "it's.csv"), '--out', out])).toBe(
      join(folder, "it's.csv"),
    );
    expect(readFileSync(join(folder, "it's.csv"), 'utf8')).toBe('one\n1\n');
  });

  it("--unsafe-sql gives that back, for questions of one's own", async () => {
    await printed(command, [`COPY (SELECT 1 AS one) TO '${join(folder, 'own.csv')}'; SELECT 2`, '--unsafe-sql', '--out', out]);
    expect(await ask(`SELECT one FROM '${join(folder, 'own.csv')}'`, '--unsafe-sql')).toEqual([{ one: 1 }]);
  });

  it('stored names are names, whatever their letters', async () => {
    const entries = readSources([join(out, 'small')], () => undefined)[0].entries;
    const target = outside();
    const hostile = [
      `x" FROM columns; COPY (SELECT 1) TO '${target}'; --`,
      `y'); COPY (SELECT 1) TO '${target}'; --`,
      '',
      '\0',
      'A',
      'a',
      'hash',
      'study',
      'checkpoint',
      'HASH',
      '__proto__',
      '"',
      ';',
      'SELECT',
      '\n',
      '\u{1F600}',
    ];
    const forged = entries.slice(0, 3).map((entry) => ({
      ...entry,
      stored: Object.fromEntries<unknown>([
        [
          'curve',
          Object.fromEntries<number[]>([['examples', [1, 2]], ...hostile.map((name): [string, number[]] => [name, [0.5, 0.25]])]),
        ],
        ...hostile.map((name): [string, number] => [name, 1]),
      ]),
    }));
    const database = await Database.of([{ study: `it's "${target}"`, entries: forged }]);
    const curves = await database.query('SELECT * FROM curves');
    expect(curves.rows).toHaveLength(6);
    expect(curves.columns.slice(0, 4)).toEqual(['study', 'hash', 'checkpoint', 'examples']);
    expect(curves.columns).toEqual(
      expect.arrayContaining([hostile[0], hostile[1], '_', '\uFFFD', 'A', 'a_2', 'hash_measured', '"', ';', 'SELECT', '\n']),
    );
    expect(curves.rows[0]).toMatchObject({ hash: forged[0].hash, checkpoint: 1, examples: 1 });
    expect((await database.query('SELECT * FROM finals')).rows).toHaveLength(3);
    expect(existsSync(target)).toBe(false);
  });

  it('a folder for temporary files with a quote in its name does no harm', async () => {
    const temporary = join(folder, "it's a 'folder'");
    mkdirSync(temporary);
    expect(await shell(folder, `TMPDIR="${temporary}" $iwal results "SELECT count(*) AS n FROM cells" --json`)).toEqual({
      code: 0,
      stdout: '[{"n":32}]\n',
      stderr: '',
    });
    expect(readdirSync(temporary)).toEqual([]);
  });
});

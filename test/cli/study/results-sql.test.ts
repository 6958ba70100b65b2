/**
 * Laws of `iwal results` with SQL: a faulty query is told in one line, a query reaches no file, a signal ends it. Skipped without the
 * optional package @duckdb/node-api (npm install --no-save @duckdb/node-api).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../src/cli/results.ts';
import { openDatabase, TABLES } from '../../../src/studies/store/database.ts';
import { Store } from '../../../src/studies/store/store.ts';
import { ended, iwal, shell, SOON, start } from '../../support/processes/cli.ts';
import { printed, refusal } from '../../support/processes/run-command.ts';
import { runSmallAndWild } from '../../support/small-and-wild.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const isInstalled = (createRequire(import.meta.url).resolve.paths('') ?? []).some((modules) =>
  existsSync(join(modules, '@duckdb/node-api')),
);
const { path } = temporaryFolder();
const folder = path('.');
const out = join(folder, 'reports');

async function ask(sql: string, ...args: string[]): Promise<Record<string, unknown>[]> {
  return JSON.parse(await printed(command, [sql, '--json', '--out', out, ...args])) as Record<string, unknown>[];
}

it.skipIf(isInstalled)('without DuckDB: the command that installs it, and what does without', async () => {
  await runSmallAndWild(folder);
  expect(await iwal(folder, ['results', 'SELECT 1'])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'iwal: SQL needs the package @duckdb/node-api, which is not installed; npm install @duckdb/node-api where iwal is installed, ' +
      'or take a whole table: iwal results --table cells | curves | finals\n',
  });
});

describe.skipIf(!isInstalled)(`SQL${isInstalled ? '' : ' (skipped: @duckdb/node-api is not installed)'}`, () => {
  beforeAll(() => runSmallAndWild(folder));

  it('asks the tables', async () => {
    expect(await ask('SELECT study, kind, count(*) AS n FROM cells GROUP BY ALL ORDER BY ALL')).toEqual([
      { study: 'small', kind: 'active', n: 24 },
      { study: 'wild', kind: 'online', n: 8 },
    ]);
    expect(await ask('SELECT count(*) AS n FROM curves JOIN cells USING (study, hash)', '--study', 'small')).toEqual(
      await ask('SELECT count(*) AS n FROM curves', '--study', 'small'),
    );
    expect(
      await ask('SELECT typeof(seed) AS seed, typeof(loss) AS loss, typeof(testError) AS error FROM finals LIMIT 1'),
    ).toEqual([{ seed: 'BIGINT', loss: 'VARCHAR', error: 'DOUBLE' }]);
  });

  it('a whole table has the same bytes as a query for it', async () => {
    for (const table of ['cells', 'curves', 'finals']) {
      const files = ['table.csv', 'query.csv'].map((name) => join(folder, name));
      await printed(command, ['--table', table, '--export', files[0], '--out', out]);
      await printed(command, [`SELECT * FROM ${table};`, '--export', files[1], '--out', out]);
      expect(readFileSync(files[1], 'utf8')).toBe(readFileSync(files[0], 'utf8'));
      expect(await ask(`SELECT * FROM ${table}`)).toEqual(
        JSON.parse(await printed(command, `--table ${table} --json --out ${out}`)),
      );
    }
    await printed(command, ['SELECT hash, testError FROM finals', '--export', join(folder, 'some.parquet'), '--out', out]);
    expect(await ask(`SELECT count(*) AS n FROM '${join(folder, 'some.parquet')}'`, '--unsafe-sql')).toEqual([{ n: 32 }]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('%s ends a query that would take minutes', async (signal) => {
    const long = 'SELECT count(*) FROM range(100000) a, range(100000) b, range(1000) c WHERE hash(a.range + b.range) = c.range';
    const child = start(folder, ['results', long]);
    const result = ended(child);
    await setTimeout(2000);
    const sent = performance.now();
    child.kill(signal);
    expect(await result).toEqual({ code: 130, stdout: '', stderr: 'iwal: interrupted\n' });
    expect(performance.now() - sent).toBeLessThan(SOON);
  });

  const faults: [string, string, RegExp][] = [
    ['no SQL', 'SELEC 1', /^Parser Error: syntax error at or near "SELEC"$/],
    [
      'an unknown column, with those near it',
      'SELECT testEror FROM finals',
      /^Binder Error: Referenced column "testEror" not found.*"testError"/,
    ],
    ['an unknown table', 'SELECT * FROM cell', /^Catalog Error: Table with name cell does not exist!; Did you mean "cells"/],
  ];

  it.each(faults)('a fault is one line: %s', async (_, query, said) => {
    const { message, code } = await refusal(command, `${query} --out ${out}`);
    expect(message).toMatch(said);
    expect(code).toBe(2);
  });

  it('no room for an export: exit code 1, and no half of it', async () => {
    const { code, stderr } = await shell(
      folder,
      'ulimit -f 200; trap "" XFSZ; $iwal results "SELECT * FROM curves, range(1000)" --export big.csv',
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^iwal: /);
    expect(readdirSync(folder).filter((name) => name.startsWith('big') || name.startsWith('.iwal'))).toEqual([]);
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
      expect((await refusal(command, `${escape} --export ${join(folder, 'mine.csv')} --out ${out}`)).code).toBe(2);
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
      const entries = new Store(join(out, 'small'), () => undefined).current();
      const target = outside();
      const hostile = [
        `x" FROM columns; COPY (SELECT 1) TO '${target}'; --`,
        `y'); COPY (SELECT 1) TO '${target}'; --`,
        '',
        '\0',
        ...'A a hash study checkpoint HASH __proto__ " ; SELECT'.split(' '),
        '\n',
        '\u{1F600}',
      ];
      const forged = entries.slice(0, 3).map((entry) => ({
        ...entry,
        stored: Object.fromEntries<unknown>([
          [
            'curve',
            Object.fromEntries<number[]>([
              ['examples', [1, 2]],
              ...hostile.map((name): [string, number[]] => [name, [0.5, 0.25]]),
            ]),
          ],
          ...hostile.map((name): [string, number] => [name, 1]),
        ]),
      }));
      const database = await openDatabase([{ study: `it's "${target}"`, entries: forged }], TABLES);
      const curves = await database.query('SELECT * FROM curves');
      expect([curves.rows.length, curves.columns.slice(0, 4)]).toEqual([6, ['study', 'hash', 'checkpoint', 'examples']]);
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
});

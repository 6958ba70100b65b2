/**
 * Laws of `iwal study`: what is wrong is told in one line, with its place, before anything runs; what is there can be looked at.
 */
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { command } from '../../../src/cli/study/command.ts';
import { sealed, unsealed } from '../../../src/studies/store/entry.ts';
import { ended, iwal, shell, SOON, start, temporaryFolder, toyFile, iwalHere } from '../../support/processes/cli.ts';
import { refusal } from '../../support/processes/run-command.ts';
import { hashesIn, partialFiles, SMALL, studyFolder } from '../../support/studies.ts';

const run = ['study', 'run', 'study.json', '--workers', '1'];
const resultsOf = (folder: string): string => join(folder, 'reports', 'small', 'results.jsonl');

describe("a study of one's own", () => {
  it('is a program: one from outside of the folder is remarked on the first time, and again once it has changed', async () => {
    const home = await studyFolder(SMALL, { name: 'my-study.mjs' });
    const away = temporaryFolder();
    const file = join(home, 'my-study.mjs');
    const check = async (folder: string, name: string): Promise<string> => (await iwalHere(folder, `study check ${name}`)).stderr;
    expect(await check(home, 'my-study.mjs')).toBe('');
    expect(await check(away, file)).toMatch(
      /my-study\.mjs is a program from outside of this folder, and is run with your rights; look into it if you did not write it\n$/,
    );
    expect(await check(away, file)).toBe('');
    appendFileSync(file, '\n// changed\n');
    expect(await check(away, file)).toContain('is a program from outside');
  });

  it('has a page of its claims beside those of all others', async () => {
    const folder = await studyFolder();
    await iwalHere(folder, run);
    expect(await iwalHere(folder, 'study claims claims.md')).toEqual({ code: 0, stdout: 'claims.md\n', stderr: '' });
    const page = readFileSync(join(folder, 'claims.md'), 'utf8');
    expect(page).toContain('](reports/small/README.md)');
    // A report that no study made, of times for instance.
    cpSync(join(folder, 'reports', 'small'), join(folder, 'reports', 'times'), { recursive: true });
    rmSync(join(folder, 'reports', 'times', 'study.json'));
    const summary = join(folder, 'reports', 'times', 'summary.json');
    writeFileSync(summary, readFileSync(summary, 'utf8').replace('"folder": "small"', '"folder": "times"'));
    await iwalHere(folder, 'study claims claims.md');
    expect(readFileSync(join(folder, 'claims.md'), 'utf8')).toBe(page);
  });

  it('is reported anew from its results, and for a paper', async () => {
    const folder = await studyFolder();
    const report = (...args: string[]) => iwalHere(folder, ['study', 'report', 'study.json', ...args]);
    await iwalHere(folder, run);
    const own = join(folder, 'reports', 'small');
    const [page, summary] = ['README.md', 'summary.json'].map((name) => readFileSync(join(own, name), 'utf8'));
    rmSync(join(own, 'README.md'));
    expect(await report()).toEqual({ code: 0, stdout: 'reports/small\n', stderr: '' });
    expect(['README.md', 'summary.json'].map((name) => readFileSync(join(own, name), 'utf8'))).toEqual([page, summary]);
    expect((await report('--paper', 'neurips', '--into', 'mine')).stdout).toBe('mine\n');
    expect(readdirSync(join(folder, 'mine'))).toEqual(['learning-curves.pdf', 'tables.tex']);
    expect(readFileSync(join(folder, 'mine', 'tables.tex'), 'utf8')).toContain('\\label{tab:small-1}');
  });
});

describe('a fault of a study is told with its place, exit code 2', () => {
  it('a file that cannot be read: the line', async () => {
    const folder = await studyFolder();
    for (const [name, text, words] of [
      ['comma.json', '{\n  "id": "x",\n  "data" "y"\n}\n', /^iwal: comma\.json: line 3, column 10: /],
      ['syntax.mjs', 'export default {\n  id: "x"\n  data: 1,\n};\n', /^iwal: syntax\.mjs: line 3: SyntaxError: /],
      ['throws.mjs', '\nthrow new Error("not today");\n', /^iwal: throws\.mjs: line 2: Error: not today\n$/],
      [
        'empty.mjs',
        'export const id = 1;\n',
        /^iwal: empty\.mjs: no default export; `export default \{ id, data, axes \}` is wanted\n$/,
      ],
    ] as const) {
      writeFileSync(join(folder, name), text);
      const { code, stderr } = await (name.endsWith('.json') ? iwalHere : iwal)(folder, ['study', 'check', name]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
    }
  });
});

it('from a hash to its run: spec, data, result and the command that computes it again, which does', async () => {
  const folder = await studyFolder();
  await iwalHere(folder, run);
  const results = resultsOf(folder);
  const [, , hash] = hashesIn([results]);
  const { stdout } = await iwalHere(folder, ['study', 'cell', hash.slice(0, 8), '--rerun']);
  expect(stdout).toMatch(new RegExp(`^cell     ${hash}, kind active, of small`));
  for (const part of [
    "\ndata     'toy', fingerprint ",
    '\nspec     {"loss":{"name":"logistic"}',
    '\nresult   {"examples":250,',
    `\nagain    iwal study cell ${hash} --rerun\n`,
    'digit for digit\n',
  ])
    expect(stdout).toContain(part);

  const [before, line, after] = readFileSync(results, 'utf8').split(new RegExp(`^(\\{"hash":"${hash}".*)$`, 'm'));
  const forged = unsealed(line).json.replace(/("validationError":)[\d.]+/, '$10.987');
  writeFileSync(results, [before, sealed(forged), after].join(''));
  expect(await iwalHere(folder, `study cell ${hash} --rerun`)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^iwal: computed again, it differs: \{"curve"/) as string,
  });
  await toyFile(folder, 'toy.svm', { seed: 9 });
  expect(await iwalHere(folder, `study cell ${hash} --rerun`)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/the dataset 'toy' has the fingerprint .* now: the cell was measured on other data/) as string,
  });
});

describe('results that are not of this study are not mixed in', () => {
  it('data that changed: status, --dry-run and run say so alike, and everything is measured anew', async () => {
    const folder = await studyFolder();
    await iwalHere(folder, run);
    const before = hashesIn([resultsOf(folder)]);
    await toyFile(folder, 'toy.svm', { seed: 9 });
    const status = await iwalHere(folder, 'study status small');
    expect(status.stdout).toMatch(/^small, default size, 4 seeds: 0 of 24 cells done, 0 failed, 24 waiting\n/);
    expect(status.stderr).toMatch(
      /^the dataset 'toy' has the fingerprint [\w.-]+ now: 24 stored results were measured on other data\n$/,
    );
    expect(await iwalHere(folder, [...run, '--dry-run', '--seeds', '2'])).toMatchObject({
      stdout: expect.stringMatching(/^small: 12 cells, 0 stored, 12 to run/) as string,
      stderr: status.stderr.replace('24', '12'),
    });
    expect(status.stdout).toMatch(/: iwal study run study\.json\n$/);
    expect(await iwalHere(folder, [...run, '--seeds', '3'])).toMatchObject({ code: 0 });
    await toyFile(folder, 'toy.svm', { seed: 10 });
    expect((await iwalHere(folder, 'study status small')).stdout).toMatch(/: iwal study run study\.json --seeds 3\n$/);
    await toyFile(folder, 'toy.svm', { seed: 9 });
    expect(await iwalHere(folder, run)).toMatchObject({ code: 0, stdout: 'reports/small\n' });
    expect(await iwalHere(folder, 'study status small')).toEqual({
      code: 0,
      stdout: 'small, default size, 4 seeds: 24 of 24 cells done, 0 failed, 0 waiting\n',
      stderr: '',
    });
    const after = hashesIn([resultsOf(folder)]);
    expect(after).toHaveLength(24);
    expect(before.filter((hash) => after.includes(hash))).toEqual([]);
    await toyFile(folder, 'toy.svm');
    expect(
      (await iwalHere(folder, [...run, '--dry-run'])).stdout,
      'what was measured on the old data counts again with them',
    ).toMatch(/24 cells, 24 stored, 0 to run/);
  });

  it('data that can no longer be read: status and --dry-run end as run does', async () => {
    const folder = await studyFolder();
    await iwalHere(folder, run);
    writeFileSync(join(folder, 'toy.svm'), '1 1:x\n');
    const ends = await Promise.all(
      [['study', 'status', 'small'], [...run, '--dry-run'], run].map((args) => iwalHere(folder, args)),
    );
    expect(ends[0]).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^iwal: .*toy\.svm:1:\d+: found /) as string,
    });
    expect([ends[1], ends[2]]).toEqual([ends[0], ends[0]]);
  });

  it('documents that are yet to be generated are not generated to say how a study stands', async () => {
    const folder = await studyFolder();
    expect((await iwalHere(folder, 'study run speed --dry-run --seeds 1')).stdout).toContain('to be generated first: rcv1-like');
    expect(existsSync(join(folder, 'datasets'))).toBe(false);
  });

  it('another engine, an altered spec, a spec altered and sealed anew: left aside with a note', async () => {
    const folder = await studyFolder();
    await iwalHere(folder, run);
    const results = resultsOf(folder);
    const lines = readFileSync(results, 'utf8').split('\n');
    lines[0] = sealed(unsealed(lines[0]).json.replace('"engine":3', '"engine":2'));
    lines[1] = lines[1].replace('"eta0":0.1', '"eta0":0.2');
    lines[2] = sealed(unsealed(lines[2]).json.replace('"seed":3', '"seed":30'));
    writeFileSync(results, lines.join('\n'));
    const { stdout, stderr } = await iwalHere(folder, [...run, '--dry-run']);
    expect(stdout).toMatch(/24 cells, 21 stored, 3 to run/);
    expect(stderr).toBe(
      'reports/small/results.jsonl:2: a damaged result (its digest is not that of its content) is left aside; its cell ' +
        'will be run again\n' +
        'reports/small/results.jsonl:3: a damaged result (its hash is not that of its cell) is left aside; its cell will be run again\n' +
        'reports/small/results.jsonl: 1 results of another engine version than 3 are left aside\n',
    );
  });
});

describe('damaged files of a report folder', () => {
  it('a manifest: every command that reads it ends in one line with the place; running the study mends it', async () => {
    const folder = await studyFolder();
    await iwalHere(folder, run);
    const [manifest, results, times] = ['study.json', 'results.jsonl', 'durations.jsonl'].map((name) =>
      join(folder, 'reports', 'small', name),
    );
    const [hash] = hashesIn([results]);
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"seeds": 4', '"seeds": four'));
    const out = join(folder, 'reports');
    for (const args of [['list'], ['status', 'small'], ['cell', hash]]) {
      expect(await refusal(command, [...args, '--out', out])).toEqual({
        code: 1,
        message: expect.stringMatching(/study\.json:5: found no JSON .*; expected .*run the folder's study again/) as string,
      });
    }
    expect(await iwalHere(folder, run)).toEqual({ code: 0, stdout: 'reports/small\n', stderr: '' });
    writeFileSync(times, '{"kind":"active"\n');
    const lines = readFileSync(results, 'utf8').split('\n');
    lines[2] = lines[2].replace(/("testError":\[)[\d.]+/, '$10.001');
    writeFileSync(results, lines.join('\n'));
    const { code, stderr } = await iwalHere(folder, run);
    expect(code).toBe(0);
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^reports\/small\/durations\.jsonl:1: found no JSON .* only forecasts of times miss it$/),
      'reports/small/results.jsonl:3: a damaged result (its digest is not that of its content) is left aside; its cell will be run again',
      '',
    ]);
    expect((await iwalHere(folder, 'study status small')).stderr).toBe('');
  });
});

describe('trouble while it runs', () => {
  test('no room for the report: one line that names the file', async () => {
    const folder = await studyFolder({ ...SMALL, question: 'Which? '.repeat(2000) });
    // Of blocks of 512 bytes: enough for the results, 50, and the figure; not for the page with such a question, 70.
    const { code, stderr } = await shell(
      folder,
      'IWAL_CACHE=/dev/null ulimit -f 53; trap "" XFSZ; $iwal study run study.json --workers 1',
    );
    expect({ code, said: stderr.trimEnd().split('\n').at(-1) }).toEqual({
      code: 1,
      said: expect.stringMatching(/^iwal: reports\/small\/[\w.-]+: found that it cannot be written \(file too large\)/) as string,
    });
    expect((await iwalHere(folder, [...run, '--dry-run'])).stdout).toContain('24 stored, 0 to run');
  });

  test('no room on the disk: one line, exit code 1, and what was stored stays', async () => {
    const folder = await studyFolder({ ...SMALL, seeds: 40 });
    // Files may grow to 16 blocks of 512 bytes: some cells, and then no more.
    const { code, stderr } = await shell(
      folder,
      'IWAL_CACHE=/dev/null ulimit -f 16; trap "" XFSZ; $iwal study run study.json --workers 1',
    );
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^iwal: reports\/small\/\.partial\/.*\.jsonl: found no room for a result \(EFBIG.*the next run goes on after them$/,
    );
    const kept = hashesIn(partialFiles(folder)).length;
    expect(kept).toBeGreaterThan(2);
    expect((await iwalHere(folder, [...run, '--dry-run'])).stdout).toContain(`240 cells, ${kept} stored`);
    expect((await iwalHere(folder, run)).code).toBe(0);
  });

  test('a reports folder that cannot be written: one line before anything runs', async () => {
    const folder = await studyFolder();
    writeFileSync(join(folder, 'reports'), 'a file');
    expect(await iwalHere(folder, run)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^iwal: reports.* cannot be written: /) as string,
    });
  });

  test('SIGINT in the middle of the runs: one line soon, and the next run goes on', async () => {
    const folder = await studyFolder({ ...SMALL, seeds: 60 }, { rows: 4000 });
    const child = start(folder, run);
    const end = ended(child);
    while (hashesIn(partialFiles(folder)).length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const asked = performance.now();
    child.kill('SIGINT');
    expect(await end).toMatchObject({ code: 130, stdout: '', stderr: 'iwal: interrupted\n' });
    expect(performance.now() - asked).toBeLessThan(SOON);
    expect((await iwalHere(folder, [...run, '--dry-run'])).stdout).toMatch(/360 cells, [1-9]\d* stored/);
  });

  test('two processes at once do no harm: both end, with one report', async () => {
    const folder = await studyFolder();
    const both = await Promise.all([iwal(folder, run), iwal(folder, run)]);
    expect(both.filter(({ code }) => code !== 0)).toEqual([]);
    expect(hashesIn([resultsOf(folder)])).toHaveLength(24);
  });

  test('files of two machines side by side are one store', async () => {
    const [here, there] = [await studyFolder(), await studyFolder({ ...SMALL, seeds: 2 })];
    await iwalHere(there, run);
    const partial = join(here, 'reports', 'small', '.partial');
    mkdirSync(partial, { recursive: true });
    appendFileSync(join(partial, 'theirs.jsonl'), readFileSync(resultsOf(there)));
    expect((await iwalHere(here, [...run, '--dry-run'])).stdout).toMatch(/24 cells, 12 stored, 12 to run/);
  });
});

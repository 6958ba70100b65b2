/**
 * LAWS of run folders: whoever starts the tasks, in whatever order, however often and however they end, the report is the bytes that
 * one machine writes. Tasks are processes here; test/studies/cluster/slurm.test.ts has them started by Slurm.
 */
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { sealed, unsealed } from '../../../src/studies/store/entry.ts';
import { ended, iwal, shell, start, iwalHere } from '../../support/processes/cli.ts';
import { hashesIn, noOther, prepared, reportOf, SMALL, studyFolder, writeStudy } from '../../support/studies.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** On one thread: that any number of them finds the same is a law of test/studies/resume.test.ts. */
const RUN = ['study', 'run', 'study.json', '--workers', '1'];

const oneMachine = new Map<string, Promise<Record<string, string>>>();

/** What a run of the study on one machine writes. */
function expected(study: object, rows: number): Promise<Record<string, string>> {
  const key = JSON.stringify([study, rows]);
  const known = oneMachine.get(key) ?? whole(study, rows);
  oneMachine.set(key, known);
  return known;
}

async function whole(study: object, rows: number): Promise<Record<string, string>> {
  const folder = await studyFolder(study, { rows });
  expect(await iwalHere(folder, RUN)).toMatchObject({ code: 0 });
  return reportOf(folder);
}

function resultFiles(run: string): string[] {
  const results = join(run, 'results');
  return readdirSync(results).map((name) => join(results, name));
}

/** A folder with the rule of examples/own-rule and a study of it. */
async function ownRuleFolder(query: string | readonly string[], seeds: number): Promise<string> {
  const folder = await studyFolder({ ...SMALL, axes: { query, eta0: 1 }, seeds });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/iwal'));
  copyFileSync(join(root, 'examples/own-rule/rule.mjs'), join(folder, 'rule.mjs'));
  return folder;
}

const task = (run: string, n: number, ...more: string[]): string[] => ['study', 'task', run, `${n}`, '--workers', '1', ...more];

describe('the tasks of a run folder', () => {
  it('have every cell once, and are done by any shell; the report is that of one machine', async () => {
    const folder = await studyFolder();
    const run = await prepared(folder, 3);
    const tasks = readFileSync(join(run, 'tasks.jsonl'), 'utf8').trimEnd().split('\n');
    const hashes = tasks.flatMap((line) => (JSON.parse(line) as { cells: { hash: string }[] }).cells.map(({ hash }) => hash));
    expect([tasks.length, hashes.length, new Set(hashes).size]).toEqual([3, 24, 24]);
    // Neither the file nor its cache is there any more: tasks have what they need.
    renameSync(join(folder, 'toy.svm'), join(folder, 'away.svm'));
    const { code, stdout } = await shell(folder, `seq 0 2 | xargs -P 2 -n 1 $iwal study task --workers 1 '${run}'`);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n').sort()[2]).toMatch(/^task 2: 8 cells done$/);
    expect(hashesIn(resultFiles(run)).sort()).toEqual([...hashes].sort());
    renameSync(join(folder, 'away.svm'), join(folder, 'toy.svm'));
    const status = await iwalHere(folder, 'study status small');
    expect(status.stdout).toMatch(/24 of 24 cells done, 0 failed, 0 waiting\n {2}run .*: 3 of 3 tasks done, 24 of 24 cells\n$/);
    expect(await iwalHere(folder, RUN)).toEqual({ code: 0, stdout: 'reports/small\n', stderr: '' });
    expect(reportOf(folder)).toEqual(await expected(SMALL, 400));
    expect(JSON.parse(readFileSync(join(folder, 'reports', 'small', 'durations.jsonl'), 'utf8'))).toMatchObject({
      node: process.versions.node,
      machine: expect.any(String) as string,
      megabytes: expect.any(Number) as number,
    });
    // What is reported is not kept twice, measured again, or lost.
    expect(resultFiles(run)).toEqual([]);
    const { stderr, ...late } = await iwalHere(folder, task(run, 0));
    expect(late.code).toBe(0);
    expect(stderr).toContain('all its results are in a report; nothing is left to do');
    expect(resultFiles(run)).toEqual([]);
    expect((await iwalHere(folder, 'study status small')).stdout).toContain('24 of 24 cells; in the report');
    expect((await iwalHere(folder, [...RUN, '--dry-run', '--fresh'])).stdout).toContain('0 stored, 24 to run');
  });

  it('of which two are killed, one at any moment, are started again: the same bytes, and no finished cell twice', async () => {
    const study = { ...SMALL, seeds: 16 };
    const folder = await studyFolder(study, { rows: 4000 });
    const run = await prepared(folder, 8);
    const random = randomStream(1, 'kill');
    for (const n of [2, 5]) {
      const child = start(folder, task(run, n));
      const end = ended(child);
      const until = 1 + random.below(4);
      while (child.exitCode === null && hashesIn(resultFiles(run)).length < until) await setTimeout(2);
      expect(child.kill('SIGKILL'), 'the task ended before it was killed: it is too small').toBe(true);
      await end;
    }
    const killed = hashesIn(resultFiles(run));
    expect((await iwalHere(folder, 'study status small')).stdout).toMatch(
      /tasks 0-7 are unfinished: iwal study submit reports\/small\/\.runs/,
    );
    for (const n of [5, 0, 7, 2]) expect(await iwalHere(folder, task(run, n))).toMatchObject({ code: 0 });
    const finished = hashesIn(resultFiles(run));
    expect(new Set(finished).size, 'a cell was run twice').toBe(finished.length);
    expect(killed.filter((hash) => !finished.includes(hash))).toEqual([]);
    const { stdout } = await iwalHere(folder, 'study status small');
    expect(stdout).toMatch(/: 4 of 8 tasks done, \d+ of 96 cells\n {2}tasks 1,3-4,6 are unfinished/);
    // One machine finishes what is missing.
    expect(await iwalHere(folder, RUN)).toMatchObject({ code: 0, stderr: '' });
    expect(reportOf(folder)).toEqual(await expected(study, 4000));
  });

  it('may run twice at the same time', async () => {
    const folder = await studyFolder(SMALL, { rows: 2000 });
    const run = await prepared(folder, 1);
    const ends = await Promise.all([0, 0].map((n) => iwal(folder, task(run, n))));
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect(await iwalHere(folder, RUN)).toMatchObject({ code: 0, stderr: '' });
    expect(reportOf(folder)).toEqual(await expected(SMALL, 2000));
  });

  it.each(['SIGTERM', 'SIGUSR2'] as const)(
    'stop after their cell at %s, exit code 130, and go on where they stopped',
    async (signal) => {
      const study = { ...SMALL, seeds: 8 };
      const folder = await studyFolder(study, { rows: 4000 });
      const run = await prepared(folder, 1);
      const child = start(folder, task(run, 0));
      const end = ended(child);
      while (hashesIn(resultFiles(run)).length === 0) await setTimeout(2);
      child.kill(signal);
      expect(await end).toMatchObject({ code: 130, stderr: expect.stringContaining('iwal: interrupted') as string });
      const before = hashesIn(resultFiles(run)).length;
      expect(before).toBeGreaterThan(0);
      expect(before, 'the task ended before it was told to: it is too small').toBeLessThan(48);
      expect(await iwalHere(folder, task(run, 0))).toMatchObject({ code: 0, stdout: 'task 0: 48 cells done\n' });
      expect(hashesIn(resultFiles(run)).length).toBe(48);
    },
  );

  it('take what is missing only: what a store holds is not submitted again', async () => {
    const folder = await studyFolder();
    await iwalHere(folder, [...RUN, '--seeds', '3']);
    const { stderr } = await iwalHere(folder, 'study submit study.json --prepare --tasks 50');
    expect(stderr).toMatch(/^small: 6 cells in 6 tasks \(18 others are stored, 0 in the queue\); the longest takes about/);
    await iwalHere(folder, RUN);
    expect(await iwalHere(folder, 'study submit study.json --prepare')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'small: nothing to submit: 24 cells stored, 0 in the queue; iwal study run study.json writes the report\n',
    });
  });

  it('whose listing comes late are waited for by the manifest: nothing is run again', async () => {
    const folder = await studyFolder();
    const run = await prepared(folder, 2);
    for (const n of [0, 1]) expect(await iwalHere(folder, task(run, n))).toMatchObject({ code: 0 });
    const [late] = resultFiles(run);
    const away = join(folder, 'late.jsonl');
    renameSync(late, away);
    const reported = shell(folder, `$iwal ${RUN.join(' ')} --dry-run & sleep 1.5; mv '${away}' '${late}'; wait`);
    expect((await reported).stdout).toContain('24 stored, 0 to run');
  });

  it('record a cell that diverges as a result', async () => {
    const study = { ...SMALL, axes: { query: 'passive', update: 'naive', loss: 'squared', eta0: [0.01, 1e300] }, seeds: 1 };
    const folder = await studyFolder(study);
    const run = await prepared(folder, 1);
    expect(await iwalHere(folder, task(run, 0))).toMatchObject({ code: 0, stdout: 'task 0: 2 cells done\n' });
    expect(readFileSync(resultFiles(run)[0], 'utf8')).toContain('"reason":"diverged"');
    await iwalHere(folder, RUN);
    expect(reportOf(folder)).toEqual(await expected(study, 400));
  });

  it.each([
    [2, 0, /^task 0: 1 cell done\n$/],
    [3, 1, /^iwal: 1 of 1 cell failed, for example \w{16}: the worker thread ended, 3 times: /m],
  ])('try a cell that ends its thread twice again: %i deaths, exit code %i', async (deaths, code, words) => {
    const folder = await ownRuleFolder('cauchy', 1);
    const rule = join(folder, 'rule.mjs');
    const text = readFileSync(rule, 'utf8');
    writeFileSync(
      rule,
      `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
       const counter = ${JSON.stringify(join(folder, 'deaths'))};
       const die = () => {
         if (existsSync(counter) && readFileSync(counter).length >= ${deaths}) return;
         appendFileSync(counter, 'x');
         process.exit(9);
       };
       ${text
         .replace('({ distance }, width) =>', '({ distance, time }, width) =>')
         .replace('Math.max(LEAST', '(time > 100 && die(), 0) + Math.max(LEAST')}`,
    );
    const run = (await iwal(folder, 'study submit study.json --prepare --tasks 1 --parts rule.mjs'.split(' '))).stdout.trim();
    const ended = await iwal(folder, task(run, 0));
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringMatching(words)]);
    expect(readFileSync(join(folder, 'deaths'), 'utf8')).toBe('x'.repeat(deaths));
  });

  it('use parts of the own as they were submitted', async () => {
    const folder = await ownRuleFolder(['passive', 'cauchy'], SMALL.seeds);
    const rule = join(folder, 'rule.mjs');
    const submit = await iwal(folder, 'study submit study.json --prepare --tasks 2 --parts rule.mjs'.split(' '));
    if (submit.code !== 0) expect.fail(submit.stderr);
    const run = submit.stdout.trim();
    expect(await iwal(folder, task(run, 0))).toMatchObject({ code: 0 });
    // Another version is not even run.
    appendFileSync(rule, "process.stderr.write('it was run');\n");
    expect(await iwal(folder, task(run, 1))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^(?!.*it was run).*rule\.mjs: it has changed since the study was submitted \(hash \w+ then, \w+ now\); submit it again\n$/,
      ) as string,
    });
  });
});

describe('a run folder tells what is wrong', () => {
  /** A run folder of two tasks. */
  async function run(): Promise<{ folder: string; path: string }> {
    const folder = await studyFolder();
    return { folder, path: await prepared(folder, 2) };
  }

  it('no such task, no run, other options than it has', async () => {
    const { folder, path } = await run();
    const said = async (...args: string[]): Promise<[number, string]> => {
      const { code, stderr } = await iwalHere(folder, ['study', ...args]);
      return [code, stderr.replaceAll(path, 'RUN')];
    };
    expect(await said('task', path, '2')).toEqual([2, 'iwal: RUN: there is no task 2; expected one of its 2, from 0 to 1\n']);
    expect(await said('task', folder, '0')).toEqual([1, expect.stringContaining('found no manifest of a run')]);
    expect(await said('submit', path, '--time', '10')).toEqual([
      2,
      'iwal: a run folder has been submitted with its options, and takes no --time; other ones go to Slurm: sbatch ' +
        '--array=0-1 --time=02:00:00 RUN/job.sbatch\n',
    ]);
  });

  it('a manifest of something else; what goes wrong with runs does not stop the study', async () => {
    const { folder, path } = await run();
    const faults: readonly (readonly [what: string, change: object, words: RegExp])[] = [
      [
        'of another iwal',
        { iwal: '0.0.9' },
        /found a run that was submitted with iwal 0\.0\.9 on Node .*expected one version of both/,
      ],
      [
        'of another Node',
        { node: '18.0.0' },
        /found a run that was submitted with iwal .* on Node 18\.0\.0, and iwal .*expected one version/,
      ],
      ['of another format', { format: 2 }, /manifest\.json:2: found format: 2, where this version of iwal reads 1; expected/],
      [
        'without a field',
        { tasks: undefined },
        /manifest\.json:\d+: found tasks: .*; expected a run folder as iwal study submit wrote it/,
      ],
      ['with other numbers', { tasks: 3 }, /tasks\.jsonl: found 2 tasks; expected 3; a run folder as/],
    ];
    for (const [n, [what, change, words]] of faults.entries()) {
      const faulty = `${path}-${n}`;
      cpSync(path, faulty, { recursive: true });
      const file = join(faulty, 'manifest.json');
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
      writeFileSync(file, JSON.stringify({ ...manifest, ...change }, undefined, 2));
      const { code, stderr } = await iwalHere(folder, task(faulty, 0));
      expect([code, stderr], what).toEqual([1, expect.stringMatching(words)]);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
    rmSync(path, { recursive: true });
    const status = await iwalHere(folder, 'study status small');
    expect(status.code).toBe(0);
    for (const n of faults.keys()) expect(status.stdout + status.stderr).toContain(`${basename(path)}-${n}`);
    expect((await iwalHere(folder, RUN)).code).toBe(0);
  });

  it('tasks that somebody has changed', async () => {
    const { folder, path } = await run();
    const file = join(path, 'tasks.jsonl');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"eta0":0.1', '"eta0":0.2'));
    expect(await iwalHere(folder, task(path, 0))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /tasks\.jsonl:1: found the hash \w{16} of a cell that has another one; expected the tasks as/,
      ) as string,
    });
    writeFileSync(file, text.slice(0, -20));
    expect((await iwalHere(folder, task(path, 1))).stderr).toMatch(/tasks\.jsonl: found 1 tasks; expected 2/);
  });

  it('data that are gone, damaged or others', async () => {
    const { folder, path } = await run();
    const { data } = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as {
      data: Record<string, Record<string, string>>;
    };
    const { train, test } = data.toy;
    const kept = `${train}.kept`;
    copyFileSync(train, kept);
    copyFileSync(test, train);
    expect((await iwalHere(folder, task(path, 0))).stderr).toMatch(
      /found data with the fingerprint .*; expected the dataset 'toy' with /,
    );
    writeFileSync(train, readFileSync(kept).subarray(0, -9));
    expect((await iwalHere(folder, task(path, 0))).code).toBe(1);
    rmSync(train);
    expect(await iwalHere(folder, task(path, 0))).toMatchObject({ code: 1, stderr: expect.stringContaining(train) as string });
    // A submission mends what it finds damaged.
    writeFileSync(train, 'no rows');
    await prepared(folder, 1);
    expect(await iwalHere(folder, task(path, 0))).toMatchObject({ code: 0 });
  });

  it('two results of one cell, with both machines', async () => {
    const { folder, path } = await run();
    await iwalHere(folder, task(path, 0));
    const [file] = resultFiles(path);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const other = unsealed(lines[0])
      .json.replace(/"machine":"[^"]*"/, '"machine":"node7"')
      .replace(/"spent":\[\d+/, '"spent":[77');
    writeFileSync(file.replace(/\/0-\d+-/, '/0-1-'), `${sealed(other)}\n`);
    for (const args of [RUN, task(path, 0)]) {
      expect(await iwalHere(folder, args)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /found another result of cell \w{16}, measured with Node \S+ on \S+, than .* has, measured with Node \S+ on \S+/,
        ) as string,
      });
      expect((await iwalHere(folder, args)).stderr).toContain(' on node7');
    }
  });

  it('a study that has changed since: what was submitted runs, and what is gone from it is kept', async () => {
    const { folder, path } = await run();
    writeStudy(folder, { ...SMALL, axes: { ...SMALL.axes, eta0: 0.1 } });
    for (const n of [0, 1]) expect(await iwalHere(folder, task(path, n))).toMatchObject({ code: 0 });
    const words =
      /12 of its 24 cells are no longer in the study, which has changed since it was submitted; their results are kept/;
    expect((await iwalHere(folder, 'study status small')).stderr).toMatch(words);
    expect(await iwalHere(folder, RUN)).toMatchObject({ code: 0, stderr: expect.stringMatching(words) as string });
    const report = join(folder, 'reports', 'small');
    expect([hashesIn([join(report, 'results.jsonl')]).length, hashesIn([join(report, 'other.jsonl')]).length]).toEqual([12, 12]);
    writeStudy(folder, SMALL);
    expect((await iwalHere(folder, [...RUN, '--dry-run'])).stdout).toContain('24 cells, 24 stored');
  });

  describe.skipIf(noOther !== undefined)(
    `nothing, on another file system${noOther === undefined ? '' : ` (skipped: ${noOther})`}`,
    () => {
      const away = join('/dev/shm', `iwal-test-${process.pid}`);
      beforeEach(() => mkdirSync(away));
      afterEach(() => rmSync(away, { recursive: true, force: true }));

      it.each([
        ['the run folder', 'reports/small/.runs'],
        ['the report', 'reports/small'],
        ['all reports', 'reports'],
        ['the cache', 'datasets/cache'],
      ])('%s', async (_what, linked) => {
        const folder = await studyFolder();
        mkdirSync(join(folder, dirname(linked)), { recursive: true });
        symlinkSync(away, join(folder, linked));
        const run = await prepared(folder, 2);
        for (const n of [0, 1]) expect(await iwalHere(folder, task(run, n))).toMatchObject({ code: 0 });
        expect(await iwalHere(folder, RUN)).toMatchObject({ code: 0, stderr: '' });
        expect(reportOf(folder)).toEqual(await expected(SMALL, 400));
      });

      it('that is gone: a link to nowhere is named', async () => {
        const folder = await studyFolder();
        mkdirSync(join(folder, 'reports', 'small'), { recursive: true });
        symlinkSync(join(away, 'gone'), join(folder, 'reports', 'small', '.runs'));
        const { code, stderr } = await iwalHere(folder, 'study submit study.json --prepare --tasks 2');
        expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
          1,
          expect.stringMatching(/\.runs: found a link to .*gone, which is not there; expected a folder/),
        ]);
      });
    },
  );

  it.skipIf(!existsSync('/dev/full'))('a disk that takes no more: exit code 1, and what was kept stays', async () => {
    const { folder, path } = await run();
    // A limit on the size of files stands for a quota.
    const { code, stderr } = await shell(folder, `ulimit -f 8; $iwal study task '${path}' 0 --workers 1`);
    expect(code).toBe(1);
    expect(stderr).toMatch(/found no room for a result \(file too large\); expected a disk with room, or a larger quota/);
    const before = hashesIn(resultFiles(path)).length;
    expect(await iwalHere(folder, task(path, 0))).toMatchObject({ code: 0 });
    expect(hashesIn(resultFiles(path)).length).toBeGreaterThan(before);
  });
});

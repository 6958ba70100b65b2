/**
 * A real Slurm: a study of more than 200 cells over 8 tasks, of which two are killed and one is queued again; what one machine writes is
 * the reference. `.ci/slurm` starts a Slurm of one node and runs this; elsewhere it is skipped, so that no test submits jobs to
 * somebody's cluster.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { iwal } from '../../support/processes/cli.ts';
import { hashesIn, noOther, reportOf, SMALL, studyFolder } from '../../support/studies.ts';

const STUDY = { ...SMALL, seeds: 34 };
const ROWS = 20_000;
const reason = process.env.IWAL_SLURM === '1' ? undefined : 'skipped, .ci/slurm starts the Slurm that it needs';

function slurm(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8' }).trim();
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const start = performance.now();
  while (!holds()) {
    if (performance.now() - start > 300_000) expect.fail(`after five minutes: not yet ${what}`);
    await setTimeout(100);
  }
}

/** The processes of these tasks of a run, by what they were started as. */
function processesOf(run: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const args = readFileSync(join('/proc', name, 'cmdline'), 'utf8').split('\0');
      const at = args.indexOf('task');
      if (at > 0 && args[at + 1] === run) found.set(Number(args[at + 2]), Number(name));
    } catch {
      // It has ended in between.
    }
  }
  return found;
}

describe.skipIf(reason !== undefined)(`on Slurm${reason === undefined ? '' : `: ${reason}`}`, () => {
  it('kills and a requeue leave the bytes of one machine', async () => {
    const alone = await studyFolder(STUDY, { rows: ROWS });
    expect(await iwal(alone, ['study', 'run', 'study.json'])).toMatchObject({ code: 0 });

    const folder = await studyFolder(STUDY, { rows: ROWS });
    const submit = ['study', 'submit', 'study.json', '--tasks', '8', '--time', '00:10:00'];
    const { code, stdout, stderr } = await iwal(folder, submit);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\n$/)]);
    const [run] = /^\/.*\/\.runs\/[^:]+/m.exec(stderr)!;
    const results = (): string[] => readdirSync(join(run, 'results')).map((name) => join(run, 'results', name));
    const queue = (): string => slurm('squeue', '--noheader', '--array', '--format=%K %T');

    // Two are killed in the middle.
    for (let killed = 0; killed < 2; killed++) {
      const before = hashesIn(results()).length;
      await until('a task at work', () => processesOf(run).size > 0 && hashesIn(results()).length > before);
      const [[, pid]] = processesOf(run);
      process.kill(pid, 'SIGKILL');
      await until('killed', () => ![...processesOf(run).values()].includes(pid));
    }
    // One is told to stop, and queues itself again: the one that has most cells left, for the last cell of a task ends it all the same.
    const doneBy = (n: number): number => hashesIn(results().filter((file) => basename(file).startsWith(`${n}-`))).length;
    const working = (): [number, number][] =>
      [...processesOf(run)].filter(([n]) => doneBy(n) > 0).sort(([a], [b]) => doneBy(a) - doneBy(b));
    await until('another task at work', () => working().length > 0);
    const [[reported, pid]] = working();
    process.kill(pid, 'SIGUSR2');
    await until('stopped', () => ![...processesOf(run).values()].includes(pid));
    const log = readFileSync(join(run, 'log', `${reported}-${stdout.trim()}.txt`), 'utf8');
    expect(log).toContain('stopped after its cell, and to be queued again');
    await until('queued again', () => new RegExp(`^${reported} PENDING`, 'm').test(queue()));

    // What was killed is submitted again, while the other waits.
    await until('all others done', () => queue() === `${reported} PENDING`);
    const status = await iwal(folder, ['study', 'status', 'small']);
    expect(status.stdout).toMatch(
      /5 of 8 tasks done, .* cells; job \d+: 1 pending\n {2}tasks \d(,|-)\d are unfinished: iwal study submit/,
    );
    expect(await iwal(folder, ['study', 'submit', run])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\n$/) as string,
    });
    await until('those done', () => queue() === `${reported} PENDING`);

    // Slurm holds back what was queued again for two minutes; a person would rather have the results.
    expect(await iwal(folder, ['study', 'cancel', 'small'])).toMatchObject({ code: 0, stdout });
    expect(await iwal(folder, ['study', 'submit', run])).toMatchObject({ code: 0 });
    await until('all done', () => queue() === '');
    const finished = hashesIn(results());
    expect([finished.length, new Set(finished).size]).toEqual([204, 204]);
    expect(await iwal(folder, ['study', 'run', 'study.json'])).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(reportOf(alone))).toEqual(expect.arrayContaining(['README.md', 'learning-curves.png', 'results.jsonl']));
    expect(reportOf(folder)).toEqual(reportOf(alone));
  }, 600_000);

  it('what scancel ends is not queued again, and what it has measured is kept', async () => {
    const folder = await studyFolder(STUDY, { rows: ROWS });
    const { stdout, stderr } = await iwal(folder, ['study', 'submit', 'study.json', '--tasks', '2']);
    const [run] = /^\/.*\/\.runs\/[^:]+/m.exec(stderr)!;
    const results = (): string[] => readdirSync(join(run, 'results')).map((name) => join(run, 'results', name));
    await until('a task at work', () => hashesIn(results()).length > 3);
    slurm('scancel', stdout.trim());
    await until('cancelled', () => slurm('squeue', '--noheader') === '' && processesOf(run).size === 0);
    const kept = hashesIn(results()).length;
    expect((await iwal(folder, ['study', 'status', 'small'])).stdout).toContain(`: ${kept} of 204 cells done, 0 failed`);
  });

  it.skipIf(noOther !== undefined)(
    `a report on another file system${noOther === undefined ? '' : ` (skipped: ${noOther})`}`,
    async () => {
      const folder = await studyFolder();
      expect(await iwal(folder, ['study', 'run', 'study.json'])).toMatchObject({ code: 0 });
      const alone = reportOf(folder);
      rmSync(join(folder, 'reports'), { recursive: true });
      const away = join('/dev/shm', `iwal-slurm-${process.pid}`);
      try {
        mkdirSync(away);
        symlinkSync(away, join(folder, 'reports'));
        expect(await iwal(folder, ['study', 'submit', 'study.json', '--tasks', '3'])).toMatchObject({ code: 0 });
        await until('all done', () => slurm('squeue', '--noheader') === '');
        expect((await iwal(folder, ['study', 'run', 'study.json', '--dry-run'])).stdout).toContain('24 stored, 0 to run');
        expect(await iwal(folder, ['study', 'run', 'study.json'])).toMatchObject({ code: 0, stderr: '' });
        expect(reportOf(folder)).toEqual(alone);
      } finally {
        rmSync(away, { recursive: true, force: true });
      }
    },
    600_000,
  );

  it('a partition that is not there is refused in its words, and nothing is left', async () => {
    const folder = await studyFolder();
    const { code, stderr } = await iwal(folder, ['study', 'submit', 'study.json', '--tasks', '2', '--sbatch', '--partition=gpu']);
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
      1,
      expect.stringMatching(/^iwal: sbatch refused: invalid partition specified: gpu/),
    ]);
    expect(readdirSync(join(folder, 'reports', 'small', '.runs'))).toEqual([]);
  });
});

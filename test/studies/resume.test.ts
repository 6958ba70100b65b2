/** LAWS of the engine: however a study is run and interrupted, its results are the same bytes, and nothing is done twice. */
import { spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../src/numerics/random.ts';
import { ended, iwal, shell, start, iwalHere } from '../support/processes/cli.ts';
import { hashesIn, partialFiles, reportOf, SMALL, studyFolder } from '../support/studies.ts';

/** Kill -9 at so many moments. */
const KILLS = process.env.IWAL_LAWS === 'long' ? 20 : 3;
const RUN = ['study', 'run', 'study.json'];
/** Step sizes that share passes over the rows, one of which diverges. */
const SWEEP = {
  ...SMALL,
  axes: {
    query: 'passive',
    optimizer: 'gradient-descent',
    update: 'naive',
    loss: 'squared',
    eta0: [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 1e300],
  },
};

async function whole(study: object = SMALL, rows?: number, args: readonly string[] = []): Promise<Record<string, string>> {
  const folder = await studyFolder(study, { ...(rows === undefined ? {} : { rows }) });
  const { code, stderr } = await iwalHere(folder, [...RUN, ...args]);
  expect([code, stderr]).toEqual([0, study === SWEEP ? expect.stringMatching(/^4 of 32 runs failed, .*\n$/) : '']);
  return reportOf(folder);
}

/** Runs the study on one worker, and kills it once this is over. */
async function killed(folder: string, wait: (child: ChildProcess) => Promise<unknown>): Promise<void> {
  const child = start(folder, [...RUN, '--workers', '1']);
  const end = ended(child);
  await wait(child);
  expect(child.kill('SIGKILL'), 'the study ended before it was killed: it is too small').toBe(true);
  await end;
}

/** Once so many results are on the disk. */
const whenStored = (folder: string, cells: number) => async (child: ChildProcess) => {
  while (child.exitCode === null && hashesIn(partialFiles(folder)).length < cells) await setTimeout(2);
};

describe('results are the same bytes', () => {
  it('with one, two and four workers', async () => {
    const [one, two, four] = await Promise.all(['1', '2', '4'].map((workers) => whole(SMALL, undefined, ['--workers', workers])));
    expect(two).toEqual(one);
    expect(four).toEqual(one);
  });

  it(`after ${KILLS} times kill -9 at random moments, and no cell is run twice`, async () => {
    const study = { ...SMALL, seeds: 4 * KILLS };
    const cells = 6 * study.seeds;
    const folder = await studyFolder(study, { rows: 4000 });
    const random = randomStream(1, 'kill');
    const stored = (): number => hashesIn(partialFiles(folder)).length;
    for (let kill = 1; kill <= KILLS; kill++) {
      // While it starts, in the middle of the runs by turns, and last of all while it writes the report.
      const until = kill === KILLS ? cells : stored() + 1 + random.below(4);
      const isEarly = kill % 2 === 0 && kill < KILLS;
      await killed(folder, isEarly ? () => setTimeout(600 * random.next()) : whenStored(folder, until));
      const hashes = hashesIn(partialFiles(folder));
      expect(new Set(hashes).size, 'a cell was run twice').toBe(hashes.length);
    }
    expect(stored()).toBe(cells);
    expect(await iwalHere(folder, RUN)).toMatchObject({ code: 0, stderr: '' });
    expect(partialFiles(folder)).toEqual([]);
    expect(reportOf(folder)).toEqual(await whole(study, 4000));
  }, 900_000);
});

it('step sizes that share passes: a run killed on one worker that goes on with two has the bytes of one on four', async () => {
  const folder = await studyFolder(SWEEP, { rows: 4000 });
  await killed(folder, whenStored(folder, 1));
  expect(await iwalHere(folder, [...RUN, '--workers', '2'])).toMatchObject({ code: 0 });
  expect(reportOf(folder)).toEqual(await whole(SWEEP, 4000, ['--workers', '4']));
});

describe('several processes in one folder', () => {
  it('a run that ends removes nothing of one that goes on: what was on the disk outlasts kill -9', async () => {
    const study = { ...SMALL, seeds: 30 };
    const folder = await studyFolder(study, { rows: 4000 });
    const first = start(folder, [...RUN, '--workers', '1']);
    const end = ended(first);
    const files = (): string[] => partialFiles(folder).filter((file) => file.endsWith('.jsonl'));
    // Some of a second seed, which the second run does not ask for: there are six settings a seed.
    while (hashesIn(files()).length < 8) await setTimeout(2);
    const [theirs] = files();
    // Held, alive as before, so that on a busy machine it does not end before the second.
    first.kill('SIGSTOP');
    expect(await iwalHere(folder, [...RUN, '--seeds', '1'])).toMatchObject({ code: 0 });
    first.kill('SIGCONT');
    expect(first.exitCode, 'the first run ended before the second: it is too small').toBe(null);
    const before = hashesIn([theirs]);
    first.kill('SIGKILL');
    await end;
    const report = join(folder, 'reports', 'small');
    const after = new Set(hashesIn([...partialFiles(folder), join(report, 'results.jsonl')]));
    expect(before.length).toBeGreaterThan(2);
    expect(before.filter((hash) => !after.has(hash))).toEqual([]);
    // The one that is gone leaves all to the next, which removes its file.
    const { stdout } = await iwalHere(folder, [...RUN, '--dry-run']);
    expect(stdout).toContain(`180 cells, ${after.size} stored`);
    expect((await iwalHere(folder, [...RUN, '--seeds', '1'])).stderr).toBe('');
    expect(partialFiles(folder)).toEqual([]);
    expect(hashesIn([join(report, 'results.jsonl'), join(report, 'other.jsonl')]).sort()).toEqual([...after].sort());
  });

  it('of two reports at once the later keeps what only the earlier has', async () => {
    const folder = await studyFolder();
    const runs = await Promise.all(['1', '4'].map((seeds) => iwal(folder, [...RUN, '--seeds', seeds])));
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    const report = join(folder, 'reports', 'small');
    const kept = new Set(
      hashesIn(['results.jsonl', 'other.jsonl'].map((name) => join(report, name)).filter((file) => existsSync(file))),
    );
    expect(kept.size).toBe(24);
    expect(partialFiles(folder)).toEqual([]);
  });

  it('the number of a process that is gone may be in use again: one that started after the last result did not write it', async () => {
    const folder = await studyFolder();
    expect(await iwalHere(folder, RUN)).toMatchObject({ code: 0, stderr: '' });
    const report = join(folder, 'reports', 'small');
    mkdirSync(join(report, '.partial'));
    const file = join(report, '.partial', `${process.pid}-${hostname()}-${randomUUID()}.jsonl`);
    copyFileSync(join(report, 'results.jsonl'), file);
    await iwalHere(folder, RUN);
    expect(partialFiles(folder)).toEqual([file]);
    utimesSync(file, 1e9, 1e9);
    expect((await iwalHere(folder, RUN)).stderr).toBe('');
    expect(partialFiles(folder)).toEqual(existsSync('/proc/self/stat') ? [] : [file]);
  });

  it('a file of nobody knows whom stays, with a remark, and so does one of another machine', async () => {
    const folder = await studyFolder();
    expect(await iwalHere(folder, RUN)).toMatchObject({ code: 0, stderr: '' });
    const report = join(folder, 'reports', 'small');
    mkdirSync(join(report, '.partial'));
    const names = ['theirs.jsonl', `7-elsewhere-${randomUUID()}.jsonl`];
    for (const name of names) copyFileSync(join(report, 'results.jsonl'), join(report, '.partial', name));
    const { code, stderr } = await iwalHere(folder, [...RUN, '--seeds', '2']);
    expect(code).toBe(0);
    expect(stderr.match(/stays, because nothing is known of who writes it/g)).toHaveLength(2);
    expect(readdirSync(join(report, '.partial')).sort()).toEqual([...names].sort());
  });

  it.skipIf(spawnSync('strace', ['-o', '/dev/null', 'true']).status !== 0)(
    'results are on the disk, file and folder, before their only other copy goes (seen with strace)',
    async () => {
      const folder = await studyFolder({ ...SMALL, seeds: 1 });
      const calls = join(folder, 'calls');
      const { code } = await shell(
        folder,
        `strace -f -y -o ${calls} -e trace=fsync,fdatasync,/rename.*,/unlink.* $iwal study run study.json`,
      );
      expect(code).toBe(0);
      const lines = readFileSync(calls, 'utf8').split('\n');
      const renamed = lines.findIndex((line) => /rename.*results\.jsonl"/.test(line));
      const synced = (what: RegExp, from: number, to: number): boolean =>
        lines.slice(from, to).some((line) => /f(data)?sync\(/.test(line) && what.test(line));
      const removed = lines.findIndex((line) => /unlink.*\.partial\/[^"]+\.jsonl"/.test(line));
      expect(renamed).toBeGreaterThan(0);
      expect(removed).toBeGreaterThan(renamed);
      expect(synced(/\/whole>/, 0, renamed), 'the file').toBe(true);
      expect(synced(/reports\/small>/, renamed, removed), 'the folder').toBe(true);
    },
  );
});

describe('what a killed process leaves in a file', () => {
  it('a last line that was cut short is no cell, at whatever byte', async () => {
    const folder = await studyFolder();
    const expected = await whole();
    await killed(folder, whenStored(folder, 3));
    const [file] = partialFiles(folder);
    const text = readFileSync(file, 'utf8');
    const lastLine = text.trimEnd().lastIndexOf('\n') + 1;
    const random = randomStream(2, 'cut');
    for (const length of [1, 5, ...Array.from({ length: 2 }, () => random.below(text.trimEnd().length - lastLine))]) {
      writeFileSync(file, text.slice(0, lastLine + length));
      const { code, stdout, stderr } = await iwalHere(folder, [...RUN, '--dry-run']);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^small: 24 cells, \d+ stored/);
    }
    expect((await iwalHere(folder, RUN)).code).toBe(0);
    expect(reportOf(folder)).toEqual(expected);
  });

  it('files put one behind the other: half a result in the middle is told with its line, and run again', async () => {
    const folder = await studyFolder();
    const expected = await whole();
    await iwalHere(folder, RUN);
    const results = join(folder, 'reports', 'small', 'results.jsonl');
    const lines = readFileSync(results, 'utf8').split('\n');
    lines[4] = lines[4].slice(0, 200) + lines[5];
    lines.splice(5, 1);
    writeFileSync(results, lines.join('\n'));
    const { code, stderr } = await iwalHere(folder, RUN);
    expect([code, stderr]).toEqual([
      0,
      `${join('reports', 'small', 'results.jsonl')}:5: half a result, left by a run that was killed; its cell will be run again\n`,
    ]);
    expect(reportOf(folder)).toEqual(expected);
  });

  it('anything else is not passed over', async () => {
    const folder = await studyFolder();
    await iwalHere(folder, RUN);
    const results = join(folder, 'reports', 'small', 'results.jsonl');
    appendFileSync(results, 'a remark\n');
    const { code, stderr } = await iwalHere(folder, RUN);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `iwal: ${join('reports', 'small', 'results.jsonl')}:25: found 'a remark'; expected one result a line; mend or remove the line\n`,
    );
  });
});

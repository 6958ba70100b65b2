import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ranges } from '../../../src/numerics/display.ts';
import { cgroupQuota, processors } from '../../../src/cli/options/processors.ts';
import { shell, temporaryFolder, type Ended } from '../../support/processes/cli.ts';
import { studyFolder } from '../../support/studies.ts';

/**
 * Laws of `iwal study submit`, `status` and `cancel` about what they say to Slurm and make of its answers. The commands of Slurm are
 * scripts here that write down what they are asked; test/studies/cluster/slurm.test.ts meets the real ones.
 */

/** A folder with the study and commands of Slurm that do as these lines of sh say. */
async function cluster(commands: Readonly<Record<string, string>>): Promise<(line: string) => Promise<Ended>> {
  const folder = await studyFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const standard = { sbatch: 'case "$1" in --version) echo slurm 22.05;; *) echo 4711;; esac' };
  for (const [name, text] of Object.entries({ ...standard, ...commands })) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> '${folder}/asked'\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  // A path with nothing but these commands and those of a shell.
  return async (line) => {
    const ended = await shell(folder, `PATH='${bin}:/bin:/usr/bin'; ${line}`);
    const tidy = (text: string): string => text.replaceAll(folder, 'HERE').replace(/\d{8}T\d{6}-\w{4}/g, 'RUN');
    return { ...ended, stdout: tidy(ended.stdout), stderr: tidy(ended.stderr) };
  };
}

const SUBMIT = '$iwal study submit study.json --tasks 3';

describe('submit', () => {
  it('submits one array and prints its number alone', async () => {
    const at = await cluster({});
    expect(await at(`${SUBMIT} --time 01:00:00 --sbatch "--partition=cpu --mem=1G"`)).toEqual({
      code: 0,
      stdout: '4711\n',
      stderr:
        'small: 24 cells in 3 tasks\nHERE/reports/small/.runs/RUN: iwal study status study.json says how far it is; ' +
        'iwal study run study.json then writes the report\n',
    });
    const { stdout } = await at('cat asked; cat reports/small/.runs/*/job.sbatch; cat reports/small/.runs/*/jobs');
    expect(stdout).toMatch(
      /^sbatch --version\nsbatch --parsable HERE\/reports\/small\/\.runs\/RUN\/job\.sbatch\n#!\/bin\/bash\n/,
    );
    for (const line of ['--array=0-2', '--time=01:00:00', '--partition=cpu --mem=1G', '--requeue', '--job-name=iwal-small'])
      expect(stdout).toContain(`\n#SBATCH ${line}\n`);
    expect(stdout).toMatch(/\n4711\n$/);
  });

  it('--dry-run prints the script and leaves nothing behind, Slurm or not', async () => {
    const at = await cluster({});
    const { code, stdout } = await at(`${SUBMIT} --dry-run`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^#!\/bin\/bash\n#SBATCH [^]*study task "\$run" "\$SLURM_ARRAY_TASK_ID"\n$/);
    expect((await at('ls -d asked reports')).stdout).toBe('');
  });

  it('the script does what Slurm runs it for, in a folder with any name', async () => {
    const at = await cluster({});
    await at(`mkdir "it's 100% mine"; $iwal study submit study.json --tasks 2 --prepare --out "it's 100% mine"`);
    const script = `"it's 100% mine"/small/.runs/*/job.sbatch`;
    expect((await at(`grep output= ${script}`)).stdout).toBe(
      `#SBATCH --output="HERE/it's 100%% mine/small/.runs/RUN/log/%a-%A.txt"\n`,
    );
    expect(await at(`SLURM_ARRAY_TASK_ID=1 bash ${script}`)).toMatchObject({ code: 0, stdout: 'task 1: 12 cells done\n' });
    const { code, stderr } = await at(`cp ${script} kept; mv "it's 100% mine" away; SLURM_ARRAY_TASK_ID=1 bash kept`);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/RUN: no such folder on \S+: it has to be on a file system that every node sees/),
    ]);
  });

  it.each([
    ['no sbatch', `PATH=/nowhere; ${SUBMIT}`, 1, /^iwal: there is no sbatch on the PATH, .*--prepare/],
    ['two lines', `${SUBMIT} --sbatch "--mem=1G\n--time=3"`, 2, /^iwal: --sbatch must be options in one line/],
  ])('refuses %s', async (_what, line, code, words) => {
    const at = await cluster({});
    const ended = await at(line);
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(words) as string });
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    expect((await at('ls -d reports')).stdout).toBe('');
  });

  it('says what Slurm refuses in its words, and leaves no run folder', async () => {
    const at = await cluster({
      sbatch:
        'case "$1" in --version) ;; *) echo "sbatch: error: invalid partition specified: gpu" >&2; echo "sbatch: error: ' +
        'Batch job submission failed: Invalid partition name specified" >&2; exit 1;; esac',
    });
    expect(await at(`${SUBMIT} --sbatch --partition=gpu`)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /\niwal: sbatch refused: invalid partition specified: gpu; Batch job submission failed: Invalid partition name specified\n$/,
      ) as string,
    });
    expect((await at('ls reports/small/.runs')).stdout).toBe('');
  });
});

describe('a quota', () => {
  it('that the run folder exceeds: exit code 1 with the file, nothing submitted', async () => {
    const at = await cluster({});
    await at('$iwal study check study.json');
    const { code, stdout, stderr } = await at(`trap '' XFSZ; ulimit -f 4; ${SUBMIT}`);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n').at(-1)).toMatch(
      /^iwal: \S+: found that it cannot be written \(file too large\); expected a disk with room, or a larger quota$/,
    );
    expect((await at('cat asked')).stdout).toBe('sbatch --version\n');
    expect((await at('$iwal study status small')).stdout).not.toContain('run ');
  });

  it('of jobs is told in the words of Slurm', async () => {
    const words = 'Batch job submission failed: Job violates accounting/QOS policy (job submit limit, user limits)';
    const at = await cluster({ sbatch: `case "$1" in --version) ;; *) echo "sbatch: error: ${words}" >&2; exit 1;; esac` });
    const { code, stdout, stderr } = await at(SUBMIT);
    expect([code, stdout, stderr.trim().split('\n').at(-1)]).toEqual([1, '', `iwal: sbatch refused: ${words}`]);
    expect((await at('ls reports/small/.runs')).stdout).toBe('');
  });

  it.skipIf(!existsSync('/dev/full'))(
    'that is reached once the array is submitted: its number is told, and its run folder stays',
    async () => {
      const full = 'ln -s /dev/full "$(dirname "$2")/jobs"';
      const at = await cluster({ sbatch: `case "$1" in --version) ;; *) ${full}; echo 4711;; esac` });
      const { code, stdout, stderr } = await at(SUBMIT);
      expect([code, stdout]).toEqual([1, '4711\n']);
      expect(stderr.trim().split('\n').at(-1)).toMatch(
        /^iwal: HERE\/reports\/small\/\.runs\/RUN\/jobs: found no room for the number of job 4711, which is submitted \(no space left on device\); expected a disk with room, .* scancel 4711$/,
      );
      expect((await at('ls reports/small/.runs/*/manifest.json')).code).toBe(0);
    },
  );
});

describe('what waits or runs', () => {
  const QUEUE = 'echo "0 RUNNING"; echo "2 PENDING"';

  it('is told by status, and submitted again only where it is not', async () => {
    const at = await cluster({ squeue: QUEUE });
    await at(SUBMIT);
    const { stdout } = await at('$iwal study status small');
    expect(stdout).toContain(': 0 of 3 tasks done, 0 of 24 cells; job 4711: 1 running, 1 pending\n');
    expect(stdout).toContain('tasks 1 are unfinished: iwal study submit reports/small/.runs/RUN\n');
    expect(await at('$iwal study submit reports/small/.runs/*')).toMatchObject({ code: 0, stdout: '4711\n' });
    expect((await at('tail -n 1 asked')).stdout).toBe('sbatch --parsable --array=1 reports/small/.runs/RUN/job.sbatch\n');
    expect((await at('$iwal study run study.json --seeds 1')).stderr).toMatch(
      /^reports\/small\/\.runs\/RUN: 2 tasks of job 4711 in the queue; what they have not finished is run here too\n/,
    );
    // The study again: what no task has.
    expect((await at(SUBMIT)).stderr).toMatch(/^small: \d cells in 3 tasks \(6 others are stored, \d+ in the queue\)/);
  });

  it('is cancelled, and told so first', async () => {
    const at = await cluster({ squeue: QUEUE, scancel: 'ls reports/small/.runs/*/cancelled >> asked' });
    await at(SUBMIT);
    expect(await at('$iwal study cancel small')).toEqual({ code: 0, stdout: '4711\n', stderr: '' });
    expect((await at('tail -n 2 asked')).stdout).toBe('scancel 4711\nreports/small/.runs/RUN/cancelled\n');
  });

  it('is nothing where the job is forgotten, and nobody knows where squeue is not', async () => {
    const forgotten = await cluster({ squeue: 'echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1' });
    await forgotten(SUBMIT);
    expect((await forgotten('$iwal study status small')).stdout).toContain('0 of 24 cells\n  tasks 0-2 are unfinished');
    expect(await forgotten('$iwal study cancel small')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'small: no job of it is in the queue\n',
    });
    const unknown = await cluster({ squeue: 'exit 127' });
    await unknown(SUBMIT);
    expect(await unknown('$iwal study status small')).toMatchObject({ code: 0, stderr: '' });
  });

  it('is queued again where it is told to stop, unless it was cancelled', async () => {
    for (const [state, cancelled] of [
      ['RUNNING', false],
      ['RUNNING', true],
      ['COMPLETING', false],
    ] as const) {
      const at = await cluster({ scontrol: `echo "JobId=13 JobState=${state} Reason=None"` });
      // Long enough to be told something.
      await at('for i in 1 2 3 4 5 6; do cat toy.svm toy.svm > more; mv more toy.svm; done');
      const run = '$iwal study submit study.json --tasks 1 --prepare > run; run=$(cat run)';
      const mark = cancelled ? 'touch "$run/cancelled"' : ':';
      const { stderr } = await at(
        `${run}; ${mark}; export SLURM_JOB_ID=12 SLURM_ARRAY_JOB_ID=12 SLURM_ARRAY_TASK_ID=0; $iwal study task "$run" 0 ` +
          '--workers 1 & pid=$!; while [ -z "$(ls "$(cat run)/results" 2>/dev/null)" ]; do sleep 0.05; done; kill -USR2 ' +
          '$pid; wait $pid',
      );
      expect(stderr).toContain('iwal: interrupted');
      const asked = await at('cat asked');
      const show = 'scontrol show job 12_0\n';
      expect(asked.stdout).toBe(cancelled ? '' : state === 'COMPLETING' ? show : `${show}scontrol requeue 12_0\n`);
    }
  });
});

describe('numbers', () => {
  it('of tasks as sbatch writes them, of columns as options take them', () => {
    expect([ranges([0, 1, 2, 5, 7, 8], '-'), ranges([2, 3, 4, 7], '..'), ranges([], '-')]).toEqual(['0-2,5,7-8', '2..4,7', '']);
  });

  it('of processors: what the job was given, and the control group', () => {
    const machine = processors({}, Infinity);
    expect(processors({ SLURM_CPUS_PER_TASK: '1' }, Infinity)).toBe(1);
    expect(processors({ SLURM_CPUS_PER_TASK: `${machine + 7}` }, Infinity)).toBe(machine);
    expect(processors({ SLURM_CPUS_PER_TASK: 'many' }, Infinity)).toBe(machine);
    expect([processors({}, 0.5), processors({}, 1.9)]).toEqual([1, 1]);
  });

  it.each([
    ['version 2', '0::/job/step\n', { 'job/cpu.max': '150000 100000\n', 'job/step/cpu.max': 'max 100000\n' }, 1.5],
    ['version 1', '4:cpu,cpuacct:/job\n', { 'cpu/job/cpu.cfs_quota_us': '300000\n', 'cpu/job/cpu.cfs_period_us': '100000\n' }, 3],
    [
      'version 1 without a limit',
      '4:cpu:/job\n',
      { 'cpu/job/cpu.cfs_quota_us': '-1\n', 'cpu/job/cpu.cfs_period_us': '100000\n' },
      Infinity,
    ],
    ['other controllers', '4:memory:/job\n', { 'job/cpu.max': '1 100000\n' }, Infinity],
    ['none', '', {}, Infinity],
  ])('of processors of a control group, %s', (_what, proc, files, quota) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'proc'), proc);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    expect(cgroupQuota(join(folder, 'proc'), folder)).toBe(quota);
    expect(cgroupQuota(join(folder, 'nowhere'), folder)).toBe(Infinity);
  });
});

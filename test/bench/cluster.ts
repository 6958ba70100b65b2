import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomStream } from '../../src/numerics/random.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const TASKS = 64;
/** Rows of the data: cells of some milliseconds, and cells of some tenths of a second. */
const ROWS = [2_000, 100_000];
const FEATURES = 20;
/** Seconds of a task, as `iwal study submit` cuts them where nobody says how many there are. */
const USUAL = 300;

interface Seconds {
  readonly wall: number;
  /** Of all processes, user and system. */
  readonly processor: number;
}

/**
 * What an array of tasks costs beside one process: the same 256 cells run by `iwal study run`, and by `iwal study submit --prepare`,
 * 64 processes of `iwal study task` one after the other, and `iwal study run` for the report. One worker each, so that all seconds
 * are of one processor. A table in Markdown, the one of docs/CLUSTERS.md; without the time that a scheduler takes to start a task.
 */
export function benchCluster(): void {
  console.log(`| cells | one process | prepare | ${TASKS} tasks | report | a task costs besides | of ${USUAL / 60} minutes |`);
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const rows of ROWS) console.log(`| ${tableRow(rows).join(' | ')} |`);
}

function tableRow(rows: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'iwal-bench-'));
  const iwal = (...args: string[]): Seconds & { readonly stdout: string } => timed(folder, args);
  try {
    writeFileSync(join(folder, 'pool.svm'), pool(rows));
    writeFileSync(
      join(folder, 'study.json'),
      JSON.stringify({
        id: 'array',
        data: { pool: 'pool.svm' },
        axes: { query: 'variance-aware', mellowness: [1e-3, 1e-2, 1e-1, 1], eta0: [0.01, 0.1, 1, 10] },
        seeds: 16,
      }),
    );
    // Both find the rows in the cache.
    iwal('study', 'run', 'study.json', '--seeds', '1', '--out', 'before');
    const one = iwal('study', 'run', 'study.json', '--workers', '1', '--out', 'one');
    const prepare = iwal('study', 'submit', 'study.json', '--prepare', '--tasks', `${TASKS}`, '--out', 'array');
    const run = prepare.stdout.trim();
    const tasks = sum(Array.from({ length: TASKS }, (_, n) => iwal('study', 'task', run, `${n}`, '--workers', '1')));
    const report = iwal('study', 'run', 'study.json', '--workers', '1', '--out', 'array');
    const besides = sum([prepare, tasks, report]).processor - one.processor;
    return [
      `256 on ${rows.toLocaleString('en')} rows`,
      ...[one, prepare, tasks, report].map(({ processor }) => `${processor.toFixed(1)} s`),
      `${(besides / TASKS).toFixed(2)} s`,
      `${((100 * besides) / TASKS / USUAL).toFixed(2)}%`,
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Two classes, a linear truth, a tenth of the labels wrong. */
function pool(rows: number): string {
  const random = randomStream(1, 'pool');
  const truth = Array.from({ length: FEATURES }, () => random.normal());
  const line = (): string => {
    const x = truth.map(() => Number(random.normal().toFixed(3)));
    const isRight = random.next() < 0.9;
    const y = x.reduce((margin, each, j) => margin + each * truth[j], 0) > 0 === isRight ? 1 : -1;
    return `${y} ${x.map((each, j) => `${j + 1}:${each}`).join(' ')}\n`;
  };
  return Array.from({ length: rows }, line).join('');
}

/** Runs the command line in a shell that counts the seconds of all its processes. */
function timed(folder: string, args: readonly string[]): Seconds & { readonly stdout: string } {
  const command = [process.execPath, MAIN, ...args];
  const { status, stdout, stderr } = spawnSync('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$@"', 'bash', ...command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, IWAL_CACHE: join(folder, 'cache') },
  });
  if (status !== 0) throw new Error(stderr);
  const [wall, user, system] = stderr.trimEnd().split('\n').at(-1)!.split(' ').map(Number);
  return { wall, processor: user + system, stdout };
}

function sum(all: readonly Seconds[]): Seconds {
  return {
    wall: all.reduce((total, { wall }) => total + wall, 0),
    processor: all.reduce((total, { processor }) => total + processor, 0),
  };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomStream } from '../../src/numerics/random.ts';
import { measuredProcess, type ProcessCost } from './peers/measured-process.ts';
import { IWAL } from './peers/programs.ts';

const TASKS = 64;
/** Rows of the data: cells of some milliseconds, and cells of some tenths of a second. */
const ROWS = [2_000, 100_000];
const FEATURES = 20;
/** Seconds of a task, as `iwal study submit` cuts them where nobody says how many there are. */
const USUAL = 300;

/**
 * What an array of tasks costs beside one process: the same 256 cells run by `iwal study run`, and by `iwal study submit --prepare`,
 * 64 processes of `iwal study task` one after the other, and `iwal study run` for the report. One worker each, so that all seconds
 * are of one processor. A table in Markdown, the one of docs/CLUSTERS.md; without the time that a scheduler takes to start a task.
 */
export async function benchCluster(folder: string): Promise<void> {
  console.log(`| cells | one process | prepare | ${TASKS} tasks | report | a task costs besides | of ${USUAL / 60} minutes |`);
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const rows of ROWS) console.log(`| ${(await tableRow(join(folder, `${rows}`), rows)).join(' | ')} |`);
}

async function tableRow(folder: string, rows: number): Promise<string[]> {
  const iwal = (...args: string[]): Promise<ProcessCost> =>
    measuredProcess(['env', 'IWAL_CACHE=cache', process.execPath, IWAL, ...args], folder);
  mkdirSync(folder);
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
  await iwal('study', 'run', 'study.json', '--seeds', '1', '--out', 'before');
  const one = await iwal('study', 'run', 'study.json', '--workers', '1', '--out', 'one');
  const prepare = await iwal('study', 'submit', 'study.json', '--prepare', '--tasks', `${TASKS}`, '--out', 'array');
  const run = prepare.stdout.trim();
  const tasks: ProcessCost[] = [];
  for (let n = 0; n < TASKS; n++) tasks.push(await iwal('study', 'task', run, `${n}`, '--workers', '1'));
  const report = await iwal('study', 'run', 'study.json', '--workers', '1', '--out', 'array');
  const ofTasks = tasks.reduce((sum, { processor }) => sum + processor, 0);
  const besides = prepare.processor + ofTasks + report.processor - one.processor;
  return [
    `256 on ${rows.toLocaleString('en')} rows`,
    ...[one.processor, prepare.processor, ofTasks, report.processor].map((seconds) => `${seconds.toFixed(1)} s`),
    `${(besides / TASKS).toFixed(2)} s`,
    `${((100 * besides) / TASKS / USUAL).toFixed(2)}%`,
  ];
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

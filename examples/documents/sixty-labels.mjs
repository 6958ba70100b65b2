// What sixty labels are worth: labels documents as somebody who knows them would, and tests the model on others.
//
//   node examples/documents/sixty-labels.mjs "node dist/src/cli/main.js" paragraphs.csv 10
//
// Every seed holds out another fifth of the documents. Prints the test error of `iwal label` with its default rule and of random
// sampling, the median and the paired difference, and how often the interval of the error estimate holds the true error.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, stdout } from 'node:process';
import { createInterface } from 'node:readline';

const [program = 'npx iwal', file = 'paragraphs.csv', seeds = '10', ...more] = argv.slice(2);
const [command, ...first] = program.split(' ');
const folder = mkdtempSync(join(tmpdir(), 'sixty-labels-'));

/** Records of a table whose last column is the label, quoted line ends included. */
const records = readFileSync(file, 'utf8').match(/(?:"(?:[^"]|"")*"|[^"\n])+(?=\n|$)/g) ?? [];
const [head, ...documents] = records;
/** @param {string} record */
const labelOf = (record) => record.slice(record.lastIndexOf(',') + 1);

/** @param {string[]} pool @param {string[]} test @param {string[]} options */
async function errorOf(pool, test, options) {
  const path = (/** @type {string} */ name) => join(folder, name);
  writeFileSync(path('pool.csv'), [head, ...pool].join('\n'));
  writeFileSync(path('test.csv'), [head, ...test].join('\n'));
  for (const old of ['a.jsonl', 'a.iwalmodel']) rmSync(path(old), { force: true });
  const child = spawn(
    command,
    [
      ...first,
      'label',
      path('pool.csv'),
      '--text',
      'text',
      '--classes',
      'code,prose',
      '--budget',
      '60',
      '--ledger',
      path('a.jsonl'),
    ].concat(['--model', path('a.iwalmodel'), '--protocol', 'jsonl', ...options, ...more]),
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.on('close', resolve));
  let done;
  let trueError = NaN;
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line);
    if (message.done) done = message;
    else child.stdin.write(`${JSON.stringify({ question: message.question, label: labelOf(pool[message.id]) })}\n`);
  }
  await ended;
  const audit = spawnSync(command, [...first, 'audit', path('a.jsonl'), '--data', path('pool.csv'), '--text', 'text', '--json']);
  if (audit.status === 0) trueError = JSON.parse(audit.stdout.toString()).error.true ?? NaN;
  const predicted = spawnSync(command, [...first, 'predict', path('a.iwalmodel'), path('test.csv'), '--form', 'jsonl'], {
    maxBuffer: 2 ** 28,
  });
  const classes = predicted.stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).class);
  return { error: classes.filter((name, i) => name !== labelOf(test[i])).length / test.length, done, trueError };
}

const rows = [];
for (let seed = 1; seed <= Number(seeds); seed++) {
  const test = documents.filter((_, i) => i % 5 === seed % 5);
  const pool = documents.filter((_, i) => i % 5 !== seed % 5);
  const active = await errorOf(pool, test, ['--seed', String(seed)]);
  const random = await errorOf(pool, test, ['--seed', String(seed), '--query', 'random']);
  rows.push({ active, random });
  const { labels, errorLow, errorHigh } = active.done;
  stdout.write(
    `seed ${seed}: ${labels} labels, test error ${percent(active.error)}, random ${percent(random.error)}; interval ` +
      `${percent(errorLow)} to ${percent(errorHigh)}, progressive error of the pool ${percent(active.trueError)}\n`,
  );
}
const sorted = (/** @type {number[]} */ numbers) => numbers.toSorted((a, b) => a - b);
const median = (/** @type {number[]} */ numbers) =>
  (sorted(numbers)[(numbers.length - 1) >> 1] + sorted(numbers)[numbers.length >> 1]) / 2;
const differences = rows.map(({ active, random }) => active.error - random.error);
const covered = rows.filter(
  ({ active: { done, trueError } }) => done.errorLow <= trueError && trueError <= done.errorHigh,
).length;
stdout.write(
  `median ${percent(median(rows.map(({ active }) => active.error)))}, random ${percent(median(rows.map(({ random }) => random.error)))}; `,
);
stdout.write(`active less random, paired mean ${percent(differences.reduce((sum, each) => sum + each, 0) / rows.length)}; `);
stdout.write(
  `the interval holds the true error in ${covered} of ${rows.length}, median half-width ` +
    `${percent(median(rows.map(({ active: { done } }) => (done.errorHigh - done.errorLow) / 2)))}\n`,
);
rmSync(folder, { recursive: true });

function percent(/** @type {number} */ share) {
  return `${(100 * share).toFixed(2)}%`;
}

/**
 * Laws of `iwal reproduce` that need no finished study: it can be stopped at any time, and leaves only what it will go on from.
 */
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { printOutcome } from '../../../src/cli/reproduce.ts';
import type { Session } from '../../../src/cli/terminal/session.ts';
import type { Ran } from '../../../src/reports/run-study.ts';
import { agreement } from '../../../src/studies/store/store.ts';
import { sealed, unsealed } from '../../../src/studies/store/entry.ts';
import { ended, SOON, start, temporaryFolder, iwalHere } from '../../support/processes/cli.ts';
import { publishedResults, REPORTS } from '../../support/published.ts';
import { studyFolder } from '../../support/studies.ts';

/** Interrupts it: it must end soon, with one line and nothing half-written. */
async function interrupted(folder: string, child: ChildProcess, end: ReturnType<typeof ended>): Promise<void> {
  const asked = performance.now();
  child.kill('SIGINT');
  const { code, stdout, stderr } = await end;
  expect(performance.now() - asked).toBeLessThan(SOON);
  expect([code, stdout]).toEqual([130, '']);
  expect(stderr.split('\n').slice(-2)).toEqual(['iwal: interrupted', '']);
  const left = readdirSync(folder, { recursive: true }).map(String);
  expect(left.filter((name) => name.includes('.iwal-') || name.endsWith('.md') || name.endsWith('.png'))).toEqual([]);
}

test('SIGINT before the first cell of a study without data', async () => {
  const folder = temporaryFolder();
  const child = start(folder, ['reproduce', 'flip-picture', '--out', 'reports']);
  const end = ended(child);
  while (!readdirSync(folder).includes('reports')) await setTimeout(5);
  await interrupted(folder, child, end);
});

test('SIGINT while documents are generated', async () => {
  const folder = temporaryFolder();
  const child = start(folder, ['reproduce', 'rcv1-active', '--seeds', '1', '--workers', '1', '--out', 'reports']);
  const end = ended(child);
  await new Promise<void>((resolve) =>
    child.stderr!.on('data', (text: Buffer) => {
      if (text.includes('generating')) resolve();
    }),
  );
  await setTimeout(300);
  await interrupted(folder, child, end);
});

test('SIGINT while generated documents are kept, or the first cells run', async () => {
  const folder = temporaryFolder();
  const child = start(folder, ['reproduce', 'rcv1-active', '--seeds', '1', '--workers', '1', '--out', 'reports']);
  const end = ended(child);
  while (!readdirSync(folder).includes('datasets')) await setTimeout(5);
  await interrupted(folder, child, end);
});

test('SIGINT in the middle of a race', async () => {
  const folder = await studyFolder();
  const spec = (query: string): string =>
    `{ loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'gradient-descent', eta0: 1 }, query: { ` +
    `name: '${query}' }, order: 'given', seed: 1 }`;
  writeFileSync(
    join(folder, 'race.mjs'),
    `export default {
       id: 'race', title: 'race', question: '', source: '', seeds: { default: 1, full: 1 },
       datasets: () => [{ name: 'toy', load: async (source) => ({ train: await source.file('toy.svm', { labels: 'sign' }) }) }],
       cells: () => [],
       races: () => [{ title: 'endless', dataset: 'toy', passive: ${spec('passive')}, active: ${spec('passive')}, laps: 1e9 }],
       report: () => ({}),
     };`,
  );
  const child = start(folder, ['study', 'run', 'race.mjs']);
  const end = ended(child);
  while (!existsSync(join(folder, 'reports', 'race', 'study.json'))) await setTimeout(5);
  await setTimeout(500);
  await interrupted(folder, child, end);
});

test('what a report notes is told after its verdicts', () => {
  const lines: string[] = [];
  const session = { print: (line: string) => lines.push(line), note: () => undefined } as unknown as Session;
  const report = { title: 'a study', claims: [], notes: ['this size is the smaller one', 'a set is not here'] };
  printOutcome({ folder: join('nowhere', 'a-study'), report } as unknown as Ran, session);
  expect(lines).toEqual([
    'a study',
    expect.stringContaining('claims'),
    'note: this size is the smaller one',
    'note: a set is not here',
    'there are no published results to compare with',
    `open ${join('nowhere', 'a-study', 'index.html')}`,
  ]);
});

test('reports are made in a folder of their own; verdicts, what equals the published results, and the page are told', async () => {
  const folder = temporaryFolder();
  cpSync(join(REPORTS, 'flip-picture'), join(folder, 'reports', 'flip-picture'), { recursive: true });
  const before = readdirSync(folder, { recursive: true });
  const first = await iwalHere(folder, 'reproduce flip-picture');
  expect(first.code).toBe(0);
  const lines = first.stdout.trimEnd().split('\n');
  const stored = publishedResults('flip-picture');
  const runs = stored.trimEnd().split('\n').length.toLocaleString('en');
  expect(lines.slice(-2)).toEqual([
    `${runs} of ${runs} runs equal the published ones`,
    `open ${join('reproduced', 'flip-picture', 'index.html')}`,
  ]);
  expect(lines.filter((line) => /^ {2}(holds|does not hold|undecided|not measured) /.test(line)).length).toBeGreaterThan(0);
  expect(readdirSync(folder, { recursive: true }).filter((name) => !String(name).startsWith('reproduced'))).toEqual(before);
  expect(readFileSync(join(folder, 'reproduced', 'flip-picture', 'results.jsonl'), 'utf8')).toBe(stored);

  // A published result that is another one: told with the cell, and the command fails.
  const [line, ...rest] = stored.split('\n');
  const changed = unsealed(line).json.replace('"loss":0.', '"loss":1.');
  expect(changed).not.toBe(unsealed(line).json);
  // A plain file is newer than the published one beside it.
  writeFileSync(join(folder, 'reports', 'flip-picture', 'results.jsonl'), [sealed(changed), ...rest].join('\n'));
  const { hash } = JSON.parse(line) as { hash: string };
  expect(
    agreement(join(folder, 'reproduced', 'flip-picture'), join(folder, 'reports', 'flip-picture'), () => undefined),
  ).toMatchObject({ different: [hash], onlyHere: 0, onlyThere: 0 });
  const second = await iwalHere(folder, 'reproduce flip-picture');
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining(`iwal study cell ${hash} --rerun`)]);
});

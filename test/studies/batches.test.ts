/** LAW: a study whose data do not fit into memory together has the entries of one whose data do. */
import { beforeAll, expect, it } from 'vitest';
import { bytesOf, type Split } from '../../src/rows/dataset.ts';
import { cell, type Cell } from '../../src/studies/cells/cell.ts';
import { DataSource } from '../../src/studies/data/data-source.ts';
import { planStudy } from '../../src/studies/run/plan.ts';
import { runCells } from '../../src/studies/run/threads.ts';
import type { Study } from '../../src/studies/study.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';
import { toyTask } from '../support/toy.ts';
import '../support/kinds.ts';

const LEARNER = { loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'gradient-descent', eta0: 1, power: 0.5 } };
const splitOf = (name: string, rows = 60): Split => ({ train: { ...toyTask({ rows, seed: Number(name) }), name } });
const two = bytesOf(splitOf('1')) + bytesOf(splitOf('2'));

const { path } = temporaryFolder();
let runs = 0;

/** Of three sets, two cells each, and a cell that needs no data; told the name of every set that is loaded. */
function study(load: (name: string) => Split | undefined): Study {
  return {
    ...{ id: 'batches', title: '', question: '', source: '', seeds: { default: 1, full: 1 } },
    datasets: () => ['1', '2', '3'].map((name) => ({ name, load: () => Promise.resolve(load(name)) })),
    cells: (_, datasets) => [
      cell({
        kind: 'displacement',
        run: { loss: { name: 'squared' }, update: 'naive', prediction: 0, label: 1, importance: 2, sensitivity: 0.1 },
      }),
      ...datasets.flatMap((dataset) =>
        [1, 2].map((seed) => cell({ kind: 'active', dataset, run: { ...LEARNER, query: { name: 'passive' }, seed } } as Cell)),
      ),
    ],
    report: () => ({ title: '', protocol: [], claims: [], figures: [], tables: [], notes: [], command: '' }),
  };
}

/** What is planned and comes out of it, the times aside. */
async function ran(room: number, load: (name: string) => Split | undefined) {
  const folder = path(`${++runs}`);
  const source = new DataSource({ cacheFolder: folder, dataFolders: [], note: () => undefined });
  const { signal } = new AbortController();
  const options = {
    size: 'default',
    seeds: 1,
    folder,
    source,
    reuse: 'interrupted run',
    note: () => undefined,
    signal,
    room,
  } as const;
  const plan = await planStudy(study(load), options);
  const entries = await runCells(plan, { workers: 2, signal });
  return { plan, entries: entries.map((entry) => ({ ...entry, seconds: 0 })) };
}

let whole: Awaited<ReturnType<typeof ran>>;
beforeAll(async () => {
  whole = await ran(Infinity, splitOf);
});

it.each([
  ['two at a time', two, [['1', '2'], ['3']]],
  ['one at a time', 1, [['1'], ['2'], ['3']]],
])('%s', async (_, room, batches) => {
  const { plan, entries } = await ran(room, splitOf);
  expect(plan.batches.map(({ names }) => names)).toEqual(batches);
  expect(entries).toEqual(whole.entries);
  expect(entries.every(({ stored }) => !('failure' in stored))).toBe(true);
});

it('what a report is given then has the lengths and labels of all data, and no entry of their rows', async () => {
  const { splits } = (await ran(1, splitOf)).plan;
  for (const [name, { train }] of whole.plan.splits) {
    const outline = splits.get(name)!.train;
    expect(outline).toMatchObject({ name, labels: train.labels });
    expect([outline.rows.length, outline.rows.nonZeros, outline.rows.columns]).toEqual([
      60,
      train.rows.nonZeros,
      train.rows.columns,
    ]);
    expect([outline.rows.indices.length, outline.rows.values.length]).toEqual([0, 0]);
  }
});

it('data that are others when their rows are loaded again are refused', async () => {
  let loads = 0;
  const load = (name: string): Split => splitOf(name, ++loads > 4 ? 61 : 60);
  await expect(ran(1, load)).rejects.toThrow('2: found other data than when the run began');
});

it('data that are missing leave the others in their batches', async () => {
  const { plan, entries } = await ran(1, (name) => (name === '2' ? undefined : splitOf(name)));
  expect([plan.missing, plan.batches.map(({ names }) => names)]).toEqual([['2'], [['1'], ['3']]]);
  expect(entries).toEqual(whole.entries.filter(({ cell: { dataset } }) => dataset !== '2'));
});

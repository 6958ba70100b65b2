/** LAWS of the threads about what goes wrong in a cell: it is recorded, the others go on, and a thread that ends is replaced. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cell, type Cell, attempted, runCell } from '../../src/studies/cells/cell.ts';
import { inMemory } from '../../src/studies/data/datasets.ts';
import type { Work } from '../../src/studies/run/plan.ts';
import { runCells, type ThreadOptions } from '../../src/studies/run/threads.ts';
import { identityOf, isSettled, resultOf, type Entry } from '../../src/studies/store/entry.ts';
import { loadedParts, noteLoaded, thrownInParts } from '../../src/specs/parts/loaded.ts';
import { temporaryFolder } from '../support/processes/cli.ts';
import { toyTask } from '../support/toy.ts';
import '../support/kinds.ts';

const cells: Cell[] = [1, 2, 3, 4].map((importance) =>
  cell({
    kind: 'displacement',
    run: { loss: { name: 'squared' }, update: 'naive', prediction: 0, label: 1, importance, sensitivity: 0.1 },
  }),
);

/** A worker that ends its thread in the middle of the cell of importance 2, the first `deaths` times. */
function mortal(folder: string, deaths: number): URL {
  const counter = join(folder, 'deaths');
  const file = join(folder, 'worker.mjs');
  writeFileSync(
    file,
    `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
     export default ({ run: { importance } }) => {
       const died = existsSync(${JSON.stringify(counter)}) ? readFileSync(${JSON.stringify(counter)}).length : 0;
       if (importance === 2 && died < ${deaths}) {
         appendFileSync(${JSON.stringify(counter)}, 'x');
         process.exit(9);
       }
       return { outcome: { measurement: { prediction: importance } }, seconds: 0.001 };
     };`,
  );
  return pathToFileURL(file);
}

async function run(
  worker: URL,
  { cells: measured = cells, known = [], ...more }: Partial<ThreadOptions & Pick<Work, 'cells' | 'known'>> = {},
): Promise<{ kept: Entry[]; entries: Entry[]; reported: number[] }> {
  const kept: Entry[] = [];
  const reported: number[] = [];
  const work = { cells: measured, batches: inMemory(new Map()), fingerprints: new Map(), known };
  const entries = await runCells(work, {
    workers: 2,
    keep: (entry) => kept.push(entry),
    progress: (done) => reported.push(done),
    signal: new AbortController().signal,
    worker,
    ...more,
  });
  return { kept, entries: [...entries], reported };
}

it('a worker thread imports its file and does not require it: a thread that is ended meanwhile ends nothing else', async () => {
  const file = join(temporaryFolder(), 'worker.mjs');
  const ending = (prediction: number): string =>
    `() => ({ outcome: { measurement: { prediction: ${prediction} } }, seconds: 0 })`;
  // What `require` gives of a module is what it exports under this name.
  writeFileSync(file, `const required = ${ending(0)}; export { required as 'module.exports' }; export default ${ending(1)};`);
  const { entries } = await run(pathToFileURL(file));
  expect(entries.map(({ stored }) => stored.prediction)).toEqual([1, 1, 1, 1]);
});

it('options of the process that no thread may be given are no obstacle', async () => {
  process.execArgv.push('--max-old-space-size=768');
  const { entries } = await run(mortal(temporaryFolder(), 0)).finally(() => process.execArgv.pop());
  expect(entries.map(({ stored }) => stored.prediction)).toEqual([1, 2, 3, 4]);
});

describe('a worker thread that ends in the middle of a cell', () => {
  it.each([1, 2])('%i times: the cell is run again', async (deaths) => {
    const { entries, reported } = await run(mortal(temporaryFolder(), deaths));
    expect(entries.map(({ stored }) => stored.prediction)).toEqual([1, 2, 3, 4]);
    expect(reported).toEqual([0, 1, 2, 3, 4]);
  });

  it('three times: the cell is recorded as failed, the others go on, and the next run tries it again', async () => {
    const { entries, kept } = await run(mortal(temporaryFolder(), 3));
    expect(entries[1].stored).toEqual({
      failure: 'the worker thread ended, 3 times: worker exited with code: 9',
      reason: 'crashed',
    });
    expect(resultOf(entries[1]).outcome).toMatchObject({ reason: 'crashed' });
    expect([0, 2, 3].map((at) => entries[at].stored.prediction)).toEqual([1, 3, 4]);
    expect(kept).toHaveLength(4);
    expect(isSettled(entries[1])).toBe(false);
    const later = await run(mortal(temporaryFolder(), 0), { known: entries });
    expect(later.kept.map(({ cell }) => cell)).toEqual([cells[1]]);
  });

  it('before it can take any cell: the run ends with what went wrong', async () => {
    await expect(run(pathToFileURL(join(temporaryFolder(), 'none.mjs')))).rejects.toThrow(/none\.mjs/);
  });

  it('all of them at once: the run ends with one of the errors, and none is left over to end the process', async () => {
    const stray: unknown[] = [];
    const hear = (error: unknown): void => {
      stray.push(error);
    };
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', hear);
    try {
      const ended = run(pathToFileURL(join(temporaryFolder(), 'none.mjs')));
      // Nothing is heard of the threads until all of them are dead.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
      await expect(ended).rejects.toThrow(/none\.mjs/);
      await setTimeout(200);
    } finally {
      process.off('uncaughtException', hear);
      for (const each of others) process.on('uncaughtException', each);
    }
    expect(stray).toEqual([]);
  });
});

it('a thread that ends in the middle of a shared pass: each of its cells is run alone', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'worker.mjs');
  writeFileSync(
    file,
    `export default ({ run: { optimizer } }) => ({ outcome: { measurement: { eta0: optimizer.eta0 } }, seconds: 1 });
     export const together = () => process.exit(9);`,
  );
  const sweep = [1, 2, 3, 4, 5].map((eta0) =>
    cell({
      kind: 'online',
      dataset: 'd',
      run: { loss: { name: 'squared' }, update: 'naive', optimizer: { name: 'gradient-descent', eta0 }, seed: 1 },
    }),
  );
  const { entries } = await run(pathToFileURL(file), { cells: sweep, workers: 1 });
  expect(entries.map(({ stored }) => stored.eta0)).toEqual([1, 2, 3, 4, 5]);
});

it('a store that takes no more ends the run with its error', async () => {
  const keep = (): void => {
    throw new Error('no room');
  };
  await expect(run(mortal(temporaryFolder(), 0), { keep })).rejects.toThrow('no room');
});

it('what the end of a run cuts short is no crash: nothing is kept after a store that takes no more', async () => {
  const asked: Entry[] = [];
  const keep = (entry: Entry): void => {
    asked.push(entry);
    throw new Error('no room');
  };
  await expect(run(mortal(temporaryFolder(), 0), { keep, workers: 1 })).rejects.toThrow('no room');
  await setTimeout(200);
  expect(asked.map(({ stored }) => stored)).toEqual([{ prediction: 1 }]);
});

it.each([0, 1, 3])('a run that is asked to stop after %i cells keeps what has begun, and ends with the reason', async (after) => {
  const controller = new AbortController();
  const kept: Entry[] = [];
  const progress = (done: number): void => {
    if (done === after) controller.abort(new Error('later'));
  };
  const options = { stop: controller.signal, progress, keep: (entry: Entry) => kept.push(entry), workers: 1 };
  await expect(run(mortal(temporaryFolder(), 0), options)).rejects.toThrow('later');
  expect(kept.map(({ stored }) => stored.prediction)).toEqual([1, 2, 3].slice(0, after));
});

it('a run that is asked to stop while its last cell runs is whole', async () => {
  const controller = new AbortController();
  const progress = (done: number): void => {
    if (done === cells.length) controller.abort(new Error('later'));
  };
  const { entries } = await run(mortal(temporaryFolder(), 0), { stop: controller.signal, progress, workers: 1 });
  expect(entries).toHaveLength(cells.length);
});

it('an interrupted run ends at once with the reason', async () => {
  const controller = new AbortController();
  const progress = (done: number): void => {
    if (done === 1) controller.abort(new Error('enough'));
  };
  await expect(run(mortal(temporaryFolder(), 0), { signal: controller.signal, progress, workers: 1 })).rejects.toThrow('enough');
});

it('a run that was interrupted before its first cell runs none', async () => {
  const kept: Entry[] = [];
  const keep = (entry: Entry): void => {
    kept.push(entry);
  };
  await expect(run(mortal(temporaryFolder(), 0), { signal: AbortSignal.abort(new Error('enough')), keep })).rejects.toThrow(
    'enough',
  );
  expect(kept).toEqual([]);
});

describe('what goes wrong in a cell is its outcome', () => {
  const learner = { loss: { name: 'squared' }, update: 'naive', seed: 1 } as const;
  const splits = new Map([['toy', { train: toyTask({ rows: 300, seed: 1 }) }]]);

  it('divergence, with the number of the example', () => {
    const outcome = runCell(
      cell({ kind: 'online', dataset: 'toy', run: { ...learner, optimizer: { name: 'gradient-descent', eta0: 100 } } }),
      splits,
    );
    expect(outcome).toMatchObject({ reason: 'diverged', failure: expect.stringContaining('diverged at example') as string });
    expect((outcome as { example: number }).example).toBeGreaterThan(1);
  });

  it('labels that the loss cannot learn', () => {
    const { train } = splits.get('toy')!;
    const numbers = { ...train, name: 'prices', labels: train.labels.map((y) => 10 * y) };
    const outcome = runCell(
      cell({
        kind: 'online',
        dataset: 'toy',
        run: { ...learner, loss: { name: 'logistic' }, optimizer: { name: 'gradient-descent', eta0: 1 } },
      }),
      new Map([['toy', { train: numbers }]]),
    );
    expect(outcome).toMatchObject({
      reason: 'refused',
      failure: expect.stringMatching(
        /loss 'logistic' takes labels that are -1 or \+1; that of row 1 of 'prices' is -?10/,
      ) as string,
    });
  });

  it('a bug of ours, which is not settled', () => {
    const outcome = runCell(
      cell({ kind: 'online', dataset: 'nowhere', run: { ...learner, optimizer: { name: 'gradient-descent', eta0: 1 } } }),
      splits,
    );
    expect(outcome).toMatchObject({ reason: 'broken', failure: "Error: no dataset 'nowhere' was given to this run" });
  });

  it("a bug in a file of one's own, with its line, and no bug of ours that a part meets", () => {
    const path = join(temporaryFolder(), 'rule.mjs');
    writeFileSync(path, `export const fails = (x) =>\n  x.nothing.there;\nexport const calls = (f) => f();\n`);
    const { href: url } = pathToFileURL(path);
    // Loaded by Node itself: a test's own import would rewrite the file, and with it the stack.
    const part = createRequire(import.meta.url)(path) as { fails: (x: object) => void; calls: (f: () => void) => void };
    noteLoaded({ file: 'other.mjs', url: `${url}.other`, hash: '1' });
    noteLoaded({ file: 'earlier.mjs', url, hash: '1' });
    noteLoaded({ file: 'rule.mjs', url, hash: '2' });
    expect(loadedParts().filter((part) => part.url === url)).toEqual([{ file: 'rule.mjs', url, hash: '2' }]);
    for (const nobodys of ['a text', Object.assign(new Error('without a stack'), { stack: undefined })])
      expect(thrownInParts(nobodys)).toBeUndefined();
    expect(attempted(() => part.fails({}))).toMatchObject({
      reason: 'broken',
      failure: expect.stringMatching(/^rule\.mjs:2: TypeError: .*'there'/) as string,
    });
    expect(
      attempted(() => {
        part.calls(() => {
          throw new Error('ours');
        });
      }),
    ).toMatchObject({ reason: 'broken', failure: 'Error: ours' });
  });
});

it('identity: is that of spec, data and engine, whatever the order of the keys', () => {
  const [{ kind, run: spec }] = cells;
  const reordered = { run: Object.fromEntries(Object.entries(spec).reverse()), kind } as unknown as Cell;
  const none = new Map<string, string>();
  expect(identityOf(reordered, none).hash).toBe(identityOf(cells[0], none).hash);
  expect(new Set(cells.map((each) => identityOf(each, none).hash)).size).toBe(4);
  const onData = cell({ kind: 'comparator', dataset: 'toy', run: { loss: { name: 'squared' } } });
  expect(identityOf(onData, new Map([['toy', 'a']])).hash).not.toBe(identityOf(onData, new Map([['toy', 'b']])).hash);
});

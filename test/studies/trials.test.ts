/** LAWS of forecasts of times: what is tried runs as the cells will, and a cell that shares a pass takes its share of it. */
import { expect, it } from 'vitest';
import { cell, type Cell } from '../../src/studies/cells/cell.ts';
import { MOST_MEMBERS } from '../../src/studies/cells/shared-pass.ts';
import { passesOf, timesOfTrials, trialsOf } from '../../src/studies/run/threads.ts';
import { identityOf, type Entry } from '../../src/studies/store/entry.ts';

const learner = { loss: { name: 'logistic' }, update: 'invariant', seed: 1 } as const;
const online = (name: 'gradient-descent' | 'averaged', eta0: number): Cell =>
  cell({ kind: 'online', dataset: 'd', run: { ...learner, optimizer: { name, eta0 } } });

/** 40 cells that share passes, and 8 that do not. */
const shared = Array.from({ length: 40 }, (_, n) => online('gradient-descent', n + 1));
const alone = Array.from({ length: 8 }, (_, n) => online('averaged', n + 1));
const cells = [...shared, ...alone];
const nothing = new Map<string, string>();

const timed = (tried: readonly Cell[], seconds: (at: Cell) => number): Entry[] =>
  tried.map((each) => ({ ...identityOf(each, nothing), seconds: seconds(each), stored: { measurement: {} } }));

it('two passes that cells share are tried, whole, and two cells that run alone', () => {
  for (const workers of [1, 2, 4]) {
    const trials = trialsOf(cells, workers);
    expect(trials.map((trial) => trial.cells)).toEqual([40, 8]);
    const [together, single] = trials.map(({ tried }) => tried);
    expect(single).toEqual(alone.slice(0, 2));
    const most = Math.min(MOST_MEMBERS, Math.ceil(cells.length / workers));
    expect(together.length).toBeGreaterThan(most);
    expect(together).toEqual(shared.slice(0, together.length));
    // Run by one worker, they are the same passes.
    const tried = [...together, ...single];
    const sizes = passesOf(tried, [...tried.keys()], 1).map(({ length }) => length);
    expect(sizes.filter((size) => size === 1)).toHaveLength(2);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(tried.length);
  }
});

it('cells take the mean of shares and of times alone, each as often as it will be', () => {
  const trials = trialsOf(cells, 1);
  const tried = trials.flatMap((trial) => trial.tried);
  // The first of a process takes longer, and does not count.
  const seconds = (each: Cell): number => (shared.includes(each) ? 1 : 7) + (each === shared[0] || each === alone[0] ? 5 : 0);
  expect(timesOfTrials(trials, timed(tried, seconds))).toEqual([
    { kind: 'online', dataset: 'd', seconds: (40 * 1 + 8 * 7) / 48 },
  ]);
});

it('what could not be run is left out', () => {
  expect(timesOfTrials(trialsOf(cells, 1), [])).toEqual([]);
  const [, single] = trialsOf(cells, 1);
  expect(
    timesOfTrials(
      trialsOf(cells, 1),
      timed(single.tried, () => 3),
    ),
  ).toEqual([{ kind: 'online', dataset: 'd', seconds: 3 }]);
});

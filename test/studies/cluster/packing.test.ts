/**
 * LAWS of packing: every item is in one task, no task is empty, the heaviest comes first; and the times of a plan are near what no
 * plan can go below, on the cells and the times that the stored reports hold and on drawn ones.
 */
import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectedSeconds, readDurations } from '../../../src/studies/run/durations.ts';
import { pack, tasksFor, type Weighed } from '../../../src/studies/cluster/submission.ts';
import { storedEntries } from '../../experiments/support/stored.ts';
import { runs } from '../../support/long.ts';
import { publishedFiles, REPORTS } from '../../support/published.ts';
import { forAll } from '../../support/for-all.ts';

const WORKERS = 1000;
/** How much longer than the lower bound a plan may take. */
const NEAR = 1.3;

const items = fc.array(
  fc.record({ seconds: fc.double({ min: 1e-3, max: 1e3, noNaN: true }), group: fc.constantFrom('a', 'b', 'c') }),
  { minLength: 1, maxLength: 200 },
);

function numbered(drawn: readonly Omit<Weighed<number>, 'item'>[]): Weighed<number>[] {
  return drawn.map((each, item) => ({ ...each, item }));
}

/**
 * Seconds that no plan for so many workers can go below: the mean load, and, for every k, the k + 1 shortest of the k m + 1 longest
 * items, of which some worker has that many.
 */
function lowerBound(seconds: readonly number[], workers: number): number {
  const sorted = seconds.toSorted((a, b) => b - a);
  let bound = sorted.reduce((sum, each) => sum + each, 0) / workers;
  for (let k = 0; k * workers < sorted.length; k++) {
    const last = k * workers + 1;
    bound = Math.max(
      bound,
      sorted.slice(last - k - 1, last).reduce((sum, each) => sum + each, 0),
    );
  }
  return bound;
}

/** Seconds until the last task has ended where each free worker takes the next one. */
function makespan(tasks: readonly number[], workers: number): number {
  const ends = new Array<number>(workers).fill(0);
  for (const seconds of tasks) ends[ends.indexOf(Math.min(...ends))] += seconds;
  return Math.max(...ends);
}

/** The cells of a stored report by the times beside them; of those never timed nothing is known. */
function stored(name: string): Weighed<string>[] {
  const durations = readDurations(join(REPORTS, name), () => undefined);
  return storedEntries(name).flatMap(({ hash, cell }) => {
    const seconds = expectedSeconds(cell, durations);
    return seconds === undefined ? [] : [{ item: hash, seconds, group: `${cell.kind} ${cell.dataset ?? ''}` }];
  });
}

describe('a plan', () => {
  it('has every item once, no empty task, as many tasks as it is asked for, the heaviest first', () => {
    forAll([items, fc.integer({ min: 1, max: 300 })], { numRuns: runs(200, 100) }, (drawn, tasks) => {
      const shards = pack(numbered(drawn), tasks);
      expect(shards.flatMap((shard) => shard.items.map(({ item }) => item)).sort((a, b) => a - b)).toEqual([...drawn.keys()]);
      expect(shards.length).toBe(Math.min(tasks, drawn.length));
      expect(shards.every((shard) => shard.items.length > 0)).toBe(true);
      const seconds = shards.map((shard) => shard.seconds);
      expect(seconds).toEqual(seconds.toSorted((a, b) => b - a));
    });
  });

  it('takes at most 4/3 of the optimum, and a tenth for the sake of shared data', () => {
    forAll([items, fc.integer({ min: 1, max: 50 })], { numRuns: runs(200, 100) }, (drawn, tasks) => {
      const longest = pack(numbered(drawn), tasks)[0].seconds;
      const bound = lowerBound(
        drawn.map(({ seconds }) => seconds),
        tasks,
      );
      expect(longest).toBeGreaterThanOrEqual(bound * (1 - 1e-9));
      // The bound is below the optimum, by how much depends on the draw: at most the longest item.
      const most = Math.max(...drawn.map(({ seconds }) => seconds));
      expect(longest).toBeLessThanOrEqual(1.1 * (bound + most));
    });
  });

  it('keeps items of one group side by side where all take the same time', () => {
    const drawn = Array.from({ length: 120 }, (_, n) => ({ seconds: 1, group: `data ${n % 4}` }));
    const groups = pack(numbered(drawn), 8).map((shard) => new Set(shard.items.map(({ group }) => group)).size);
    expect(groups).toEqual(Array.from({ length: 8 }, () => 1));
  });

  it('is cut into tasks of two to ten minutes where nobody says how many', () => {
    for (const hours of [0.2, 1, 7, 50, 80]) {
      const seconds = 3600 * hours;
      const each = seconds / tasksFor(seconds);
      expect(each).toBeGreaterThanOrEqual(120);
      expect(each).toBeLessThanOrEqual(600);
    }
  });
});

it('the lower bound: is no more than any plan takes, by enumeration', () => {
  forAll(
    [fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 3 })],
    { numRuns: runs(200, 100) },
    (seconds, workers) => {
      let best = Infinity;
      for (let plan = 0; plan < workers ** seconds.length; plan++) {
        const loads = new Array<number>(workers).fill(0);
        seconds.forEach((each, s) => (loads[Math.floor(plan / workers ** s) % workers] += each));
        best = Math.min(best, Math.max(...loads));
      }
      expect(lowerBound(seconds, workers)).toBeLessThanOrEqual(best + 1e-9);
      const longest = pack(numbered(seconds.map((each) => ({ seconds: each, group: '' }))), workers)[0].seconds;
      expect(longest).toBeLessThanOrEqual(1.1 * (4 / 3) * best);
    },
  );
});

describe.each([...publishedFiles.keys()])('the stored cells of %s', (name) => {
  const found = stored(name);
  const seconds = found.map((each) => each.seconds);

  // More cells are easier to share out evenly: where every worker has some, as many again say nothing new, and take half a second each.
  const factors = found.length < 2 * WORKERS ? [1, 10] : [1];

  it.runIf(found.length > 0).each(factors)(`on ${WORKERS} workers, times × %i: within ${NEAR} of the lower bound`, (times) => {
    // As many cells again as a study of that many times the seeds would have.
    const more = Array.from({ length: times }, () => found).flat();
    const bound = lowerBound(
      more.map((each) => each.seconds),
      WORKERS,
    );
    expect(pack(more, WORKERS)[0].seconds / bound).toBeLessThanOrEqual(NEAR);
  });

  it.runIf(found.length > 0)('as tasks of five minutes, taken one after the other, on fewer workers', () => {
    // A study of a day on one worker.
    const times = Math.max(1, Math.ceil(86_400 / seconds.reduce((sum, each) => sum + each, 0)));
    const scaled = found.map((each) => ({ ...each, seconds: each.seconds * times }));
    const total = scaled.reduce((sum, each) => sum + each.seconds, 0);
    const shards = pack(scaled, tasksFor(total));
    const bound = lowerBound(
      scaled.map((each) => each.seconds),
      20,
    );
    expect(
      makespan(
        shards.map((shard) => shard.seconds),
        20,
      ) / bound,
    ).toBeLessThanOrEqual(NEAR);
  });
});

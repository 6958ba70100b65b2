import { expect, test, vi } from 'vitest';
import { onThread } from '../../../src/files/on-thread.ts';
import { runAll, runsLeft } from '../../../src/cli/simulate/runs.ts';
import { type Contestant, PLAIN, type Watched } from '../../../src/cli/simulate/watched.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { toyTask } from '../../support/toy.ts';
import { descent } from '../../support/descent.ts';

/** Where `iwal simulate` runs: little work at once, whatever may take long on threads; what it measures is the same. */

vi.mock('../../../src/files/on-thread.ts', { spy: true });

const spec = parseRunSpec({ ...descent(1), query: { name: 'iwal-cal' }, seed: 1 });
const runs = [1, 2, 3, 4, 5].map((seed): Contestant => ({ label: `seed ${seed}`, spec: { ...spec, seed } }));
const timeless = (results: readonly Watched[]) => results.map((each) => ({ ...each, seconds: 0 }));
const { signal } = new AbortController();

test('a hundred rows are run at once', async () => {
  const split = { train: toyTask({ rows: 100, seed: 1 }) };
  const here = await runAll(runs.slice(0, 2), split, PLAIN, { workers: 2, signal });
  expect(onThread).not.toHaveBeenCalled();
  expect(here).toHaveLength(2);
});

test.each([1, 3, 8])('%d threads measure what one loop does, in the order of the runs', async (workers) => {
  const split = { train: toyTask({ rows: 1500, seed: 1 }) };
  const found = await runAll(runs, split, PLAIN, { workers, signal });
  expect(onThread).toHaveBeenCalledTimes(Math.min(workers, runs.length));
  vi.mocked(onThread).mockClear();
  const alone = [...runsLeft({ runs, split, first: PLAIN, begun: new Int32Array(1) })];
  expect(timeless(found)).toEqual(timeless(alone.map(([, each]) => each as Watched)));
});

test('who was interrupted before is not kept waiting', async () => {
  const aborted = AbortSignal.abort(new Error('Ctrl-C'));
  const split = { train: toyTask({ rows: 100, seed: 1 }) };
  await expect(runAll(runs, split, PLAIN, { workers: 1, signal: aborted })).rejects.toThrow('Ctrl-C');
});

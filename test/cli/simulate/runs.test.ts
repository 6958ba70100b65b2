/** Where `iwal simulate` runs: little work at once, whatever may take long on a thread; what it measures is the same. */
import { expect, test, vi } from 'vitest';
import { onThread } from '../../../src/files/on-thread.ts';
import { threadFile } from '../../../src/files/own-package.ts';
import { runAll } from '../../../src/cli/simulate/runs.ts';
import type { Message } from '../../../src/cli/simulate/measured.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { toyTask } from '../../support/toy.ts';

vi.mock('../../../src/files/on-thread.ts', { spy: true });

const NOTHING = { ledger: undefined, fresh: undefined };
const spec = parseRunSpec({
  loss: { name: 'logistic' },
  update: 'invariant',
  optimizer: { name: 'gradient-descent', eta0: 1 },
  query: { name: 'iwal-cal' },
  seed: 1,
});
const timeless = (results: readonly Message[]) =>
  results.map((each) => ('failure' in each ? each : { ...each, seconds: 0, measurement: { ...each.measurement, seconds: 0 } }));

test('a hundred rows are run at once, as a thread would', async () => {
  const work = { specs: [spec, { ...spec, seed: 2 }], split: { train: toyTask({ rows: 100, seed: 1 }) }, ...NOTHING };
  const { signal } = new AbortController();
  const here = await runAll(work.specs, work.split, NOTHING, signal);
  expect(onThread).not.toHaveBeenCalled();
  expect(timeless(here)).toEqual(timeless(await onThread<Message>(threadFile('cli/simulate/thread'), work, signal)));
});

test('who was interrupted before is not kept waiting', async () => {
  await expect(
    runAll([spec], { train: toyTask({ rows: 100, seed: 1 }) }, NOTHING, AbortSignal.abort(new Error('Ctrl-C'))),
  ).rejects.toThrow('Ctrl-C');
});

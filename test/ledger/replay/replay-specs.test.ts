import { expect, it } from 'vitest';
import { replaySpecs, type ReplayValues } from '../../../src/cli/replay/run.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';

/** LAW of the options of `iwal replay`: each that is about a rule is in the spec of every rule that is replayed, paced or not. */

const begun = parseRunSpec({
  loss: { name: 'logistic' },
  update: 'invariant',
  optimizer: { name: 'normalized-adaptive' },
  query: { name: 'passive' },
  seed: 7,
  order: 'given',
});

const NOTHING = Object.fromEntries(
  ['query', 'loss', 'update', 'optimizer', 'temper', 'budget', 'floor', 'explore', 'warm-up'].map((name) => [name, undefined]),
) as unknown as ReplayValues;
const soft = { name: 'soft-margin', parameters: {}, written: 'soft-margin' };

it('options of a paced rule are obeyed; what belongs to the stream is that of the ledger', () => {
  const query = [soft] as unknown as ReplayValues['query'];
  const [{ spec: plain }] = replaySpecs({ ...NOTHING, query }, begun);
  expect(plain).toMatchObject({ seed: 7, order: 'given', budget: '10%', query: { name: 'soft-margin' } });
  expect(plain.pace).toBeDefined();
  for (const [name, field, value] of [
    ['temper', 'temper', 0.7],
    ['warm-up', 'warmUp', 33],
    ['explore', 'explore', 0.45],
    ['floor', 'floor', 0.02],
  ] as const) {
    const [{ spec, rule }] = replaySpecs({ ...NOTHING, query, [name]: value }, begun);
    expect(rule).toBe('another');
    expect(spec).toEqual({ ...plain, [field]: value });
  }
  const [{ spec }] = replaySpecs({ ...NOTHING, query, budget: '7%' }, begun);
  expect(spec).toEqual({ ...plain, budget: '7%' });
});

/** LAW of how far a budget reaches by a spec alone: what is left of it over the one price of a label, and nothing where prices differ. */
import { expect, it } from 'vitest';
import { leftBySpec } from '../../../src/ledger/replay/labels-left.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';

const plain = {
  loss: { name: 'logistic' },
  update: 'invariant',
  optimizer: { name: 'normalized-adaptive' },
  query: { name: 'random' },
  seed: 1,
};

it.each([
  [{}, Infinity],
  [{ budget: 10 }, 7],
  [{ budget: '50%' }, 97],
  [{ budget: 10, oracle: { name: 'priced', price: 2 } }, 3.5],
])('%j', (more, left) => expect(leftBySpec(parseRunSpec({ ...plain, ...more }), 200)!(5, 3)).toBe(left));

it('is not known where prices differ between rows', () => {
  const oracle = { name: 'priced', perFeature: 1 };
  expect(leftBySpec(parseRunSpec({ ...plain, oracle, budget: 10 }), 200)).toBeUndefined();
});

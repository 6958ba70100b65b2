/** LAW of copies in a shuffled order: what a run learns from them is what it learns from the data, bit for bit. */
import { describe, expect, it } from 'vitest';
import { rcv1Like } from '../../src/data/rcv1-like.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import { orderOf } from '../../src/specs/run.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { cell, type Cell, runCell } from '../../src/studies/cells/cell.ts';
import { inOrder, simulate } from '../../src/studies/cells/simulate.ts';
import { toyTask } from '../support/toy.ts';
import { descent } from '../support/descent.ts';

const SHUFFLED = { order: 'shuffled', seed: 3 } as const;

/** The features and labels at every position. */
function examples({ train: { rows, labels, importances }, order }: ReturnType<typeof inOrder>): unknown[] {
  return Array.from(order, (i) => {
    const [from, to] = [rows.offsets[i], rows.offsets[i + 1]];
    return [...rows.indices.subarray(from, to), ...rows.values.subarray(from, to), labels[i], importances?.[i]];
  });
}

describe('inOrder', () => {
  const weighted = (seed: number): Dataset => {
    const task = toyTask({ rows: 50, seed });
    return { ...task, importances: Float64Array.from(task.labels, (_, i) => i % 3) };
  };

  it('copies for the second run that asks for an order, and its examples are the same', () => {
    const train = weighted(1);
    const plain = { train, order: orderOf(SHUFFLED, 50) };
    const [first, second, third] = [1, 2, 3].map(() => inOrder(train, SHUFFLED, 0));
    expect(first.train).toBe(train);
    expect(second.train).not.toBe(train);
    expect(third.train).toBe(second.train);
    for (const each of [first, second, third]) expect(examples(each)).toEqual(examples(plain));
  });

  it('keeps one copy: another order, and other data, release it', () => {
    const [one, other] = [weighted(1), weighted(2)];
    const copyOf = (train: Dataset, seed: number): Dataset => inOrder(train, { ...SHUFFLED, seed }, 0).train;
    copyOf(one, 1);
    const first = copyOf(one, 1);
    expect(copyOf(one, 2)).toBe(one);
    expect(copyOf(one, 1)).toBe(one);
    expect(copyOf(one, 1)).not.toBe(first);
    copyOf(other, 1);
    expect(copyOf(other, 1)).not.toBe(other);
    expect(copyOf(one, 1)).toBe(one);
  });

  it('copies neither rows in the given order nor data that are at hand', () => {
    const train = weighted(1);
    for (const spec of [{ ...SHUFFLED, order: 'given' as const }, SHUFFLED])
      for (let run = 0; run < 3; run++) expect(inOrder(train, spec, spec.order === 'given' ? 0 : 1e6).train).toBe(train);
  });
});

describe('large data', () => {
  // More than is at hand: 16 MB of entries.
  const train = rcv1Like({ seed: 1, part: 'train', documents: 30_000 });
  const learner = { ...descent(64, 0.5) };

  it.each([
    { query: { name: 'passive' } },
    { query: { name: 'iwal-cal', mellowness: 1e-6 } },
    { query: { name: 'soft-margin' }, budget: '2%', pace: {}, warmUp: 10, coins: 'pool' },
    { query: { name: 'bootstrap' }, budget: 300 },
    { query: { name: 'margin', width: 0.5 }, oracle: { name: 'noisy', flipRate: 0.1 } },
  ])('$query.name: the third run is the first', (active) => {
    const spec = parseRunSpec({ ...learner, ...active, seed: 1 });
    const [first, , third] = [1, 2, 3].map(() => simulate(spec, { train }).measurement);
    expect(third).toEqual(first);
  });

  it('online cells too', () => {
    const online = cell({ kind: 'online', dataset: 'd', run: { ...learner, passes: 2, seed: 5 } }) as Cell;
    const splits = new Map([['d', { train }]]);
    const [first, , third] = [1, 2, 3].map(() => runCell(online, splits));
    expect(third).toEqual(first);
  });
});

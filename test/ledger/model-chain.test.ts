/** REFERENCE of the names of models: the chain as its docstring says it, written down again without a class. */
import { expect, it } from 'vitest';
import type { Header } from '../../src/ledger/entry.ts';
import { ModelChain } from '../../src/ledger/model-chain.ts';
import { murmur3 } from '../../src/numerics/murmur3.ts';

const data = { name: 'pool', rows: 3, checksum: '0a1b2c3d' };
const base: Header = { 'iwal-ledger': 2, iwal: '0.1.0', record: 'purchases', data, spec: { seed: 1 } };

type Lanes = readonly [number, number];
const hashed = (bytes: Uint8Array, [a, b]: Lanes): Lanes => [
  murmur3(bytes, 0, bytes.length, a),
  murmur3(bytes, 0, bytes.length, b),
];
const named = (lanes: Lanes): string => lanes.map((lane) => lane.toString(16).padStart(8, '0')).join('');
const begun = (parts: readonly unknown[], seeds: Lanes = [0, 1]): Lanes => hashed(Buffer.from(JSON.stringify(parts)), seeds);
const linked = (lanes: Lanes, row: number, label: number, importance: number): Lanes =>
  hashed(new Uint8Array(Float64Array.of(row, label, importance).buffer), lanes);

it('the first model is the hash of the spec and the checksums of the pool, a further pass begins with the last one', () => {
  expect(new ModelChain(base).model).toBe(named(begun([base.spec, data.checksum])));
  const weighed = { ...base, data: { ...data, importances: '11111111' } };
  expect(new ModelChain(weighed).model).toBe(named(begun([base.spec, data.checksum, '11111111'])));
  const follows = '00c0ffee80000001';
  expect(new ModelChain({ ...base, follows }).model).toBe(named(begun([base.spec, data.checksum], [0x00c0ffee, 0x80000001])));
});

it('every label is a link, one that was known before the first question too, and nothing else is one', () => {
  const known = { entry: 'known', row: 2, label: -1, importance: 2.5, model: '' } as const;
  const chain = ModelChain.of({ header: base, known: [known] });
  let lanes = linked(begun([base.spec, data.checksum]), 2, -1, 2.5);
  expect(chain.model).toBe(named(lanes));
  const example = {
    entry: 'example' as const,
    ...{ position: 0, row: 1, probability: 0.5, coin: 0.25, importance: 2 },
    outcome: 'asked' as const,
    ...{ prediction: 0, errorRate: 0 },
  };
  chain.seal({ ...example });
  expect(chain.model).toBe(named(lanes));
  for (const label of [1, null]) {
    lanes = linked(lanes, 1, label ?? NaN, 2);
    expect(chain.seal({ ...example, label }).model).toBe(named(lanes));
  }
  const there = chain.state();
  lanes = linked(lanes, 0, 1, 1);
  for (const each of [chain, new ModelChain(base)]) {
    each.restore(there);
    expect(each.seal({ entry: 'answer', position: 1, row: 0, importance: 1, after: 2, label: 1 }).model).toBe(named(lanes));
  }
});

/** LAWS of fingerprints: what decides a result decides the fingerprint of its data; what stands in stored cells stays. */
import { expect, it } from 'vitest';
import { fingerprintOf } from '../../src/studies/data/data-source.ts';
import { SparseRows } from '../../src/rows/sparse-rows.ts';
import type { Dataset } from '../../src/rows/dataset.ts';

function toy(more: Partial<Dataset> = {}): Dataset {
  const rows = new SparseRows(Uint32Array.of(0, 1, 2), Uint32Array.of(1, 2), Float32Array.of(1, 0.5), 3);
  return { name: 'toy', rows, labels: Float64Array.of(1, -1), ...more };
}

const of = (train: Dataset): string => fingerprintOf({ train });

it('tells importances apart, in every part', () => {
  const weighted = toy({ importances: Float64Array.of(1, 3) });
  expect(of(weighted)).not.toBe(of(toy()));
  expect(of(weighted)).not.toBe(of(toy({ importances: Float64Array.of(3, 1) })));
  expect(fingerprintOf({ train: toy(), test: weighted })).not.toBe(fingerprintOf({ train: toy(), test: toy() }));
});

it('is that of data without importances where all of them are 1 (unchanged: pinned)', () => {
  expect(of(toy({ importances: Float64Array.of(1, 1) }))).toBe(of(toy()));
  expect(of(toy())).toBe('a143091d.-.-');
});

it('does not depend on names', () => expect(of(toy({ name: 'another' }))).toBe(of(toy())));

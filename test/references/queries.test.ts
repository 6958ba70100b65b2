/**
 * REFERENCE: query probabilities computed elsewhere with 80 digits from the defining equations (bisection), in
 * ../shared/reference/updates.json. Ours agree to 1e-12 relative.
 */
import { describe, expect, it } from 'vitest';
import { queries } from '../../src/queries/index.ts';
import { probabilityAt } from '../../src/laws/query-laws.ts';
import { reference } from '../support/shared.ts';

interface Reference {
  iwalCal: { k: number; C0: number; G: number; c1: number; c2: number; p: string }[];
  varianceAware: { k: number; C0: number; G: number; queried: number; sumLoss: number; p: string }[];
}

const file = reference('reference/updates.json');

describe.skipIf(file === undefined)('80-digit references (../shared/reference/updates.json)', () => {
  const { iwalCal, varianceAware } = JSON.parse(file ?? '{"iwalCal":[],"varianceAware":[]}') as Reference;

  it.each(iwalCal)('iwal-cal at k $k, G $G, C0 $C0', ({ k, C0, G, c1, c2, p }) => {
    const ours = probabilityAt(queries['iwal-cal']({ mellowness: C0, c1, c2 }), { k, G, errorRate: 0, queries: 0, distance: 1 });
    expect(Math.abs(ours / Number(p) - 1)).toBeLessThan(1e-12);
  });

  it.each(iwalCal)('iwal-cal-without-log at k $k, G $G, C0 $C0 ln k', ({ k, C0, G, c1, c2, p }) => {
    const ours = probabilityAt(queries['iwal-cal-without-log']({ mellowness: C0 * Math.log(k), c1, c2 }), {
      k,
      G,
      errorRate: 0,
      queries: 0,
      distance: 1,
    });
    expect(Math.abs(ours / Number(p) - 1)).toBeLessThan(1e-12);
  });

  it.each(varianceAware)('variance-aware at k $k, G $G, C0 $C0', ({ k, C0, G, queried, sumLoss, p }) => {
    const ours = probabilityAt(queries['variance-aware']({ mellowness: C0 }), {
      k,
      G,
      errorRate: sumLoss / k,
      queries: queried,
      distance: 1,
    });
    expect(Math.abs(ours / Number(p) - 1)).toBeLessThan(1e-12);
  });
});

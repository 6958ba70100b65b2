/**
 * REFERENCE: slopes, flows and implicit steps computed elsewhere with 80 digits from their defining equations (bisection where
 * there is no closed form), in ../shared/reference/updates.json. Ours agree to 1e-14 relative in every case: none of these
 * inputs loses digits on the way, so no exception is needed.
 */
import { describe, expect, it } from 'vitest';
import { build, lossEntries } from '../support/laws/arbitraries.ts';
import { reference } from '../support/shared.ts';

interface Case {
  readonly loss: string;
  /** Parameter of the quantile loss. */
  readonly tau?: number;
  readonly p: number;
  readonly y: number;
  readonly time: number;
  readonly slope: string;
  readonly flow: string;
  readonly proximal: string;
}

const file = reference('reference/updates.json');
const cases = (JSON.parse(file ?? '{"updates":[]}') as { updates: readonly Case[] }).updates;
const names = [...new Set(cases.map(({ loss }) => loss))];

describe.skipIf(file === undefined)('80-digit references (../shared/reference/updates.json)', () => {
  it('hold cases', () => expect(cases.length).toBeGreaterThan(0));

  it.each(names)('%s', (name) => {
    const entry = new Map(lossEntries).get(name)!;
    for (const { tau, p, y, time, slope, flow, proximal } of cases.filter(({ loss }) => loss === name)) {
      const loss = build(entry, tau === undefined ? {} : { level: tau });
      const found = [loss.slope(p, y), loss.flow(p, y, time), loss.proximal(p, y, time)];
      const wrong = found.filter((ours, n) => {
        const wanted = Number([slope, flow, proximal][n]);
        return !(Math.abs(ours - wanted) <= 1e-14 * Math.abs(wanted));
      });
      expect(wrong, `slope, flow, proximal are ${found.join(', ')} at ${JSON.stringify({ p, y, time })}`).toEqual([]);
    }
  });
});

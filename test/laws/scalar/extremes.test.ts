/**
 * LAWS of losses and update rules at any size: margins to 1e10 both ways, times from 1e-300 to 1e300, kinks and exact reaches,
 * held against the printed formulas in 2,400 bits (test/support/references/exact-losses.ts).
 */
import { describe, expect, it } from 'vitest';
import { updates } from '../../../src/updates/index.ts';
import { lossEntries } from '../../support/laws/arbitraries.ts';
import { counterexampleFarOut } from '../../support/laws/counterexample.ts';
import { exactLaws } from '../../support/laws/exact-laws.ts';
import { exactUpdateLaws } from '../../support/laws/exact-update-laws.ts';
import { runs } from '../../support/long.ts';

describe.each(lossEntries)('%s', (_name, entry) => {
  it.each(Object.entries(exactLaws))('%s', (_law, law) => {
    expect(counterexampleFarOut(law, entry, runs(30, 50 * lossEntries.length))).toBeUndefined();
  });
});

describe.each(Object.values(updates))('$name', (update) => {
  describe.each(Object.entries(exactUpdateLaws))('%s', (_law, law) => {
    it.each(lossEntries)('%s', (_loss, entry) => {
      expect(
        counterexampleFarOut((loss, point, parameters) => law(update, loss, point, parameters), entry, runs(10, 2000)),
      ).toBeUndefined();
    });
  });
});

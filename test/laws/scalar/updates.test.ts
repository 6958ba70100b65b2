import { describe, expect, it } from 'vitest';
import { losses } from '../../../src/losses/index.ts';
import { updates } from '../../../src/updates/index.ts';
import { lossEntries } from '../../support/laws/arbitraries.ts';
import { counterexampleAnywhere, counterexampleAtOrdinaryPoints } from '../../support/laws/counterexample.ts';
import { MOST_COPIES, ImportanceError } from '../../../src/updates/rules.ts';
import { flipWeights, wrongFlipWeight } from '../../support/references/flip-weights.ts';
import { runs } from '../../support/long.ts';
import { resamplingConverges, rulesAreOrdered, updateLaws } from '../../support/laws/update-laws.ts';

/** LAWS of the update rules, over rules x losses, and the importance weights that flip a prediction. */

describe.each(Object.entries(updates))('%s', (name, update) => {
  describe.each(Object.entries(updateLaws))('%s', (_law, law) => {
    it.each(lossEntries)('%s', (_loss, entry) => {
      expect(
        counterexampleAnywhere((loss, point) => law(update, loss, point), entry, runs(200, lossEntries.length)),
      ).toBeUndefined();
    });
  });

  it('ends soon for any importance, in a number or with the largest that it takes', () => {
    const { squared } = losses;
    for (const h of [1, 1e3, 1e6, 1e9, 1e300, Infinity]) {
      try {
        expect(Number.isFinite(update(squared, 0.5, 1, 1, h))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(ImportanceError);
        expect((error as Error).message).toContain(`an importance of ${h} is more than ${MOST_COPIES} copies`);
        expect(h).toBeGreaterThan(MOST_COPIES);
      }
    }
  });

  it('is known under its own name', () => expect(update.name).toBe(name));
});

describe.each(lossEntries)('the rules on %s', (_loss, entry) => {
  it('implicit <= invariant <= naive', () => {
    expect(
      counterexampleAnywhere((loss, point) => rulesAreOrdered(updates, loss, point), entry, runs(500, lossEntries.length)),
    ).toBeUndefined();
  });

  it('resampled converges to invariant', () => {
    expect(
      counterexampleAtOrdinaryPoints(
        (loss, point) => resamplingConverges(updates.resampled, loss, point),
        entry,
        runs(100, lossEntries.length),
      ),
    ).toBeUndefined();
  });
});

describe.each(flipWeights(losses))('the importance weight that flips a prediction: $loss, threshold $threshold', (row) => {
  it.each(Object.values(updates).filter(({ name }) => name in row.weights))('$name', (update) => {
    for (const m of row.margins) expect(wrongFlipWeight(update, row, m)).toBeUndefined();
  });
});

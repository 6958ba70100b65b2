import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilcoxon } from '../../../experiments/label-complexity/wilcoxon.ts';
import { signedRankInterval } from '../../../experiments/label-complexity/signed-rank-interval.ts';
import { wilsonInterval } from '../../../src/statistics/intervals/wilson-interval.ts';
import { meanDifference, meanOver, outcomeOf, UNITS } from '../../../src/studies/results/claim.ts';
import type { Case, Claim, Criterion, Unit } from '../../../src/studies/results/claim.ts';
import { criterionOf, measuredOf, mostOf, tally, verdict } from '../../../src/studies/results/claims.ts';
import { always } from '../../laws/statistics/always.ts';

/** LAWS of claims: the verdict is a function of estimates and criteria alone, and an interval decides only where it may. */

const number = fc.double({ min: -2, max: 2, noNaN: true });
const bound = fc.double({ min: -1, max: 1, noNaN: true });
const criteria = fc.oneof(
  bound.map((below): Criterion => ({ below })),
  bound.map((atMost): Criterion => ({ atMost })),
  bound.map((above): Criterion => ({ above })),
  bound.map((atLeast): Criterion => ({ atLeast })),
  fc.tuple(bound, bound).map(([a, b]): Criterion => ({ within: [Math.min(a, b), Math.max(a, b)] })),
);
const cases = fc
  .record({
    ends: fc.tuple(number, number, number),
    criterion: criteria,
    unit: fc.constantFrom(...(Object.keys(UNITS) as Unit[])),
  })
  .map(({ ends, criterion, unit }): Case => {
    const [low, value, high] = ends.toSorted((a, b) => a - b);
    return { what: 'x', value, low, high, basis: 'b', unit, criterion };
  });
const claims = fc
  .tuple(fc.array(cases, { minLength: 1, maxLength: 12 }), fc.nat(12))
  .map(([each, n]): Claim => ({ claim: 'c', cases: each, atLeast: Math.min(n, each.length) }));

/** Whether one point meets a criterion: the definition. */
function meets(x: number, criterion: Criterion): boolean {
  if ('below' in criterion) return x < criterion.below;
  if ('atMost' in criterion) return x <= criterion.atMost;
  if ('above' in criterion) return x > criterion.above;
  if ('atLeast' in criterion) return x >= criterion.atLeast;
  if ('within' in criterion) return criterion.within[0] <= x && x <= criterion.within[1];
  return x === criterion.covers;
}

/** Points of the interval, its ends and the criterion's among them. */
function pointsOf({ low, value, high, criterion }: Case): number[] {
  const ends = Object.values(criterion).flat() as number[];
  return [low, value, high, (low + high) / 2, ...ends].filter((x) => low <= x && x <= high);
}

describe('outcome of a case', () => {
  it('is met where every point of the interval meets the criterion, failed where none does, else open', () => {
    always(cases, (each) => {
      const found = new Set(pointsOf(each).map((x) => meets(x, each.criterion)));
      const outcome = outcomeOf(each);
      // `within` may lie inside an interval whose own points are all outside but for it.
      expect(outcome).toBe(found.size === 2 ? 'open' : found.has(true) ? 'met' : 'failed');
    });
  });

  it('an interval that covers is met or failed, one without an end says nothing, and NaN is unmeasured', () => {
    const of = (value: number, low: number, high: number) => outcomeOf({ value, low, high, criterion: { covers: 1 } });
    const found = [of(1, 0, 2), of(3, 2, 4), of(1, -Infinity, Infinity), of(NaN, NaN, NaN)];
    expect(found).toEqual(['met', 'failed', 'open', 'unmeasured']);
  });
});

describe('verdict', () => {
  it('holds where any truth inside the intervals would make as many meet, does not hold where none would', () => {
    always(claims, (claim) => {
      const { atLeast = claim.cases.length } = claim;
      const count = (is: (each: Case) => boolean): number => claim.cases.filter(is).length;
      const worst = count((each) => pointsOf(each).every((x) => meets(x, each.criterion)));
      const best = count((each) => pointsOf(each).some((x) => meets(x, each.criterion)));
      expect(verdict(claim)).toBe(worst >= atLeast ? 'holds' : best < atLeast ? 'does not hold' : 'undecided');
    });
  });

  it('and the words follow from what is stored: the same after a round through JSON, whatever the claim says', () => {
    always(claims, (claim) => {
      const stored = { ...(JSON.parse(JSON.stringify(claim)) as Claim), claim: 'other words' };
      expect([verdict(stored), measuredOf(stored), criterionOf(stored)]).toEqual([
        verdict(claim),
        measuredOf(claim),
        criterionOf(claim),
      ]);
    });
  });

  it('a tighter interval inside never undoes a decision', () => {
    always(claims, (claim) => {
      const tight = claim.cases.map((each) => ({ ...each, low: each.value, high: each.value }));
      const decided = verdict(claim);
      if (decided === 'holds' || decided === 'does not hold') expect(verdict({ ...claim, cases: tight })).toBe(decided);
    });
  });

  it('of no case, or of none that has a number, is that nothing was measured', () => {
    expect(verdict({ claim: 'c', cases: [] })).toBe('not measured');
    const unknown: Case = { what: '', value: NaN, low: NaN, high: NaN, basis: '', unit: 'number', criterion: { below: 1 } };
    expect(verdict({ claim: 'c', cases: [unknown] })).toBe('not measured');
    expect(verdict({ claim: 'c', ...mostOf([]) })).toBe('not measured');
  });

  it('most are more than half: where exactly half meet theirs and half fail, a claim of most does not hold', () => {
    const of = (isMet: boolean): Case => ({
      ...{ what: '', value: 1, low: 1, high: 1, basis: '', unit: 'number' },
      criterion: isMet ? { atMost: 1 } : { below: 1 },
    });
    for (let n = 1; n <= 7; n++)
      for (let met = 0; met <= n; met++) {
        const cases = Array.from({ length: n }, (_, c) => of(c < met));
        expect(verdict({ claim: 'c', ...mostOf(cases) }), `${met} of ${n}`).toBe(2 * met > n ? 'holds' : 'does not hold');
      }
  });

  it('the tally has a word for each', () => {
    const wide = (low: number, high: number): Claim => ({
      claim: 'c',
      cases: [{ what: '', value: low, low, high, basis: '', unit: 'number', criterion: { atMost: 1 } }],
    });
    expect(tally([wide(0, 1), wide(0, 2), wide(2, 3), { claim: 'c', cases: [] }])).toBe(
      '1 of 4 claims holds, 1 does not, 1 open, 1 was not measured.',
    );
  });
});

describe('estimates', () => {
  it('a single run has no interval, so that it decides nothing', () => {
    expect(outcomeOf({ ...meanOver([0.5], 'seeds'), criterion: { below: 1 } })).toBe('open');
  });

  it.each([
    ['the first', [1, Infinity], [1, 1], Infinity],
    ['the second', [1, 1], [Infinity, 1], -Infinity],
    ['both', [Infinity, 1], [1, Infinity], 0],
    ['the first, of qualities', [-Infinity], [1], -Infinity],
  ])('%s of two has lost where a run failed', (_, first, second, expected) => {
    const { value, low, high } = meanDifference(first, second, 'seeds');
    expect([value, low, high]).toEqual([expected, expected, expected]);
  });

  it("signed ranks: 0 lies outside of the interval where Wilcoxon's test refuses it", () => {
    const differences = fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(differences, fc.constantFrom(0.8, 0.95, 0.99), (numbers, confidence) => {
        const shifted = numbers.map((x) => x + 0.137 * Math.SQRT2);
        const { low, high } = signedRankInterval(shifted, confidence);
        expect(low > 0 || high < 0).toBe(wilcoxon(shifted).p <= 1 - confidence);
      }),
      { numRuns: 60 },
    );
  });

  it('signed ranks: the interval moves with the numbers, to any side of 0, and turns round with them', () => {
    const numbers = [1, 2, 4, 7, 11, 16, 22, 29];
    const { value, low, high } = signedRankInterval(numbers, 0.95);
    expect([low > 0, low < value, value < high]).toEqual([true, true, true]);
    const changed = (change: (x: number) => number) => signedRankInterval(numbers.map(change), 0.95);
    for (const by of [-1, -5, -12, -40, 1e6])
      expect(changed((x) => x + by)).toEqual({ value: value + by, low: low + by, high: high + by });
    expect(changed((x) => -x)).toEqual({ value: -value, low: -high, high: -low });
    const never = [Infinity, Infinity, Infinity];
    expect(signedRankInterval(never, 0.95)).toEqual({ value: Infinity, low: -Infinity, high: Infinity });
  });

  it('signed ranks: a run that never ended leaves the upper end open, and few numbers say nothing', () => {
    expect(signedRankInterval([1, 2, 3, 4, 5, Infinity], 0.95).high).toBe(Infinity);
    const { low, high } = signedRankInterval([1, 2, 3], 0.95);
    expect([low, high]).toEqual([-Infinity, Infinity]);
  });

  it("Wilson's interval holds the share, and counts that are none are refused", () => {
    always(fc.integer({ min: 1, max: 500 }), fc.nat(500), (n, k) => {
      const { value, low, high } = wilsonInterval(Math.min(k, n), n, 0.95);
      expect(0 <= low && low <= value && value <= high && high <= 1).toBe(true);
    });
    expect(() => wilsonInterval(3, 2, 0.95)).toThrow('found 3 of 2');
  });
});

/**
 * LAWS of the losses, over the whole registry: at random points of every size, at every combination of the corners, and against
 * an integrator.
 */
import { describe, expect, it } from 'vitest';
import { losses } from '../../../src/losses/index.ts';
import { LEGAL_LABELS } from '../../../src/losses/loss.ts';
import { build, extremeParametersOf, lossEntries } from '../../support/laws/arbitraries.ts';
import { counterexampleAnywhere, counterexampleAtOrdinaryPoints } from '../../support/laws/counterexample.ts';
import { runs } from '../../support/long.ts';
import { definitionLaws } from '../../support/references/loss-definitions.ts';
import { lossLaws } from '../../../src/laws/loss-laws.ts';

describe.each(lossEntries)('%s', (name, entry) => {
  it.each(Object.entries(lossLaws))('%s', (_law, law) => expect(counterexampleAnywhere(law, entry, runs(1000))).toBeUndefined());

  it.each(Object.entries(definitionLaws))('%s', (_law, law) => {
    expect(counterexampleAtOrdinaryPoints(law, entry, runs(100, lossEntries.length))).toBeUndefined();
  });

  it('is known under its own name, and has a number for a time below 0, which no learner asks for', () => {
    for (const loss of extremeParametersOf(entry).map((parameters) => build(entry, parameters)))
      expect([loss.name, typeof loss.flow(0, 1, -2), typeof loss.proximal(0, 1, -2)]).toEqual([name, 'number', 'number']);
  });
});

it.each([
  ['sign', [-1, 1], [0, 0.5, -2, NaN]],
  ['unit', [0, 0.5, 1], [-5e-324, 1 + 2 ** -52, NaN, Infinity]],
  ['real', [-1e300, 0, 0.5], [NaN, Infinity, -Infinity]],
  ['count', [0, 1, 1e9], [-1, 0.5, NaN, Infinity]],
] as const)('labels that are a %s', (kind, legal, others) => {
  const { includes } = LEGAL_LABELS[kind];
  expect(legal.filter((y) => !includes(y))).toEqual([]);
  expect(others.filter((y) => includes(y))).toEqual([]);
});

describe('parameters', () => {
  it('out of range are refused, naming what is legal', () => {
    expect(() => losses.quantile({ level: 1 })).toThrow(new RangeError('quantile: level must be a number in (0, 1), found 1'));
    expect(() => losses.expectile({ q: 0 })).toThrow(new RangeError('expectile: q must be a number in (0, 1), found 0'));
    expect(() => losses.huber({ delta: -1 })).toThrow(new RangeError('huber: delta must be a number > 0, found -1'));
    expect(() => losses['smoothed-hinge']({ gamma: Infinity })).toThrow(RangeError);
  });

  it('have defaults', () => expect(losses.huber().slope(3, 0)).toBe(losses.huber({ delta: 1 }).slope(3, 0)));
});

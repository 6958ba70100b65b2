/**
 * LAW of the types of rules: what is not filled in for a rule, and what is not its to change, does not compile. The compiler is
 * what tests this (every `@ts-expect-error` that expects nothing is an error); the runner only shows that the legal twins run.
 */
import { expect, it } from 'vitest';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { scalarRule } from '../../../src/queries/query.ts';
import type { PredictionSituation, QueryRule, RuleReading, Situation } from '../../../src/queries/query.ts';
import { situationAt } from '../../../src/laws/query-laws.ts';

const situation = situationAt({ k: 10, G: 0.5, errorRate: 0.25, queries: 3, distance: 2 });
const nothing = undefined as unknown as SparseRows;
const of = (rule: QueryRule): number => rule.probability(situation, nothing, 0);

it('a rule reads what it says that it reads, and what less demanding rules read', () => {
  expect(
    of(
      scalarRule(
        'counts',
        'counts',
        ({ time, errorRate, queries, labelsLeft, rowImportance }) =>
          (time + queries + errorRate + 1 / labelsLeft + rowImportance) / 100,
      ),
    ),
  ).toBe(0.1425);
  expect(
    of(scalarRule('prediction', 'prediction', ({ time, prediction, distance }) => (time + prediction + distance) / 100)),
  ).toBe(0.14);
  expect(
    of(scalarRule('flip', 'flip', ({ distance, sensitivity, weightToFlip }) => (distance + sensitivity + weightToFlip) / 100)),
  ).toBe(0.08);
});

it('and nothing else', () => {
  const illegal = [
    // @ts-expect-error: only rules that read the prediction are given one
    scalarRule('greedy', 'counts', ({ prediction }) => Number(prediction)),
    // @ts-expect-error: nor how far it is from the threshold
    scalarRule('greedy', 'counts', ({ distance }) => Number(distance)),
    // @ts-expect-error: the weight that flips the prediction is for rules that read the flip
    scalarRule('greedy', 'prediction', ({ weightToFlip }) => Number(weightToFlip)),
    // @ts-expect-error: and so is the sensitivity
    scalarRule('greedy', 'prediction', ({ sensitivity }) => Number(sensitivity)),
    // @ts-expect-error: there is no such kind
    scalarRule('greedy', 'everything', () => 1),
  ];
  expect(illegal.length).toBe(5);
});

it('written by hand or as a class, no rule reads more either', () => {
  const plain = scalarRule('plain', 'counts', () => 1);
  // @ts-expect-error: what it says and what it reads differ
  const byHand: QueryRule = { ...plain, probability: ({ distance }: PredictionSituation) => distance };
  // @ts-expect-error: likewise when it is told an outcome
  const settling: QueryRule = {
    ...plain,
    settle: ({ prediction }: PredictionSituation) => expect(prediction).toBeDefined(),
  };
  class Greedy implements RuleReading<'counts'> {
    readonly name = 'greedy';
    readonly reads = 'counts';
    readonly weighting = 'inverse-probability';
    readonly whenImplied = 'skip';
    readonly unbiased = true;
    // @ts-expect-error: a method must do with the situation of its kind
    probability({ weightToFlip }: Situation): number {
      return 1 / weightToFlip;
    }
    settle(): void {
      return undefined;
    }
    state(): Record<string, never> {
      return {};
    }
    restore(): void {
      return undefined;
    }
  }
  expect([byHand, settling, new Greedy()].length).toBe(3);
});

it('no rule changes the situation', () => {
  const meddling = [
    scalarRule('meddling', 'counts', (at) => {
      // @ts-expect-error: the clock is the loop's
      at.time = 0;
      return 1;
    }),
    scalarRule('meddling', 'flip', (at) => {
      // @ts-expect-error: and so is what it would take to flip the prediction
      at.weightToFlip = 0;
      return 1;
    }),
  ];
  expect(meddling.length).toBe(2);
});

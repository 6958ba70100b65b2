/** LAWS of what is said of a certificate: each sentence by the side of its limit, each number in its unit. */
import { describe, expect, it } from 'vitest';
import { bandWords, certifiedWords, goalText, reachWords } from '../../../src/streams/stopping/stop-words.ts';
import type { LeadGoal } from '../../../src/streams/stopping/lead.ts';
import type { StopGoal } from '../../../src/streams/stopping/stopping.ts';

const error = (confidence = 0.95): StopGoal => ({ measure: 'error', limit: 0.05, confidence });
const recall: StopGoal = { measure: 'recall', limit: 0.9, confidence: 0.99 };

it('a goal has the sign of its measure', () => {
  expect([goalText(error()), goalText(recall)]).toEqual(['error <= 0.05', 'recall >= 0.9']);
});

describe('what the labels of a run can certify', () => {
  const said = (bound: number): string => reachWords(error(), { error: bound, positives: 1234 }, 0.020049);

  it('is a goal above the smallest error, and none at it or below', () => {
    expect(said(0.0499)).toBe(
      'with probabilities of at least 0.02 an error below 4.99% of all rows cannot be certified; error <= 0.05 can, of ' +
        'the rows considered until then',
    );
    for (const bound of [0.05, 0.1])
      expect(said(bound)).toMatch(
        /cannot be certified, even where no mistake is seen: error <= 0\.05 is out of reach; a larger --budget/,
      );
  });

  it('of recall takes positives', () => {
    expect(reachWords(recall, { error: 0.5, positives: 1234 }, 0.5)).toBe(
      'with probabilities of at least 0.5 recall >= 0.9 takes 1,234 positives bought or more; it is about the rows considered until then',
    );
  });
});

it('what is certified is said with its confidence, its bound and its rows', () => {
  const words = (goal: StopGoal, bound: number): string => certifiedWords({ goal, certified: { bound, rows: 1812.5 } });
  expect(words(error(), 0.0493)).toBe(
    'certified with 95% confidence: at most 4.93% of the 1,812.5 rows considered were predicted wrong',
  );
  expect(words(error(0.999), 1.2)).toBe(
    'certified with 99.9% confidence: at most 100.00% of the 1,812.5 rows considered were predicted wrong',
  );
  expect(words(recall, 0.91)).toBe(
    'certified with 99% confidence: the labels bought hold at least 91.00% of the positive rows among the 1,812.5 rows considered',
  );
  expect(bandWords({ low: 0.02, high: 0.1, rows: 812 })).toContain('2.00% to 10.00% of the 812 rows considered');
  expect(bandWords({ low: 0.02, high: 0.1, rows: 2000 / 3 })).toContain(' of the 666.667 rows considered');
});

it('of two guesses the better one is named, and no number is better than it was certified', () => {
  const goal: LeadGoal = { measure: 'lead', first: 'gpt', second: 'rules', limit: 0.01, confidence: 0.9 };
  const words = (low: number, high: number, labels = 84): string =>
    certifiedWords({ goal, certified: { low, high, rows: 200, labels } });
  expect(goalText(goal)).toBe('gpt > rules or within 1%');
  expect(words(0.0319, 0.2)).toBe(
    'gpt is right more often than rules: by 3.1 points at least (certified to 90%, after 84 labels)',
  );
  expect(words(-0.2, -0.0004567, 1)).toMatch(
    /^rules is right more often than gpt: by 0\.045 points at least \(.*after 1 label\)$/,
  );
  expect(words(-0.0091, 0.0099999)).toMatch(/^gpt and rules: they differ by at most 1 points /);
  expect(words(-0.0311, 0.0525)).toMatch(/is open: gpt leads by at most 5\.3 points, rules by at most 3\.2 \(certified to 90%/);
  expect(words(0, 0.031)).toContain('gpt leads by at most 3.1 points, rules by at most 0 (');
});

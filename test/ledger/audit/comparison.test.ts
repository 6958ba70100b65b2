/** Which of two guesses is right more often: exact where all labels are known, covered where they are not, by each number of classes. */
import { describe, expect, it } from 'vitest';
import { comparisonOf, type Comparison } from '../../../src/ledger/audit/comparison.ts';
import type { Entry } from '../../../src/ledger/entry.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { queries } from '../../../src/queries/index.ts';
import { judgeOfClasses } from '../../../src/streams/judge.ts';
import { evidenceOf } from '../../support/ledgers.ts';
import { runs } from '../../support/long.ts';

const NAMES = ['gpt', 'rules'] as const;
/** Rows of the file for one in which the guesses differ. */
const OF = 5;

/** A run over rows in which two guesses differ, each row bought with a probability around p; and by how much the first one leads in truth. */
function drawn(seed: number, classes: number, rows: number, p: number, ahead = 0): { compared: Comparison; lead: number } {
  const stream = randomStream(seed, 'comparison');
  const [entries, second]: [Entry[], number[]] = [[], []];
  let more = 0;
  for (let position = 0; position < rows; position++) {
    const prediction = 1 + stream.below(classes);
    const rival = 1 + ((prediction - 1 + 1 + stream.below(classes - 1)) % classes);
    const u = stream.next();
    const third = [1, 2, 3].find((k) => k !== prediction && k !== rival)!;
    const label = u < 0.5 ? prediction : classes === 2 || u < 0.8 ? rival : third;
    more += Number(label === prediction) - Number(label === rival);
    second.push(rival - 1);
    const probability = p + (1 - p) * p * stream.next();
    const coin = stream.next();
    const isAsked = coin < probability;
    const common = { position, row: position, importance: isAsked ? 1 / probability : 0, model: '' };
    entries.push({
      ...{ entry: 'example', ...common, probability, coin, prediction, errorRate: 0, outcome: isAsked ? 'asked' : 'passed' },
      ...(isAsked && { cost: 1, label }),
    });
  }
  // Rows that a budget left ahead.
  for (let n = 0; n < ahead; n++) second.push(0);
  entries.push({ entry: 'end', examples: rows, labels: 0, spent: 0 } as unknown as Entry);
  const evidence = evidenceOf(entries, {
    ...{ examples: rows, isComplete: true, judge: judgeOfClasses(classes), query: queries.random({ rate: 0.5 }) },
    ...{ trueError: null, left: () => Infinity, isTruthful: true },
  });
  return {
    compared: comparisonOf(evidence, { names: NAMES, second, of: OF * rows }),
    lead: more / (ahead > 0 ? rows : OF * rows),
  };
}

describe.each([2, 3])('two guesses of %i classes', (classes) => {
  it('are told apart exactly where every label is bought', () => {
    const { compared, lead } = drawn(1, classes, 200, 1);
    for (const each of Object.values(compared.lead!)) expect(each).toBeCloseTo(lead, 12);
    // Of rows that nobody came to nothing is said.
    const some = drawn(1, classes, 200, 1, 50);
    expect(some.compared.lead!.value).toBeCloseTo(some.lead, 12);
    expect([compared.differing, compared.rows]).toEqual([200, 1000]);
    const [first, second, neither = 0] = [compared.first, compared.second, compared.neither].map((each) => each?.value);
    expect(first! + second! + neither!).toBeCloseTo(1, 12);
    expect((first! - second!) / OF).toBeCloseTo(lead, 12);
    expect(compared.neither === undefined).toBe(classes === 2);
  });

  it.each([0.1, 0.3])('bought with a probability around %d are covered in 19 of 20 runs', (p) => {
    const many = runs(300);
    let [missed, sum, width] = [0, 0, 0];
    for (let seed = 0; seed < many; seed++) {
      const { compared, lead } = drawn(seed, classes, 600, p);
      const { value, low, high } = compared.lead!;
      if (lead < low || lead > high) missed++;
      sum += value - lead;
      width += high - low;
    }
    // Three standard deviations of a binomial count above its mean, as everywhere.
    expect(missed).toBeLessThanOrEqual(0.05 * many + 3 * Math.sqrt(0.05 * 0.95 * many));
    expect(Math.abs(sum / many)).toBeLessThan(width / many / 20);
  });
});

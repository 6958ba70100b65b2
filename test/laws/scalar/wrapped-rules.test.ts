import { describe, expect, it } from 'vitest';
import { clippedRule } from '../../../src/ledger/replay/other-run.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { floored, type RuleReading, type Situation } from '../../../src/queries/query.ts';
import { warmedUp } from '../../../src/queries/warmed-up.ts';
import { sampleRows } from '../../../src/laws/optimizer-laws.ts';

/** LAWS of what is put around a rule: what it says of itself and is told comes through, and the probability is what is said of it. */

const random = randomStream(1, 'wrapped');
const rows = sampleRows(random, 3);
const at = (time: number): Situation => ({
  ...{ time, rowImportance: 1, errorRate: 0, queries: 0, labelsLeft: 5 },
  ...{ prediction: 0, distance: 0, sensitivity: 1, weightToFlip: 0 },
});

/** A rule with everything that a rule may have, which writes down what it is told. */
function talkative(p = 0.5) {
  const reported: unknown[] = [];
  const rule: RuleReading<'flip'> = {
    name: 'talkative',
    reads: 'flip',
    weighting: 'one-on-mistakes',
    whenImplied: 'learn-prediction',
    unbiased: false,
    ofTwoClasses: true,
    endsWithBudget: true,
    knob: { value: 3, to: 7, probability: () => 0.25 },
    consider: (...all) => reported.push(['consider', ...all]),
    probability: (...all) => {
      reported.push(['probability', ...all]);
      return p;
    },
    settle: (...all) => reported.push(['settle', ...all]),
    state: () => ({ reported: reported.length }),
    restore: (state) => reported.push(['restore', state]),
  };
  return { rule, reported };
}

/** What a rule may lack. */
const without: object = { knob: undefined, consider: undefined, endsWithBudget: undefined, ofTwoClasses: undefined };

const wrappers: Record<string, (rule: RuleReading<'flip'>) => RuleReading<'flip'>> = {
  'on a floor': (rule) => floored<'flip'>(rule, 0.1),
  'after a warm-up': (rule) => warmedUp<'flip'>(rule, { labels: 1, atMost: 1, threshold: undefined }),
  clipped: (rule) => clippedRule(rule, { probabilities: Float64Array.of(1, 1, 1, 1) }).rule as RuleReading<'flip'>,
};

describe.each(Object.entries(wrappers))('a rule %s', (title, wrap) => {
  it('says of itself what it said, or what the wrapper says', () => {
    const { rule } = talkative();
    const wrapped = wrap(rule);
    const { name, reads, weighting, whenImplied, ofTwoClasses, endsWithBudget, knob } = rule;
    expect(wrapped).toMatchObject({ name, reads, weighting, whenImplied, ofTwoClasses, endsWithBudget, knob });
    expect(wrapped.unbiased).toBe(false);
    const quiet = wrap({ ...rule, weighting: 'inverse-probability', unbiased: true, ...without });
    expect(quiet.unbiased).toBe(true);
    for (const each of Object.keys(without)) expect(Object.keys(quiet), title).not.toContain(each);
  });

  it('is told what it was told', () => {
    const { rule, reported } = talkative();
    const wrapped = wrap(rule);
    const situation = at(2);
    wrapped.consider!(situation, rows, 1);
    expect(wrapped.probability(situation, rows, 1)).toBe(0.5);
    wrapped.settle(situation, rows, 1, -1, 4, 2);
    expect(reported).toEqual([
      ['consider', situation, rows, 1],
      ['probability', situation, rows, 1],
      ['settle', situation, rows, 1, -1, 4, 2],
    ]);
  });

  it('comes back from its state', () => {
    const { rule, reported } = talkative();
    wrap(rule).restore(wrap(talkative().rule).state());
    expect(reported).toEqual([['restore', { reported: 0 }]]);
  });
});

it('on a floor the probability is the larger of the two', () => {
  for (let run = 0; run < 100; run++) {
    const [p, floor] = [random.next(), random.next()];
    for (const [own, expected] of [
      [p, Math.max(p, floor)],
      [floor, floor],
      [0, floor],
      [1, 1],
    ])
      expect(floored(talkative(own).rule, floor).probability(at(3), rows, 0)).toBe(expected);
  }
});

it('a warm-up is over when its definition says, by the labels so far', () => {
  for (let run = 0; run < 400; run++) {
    const [labels, atMost] = [1 + random.below(6), random.below(3) === 0 ? Infinity : 1 + random.below(8)];
    const threshold = ([undefined, 0, 2, 'classes'] as const)[random.below(4)];
    const classes = 1 + random.below(3);
    const rule = warmedUp(talkative(0.125).rule, { labels, atMost, threshold });
    const learned: number[] = [];
    for (let time = 0, bought = 0; time < 20; time++) {
      const other = threshold === 'classes' ? learned.some((y) => y !== learned[0]) : isSplit(learned, threshold);
      const isOver = bought >= atMost || (bought >= labels && other);
      expect(rule.probability(at(time), rows, 0), `${labels} ${atMost} ${threshold} ${learned.join()}`).toBe(isOver ? 0.125 : 1);
      const label = random.below(4) === 0 ? undefined : random.below(classes) * 2;
      rule.settle(at(time), rows, 0, label, 1, 1);
      if (label === undefined) continue;
      bought++;
      learned.push(label);
    }
  }
});

/** Whether labels of both sides are among them; of no sides always. */
function isSplit(labels: readonly number[], threshold: number | undefined): boolean {
  if (threshold === undefined) return true;
  return labels.some((y) => y > threshold) && labels.some((y) => y <= threshold);
}

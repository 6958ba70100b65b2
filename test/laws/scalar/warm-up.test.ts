import { describe, expect, it } from 'vitest';
import { rcv1Like } from '../../../src/data/rcv1-like.ts';
import type { RandomStream } from '../../../src/numerics/random.ts';
import { longestWarmUp, warmedUp, type WarmUp } from '../../../src/queries/warmed-up.ts';
import { floored, type QueryRule } from '../../../src/queries/query.ts';
import { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { activeLearn } from '../../../src/streams/passes/active-learn.ts';
import { LabelOracle } from '../../../src/streams/oracles/oracle.ts';
import { simulate } from '../../../src/studies/cells/simulate.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { buildRule, knobs, logisticLearner, ruleNames, type RuleName } from '../../support/rules.ts';
import { everyFall, expected, type Fall } from '../../support/laws/every-fall.ts';
import { toyTask } from '../../support/toy.ts';
import { descent } from '../../support/descent.ts';

/**
 * LAWS of the warm-up, over the registry of rules: unbiased by enumeration, as long as it says, resumed bit for bit, and of use.
 */

const N = 9;
const small = toyTask({ rows: N, columns: 4, seed: 5 });
const WARM: WarmUp = { labels: 3, atMost: Infinity, threshold: 0 };
const eager: Partial<Record<RuleName, Record<string, number>>> = {
  bootstrap: { members: 2, first: 4, pMin: 0.3 },
  committee: { members: 2, first: 4, pMin: 0.3 },
};

/** Every way the coins can fall. */
function falls(rule: RuleName, wrap: (rule: QueryRule) => QueryRule): Fall[] {
  const newLearner = () => logisticLearner(small.rows.columns);
  const given = eager[rule] ?? knobs[rule];
  const active = (coin: RandomStream) =>
    new ActiveLearner({ learner: newLearner(), query: wrap(buildRule(rule, newLearner, { given })), coin });
  return [...everyFall({ task: small, active })];
}

it('of several classes is over when all of them were seen, or any two where nobody says how many there are', () => {
  const lasts = (threshold: WarmUp['threshold'], labels: readonly number[]): number => {
    const { rows } = small;
    const query = warmedUp(
      buildRule('random', () => logisticLearner(4), { given: { rate: 0.5 } }),
      { ...WARM, threshold },
    );
    const situation = { time: 0, rowImportance: 1, errorRate: 0, queries: 0, labelsLeft: Infinity };
    const at = (time: number) => ({ ...situation, time, prediction: 0, distance: 0, sensitivity: 0, weightToFlip: 0 });
    const over = labels.findIndex((label, time) => {
      const isOver = query.probability(at(time), rows, 0) < 1;
      query.settle(at(time), rows, 0, label, 1, 1);
      return isOver;
    });
    return over < 0 ? labels.length : over;
  };
  expect([lasts({ classes: 3 }, [1, 1, 2, 2, 3, 1, 1]), lasts({ classes: 3 }, [3, 2, 1, 1, 1])]).toEqual([5, 3]);
  expect([lasts({ classes: 3 }, [1, 2, 1, 2, 1]), lasts('classes', [4, 4, 4, 4, 2, 1])]).toEqual([5, 5]);
  expect(lasts(undefined, [4, 4, 4, 4, 4])).toBe(3);
});

describe.each(ruleNames)('%s', (rule) => {
  const plain = buildRule(rule, () => logisticLearner(4));

  it.each([
    ['a warm-up', (query: QueryRule) => warmedUp(query, WARM), plain.unbiased],
    [
      'a warm-up before a floor',
      (query: QueryRule) => warmedUp(floored(query, 0.25), WARM),
      plain.weighting === 'inverse-probability',
    ],
  ])('with %s, over all falls of the coins: the mass is n, and estimates are right where it claims so', (_, wrap, isUnbiased) => {
    const all = falls(rule, wrap);
    expect(expected(all, () => 1)).toBeCloseTo(1, 12);
    expect(all.every(({ probabilities }) => probabilities.slice(0, WARM.labels).every((p) => p === 1))).toBe(true);
    expect(wrap(plain).unbiased).toBe(isUnbiased);
    if (plain.weighting !== 'inverse-probability') return;
    expect(expected(all, ({ active }) => active.importanceSum + active.implied)).toBeCloseTo(N, 9);
    if (isUnbiased) expect(expected(all, ({ active, evaluator }) => active.errorEstimate - evaluator.error)).toBeCloseTo(0, 9);
  });

  it('goes on from its state bit for bit', () => {
    const data = toyTask({ rows: 60, seed: 2 });
    const all = Uint32Array.from({ length: 60 }, (_, i) => i);
    const fresh = () => {
      const newLearner = () => logisticLearner(data.rows.columns);
      let draws = 0;
      const coin = {
        next: () => (++draws * 0.618) % 1,
        state: () => ({ draws }),
        restore: ({ draws: to }: { draws: number }) => void (draws = to),
      } as unknown as RandomStream;
      return new ActiveLearner({
        learner: newLearner(),
        query: warmedUp(buildRule(rule, newLearner), { ...WARM, labels: 12 }),
        coin,
      });
    };
    const go = (active: ActiveLearner, from: number, to: number): ActiveLearner => {
      activeLearn(active, { rows: data.rows, order: all }, new LabelOracle(data.labels), { record: () => undefined }, from, to);
      return active;
    };
    for (const at of [0, 5, 12, 30]) {
      const resumed = fresh();
      resumed.restore(go(fresh(), 0, at).state());
      expect(go(resumed, at, 60).state()).toEqual(go(fresh(), 0, 60).state());
    }
  });
});

describe('how long it lasts', () => {
  const base = { ...descent(0.5), order: 'given', seed: 1 };
  const oneSided = (first: number) => {
    const toy = toyTask({ rows: 400, seed: 6 });
    return { ...toy, labels: toy.labels.map((y, i) => (i < first ? -1 : y)) };
  };
  /** Rows considered with p = 1 before the first other one, of a rule that never asks. */
  const lasts = (more: object, train = oneSided(0)): number => {
    let [length, isOver] = [0, false];
    const considered = ({ decision: { probability } }: ActiveLearner): void => {
      isOver ||= probability < 1;
      if (!isOver) length++;
    };
    simulate(parseRunSpec({ ...base, query: { name: 'random', rate: 1e-12 }, ...more }), { train }, () => 0, {
      considered,
      answered: () => undefined,
    });
    return length;
  };

  it('n labels where both classes come early, and until the second class where it comes late', () => {
    const firstPositive = oneSided(50).labels.indexOf(1) + 1;
    expect([lasts({}), lasts({ warmUp: 10 })]).toEqual([0, 10]);
    expect(lasts({ warmUp: 10 }, oneSided(50))).toBe(firstPositive);
    expect(firstPositive).toBeGreaterThan(50);
  });

  it('a tenth of the budget at most, at least one label', () => {
    expect(lasts({ warmUp: 10, budget: 65 }, oneSided(50))).toBe(6);
    expect([lasts({ warmUp: 3, budget: 65 }), lasts({ warmUp: 10, budget: 5 })]).toEqual([3, 1]);
    expect([9, 10, 19, 20, Infinity].map(longestWarmUp)).toEqual([1, 1, 1, 2, Infinity]);
  });

  it('n labels where the loss knows no classes', () => {
    const train = { ...oneSided(0), labels: oneSided(0).labels.map(() => 3) };
    expect(lasts({ warmUp: 10, loss: { name: 'poisson' } }, train)).toBe(10);
  });

  it('late labels count from when they were asked for, answers that never come do not', () => {
    expect(lasts({ warmUp: 10, oracle: { name: 'delayed', delay: 7 } })).toBe(10);
    const withSilence = lasts({ warmUp: 10, oracle: { name: 'abstaining' } });
    expect(withSilence).toBeGreaterThanOrEqual(10);
    expect(lasts({ warmUp: 100, budget: 100, oracle: { name: 'delayed', delay: 50 } })).toBe(10);
  });

  it.each([0, -1, 1.5, '10', null])('%s is refused', (warmUp) => {
    expect(() => parseRunSpec({ ...base, query: { name: 'passive' }, warmUp })).toThrow(/warmUp/);
  });
});

it('margin sampling on documents: of ten orders some end at chance at once; with a warm-up of 30 labels none does', () => {
  const train = rcv1Like({ documents: 1000, seed: 1, part: 'train', replicate: 1 });
  const ended = (more: object): number =>
    Array.from({ length: 10 }, (_, seed) => {
      const spec = {
        loss: { name: 'hinge' },
        update: 'invariant',
        optimizer: { name: 'gradient-descent', eta0: 1 },
        query: { name: 'margin', width: 0.8 },
        seed,
        ...more,
      };
      return simulate(parseRunSpec(spec), { train }, () => 0).measurement.curve.at(-1)!;
    }).filter(({ queried, progressiveError }) => queried < 60 && progressiveError > 0.4).length;
  expect(ended({})).toBeGreaterThanOrEqual(3);
  expect(ended({ warmUp: 30 })).toBe(0);
});

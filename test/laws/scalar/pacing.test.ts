import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../../src/numerics/recipe.ts';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import { hasPace, paced, type PacePlan, budgetSchedule, rateSchedule, type Schedule } from '../../../src/queries/pacer.ts';
import { selectRows, type Dataset } from '../../../src/rows/dataset.ts';
import { queries } from '../../../src/queries/index.ts';
import type { QueryRule, Reads, RuleReading } from '../../../src/queries/query.ts';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { buildActiveLearner, buildOracle } from '../../../src/specs/build.ts';
import { labelsFor } from '../../../src/specs/build-learner.ts';
import { orderOf, budgetOf, defaultExplore, type RunSpec } from '../../../src/specs/run.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { mean, standardError } from '../../../src/statistics/small-samples.ts';
import { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { activeLearn } from '../../../src/streams/passes/active-learn.ts';
import { simulate } from '../../../src/studies/cells/simulate.ts';
import { runs } from '../../support/long.ts';
import { samplePoint, situationAt } from '../../../src/laws/query-laws.ts';
import { PACED } from '../../support/paced-spec.ts';
import { buildRule, knobs, logisticLearner, ruleNames, type RuleName } from '../../support/rules.ts';
import { everyFall, expected, type Fall } from '../../support/laws/every-fall.ts';
import { toyTask } from '../../support/toy.ts';

/**
 * LAWS of pacing and tempering, over every rule of the registry that has a knob: unbiased by enumeration, predictable, within the
 * budget, spread over the stream, resumed bit for bit.
 */

const paceable = ruleNames.filter((name) => hasPace(buildRule(name, () => logisticLearner(4))));
const unjudged = { record: () => undefined };
const nothing = undefined as unknown as SparseRows;

/** A paced spec on the defaults of the command line. */
function specOf(given: Readonly<Record<string, unknown>>): RunSpec {
  return parseRunSpec({ ...PACED, coins: 'pool', seed: 1, ...given });
}

/** The unbounded rule: what a pacer starts from. */
function planOf(schedule: Schedule): PacePlan {
  return { schedule, minimum: 0.1, floor: 0, price: () => 1, window: 10 };
}

it('a schedule is ahead above three labels more than due, or a twentieth, and never before the warm-up is bought', () => {
  for (const [t, warmUp, most] of [
    [40, 0, 23],
    [120, 0, 63],
    [1000, 0, 525],
    [0, 7, 10],
    [1000, 7, 532],
  ]) {
    const even = rateSchedule(0.5, warmUp);
    expect([most, most + 0.01].map((bought) => even.isAhead(t, Infinity, bought))).toEqual([false, true]);
  }
  // A budget: what is due by then, even or front-loaded, and the larger of 3 and a twentieth of it.
  for (const [budget, decay, warmUp, most] of [
    [40, 0, 0, 20 + 3],
    [200, 0, 0, 100 + 10],
    [200, 0.5, 0, 200 * Math.SQRT1_2 + 10],
    [200, 0, 40, 40 + 80 + 10],
  ]) {
    const plan = budgetSchedule({ budget, rows: 1000, decay, warmUp });
    expect([most - 0.01, most + 0.01].map((bought) => plan.isAhead(500, budget - bought, NaN))).toEqual([false, true]);
  }
});

describe('knobs', () => {
  it('are declared where they are built', () => {
    for (const name of ruleNames) {
      const declared = Object.values<Parameter>(queries[name].parameters).filter(({ asks }) => asks !== undefined);
      const { knob } = buildRule(name, () => logisticLearner(4));
      // The cover reads its knob through the members, and is never paced.
      if (name !== 'active-cover') expect(declared.length, name).toBe(knob === undefined ? 0 : 1);
    }
    expect(paceable).toContain('soft-margin');
    expect(paceable).toContain('random');
    for (const name of ['passive', 'committee', 'selective-sampling', 'oracular-cal']) expect(paceable).not.toContain(name);
  });

  it.each(paceable)('%s: a larger one never asks less, and the rule itself uses its value', (name) => {
    const { knob, probability } = buildRule(name, () => logisticLearner(4)) as RuleReading<'flip'>;
    const random = randomStream(5, `knob of ${name}`);
    for (let run = 0; run < runs(2000); run++) {
      const situation = situationAt(samplePoint(random));
      const c = Math.min(knob!.to, Math.exp(60 * random.next() - 40));
      const larger = Math.min(knob!.to, c * (1 + random.next()));
      expect(knob!.probability(situation, larger)).toBeGreaterThanOrEqual(knob!.probability(situation, c));
      expect(probability(situation, undefined as never, 0)).toBe(knob!.probability(situation, knob!.value));
    }
  });

  it('soft-margin: what it says to be at most a probability is, and it says so from a billionth of a width on', () => {
    const { knob } = buildRule('soft-margin', () => logisticLearner(4)) as RuleReading<'prediction'>;
    const random = randomStream(5, 'bounds of soft-margin');
    let said = 0;
    for (let run = 0; run < runs(2000); run++) {
      const p = Math.exp(-30 * random.next());
      const width = Math.exp(60 * random.next() - 40);
      const off = (random.next() - 0.5) * 10 ** -Math.floor(12 * random.next());
      const situation = { ...situationAt(samplePoint(random)), time: 2, distance: Math.max(0, width * (off - Math.log(p))) };
      const isAtMost = knob!.isAtMost!(p)(situation, width);
      if (isAtMost) {
        said++;
        expect(knob!.probability(situation, width)).toBeLessThanOrEqual(p);
      } else expect(off).toBeLessThan(2e-9);
      expect(knob!.isAtMost!(0.5)({ ...situation, time: 1 }, width)).toBe(false);
    }
    expect(said).toBeGreaterThan(runs(2000) / 4);
  });
});

describe('by enumeration of every fall of the coins', () => {
  const N = 8;
  const small = toyTask({ rows: N, columns: 4, seed: 5 });
  const weights = Float64Array.of(1, 2, 0.5, 1, 0, 3, 1, 1);
  const budget = budgetSchedule({ budget: 3, rows: N, decay: 0, warmUp: 0 });
  const plans = {
    budget: planOf(budget),
    rate: planOf(rateSchedule(0.4, 0)),
    'budget, ties even': { ...planOf(budget), ties: 'even' },
  } as const;

  function falls(name: RuleName, temper: number, importances: Float64Array | undefined, pace: keyof typeof plans): Fall[] {
    const newLearner = () => logisticLearner(small.rows.columns);
    const active = (coin: RandomStream): ActiveLearner => {
      const rule = buildRule(name, newLearner, { given: knobs[name] }) as RuleReading<Reads>;
      return new ActiveLearner({ learner: newLearner(), query: paced(rule, plans[pace]) as QueryRule, coin, temper });
    };
    return [...everyFall({ task: small, importances, budget: pace === 'rate' ? Infinity : 3, active })];
  }

  for (const temper of [1, 0.5, 0]) {
    it.each(paceable)(`%s, tempered by ${temper}: sums and mistakes are those considered, wherever the budget ends`, (name) => {
      for (const [importances, pace] of [
        [undefined, 'budget'],
        [weights, 'budget'],
        [weights, 'rate'],
        [weights, 'budget, ties even'],
      ] as const) {
        const all = falls(name, temper, importances, pace);
        expect(expected(all, () => 1)).toBeCloseTo(1, 12);
        expect(
          expected(
            all,
            ({ active: { importanceSum, implied, consideredImportance } }) => importanceSum + implied - consideredImportance,
          ),
        ).toBeCloseTo(0, 10);
        expect(
          expected(all, ({ active: { consideredImportance, errorEstimate }, evaluator }) =>
            consideredImportance === 0 ? 0 : consideredImportance * (errorEstimate - evaluator.error),
          ),
        ).toBeCloseTo(0, 10);
        // With a budget runs do end early, or the law would say nothing of it.
        expect(all.some(({ probabilities }) => probabilities.length < N)).toBe(pace !== 'rate');
      }
    });
  }
});

interface Reported {
  readonly spent: number;
  readonly considered: number;
  readonly least: number;
  readonly gap: number;
  readonly variance: number;
}

/** A run, with what its coins were tossed with. */
function reported(spec: RunSpec, data: Dataset): Reported {
  const active = buildActiveLearner(spec, data);
  const oracle = buildOracle(spec, active.learner.loss, data.rows, labelsFor(active.learner.loss, data));
  let variance = 0;
  let least = 1;
  const considered = ({ decision: { probability: p } }: ActiveLearner): void => {
    variance += (1 - p) / p;
    least = Math.min(least, p);
  };
  const n = data.rows.length;
  const stream = { ...data, order: orderOf(spec, n) };
  const end = activeLearn(active, stream, oracle, unjudged, 0, n, { considered, answered: () => undefined });
  return { spent: oracle.spent, considered: end / n, least, gap: active.importanceSum - end, variance };
}

describe('spending', () => {
  const data = { ...toyTask({ rows: 3000, columns: 20, seed: 9 }), name: 'toy' };

  it.each(paceable)('%s: never above the budget, next to nothing left, few rows lost, no p below p_min', (name) => {
    const lost: number[] = [];
    for (const budget of [30, 100, 300, 900]) {
      for (let seed = 1; seed <= 5; seed++) {
        const run = reported(specOf({ query: { name }, budget, seed }), data);
        expect(run.spent).toBeLessThanOrEqual(budget);
        expect(budget - run.spent).toBeLessThanOrEqual(Math.max(3, 0.02 * budget));
        expect(run.least).toBeGreaterThanOrEqual(Math.min(1, (defaultExplore(budget) * budget) / 3000));
        expect(run.considered).toBeGreaterThanOrEqual(1 - 12 / budget);
        lost.push((1 - run.considered) * budget);
      }
    }
    expect(lost.filter((each) => each > 6).length).toBeLessThanOrEqual(0.1 * lost.length);
  });

  it.each(paceable)('%s, even at ties, before any answer came: each p is near B / N, and nearly all is spent', (name) => {
    const spec = { query: { name }, budget: 100, explore: 0.05, oracle: { name: 'delayed', delay: 3000 } };
    const [even, turns] = [{ ties: 'even' }, {}].map((pace) => reported(specOf({ ...spec, pace }), data));
    expect(even.spent).toBeGreaterThanOrEqual(97);
    expect(even.variance).toBeLessThan((1.5 * 3000 ** 2) / 100);
    if (name === 'soft-margin') expect(turns.variance).toBeGreaterThan(10 * even.variance);
  });

  it('a budget for every row buys every row; a share of the rows is that many labels', () => {
    for (const budget of [3000, 5000]) {
      expect(reported(specOf({ budget }), data)).toMatchObject({ spent: 3000, considered: 1 });
    }
    expect([budgetOf({ budget: '10%' }, 3000), budgetOf({ budget: '0.001%' }, 3000)]).toEqual([300, 1]);
    expect(reported(specOf({ budget: '10%' }), data)).toEqual(reported(specOf({ budget: 300 }), data));
  });

  it('what lacks a part in 10^9 of every row buys every row; what lacks more may as well buy nearly all', () => {
    const knobOf = (missing: number): number => {
      const due = (t: number): number => (t < 30 ? 0.9991 : 1 - missing);
      const query = paced(buildRule('random', () => logisticLearner(1)) as RuleReading<'counts'>, {
        ...planOf({ due, isAhead: () => false, reach: (t) => t }),
        minimum: 0.01,
      });
      const random = randomStream(1, 'every row');
      for (let time = 0; time < 60; time++)
        query.consider!({ ...situationAt({ ...samplePoint(random), k: time }), rowImportance: 1 }, nothing, time);
      return query.knob!.value;
    };
    expect([0, 0.5e-9, 0.999e-9].map(knobOf)).toEqual([1, 1, 1]);
    for (const missing of [1.004e-9, 1.5e-9, 1e-6]) {
      expect(knobOf(missing)).toBeLessThan(1);
      expect(knobOf(missing)).toBeGreaterThan(0.995);
    }
  });

  it('prices and importances: p_min goes with the importance, and the cost of it is the share that is explored', () => {
    const importances = Float64Array.from({ length: 3000 }, (_, i) => i % 4);
    const weighted = { ...data, importances };
    const spec = specOf({ budget: 400, explore: 0.5, oracle: { name: 'priced', price: 2 } });
    const active = buildActiveLearner(spec, weighted);
    const mass = 2 * importances.reduce((sum, i) => sum + i, 0);
    const oracle = buildOracle(spec, active.learner.loss, data.rows, data.labels);
    const considered = ({ decision: { probability: p }, situation: { rowImportance } }: ActiveLearner): void => {
      expect(p).toBeGreaterThanOrEqual((0.5 * 400 * rowImportance) / mass);
      expect(p > 0).toBe(rowImportance > 0);
    };
    const stream = { ...weighted, order: orderOf(spec, 3000) };
    const end = activeLearn(active, stream, oracle, unjudged, 0, 3000, { considered, answered: () => undefined });
    expect(oracle.spent).toBeGreaterThan(390);
    expect(oracle.spent).toBeLessThanOrEqual(400);
    expect(end).toBeGreaterThan(2900);
  });

  it('a floor is the smallest probability of any row, whatever its importance', () => {
    const importances = Float64Array.from({ length: 3000 }, (_, i) => (i % 4) / 2 || 0.01);
    const weighted = { ...data, importances };
    const run = reported(specOf({ budget: 400, floor: 0.05 }), weighted);
    expect(run.least).toBe(0.05);
    expect(run.spent).toBeGreaterThan(390);
  });

  it.each(paceable)('%s at a rate: so many labels by any row, whatever the length, p_min a share of the rate', (name) => {
    for (const rate of [0.02, 0.1, 0.5]) {
      const run = reported(specOf({ query: { name }, budget: undefined, pace: { rate } }), data);
      expect(run.considered).toBe(1);
      // The knob of random sampling is the same for all rows, and mistakes differ too little: p never has to fall to p_min.
      if (name === 'random' || name === 'mistake') expect(run.least).toBeGreaterThan(0.1 * rate);
      else expect(run.least).toBeCloseTo(0.1 * rate, 12);
      const { measurement } = simulate(
        specOf({ query: { name }, budget: undefined, pace: { rate }, perDecade: 20 }),
        { train: data },
        () => 0,
      );
      for (const { examples, queried } of measurement.curve.filter((point) => point.examples > 300))
        expect(Math.abs(queried - rate * examples), `${name} ${rate} ${examples}`).toBeLessThan(
          10 + Math.max(3, (rate * examples) / 20) + 4 * Math.sqrt(rate * examples),
        );
      expect(run.spent).toBeGreaterThan(0.85 * rate * 3000);
    }
  });

  it('a rate does not know how long the stream is: a beginning of it is bought as the whole', () => {
    const spec = specOf({ budget: undefined, pace: { rate: 0.1 }, order: 'given', coins: undefined });
    const labelsOf = (rows: number): number => {
      const active = buildActiveLearner(spec, data);
      const oracle = buildOracle(spec, active.learner.loss, data.rows, data.labels);
      activeLearn(active, { ...data, order: orderOf(spec, 3000) }, oracle, unjudged, 0, rows);
      return oracle.sold;
    };
    const short = {
      ...data,
      rows: selectRows(
        data,
        Uint32Array.from({ length: 1000 }, (_, i) => i),
        'short',
      ).rows,
    };
    const active = buildActiveLearner(spec, short);
    const oracle = buildOracle(spec, active.learner.loss, short.rows, data.labels.subarray(0, 1000));
    activeLearn(active, { ...short, order: orderOf(spec, 1000) }, oracle, unjudged, 0, 1000);
    expect(oracle.sold).toBe(labelsOf(1000));
  });

  it('front-loaded, it has spent B (t/n)^(1 - beta) by t', () => {
    const { measurement } = simulate(specOf({ budget: 300, pace: { decay: 0.5 } }), { train: data }, () => 0);
    for (const { examples, queried } of measurement.curve.filter((point) => point.examples > 100)) {
      expect(Math.abs(queried - 300 * Math.sqrt(examples / 3000))).toBeLessThan(45);
    }
  });
});

describe('the sum of importance', () => {
  it('is within 1.96 standard errors of the rows considered in 92 to 97% of 400 runs, and on average', () => {
    const scores: number[] = [];
    for (let run = 0; run < 400; run++) {
      const data = { ...toyTask({ rows: 1000, columns: 10, seed: 100 + run }), name: 'toy' };
      const { gap, variance } = reported(specOf({ budget: 200, explore: 0.5, seed: run }), data);
      scores.push(gap / Math.sqrt(variance));
    }
    const within = scores.filter((z) => Math.abs(z) <= 1.96).length / scores.length;
    expect(within).toBeGreaterThanOrEqual(0.92);
    expect(within).toBeLessThanOrEqual(0.97);
    expect(Math.abs(mean(scores))).toBeLessThan(3 * standardError(scores));
  });
});

describe('resuming', () => {
  const data = { ...toyTask({ rows: 400, columns: 8, seed: 3 }), name: 'toy' };

  it.each(paceable)('%s goes on bit for bit from any position', (name) => {
    const late = { pace: { ties: 'even' }, oracle: { name: 'delayed', delay: 50 } };
    const spec = specOf({ query: { name }, budget: 60, temper: 0.5, ...late });
    const stream = { ...data, order: orderOf(spec, 400) };
    const start = () => {
      const active = buildActiveLearner(spec, data);
      return { active, oracle: buildOracle(spec, active.learner.loss, data.rows, data.labels) };
    };
    const whole = start();
    activeLearn(whole.active, stream, whole.oracle, unjudged, 0, 400);
    for (const cut of [1, 7, 60, 251, 330]) {
      const [first, second] = [start(), start()];
      activeLearn(first.active, stream, first.oracle, unjudged, 0, cut);
      second.active.restore(first.active.state());
      second.oracle.restore(first.oracle.state());
      activeLearn(second.active, stream, second.oracle, unjudged, cut, 400);
      expect(second.active.state()).toEqual(whole.active.state());
    }
  });
});

describe('tempered importances', () => {
  const data = { ...toyTask({ rows: 500, columns: 8, seed: 3 }), name: 'toy' };
  const importances = Float64Array.from({ length: 500 }, (_, i) => 1 + (i % 3));

  it('1 is the same run as none, bit for bit', () => {
    const [none, one] = [undefined, 1].map((temper) => specOf({ budget: 100, temper }));
    expect(one).toEqual(none);
    expect('temper' in none).toBe(false);
  });

  it.each([0, 0.3, 0.5, 1])('%s: i (1/p)^a is learned, and i/p summed', (temper) => {
    const spec = specOf({ budget: 100, temper });
    const active = buildActiveLearner(spec, { ...data, importances });
    let sum = 0;
    const considered = ({ decision, situation }: ActiveLearner): void => {
      if (decision.outcome !== 'asked') return;
      sum += decision.importance;
      const wanted = situation.rowImportance * (1 / decision.probability) ** temper;
      expect(active.learnedImportance(decision.importance)).toBeCloseTo(wanted, 9);
    };
    const stream = { ...data, importances, order: orderOf(spec, 500) };
    const oracle = buildOracle(spec, active.learner.loss, data.rows, data.labels);
    activeLearn(active, stream, oracle, unjudged, 0, 500, { considered, answered: () => undefined });
    expect(active.importanceSum).toBeCloseTo(sum, 6);
  });
});

it.each([
  [{ query: { name: 'passive' } }, /'passive' has no knob/],
  [{ query: { name: 'committee' } }, /'committee' has no knob/],
  [{ query: { name: 'selective-sampling' } }, /does not weigh every label by 1\/p/],
  [{ query: { name: 'oracular-cal' } }, /does not weigh every label by 1\/p/],
  [{ query: { name: 'selective-sampling' }, pace: undefined, warmUp: undefined }, /no importance to temper/],
  [{ budget: undefined }, /there is none/],
  [{ pace: undefined, explore: 0.1 }, /there is no pace/],
  [{ floor: 0.1, explore: 0.1 }, /expected one of them/],
  [{ temper: 1.5 }, /temper/],
  [{ budget: '10' }, /10%/],
  [{ pace: { window: 1 } }, /window/],
  [{ pace: { decay: 1 } }, /decay/],
])('what is refused: %j', (given, message) => expect(() => specOf({ budget: 50, ...given })).toThrow(message));

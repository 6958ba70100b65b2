import '../../../support/kinds.ts';
import { describe, expect, it } from 'vitest';
import { COLUMNS, difference, sampleRows } from '../../../../src/laws/optimizer-laws.ts';
import { randomStream } from '../../../../src/numerics/random.ts';
import { coal, costInterval } from '../../../../src/queries/costs/coal.ts';
import type { CostRule, CostSituation } from '../../../../src/queries/costs/cost-rule.ts';
import { costRules } from '../../../../src/queries/costs/index.ts';
import { reach } from '../../../../src/queries/costs/coal.ts';
import { buildCostBuyer, buildCostOracle, parseCosts } from '../../../../src/specs/kinds/costs.ts';
import { ClassValidation } from '../../../../src/streams/measures/class-validation.ts';
import { CostOracle, CostBuyer, costLearn } from '../../../../src/streams/passes/cost-buyer.ts';
import { resolve } from '../../../../src/specs/choices.ts';
import { simulateCosts } from '../../../../src/studies/cells/simulate.ts';
import { cell, requireFitting, runCell } from '../../../../src/studies/cells/cell.ts';
import { toyTask } from '../../../support/toy.ts';

/** LAWS of buying single costs: the cubic of COAL, its intervals and questions, and the stream that buys. */

const random = randomStream(1, 'costs');
const between = (low: number, high: number): number => low * (high / low) ** random.next();

describe('the cubic', () => {
  it('u^2 (2 e - u) is the evidence, unless u is the edge: to a relative 1e-14', () => {
    for (let run = 0; run < 20_000; run++) {
      const [edge, evidence] = [between(1e-6, 1e2), between(1e-12, 1e6)];
      const u = reach(edge, evidence);
      if (u === edge) expect(edge ** 3).toBeLessThanOrEqual(evidence * (1 + 1e-14));
      else expect(Math.abs((u * u * (2 * edge - u)) / evidence - 1)).toBeLessThan(1e-14);
      expect(u).toBeLessThanOrEqual(edge);
    }
  });

  it('is the largest u that the inequality allows: brute force on a fine grid', () => {
    for (let run = 0; run < 30; run++) {
      const [edge, evidence] = [between(0.1, 2), between(1e-3, 10)];
      let largest = 0;
      for (let n = 0; n <= 20_000; n++) {
        const u = (edge * n) / 20_000;
        if (u * u * (2 * edge - u) <= evidence) largest = u;
      }
      expect(Math.abs(reach(edge, evidence) - largest)).toBeLessThanOrEqual(edge / 10_000);
    }
  });

  it('grows with the evidence, is led less far by an edge out of reach, scales with both, and ends at nothing and everything', () => {
    for (let run = 0; run < 2000; run++) {
      const [edge, evidence, a] = [between(1e-3, 10), between(1e-9, 1e3), between(1e-3, 1e3)];
      const u = reach(edge, evidence);
      expect(reach(edge, 1.1 * evidence)).toBeGreaterThanOrEqual(u);
      // A farther edge is reached as long as it can be; one that cannot be lets less far towards it.
      if (reach(1.1 * edge, evidence) < 1.1 * edge) expect(reach(1.3 * edge, evidence)).toBeLessThan(reach(1.1 * edge, evidence));
      // u -> a u where the edge goes to a edge and the evidence to a^3 evidence.
      expect(Math.abs(reach(a * edge, a * a * a * evidence) / (a * u) - 1)).toBeLessThan(1e-12);
    }
    expect([reach(0, 1), reach(1, 0), reach(1, 1), reach(1, 1e300), reach(1e-300, 1)]).toEqual([0, 0, 1, 1, 1e-300]);
    expect(reach(1, 1e-300)).toBeGreaterThan(0);
  });
});

function situationOf(classes: number, low = 0, high = 1): CostSituation {
  return {
    time: 2 + random.below(1000),
    predictions: Float64Array.from({ length: classes }, () => low + (high - low) * (1.4 * random.next() - 0.2)),
    sensitivities: Float64Array.from({ length: classes }, () => between(1e-4, 1)),
    low,
    high,
  };
}

/** What COAL asks about, by its definition alone. */
function byDefinition(situation: CostSituation, mellowness: number, range: number): number[] {
  const { time, predictions, sensitivities, low, high } = situation;
  const evidence = mellowness * Math.log(predictions.length * (time - 1)) * (high - low) ** 2;
  const ends = Array.from(predictions, (p, k) => {
    const f = Math.min(high, Math.max(low, p));
    const farthest = (edge: number): number => {
      let [from, to] = [0, edge];
      if (edge ** 3 <= evidence * sensitivities[k]) return edge;
      for (let n = 0; n < 200; n++) {
        const middle = (from + to) / 2;
        if (middle * middle * (2 * edge - middle) <= evidence * sensitivities[k]) from = middle;
        else to = middle;
      }
      return from;
    };
    return [f - farthest(f - low), f + farthest(high - f)];
  });
  const best = Math.min(...ends.map(([, up]) => up));
  const open = ends.filter(([down]) => down <= best).length;
  return ends.map(([down, up]) => (open > 1 && down <= best && up - down > (range * (high - low)) / Math.sqrt(time) ? 1 : 0));
}

describe('coal', () => {
  const asked = (situation: CostSituation, given: { mellowness: number; range?: number; first?: number }): number[] => {
    const out = new Float64Array(situation.predictions.length);
    coal(given).probabilities(situation, out);
    return [...out];
  };

  it('asks what its definition says', () => {
    let some = 0;
    for (let run = 0; run < 500; run++) {
      const situation = situationOf(2 + random.below(8));
      const mellowness = between(1e-5, 1);
      const found = asked(situation, { mellowness });
      expect(found).toEqual(byDefinition(situation, mellowness, 0.5));
      if (found.some((p) => p === 1) && found.some((p) => p === 0)) some++;
    }
    expect(some).toBeGreaterThan(50);
  });

  it('an interval holds its prediction, lies in the range, and widens with the mellowness', () => {
    const [narrow, wide] = [
      { low: 0, high: 0 },
      { low: 0, high: 0 },
    ];
    for (let run = 0; run < 500; run++) {
      const situation = situationOf(3, -1, 3);
      const mellowness = between(1e-6, 1);
      costInterval(situation, 0, { mellowness, first: 1 }, narrow);
      costInterval(situation, 0, { mellowness: 2 * mellowness, first: 1 }, wide);
      const f = Math.min(3, Math.max(-1, situation.predictions[0]));
      expect(narrow.low).toBeLessThanOrEqual(f);
      expect(narrow.high).toBeGreaterThanOrEqual(f);
      expect(narrow.low).toBeGreaterThanOrEqual(-1);
      expect(narrow.high).toBeLessThanOrEqual(3);
      expect(wide.low).toBeLessThanOrEqual(narrow.low);
      expect(wide.high).toBeGreaterThanOrEqual(narrow.high);
    }
  });

  it('asks the same where costs are measured in another unit: in powers of two, bit for bit', () => {
    for (let run = 0; run < 300; run++) {
      const situation = situationOf(4);
      for (const a of [0.25, 8]) {
        const scaled = { ...situation, predictions: situation.predictions.map((f) => a * f), low: 0, high: a };
        // f -> a f, R -> a R: the sensitivity of f is one of a regression whose step is a times as long.
        scaled.sensitivities = situation.sensitivities.map((s) => a * s);
        expect(asked(scaled, { mellowness: 0.01 })).toEqual(asked(situation, { mellowness: 0.01 }));
      }
    }
  });

  it('asks nothing where one class is surely the cheapest, everything where nothing is ruled out', () => {
    const sure = {
      time: 100,
      predictions: Float64Array.of(0, 1, 1),
      sensitivities: new Float64Array(3).fill(1e-6),
      low: 0,
      high: 1,
    };
    expect([asked(sure, { mellowness: 0.01 }), asked(sure, { mellowness: 1e12 })]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ]);
    expect(asked({ ...sure, time: 1 }, { mellowness: 1e-9 })).toEqual([1, 1, 1]);
    expect(asked(sure, { mellowness: 1e-9, first: 100 })).toEqual([1, 1, 1]);
    for (const unknown of [0, NaN, Infinity])
      expect(asked({ ...sure, sensitivities: new Float64Array(3).fill(unknown) }, { mellowness: 1e-9 })).toEqual([1, 1, 1]);
  });
});

describe('a stream that buys costs', () => {
  const data = toyTask({ rows: 400, seed: 1 });
  const four = {
    ...data,
    labels: data.labels.map((y, i) => (y > 0 ? 2 : 0) + (data.rows.values[data.rows.offsets[i + 1] - 1] > 0 ? 2 : 1)),
  };
  const given = { rule: { name: 'coal', mellowness: 0.01 }, optimizer: { name: 'ada-grad', eta0: 0.1 }, seed: 1 };
  const order = Uint32Array.from({ length: 400 }, (_, i) => i);
  const learned = (more: object, to = 400) => {
    const spec = parseCosts({ ...given, ...more });
    const buyer = buildCostBuyer(spec, 4, four.rows.columns);
    const oracle = buildCostOracle(spec, four, 4);
    const evaluator = new ClassValidation(four, 4);
    costLearn(buyer, { ...four, order }, oracle, evaluator, 0, to);
    return { spec, buyer, oracle, evaluator };
  };

  it.each(Object.keys(costRules))('%s: stops at its budget, counts costs, and is the same after a restart', (name) => {
    const rule = name === 'random-costs' ? { name, rate: 0.5 } : { name };
    const { oracle } = learned({ rule, budget: 90 });
    expect(oracle.sold).toBeLessThanOrEqual(90);
    expect(oracle.sold).toBeGreaterThan(85);
    const whole = learned({ rule });
    const half = learned({ rule }, 150);
    const again = buildCostBuyer(half.spec, 4, four.rows.columns);
    again.restore(half.buyer.state());
    costLearn(again, { ...four, order }, new CostOracle(four, 4), new ClassValidation(four, 4), 150, 400);
    expect(difference(again.state(), whole.buyer.state())).toBeUndefined();
  });

  it('reads no cost that it has not bought: what was not wanted may be anything', () => {
    const { spec } = learned({});
    const [whole, poisoned] = [false, true].map((isPoisoned) => {
      const sold: number[] = [];
      const buyer = buildCostBuyer(spec, 4, four.rows.columns);
      const oracle = buildCostOracle(spec, four, 4);
      const sell = oracle.sell.bind(oracle);
      oracle.sell = (i, wanted) => {
        sold.push(i, wanted);
        return sell(i, wanted);
      };
      const learn = buyer.learner.learn.bind(buyer.learner);
      buyer.learner.learn = (rows, i, costs, importances) => {
        learn(rows, i, isPoisoned ? costs.map((cost, k) => (importances[k] > 0 ? cost : NaN)) : costs, importances);
      };
      costLearn(buyer, { ...four, order }, oracle, new ClassValidation(four, 4), 0, 400);
      return { sold, state: buyer.state() };
    });
    expect(whole.sold.some((_, at) => at % 2 === 1 && whole.sold[at] < 4)).toBe(true);
    expect(poisoned).toEqual(whole);
  });

  it.each(Object.keys(costRules))('%s asks with probabilities', (name) => {
    const rule = resolve('rule', costRules, { name });
    for (const time of [1, 2, 50]) {
      const out = new Float64Array(4).fill(NaN);
      rule.probabilities({ ...situationOf(4), time }, out);
      expect([...out].every((p) => p >= 0 && p <= 1)).toBe(true);
    }
  });

  it('a cost is bought where the coin is below its probability, and not where it is as large', () => {
    const { learner } = buildCostBuyer(parseCosts(given), 4, four.rows.columns);
    const rule: CostRule = {
      probabilities(_, out) {
        out.set([0.5, 0.75, 0, 1]);
      },
    };
    const coin = { next: () => 0.5 };
    const buyer = new CostBuyer({ learner, rule, coin: coin as never, low: 0, high: 1 });
    const oracle = new CostOracle(four, 4);
    buyer.consider(four.rows, 0, oracle);
    expect(oracle.sold).toBe(2);
    coin.next = () => 0;
    buyer.consider(four.rows, 0, oracle);
    expect(oracle.sold).toBe(5);
  });

  it('a row of importance k is learned as k rows and costs one; of importance 0 nothing is bought, whoever asks', () => {
    const spec = parseCosts({ ...given, rule: { name: 'every-cost' }, optimizer: { name: 'gradient-descent', eta0: 0.1 } });
    const [weighed, copied] = [0, 1].map(() => buildCostBuyer(spec, 4, four.rows.columns));
    const [one, many] = [0, 1].map(() => buildCostOracle(spec, four, 4));
    let copies = 0;
    for (let i = 0; i < 100; i++) {
      const importance = i % 4;
      weighed.consider(four.rows, i, one, importance);
      for (let n = 0; n < importance; n++) copied.consider(four.rows, i, many);
      copies += importance;
      for (let k = 0; k < 4; k++) {
        const [w, v] = [weighed, copied].map(({ learner }) => learner.learner.block.weights(k));
        w.forEach((weight, j) => expect(weight).toBeCloseTo(v[j], 12));
      }
    }
    expect([one.sold, many.sold]).toEqual([4 * 75, 4 * copies]);
    for (const importance of [-1, NaN, Infinity])
      expect(() => weighed.consider(four.rows, 0, one, importance)).toThrow(`row 0 has the importance ${importance}`);
  });

  it.each(Object.keys(costRules))('%s: learns the importances of the data, and judges by them', (name) => {
    const importances = Float64Array.from(four.labels, (_, i) => [0, 0.5, 1, 3][i % 4]);
    const spec = parseCosts({ ...given, rule: name === 'random-costs' ? { name, rate: 0.5 } : { name } });
    const run = (h: Float64Array | undefined) => {
      const train = h === undefined ? four : { ...four, importances: h };
      return simulateCosts(spec, { train });
    };
    const [plain, ones, weighed] = [undefined, four.labels.map(() => 1), importances].map(run);
    expect(ones.measurement).toEqual(plain.measurement);
    const last = weighed.measurement.curve.at(-1)!;
    expect(last.bought).toBeLessThanOrEqual(4 * importances.filter((h) => h > 0).length);
    if (name === 'every-cost') expect(last.bought).toBe(4 * importances.filter((h) => h > 0).length);
    expect(last.error).not.toBe(plain.measurement.curve.at(-1)!.error);
  });

  it('sensitivities know no cost: what adapts reads the features alone', () => {
    const rows = sampleRows(random, 10);
    const spec = parseCosts(given);
    const [one, other] = [0, 1].map(() => buildCostBuyer(spec, 3, COLUMNS).learner);
    const importances = new Float64Array(3).fill(1);
    for (let i = 0; i < 10; i++) {
      one.learn(rows, i, Float64Array.of(0, 1, 1), importances);
      other.learn(rows, i, Float64Array.of(1, 0, 0.5), importances);
    }
    const seen = [one, other].map((learner) => {
      const [predictions, sensitivities] = [new Float64Array(3), new Float64Array(3)];
      expect(learner.look(rows, 3, predictions, sensitivities)).toBe(learner.predict(rows, 3));
      return sensitivities;
    });
    expect(seen[0]).toEqual(seen[1]);
  });

  it('is a kind of cell, learns, and says what it cannot use', () => {
    const run = { ...given, rule: { name: 'coal', mellowness: 0.05, first: 20 } } as const;
    const outcome = runCell(
      cell({ kind: 'costs', dataset: 'four', run } as never),
      new Map([['four', { train: four, test: four }]]),
    );
    const { measurement } = outcome as unknown as {
      measurement: { test: { error: number }; curve: { bought: number }[]; classes: number };
    };
    expect(measurement.test.error).toBeLessThan(0.35);
    expect(measurement.classes).toBe(4);
    expect(measurement.curve.at(-1)!.bought).toBeLessThan(1600);
    const refused =
      (more: object): (() => unknown) =>
      () =>
        parseCosts({ ...given, ...more });
    expect(refused({ rule: { name: 'caol' } })).toThrow(/did you mean 'coal'/);
    expect(refused({ rule: { name: 'coal', mellowness: 0 } })).toThrow(/mellowness must be a number > 0/);
    expect(refused({ low: 1, high: 1 })).toThrow(/1 is not below 1/);
    expect(refused({ loss: { name: 'logistic' } })).toThrow(/regressed with squared loss/);
    expect(refused({ budget: -1 })).toThrow(/budget/);
    const fit =
      (train: object, more: object = {}): (() => void) =>
      () => {
        requireFitting(cell({ kind: 'costs', dataset: 'x', run: { ...run, ...more } } as never), {
          train: { ...four, ...train },
        });
      };
    const table = (costs: number[]): object => ({
      costs: {
        offsets: Uint32Array.from({ length: 401 }, (_, i) => 2 * i),
        classes: Uint32Array.from({ length: 800 }, (_, k) => 1 + (k % 2)),
        costs: Float64Array.from({ length: 800 }, (_, k) => costs[k % 2]),
        lines: order,
      },
      labels: new Float64Array(400).fill(1),
      classNames: ['a', 'b'],
    });
    expect(fit(table([0, 0.5]))).not.toThrow();
    expect(fit(table([0, 2]))).toThrow('has the cost 2; expected costs in [0, 1]');
    expect(fit(table([0, -1]))).toThrow('has the cost -1; expected costs in [0, 1]');
    expect(fit({ ...table([0, 1]), classNames: ['a', 'b', 'c'] })).toThrow(/has costs of 2 classes; expected those of all 3/);
    expect(fit({}, { high: 0.5 })).toThrow('cost 0 and 1; expected costs in [0, 0.5]');
    expect(fit({ labels: four.labels.map((y) => y - 1) })).toThrow(/several classes are numbered 1, 2/);
    expect(fit({ labels: new Float64Array(400).fill(1) })).toThrow(/has 1 class; expected two or more/);
  });
});

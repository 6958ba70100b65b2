import { partIn } from '../../../src/numerics/state.ts';
import { describe, expect, it } from 'vitest';
import { LinearLearner } from '../../../src/learners/margin-learner.ts';
import { losses } from '../../../src/losses/index.ts';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import { mean, standardError } from '../../../src/statistics/small-samples.ts';
import { scalarRule } from '../../../src/queries/query.ts';
import { queries } from '../../../src/queries/index.ts';
import { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { activeLearn } from '../../../src/streams/passes/active-learn.ts';
import { knowing } from '../../../src/streams/oracles/annotator.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';
import { AnnotatorOracle, LabelOracle } from '../../../src/streams/oracles/oracle.ts';
import { passiveLearn } from '../../../src/streams/passes/passive-learn.ts';
import { ProgressiveValidation } from '../../../src/streams/measures/class-measures.ts';
import { updates } from '../../../src/updates/index.ts';
import { annotatorContext, deviations, order, prepared, run, weightedTask as task } from '../../support/active-runs.ts';
import { runs } from '../../support/long.ts';
import { difference } from '../../../src/laws/optimizer-laws.ts';
import { settings } from '../../support/laws/optimizer-settings.ts';
import { logisticLearner, ruleNames } from '../../support/rules.ts';
import { type Dataset, smallerClass, selectRows, shardsOf } from '../../../src/rows/dataset.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { certifiableOf } from '../../../src/cli/calibrate/result.ts';
import { stopRemarks } from '../../../src/cli/data/remarks.ts';
import { percent } from '../../../src/numerics/display.ts';
import { defaultExplore } from '../../../src/specs/run.ts';
import { unitProbability } from '../../../src/numerics/elementary.ts';
import { minimumOfUnits } from '../../../src/specs/build.ts';
import { smallestCertifiable } from '../../../src/statistics/certificates/certificate.ts';
import { CertifiedCount } from '../../../src/statistics/certificates/certified-count.ts';
import { errorOn } from '../../../src/studies/cells/score.ts';
import { pilotOf } from '../../../src/cli/calibrate/run.ts';
import { summary } from '../../../src/cli/simulate/page.ts';
import { resultOf } from '../../../src/cli/simulate/result.ts';
import { watchLabels } from '../../../src/cli/simulate/watched.ts';
import { kinds } from '../../support/kinds.ts';
import { ErrorMeter } from '../../../src/streams/measures/error-meter.ts';
import { rowsOf } from '../../support/rows/rows.ts';

/**
 * LAWS of rows that have importances of their own: a row of importance k counts as k rows, wherever something is learned, summed,
 * estimated or judged; it costs one label all the same, and the clock counts it once.
 */

const seeds = Array.from({ length: Math.min(runs(400), 10_000) }, (_, seed) => seed);
const delay = oracles.delayed({ delay: 7 }, annotatorContext());
/** Of the whole stream. */
const mass = task.importances.reduce((sum, each) => sum + each, 0);
const weightless = task.importances.filter((each) => each === 0).length;

describe.each(ruleNames)('%s', (rule) => {
  const { query } = prepared({ rule }).active;

  it('E[sum of importance] is the importance considered, less what it leaves out', () => {
    if (query.weighting !== 'inverse-probability') return;
    // As for rows of importance 1 (active-learn.test.ts): a martingale, standard error below 3% of the target (checked).
    const ends = seeds.map((seed) => run({ rule, seed, data: task }).active);
    expect(ends.every(({ consideredImportance }) => Math.abs(consideredImportance - mass) < 1e-9)).toBe(true);
    // Above the roundings of 300 sums.
    expect(Math.abs(mean(ends.map(({ importanceSum, implied }) => importanceSum + implied)) - mass)).toBeLessThan(
      4 * standardError(ends.map(({ importanceSum, implied }) => importanceSum + implied)) + 1e-9,
    );
    expect(standardError(ends.map(({ importanceSum }) => importanceSum))).toBeLessThan(0.03 * mass);
    // The planted mistake: what the label was bought with is 1/p, whatever the row's importance.
    if (rule === 'random') {
      const counted = seeds.map(
        (seed) => run({ rule, seed, data: { ...task, importances: new Float64Array(300).fill(1) } }).active.importanceSum,
      );
      expect(deviations(counted, mass)).toBeGreaterThan(5);
    }
  });

  it('the error estimate is about the error that the evaluator weighs alike', () => {
    if (!query.unbiased) return;
    const gaps = seeds.map((seed) => {
      const { active, evaluator } = run({ rule, seed, data: task });
      return active.errorEstimate - evaluator.error;
    });
    expect(Math.abs(mean(gaps))).toBeLessThan(4 * standardError(gaps) + 1e-12);
    expect(standardError(gaps)).toBeLessThan(0.025);
  });

  it('importances of 1 change nothing, bit for bit', () => {
    const plain = run({ rule, data: { ...task, importances: undefined } as never, decorators: [delay] });
    const ones = run({ rule, data: { ...task, importances: new Float64Array(300).fill(1) }, decorators: [delay] });
    expect(difference(ones.active.state(), plain.active.state())).toBeUndefined();
    expect(ones.evaluator.error).toBe(plain.evaluator.error);
  });

  it('rows of importance 0 are considered and toss their coins, and are neither asked about nor learned in any way', () => {
    const without = order.filter((i) => task.importances[i] > 0);
    const outcomes: string[] = [];
    const coins: number[] = [];
    const observer = {
      considered: ({ decision }: ActiveLearner, i: number) => {
        coins.push(decision.coin);
        if (task.importances[i] === 0) outcomes.push(`${decision.outcome} ${decision.probability} ${decision.importance}`);
      },
      answered: (_: ActiveLearner, i: number) => expect(task.importances[i]).toBeGreaterThan(0),
    };
    const { active } = run({ rule, data: task, observer });
    expect(new Set(outcomes)).toEqual(new Set(['implied 0 0']));
    expect(outcomes.length).toBe(weightless);
    expect(active.situation.time).toBe(300);
    const tossed: number[] = [];
    run({
      rule: 'passive',
      observer: {
        considered: ({ decision }) => {
          tossed.push(decision.coin);
        },
        answered: () => undefined,
      },
    });
    expect(coins).toEqual(tossed);
    // No clock decides of passive learning.
    if (rule !== 'passive') return;
    expect(
      difference(
        partIn(run({ rule, data: task, order: without }).active.learner.state(), 'optimizer'),
        partIn(active.learner.state(), 'optimizer'),
      ),
    ).toBeUndefined();
  });

  it('a label is learned with the importance of its row, late or at once', () => {
    for (const decorators of [[], [delay]]) {
      const learned = new Map<number, number>();
      const parts = prepared({ rule, data: task, decorators });
      const { learner } = parts.active;
      const learn = learner.learn.bind(learner);
      const taught = new Map<number, number>();
      learner.learn = (rows, i, y, h, margin) => {
        taught.set(i, h);
        return learn(rows, i, y, h, margin);
      };
      activeLearn(parts.active, { ...task, order }, parts.oracle, parts.evaluator, 0, 300, {
        considered: ({ decision, query: { whenImplied } }, i) => {
          const { outcome, probability } = decision;
          if (outcome === 'asked')
            learned.set(i, task.importances[i] / (query.weighting === 'inverse-probability' ? probability : 1));
          if (outcome === 'implied' && whenImplied === 'learn-prediction') learned.set(i, task.importances[i]);
        },
        answered: () => undefined,
      });
      expect(taught.size).toBeGreaterThan(10);
      for (const [i, h] of taught) expect(h, `row ${i}`).toBe(learned.get(i));
    }
  });
});

describe('bought everything', () => {
  it.each(settings.map(({ name, factory }) => [name, factory] as const))(
    'with %s, is passive learning bit for bit',
    (_, factory) => {
      const update = factory(1).linear ? updates.invariant : updates.naive;
      const newLearner = (): LinearLearner => new LinearLearner(losses.logistic, update, factory(task.rows.columns));
      const passive = newLearner();
      const judge = new ProgressiveValidation(passive.loss, task.labels, task.importances);
      passiveLearn(passive, { ...task, order }, judge, 0, 300);
      const plain = newLearner();
      for (const i of order) plain.learn(task.rows, i, task.labels[i], task.importances[i]);
      const active = new ActiveLearner({ learner: newLearner(), query: queries.passive(), coin: randomStream(1, 'query') });
      const evaluator = new ProgressiveValidation(passive.loss, task.labels, task.importances);
      const oracle = new LabelOracle(task.labels);
      activeLearn(active, { ...task, order }, oracle, evaluator, 0, 300);
      expect(difference(partIn(active.learner.state(), 'optimizer'), passive.optimizer.state())).toBeUndefined();
      expect(difference(partIn(active.learner.state(), 'optimizer'), plain.optimizer.state())).toBeUndefined();
      // One number from two sides: what the evaluator says and what the bought labels say.
      expect(active.errorEstimate).toBe(evaluator.error);
      expect(active.importanceSum).toBe(active.consideredImportance);
      // A label costs what it costs.
      expect(oracle.spent).toBe(task.importances.filter((each) => each > 0).length);
      expect([evaluator.error, evaluator.loss]).toEqual([judge.error, judge.loss]);
    },
  );
});

/** A stream of randomness that says what it is told to. */
function scripted(next: () => number): RandomStream {
  const stream = randomStream(1, 'scripted');
  stream.next = next;
  return stream;
}

describe('a row of importance k and k rows', () => {
  /**
   * Rows without features teach nothing: every prediction is 0, which is the positive class, and the labels decide what is a
   * mistake.
   */
  const importances = [2, 0, 1, 3];
  const labels = [-1, -1, 1, -1];
  const probabilities = [1 / 4, 1 / 2, 1 / 8, 1 / 2];

  interface Expected {
    readonly importance: number;
    readonly mistakes: number;
    readonly considered: number;
    readonly cost: number;
    readonly time: number;
  }

  /** Exact expectations: the mean over every sequence of coins, each as probable as it is. */
  function expected(
    given: readonly { readonly label: number; readonly p: number; readonly h: number }[],
    delay: number,
    budget: number,
  ): Expected {
    const n = given.length;
    const sum = { importance: 0, mistakes: 0, considered: 0, cost: 0, time: 0 };
    for (let wanted = 0; wanted < 2 ** n; wanted++) {
      let [t, share] = [0, 1];
      const coin = scripted(() => ((wanted >> t++) & 1 ? 0 : 1 - 2 ** -53));
      given.forEach(({ p }, i) => (share *= (wanted >> i) & 1 ? p : 1 - p));
      const fixed = {
        ...scalarRule('fixed', 'counts', () => 1),
        probability: (_: unknown, _rows: unknown, i: number) => given[i].p,
      };
      const active = new ActiveLearner({ learner: logisticLearner(1), query: fixed, coin });
      const data = {
        rows: rowsOf(new Array<[]>(n).fill([]), 1),
        labels: Float64Array.from(given, ({ label }) => label),
        importances: Float64Array.from(given, ({ h }) => h),
      };
      const annotator = { ...knowing(data.labels), delay };
      const oracle = new AnnotatorOracle(annotator, budget);
      const stream = { ...data, order: Uint32Array.from({ length: n }, (_, i) => i) };
      activeLearn(active, stream, oracle, { record: () => undefined }, 0, n);
      for (const row of Array.from({ length: active.awaited }, () => oracle.arrival(Infinity)!.row))
        active.deliver(data.rows, row, data.labels[row]);
      sum.importance += share * (active.importanceSum + active.refusedImportance);
      sum.mistakes += share * active.errorEstimate * active.consideredImportance;
      sum.considered += share * active.consideredImportance;
      sum.cost += share * oracle.spent;
      sum.time += share * active.situation.time;
    }
    return sum;
  }

  const rows = importances.map((h, i) => ({ h, label: labels[i], p: probabilities[i] }));
  const copies = rows.flatMap((row) => Array.from({ length: row.h }, () => ({ ...row, h: 1 })));

  it.each([
    ['at once', 0],
    ['late', 2],
  ] as const)(
    'have the same expected sums of importance and of weighted mistakes, labels coming %s; costs and the clock count rows',
    (_, delay) => {
      const [one, many] = [expected(rows, delay, Infinity), expected(copies, delay, Infinity)];
      expect(one.importance).toBeCloseTo(6, 12);
      expect(one.mistakes).toBeCloseTo(5, 12);
      expect(many.importance).toBeCloseTo(one.importance, 12);
      expect(many.mistakes).toBeCloseTo(one.mistakes, 12);
      expect(many.considered).toBeCloseTo(one.considered, 12);
      expect([one.cost, one.time]).toEqual([1 / 4 + 1 / 8 + 1 / 2, 4]);
      expect([many.cost, many.time]).toEqual([2 / 4 + 1 / 8 + 3 / 2, 6]);
    },
  );

  it('have the same expected sums with what a budget refuses', () => {
    expect(expected(rows, 0, 1).importance).toBeCloseTo(6, 12);
    expect(expected(copies, 0, 1).importance).toBeCloseTo(6, 12);
  });
});

describe('an importance that is none', () => {
  it.each([-1, NaN, Infinity, -Infinity])('%s is refused before anything is learned', (importance) => {
    const { active } = prepared({ rule: 'passive' });
    const before = active.state();
    expect(() => active.ask(task.rows, 7, Infinity, importance)).toThrow(
      new RangeError(`row 7 has the importance ${importance}; expected a finite number >= 0`),
    );
    expect(difference(active.state(), before)).toBeUndefined();
    const learner = logisticLearner(task.rows.columns);
    expect(() => learner.learn(task.rows, 7, 1, importance === Infinity ? NaN : importance)).toThrow(RangeError);
    expect(difference(learner.state(), logisticLearner(task.rows.columns).state())).toBeUndefined();
  });

  it('importances whose sum leaves the numbers are refused', () => {
    const { active } = prepared({ rule: 'passive' });
    active.ask(task.rows, 0, Infinity, 1e308);
    active.pass(task.rows, 0);
    expect(() => active.ask(task.rows, 1, Infinity, 1e308)).toThrow(
      new RangeError(
        'the importance 1e+308 of row 1 makes the sum of importances infinite; expected a finite number >= 0, and a finite sum',
      ),
    );
  });
});

describe('the smaller class', () => {
  const labels = Float64Array.of(1, -1, -1, 1, -1);

  it('counts every row with its importance', () => {
    expect(smallerClass(labels)).toBe(2 / 5);
    expect(smallerClass(labels, Float64Array.of(4, 1, 1, 0, 1))).toBe(3 / 7);
  });
});

it('the error on other rows is the importance of the mistakes over that of all rows, for a learner and for weights', () => {
  const learner = logisticLearner(task.rows.columns);
  passiveLearn(learner, { ...task, order }, { record: () => undefined }, 0, order.length);
  const isWrong = Array.from(task.labels, (y, i) => learner.predict(task.rows, i) > 0 !== y > 0);
  const wrong = task.importances.reduce((sum, h, i) => sum + (isWrong[i] ? h : 0), 0);
  const plain: Dataset = { name: 'plain', rows: task.rows, labels: task.labels };
  const weighed = { ...plain, importances: task.importances };
  expect([errorOn(learner, weighed), errorOn(learner, plain)]).toEqual([
    wrong / mass,
    isWrong.filter(Boolean).length / task.labels.length,
  ]);
  expect(errorOn(learner, weighed)).not.toBe(errorOn(learner, plain));
  expect(errorOn(learner, { ...plain, importances: new Float64Array(task.labels.length).fill(3) })).toBe(errorOn(learner, plain));
});

describe('rows of importance 0 in front of all others', () => {
  const parts = {
    ...{ loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'gradient-descent', eta0: 0.5 } },
    ...{ query: { name: 'passive' }, order: 'given', seed: 1 },
  };
  const withoutFirst = (rows: number): Dataset => ({
    ...{ name: 'late', rows: task.rows, labels: task.labels },
    importances: task.labels.map((_, i) => (i < rows ? 0 : 1)),
  });

  it('leave errors unknown until one counts, and move none of them later', () => {
    const spec = parseRunSpec({ ...parts, perDecade: 5 });
    const split = { train: withoutFirst(12) };
    const watched = watchLabels(spec, split);
    const { curve } = watched.measurement;
    const known = curve.map(({ progressiveLoss, progressiveError }) => [progressiveLoss, progressiveError].map(Number.isFinite));
    expect(known).toEqual(curve.map(({ examples }) => (examples <= 12 ? [false, false] : [true, true])));
    const rest = Uint32Array.from({ length: task.labels.length - 12 }, (_, i) => 12 + i);
    const alone = watchLabels(spec, { train: selectRows({ ...split.train }, rest, 'rest') }).measurement;
    expect(curve.at(-1)!.progressiveError).toBe(alone.curve.at(-1)!.progressiveError);
    const result = resultOf(spec, split, watched);
    const page = summary(result, result);
    expect(page).toMatch(/^ +10 +0 +unknown +unknown$/m);
    expect(page).not.toContain('NaN');
  });

  it('a band waits for rows that count', () => {
    const band = (importances: Float64Array): unknown => {
      const { active } = prepared({ rule: 'random', floor: 0.5 });
      const meter = new ErrorMeter({ floor: 0.5 });
      const stream = { ...task, importances, order };
      activeLearn(active, stream, new LabelOracle(task.labels), { record: () => undefined }, 0, 200, meter);
      return meter.band;
    };
    expect(band(new Float64Array(300))).toBeUndefined();
    expect(band(new Float64Array(300).fill(1))).toMatchObject({ rows: 199 });
  });

  it('a shard of them takes nothing from the errors of the others', () => {
    const [counted, idle] = shardsOf(task.labels.length, 2);
    const importances = new Float64Array(task.labels.length);
    counted.forEach((row) => (importances[row] = 1));
    const train: Dataset = { name: 'half', rows: task.rows, labels: task.labels, importances };
    const { shards } = kinds;
    const run = (of: Dataset, count: number) => shards.run(shards.parse({ ...parts, shards: count }), { train: of });
    expect(idle.length).toBeGreaterThan(0);
    const alone = run(selectRows(train, counted, 'one'), 1);
    expect(run(train, 2).progressiveError).toBe(alone.progressiveError);
    expect(run(train, 2).progressiveLoss).toBe(alone.progressiveLoss);
  });

  it('a pilot of nothing else, or with one class alone that counts, is refused', () => {
    const pool = withoutFirst(100);
    expect(() => pilotOf(pool, 100, { order: 'given', seed: 1 })).toThrow('all 100 rows of late, pilot have the importance 0');
    expect(() => pilotOf(pool, 101, { order: 'given', seed: 1 })).toThrow(
      'all 1 rows of late, pilot that have an importance are of',
    );
    expect(pilotOf(pool, 300, { order: 'given', seed: 1 }).labels).toHaveLength(300);
  });
});

describe('what a budget can certify', () => {
  const spec = parseRunSpec({
    ...{ loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' } },
    ...{ query: { name: 'soft-margin' }, budget: 60, pace: {}, coins: 'pool', seed: 1 },
  });
  const budgets = [15, 60, 240];
  const { rows, importances } = task;

  it('is what the count says at the end of a run without a mistake in it, every row at its smallest probability', () => {
    for (const floor of [undefined, 0.05, 0.5]) {
      for (const { budget, rule, random } of certifiableOf({ ...spec, ...(floor && { floor }) }, task, budgets)) {
        const upper = (probability: (i: number) => number): number => {
          const units = Array.from(
            importances.filter((i) => i > 0),
            (i) => 1 - (1 - probability(i)) ** (1 / i),
          );
          const count = new CertifiedCount(Math.min(...units));
          for (const i of importances) count.consider(probability(i), i);
          // No row has retired a component.
          expect(count.upper(0.05)).toBe(Math.min(mass, smallestCertifiable(Math.min(...units), 0.05)));
          // Of more than there is nothing is known.
          return count.upper(0.05) / count.rows;
        };
        const minimum = (defaultExplore(budget) * budget) / mass;
        expect(rule).toBeCloseTo(
          upper((i) => floor ?? Math.min(1, minimum * i)),
          12,
        );
        expect(random).toBeCloseTo(
          upper(() => budget / rows.length),
          12,
        );
      }
    }
  });

  it('does not depend on the unit that importances are counted in', () => {
    for (const floor of [undefined, 0.05]) {
      const shares = (unit: number) =>
        certifiableOf({ ...spec, ...(floor && { floor }) }, { rows, importances: importances.map((i) => i / unit) }, budgets).map(
          ({ rule, random }) => [rule, random].map((share) => Number(share.toPrecision(9))),
        );
      for (const unit of [1 / 8, 3, 20]) expect(shares(unit)).toEqual(shares(1));
    }
  });

  it('is what --stop says beforehand', () => {
    const stop = { measure: 'error', limit: 0.05, confidence: 0.95 } as const;
    const [{ rule }] = certifiableOf(spec, task, [60]);
    expect(stopRemarks({ ...spec, stop }, task)).toEqual([
      expect.stringContaining(` for units of importance an error below ${percent(rule)} of all rows`),
    ]);
  });

  it.each([1e-6, 1e-3, 1e3, 1e6])('is known of importances of %d too, and every row has what is said', (unit) => {
    const units = Float64Array.from(importances, (i) => i * unit);
    for (const floor of [undefined, 0.05]) {
      const minimum = minimumOfUnits({ ...spec, ...(floor && { floor }) }, { rows, importances: units })!;
      expect(minimum).toBeGreaterThan(0);
      expect(minimum).toBeLessThan(1);
      const own = floor ?? (defaultExplore(60) * 60) / (mass * unit);
      for (const i of units)
        expect(unitProbability(minimum, 1 / i)).toBeLessThanOrEqual(1.000001 * (floor ?? Math.min(1, own * i)));
    }
  });

  it('is that of rows without importances where each is 1', () => {
    const ones = { rows, importances: importances.map(() => 1) };
    expect(certifiableOf(spec, ones, budgets)).toEqual(certifiableOf(spec, { rows }, budgets));
  });
});

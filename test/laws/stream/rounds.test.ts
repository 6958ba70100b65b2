/** Laws of rounds over a pool: all draws enumerated, exact numbers of labels, every state goes on, one round is no round. */
import { describe, expect, it } from 'vitest';
import type { MarginLearner } from '../../../src/learners/margin-learner.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import type { Dataset } from '../../../src/rows/dataset.ts';
import { buildActiveLearner, minimumProbability } from '../../../src/specs/build.ts';
import { buildLearner } from '../../../src/specs/build-learner.ts';
import { fittedLearner, fittingOf, marginPupil } from '../../../src/specs/fitting.ts';
import { roundsPlanOf } from '../../../src/specs/run.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { queries } from '../../../src/queries/index.ts';
import { CoinMartingale } from '../../../src/statistics/certificates/coin-martingale.ts';
import { orderedPivotal } from '../../../src/statistics/ordered-pivotal.ts';
import { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { knowing } from '../../../src/streams/oracles/annotator.ts';
import type { Pupil } from '../../../src/streams/refits.ts';
import { Rounds } from '../../../src/streams/rounds.ts';
import { expectToGoOn, ofThree, ofTwo, plain as paced, pool, run, type Run } from '../../support/paced-runs.ts';
import { toyTask } from '../../support/toy.ts';

const plain = { ...paced, rounds: 3 };

/** All ways in which duels can go, each with its probability and what it comes to. */
function everyWay<T>(play: (toss: (probability: number) => boolean) => T): { probability: number; outcome: T }[] {
  const ways: { probability: number; outcome: T }[] = [];
  const open: boolean[][] = [[]];
  for (let begun = open.pop(); begun !== undefined; begun = open.pop()) {
    let [n, chance] = [0, 1];
    const outcome = play((probability) => {
      if (n === begun.length) {
        // What cannot happen need not be tried.
        if (probability < 1) open.push([...begun, false]);
        begun.push(true);
      }
      const isWon = begun[n++];
      chance *= isWon ? probability : 1 - probability;
      return isWon;
    });
    ways.push({ probability: chance, outcome });
  }
  return ways;
}

function expectation<T>(ways: readonly { probability: number; outcome: T }[], of: (outcome: T) => number): number {
  return ways.reduce((sum, { probability, outcome }) => sum + probability * of(outcome), 0);
}

describe('ordered pivotal sampling', () => {
  const settings = [
    [0.5, 0.5],
    [0.25, 0.25, 0.25, 0.25],
    [0.1, 0.9, 0.3, 0.7, 0, 1],
    [0.8, 0.8, 0.8, 0.2, 0.4],
    [0.01, 0.39, 0.6, 0.55, 0.45],
  ];

  it.each(settings.map((p) => [p]))('takes each unit of %j with its probability, and always as many', (p) => {
    const order = Uint32Array.from(p.keys());
    const ways = everyWay((toss) => orderedPivotal(Float64Array.from(p), order, toss));
    expect(expectation(ways, () => 1)).toBeCloseTo(1, 13);
    for (const [k, each] of p.entries()) expect(expectation(ways, (taken) => taken[k])).toBeCloseTo(each, 13);
    const wanted = Math.round(p.reduce((sum, each) => sum + each, 0));
    for (const { probability, outcome } of ways)
      if (probability > 1e-12) expect(outcome.reduce((sum, each) => sum + each, 0)).toBe(wanted);
  });
});

describe('all draws of small pools', () => {
  interface Setting {
    readonly rows: number;
    readonly budget: number;
    readonly rounds: number;
    readonly refit?: number;
    readonly importances?: readonly number[];
    readonly warmUp?: number;
    readonly explore?: number;
  }

  const settings: readonly Setting[] = [
    { rows: 4, budget: 2, rounds: 2 },
    { rows: 5, budget: 3, rounds: 2, explore: 1 },
    { rows: 6, budget: 4, rounds: 2 },
    { rows: 6, budget: 4, rounds: 2, refit: 1.2 },
    { rows: 6, budget: 5, rounds: 2, refit: 1.2, warmUp: 1 },
    { rows: 5, budget: 4, rounds: 2, importances: [1, 2, 0.5, 0, 3] },
    { rows: 6, budget: 4, rounds: 2, refit: 1.2, importances: [2, 1, 0.3, 1, 4, 0.7] },
    { rows: 4, budget: 3, rounds: 3 },
  ];
  const LABELS = Float64Array.of(1, -1, 1, 1, -1, 1);

  /** What one run with these duels comes to. */
  function outcome(
    { rows, budget, rounds, refit, importances, warmUp, explore }: Setting,
    seed: number,
    toss: (p: number) => boolean,
  ) {
    // Three labels that are known before the first question let a fit be in force after two bought ones.
    const outside = new Map(refit === undefined ? [] : [1, -1, -1].map((label, k) => [rows + k, label] as const));
    const pool = {
      ...toyTask({ rows: rows + outside.size, seed: 4 }),
      ...(importances && { importances: Float64Array.of(...importances, 1, 1, 1) }),
      start: { pass: 0, known: new Map<number, number>(), outside },
    };
    const spec = parseRunSpec({
      ...plain,
      optimizer: { name: 'gradient-descent', eta0: 0.6 },
      ...{ budget, rounds, explore, warmUp, refit, order: 'given' },
    }) as Parameters<typeof roundsPlanOf>[0] & ReturnType<typeof parseRunSpec>;
    const fitting = fittingOf(spec, pool, {
      classes: undefined,
      newPupil: () => marginPupil(buildLearner(spec, pool.rows.columns), pool),
      predicting: (fit) => fittedLearner(spec, fit, pool.rows.columns),
    });
    /** Fits are preferred to it. */
    const ignorant = (): Pupil<MarginLearner> => ({
      learner: buildLearner(spec, pool.rows.columns),
      learn: () => undefined,
      scores: (_, out) => out.fill(NaN),
    });
    const query = queries['soft-margin']();
    const coin = randomStream(seed, 'coins');
    const plan = { ...roundsPlanOf(spec, pool, knowing(LABELS)), warmUp: warmUp ?? 0 };
    const active = new ActiveLearner({
      learner: buildLearner(spec, pool.rows.columns),
      query,
      coin,
      temper: 0,
      rounds: new Rounds(query, plan, coin, toss),
      ...(fitting && { fitting: { ...fitting, first: { labels: 4, ofAClass: 2 }, newPupil: ignorant } }),
    });
    const sums = { mass: 0, positives: 0, mistakes: 0, truth: 0, bought: 0, smallest: Infinity, isRefitted: false };
    // A grid that no probability of these runs retires.
    const lambdas = [0.9, 0.3, 0.05].map((share) => -share * Math.log1p(-plan.minimum));
    const martingales = lambdas.map((lambda) => new CoinMartingale([lambda], [1]));
    let hidden = 0;
    let left = budget;
    const values: number[] = [];
    for (const [t, i] of plan.order.entries()) {
      if (t > 0 && t % rows === 0) values.push(...martingales.map((each) => Math.exp(each.logValue(hidden))));
      const importance = importances?.[i] ?? 1;
      const h = active.ask(pool.rows, i, left, importance);
      const { probability } = active.decision;
      if (importance > 0) sums.smallest = Math.min(sums.smallest, probability / Math.min(1, plan.minimum * importance));
      const isWrong = active.isWrong(active.situation.prediction, LABELS[i]);
      if (isWrong) sums.truth += importance;
      const z = LABELS[i] > 0 && importances === undefined ? 1 : 0;
      if (h === 0) {
        hidden += z;
        active.pass(pool.rows, i);
        continue;
      }
      if (active.knownLabel === undefined) {
        left--;
        sums.bought++;
      }
      sums.mass += h;
      if (LABELS[i] > 0) sums.positives += h / rounds;
      if (isWrong) sums.mistakes += h;
      for (const each of martingales) each.see(probability, z);
      active.tell(pool.rows, i, LABELS[i], h);
      if (active.model !== active.learner) sums.isRefitted = true;
    }
    values.push(...martingales.map((each) => Math.exp(each.logValue(hidden))));
    return { ...sums, values };
  }

  it.each(settings)('%j: estimates are right on average, certificates hold, labels are counted', (setting) => {
    const importances = setting.importances ?? Array.from({ length: setting.rows }, () => 1);
    const mass = importances.reduce((sum, each) => sum + each, 0);
    const positives = importances.reduce((sum, each, i) => sum + (LABELS[i] > 0 ? each : 0), 0);
    for (const seed of [1, 2]) {
      const ways = everyWay((toss) => outcome(setting, seed, toss));
      expect(expectation(ways, () => 1)).toBeCloseTo(1, 12);
      expect(expectation(ways, (each) => each.positives)).toBeCloseTo(positives, 12);
      expect(expectation(ways, (each) => each.mistakes - each.truth)).toBeCloseTo(0, 12);
      expect(expectation(ways, (each) => each.mass)).toBeCloseTo(setting.rounds * mass, 11);
      for (const { probability, outcome: each } of ways) {
        if (probability > 1e-12) expect(each.bought).toBe(setting.budget);
        expect(each.smallest).toBeGreaterThanOrEqual(1);
      }
      for (const k of ways[0].outcome.values.keys())
        expect(expectation(ways, ({ values }) => values[k])).toBeLessThanOrEqual(1 + 1e-12);
      if (setting.refit !== undefined) expect(ways.some(({ outcome: { isRefitted } }) => isRefitted)).toBe(true);
    }
  });
});

const weighted: Dataset = { ...pool, importances: Float64Array.from(pool.labels, (_, i) => [1, 0, 2.5, 0.3][i % 4]) };

const late = [
  { name: 'abstaining', abstainRate: 0.1 },
  { name: 'delayed', delay: 70 },
];
const makers: Readonly<Record<string, (more: object) => Run>> = {
  'two classes': (more) => ofTwo(pool, { rounds: 3, ...more }),
  'rows with importances': (more) => ofTwo(weighted, { rounds: 3, ...more }),
  'late answers and abstentions': (more) => ofTwo(pool, { rounds: 3, ...more, oracle: late }),
  'three classes': (more) => ofThree({ rounds: 3, ...more }),
};

describe.each(Object.entries(makers))('%s', (name, make) => {
  it('the budget is spent to the last label, no label is bought twice, no p is below p_min', () => {
    const each = make({ refit: 1.2, explore: 0.4 });
    const seen = run(each, 0, 1800);
    const bought = new Set<number>();
    for (const { row, probability, outcome, coin } of seen) {
      expect(coin < probability).toBe(outcome === 'asked');
      if (bought.has(row)) expect([probability, outcome]).toEqual([1, 'asked']);
      if (outcome === 'asked') bought.add(row);
    }
    const isPriced = name === 'late answers and abstentions';
    expect(bought.size).toBe(90);
    expect(each.oracle.spent).toBe(90);
    if (!isPriced) expect(each.oracle.sold).toBe(90);
    const { importances } = each.data;
    const mass = importances?.reduce((sum, i) => sum + i, 0) ?? 600;
    for (const { row, probability } of seen)
      if (importances === undefined || importances[row] > 0)
        expect(probability).toBeGreaterThanOrEqual((0.4 * 30 * (importances?.[row] ?? 1)) / mass);
  });

  it('a state taken anywhere goes on in a fresh run, bit for bit', () => {
    expectToGoOn(() => make({ refit: 1.3, final: 'best' }), 1800, 201);
  });

  it('one round is the run without rounds', () => {
    const [one, none] = [make({ rounds: 1 }), make({ rounds: undefined })];
    expect(one.active.rounds).toBeUndefined();
    expect(run(one, 0, 600)).toEqual(run(none, 0, 600));
  });
});

it('p_min is that of the labels of a round, known before the first coin', () => {
  expect(minimumProbability(parseRunSpec({ ...plain, explore: 0.2 }), pool)).toBe((0.2 * 30) / 600);
});

it('a warm-up is the first window: its rows are asked about with p = 1', () => {
  const seen = run(makers['two classes']({ warmUp: 5 }), 0, 20);
  expect(seen.slice(0, 6).map(({ probability }) => probability === 1)).toEqual([true, true, true, true, true, false]);
});

describe('what rounds refuse', () => {
  it.each([
    [{ pace: undefined, warmUp: undefined, temper: undefined }, /expected a budget with a pace/],
    [{ pace: { decay: 0.5 } }, /expected one of them/],
    [{ floor: 0.01 }, /expected explore in place of a floor/],
    [{ stop: { measure: 'error', limit: 0.1 } }, /expected no rounds, or no stop/],
    [{ rounds: 0 }, /rounds/],
    [{ rounds: 2.5 }, /rounds/],
  ])('%j', (more, why) => {
    expect(() => parseRunSpec({ ...plain, ...more })).toThrow(why);
  });

  it('a pool whose budget holds no label for each round', () => {
    expect(() => buildActiveLearner(parseRunSpec({ ...plain, budget: 2 }), pool)).toThrow(/no label for each of 3 rounds/);
  });
});

it('coins of windows are uniform: they tell what was drawn, and nothing else', () => {
  const coins: number[] = [];
  for (let seed = 1; seed <= 8; seed++) coins.push(...run(makers['two classes']({ seed }), 0, 600).map(({ coin }) => coin));
  const mean = coins.reduce((sum, coin) => sum + coin, 0) / coins.length;
  // 4,800 uniform numbers: standard error .0042.
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.017);
});

import { describe, expect, it } from 'vitest';
import { losses } from '../../../src/losses/index.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { sampleRows } from '../../../src/laws/optimizer-laws.ts';
import type { Costs, Dataset } from '../../../src/rows/dataset.ts';
import { completeLearner, type LearnerSpec } from '../../../src/specs/learner-spec.ts';
import { Targets } from '../../../src/reductions/reduction.ts';
import {
  averageAfter,
  labelsOf,
  requireKnownShare,
  budgetOf,
  consideredMass,
  defaultExplore,
  pacePlanOf,
  paidFor,
  type Pool,
  type RunSpec,
  consideredOf,
  isFree,
  rowsToPace,
  type Start,
} from '../../../src/specs/run.ts';
import {
  optimizerTraits,
  buildLearner,
  hasClasses,
  labelsFor,
  labelTranslation,
  requireClasses,
  buildBlock,
  buildBlockLearner,
  buildReduction,
  type ReductionSpec,
} from '../../../src/specs/build-learner.ts';
import { buildAnnotator, buildQuery, minimumOfUnits, NO_POOL, startedLearner } from '../../../src/specs/build.ts';
import { parseActiveClasses, startedReduction } from '../../../src/specs/kinds/active-classes.ts';
import { buildCostOracle, costsBudget, parseCosts, strayCost } from '../../../src/specs/kinds/costs.ts';
import { requireCosts } from '../../../experiments/coal/kind.ts';
import { DEFAULT_BUDGET, DEFAULTS, PACED_DEFAULTS, STAND_INS } from '../../../src/specs/defaults.ts';
import { completeChoice, SpecError, type LooseChoice } from '../../../src/specs/choices.ts';
import { flat, canonical, hashOf } from '../../../src/specs/hash.ts';
import { partsUsedBy, requireRecordedParts } from '../../../src/specs/parts/recorded.ts';
import { addParts } from '../../../src/specs/parts/registry.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { classesIn, requireClassLabels, targetFault } from '../../../src/specs/kinds/targets.ts';
import { requireRunnable } from '../../../src/studies/cells/cell.ts';
import { toyTask } from '../../support/toy.ts';

/** LAWS of specs: what their fields come to on given data, by definition; which parts and which data do not go together. */

const learner = { loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'gradient-descent', eta0: 0.5 } } as const;
const specOf = (more: object = {}): RunSpec => parseRunSpec({ ...learner, query: { name: 'iwal-cal' }, seed: 1, ...more });
const startOf = (
  known: readonly number[],
  outside: readonly number[],
  label = (row: number): number => (row % 2) * 2 - 1,
): Start => ({
  pass: 1,
  known: new Map(known.map((row) => [row, label(row)])),
  outside: new Map(outside.map((row) => [row, label(row)])),
});

/** What does this with these when it is called, for nobody to read what it returns. */
const calling =
  <A extends unknown[]>(does: (...given: A) => unknown, ...given: A) =>
  () => {
    does(...given);
  };

it('parameters under the names of earlier versions are read as what they are called now', () => {
  const former: LooseChoice = { name: 'quantile', tau: 0.9 };
  expect(completeChoice('loss', losses, former)).toEqual({ name: 'quantile', level: 0.9 });
  expect(() => completeChoice('loss', losses, { name: 'logistic', tau: 0.9 })).toThrow(/tau/);
});

it('a learner keeps what is said of it, and says nothing of what is not', () => {
  const plain = { ...learner, optimizer: completeChoice('optimizer', optimizers, learner.optimizer) };
  expect(Object.keys(completeLearner(learner))).toEqual(Object.keys(plain));
  for (const more of [{ average: 3 }, { scale: 'unit' }, { constant: 2 }] as const)
    expect(completeLearner({ ...learner, ...more })).toStrictEqual({ ...plain, ...more });
});

describe("the step size 'auto' of earlier versions", () => {
  const former = { ...learner, optimizer: { name: 'normalized-adaptive', eta0: 'auto' }, query: { name: 'passive' }, seed: 1 };

  it('is read, completed, hashed and written as it stands', () => {
    const spec = parseRunSpec(former);
    expect(spec.optimizer).toEqual({ name: 'normalized-adaptive', eta0: 'auto', decay: 1, power: 0.5, initial: 0 });
    expect(parseRunSpec(JSON.parse(JSON.stringify(spec)))).toEqual(spec);
    const today = parseRunSpec({ ...former, optimizer: { name: 'normalized-adaptive' } });
    expect(optimizerTraits(spec)).toEqual(optimizerTraits(today));
  });

  it('runs nowhere, and says what to write', () => {
    const sentence =
      "optimizer 'normalized-adaptive': eta0 'auto' is of earlier versions and no longer runs; expected a number, or";
    const spec = parseRunSpec(former);
    const ways = [calling(buildLearner, spec, 3), calling(buildBlockLearner, spec, 2, 3)];
    for (const way of [...ways, calling(requireRunnable, { kind: 'active', dataset: 'a', run: spec })])
      expect(way).toThrow(sentence);
  });

  it('is of no other parameter, and of no optimizer without a step size', () => {
    const completed = (given: LooseChoice) => () => completeChoice('optimizer', optimizers, given);
    expect(completed({ name: 'ada-grad', eta0: 1, power: 'auto' })).toThrow(SpecError);
    expect(completed({ name: 'ftrl-proximal', eta0: 'auto' })).toThrow(SpecError);
  });
});

it('UNCHANGED: what stands where nobody says anything', () => {
  expect({ DEFAULTS, DEFAULT_BUDGET, PACED_DEFAULTS, STAND_INS }).toEqual({
    DEFAULTS: { loss: 'logistic', update: 'invariant', optimizer: 'normalized-adaptive', query: 'soft-margin' },
    DEFAULT_BUDGET: '10%',
    PACED_DEFAULTS: { pace: { window: 250, decay: 0 }, warmUp: 10, temper: 0 },
    STAND_INS: { eta0: 1, alpha: 1, gamma: 1 },
  });
});

describe('plain data', () => {
  it('flat: nested names are joined, the name of a choice stands for it, lists are text', () => {
    const value = { a: { name: 'x', b: 1, c: { d: null } }, e: [{ f: 1 }, 2], name: 'whole', g: true };
    expect(flat(value)).toEqual({ a: 'x', a_b: 1, a_c_d: null, e: '[{"f":1},2]', name: 'whole', g: true });
  });

  it('equal values have one text and one hash, whatever the order of their keys; others have others', () => {
    expect(canonical({ b: [1, null, 'x'], a: { d: undefined, c: true } })).toBe('{"a":{"c":true},"b":[1,null,"x"]}');
    expect(canonical([NaN, -0, 1e300, {}])).toBe('[null,0,1e+300,{}]');
    expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }));
    expect(hashOf({ a: 1 })).toMatch(/^[0-9a-f]{16}$/);
    const different = [{ a: 1 }, { a: '1' }, { a: [1] }, { a: null }, {}, [], { b: 1 }, { a: { a: 1 } }].map(hashOf);
    expect(new Set(different).size).toBe(different.length);
  });
});

describe('budgets', () => {
  it('a percentage is that share of the rows, rounded, at least 1', () => {
    expect([0, 1, 5, 14, 15, 1000].map((rows) => budgetOf({ budget: '10%' }, rows))).toEqual([1, 1, 1, 1, 2, 100]);
    expect([budgetOf({}, 5), budgetOf({ budget: 0 }, 5), budgetOf({ budget: 7.5 }, 5)]).toEqual([Infinity, 0, 7.5]);
  });

  it('explore is 20 labels worth, from a tenth to a half', () => {
    expect([1, 40, 50, 100, 200, 1000].map(defaultExplore)).toEqual([0.5, 0.5, 0.4, 0.2, 0.1, 0.1]);
  });

  it('what bounds a warm-up: the budget, a thousand labels at a rate, else nothing', () => {
    const pace = { window: 50, decay: 0 };
    expect(paidFor({ budget: 7, pace: { ...pace, rate: 0.5 } }, 10)).toBe(7);
    expect(paidFor({ pace: { ...pace, rate: 0.5 } }, 10)).toBe(1000);
    expect([paidFor({ pace }, 10), paidFor({}, 10)]).toEqual([Infinity, Infinity]);
  });

  it('p_min of a pool is e B / sum of importance * price over the rows that cost something', () => {
    const rows = sampleRows(randomStream(1, 'pool'), 6);
    const importances = Float64Array.of(1, 2, 0, 4, 1, 3);
    const price = (i: number): number => i + 1;
    const plan = (more: Partial<RunSpec>, pool: Partial<Pool> = {}) =>
      pacePlanOf({ budget: 2, pace: { window: 50, decay: 0 }, ...more }, { rows, ...pool }, { price });
    expect(plan({ explore: 0.25 })).toMatchObject({ minimum: 0.5 / 21, floor: 0, window: 50 });
    expect(plan({}).minimum).toBe((0.5 * 2) / 21);
    expect(plan({ explore: 0.25 }, { importances }).minimum).toBe(0.5 / (1 + 4 + 16 + 5 + 18));
    expect(plan({ explore: 0.25 }, { importances, start: startOf([1], [3, 4]) }).minimum).toBe(0.5 / (1 + 18));
    expect(plan({ explore: 0.25 }, { start: startOf([0, 1, 2], [3, 4, 5]) }).minimum).toBe(1);
    expect(plan({ explore: 1, budget: 1e6 }).minimum).toBe(1e6 / 21);
    expect(plan({ floor: 0.125, explore: 0.25 })).toMatchObject({ minimum: 0, floor: 0.125 });
    expect(plan({}).price(3)).toBe(4);
    const paced = plan({ pace: { window: 60, decay: 0, rate: 0.25 } });
    expect(paced).toMatchObject({ window: 60, floor: 0, minimum: 0.025 });
    expect(paced.price(3)).toBe(1);
    expect(plan({ explore: 0.5, pace: { window: 60, decay: 0, rate: 0.25 } }).minimum).toBe(0.125);
  });

  it('rows whose labels are known cost nothing; those known from outside are never considered', () => {
    const start = startOf([1, 4], [0, 2, 3]);
    expect([rowsToPace(7, start), rowsToPace(7, undefined)]).toEqual([2, 7]);
    expect([0, 1, 2, 3, 4, 5, 6].map((row) => isFree(row, start))).toEqual([true, true, true, true, true, false, false]);
    expect(isFree(0, undefined)).toBe(false);
    const pool = { rows: toyTask({ rows: 7, columns: 2, seed: 1 }).rows, start };
    expect([consideredMass(pool), consideredMass({ rows: pool.rows })]).toEqual([4, 7]);
    expect(consideredMass({ ...pool, importances: Float64Array.of(1, 2, 4, 8, 16, 32, 64) })).toBe(2 + 16 + 32 + 64);
    const order = Uint32Array.of(6, 3, 1, 0, 5);
    expect([...consideredOf(order, start)]).toEqual([6, 1, 5]);
    expect(consideredOf(order, startOf([6], []))).toBe(order);
    expect(consideredOf(order, undefined)).toBe(order);
  });
});

describe('averages', () => {
  it('begin after so many labels, or a share of those that will be learned, rounded down', () => {
    expect([averageAfter(7, 100), averageAfter('10%', 99), averageAfter('0.5%', 1000)]).toEqual([7, 9, 5]);
    const pace = { window: 50, decay: 0 };
    const query = { name: 'iwal-cal' } as RunSpec['query'];
    expect(labelsOf({ query: { name: 'passive' } }, 30)).toBe(30);
    expect(labelsOf({ query: { name: 'passive' }, budget: 7 }, 30)).toBe(7);
    expect(labelsOf({ query, budget: 7 }, 30)).toBe(Infinity);
    expect(labelsOf({ query, budget: '10%', pace }, 30)).toBe(3);
    expect(labelsOf({ query, budget: 70, pace }, 30)).toBe(30);
    expect(labelsOf({ query, pace: { ...pace, rate: 0.5 } }, 30)).toBe(Infinity);
  });

  it('a share of nobody knows how many is refused', () => {
    const given = (more: object) => calling(requireKnownShare, { ...specOf(), average: '10%', ...more });
    const pace = { window: 50, decay: 0 };
    expect(given({})).toThrow(/'iwal-cal' with its knob given/);
    expect(given({ pace: { ...pace, rate: 0.1 } })).toThrow(/at a rate nobody knows/);
    expect(given({ pace, budget: 5, oracle: [{ name: 'noisy' }, { name: 'priced' }] })).toThrow(/at these prices/);
    const paced = { pace, budget: 5 };
    for (const legal of [{ average: 10 }, { average: undefined }, paced, { ...paced, oracle: [{ name: 'noisy' }] }])
      expect(given(legal)).not.toThrow();
  });
});

describe('labels', () => {
  const two: Dataset = { ...toyTask({ rows: 4, columns: 2, seed: 1 }), name: 'two', labels: Float64Array.of(-1, 1, 1, -1) };
  const numbers = { ...two, labels: Float64Array.of(0.5, 1, 0, 1) };

  it('are read as the classes of the loss, or refused with their row', () => {
    expect([hasClasses(two), hasClasses(numbers)]).toEqual([true, false]);
    expect(labelsFor(losses.logistic, two)).toBe(two.labels);
    expect([...labelsFor(losses.hellinger, two)]).toEqual([0, 1, 1, 0]);
    expect(labelsFor(losses.hellinger, numbers)).toBe(numbers.labels);
    expect(() => labelsFor(losses.logistic, numbers)).toThrow("loss 'logistic' takes labels that are");
    expect(() => labelsFor(losses.logistic, numbers)).toThrow("that of row 1 of 'two' is 0.5");
    expect(calling(requireClasses, losses.logistic, { ...two, labels: Float64Array.of(-1, 1, 2, 1) })).toThrow('row 3');
    for (const stray of [0, NaN, -2, 1 - Number.EPSILON]) {
      const labels = Float64Array.of(-1, 1, 1, -1, 1, stray, 1);
      expect(() => labelsFor(losses.logistic, { ...two, labels })).toThrow(`that of row 6 of 'two' is ${stray}`);
    }
    expect(() => labelsFor(losses.poisson, { ...two, labels: Float64Array.of(3, 3, 0, 7, 2.5, 3) })).toThrow('that of row 5');
    expect(calling(requireClasses, losses.poisson, two)).toThrow('predicts no classes');
    expect(calling(requireClasses, losses.squared, two)).not.toThrow();
  });

  it('of one loss are those of another where their kinds differ', () => {
    const there = labelTranslation(losses.logistic, losses.hellinger);
    const back = labelTranslation(losses.hellinger, losses.logistic);
    expect([-1, 1].map(there)).toEqual([0, 1]);
    expect([0, 1].map(back)).toEqual([-1, 1]);
    expect(labelTranslation(losses.hinge, losses.logistic)(3)).toBe(3);
  });
});

describe('a warm-up after other passes', () => {
  const rows = toyTask({ rows: 20, columns: 2, seed: 1 }).rows;
  const isOver = (start: Start | undefined, more: object = {}): boolean => {
    const spec = specOf({ query: { name: 'random', rate: 0.5 }, warmUp: 4, ...more });
    const query = buildQuery(spec, 2, { rows, ...(start && { start }) });
    const at = { time: 0, rowImportance: 1, errorRate: 0, queries: 0, labelsLeft: Infinity };
    return query.probability({ ...at, prediction: 0, distance: 0, sensitivity: 1, weightToFlip: 1 }, rows, 0) < 1;
  };

  it('is over where their labels, known from outside or bought, are enough and of both classes', () => {
    const positive = (): number => 1;
    const few = [undefined, startOf([0, 1], [2]), startOf([0, 1, 2, 3], [4, 5], positive)];
    const enough = [startOf([0, 1], [2, 3]), startOf([0, 2], [4, 5])];
    expect([...few, ...enough].map((start) => isOver(start))).toEqual([false, false, false, true, true]);
    expect(isOver(startOf([0, 1], [2, 3], positive), { loss: { name: 'poisson' } })).toBe(true);
  });
});

it('p_min of a unit of importance is neither 0 nor 1, however large or small importances are', () => {
  const spec = specOf({ floor: 0.5 });
  const { rows } = toyTask({ rows: 2, columns: 2, seed: 1 });
  const least = (...importances: readonly number[]) =>
    minimumOfUnits(spec, { rows, importances: Float64Array.from(importances) });
  expect(least(1, 1)).toBe(0.5);
  expect(least(2, 1)).toBeCloseTo(1 - Math.SQRT1_2, 15);
  expect(least(1e-12, 0)).toBe(1 - 2 ** -20);
  expect(least(1e300, 1e300)).toBeGreaterThan(0);
  expect(minimumOfUnits(specOf({}), { rows })).toBeUndefined();
});

describe('labels known from outside', () => {
  const { rows } = toyTask({ rows: 6, columns: 3, seed: 1 });
  const importances = Float64Array.of(1, 2, 3, 4, 5, 6);

  it('are what a learner begins with, each with the importance of its row, 1 where there are none', () => {
    const spec = specOf();
    for (const pool of [{ rows }, { rows, importances }]) {
      const taught = buildLearner(spec, rows.columns);
      for (const row of [4, 1]) taught.learn(rows, row, (row % 2) * 2 - 1, 'importances' in pool ? importances[row] : 1);
      const started = startedLearner(spec, rows.columns, { ...pool, start: startOf([0], [4, 1]) });
      expect(started.state()).toEqual(taught.state());
      const { learner: state, ...left } = { ...startOf([0], [4, 1]), learner: taught.state() };
      expect(startedLearner(spec, rows.columns, { ...pool, start: { ...left, learner: state } }).state()).toEqual(state);
    }
  });

  it('are so of several classes too', () => {
    const given = { ...learner, query: { name: 'passive' }, seed: 1, classes: 3, reduction: 'one-against-all' };
    const spec = parseActiveClasses(given);
    for (const pool of [{ rows }, { rows, importances }]) {
      const taught = buildReduction(spec, 3, rows.columns);
      const target = (label: number) => ({
        ...{ costs: Float64Array.of(1, 1, 1).fill(0, label - 1, label), listed: new Uint8Array(3).fill(1), cheapest: label - 1 },
      });
      const label = (row: number): number => 1 + (row % 3);
      for (const row of [5, 1, 3]) taught.learn(rows, row, target(label(row)), 'importances' in pool ? importances[row] : 1);
      const start = startOf([0], [5, 1, 3], label);
      expect(startedReduction(spec, 3, rows.columns, { ...pool, start }).state()).toEqual(taught.state());
      const left = { ...start, learner: taught.state() };
      expect(startedReduction(spec, 3, rows.columns, { ...pool, start: left }).state()).toEqual(taught.state());
    }
  });
});

describe('costs of classes', () => {
  const given = { rule: { name: 'every-cost' }, optimizer: { name: 'gradient-descent', eta0: 0.5 }, seed: 1 };
  const costs = (each: readonly number[]): Costs => ({
    offsets: Uint32Array.of(0, 2, 4),
    classes: Uint32Array.of(1, 2, 1, 2),
    costs: Float64Array.from(each),
    lines: Uint32Array.of(1, 2),
  });
  const data = (more: object): Dataset => ({
    ...toyTask({ rows: 2, columns: 2, seed: 1 }),
    name: 'data',
    labels: Float64Array.of(1, 2),
    ...more,
  });

  it('lie in [low, high], both ends included, in every part', () => {
    const spec = parseCosts({ ...given, low: -1, high: 2 });
    const fine = data({ costs: costs([-1, 2, 0, 1]) });
    expect(calling(requireCosts, { train: fine }, spec)).not.toThrow();
    for (const stray of [-1 - 1e-9, 2 + 1e-9, NaN]) {
      const bad = data({ name: 'bad', costs: costs([0, 1, stray, 1]) });
      for (const split of [{ train: bad }, { train: fine, validation: bad }, { train: fine, test: bad }])
        expect(calling(requireCosts, split, spec)).toThrow(`'bad' has the cost ${stray}; expected costs in [-1, 2]`);
    }
    expect(calling(requireCosts, { train: data({}) }, parseCosts(given))).not.toThrow();
    expect(calling(requireCosts, { train: data({}) }, parseCosts({ ...given, low: -1, high: 2 }))).not.toThrow();
    for (const ends of [{ low: 0.5 }, { high: 0.5 }])
      expect(calling(requireCosts, { train: data({}) }, parseCosts({ ...given, ...ends }))).toThrow('cost 0 and 1');
  });

  it('a stray cost is told with the row that lists it', () => {
    const range = { low: 0, high: 2 };
    [0, 0, 1, 1].forEach((row, at) => {
      const table = costs([1, 1, 1, 1].map((cost, n) => (n === at ? 3 : cost)));
      expect(strayCost({ costs: table }, range)).toEqual({ row, found: 'the cost 3', legal: 'costs in [0, 2]' });
    });
    expect(strayCost({ costs: costs([0, 2, 1, 1]) }, range)).toBeUndefined();
  });

  it('a budget of costs is a number, a share rounded to the nearest, or none', () => {
    const budgets = [7, '50%', '30%', '10%', undefined] as const;
    expect(budgets.map((budget) => costsBudget({ ...(budget && { budget }) }, 11))).toEqual([7, 6, 3, 1, Infinity]);
  });

  it('a spec has its defaults, and refuses an empty range, other losses and illegal budgets', () => {
    const rest = { loss: { name: 'squared' }, update: 'invariant', order: 'shuffled' };
    expect(parseCosts(given)).toMatchObject({ low: 0, high: 1, ...rest });
    for (const low of [1, 2]) expect(() => parseCosts({ ...given, low, high: 1 })).toThrow(`${low} is not below 1`);
    expect(() => parseCosts({ ...given, loss: { name: 'logistic' } })).toThrow('regressed with squared loss');
    expect(parseCosts({ ...given, budget: 0, constant: 2 })).toMatchObject({ budget: 0, constant: 2 });
    expect(Object.keys(parseCosts(given))).not.toContain('budget');
    for (const budget of [-1, 0.5, '5', '-5%']) expect(() => parseCosts({ ...given, budget })).toThrow('budget');
  });

  it('a share of the budget is one of all costs, one a row and class', () => {
    const all = data({ costs: costs([0, 1, 0, 1]) });
    const left = (budget?: number | `${number}%`) =>
      buildCostOracle({ ...parseCosts(given), ...(budget !== undefined && { budget }) }, all, 2).left;
    expect([left('50%'), left('30%'), left(3), left()]).toEqual([2, 1, 3, Infinity]);
  });

  it('reductions say which of them they need', () => {
    const all = costs([0, 1, 0, 1]);
    const some: Costs = { ...all, offsets: Uint32Array.of(0, 2, 3) };
    expect(targetFault({ costs: all }, 'scoring-filter-tree', 2)).toBeUndefined();
    expect(targetFault({ costs: some }, 'scoring-filter-tree', 2)).toMatchObject({ row: 1, found: 'costs of 1 class' });
    expect(targetFault({ costs: some }, 'cost-sensitive', 2)).toBeUndefined();
    expect(targetFault({ costs: all }, 'one-against-all', 2)).toMatchObject({ found: 'costs of classes' });
    expect(targetFault({}, 'one-against-all', 2)).toBeUndefined();
    const split = { train: data({ costs: some }) };
    expect(calling(requireClassLabels, split, 'scoring-filter-tree')).toThrow(
      "row 2 of 'data' has costs of 1 class; expected those of all 2",
    );
    expect(calling(requireClassLabels, { train: data({}), test: data({ name: 'test', costs: all }) }, 'one-against-all')).toThrow(
      "'test' has costs of classes; expected a class on every line",
    );
  });

  it('classes are counted in every part, by their names where there are any', () => {
    const labels = (...each: number[]): Dataset => data({ labels: Float64Array.from(each) });
    expect(classesIn({ train: labels(1, 2), validation: labels(3), test: labels(2) })).toBe(3);
    expect(classesIn({ train: { ...labels(1, 2), classNames: ['a', 'b', 'c', 'd'] } })).toBe(4);
    expect(calling(requireClassLabels, { train: labels(1, 1) }, 'one-against-all')).toThrow(
      "'data' has 1 class; expected two or more",
    );
    expect(calling(requireClassLabels, { train: labels(1, 2), test: labels(1) }, 'one-against-all')).not.toThrow();
    for (const stray of [0, -1, 1.5, NaN])
      expect(calling(requireClassLabels, { train: labels(1, 2), test: labels(2, stray) }, 'one-against-all')).toThrow(
        `row 2 of 'data' is ${stray}`,
      );
  });
});

describe('learners of several classes', () => {
  const spec = (more: object = {}): ReductionSpec => ({ ...learner, reduction: 'one-against-all', ...more });

  it('are of two classes at least', () => {
    expect(() => buildReduction(spec(), 2, 3)).not.toThrow();
    for (const classes of [1, 0, 2.5, NaN])
      expect(() => buildReduction(spec(), classes, 3)).toThrow(`of ${classes} classes; expected`);
    expect(() => buildReduction(spec({ reduction: 'one-against-none' }), 2, 3)).toThrow("unknown reduction 'one-against-none'");
    expect(() => buildReduction(spec({ loss: { name: 'poisson' } }), 2, 3)).toThrow("reduction 'one-against-all': ");
  });

  it.each([{ average: 3 }, { average: '50%' }, { scale: 'unit' }, { scale: 'max', average: 5 }])(
    'with %o are one learner a class of the same, bit for bit',
    (more) => {
      const rows = sampleRows(randomStream(1, 'members'), 12);
      const reduction = buildReduction(spec(more), 3, rows.columns, 40);
      const alone = [1, 2, 3].map(() => buildLearner({ ...learner, ...more } as LearnerSpec, rows.columns, 40));
      const [labels, scores] = [Float64Array.of(0), new Float64Array(3)];
      const targets = new Targets({ labels }, 3);
      for (let t = 0; t < 40; t++) {
        labels[0] = 1 + ((5 * t) % 3);
        reduction.learn(rows, t % 12, targets.of(0), 1 + (t % 2));
        alone.forEach((each, k) => each.learn(rows, t % 12, labels[0] === k + 1 ? 1 : -1, 1 + (t % 2)));
        reduction.scoresOf!(rows, (t + 5) % 12, scores);
        expect([...scores]).toEqual(alone.map((each) => each.predict(rows, (t + 5) % 12)));
      }
    },
  );

  it('a block is of one optimizer', () => {
    const eta0 = (n: number) => ({ name: 'gradient-descent', eta0: n });
    expect(buildBlock([eta0(1), eta0(2)])(3)).toMatchObject({ size: 2, name: 'gradient-descent' });
    expect(() => buildBlock([eta0(1), { name: 'ada-grad', eta0: 1 }])).toThrow("a block of 'gradient-descent' and 'ada-grad'");
    expect(() => buildBlock([{ name: 'gradient' }])).toThrow("unknown optimizer 'gradient'");
  });
});

describe('learners of two classes', () => {
  it('slopes without a bound at 0 are not added up', () => {
    for (const loss of ['hellinger', 'logarithmic']) {
      const given = { ...learner, loss: { name: loss } } as Parameters<typeof buildLearner>[0];
      const unbounded = { ...given, optimizer: { name: 'ada-grad', eta0: 1 } } as const;
      expect(() => buildLearner(unbounded, 2)).toThrow('have no bound at the prediction 0');
      expect(() => buildLearner(given, 2)).not.toThrow();
    }
  });

  it('say whether they suit any units', () => {
    const suits = (optimizer: object): boolean => optimizerTraits({ ...learner, optimizer } as never).suitsAnyUnits === true;
    expect(suits({ name: 'normalized-adaptive', eta0: 1 })).toBe(true);
    expect(suits({ name: 'gradient-descent', eta0: 1 })).toBe(false);
  });

  it('oracles in a chain draw from streams of their own, by the seed and their place', () => {
    const rows = sampleRows(randomStream(1, 'rows'), 60);
    const labels = new Float64Array(60).fill(1);
    const noisy = { name: 'noisy', flipRate: 0.5 } as const;
    const answers = (oracle: RunSpec['oracle'], seed: number): string => {
      const annotator = buildAnnotator({ oracle: oracle!, seed }, losses.logistic, rows, labels);
      return labels.reduce((text, _, i) => `${text}${annotator.answer(i) === 1 ? '+' : '-'}`, '');
    };
    const [one, again, other, two] = [answers([noisy], 1), answers([noisy], 1), answers([noisy], 2), answers([noisy, noisy], 1)];
    expect(one).toBe(again);
    expect(new Set([one, other, two, '+'.repeat(60)]).size).toBe(4);
    expect(buildAnnotator({ seed: 1 }, losses.logistic, NO_POOL.rows, labels).answer(5)).toBe(1);
  });
});

describe('own parts of a spec', () => {
  const source = { file: 'mine.mjs', hash: 'abc' };
  addParts(
    {
      losses: {
        'mine-loss': { ...losses.logistic, name: 'mine-loss' },
        'steep-loss': { ...losses.logarithmic, name: 'steep-loss', slope: (_, y) => (y === 1 ? -1e150 : NaN) },
        'cliff-loss': { ...losses.logarithmic, name: 'cliff-loss', slope: (_, y) => (y === 1 ? -1e160 : NaN) },
      },
      updates: { 'mine-update': () => 0 } as never,
    },
    source,
  );

  it('slopes at 0 are added up where their squares are numbers, and asked of the label 1', () => {
    const given = (name: string) => ({ ...learner, loss: { name }, optimizer: { name: 'ada-grad', eta0: 1 } }) as never;
    expect(() => buildLearner(given('steep-loss'), 2)).not.toThrow();
    expect(() => buildLearner(given('cliff-loss'), 2)).toThrow('have no bound at the prediction 0');
  });

  it('are recorded by the hash of their file, wherever they are named', () => {
    expect(partsUsedBy({ loss: { name: 'mine-loss' }, update: 'mine-update', query: { name: 'passive' } })).toEqual({
      parts: { 'mine-loss': 'abc', 'mine-update': 'abc' },
    });
    expect(partsUsedBy({ loss: { name: 'logistic' }, update: 'invariant', optimizer: {}, query: { name: 5 } })).toEqual({});
  });

  it('are here as they were recorded, or the spec is refused', () => {
    const spec = { loss: { name: 'mine-loss' }, update: 'their-update' };
    const recorded = (parts: object) => calling(requireRecordedParts, { ...spec, parts });
    expect(recorded({ 'mine-loss': 'abc' })).not.toThrow();
    expect(recorded({ 'mine-loss': 'abd' })).toThrow(
      "the spec uses loss 'mine-loss' of a parts file (hash abd), and mine.mjs has other content (hash abc)",
    );
    expect(recorded({ 'their-update': '1', 'their-rule': '2' })).toThrow(
      "the spec uses update 'their-update' of a parts file (hash 1): name that file with --parts",
    );
    expect(recorded({ 'their-rule': '2' })).toThrow("uses part 'their-rule'");
    for (const none of [undefined, null, 5, {}, { parts: null }, { parts: 'x' }])
      expect(calling(requireRecordedParts, none)).not.toThrow();
  });
});

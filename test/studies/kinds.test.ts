import { Matrix, SVD } from 'ml-matrix';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { blocks } from '../../src/optimizers/blocks/index.ts';
import { SparseRows } from '../../src/rows/sparse-rows.ts';
import { cell, combinations, grid, packed, parseCell, requireFitting, unpacked, runCell } from '../../src/studies/cells/cell.ts';
import type { Cell, GivenCell, KindName, MeasurementOf, Outcome } from '../../src/studies/cells/cell.ts';
import { checkpoints, type Measurement } from '../../src/streams/measures/measurement.ts';
import type { ComparatorMeasurement } from '../../experiments/regret-gap/comparator.ts';
import type { DisplacementMeasurement } from '../../experiments/flip-picture/kind.ts';
import '../support/kinds.ts';
import type { kinds } from '../support/kinds.ts';
import type { OnlineMeasurement } from '../../experiments/small-weights/kind.ts';
import type { RegretMeasurement } from '../../experiments/regret-gap/regret.ts';
import { simulate } from '../../src/studies/cells/simulate.ts';
import type { Split } from '../../src/rows/dataset.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import type { RankingMeasurement } from '../../experiments/ndcg/kind.ts';
import { areaUnderCurve } from '../../src/statistics/curves/auc.ts';
import { buildLearner, buildReduction } from '../../src/specs/build-learner.ts';
import { orderOf } from '../../src/specs/run.ts';
import { classLearn } from '../../src/streams/passes/passive-learn.ts';
import { ClassValidation } from '../../src/streams/measures/class-validation.ts';
import { type ClassesMeasurement, countSteps } from '../../experiments/scoring-filter-tree/kind.ts';
import { fingerprintOf } from '../../src/studies/data/data-source.ts';
import { toyTask } from '../support/toy.ts';
import { rowsOf } from '../support/rows/rows.ts';

/** LAWS and REFERENCES of the kinds of cells: each against something that shares nothing with it. */

const toy: Split = { train: toyTask({ rows: 600, seed: 1 }), test: toyTask({ rows: 200, seed: 2 }) };
const prices: Split = { train: { ...toy.train, name: 'prices', labels: toy.train.labels.map((y, i) => 3 * y + Math.sin(i)) } };
const weighted: Split = { train: { ...toy.train, name: 'weighted', importances: toy.train.labels.map((_, i) => 1 + (i % 7)) } };
const splits = new Map([
  ['toy', toy],
  ['prices', prices],
  ['weighted', weighted],
]);

type RunOf<K extends KindName> = Extract<GivenCell, { kind: K }>['run'];

function measured<K extends KindName>(kind: K, dataset: string | undefined, run: RunOf<K>, of = splits): MeasurementOf<K> {
  const outcome = runCell(cell({ kind, ...(dataset !== undefined && { dataset }), run } as unknown as GivenCell<K>) as Cell, of);
  if ('failure' in outcome) throw new Error(outcome.failure);
  return outcome.measurement as MeasurementOf<K>;
}

const descent = { name: 'gradient-descent', eta0: 0.1, power: 0.5 } as const;

describe('online', () => {
  const learner = { loss: { name: 'logistic' }, update: 'invariant', optimizer: descent, seed: 3 } as const;

  it('is the passive run of active learning, seen from the loss: the same examples in the same order', () => {
    const online = measured('online', 'toy', learner);
    const { measurement } = simulate(parseRunSpec({ ...learner, query: { name: 'passive' } }), toy, () => 0);
    expect(online.curve).toEqual(
      measurement.curve.map(({ examples, progressiveLoss, progressiveError }) => ({
        examples,
        loss: progressiveLoss,
        error: progressiveError,
      })),
    );
    expect(online.test!.error).toBe(measurement.curve.at(-1)!.testError);
    expect(online.validation).toBeNull();
  });

  it('learns numbers, counts no mistakes on them, and gets better with passes', () => {
    const run = { ...learner, loss: { name: 'squared' }, optimizer: { ...descent, eta0: 0.02 } } as const;
    const [once, often] = [1, 5].map((passes) => measured('online', 'prices', { ...run, passes }));
    expect([once.curve, once.curve.every(({ error }) => error === null)]).toEqual([often.curve, true]);
    const trained = { ...prices, test: prices.train };
    const lossAfter = (passes: number): number =>
      measured('online', 'p', { ...run, passes }, new Map([['p', trained]])).test!.loss;
    expect(lossAfter(5)).toBeLessThan(lossAfter(1));
  });

  it('counts the weights that a sparse method leaves', () => {
    const count = (l1: number): number =>
      measured('online', 'toy', { ...learner, update: 'naive', optimizer: { name: 'rda', gamma: 1, l1 } }).nonZeros;
    expect(count(0)).toBe(20);
    expect(count(0.1)).toBeLessThan(20);
    expect(count(1000)).toBe(0);
  });
});

describe('classes', () => {
  const four = (part: Split['train']): Split['train'] => ({
    ...part,
    labels: part.labels.map((y, i) => (y > 0 ? 2 : 0) + (part.rows.values[part.rows.offsets[i + 1] - 1] > 0 ? 2 : 1)),
    classNames: ['a', 'b', 'c', 'd'],
  });
  const data: Split = { train: four(toy.train), test: four(toy.test!) };
  const run = {
    reduction: 'scoring-filter-tree',
    loss: { name: 'squared' },
    update: 'invariant',
    optimizer: { ...descent, eta0: 3 },
    seed: 3,
  } as const;
  const found = (more: object, split = data): ClassesMeasurement =>
    measured('classes', 'four', { ...run, ...more }, new Map([['four', split]]));

  it('is the stream of class-learn, in the order of the seed, and gets better with passes', () => {
    const spec = cell({ kind: 'classes', dataset: 'four', run }).run;
    const reduction = buildReduction(spec, 4, data.train.rows.columns);
    const validation = new ClassValidation(data.train, 4);
    const order = orderOf(spec, data.train.rows.length);
    classLearn(reduction, { ...data.train, order }, validation, 0, order.length);
    const { curve, test } = found({});
    expect(curve.at(-1)).toEqual({ examples: 600, error: validation.error, cost: validation.cost });
    const judged = new ClassValidation(data.test!, 4);
    for (let i = 0; i < data.test!.rows.length; i++) judged.record(i, reduction.predict(data.test!.rows, i));
    expect(test).toEqual({ error: judged.error, cost: judged.cost });
    expect(found({ passes: 2 }).curve).toEqual(curve);
    expect(found({ order: 'given' }).curve).not.toEqual(curve);
  });

  it('counts steps, and matches that a step carries over their label: only where that can happen', () => {
    expect(found({}).overruns).toBe(0);
    expect(found({ update: 'naive', optimizer: { ...descent, eta0: 1 } }).overruns).toBeGreaterThan(0.05);
    expect(found({ reduction: 'static-scoring-filter-tree' }).overruns).toBeGreaterThan(0);
    expect(found({ loss: { name: 'logistic' } }).overruns).toBeNull();
    expect(found({ reduction: 'one-against-all' }).overruns).toBeNull();
    expect(found({ reduction: 'one-against-all' }).steps).toBe(4);
    expect(found({ reduction: 'filter-tree' }).steps).toBeLessThanOrEqual(2);
    expect(found({}).steps).toBeLessThanOrEqual(4);
  });

  it('an overrun begins short of the label and ends beyond it; a match is of two', () => {
    const rows = rowsOf([[[0, 1]]], 1);
    const block = blocks['gradient-descent']([{ eta0: 1 }, { eta0: 1 }, { eta0: 1 }])(1);
    const counts = countSteps(block);
    const step = (steps: readonly number[]): readonly number[] => {
      block.prepare(rows, 0, Float64Array.from(steps, Math.abs), new Float64Array(3), new Float64Array(3));
      block.push(rows, 0, Float64Array.from(steps));
      return Object.values({ ...counts });
    };
    // Margins of the first match: 0.5, 1.25, 2, -2.
    expect([step([0.25, 0, -0.25]), step([0.375, 0, -0.375])]).toEqual([
      [2, 1, 0],
      [4, 2, 1],
    ]);
    expect([step([0.375, 0, -0.375]), step([-2, 0, 2]), step([0, 5, 0])]).toEqual([
      [6, 3, 1],
      [8, 4, 2],
      [9, 4, 2],
    ]);
    expect(step([5, 1, -5])).toEqual([12, 4, 2]);
  });

  it('learns costs where a reduction can, and says what it cannot learn', () => {
    const n = data.train.rows.length;
    const costs = {
      offsets: Uint32Array.from({ length: n + 1 }, (_, i) => 2 * i),
      classes: Uint32Array.from({ length: 2 * n }, (_, k) =>
        k % 2 === 0 ? data.train.labels[k / 2] : (data.train.labels[(k - 1) / 2] % 4) + 1,
      ),
      costs: Float64Array.from({ length: 2 * n }, (_, k) => (k % 2 === 0 ? 0.5 : 2)),
      lines: Uint32Array.from({ length: n }, (_, i) => i + 1),
    };
    const dear: Split = { train: { ...data.train, costs } };
    const { curve } = found({ reduction: 'cost-sensitive' }, dear);
    expect(curve.at(-1)!.cost).toBeGreaterThan(0.5);
    const admitted = (more: object, split: Split) => () => {
      requireFitting(cell({ kind: 'classes', dataset: 'four', run: { ...run, ...more } }), split);
    };
    expect(admitted({ reduction: 'cost-sensitive' }, dear)).not.toThrow();
    expect(admitted({}, dear)).toThrow("row 1 of 'toy' has costs of 2 classes; expected those of all 4");
    expect(admitted({}, toy)).toThrow('several classes are numbered 1, 2, …, and the label of row');
    expect(admitted({}, { train: { ...toy.train, labels: toy.train.labels.map(() => 1) } })).toThrow(
      'has 1 class; expected two or more',
    );
    expect(() => parseCell({ kind: 'classes', dataset: 'four', run: { ...run, reduction: 'oaa' } })).toThrow(
      "unknown reduction 'oaa'",
    );
    expect(() =>
      parseCell({ kind: 'classes', dataset: 'four', run: { ...run, reduction: 'cost-sensitive', loss: { name: 'logistic' } } }),
    ).toThrow("reduction 'cost-sensitive': loss 'logistic' takes no costs");
    expect(fingerprintOf(dear)).not.toBe(fingerprintOf({ train: data.train }));
  });
});

describe('ranking', () => {
  const run = { loss: { name: 'logistic' }, update: 'invariant', optimizer: { ...descent, eta0: 0.5 }, seed: 3 } as const;
  const grouped = (part: Split['train']): Split['train'] => ({
    ...part,
    labels: part.labels.map((y, i) => (y > 0 ? 1 + (i % 2) : 0)),
    groups: Uint32Array.from(part.labels, (_, i) => Math.floor(i / 10)),
  });
  const lists: Split = { train: grouped(toy.train), test: grouped(toy.train) };
  const sides: Split = { train: toy.train, test: toy.train };
  const found = (more: object, split: Split): RankingMeasurement =>
    measured('ranking', 'lists', { ...run, ...more }, new Map([['lists', split]]));

  it('orders two classes, by pairs and one row at a time, and the same for the same seed', () => {
    for (const more of [{}, { pairs: { name: 'uniform' } }]) {
      const { test, progressive } = found(more, sides);
      expect(test).toBeGreaterThan(0.85);
      expect(progressive === null).toBe(!('pairs' in more));
      expect(found(more, sides)).toEqual({ progressive, validation: null, test });
      expect(found({ ...more, seed: 4 }, sides).test).not.toBe(test);
    }
  });

  it('one row at a time, both classes count alike, as importances of the passive learner', () => {
    const { rows, labels } = toy.train;
    const learner = buildLearner(parseRunSpec({ ...run, query: { name: 'passive' } }), rows.columns);
    const positives = labels.filter((y) => y > 0).length;
    const n = labels.length;
    for (const i of orderOf({ order: 'shuffled', seed: 3 }, n))
      learner.learn(rows, i, labels[i], n / (2 * (labels[i] > 0 ? positives : n - positives)));
    const scores = Array.from(labels, (_, i) => learner.predict(rows, i));
    const isPositive = Array.from(labels, (y) => y > 0);
    expect(found({}, sides).test).toBe(areaUnderCurve(scores, isPositive));
  });

  it('orders the rows of queries, better than by chance, with all weights', () => {
    for (const name of ['uniform', 'query-balanced', 'dcg', 'ndcg'] as const)
      expect(found({ pairs: { name } }, lists).test, name).toBeGreaterThan(0.8);
    expect(found({ loss: { name: 'squared' }, optimizer: { ...descent, eta0: 0.02 } }, lists).test).toBeGreaterThan(0.8);
    expect(found({ pairs: { name: 'ndcg' }, passes: 3 }, lists).progressive).toBe(
      found({ pairs: { name: 'ndcg' } }, lists).progressive,
    );
  });

  it('says what has no order, and which losses learn no relevances', () => {
    const admitted = (more: object, split: Split) => () => {
      requireFitting(cell({ kind: 'ranking', dataset: 'lists', run: { ...run, ...more } }), split);
    };
    expect(admitted({}, prices)).toThrow("'prices' has no queries, and");
    expect(admitted({ pairs: { name: 'ndcg' } }, toy)).toThrow('expected qid:n on every line for pairs weighed by ndcg');
    expect(admitted({}, lists)).toThrow("pointwise learning takes relevances, which are numbers, and loss 'logistic' takes none");
    expect(admitted({ pairs: { name: 'ndcg' } }, lists)).not.toThrow();
    expect(() => parseCell({ kind: 'ranking', dataset: 'lists', run: { ...run, pairs: { name: 'ndgc' } } })).toThrow(
      "did you mean 'ndcg'",
    );
    expect(fingerprintOf(lists)).not.toBe(
      fingerprintOf({ ...lists, train: { ...lists.train, groups: lists.train.groups!.map((q) => q % 7) } }),
    );
  });
});

describe('regret', () => {
  const run = { loss: { name: 'logistic' }, seed: 1 } as const;

  it('implicit steps are never worse than linear ones, linear ones never better than themselves', () => {
    for (const loss of [
      { name: 'logistic' },
      { name: 'squared' },
      { name: 'hinge' },
      { name: 'quantile', level: 0.3 },
    ] as const) {
      for (const name of ['implicit-ftrl', 'implicit-ftrl-adaptive'] as const) {
        const of = (update: 'implicit' | 'naive'): RegretMeasurement =>
          measured('regret', 'toy', { ...run, loss, update, optimizer: { name, eta0: 1 } });
        expect(of('implicit').negative, `${loss.name} ${name}`).toBe(0);
        expect(of('implicit').curve.at(-1)!.delta).toBeGreaterThan(0);
        expect(of('naive').negative).toBe(0);
        expect(Math.abs(of('naive').curve.at(-1)!.delta)).toBeLessThan(1e-9);
      }
    }
  });

  it('with a constant lambda no step of IWA or aProx is worse, and none goes uphill', () => {
    for (const update of ['invariant', 'truncated', 'implicit'] as const) {
      const { negative, uphill, smallestDelta } = measured('regret', 'toy', {
        ...run,
        update,
        optimizer: { name: 'gradient-descent', eta0: 1 },
      });
      expect([negative, uphill], update).toEqual([0, 0]);
      expect(smallestDelta).toBeGreaterThan(-1e-14);
    }
  });

  it('sums the losses of the plain learner', () => {
    const optimizer = { name: 'implicit-ftrl', eta0: 0.5 } as const;
    const online = measured('online', 'prices', { loss: { name: 'squared' }, update: 'invariant', optimizer, seed: 1 });
    const regret = measured('regret', 'prices', { loss: { name: 'squared' }, update: 'invariant', optimizer, seed: 1 });
    regret.curve.forEach(({ examples, loss }, c) => expect(loss / examples).toBeCloseTo(online.curve[c].loss, 10));
  });

  it('refuses what it has no theory of', () => {
    const given = {
      kind: 'regret',
      dataset: 'toy',
      run: { ...run, update: 'invariant', optimizer: { name: 'implicit-ftrl', eta0: 1 } },
    };
    expect(() => parseCell({ ...given, run: { ...given.run, loss: { name: 'hellinger' } } })).toThrow(
      /regret needs the conjugate of the loss, and that of 'hellinger' is not known/,
    );
    expect(() => parseCell({ ...given, run: { ...given.run, optimizer: { name: 'ada-grad', eta0: 1 } } })).toThrow(
      /regularised leader: implicit-ftrl, .*found 'ada-grad'/,
    );
    expect(() => parseCell({ ...given, run: { ...given.run, optimizer: descent } })).toThrow(
      /constant step \(power 0\); found 'gradient-descent'/,
    );
  });
});

describe('comparator', () => {
  const { rows, labels } = prices.train;
  const X = Array.from({ length: rows.length }, (_, i) => {
    const line = new Array<number>(rows.columns).fill(0);
    for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) line[rows.indices[k]] = rows.values[k];
    return line;
  });

  it.each([0, 0.5, 30])('squared loss, l2 = %d: the ridge solution by the SVD of X', (l2) => {
    const run = { loss: { name: 'squared' }, l2 } as const;
    const { loss, objective, gradientNorm, gradientNormAtZero } = measured('comparator', 'prices', run);
    const { leftSingularVectors: U, rightSingularVectors: V, diagonal } = new SVD(new Matrix(X));
    const projected = U.transpose().mmul(Matrix.columnVector(labels));
    const w = V.mmul(Matrix.columnVector(diagonal.map((s, j) => (s * projected.get(j, 0)) / (s * s + l2)))).to1DArray();
    const sum = X.reduce((total, x, i) => total + (x.reduce((p, value, j) => p + value * w[j], 0) - labels[i]) ** 2 / 2, 0);
    expect(loss / sum).toBeCloseTo(1, 11);
    expect(objective / (sum + (l2 * w.reduce((n, each) => n + each * each, 0)) / 2)).toBeCloseTo(1, 11);
    expect(gradientNorm / gradientNormAtZero).toBeLessThan(1e-10);
  });

  it.each(['logistic', 'exponential'] as const)('%s loss: no other weights are better', (name) => {
    const best = measured('comparator', 'toy', { loss: { name } });
    expect(best.gradientNorm / best.gradientNormAtZero).toBeLessThan(1e-9);
    const run = {
      loss: { name },
      update: 'invariant',
      optimizer: { name: 'ada-grad', eta0: 0.5 },
      passes: 100,
      seed: 1,
    } as const;
    const trained = measured('online', 't', run, new Map([['t', { train: toy.train, test: toy.train }]]));
    const online = trained.test!.loss * toy.train.rows.length;
    expect(best.objective).toBe(best.loss);
    expect(best.loss).toBeLessThan(online);
  });

  it('features that depend on each other do no harm', () => {
    const twice = { ...toy.train, rows: doubled(toy.train.rows) };
    const run = { loss: { name: 'logistic' } } as const;
    const { loss } = measured('comparator', 'twice', run, new Map([['twice', { train: twice }]]));
    expect(loss / measured('comparator', 'toy', run).loss).toBeCloseTo(1, 7);
  });

  it('is fitted with the constant it is given; without one as the rows have it, and of the same hash as before there was a field', () => {
    const at = (constant: object): ComparatorMeasurement =>
      measured('comparator', 'toy', { loss: { name: 'logistic' }, l2: 1, ...constant });
    expect(at({ constant: 1 })).toEqual(at({}));
    expect(at({ constant: 'none' }).features).toBe(at({}).features - 1);
    // Penalised less as it grows.
    expect(at({ constant: 0.01 }).objective).toBeGreaterThan(at({ constant: 10 }).objective);
    const { run } = cell({ kind: 'comparator', dataset: 'toy', run: { loss: { name: 'logistic' } } });
    expect(run).toStrictEqual({ loss: { name: 'logistic' }, l2: 0 });
    expect(() => parseCell({ kind: 'comparator', dataset: 'toy', run: { loss: { name: 'logistic' }, constant: -1 } })).toThrow(
      'constant: a number > 0',
    );
  });

  it('refuses too many features and losses with kinks, in one line', () => {
    const wide = toyTask({ rows: 1000, columns: 2500, seed: 1 });
    const fitting = cell({ kind: 'comparator', dataset: 'wide', run: { loss: { name: 'squared' } } });
    expect(() => requireFitting(fitting, { train: wide })).toThrow(
      "dataset 'wide', kind 'comparator': the comparator solves for up to 2000 features, and 'toy' has 2500",
    );
    expect(() => parseCell({ kind: 'comparator', dataset: 'toy', run: { loss: { name: 'hinge' } } })).toThrow(
      /takes losses without a kink; found 'hinge'/,
    );
  });
});

describe('displacement', () => {
  const run = { loss: { name: 'squared' }, update: 'naive', prediction: 0, label: 1, importance: 30, sensitivity: 0.1 } as const;
  const after = (more: object): DisplacementMeasurement => measured('displacement', undefined, { ...run, ...more });

  it('the naive step overshoots, the invariant and the implicit one do not, and many naive ones tend to the invariant', () => {
    expect(after({}).prediction).toBeCloseTo(3, 12);
    expect(after({}).overshoot).toBeCloseTo(2, 12);
    expect(after({ update: 'invariant' }).prediction).toBeCloseTo(1 - Math.exp(-3), 12);
    expect(after({ update: 'implicit' }).prediction).toBeCloseTo(3 / 4, 12);
    const distance = (steps: number): number => Math.abs(after({ steps }).prediction - after({ update: 'invariant' }).prediction);
    expect(distance(1000)).toBeLessThan(1e-3);
    expect(distance(100) / distance(1000)).toBeCloseTo(10, 0);
  });
});

describe('cells', () => {
  it('measure a curve at as many points as the spec asks for, and come to the same end', () => {
    const run = {
      loss: { name: 'squared' },
      update: 'invariant',
      optimizer: { name: 'implicit-ftrl', eta0: 0.5 },
      seed: 1,
    } as const;
    for (const kind of ['online', 'regret'] as const) {
      const [fine, coarse] = [10, 1].map((perDecade) => measured(kind, 'prices', { ...run, perDecade }).curve);
      const examples = coarse.map((at) => at.examples);
      expect(examples, kind).toEqual(checkpoints(coarse.at(-1)!.examples, 1));
      expect(fine.length).toBeGreaterThan(2 * coarse.length);
      expect(fine.at(-1)).toEqual(coarse.at(-1));
    }
  });

  it('what is stored is what was measured, to seven digits', () => {
    const run = { loss: { name: 'quantile', level: 0.5 }, update: 'implicit', optimizer: descent, seed: 1 } as const;
    const outcome: Outcome = { measurement: measured('online', 'prices', run) };
    const again = unpacked(JSON.parse(JSON.stringify(packed(outcome))) as ReturnType<typeof packed>) as {
      measurement: OnlineMeasurement;
    };
    expect(again).toEqual(unpacked(packed(outcome)));
    expect(Object.keys(again.measurement)).toEqual(Object.keys(outcome.measurement));
    again.measurement.curve.forEach(({ loss }, c) => {
      expect(loss / (outcome.measurement as OnlineMeasurement).curve[c].loss).toBeCloseTo(1, 6);
    });
  });

  it('a fault is told with what is legal', () => {
    const good = { loss: { name: 'squared' }, update: 'naive', optimizer: descent, seed: 1 };
    const faults: [unknown, RegExp][] = [
      [{ kind: 'onlin', dataset: 'toy', run: good }, /unknown kind 'onlin', did you mean 'online'\?; there are active, online/],
      [{ kind: 'online', run: good }, /a cell of kind 'online' needs a dataset/],
      [{ kind: 'displacement', dataset: 'toy', run: {} }, /'displacement' takes no dataset, found 'toy'/],
      [
        { kind: 'online', dataset: 'toy', run: { ...good, pases: 3 } },
        /there is no 'pases', did you mean 'passes'\?; a spec has loss/,
      ],
      [{ kind: 'online', dataset: 'toy', run: { ...good, passes: 0 } }, /passes/],
      [
        { kind: 'online', dataset: 'toy', run: { ...good, optimizer: { name: 'gradient-descent' } } },
        /gradient-descent needs eta0/,
      ],
      [{ kind: 'online', dataset: 'toy', run: good, sed: 1 }, /there is no 'sed'.*a cell has kind, dataset, run/],
    ];
    for (const [given, message] of faults) expect(() => parseCell(given)).toThrow(message);
  });

  it('grids: every list is an axis, the last one fastest; a chain of oracles is none', () => {
    const cells = grid({
      kind: 'online',
      dataset: ['toy', 'prices'],
      run: {
        loss: { name: 'squared' },
        update: ['naive', 'invariant'],
        optimizer: { name: 'gradient-descent', eta0: [1, 2] },
        seed: 1,
      },
    });
    expect(
      cells.map(({ dataset, run }) => [
        dataset,
        (run as { update: string }).update,
        (run as { optimizer: { eta0: number } }).optimizer.eta0,
      ]),
    ).toEqual(
      combinations({ d: ['toy', 'prices'], u: ['naive', 'invariant'], e: [1, 2] }).map((each) =>
        Object.values(each as Record<string, unknown>),
      ),
    );
    expect(combinations({ oracle: [{ name: 'noisy' }, { name: 'delayed' }] })).toHaveLength(1);
  });
});

it('types follow from the registry of kinds', () => {
  expectTypeOf<Cell['kind']>().toEqualTypeOf<keyof typeof kinds>();
  expectTypeOf<Extract<Cell, { kind: 'active' }>['run']['seed']>().toEqualTypeOf<number>();
  expectTypeOf<ReturnType<typeof kinds.active.run>>().toEqualTypeOf<Measurement>();
  const run = { loss: { name: 'squared' }, update: 'naive', seed: 1 } as const;
  const optimizer = { name: 'gradient-descent', eta0: 1 } as const;
  const place = { kind: 'online', dataset: 'toy' } as const;
  const good: GivenCell = { ...place, run: { ...run, optimizer } };
  // @ts-expect-error: eta0 is missing
  const noStep: GivenCell = { ...place, run: { ...run, optimizer: { name: 'gradient-descent' } } };
  // @ts-expect-error: tau is missing
  const median: GivenCell = { ...place, run: { ...run, optimizer, loss: { name: 'quantile' } } };
  // @ts-expect-error: quantile has no parameter 'gamma'
  const foreign: GivenCell = { ...place, run: { ...run, optimizer, loss: { name: 'quantile', gamma: 1 } } };
  // @ts-expect-error: no such update
  const unknown: GivenCell = { ...place, run: { ...run, optimizer, update: 'naif' } };
  // @ts-expect-error: the dataset is missing
  const nowhere: GivenCell = { kind: 'online', run: { ...run, optimizer } };
  const point = { loss: { name: 'squared' }, update: 'naive', prediction: 0, label: 1, sensitivity: 1 } as const;
  // @ts-expect-error: displacement needs an importance
  const light: GivenCell = { kind: 'displacement', run: point };
  // @ts-expect-error: a query rule is no part of online learning
  const asking: GivenCell = { ...place, run: { ...run, optimizer, query: { name: 'passive' } } };
  for (const each of [noStep, median, unknown, nowhere, light, asking, foreign]) expect(() => parseCell(each)).toThrow();
  expect(() => parseCell(good)).not.toThrow();
});

/** Every feature a second time, under a column of its own. */
function doubled(rows: SparseRows): SparseRows {
  const indices: number[] = [];
  const values: number[] = [];
  const offsets = [0];
  for (let i = 0; i < rows.length; i++) {
    for (const shift of [0, rows.columns]) {
      for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) {
        indices.push(rows.indices[k] + shift);
        values.push(rows.values[k]);
      }
    }
    offsets.push(indices.length);
  }
  return new SparseRows(Uint32Array.from(offsets), Uint32Array.from(indices), Float32Array.from(values), 2 * rows.columns);
}

describe('coins', () => {
  const streams = { streams: 60, rows: 300, share: 0.2, floor: 0.2, confidence: 0.9, seed: 4 } as const;

  it('certified bands miss as rarely as they say, watched normal intervals far more often, and an adversary is no way out', () => {
    for (const probabilities of ['even', 'adaptive', 'adversarial'] as const) {
      const found = measured('coins', undefined, { ...streams, probabilities });
      expect(found.above + found.below).toBeLessThan(0.1 * 60 + 3.5 * Math.sqrt(0.09 * 60));
      expect(found.curve.at(-1)!.certified).toBeGreaterThan(found.curve.at(-1)!.score);
      expect(found.curve.at(-1)!.certified).toBeLessThan(0.6);
      if (probabilities === 'even') expect(found.normalWatched).toBeGreaterThan(found.above + found.below);
    }
  });

  it('where every label is bought nothing is left to chance', () => {
    const found = measured('coins', undefined, { ...streams, floor: 1, probabilities: 'even' });
    expect(found).toMatchObject({ above: 0, below: 0, normalWatched: 0, normalAtEnd: 0, scoreAtEnd: 0 });
    expect(found.curve.at(-1)).toEqual({ examples: 300, labels: expect.closeTo(300, 9) as number, certified: 0, score: 0 });
  });
});

const PACED = { query: { name: 'soft-margin' }, ...{ budget: 100, pace: {}, explore: 0.5, warmUp: 10, temper: 0 } } as const;
const RUN = { loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' } } as const;

describe('certificate', () => {
  const run = { ...RUN, ...PACED, coins: 'pool', rows: 400, confidence: 0.95, seed: 2 } as const;

  it('holds a band against the truth of the rows considered, and an estimate beside it', () => {
    const found = measured('certificate', 'toy', run);
    const { low, high, truth, scoreLow, scoreHigh, rows, labels, floor } = found;
    expect(floor).toBe((0.5 * 100) / 400);
    expect([rows <= 400, labels <= 100]).toEqual([true, true]);
    expect([low <= truth, truth <= high, high - low >= scoreHigh - scoreLow]).toEqual([true, true, true]);
    expect(found.wasOutside).toBe(false);
    for (const at of found.curve) expect([at.low <= at.truth, at.truth <= at.high]).toEqual([true, true]);
  });

  it('of every label is the truth', () => {
    const found = measured('certificate', 'toy', { ...run, budget: 400, explore: 1 });
    expect([found.low, found.high, found.scoreLow, found.scoreHigh]).toEqual(Array(4).fill(found.truth));
  });

  it('speaks of shares of the importance: of every label the error of the passive run', () => {
    const every = { ...run, rows: weighted.train.rows.length, budget: 600, explore: 1 };
    const found = measured('certificate', 'weighted', every);
    const passive = parseRunSpec({ ...RUN, query: { name: 'passive' }, coins: 'pool', seed: run.seed });
    const { measurement } = simulate(passive, weighted, () => 0);
    expect(found.rows).toBe(600);
    expect(found.truth).toBeCloseTo(measurement.curve.at(-1)!.progressiveError, 12);
    expect([found.low, found.high]).toEqual([found.truth, found.truth]);
  });

  it('was outside where the band that is drawn at every row was, at the confidence that is asked for', () => {
    const outside = Array.from({ length: 20 }, (_, seed) => {
      const every = { ...run, rows: 150, budget: 60, confidence: 0.3, perDecade: 1000, seed };
      const { curve, rows, wasOutside } = measured('certificate', 'toy', every);
      expect(curve).toHaveLength(rows);
      const [below, above] = [curve.some(({ truth, low }) => truth < low), curve.some(({ truth, high }) => truth > high)];
      expect(wasOutside).toBe(below || above);
      return `${below} ${above}`;
    });
    for (const seen of ['false false', 'true false', 'false true']) expect(outside).toContain(seen);
  });

  it('needs a smallest probability', () => {
    const bare = Object.fromEntries(Object.entries(run).filter(([field]) => field !== 'pace' && field !== 'explore'));
    expect(() => parseCell({ kind: 'certificate', dataset: 'toy', run: bare })).toThrow(
      'a certificate needs a smallest probability',
    );
  });
});

describe('replay', () => {
  const run = { ...RUN, ...PACED, coins: 'pool', rows: 400, seed: 2 } as const;

  it('on a passive ledger is the direct run; on a paced one its requests tell how far it is from it', () => {
    const passive = measured('replay', 'toy', { ...run, ledger: { query: { name: 'passive' } } });
    expect(passive).toMatchObject({ ledgerLabels: 400, isDirect: true, clipped: 0 });
    expect([passive.met, passive.replayLabels, passive.shared]).toEqual(Array(3).fill(passive.directLabels));
    expect(passive.replayError).toBe(passive.directError);
    const ledger = { ...PACED, query: { name: 'random' }, budget: 60 } as const;
    const paced = measured('replay', 'toy', { ...run, ledger });
    expect(paced.isDirect).toBe(false);
    expect(paced.met).toBeLessThan(paced.wanted);
    expect(paced.shared).toBeLessThanOrEqual(Math.min(paced.replayLabels, paced.directLabels));
  });

  it('a ledger takes what decides the labels it buys, and nothing else', () => {
    const ledger = { query: { name: 'passive' }, seed: 3 };
    expect(() => parseCell({ kind: 'replay', dataset: 'toy', run: { ...run, ledger } })).toThrow('seed');
  });
});

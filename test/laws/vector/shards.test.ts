/**
 * LAWS of learning on shards: every row is in one shard; an average of models is convex, feature by feature, and of one model or of
 * equal ones bit for bit what they are; one shard is the plain pass, several are the runs of their rows; certificates of shards add.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomUpdate, sampleRows } from '../../../src/laws/optimizer-laws.ts';
import { averageModels, shardModel, type ShardModel } from '../../../src/learners/average-models.ts';
import { certify } from '../../../src/ledger/audit/certificates/certify.ts';
import type { Entry } from '../../../src/ledger/entry.ts';
import { poolIdentity } from '../../../src/ledger/pool-identity.ts';
import type { Ledger } from '../../../src/ledger/file/read-ledger.ts';
import { Recorder } from '../../../src/ledger/recorder.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import type { Optimizer } from '../../../src/optimizers/optimizer.ts';
import { selectRows, shardsOf, type Split } from '../../../src/rows/dataset.ts';
import { buildLearner } from '../../../src/specs/build-learner.ts';
import { minimumProbability } from '../../../src/specs/build.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { Certificate } from '../../../src/statistics/certificates/certificate.ts';
import { cell, parseCell, type GivenOf, type MeasurementOf, runCell } from '../../../src/studies/cells/cell.ts';
import { simulate } from '../../../src/studies/cells/simulate.ts';
import { averagedSettings, settings } from '../../support/laws/optimizer-settings.ts';
import { toyTask } from '../../support/toy.ts';
import { runs } from '../../support/long.ts';
import '../../support/kinds.ts';
import { forAll } from '../../support/for-all.ts';

describe('shards of rows', () => {
  it('share the rows out: each is in one, in ascending order, about as many in each', () => {
    for (const shards of [1, 2, 7, 64]) {
      const parts = shardsOf(6400, shards);
      expect(parts).toHaveLength(shards);
      expect(parts.flatMap((rows) => [...rows]).sort((a, b) => a - b)).toEqual([...Array(6400).keys()]);
      for (const rows of parts) {
        expect([...rows]).toEqual([...rows].sort((a, b) => a - b));
        const mean = 6400 / shards;
        expect(Math.abs(rows.length - mean)).toBeLessThanOrEqual(4.5 * Math.sqrt(mean));
      }
    }
  });

  it('are those of the row alone: more rows move none, and of no rows there is none', () => {
    const [few, many] = [100, 1000].map((n) => shardsOf(n, 5));
    few.forEach((rows, s) => expect([...rows]).toEqual([...many[s]].filter((row) => row < 100)));
    expect(shardsOf(0, 3).map(({ length }) => length)).toEqual([0, 0, 0]);
    for (const wrong of [0, -1, 1.5, NaN])
      expect(() => shardsOf(3, wrong)).toThrow(`the number of shards must be 1 or more, found ${wrong}`);
  });
});

describe('averages of models', () => {
  const COLUMNS = 4;
  const numbers = (of: fc.Arbitrary<number>) => fc.array(of, { minLength: COLUMNS, maxLength: COLUMNS });
  const mass = fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e6, noNaN: true }));
  const model = fc
    .record({ weights: numbers(fc.double({ min: -1e6, max: 1e6, noNaN: true })), mass: fc.oneof(mass, numbers(mass)) })
    .map((drawn): ShardModel => ({
      weights: Float64Array.from(drawn.weights),
      mass: typeof drawn.mass === 'number' ? drawn.mass : Float64Array.from(drawn.mass),
    }));
  const models = fc.array(model, { minLength: 1, maxLength: 6 });
  const massAt = ({ mass: of }: ShardModel, j: number): number => (typeof of === 'number' ? of : of[j]);

  it('are the weighted mean of every feature, within the range of its weights, whatever the order but for rounding', () => {
    forAll([models], { numRuns: runs(300, 100) }, (drawn) => {
      const found = averageModels(drawn);
      const backwards = averageModels(drawn.toReversed());
      for (let j = 0; j < COLUMNS; j++) {
        const seen = drawn.filter((each) => massAt(each, j) > 0);
        if (seen.length === 0) {
          expect(found[j]).toBe(drawn[0].weights[j]);
          continue;
        }
        const total = seen.reduce((sum, each) => sum + massAt(each, j), 0);
        const mean = seen.reduce((sum, each) => sum + (massAt(each, j) / total) * each.weights[j], 0);
        const weights = seen.map((each) => each.weights[j]);
        // Below the normal numbers what is lost by rounding is no share of the weights.
        const slack = 1e-12 * Math.max(...weights.map(Math.abs)) + 16 * Number.MIN_VALUE;
        expect(Math.abs(found[j] - mean)).toBeLessThanOrEqual(slack);
        expect(Math.abs(found[j] - backwards[j])).toBeLessThanOrEqual(slack);
        expect(found[j]).toBeGreaterThanOrEqual(Math.min(...weights) - slack);
        expect(found[j]).toBeLessThanOrEqual(Math.max(...weights) + slack);
      }
    });
  });

  it('of one model, and of equal ones, are that model bit for bit, whatever their masses', () => {
    forAll([model, fc.array(mass, { maxLength: 5 })], { numRuns: runs(300, 100) }, (one, masses) => {
      expect(averageModels([one])).toEqual(one.weights);
      expect(averageModels([one, ...masses.map((m) => ({ weights: one.weights, mass: m }))])).toEqual(one.weights);
    });
  });

  it('leave the models as they are, and refuse what is none', () => {
    const [one, other] = [Float64Array.of(1, 2), Float64Array.of(3, 4)];
    const average = averageModels([
      { weights: one, mass: 1 },
      { weights: other, mass: 1 },
    ]);
    expect([average, one, other]).toEqual([Float64Array.of(2, 3), Float64Array.of(1, 2), Float64Array.of(3, 4)]);
    expect(() => averageModels([])).toThrow('without a model there is nothing to average');
    expect(() => averageModels([{ weights: one, mass: -1 }])).toThrow('must be a finite number >= 0, found -1');
    expect(() => averageModels([{ weights: one, mass: NaN }])).toThrow('found NaN');
    const longer = { weights: new Float64Array(3), mass: 1 };
    expect(() => averageModels([{ weights: one, mass: 1 }, longer])).toThrow('as many features each: 2, found 3');
    expect(() => averageModels([{ weights: one, mass: new Float64Array(3) }])).toThrow('as many features each: 2, found 3');
  });
});

describe('what a weight counts', () => {
  /** Adds up h (l' x)^2 of what an optimizer is told. */
  function reported(optimizer: Optimizer, columns: number) {
    const sums = new Float64Array(columns);
    const watched = Object.create(optimizer) as Optimizer;
    for (const name of ['admit', 'push', 'beginPass'] as const)
      Object.defineProperty(watched, name, { value: optimizer[name].bind(optimizer) });
    watched.prepare = (rows, i, h, slope) => {
      for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) sums[rows.indices[k]] += h * (slope * rows.values[k]) ** 2;
      return optimizer.prepare(rows, i, h, slope);
    };
    return { watched, sums };
  }

  const counting = [...settings, ...averagedSettings].filter(({ factory }) => factory(1).coordinateMass?.() !== undefined);

  it('is told by methods that adapt a rate to every feature, averaged or not', () => {
    const names = new Set(counting.map(({ factory }) => factory(1).name));
    expect([...names].sort()).toEqual(['ada-grad', 'ftrl-proximal', 'normalized-adaptive']);
  });

  it.each(counting.map((setting) => [setting.name, setting] as const))(
    '%s: the squared gradients it has met',
    (_, { factory }) => {
      const random = randomStream(1, 'coordinate mass');
      const rows = sampleRows(random, 12);
      const optimizer = factory(rows.columns);
      expect(optimizer.coordinateMass!()).toEqual(new Float64Array(rows.columns));
      const { watched, sums } = reported(optimizer, rows.columns);
      for (let t = 0; t < 40; t++) randomUpdate(watched, rows, t % rows.length, random);
      const largest = Math.max(1, ...sums);
      optimizer.coordinateMass!()!.forEach((mass, j) => expect(Math.abs(mass - sums[j])).toBeLessThanOrEqual(1e-12 * largest));
    },
  );

  it('reaches an average through every learner; where it is not told the importance counts', () => {
    const rows = toyTask({ rows: 30, seed: 1 });
    const learned = (optimizer: { name: string; eta0: number }, more: object): ShardModel => {
      const spec = parseRunSpec({ ...PARTS, optimizer, ...more, query: { name: 'passive' } });
      const learner = buildLearner(spec, rows.rows.columns);
      rows.labels.forEach((y, i) => learner.learn(rows.rows, i, y, 1));
      return shardModel(learner, 30);
    };
    for (const more of [{}, { average: 0 }, { scale: 'unit' }])
      expect(learned({ name: 'ada-grad', eta0: 0.3 }, more).mass).toBeInstanceOf(Float64Array);
    expect(learned({ name: 'gradient-descent', eta0: 0.3 }, {}).mass).toBe(30);
  });
});

const PARTS = { loss: { name: 'logistic' }, update: 'invariant', seed: 3 } as const;
const all = toyTask({ rows: 900, seed: 1 });
const part = (from: number, to: number): Split['train'] =>
  selectRows(
    all,
    Uint32Array.from({ length: to - from }, (_, n) => from + n),
    'toy',
  );
const toy: Split = { train: part(0, 600), validation: part(600, 700), test: part(700, 900) };
const PACED = { query: { name: 'soft-margin' }, budget: '20%', pace: { window: 50, decay: 0 }, warmUp: 4 } as const;

describe('cells of shards', () => {
  type Given = GivenOf<'shards'>;
  const measured = (run: Given, data = toy): MeasurementOf<'shards'> => {
    const outcome = runCell(cell({ kind: 'shards', dataset: 'toy', run }), new Map([['toy', data]]));
    if ('failure' in outcome) throw new Error(outcome.failure);
    return outcome.measurement as MeasurementOf<'shards'>;
  };
  const METHODS = [
    { name: 'gradient-descent', eta0: 0.5 },
    { name: 'averaged', eta0: 0.5 },
    { name: 'ada-grad', eta0: 0.3, initial: 0.1 },
    { name: 'normalized-adaptive' },
    { name: 'ftrl-proximal', alpha: 0.3 },
    { name: 'implicit-ftrl', eta0: 1 },
  ] as const;

  it.each(METHODS.map((optimizer) => [optimizer.name, optimizer] as const))('%s: one shard is the plain pass', (_, optimizer) => {
    for (const way of [{ query: { name: 'passive' } } as const, PACED]) {
      const run = { ...PARTS, optimizer, ...way };
      const plain = simulate(parseRunSpec({ ...run, coins: 'pool' }), toy).measurement;
      const end = plain.curve.at(-1)!;
      const one = measured({ ...run, shards: 1 });
      expect(one).toEqual({
        learners: 1,
        labels: end.queried,
        importanceSum: end.importanceSum,
        progressiveLoss: end.progressiveLoss,
        progressiveError: end.progressiveError,
        errorEstimate: plain.sample.errorEstimate,
        validationError: plain.validationError,
        test: { average: end.testError, byMass: end.testError, alone: end.testError },
      });
    }
  });

  it('several are the runs of their rows, counted together, and the same at every call', () => {
    const run = { ...PARTS, optimizer: { name: 'ada-grad', eta0: 0.3 }, ...PACED } as const;
    const found = measured({ ...run, shards: 4 });
    expect(measured({ ...run, shards: 4 })).toEqual(found);
    const own = shardsOf(600, 4).map(
      (rows) =>
        simulate(parseRunSpec({ ...run, coins: 'pool' }), { ...toy, train: selectRows(toy.train, rows, 's') }).measurement,
    );
    const sum = (of: (one: (typeof own)[number]) => number): number => own.reduce((total, one) => total + of(one), 0);
    expect(found.learners).toBe(4);
    expect(found.labels).toBe(sum(({ curve }) => curve.at(-1)!.queried));
    expect(found.importanceSum).toBeCloseTo(
      sum(({ curve }) => curve.at(-1)!.importanceSum),
      9,
    );
    expect(sum(({ curve }) => curve.at(-1)!.examples) * found.progressiveError).toBeCloseTo(
      sum(({ curve }) => curve.at(-1)!.examples * curve.at(-1)!.progressiveError),
      9,
    );
    expect(4 * found.test.alone!).toBeCloseTo(
      sum(({ curve }) => curve.at(-1)!.testError!),
      9,
    );
    expect(found.test.average).toBeLessThan(found.test.alone!);
    expect(found.test.average).not.toBe(found.test.byMass);
  });

  it('more shards than rows leave empty ones out, and a part that is missing is not judged', () => {
    const run = { ...PARTS, optimizer: { name: 'gradient-descent', eta0: 0.5 }, query: { name: 'passive' } } as const;
    const few: Split = { train: toyTask({ rows: 5, seed: 1 }) };
    const found = measured({ ...run, shards: 64 }, few);
    expect(found.learners).toBe(shardsOf(5, 64).filter(({ length }) => length > 0).length);
    expect([found.validationError, found.test]).toEqual([null, { average: null, byMass: null, alone: null }]);
  });

  it.each([
    [{ shards: 0 }, 'shards: '],
    [{ shards: 2, budget: 60 }, 'shards share a budget by their rows: expected a percentage, "10%", found 60'],
    [{ shards: 2, oracle: { name: 'noisy', rate: 0.1 } }, "there is no 'oracle'"],
    [{ shards: 2, stop: { measure: 'error', limit: 0.1 } }, "there is no 'stop'"],
  ])('%j is refused', (more, complaint) => {
    const run = { ...PARTS, optimizer: { name: 'gradient-descent', eta0: 0.5 }, query: { name: 'passive' }, ...more };
    expect(() => parseCell({ kind: 'shards', dataset: 'toy', run })).toThrow(complaint);
  });

  it('a cell that was parsed is parsed to itself', () => {
    const run = { ...PARTS, optimizer: { name: 'ada-grad', eta0: 0.3 }, ...PACED, shards: 4 } as const;
    const once = cell({ kind: 'shards', dataset: 'toy', run });
    expect(parseCell(JSON.parse(JSON.stringify(once)))).toEqual(once);
  });
});

describe('ledgers of shards', () => {
  const spec = parseRunSpec({ ...PARTS, optimizer: { name: 'ada-grad', eta0: 0.3 }, ...PACED, explore: 0.5, coins: 'pool' });
  const pools = shardsOf(600, 4).map((rows, s) => selectRows(toy.train, rows, `shard ${s}`));
  const ledgers = pools.map((pool, s): Ledger => {
    const entries: Entry[] = [];
    const recorder = new Recorder({
      record: 'considered',
      cost: () => 1,
      take: (draft) => {
        entries.push({ ...draft, model: '' });
      },
    });
    simulate(spec, { train: pool }, undefined, recorder);
    const data = poolIdentity({ name: pool.name, rows: pool.rows });
    const floor = minimumProbability(spec, pool)!;
    const header = { 'iwal-ledger': 2, iwal: '', record: 'considered', data, minimumProbability: floor, spec };
    return { file: `shard-${s}.ledger`, header, entries } as unknown as Ledger;
  });

  /** Counts the mistakes of these entries. */
  function counted(certificate: Certificate, entries: Iterable<Entry>): Certificate {
    for (const entry of entries) {
      if (entry.entry !== 'example') continue;
      certificate.consider(entry.probability);
      if (entry.outcome === 'asked') certificate.see(entry.probability, entry.label! > 0 === entry.prediction >= 0 ? 0 : 1);
    }
    return certificate;
  }

  it('toss coins of their own, and their certificates add up to that of the coins one after the other', () => {
    const first = (ledger: Ledger): number => ([...ledger.entries][0] as { readonly coin: number }).coin;
    expect(new Set(ledgers.map(first)).size).toBe(4);
    const floor = ledgers[0].header.minimumProbability!;
    const concatenated = counted(
      new Certificate(floor),
      ledgers.flatMap(({ entries }) => [...entries]),
    );
    const merged = certify(ledgers, { targets: ['error'], confidence: 0.95 }, 'no row in common');
    if ('why' in merged) throw new Error(merged.why);
    const [{ low, high, rows }] = merged.counts;
    expect(rows).toBe(
      ledgers.reduce((total, { entries }) => total + [...entries].filter(({ entry }) => entry === 'example').length, 0),
    );
    const [least, most] = concatenated.bounds(0.95);
    expect(Math.abs(least - low)).toBeLessThan(1e-9);
    expect(Math.abs(most - high)).toBeLessThan(1e-9);
    const apart = ledgers.map((ledger) => certify([ledger], { targets: ['error'], confidence: 0.95 }));
    const width = apart.reduce((total, each) => total + ('why' in each ? NaN : each.counts[0].high - each.counts[0].low), 0);
    expect(high - low).toBeLessThan(width);
  });

  it('are refused as one pool: that no row stands in two, somebody has to say', () => {
    expect(() => certify(ledgers, { targets: ['error'], confidence: 0.95 })).toThrow('(--shards)');
  });
});

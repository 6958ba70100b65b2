import { describe, expect, it } from 'vitest';
import { difference, sampleRows, COLUMNS } from '../../../src/laws/optimizer-laws.ts';
import { featureUnits, SCALINGS, type Scaling, ScaledFeatures } from '../../../src/learners/feature-units.ts';
import { LinearLearner, type MarginLearner } from '../../../src/learners/margin-learner.ts';
import { losses } from '../../../src/losses/index.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { dot, type SparseRows } from '../../../src/rows/sparse-rows.ts';
import { updates } from '../../../src/updates/index.ts';
import { entriesOf, rowOf, rowsOf } from '../../support/rows/rows.ts';

/** LAWS of units learned on the way, over the registry of optimizers. */

interface Example {
  readonly i: number;
  readonly y: number;
  readonly h: number;
}

function streamOf(rows: SparseRows, seed: number): Example[] {
  const random = randomStream(seed, 'side by side');
  return Array.from({ length: 100 }, () => {
    const i = random.below(rows.length);
    return { i, y: random.next() < 0.8 ? (i % 2 === 0 ? 1 : -1) : -1, h: [0.5, 1, 3][random.below(3)] };
  });
}

describe.each(Object.keys(SCALINGS) as Scaling[])('scale %s', (scaling) => {
  const scaled = (name: keyof typeof optimizers = 'gradient-descent'): MarginLearner =>
    new LinearLearner(
      losses.logistic,
      updates.invariant,
      new ScaledFeatures(
        (optimizers[name] as (given: object) => (columns: number) => ReturnType<ReturnType<typeof optimizers.normalized>>)({
          eta0: 0.3,
        })(COLUMNS),
        featureUnits(scaling, COLUMNS),
      ),
    );

  it('is that of the rows learned and the row itself (reference): 3 and 4, and then 12', () => {
    const rows = rowsOf(
      [3, 4, -12].map((x) => rowOf(2, (j) => [7, x][j])),
      3,
    );
    const units = featureUnits(scaling, 3);
    const [seen, then] = { max: [4, 12], unit: [Math.sqrt(25 / 2), 13 / Math.sqrt(3)] }[scaling];
    units.see(rows, 0);
    units.see(rows, 1);
    expect([0, 1, 2].map((j) => units.of(j))).toEqual([1, seen, 1]);
    const out = new Float32Array(2);
    const squares = units.scaled(rows, 2, out);
    expect([...out]).toEqual([7, Math.fround(-12 / then)]);
    expect(squares).toBe(49 + Math.fround(-12 / then) ** 2);
  });

  it('answers whatever it is asked as the learner inside does of the row in units', () => {
    const rows = sampleRows(randomStream(5, 'answers'), 12);
    const [optimizer, units] = [optimizers['normalized-adaptive']({ eta0: 0.3 })(COLUMNS), featureUnits(scaling, COLUMNS)];
    const [inner, learner] = [optimizer, new ScaledFeatures(optimizer, units)].map(
      (each) => new LinearLearner(losses.logistic, updates.invariant, each),
    );
    for (let i = 0; i < 8; i++) learner.learn(rows, i, i % 2 === 0 ? 1 : -1, 1 + i);
    for (let i = 0; i < rows.length; i++) {
      const out = new Float32Array(rows.offsets[i + 1] - rows.offsets[i]);
      units.scaled(rows, i, out);
      const shown = rowsOf([entriesOf(rows)[i].map(([j], k) => [j, out[k]] as const)], COLUMNS);
      const p = inner.margin(shown, 0);
      expect(learner.margin(rows, i)).toBe(p);
      expect(learner.sensitivity(rows, i, p)).toBe(inner.sensitivity(shown, 0, p));
      expect(inner.sensitivity(shown, 0, p) > 0).toBe(shown.nonZeros > 0);
    }
  });

  it('shows rows of any length: what the weights of the raw features predict', () => {
    const rows = rowsOf([3, 64, 65, 200].map((length) => rowOf(length, () => 1)));
    for (let i = 0; i < rows.length; i++) {
      const factory = optimizers['gradient-descent']({ eta0: 0.3 });
      const optimizer = new ScaledFeatures(factory(200), featureUnits(scaling, 200));
      const learner = new LinearLearner(losses.logistic, updates.invariant, optimizer);
      learner.learn(rows, i, 1, 1);
      learner.learn(rows, i, 1, 1);
      expect(Math.abs(learner.predict(rows, i) / dot(rows, i, learner.weights()) - 1)).toBeLessThan(1e-12);
    }
  });

  it('predictions do not change under x -> D x, D powers of two, the constant aside', () => {
    const rows = sampleRows(randomStream(3, 'units'), 20);
    const inUnits = entriesOf(rows).map((row) => row.map(([j, x]) => [j, x * (j === 0 ? 1 : 2 ** (5 * (j % 7) - 15))] as const));
    const other = rowsOf(inUnits, COLUMNS);
    for (const name of ['gradient-descent', 'ada-grad', 'implicit-ftrl'] as const) {
      const [plain, changed] = [scaled(name), scaled(name)];
      for (const { i, y, h } of streamOf(rows, 2)) {
        expect(changed.predict(other, i)).toBe(plain.predict(rows, i));
        expect(changed.learn(other, i, y, h)).toBe(plain.learn(rows, i, y, h));
      }
    }
  });

  it('asks without touching, shows weights of raw features, and goes on from its state', () => {
    const rows = sampleRows(randomStream(4, 'units'), 20);
    const [whole, resumed] = [scaled(), scaled()];
    const stream = streamOf(rows, 3);
    for (const { i, y, h } of stream.slice(0, 50)) whole.learn(rows, i, y, h);
    const before = structuredClone(whole.state());
    for (let i = 0; i < rows.length; i++) {
      whole.predict(rows, i);
      whole.sensitivity(rows, i, whole.margin(rows, i));
    }
    expect(difference(before, whole.state())).toBeUndefined();
    resumed.restore(before);
    for (const { i, y, h } of stream.slice(50)) expect(resumed.learn(rows, i, y, h)).toBe(whole.learn(rows, i, y, h));
    expect(difference(whole.state(), resumed.state())).toBeUndefined();
    if (scaling !== 'max') return;
    const weights = whole.weights();
    const { i } = stream[99];
    let sum = 0;
    for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) sum += weights[rows.indices[k]] * rows.values[k];
    expect(sum).toBeCloseTo(whole.predict(rows, i), 5);
  });
});

import { describe, expect, it } from 'vitest';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import { recipe, type Parameters } from '../../../src/numerics/recipe.ts';
import { ShrinkingWeights } from '../../../src/optimizers/bases/shrinking-weights.ts';
import { Scales } from '../../../src/optimizers/bases/descent.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import type { Optimizer, OptimizerFactory, OptimizerRecipe } from '../../../src/optimizers/optimizer.ts';
import { optimizerTraits } from '../../../src/specs/build-learner.ts';
import { addParts } from '../../../src/specs/parts/registry.ts';
import { COLUMNS, experienced, optimizerLaws, sampleRows, type Setting } from '../../../src/laws/optimizer-laws.ts';
import { averagedSettings, givens, settings } from '../../support/laws/optimizer-settings.ts';
import { runs } from '../../support/long.ts';
import { rowOf, rowsOf } from '../../support/rows/rows.ts';

/** LAWS of the optimizers, over the whole registry, plain and with penalties, on random rows of every size and on empty ones. */

const trials = runs(100, settings.length);

type Law = keyof typeof optimizerLaws;

function holds(law: Law, setting: Setting): void {
  const random = randomStream(1, `${law} of ${setting.name}`);
  for (let run = 0; run < trials; run++) {
    const found = optimizerLaws[law](setting, sampleRows(random, 8, 4), random);
    if (found !== undefined) expect.fail(`run ${run}: ${found}`);
  }
}

/** A stream whose normal draws are -1, 0 and 1. */
function whole(random: RandomStream): RandomStream {
  const copy = random.clone.bind(random);
  random.normal = () => random.below(3) - 1;
  random.clone = () => whole(copy());
  return random;
}

/** Rows of values -1 and 1, an empty one among them. */
function wholeRows(random: RandomStream): SparseRows {
  const row = (i: number) => rowOf(COLUMNS, () => (random.below(6) < i ? 2 * random.below(2) - 1 : undefined));
  return rowsOf([0, 1, 2, 3, 4].map(row), COLUMNS);
}

describe.each([...settings, ...averagedSettings].map((setting) => [setting.name, setting] as const))('%s', (_, setting) => {
  it.each(Object.keys(optimizerLaws) as Law[])('%s', (law) => holds(law, setting));

  it('keeps all of this where sums are whole numbers: 0 of a slope of 0, 1 of the first example', () => {
    for (const [name, law] of Object.entries(optimizerLaws)) {
      const random = whole(randomStream(2, `${name} of ${setting.name}`));
      for (let run = 0; run < trials / 20; run++) {
        const found = law(setting, wholeRows(random), random);
        if (found !== undefined) expect.fail(`${name}, run ${run}: ${found}`);
      }
    }
  });

  it('calls itself linear unless a penalty eats steps, and by its registry name', () => {
    expect(setting.factory(1).linear || setting.move === 'share').toBe(true);
    expect(setting.factory(1).name).toBe(setting.name.split(' ')[0]);
  });

  it('starts at the prediction 0 and knows no sensitivity for a row without features', () => {
    const random = randomStream(3, setting.name);
    const rows = sampleRows(random, 8);
    const fresh = setting.factory(rows.columns);
    const old = experienced(setting.factory, rows, random);
    for (let i = 0; i < rows.length; i++) {
      expect(fresh.predict(rows, i)).toBe(0);
      if (rows.offsets[i] === rows.offsets[i + 1]) expect(old.sensitivity(rows, i, 1)).toBe(0);
    }
  });
});

describe('traits', () => {
  it.each(givens)('of %s %o stand on its recipe, and its optimizers carry them', (name, given) => {
    const make = optimizers[name] as OptimizerRecipe<Parameters>;
    const traits = make.traits(given);
    const optimizer = make(given)(1);
    expect(optimizer).toMatchObject(traits);
    expect(traits.averagable).toBe(optimizer.coordinates !== undefined);
  });

  it("of one of one's own that is no such recipe are those that it has when it is built", () => {
    const l1 = { l1: { from: 0, meaning: 'penalty' } };
    const shrinking = recipe('shrinking', l1, (given): OptimizerFactory => {
      const make = optimizers.fobos({ eta0: 1, ...given });
      return (columns) => Object.assign(make(columns), { name: 'shrinking', linear: given.l1 === 0, suitsAnyUnits: true });
    });
    addParts({ optimizers: { shrinking } }, { file: 'shrinking.mjs', hash: '1' });
    const traits = (given: object): object => optimizerTraits({ optimizer: { name: 'shrinking', ...given } as never });
    const always = { name: 'shrinking', adaptive: false, followsLeader: false, suitsAnyUnits: true };
    expect(traits({ l1: 0 })).toEqual({ ...always, linear: true, averagable: true });
    expect(traits({ l1: 1 })).toEqual({ ...always, linear: false, averagable: false });
    const silent: OptimizerFactory = (columns) =>
      Object.assign(optimizers['gradient-descent']({ eta0: 1 })(columns), {
        ...{ name: 'silent', followsLeader: undefined, suitsAnyUnits: undefined },
      });
    addParts({ optimizers: { silent } }, { file: 'silent.mjs', hash: '2' });
    // The same content may come again, as from another process; another one may not.
    addParts({ optimizers: { silent } }, { file: 'moved.mjs', hash: '2' });
    expect(() => addParts({ optimizers: { silent } }, { file: 'other.mjs', hash: '3' })).toThrow(
      "other.mjs: the name 'silent' is already taken by moved.mjs, which has other content",
    );
    expect(optimizerTraits({ optimizer: { name: 'silent' } as never })).toMatchObject({
      followsLeader: false,
      suitsAnyUnits: false,
    });
  });
});

it.each(settings)('$name: a row that stands last is learned as one that does not, however long it is', ({ factory }) => {
  const weightsAfter = (rowsBehind: number): Float64Array => {
    const optimizer = factory(300);
    const rows = rowsOf([rowOf(300, (j) => 1 + (j % 3)), ...new Array<[]>(rowsBehind).fill([])]);
    for (const step of [0.5, -0.25]) {
      optimizer.prepare(rows, 0, 1, -step);
      optimizer.push(rows, 0, step);
    }
    return optimizer.weights();
  };
  const last = weightsAfter(0);
  expect([last.some((w) => w !== 0), last]).toEqual([true, weightsAfter(1)]);
});

it('implicit-ftrl-adaptive: as long as lambda has not grown nothing takes a step', () => {
  const rows = sampleRows(randomStream(1, 'nothing grows'), 5);
  const optimizer = optimizers['implicit-ftrl-adaptive']({ eta0: 0.3 })(COLUMNS);
  for (let i = 0; i < rows.length; i++) {
    expect([optimizer.sensitivity(rows, i, 0), optimizer.prepare(rows, i, 1, 0)]).toEqual([0, 0]);
  }
});

it('ftrl-proximal: a feature that nothing holds yet takes no step', () => {
  const rows = sampleRows(randomStream(1, 'nothing holds'), 5);
  const optimizer = optimizers['ftrl-proximal']({ alpha: 0.3, beta: 0 })(COLUMNS);
  for (let i = 0; i < rows.length; i++) expect(optimizer.sensitivity(rows, i, 0)).toBe(0);
});

it('truncated gradient: a weight of exactly the ceiling is pulled (Langford, Li & Zhang, equation 5: |w| <= ceiling)', () => {
  const rows = rowsOf([[[0, 1]]], 1);
  const optimizer = optimizers['truncated-gradient']({ eta0: 1, gravity: 0.25, ceiling: 0.5 })(1);
  optimizer.prepare(rows, 0, 1, -1);
  optimizer.push(rows, 0, 0.5);
  expect([...optimizer.weights()]).toEqual([0.25]);
});

it('weights that shrink by a factor are folded as soon as the growth that is kept is above 1e100, and stay what they are', () => {
  const rows = rowsOf([[[0, 1]]], 1);
  for (const ratio of [0.005, 0.2, 1e60]) {
    const weights = new ShrinkingWeights(1, Infinity);
    let [expected, product, folds, others] = [0, 1, 0, 0];
    for (let step = 0; folds < 3 && step < 200_000; step++) {
      weights.addScaled(rows, 0, 1);
      weights.shrink(0, ratio);
      expected = (expected + 1) / (1 + ratio);
      product *= 1 + ratio;
      if (product > 1e100) [product, folds] = [1, folds + 1];
      if (weights.state().growth !== product) others++;
    }
    expect([folds, others]).toEqual([3, 0]);
    expect(weights.dot(rows, 0) / expected).toBeCloseTo(1, 9);
  }
});

describe('the laws find planted mistakes', () => {
  /** The optimizer with some of its answers replaced. */
  const planted = (factory: OptimizerFactory, mistake: (right: Optimizer) => Partial<Optimizer>): Setting => ({
    name: 'planted',
    move: 'exact',
    factory: (columns) => {
      const right = factory(columns);
      return {
        name: right.name,
        linear: right.linear,
        adaptive: right.adaptive,
        margin: (rows, i) => right.margin(rows, i),
        predict: (rows, i) => right.predict(rows, i),
        sensitivity: (rows, i, slope) => right.sensitivity(rows, i, slope),
        admit: (rows, i) => right.admit(rows, i),
        prepare: (rows, i, h, slope) => right.prepare(rows, i, h, slope),
        base: (rows, i, p) => right.base(rows, i, p),
        push: (rows, i, u) => right.push(rows, i, u),
        beginPass: () => right.beginPass(),
        weights: () => right.weights(),
        state: () => right.state(),
        restore: (state) => right.restore(state),
        ...mistake(right),
      };
    },
  });

  const ada = optimizers['ada-grad']({ eta0: 0.3 });
  const nag = optimizers['normalized-adaptive']({ eta0: 0.3 });
  const scheduled = optimizers['gradient-descent']({ eta0: 0.3, power: 0.5 });

  it.each<[string, Law, Setting]>([
    [
      'a step one part in a million too long',
      'moves',
      planted(ada, (right) => ({
        push: (rows, i, u) => right.push(rows, i, u * (1 + 1e-6)),
      })),
    ],
    [
      'a q of the old G',
      'moves',
      planted(ada, (right) => ({
        prepare: (rows, i, h, slope) => {
          const q = right.sensitivity(rows, i, 0);
          right.prepare(rows, i, h, slope);
          return q;
        },
      })),
    ],
    ['a penalty passed off as exact', 'moves', { ...settings.find(({ move }) => move === 'share')!, move: 'exact' }],
    [
      'a base that forgets the shrinking',
      'preparesToBase',
      planted(optimizers['implicit-ftrl']({ eta0: 1 }), () => ({ base: (_rows, _i, p) => p })),
    ],
    [
      'a base that was summed up before the step',
      'preparesToBase',
      planted(optimizers['implicit-ftrl']({ eta0: 1 }), (right) => {
        let first: number | undefined;
        return { base: (rows, i, p) => (first ??= right.base(rows, i, p)) };
      }),
    ],
    [
      'a sensitivity before this example counts',
      'foretellsSensitivity',
      planted(ada, (right) => ({ sensitivity: (rows, i) => right.sensitivity(rows, i, 0) })),
    ],
    [
      'a scale that is only admitted later',
      'foretellsSensitivity',
      planted(nag, (right) => ({ admit: () => false, sensitivity: (rows, i, slope) => right.sensitivity(rows, i, slope) })),
    ],
    [
      'a scale that grows and says nothing',
      'admitsOpenly',
      planted(nag, (right) => ({
        admit: (rows, i) => {
          right.admit(rows, i);
          return false;
        },
      })),
    ],
    ['slopes that are read in secret', 'readsNoSlope', planted(ada, () => ({ adaptive: false }))],
    [
      'a question that admits the row',
      'asksWithoutTouching',
      planted(nag, (right) => ({
        margin: (rows, i) => {
          right.admit(rows, i);
          return right.margin(rows, i);
        },
      })),
    ],
    [
      'coordinates that forget their factor',
      'keepsCoordinates',
      planted(optimizers['implicit-ftrl']({ eta0: 1 }), (right) => ({
        coordinates: { values: right.coordinates!.values, factor: 1 },
      })),
    ],
    [
      'coordinates of weights that a penalty moves singly',
      'keepsCoordinates',
      planted(optimizers.fobos({ eta0: 0.3, l1: 0.2 }), (right) => ({
        get coordinates() {
          return { values: right.weights(), factor: 1 };
        },
      })),
    ],
    [
      'weights handed out live',
      'asksWithoutTouching',
      planted(ada, (right) => {
        const live = right.weights();
        return { weights: () => live, state: () => ({ ...right.state(), w: live }) };
      }),
    ],
    [
      'a prediction of the training weights under an average',
      'predictsWithItsWeights',
      planted(optimizers.averaged({ eta0: 0.3 }), (right) => ({ predict: (rows, i) => right.margin(rows, i) })),
    ],
    [
      'a state that forgets the time',
      'resumes',
      planted(scheduled, (right) => ({ state: () => ({ ...right.state(), pace: { mass: 0, pass: 0 } }) })),
    ],
  ])('%s', (_, law, setting) => {
    expect(() => holds(law, setting)).toThrow(/^run \d+: /);
  });
});

describe('scales of features', () => {
  const power = (x: number, y: number): number => Math.exp(y * Math.log(x));

  it.each([0, 0.4, 1, 1.6, 2, 3, 4])('with the exponent %d: the powers that are printed, exact for 1 and 2', (exponent) => {
    const random = randomStream(1, `scales ${exponent}`);
    for (const initial of [0, 0.7]) {
      const scales = new Scales(1, exponent, initial);
      let [mass, squares] = [initial, initial];
      for (let run = 0; run < 40; run++) {
        const [h, squaredLength, ratio] = [3 * random.next(), 5 * random.next(), random.next()];
        const ahead = scales.ahead(squaredLength);
        expect(ahead / power((mass + 1) / (squares + squaredLength), exponent / 2)).toBeCloseTo(1, 12);
        mass += h;
        squares += h * squaredLength;
        const found = scales.count(h, squaredLength);
        expect(found / power(mass / squares, exponent / 2)).toBeCloseTo(1, 12);
        expect(scales.raise(ratio) / power(ratio, exponent)).toBeCloseTo(1, 12);
        if (exponent === 1) expect([found, scales.raise(ratio)]).toEqual([Math.sqrt(mass / squares), ratio]);
        if (exponent === 2) expect([found, scales.raise(ratio)]).toEqual([mass / squares, ratio * ratio]);
      }
    }
  });

  it('take no step before a length is known', () => {
    for (const exponent of [0, 1, 1.6, 2]) expect(new Scales(1, exponent, 0).count(1, 0)).toBe(0);
  });
});

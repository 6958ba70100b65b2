import { describe, expect, it } from 'vitest';
import { COLUMNS, sampleRows } from '../../../../src/laws/optimizer-laws.ts';
import { randomStream } from '../../../../src/numerics/random.ts';
import { optimizers } from '../../../../src/optimizers/index.ts';
import { reductions } from '../../../../src/reductions/index.ts';
import { Bracket, Targets } from '../../../../src/reductions/reduction.ts';
import { dot } from '../../../../src/rows/sparse-rows.ts';
import { buildReduction } from '../../../../src/specs/build-learner.ts';
import { completeLearner } from '../../../../src/specs/learner-spec.ts';
import { toyTask } from '../../../support/toy.ts';
import { fresh, reductionLaws, sampleTarget, type ReductionName } from '../../../support/laws/reduction-laws.ts';
import { givens } from '../../../support/laws/optimizer-settings.ts';

/** LAWS of reductions, over their registry. */

const scale = process.env.IWAL_LAWS === 'long' ? 1000 : 1;
const names = Object.keys(reductions) as ReductionName[];

describe.each(names)('%s', (name) => {
  it.each(Object.entries(reductionLaws))('%s', (title, law) => {
    const random = randomStream(1, `${title} ${name}`);
    for (let run = 0; run < 40 * scale; run++) expect(law(reductions, name, random)).toBeUndefined();
  });

  it('learns with every optimizer of the registry: says what was predicted, with fewer mistakes in the second half than by chance', () => {
    const { rows, labels } = toyTask({ rows: 600, seed: 3 });
    const random = randomStream(2, 'other halves');
    const four = labels.map((y, i) => (y > 0 ? 2 : 0) + (rows.values[rows.offsets[i + 1] - 1] > 0 ? 2 : 1));
    const tried = new Set<string>();
    for (const [optimizer, given] of givens) {
      if (tried.has(optimizer)) continue;
      tried.add(optimizer);
      const spec = completeLearner({
        loss: { name: name === 'cost-sensitive' ? 'squared' : 'logistic' },
        update: 'invariant',
        optimizer: { name: optimizer, ...given },
      });
      const reduction = buildReduction({ ...spec, reduction: name }, 4, rows.columns);
      const targets = new Targets({ labels: Float64Array.from(four) }, 4);
      let mistakes = 0;
      for (let t = 0; t < 600; t++) {
        const i = random.below(rows.length);
        const foretold = reduction.predict(rows, i);
        const found = reduction.learn(rows, i, targets.of(i), 1);
        // What is shown of averages is not what learns.
        if (optimizer !== 'averaged') expect(found, optimizer).toBe(foretold);
        if (t >= 300 && found + 1 !== four[i]) mistakes++;
      }
      expect(mistakes / 300, optimizer).toBeLessThan(0.6);
    }
    expect(tried.size).toBe(Object.keys(optimizers).length);
  });

  it('predicts the first of classes that are equal, as all are before anything is learned', () => {
    const rows = sampleRows(randomStream(3, 'equals'), 5);
    for (const classes of [2, 3, 8]) {
      const reduction = fresh(reductions, name, classes);
      for (let i = 0; i < rows.length; i++) expect(reduction.predict(rows, i)).toBe(0);
    }
  });

  it('has scores that speak for the class it predicts, and weights that have these scores', () => {
    const random = randomStream(6, name);
    const rows = sampleRows(random, 20);
    const reduction = fresh(reductions, name, 4);
    for (let t = 0; t < 60; t++) reduction.learn(rows, random.below(rows.length), sampleTarget(4, random), 1);
    const scores = new Float64Array(4);
    for (let i = 0; i < rows.length && reduction.scoresOf !== undefined; i++) {
      reduction.scoresOf(rows, i, scores);
      expect(scores.indexOf(Math.max(...scores))).toBe(reduction.predict(rows, i));
      scores.forEach((score, k) => expect(Math.abs(dot(rows, i, reduction.weightsOf!(k)) - score)).toBeLessThan(1e-12));
    }
  });

  it('takes no step where nothing moves the prediction: a sensitivity of 0', () => {
    const { learner } = fresh(reductions, name, 3);
    for (const h of [0, 1, 1e300]) expect(learner.stepOf(0.25, 1, h, 0)).toBe(0);
  });

  it('has as many members as learn something, whatever the number of classes', () => {
    for (const classes of [2, 3, 4, 5, 7, 8]) {
      const random = randomStream(classes, `members of ${name}`);
      const rows = sampleRows(random, 40);
      const reduction = fresh(reductions, name, classes);
      for (let t = 0; t < 60 * classes; t++) reduction.learn(rows, random.below(rows.length), sampleTarget(classes, random), 1);
      const { block } = reduction.learner;
      for (let m = 0; m < block.size; m++)
        expect(
          block.weights(m).some((w) => w !== 0),
          `${m} of ${classes}`,
        ).toBe(true);
    }
  });

  it('refuses one class, and losses that do not suit it', () => {
    const spec = completeLearner({
      loss: { name: 'squared' },
      update: 'invariant',
      optimizer: { name: 'gradient-descent', eta0: 1 },
    });
    for (const classes of [0, 1, 2.5])
      expect(() => buildReduction({ ...spec, reduction: name }, classes, COLUMNS)).toThrow(/expected a whole number >= 2/);
    const counts = { ...spec, loss: { name: 'poisson' } } as const;
    expect(() => buildReduction({ ...counts, reduction: name }, 3, COLUMNS)).toThrow(`reduction '${name}': loss 'poisson'`);
  });
});

it('a bracket: odd entrants have byes, K - 1 matches in all', () => {
  for (let classes = 1; classes <= 40; classes++) {
    const bracket = new Bracket(classes);
    bracket.begin();
    let levels = 0;
    for (; bracket.count > 1; levels++) {
      const odd = bracket.count % 2 === 1 ? bracket.entrants[bracket.count - 1] : undefined;
      for (let pair = 0; pair < bracket.pairs; pair++) bracket.win(pair, bracket.right(pair));
      bracket.rise();
      if (odd !== undefined) expect(bracket.entrants[bracket.count - 1]).toBe(odd);
    }
    expect(levels).toBe(Math.ceil(Math.log2(classes)));
    expect(bracket.nodes).toBe(classes - 1);
    expect(bracket.entrants[0]).toBe(classes - 1);
  }
});

it('costs that are not listed are not learned, and their classes not predicted meanwhile', () => {
  const spec = completeLearner({
    loss: { name: 'squared' },
    update: 'invariant',
    optimizer: { name: 'gradient-descent', eta0: 0.1 },
  });
  const { rows } = toyTask({ rows: 4, seed: 1 });
  const reduction = buildReduction({ ...spec, reduction: 'cost-sensitive' }, 4, rows.columns);
  const table = {
    lines: Uint32Array.of(1, 2, 3, 4),
    offsets: Uint32Array.of(0, 2, 4, 4, 4),
    classes: Uint32Array.of(4, 3, 3, 2),
    costs: Float64Array.of(1, 2, 0, 0),
  };
  const targets = new Targets({ labels: Float64Array.of(4, 2, 1, 1), costs: table }, 4);
  expect(targets.of(0).cheapest).toBe(3);
  expect(reduction.learn(rows, 0, targets.of(0), 1)).toBe(2);
  expect(reduction.learner.block.weights(0).every((w) => w === 0)).toBe(true);
  expect(reduction.learner.block.weights(3).some((w) => w !== 0)).toBe(true);
  expect(targets.of(1).cheapest).toBe(1); // the first of equals
  const unlisted = reduction.learner.block.weights(3).slice();
  expect([1, 2]).toContain(reduction.learn(rows, 1, targets.of(1), 1));
  expect(reduction.learner.block.weights(3)).toEqual(unlisted);
  expect(reduction.learner.block.weights(2)).not.toEqual(new Float64Array(rows.columns));
});

import { describe, expect, it } from 'vitest';
import { learningCurves } from '../../../src/cli/simulate/figure.ts';
import { freshBuyer, watchLabels, onSeeds } from '../../../src/cli/simulate/watched.ts';
import { repetitionText } from '../../../src/cli/simulate/page.ts';
import { resultOf } from '../../../src/cli/simulate/result.ts';
import { type Dataset, smallerClass, type Split } from '../../../src/rows/dataset.ts';
import { parseActiveClasses } from '../../../src/specs/kinds/active-classes.ts';
import { passiveOf, parseRunSpec } from '../../../src/specs/run-spec.ts';
import type { ActiveLearner } from '../../../src/streams/active-learner.ts';
import type { Observer } from '../../../src/streams/passes/active-learn.ts';
import { buildLoss } from '../../../src/specs/build-learner.ts';
import { ClassMeasures, isMistake } from '../../../src/streams/measures/class-measures.ts';
import { simulate, simulateClasses } from '../../../src/studies/cells/simulate.ts';
import { kinds } from '../../support/kinds.ts';
import { toyTask } from '../../support/toy.ts';

/**
 * LAWS of what simulate measures beside a run: passive learning stops after as many labels, on the same stream; class measures are of
 * the test part with its importances, else of the predictions on the way; the model in the end is judged on rows that it did not learn.
 */

const learner = { loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' }, seed: 4 };
const spec = parseRunSpec({ ...learner, query: { name: 'soft-margin' }, pace: {}, budget: 40, warmUp: 5, temper: 0 });
const part = (seed: number, more: Partial<Dataset> = {}): Dataset => ({ ...toyTask({ rows: 160, seed }), ...more });
const importances = (labels: Float64Array): Float64Array => labels.map((y) => (y > 0 ? 0.1 : 2));
const test = part(2);
const split: Split = { train: part(1), test: { ...test, importances: importances(test.labels) } };

describe('a run of two classes', () => {
  const watched = watchLabels(spec, split);
  const { queried } = watched.measurement.curve.at(-1)!;

  it('has passive learning beside it that stops after as many labels', () => {
    const passive = parseRunSpec({ ...learner, query: { name: 'passive' }, budget: queried });
    expect(queried).toBeLessThan(80);
    expect(watched.passiveError).toBe(simulate(passive, split).measurement.curve.at(-1)!.testError);
  });

  it.each([
    ['a fit in the end', { final: 'best' }],
    ['answers 30 rows late', { oracle: [{ name: 'delayed', delay: 30 }] }],
    ['prices', { oracle: [{ name: 'priced', perFeature: 0.3 }] }],
    ['abstaining', { oracle: [{ name: 'abstaining', abstainRate: 0.4, fee: 0.2 }] }],
  ])('walks no row behind its last label, or the others too where they may change something: %s', (_, more) => {
    const given = parseRunSpec({ ...learner, ...more, query: { name: 'soft-margin' }, pace: {}, budget: 40, warmUp: 5 });
    const { passiveError, measurement } = watchLabels(given, split);
    const passive = { ...passiveOf(given), budget: measurement.curve.at(-1)!.queried };
    const whole = simulate(passive, split).measurement;
    expect(passiveError).toBe((whole.final ?? whole.curve.at(-1)!).testError);
    const { examples, queried } = simulate({ ...passive, endsWithBudget: true }, split).measurement.curve.at(-1)!;
    if (given.oracle === undefined) expect([examples, whole.curve.at(-1)!.examples]).toEqual([queried, 160]);
  });

  it('has the classes of the test part, and a figure with its larger one', () => {
    const { labels, importances: h } = split.test!;
    expect(watched.classes!.smallerClass).toBeCloseTo(smallerClass(labels, h), 12);
    const contested = [{ label: 'mine', result: resultOf(spec, split, watched) }];
    const { references } = learningCurves(contested, split).panels[0] as { references?: readonly { y: number }[] };
    expect(references!.map(({ y }) => y)).toEqual([smallerClass(labels, h)]);
    const alone = learningCurves(contested, { train: split.train }).panels[0] as { references?: readonly { y: number }[] };
    expect(alone.references!.map(({ y }) => y)).toEqual([smallerClass(split.train.labels, undefined)]);
  });
});

describe('errors by class', () => {
  const weighed = { ...split.train, importances: importances(split.train.labels) };

  it.each([
    ['tested', { ...split, train: weighed }],
    ['along the stream', { train: weighed }],
  ])('%s: a column each beside the same curve, at every checkpoint those of the run that ends there', (_, data) => {
    const plain = simulate(spec, data).measurement;
    const { curve, ...rest } = simulate({ ...spec, errors: 'by class' }, data).measurement;
    expect(rest).toEqual({ validationError: plain.validationError, sample: plain.sample });
    curve.forEach(({ smallerClass: share, balancedError, fScore, ...point }, c) => {
      expect(point).toEqual(plain.curve[c]);
      // The same run as far as this checkpoint, counted by an observer of its own.
      let active: ActiveLearner | undefined;
      const counted = new ClassMeasures(buildLoss(spec));
      const { train, test: judged } = data as Split;
      let considered = 0;
      simulate(spec, data, undefined, {
        considered(each, i) {
          // Before row n + 1 is learned the model is that of n rows.
          if (considered++ === point.examples && judged !== undefined) judge(each);
          active = each;
          if (judged === undefined && considered <= point.examples)
            counted.record(each.situation.prediction, train.labels[i], train.importances![i]);
        },
        answered: () => undefined,
      });
      if (considered <= point.examples && judged !== undefined) judge(active!);
      expect({ smallerClass: share, balancedError, fScore }).toEqual(counted.summary);

      function judge({ learner: model }: ActiveLearner): void {
        const { rows, labels, importances: h } = judged!;
        labels.forEach((y, i) => counted.record(model.predict(rows, i), y, h![i]));
      }
    });
  });

  it('stand in figures where one class is small, and there alone', () => {
    const labels = test.labels.map((y, i) => (y > 0 && i % 4 === 0 ? 1 : -1));
    const titles = (judged: Dataset): readonly unknown[] => {
      const data = { train: split.train, test: judged };
      const contested = [{ label: 'mine', result: resultOf(spec, data, watchLabels(spec, data)) }];
      return learningCurves(contested, data).panels.map((panel) => (panel as { y: { label: string } }).y.label);
    };
    expect(titles({ ...test, labels })).toEqual(['test error', 'test balanced error', 'test F-score']);
    expect(titles(test)).toEqual(['test error']);
  });

  it('are asked for by cells of kinds that store errors of two classes, and refused elsewhere', () => {
    const { active, comparator } = kinds;
    expect(active.parse({ ...learner, query: { name: 'passive' }, errors: 'by class' })).toMatchObject({ errors: 'by class' });
    expect(() => active.parse({ ...learner, query: { name: 'passive' }, errors: 'all' as 'by class' })).toThrow(/by class/);
    expect(() => comparator.parse({ loss: { name: 'logistic' }, errors: 'by class' })).toThrow("there is no 'errors'");
  });
});

it('on several seeds: counted from that of the spec, the test error above passive learning, 95% intervals', () => {
  const runs = onSeeds([{ label: 'mine', spec }], 3);
  expect(runs.map((run) => run.spec.seed)).toEqual([4, 4, 5, 5, 6, 6]);
  const results = [0.1, 0.11, 0.12].map((testError, n) => ({
    ...resultOf({ ...spec, seed: 4 + n }, split, watchLabels(spec, split)),
    ...{ testError, passiveError: 0.08 },
  }));
  const text = repetitionText([{ label: 'mine', results }]);
  // t of 2 degrees of freedom, 97.5%: 4.3027; standard error 0.01 / sqrt 3.
  expect(text).toContain('11.00% (8.52% to 13.48%)');
  expect(text).toMatch(/\+3\.00 \(\+0\.52 to \+5\.48\)/);
  expect(text).toContain('seeds 4 to 6');
});

it('fresh labels are of rows without a learned label, and the true error is that of the model on them', () => {
  const oracle = [{ name: 'abstaining', abstainRate: 0.5 }] as never;
  const own = parseRunSpec({ ...spec, oracle });
  const buyer = freshBuyer(own, split);
  const learned = new Set<number>();
  const watch: Observer = {
    considered: () => undefined,
    answered(_, i, answer) {
      buyer.answered(i, answer);
      if (answer !== 'abstains') learned.add(i);
    },
  };
  const { home } = simulate(own, split, undefined, watch);
  const { rows, labels } = split.train;
  const left = [...labels.keys()].filter((row) => !learned.has(row));
  const wrong = left.filter((row) => isMistake(home.loss, home.predict(rows, row), labels[row]));
  const { rows: judged, trueError } = buyer.judge(buyer.buy(20, home), home);
  expect([judged, trueError]).toEqual([left.length, wrong.length / left.length]);
  expect(learned.size).toBeGreaterThan(5);
});

describe('a run of several classes', () => {
  const several = (each: Dataset): Dataset => ({
    ...each,
    labels: each.labels.map((y, i) => (y > 0 ? 1 : 2 + (i % 2))),
    classNames: ['a', 'b', 'c'],
  });
  const own = parseActiveClasses({ ...spec, reduction: 'one-against-all', parts: undefined, temper: 0.5, classes: 3 });
  const data: Split = { train: several(split.train), test: several(part(2)) };

  it('is judged on the test part, beside passive learning that stops after as many labels', () => {
    const watched = watchLabels(own, data);
    const { queried, testError } = watched.measurement.curve.at(-1)!;
    const passive = simulateClasses(parseActiveClasses({ ...passiveOf(own), budget: queried }), data);
    expect(watched.passiveError).toBe(passive.measurement.curve.at(-1)!.testError);
    expect(wrongShare(watched.confusion!)).toBeCloseTo(testError!, 12);
  });

  it('without one the confusion is that of the predictions on the way', () => {
    const watched = watchLabels(own, { train: data.train });
    const { examples, progressiveError } = watched.measurement.curve.at(-1)!;
    expect(watched.confusion!.flat().reduce((sum, each) => sum + each, 0)).toBe(examples);
    expect(wrongShare(watched.confusion!)).toBeCloseTo(progressiveError, 12);
    expect(watched.passiveError).toBeNull();
  });
});

function wrongShare(confusion: readonly (readonly number[])[]): number {
  const all = confusion.flat().reduce((sum, each) => sum + each, 0);
  return 1 - confusion.reduce((sum, row, k) => sum + row[k], 0) / all;
}

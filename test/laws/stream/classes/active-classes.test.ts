import { describe, expect, it } from 'vitest';
import { COLUMNS, difference, sampleRows } from '../../../../src/laws/optimizer-laws.ts';
import { LinearLearner } from '../../../../src/learners/margin-learner.ts';
import type { Loss } from '../../../../src/losses/loss.ts';
import { losses } from '../../../../src/losses/index.ts';
import { randomStream } from '../../../../src/numerics/random.ts';
import { optimizers } from '../../../../src/optimizers/index.ts';
import { blocks } from '../../../../src/optimizers/blocks/index.ts';
import { BlockLearner } from '../../../../src/reductions/block-learner.ts';
import { reductions } from '../../../../src/reductions/index.ts';
import { emptyOutlook, Targets } from '../../../../src/reductions/reduction.ts';
import { requireClassesToAsk } from '../../../../experiments/multiclass-frontier/kind.ts';
import { buildOracle } from '../../../../src/specs/build.ts';
import { parseActiveClasses, buildActiveClasses, type ActiveClassesSpec } from '../../../../src/specs/kinds/active-classes.ts';
import { parseRunSpec } from '../../../../src/specs/run-spec.ts';
import type { AnyActiveLearner } from '../../../../src/streams/active-learner.ts';
import { activeLearn } from '../../../../src/streams/passes/active-learn.ts';
import type { Dataset } from '../../../../src/rows/dataset.ts';
import { simulate, simulateClasses } from '../../../../src/studies/cells/simulate.ts';
import { Meeting } from '../../../../src/updates/meeting.ts';
import { updates } from '../../../../src/updates/index.ts';
import { deviations } from '../../../support/active-runs.ts';
import { toyTask } from '../../../support/toy.ts';
import { descent } from '../../../support/descent.ts';

/** LAWS of active learning of several classes. */

/** Sells the labels of these rows, of four classes. */
function oracleOf(spec: ActiveClassesSpec, { rows, labels }: Pick<Dataset, 'rows' | 'labels'>) {
  return buildOracle({ ...spec, classes: 4 }, losses.logistic, rows, labels);
}

const SIDES = { wins: 1, loses: -1, between: 0 };

describe('two flows that meet', () => {
  const random = randomStream(1, 'meetings');
  const signed = Object.values(losses).filter(
    (loss): loss is Loss => 'labels' in loss && (loss.labels === 'sign' || loss.labels === 'real') && loss.threshold === 0,
  );

  it.each(signed)('$name: with the importance they are level, with less they are not, by every update', (loss) => {
    for (const update of Object.values(updates)) {
      if (update.name === 'resampled') continue;
      const meeting = new Meeting(loss, update, SIDES);
      const gapAfter = (c: number, qc: number, w: number, qw: number, h: number): number =>
        w + update(loss, w, -1, h * qw, h) - (c + update(loss, c, 1, h * qc, h));
      for (let run = 0; run < 60; run++) {
        const w = random.normal();
        const c = w - 2 * random.next();
        const [qc, qw] = [0.05 + random.next(), 0.05 + random.next()];
        const h = meeting.importance(c, qc, w, qw);
        if (h === Infinity) continue;
        const scale = 1 + Math.abs(w) + Math.abs(c);
        expect(Math.abs(gapAfter(c, qc, w, qw, h)) / scale, `${update.name} ${c} ${w} ${h}`).toBeLessThan(1e-12);
        expect(gapAfter(c, qc, w, qw, 0.99 * h)).toBeGreaterThanOrEqual(-1e-12 * scale);
      }
    }
  });

  it('is the closed form where there is one: squared loss with equal sensitivities, hinge below its labels', () => {
    const squared = new Meeting(losses.squared, updates.invariant, SIDES);
    const hinge = new Meeting(losses.hinge, updates.invariant, SIDES);
    for (let run = 0; run < 200; run++) {
      const w = 3 * random.normal();
      const c = w - 3 * random.next();
      const q = 0.01 + random.next();
      // (w - c) e^-t = 2 (1 - e^-t), t = 2 h q for a loss of (p - y)^2, h q for half of it.
      const rate = -losses.squared.slope(0, 1);
      const exact = Math.log1p((w - c) / 2) / (rate * q);
      expect(Math.abs(squared.importance(c, q, w, q) / exact - 1)).toBeLessThan(4e-14);
      const [low, high] = [-random.next(), random.next()];
      const [qc, qw] = [0.1 + random.next(), 0.1 + random.next()];
      const met = (high - low) / (qc + qw);
      if (low + met * qc < 1 && high - met * qw > -1)
        expect(Math.abs(hinge.importance(low, qc, high, qw) / met - 1)).toBeLessThan(1e-13);
    }
  });

  it('answers 0 for equals, Infinity where nothing moves, and stops looking where it cannot be the smallest', () => {
    const meeting = new Meeting(losses.logistic, updates.invariant, SIDES);
    expect([meeting.importance(0.5, 1, 0.5, 1), meeting.importance(-1, 0, 1, 0)]).toEqual([0, Infinity]);
    const alone = meeting.importance(-1, 1, 1, 0);
    expect(alone).toBe(losses.logistic.timeTo(-1, 1, 1));
    const h = meeting.importance(-1, 1, 1.5, 0.5);
    expect(meeting.importance(-1, 1, 1.5, 0.5, h / 100)).toBe(Infinity);
    // The challenger comes to 0 after this: not below it.
    const earliest = losses.logistic.timeTo(-1, 0, 1);
    expect(meeting.importance(-1, 1, 1, 0, earliest)).toBe(Infinity);
    expect(meeting.importance(-1, 1, 1, 0, earliest * (1 + 2 ** -50))).toBe(alone);
  });
});

describe.each(['one-against-all', 'cost-sensitive'] as const)('the outlook of %s', (name) => {
  const kind = reductions[name];
  const loss = name === 'cost-sensitive' ? losses.squared : losses.logistic;
  const random = randomStream(2, name);

  it('names the smallest importance that changes the class, by brute force over all labels', () => {
    const rows = sampleRows(random, 12);
    let overtaken = 0;
    for (let run = 0; run < 60; run++) {
      const classes = 2 + random.below(6);
      const settings = Array.from({ length: classes }, () => ({ eta0: 0.02 + 0.5 * random.next() }));
      const reduction = kind.build(
        new BlockLearner(loss, updates.invariant, blocks['gradient-descent'](settings)(COLUMNS)),
        classes,
      );
      const label = new Float64Array(1);
      const targets = new Targets({ labels: label }, classes);
      for (let t = 0; t < 15; t++) {
        label[0] = 1 + random.below(classes);
        reduction.learn(rows, random.below(rows.length), targets.of(0), 1);
      }
      const i = random.below(rows.length);
      if (rows.squaredNorms[i] === 0) continue;
      const state = reduction.state();
      const out = emptyOutlook();
      reduction.look!(rows, i, 'importance', out);
      expect(difference(reduction.state(), state)).toBeUndefined();
      expect(out.predicted).toBe(reduction.predict(rows, i));
      const wins = (c: number, h: number): boolean => {
        label[0] = c + 1;
        reduction.learn(rows, i, targets.of(0), h);
        const after = new Float64Array(classes);
        reduction.learner.scores(rows, i, after);
        reduction.restore(state);
        return name === 'one-against-all' ? after[c] > after[out.predicted] : after[c] < after[out.predicted];
      };
      const others = Array.from({ length: classes }, (_, c) => c).filter((c) => c !== out.predicted);
      const { importance } = out;
      expect(importance).toBeLessThan(Infinity);
      expect(others.some((c) => wins(c, importance * (1 + 1e-9) + 1e-12))).toBe(true);
      expect(others.some((c) => wins(c, importance * (1 - 1e-9)))).toBe(false);
      const scores = new Float64Array(classes);
      reduction.learner.scores(rows, i, scores);
      const sign = name === 'one-against-all' ? 1 : -1;
      const second = others.toSorted((a, b) => sign * (scores[b] - scores[a]))[0];
      if (!wins(second, importance * (1 + 1e-9) + 1e-12)) overtaken++;
    }
    // The class of the second score is not always the one.
    expect(overtaken).toBeGreaterThan(0);
  });
});

describe('the model of a run', () => {
  const data = toyTask({ rows: 60, seed: 5 });
  const labelled = { ...data, labels: data.labels.map((y, i) => (y > 0 ? 1 : 2 + (i % 2))) };

  it.each(Object.keys(reductions))('%s predicts classes from 1 on, as labels are, by weights towards them', (reduction) => {
    const spec = parseActiveClasses({
      ...{ loss: { name: reduction === 'cost-sensitive' ? 'squared' : 'logistic' }, update: 'invariant', reduction, seed: 1 },
      ...{ optimizer: { name: 'gradient-descent', eta0: 0.3 }, query: { name: 'passive' }, classes: 3 },
    });
    const active = buildActiveClasses(spec, 3, labelled);
    for (let i = 0; i < 60; i++) active.learner.learn(labelled.rows, i, targetsOf(labelled.labels).of(i), 1);
    for (let i = 0; i < 60; i++) {
      const predicted = active.predict(labelled.rows, i);
      expect(predicted).toBe(active.learner.predict(labelled.rows, i) + 1);
      expect(active.weightsTowards(predicted)).toEqual(
        active.learner.weightsOf?.(predicted - 1) ?? new Float64Array(labelled.rows.columns),
      );
      const outlook = emptyOutlook();
      active.learner.look?.(labelled.rows, i, 'importance', outlook);
      expect(active.importanceToChange(labelled.rows, i)).toBe(active.learner.look === undefined ? Infinity : outlook.importance);
    }
  });

  const targetsOf = (labels: Float64Array): Targets => new Targets({ labels }, 3);

  it('asks about classes, not about costs', () => {
    const costs = {
      offsets: new Uint32Array(61),
      classes: new Uint32Array(0),
      costs: new Float64Array(0),
      lines: new Uint32Array(60),
    };
    expect(() => requireClassesToAsk({ train: labelled, test: { ...labelled, name: 'test', costs } }, 'one-against-all')).toThrow(
      "'test' has costs of classes; expected a class on every line: a label that is bought is a class",
    );
  });
});

describe('two classes', () => {
  const data = toyTask({ rows: 400, seed: 5 });
  const asClasses = { ...data, labels: data.labels.map((y) => (y > 0 ? 1 : 2)) };
  const learner = { ...descent(0.3, 0.5) };
  const run = { ...learner, seed: 3, temper: 0.5, budget: 100, coins: 'pool' };

  it.each([
    ['iwal-cal', { name: 'iwal-cal', mellowness: 1e-2 }, { name: 'iwal-cal', mellowness: 1e-2 }],
    ['variance-aware', { name: 'variance-aware', mellowness: 1e-2 }, { name: 'variance-aware', mellowness: 1e-2 }],
    [
      'soft-margin, whose distances are twice those of two',
      { name: 'soft-margin', width: 1 },
      { name: 'soft-margin', width: 0.5 },
    ],
    ['random', { name: 'random', rate: 0.2 }, { name: 'random', rate: 0.2 }],
    ['oracular-cal', { name: 'oracular-cal', mellowness: 0.1 }, { name: 'oracular-cal', mellowness: 0.1 }],
  ])('by %s: the run of the binary learner, purchase by purchase', (name, query, binary) => {
    const temper = name === 'oracular-cal' ? {} : { temper: run.temper };
    const several = simulateClasses(parseActiveClasses({ ...run, ...temper, query, reduction: 'one-against-all' }), {
      train: asClasses,
    }).measurement;
    const two = simulate(parseRunSpec({ ...run, ...temper, query: binary }), { train: data }, () => 0).measurement;
    expect(several.curve).toEqual(
      two.curve.map(({ progressiveLoss: _, ...point }) => ({
        ...point,
        importanceSum: expect.closeTo(point.importanceSum, 6) as number,
      })),
    );
  });

  it('the importance is that of the binary learner bit for bit, the margin twice its own', () => {
    const block = blocks['gradient-descent']([{ eta0: 0.3 }, { eta0: 0.3 }])(data.rows.columns);
    const reduction = reductions['one-against-all'].build(new BlockLearner(losses.logistic, updates.invariant, block), 2);
    const binary = new LinearLearner(
      losses.logistic,
      updates.invariant,
      optimizers['gradient-descent']({ eta0: 0.3 })(data.rows.columns),
    );
    const targets = new Targets(asClasses, 2);
    const out = emptyOutlook();
    for (let i = 0; i < 200; i++) {
      reduction.look!(data.rows, i, 'importance', out);
      const p = binary.margin(data.rows, i);
      expect(out.importance).toBe(binary.weightToFlip(p, binary.sensitivity(data.rows, i, p)));
      expect(out.margin).toBe(2 * Math.abs(p));
      reduction.learn(data.rows, i, targets.of(i), 1);
      binary.learn(data.rows, i, data.labels[i], 1);
    }
  });
});

describe('four classes', () => {
  const data = toyTask({ rows: 400, seed: 1 });
  const labels = data.labels.map((y, i) => (y > 0 ? 2 : 0) + (data.rows.values[data.rows.offsets[i + 1] - 1] > 0 ? 2 : 1));
  const four = { ...data, labels };
  const given = {
    reduction: 'one-against-all',
    loss: { name: 'logistic' },
    update: 'invariant',
    optimizer: { name: 'normalized-adaptive', eta0: 0.5 },
    query: { name: 'soft-margin', width: 1 },
    seed: 1,
  };
  const paced = { ...given, budget: '25%', pace: {}, warmUp: 10, temper: 0 };

  it.each(['random', 'soft-margin', 'iwal-cal'])(
    '%s, paced: E[sum of importance] is the rows considered, within the budget',
    (name) => {
      const rule = { random: { name, rate: 0.1 }, 'soft-margin': { name, width: 1 }, 'iwal-cal': { name, mellowness: 1e-3 } }[
        name
      ];
      const gaps = Array.from({ length: 60 }, (_, seed) => {
        const { measurement } = simulateClasses(parseActiveClasses({ ...paced, query: rule, seed, perDecade: 1 }), {
          train: four,
        });
        const { examples, queried, importanceSum } = measurement.curve.at(-1)!;
        expect(queried).toBeLessThanOrEqual(100);
        expect(queried).toBeGreaterThan(60);
        return importanceSum - examples;
      });
      expect(deviations(gaps, 0)).toBeLessThan(4);
    },
  );

  it('estimates the progressive error from the labels bought', () => {
    const gaps = Array.from({ length: 60 }, (_, seed) => {
      const { measurement } = simulateClasses(parseActiveClasses({ ...given, floor: 0.1, seed, perDecade: 1 }), { train: four });
      return measurement.sample.errorEstimate - measurement.curve.at(-1)!.progressiveError;
    });
    expect(deviations(gaps, 0)).toBeLessThan(4);
  });

  it.each([{}, { average: '30%', scale: 'max' }])(
    'saved and resumed it is the same bit for bit, pace and %o included',
    (more) => {
      const spec = parseActiveClasses({ ...paced, ...more });
      const stream = { rows: four.rows, order: Uint32Array.from(labels.keys()) };
      const evaluator = { record: () => undefined };
      const whole = buildActiveClasses(spec, 4, four);
      const sold = oracleOf(spec, four);
      for (const t of [3, 40, 200]) {
        activeLearn(whole, stream, sold, evaluator, whole.situation.time, t);
        const resumed = buildActiveClasses(spec, 4, four);
        resumed.restore(whole.state());
        const oracle = oracleOf(spec, four);
        oracle.restore(sold.state());
        activeLearn(resumed, stream, oracle, evaluator, t, t + 40);
        const [copy, again] = [buildActiveClasses(spec, 4, four), oracleOf(spec, four)];
        copy.restore(whole.state());
        again.restore(sold.state());
        activeLearn(whole, stream, sold, evaluator, t, t + 40);
        expect(difference(resumed.state(), whole.state())).toBeUndefined();
        expect((whole as AnyActiveLearner).situation.queries).toBe(resumed.situation.queries);
      }
    },
  );

  it('noise reports labels as any other class, each as often, the same whenever one asks', () => {
    const spec = parseActiveClasses({ ...given, oracle: [{ name: 'noisy', flipRate: 0.4 }], seed: 3 });
    const many = {
      rows: toyTask({ rows: 4000, seed: 1 }).rows,
      labels: Float64Array.from({ length: 4000 }, (_, i) => 1 + (i % 4)),
    };
    const answers = [1, 2].map(() => {
      const sold = oracleOf(spec, many);
      return Array.from(many.labels, (_, i) => sold.label(i, i) as number);
    });
    expect(answers[0]).toEqual(answers[1]);
    const shifts = [0, 0, 0, 0];
    answers[0].forEach((answer, i) => shifts[(answer - many.labels[i] + 4) % 4]++);
    for (const [shift, n] of shifts.entries()) {
      const p = shift === 0 ? 0.6 : 0.4 / 3;
      expect(Math.abs(n - 4000 * p)).toBeLessThan(4 * Math.sqrt(4000 * p * (1 - p)));
    }
  });

  it.each([{ name: 'abstaining', abstainRate: 0.3 }, { name: 'priced', price: 2 }, { name: 'noisy' }])(
    'with oracle $name: E[sum of importance] is what the rows that answer weigh, and each label has its price',
    (oracle) => {
      const gaps = Array.from({ length: 40 }, (_, seed) => {
        const spec = parseActiveClasses({ ...given, floor: 0.1, oracle, seed, perDecade: 1 });
        const { measurement } = simulateClasses(spec, { train: four });
        const { importanceSum, spent, queried } = measurement.curve.at(-1)!;
        if (!('abstainRate' in oracle)) expect(spent).toBe(queried * ('price' in oracle ? 2 : 1));
        return importanceSum - 400 * ('abstainRate' in oracle ? 0.7 : 1);
      });
      expect(deviations(gaps, 0)).toBeLessThan(4);
    },
  );

  it('says what it cannot do', () => {
    const refused =
      (more: object): (() => unknown) =>
      () =>
        parseActiveClasses({ ...given, ...more });
    expect(refused({ reduction: 'one-agianst-all' })).toThrow(/one-against-all/);
    expect(refused({ reduction: undefined })).toThrow(/reduction/);
    expect(refused({ reduction: 'scoring-filter-tree' })).toThrow(/matches do not say how near another class is/);
    expect(refused({ reduction: 'scoring-filter-tree', query: { name: 'random', rate: 0.1 } })).not.toThrow();
    expect(refused({ query: { name: 'committee' } })).toThrow(/keeps learners of two classes/);
    for (const name of ['class-noise', 'majority', 'sequential'])
      expect(refused({ oracle: { name } })).toThrow(/one of two classes for the other; of several 'noisy'/);
    expect(refused({ stop: { measure: 'error', limit: 0.1 }, floor: 0.1 })).not.toThrow();
    expect(refused({ stop: { measure: 'recall', limit: 0.9 }, floor: 0.1 })).toThrow(
      /recall .* none is named; expected positive/,
    );
    expect(refused({ stop: { measure: 'recall', limit: 0.9 }, floor: 0.1, positive: 2 })).not.toThrow();
    expect(refused({ classes: 1 })).toThrow(/classes: expected a whole number >= 2, found 1/);
    for (const positive of [0, 4])
      expect(refused({ classes: 3, positive })).toThrow(`positive: expected the number of a class, 1 to 3, found ${positive}`);
    for (const classes of [2, 3]) for (const positive of [1, classes]) expect(refused({ classes, positive })).not.toThrow();
    expect(refused({ optimizer: { name: 'gradient-descent', eta0: 'auto' } })).toThrow(/eta0 'auto' is of earlier versions/);
  });
});

import { describe, expect, it } from 'vitest';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { classesOf, type Loss } from '../../../src/losses/loss.ts';
import { DivergenceError, LinearLearner } from '../../../src/learners/margin-learner.ts';
import { losses } from '../../../src/losses/index.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../../src/optimizers/optimizer.ts';
import { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { activeLearn, type Observer } from '../../../src/streams/passes/active-learn.ts';
import { requireCompatible } from '../../../src/streams/compatibility.ts';
import { LabelOracle } from '../../../src/streams/oracles/oracle.ts';
import { ProgressiveValidation } from '../../../src/streams/measures/class-measures.ts';
import { updates } from '../../../src/updates/index.ts';
import { everyLoss } from '../../support/laws/learner-laws.ts';
import { settings } from '../../support/laws/optimizer-settings.ts';
import { buildRule, knobs, ruleNames, type RuleName } from '../../support/rules.ts';
import { toyTask } from '../../support/toy.ts';
import { caught } from '../../../src/numerics/iwal-error.ts';

/**
 * LAW of honesty, over all query rules x optimizers x losses: a label that has not been bought decides nothing. Two runs that
 * differ in hidden labels only are the same bit for bit until the first of those labels is bought.
 */

const ROWS = 60;
const task = toyTask({ rows: ROWS, columns: 8, noise: 0.2, seed: 5 });
const order = Uint32Array.from({ length: ROWS }, (_, i) => i);

/** Committees with a short apprenticeship, so that they decide within this stream. */
const given = (rule: RuleName): Readonly<Record<string, number>> =>
  'first' in knobs[rule] ? { ...knobs[rule], members: 3, first: 8 } : knobs[rule];

/** Everything that was known and decided about every example, and the position at which each label was bought. */
function decisions(learner: LinearLearner, rule: RuleName, newLearner: () => LinearLearner, labels: Float64Array) {
  const active = new ActiveLearner({
    learner,
    query: buildRule(rule, newLearner, { given: given(rule) }),
    coin: randomStream(1, 'query'),
  });
  const seen: number[][] = [];
  const bought: number[] = [];
  const observer: Observer = {
    considered: ({ situation, decision }) => {
      const { time, prediction, distance, sensitivity, weightToFlip, errorRate } = situation;
      seen.push([time, prediction, distance, sensitivity, weightToFlip, errorRate, decision.probability, decision.importance]);
    },
    answered: (_, i) => {
      bought.push(i);
    },
  };
  const evaluator = new ProgressiveValidation(learner.loss, labels);
  const run = () => activeLearn(active, { rows: task.rows, order }, new LabelOracle(labels), evaluator, 0, ROWS, observer);
  caught(DivergenceError, run, () => undefined); // diverging is fair, as long as no hidden label decides when
  return { seen, bought, weights: learner.optimizer.weights() };
}

/**
 * How far the first of the runs came, and where two runs differ that must not, once with all unbought labels flipped, once with
 * all from the n-th purchase on.
 */
function compare(
  newLearner: (labels: Float64Array) => LinearLearner,
  rule: RuleName,
  n: number,
): { readonly examples: number; readonly leak?: string } {
  const { loss } = newLearner(new Float64Array());
  const { negative, positive } = classesOf(loss);
  const labels = loss.labels === 'count' ? task.labels.map((y) => y + 1) : task.labels.map((y) => (y > 0 ? positive : negative));
  const other = (y: number): number => (loss.labels === 'count' ? 2 - y : positive + negative - y);
  const play = (labels: Float64Array) => decisions(newLearner(labels), rule, () => newLearner(labels), labels);
  const first = play(labels);
  const examples = first.seen.length;
  const hidden = play(labels.map((y, i) => (first.bought.includes(i) ? y : other(y))));
  if (
    examples !== hidden.seen.length ||
    differ(first.seen, hidden.seen, ROWS) ||
    differ([[...first.weights]], [[...hidden.weights]], 1)
  ) {
    return { examples, leak: 'a label that was never bought' };
  }
  const from = first.bought[n % first.bought.length];
  const later = play(labels.map((y, i) => (i >= from ? other(y) : y)));
  return {
    examples,
    ...(differ(first.seen, later.seen, from + 1) ? { leak: `the label of row ${from} before it was bought` } : {}),
  };
}

function differ(a: number[][], b: number[][], examples: number): boolean {
  return a.slice(0, examples).some((known, t) => known.some((value, k) => !Object.is(value, b[t][k])));
}

function compatible(rule: RuleName, loss: Loss): boolean {
  const newLearner = (): LinearLearner => new LinearLearner(loss, updates.naive, optimizers['gradient-descent']({ eta0: 1 })(1));
  try {
    requireCompatible(buildRule(rule, newLearner), loss);
    return true;
  } catch {
    return false;
  }
}

describe.each(ruleNames)('%s', (rule) => {
  it.each(settings.map((setting) => [setting.name, setting.factory] as const))(
    'with %s looks at no hidden label, whatever the loss',
    (name, factory) => {
      const random = randomStream(1, `${rule} ${name}`);
      const update = factory(1).linear ? updates.invariant : updates.naive;
      const found = everyLoss
        .filter((loss) => compatible(rule, loss))
        .map((loss) => {
          const newLearner = () => new LinearLearner(loss, update, factory(task.rows.columns));
          return { loss: loss.name, ...compare(newLearner, rule, random.below(ROWS)) };
        });
      expect(found.filter(({ leak }) => leak !== undefined)).toEqual([]);
      expect(found.filter(({ examples }) => examples === ROWS).length).toBeGreaterThan(found.length / 2);
    },
  );
});

describe('planted leaks are found', () => {
  /** Vowpal Wabbit takes the slope for its sensitivity from the true label. */
  class Leaking extends LinearLearner {
    readonly #labels: Float64Array;

    constructor(loss: Loss, factory: OptimizerFactory, labels: Float64Array) {
      super(loss, updates.invariant, factory(task.rows.columns));
      this.#labels = labels;
    }

    override sensitivity(rows: SparseRows, i: number, p: number): number {
      return this.optimizer.sensitivity(rows, i, this.loss.slope(p, this.#labels[i]));
    }
  }

  it.each(['ada-grad', 'normalized-adaptive'] as const)("the true label's slope in the sensitivity of %s", (name) => {
    const factory = optimizers[name]({ eta0: 0.5 });
    const found = Array.from({ length: 10 }, (_, n) =>
      compare((labels) => new Leaking(losses.logistic, factory, labels), 'iwal-cal', n),
    );
    expect(found.filter(({ leak }) => leak !== undefined).length).toBe(10);
  });
});

/** LAWS of the loop: unbiasedness, honesty about labels, budgets, and independence of everything that must not matter. */
import { describe, expect, it } from 'vitest';
import { classesOf } from '../../src/learners/labels.ts';
import { LinearLearner } from '../../src/learners/linear.ts';
import { losses } from '../../src/losses/index.ts';
import { permutation, randomStream } from '../../src/numerics/random.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import { queries } from '../../src/queries/index.ts';
import type { QueryRule } from '../../src/queries/query.ts';
import { ActiveLearner, activeLearn } from '../../src/streams/active-learn.ts';
import { BudgetSpent, LabelOracle } from '../../src/streams/oracle.ts';
import { passiveLearn } from '../../src/streams/passive-learn.ts';
import { isMistake, ProgressiveValidation } from '../../src/streams/progressive.ts';
import { updates } from '../../src/updates/index.ts';
import { toyTask } from '../support/toy.ts';

const task = toyTask({ rows: 300, seed: 1 });
const order = permutation(300, randomStream(1, 'order'));

/** Every rule with a knob that asks about a part of this stream. */
const rules: [string, () => QueryRule][] = Object.entries(queries).map(([name, make]) => [
  name,
  () => ('mellowness' in make.parameters ? (make as (given: object) => QueryRule)({ mellowness: 0.02 }) : make()),
]);

function run({ query, seed = 1, labels = task.labels, budget = Infinity, stops = [300] }: {
  query: QueryRule; seed?: number; labels?: Float64Array; budget?: number; stops?: number[];
}) {
  const learner = new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 0.5 })(task.rows.columns));
  const active = new ActiveLearner({ learner, query, coin: randomStream(seed, 'query') });
  const oracle = new LabelOracle(labels, budget);
  const evaluator = new ProgressiveValidation(learner.loss, task.labels);
  let from = 0;
  for (const to of stops) {
    activeLearn(active, { rows: task.rows, order }, oracle, evaluator, from, to);
    from = to;
  }
  return { active, oracle, evaluator, weights: learner.optimizer.weights() };
}

describe.each(rules)('%s', (_name, make) => {
  it('E[sum of importance] = n, where the rule claims it', () => {
    if (make().weighting !== 'inverse-probability') return;
    // The sum is a martingale around n. 400 seeds give a standard error below 2% of n on this stream (checked), so a bias of
    // 10% — a weight of 1 instead of 1/p, a coin compared the wrong way — is 5 standard errors and more; 4 is the alarm.
    const sums = Array.from({ length: 400 }, (_, seed) => run({ query: make(), seed }).active.importanceSum);
    const mean = sums.reduce((a, b) => a + b) / sums.length;
    const deviation = Math.sqrt(sums.reduce((a, b) => a + (b - mean) ** 2, 0) / (sums.length - 1) / sums.length);
    expect(deviation).toBeLessThan(0.02 * 300);
    expect(Math.abs(mean - 300)).toBeLessThanOrEqual(4 * deviation);
  });

  it('the importance-weighted error on bought labels estimates the progressive error without bias', () => {
    if (make().weighting !== 'inverse-probability') return;
    const gaps = Array.from({ length: 400 }, (_, seed) => {
      const { active, evaluator } = run({ query: make(), seed });
      // errorRate is refilled by ask(): ask once more about any row to read its final value.
      active.ask(task.rows, 0, Infinity);
      return active.situation.errorRate - evaluator.error;
    });
    const mean = gaps.reduce((a, b) => a + b) / gaps.length;
    const deviation = Math.sqrt(gaps.reduce((a, b) => a + (b - mean) ** 2, 0) / (gaps.length - 1) / gaps.length);
    expect(Math.abs(mean)).toBeLessThanOrEqual(4 * deviation);
  });

  it('no label that was not bought is ever looked at', () => {
    const bought: number[] = [];
    class Recording extends LabelOracle {
      override label(i: number): number {
        bought.push(i);
        return super.label(i);
      }
    }
    const learner = new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 0.5 })(task.rows.columns));
    const active = new ActiveLearner({ learner, query: make(), coin: randomStream(1, 'query') });
    activeLearn(active, { rows: task.rows, order }, new Recording(task.labels), new ProgressiveValidation(learner.loss, task.labels), 0, 300);
    const flipped = task.labels.map((y, i) => (bought.includes(i) ? y : -y));
    const again = run({ query: make(), labels: flipped });
    expect(again.weights).toEqual(learner.optimizer.weights());
    expect(again.active.importanceSum).toBe(active.importanceSum);
  });

  it('does not depend on where the run is cut into pieces', () => {
    const whole = run({ query: make() });
    const pieces = run({ query: make(), stops: [1, 2, 50, 51, 299, 300] });
    expect(pieces.weights).toEqual(whole.weights);
    expect(pieces.evaluator.loss).toBe(whole.evaluator.loss);
  });

  it('a budget is a hard cap, and up to it nothing changes', () => {
    const free = run({ query: make() });
    const budget = Math.floor(free.oracle.spent / 2);
    const capped = run({ query: make(), budget });
    expect(capped.oracle.spent).toBe(budget);
    expect(run({ query: make(), budget: 0 }).oracle.spent).toBe(0);
    expect(run({ query: make(), budget: free.oracle.spent }).weights).toEqual(free.weights);
  });
});

describe('the loop', () => {
  it('asked to buy everything, is passive learning bit for bit', () => {
    const learner = new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 0.5 })(task.rows.columns));
    const evaluator = new ProgressiveValidation(learner.loss, task.labels);
    passiveLearn(learner, { ...task, order }, evaluator, 0, 300);
    const active = run({ query: queries.passive() });
    expect(active.weights).toEqual(learner.optimizer.weights());
    expect(active.evaluator.loss).toBe(evaluator.loss);
    expect(active.active.importanceSum).toBe(300);
  });

  it('tosses the same coins whatever the rule does with them', () => {
    // A rule that asks more than another at every example asks about a superset of its examples.
    const asked = (rate: number): Set<number> => {
      const learner = new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 0.5 })(task.rows.columns));
      const active = new ActiveLearner({ learner, query: queries.random({ rate }), coin: randomStream(3, 'query') });
      const rows = new Set<number>();
      for (let i = 0; i < 300; i++) {
        const h = active.ask(task.rows, i, Infinity);
        if (h > 0) {
          rows.add(i);
          active.tell(task.rows, i, task.labels[i], h);
        } else active.pass(task.rows, i);
      }
      return rows;
    };
    const [few, many] = [asked(0.1), asked(0.3)];
    expect(few.size).toBeGreaterThan(10);
    expect([...few].every((i) => many.has(i))).toBe(true);
  });

  it('an oracle refuses once its budget is spent', () => {
    const oracle = new LabelOracle(task.labels, 1);
    oracle.label(0);
    expect(() => oracle.label(1)).toThrow(BudgetSpent);
    expect(oracle.spent).toBe(1);
  });

  it('a rule of zero probability stays finite: rows without features flip at no importance', () => {
    const { negative } = classesOf(losses.logistic);
    expect(isMistake(losses.logistic, 0, negative)).toBe(true);
    const learner = new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 1 })(1));
    expect(learner.weightToFlip(0.5, 0)).toBe(Infinity);
  });
});

import { describe, expect, it } from 'vitest';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { LinearLearner } from '../../../src/learners/margin-learner.ts';
import { losses } from '../../../src/losses/index.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { mean, standardError } from '../../../src/statistics/small-samples.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { queries } from '../../../src/queries/index.ts';
import type { Situation } from '../../../src/queries/query.ts';
import { updates } from '../../../src/updates/index.ts';
import { everyLoss } from '../../support/laws/learner-laws.ts';
import { toyTask } from '../../support/toy.ts';

/** LAWS of the query rules that keep learners of their own: what their members learn, and what follows from it. */

const task = toyTask({ rows: 400, seed: 3 });

/** Learners that remember what they were taught. */
class Pupil extends LinearLearner {
  readonly lessons: { readonly i: number; readonly y: number; readonly h: number }[] = [];

  override learn(rows: SparseRows, i: number, y: number, h: number): number {
    this.lessons.push({ i, y, h });
    return super.learn(rows, i, y, h);
  }
}

function school(loss: Loss = losses.logistic) {
  const pupils: Pupil[] = [];
  const newLearner = (): LinearLearner => {
    const pupil = new Pupil(loss, updates.invariant, optimizers['gradient-descent']({ eta0: 0.5 })(task.rows.columns));
    pupils.push(pupil);
    return pupil;
  };
  return { pupils, context: { newLearner, random: randomStream(1, 'rule') } };
}

const situation = (more: Partial<Situation>): Situation => ({
  time: 500,
  rowImportance: 1,
  prediction: 1,
  distance: 1,
  sensitivity: 1,
  weightToFlip: 1,
  errorRate: 0.1,
  queries: 500,
  labelsLeft: Infinity,
  ...more,
});

describe('committee', () => {
  it('buys the first labels, then as surely as the vote is split', () => {
    const { pupils, context } = school();
    const rule = queries.committee({ members: 7, first: 10, pMin: 0.2 }, context);
    expect(rule.probability(situation({ queries: 9 }), task.rows, 0)).toBe(1);
    expect(rule.probability(situation({ queries: 10 }), task.rows, 0)).toBe(0.2);
    const opinions = new Set<number>();
    for (let i = 0; i < 200; i++) rule.settle(situation({}), task.rows, i, task.labels[i], 1, 1);
    for (let i = 200; i < 400; i++) {
      const positive = pupils.filter((pupil) => pupil.margin(task.rows, i) >= 0).length;
      opinions.add(positive);
      for (const prediction of [-1, 1]) {
        const p = rule.probability(situation({ prediction }), task.rows, i);
        expect(p).toBeCloseTo(0.2 + 0.8 * (1 - Math.abs((2 * positive) / 7 - 1)), 14);
      }
    }
    expect(opinions.size).toBe(8);
  });

  it('teaches every member Poisson(1) copies of every bought label, with its importance, and nothing else', () => {
    const { pupils, context } = school();
    const rule = queries.committee({ members: 50 }, context);
    for (let i = 0; i < 400; i++)
      rule.settle(
        situation({}),
        task.rows,
        i,
        i % 2 === 0 ? task.labels[i] : undefined,
        i % 2 === 0 ? 3 : 0,
        i % 2 === 0 ? 3 : 0,
      );
    const lessons = pupils.flatMap((pupil) => pupil.lessons);
    expect(lessons.every(({ i, y, h }) => i % 2 === 0 && y === task.labels[i] && h % 3 === 0 && h > 0)).toBe(true);
    // 10,000 draws: their share of zeros and their mean are within 4 standard errors of Poisson(1)'s.
    expect(Math.abs(1 - lessons.length / 10_000 - Math.exp(-1))).toBeLessThan(
      4 * Math.sqrt((Math.exp(-1) * (1 - Math.exp(-1))) / 10_000),
    );
    expect(Math.abs(lessons.reduce((sum, { h }) => sum + h / 3, 0) / 10_000 - 1)).toBeLessThan(4 / Math.sqrt(10_000));
  });
});

describe('bootstrap', () => {
  it('buys the first labels and trains every predictor on as many of them, drawn with replacement, and never again', () => {
    const { pupils, context } = school();
    const rule = queries.bootstrap({ members: 20, first: 50, pMin: 0.1 }, context);
    for (let i = 0; i < 100; i++) {
      const bought = i % 2 === 0;
      if (i < 99) expect(rule.probability(situation({}), task.rows, i)).toBe(1);
      rule.settle(situation({}), task.rows, i, bought ? task.labels[i] : undefined, bought ? 1 : 0, bought ? 1 : 0);
    }
    const taught = pupils.map(({ lessons }) => lessons.length);
    expect(taught).toEqual(Array(20).fill(50));
    expect(
      pupils.every(({ lessons }) => lessons.every(({ i, y, h }) => i < 100 && i % 2 === 0 && y === task.labels[i] && h === 1)),
    ).toBe(true);
    // A bootstrap sample misses a row with probability (1 - 1/50)^50 = 0.364.
    const missed = pupils.map(({ lessons }) => 1 - new Set(lessons.map(({ i }) => i)).size / 50);
    expect(Math.abs(mean(missed) - 0.98 ** 50)).toBeLessThan(4 * standardError(missed));
    for (let i = 100; i < 200; i++) rule.settle(situation({}), task.rows, i, task.labels[i], 1, 1);
    expect(pupils.map(({ lessons }) => lessons.length)).toEqual(taught);
  });

  const binary = everyLoss.filter((loss) => loss.threshold !== undefined);

  it.each(binary.map((loss) => [loss.name, loss] as const))(
    '%s: p is the largest difference of two losses in [0, 1], over both classes',
    (_, loss) => {
      const { pupils, context } = school(loss);
      const [negative, positive] = loss.labels === 'unit' ? [0, 1] : [-1, 1];
      const rule = queries.bootstrap({ members: 6, first: 30, pMin: 0.1 }, context);
      for (let i = 0; i < 30; i++) rule.settle(situation({}), task.rows, i, task.labels[i] > 0 ? positive : negative, 1, 1);
      const found: number[] = [];
      for (let i = 30; i < 400; i++) {
        let largest = 0;
        for (const y of [negative, positive]) {
          const unit = (p: number): number =>
            Math.min(1, (loss.value(p, y) - loss.infimum(y)) / (loss.value(loss.threshold!, y) - loss.infimum(y)));
          for (const a of pupils)
            for (const b of pupils) largest = Math.max(largest, unit(a.margin(task.rows, i)) - unit(b.margin(task.rows, i)));
        }
        found.push(rule.probability(situation({ prediction: pupils[0].margin(task.rows, i) }), task.rows, i));
        expect(found.at(-1)).toBeCloseTo(0.1 + 0.9 * largest, 12);
      }
      expect(Math.max(...found)).toBeGreaterThan(0.5);
      expect(Math.min(...found)).toBeLessThan(0.5);
    },
  );
});

describe('active-cover', () => {
  /** The algorithm step by step, as the paper's implementation has it (alpha 1, beta^2 10), written apart from ours. */
  class StepByStep {
    readonly members: LinearLearner[];
    readonly numerator: number[];
    readonly denominator: number[];
    readonly C0: number;

    constructor(C0: number, members: LinearLearner[]) {
      this.C0 = C0;
      this.members = members;
      this.numerator = members.map(() => 0);
      this.denominator = members.map(() => 1 / 8);
    }

    terms({ time: t, errorRate: L, weightToFlip }: Situation) {
      const T = t < 3 ? 1 : Math.sqrt((this.C0 * L) / t) + (Math.max(2, 4) * this.C0 * Math.log(t)) / t;
      const pMin = t <= 2 ? 1 : Math.min(1 / (Math.sqrt(t * L) + Math.log(t)), 1 / 2);
      return { T, pMin, inside: t < 3 || weightToFlip / t <= T };
    }

    probability(at: Situation, rows: SparseRows, i: number): number {
      const { pMin, inside } = this.terms(at);
      if (at.time < 3) return 1;
      if (!inside) return 0;
      const opposed = this.members.map((member, m) => {
        const agrees = Math.sign(member.margin(rows, i)) === Math.sign(at.prediction);
        return agrees ? 0 : this.numerator[m] / this.denominator[m];
      });
      const q = Math.sqrt(4 * pMin ** 2 + opposed.reduce((a, b) => a + b, 0));
      return q / (1 + q);
    }

    settle(at: Situation, rows: SparseRows, i: number, label: number | undefined, h: number): void {
      const { T, pMin, inside } = this.terms(at);
      const erm = Math.sign(at.prediction);
      const r = (2 * T * at.time) / (this.C0 * 10);
      let q2 = 4 * pMin ** 2;
      this.members.forEach((member, m) => {
        const P = Math.sqrt(q2) / (1 + Math.sqrt(q2));
        const cost = label !== undefined && label !== erm ? r * h : 0;
        const delta = at.rowImportance * (inside ? (2 * cost - r * h) / at.rowImportance - (2 - 1 / P) : -r);
        member.learn(rows, i, -Math.sign(delta) * erm, Math.abs(delta));
        if (Math.sign(member.margin(rows, i)) === erm) return;
        this.numerator[m] = Math.max(0, this.numerator[m] + 2 * delta);
        if (inside) this.denominator[m] += at.rowImportance * q2 ** -1.5;
        q2 += this.numerator[m] / this.denominator[m];
      });
    }
  }

  const cases = [8, 0.5, 0.02].flatMap((mellowness) =>
    [[1], [0.5, 1, 3]].map((importances) => [mellowness, importances] as const),
  );

  it.each(cases)('at C0 = %s, does what the algorithm does step by step on rows of importance %s', (mellowness, importances) => {
    const learner = () =>
      new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 0.5 })(task.rows.columns));
    const { context } = school();
    const rule = queries['active-cover']({ mellowness, members: 5 }, context);
    const reference = new StepByStep(mellowness, Array.from({ length: 5 }, learner));
    const main = learner();
    const random = randomStream(1, 'cover');
    let errors = 0;
    const seen = { inside: 0, outside: 0, certain: 0 };
    for (let i = 0; i < 400; i++) {
      const rowImportance = importances[i % importances.length];
      const prediction = main.margin(task.rows, i);
      if (prediction === 0) {
        main.learn(task.rows, i, task.labels[i], rowImportance);
        continue; // the sign of 0 is a matter of taste
      }
      const weightToFlip = main.weightToFlip(prediction, main.sensitivity(task.rows, i, prediction));
      const at = situation({ time: i, rowImportance, prediction, weightToFlip, errorRate: i === 0 ? 0 : errors / i });
      const p = rule.probability(at, task.rows, i);
      expect(p).toBeCloseTo(reference.probability(at, task.rows, i), 9);
      seen[p === 0 ? 'outside' : p === 1 ? 'certain' : 'inside']++;
      const bought = random.next() < p;
      const h = bought ? rowImportance / p : 0;
      if (bought && Math.sign(prediction) !== task.labels[i]) errors += h;
      if (bought || p === 0)
        main.learn(task.rows, i, bought ? task.labels[i] : Math.sign(prediction), bought ? h : rowImportance);
      for (const cover of [rule, reference]) cover.settle(at, task.rows, i, bought ? task.labels[i] : undefined, h, h);
    }
    expect(seen.inside + seen.outside).toBeGreaterThan(390);
    expect(seen.inside).toBeGreaterThan(20);
  });
});

it('Poisson draws: have the frequencies of their distribution', () => {
  const random = randomStream(1, 'poisson');
  const counts = Array<number>(12).fill(0);
  const n = 100_000;
  for (let draw = 0; draw < n; draw++) counts[Math.min(11, random.poisson(1))]++;
  for (let k = 0, p = Math.exp(-1); k < 7; k++, p /= k) {
    expect(Math.abs(counts[k] / n - p), `${k}`).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / n));
  }
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VwDescent, VwFtrl } from '../../../src/vw/descent.ts';
import { mixedLogistic } from '../../../src/vw/learner.ts';
import { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { LinearLearner } from '../../../src/learners/margin-learner.ts';
import { losses } from '../../../src/losses/index.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { numberIn, partIn } from '../../../src/numerics/state.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { queries } from '../../../src/queries/index.ts';
import { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { updates } from '../../../src/updates/index.ts';
import { follow } from '../../support/references/ode.ts';
import { lambertGap, risen } from '../../support/references/vw-emulator.ts';
import { inNumbers, rowOf, rowsOf as summedRowsOf } from '../../support/rows/rows.ts';

/**
 * LAWS that tell our formulas from mistakes in the sources and in Vowpal Wabbit: for every entry of docs/ERRATA.md that no other
 * test shows, the printed formula breaks the law and ours keeps it. Entries are named as there.
 */

/** Rows of entries in text over so many columns, as they are: an index may repeat. */
function rowsOf(columns: number, ...rows: string[]): SparseRows {
  const entries = rows.flatMap(inNumbers);
  const offsets = rows.reduce<number[]>((ends, row) => [...ends, ends[ends.length - 1] + inNumbers(row).length], [0]);
  return new SparseRows(
    Uint32Array.from(offsets),
    Uint32Array.from(entries, ([j]) => j),
    Float32Array.from(entries, ([, x]) => x),
    columns,
  );
}

const one = rowsOf(1, '0:1');

describe('docs/ERRATA.md', () => {
  const file = new URL('../../../docs/ERRATA.md', import.meta.url);
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\| [SV]\d/.test(line));
  const groups = readFileSync(new URL(import.meta.url), 'utf8');

  it.each(rows.map((row) => [/^\| (\w+)/.exec(row)![1], row] as const))('%s names what shows it', (id, row) => {
    const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const shown = cells[id.startsWith('S') ? 5 : 4];
    const links = [...shown.matchAll(/\]\((\S+?)\)/g)].map(([, link]) => new URL(link, file));
    const texts = links.map((link) => readFileSync(link, 'utf8'));
    const references = new URL('../test/references/vw-parity.test.ts', file);
    if (shown.includes('vw-parity.test.ts')) texts.push(readFileSync(references, 'utf8'));
    for (const [, title] of shown.matchAll(/"([^"]+)"/g))
      expect(
        texts.some((text) => text.includes(title)),
        title,
      ).toBe(true);
    for (const [group] of shown.matchAll(/\b[SV]\d+\b/g)) expect(groups, group).toMatch(new RegExp(`describe\\(['"]${group}: `));
    expect(links.length > 0 || /[SV]\d|test\.ts|depends on it/.test(shown)).toBe(true);
  });
});

describe('S1: talk, squared loss (y - p)^2 with the exponent -i eta X', () => {
  it('the gradient flow of (y - p)^2 has the exponent -2 i eta X; the printed one is that of half the loss', () => {
    const [p, y, tau] = [0.3, 1, 0.7];
    const flowed = follow((v) => -2 * (v - y), p, tau);
    expect(losses.squared.flow(p, y, 2 * tau)).toBeCloseTo(flowed, 11);
    expect(Math.abs((y - p) * -Math.expm1(-tau) - flowed)).toBeGreaterThan(0.1);
  });
});

describe('S2: talk, logistic flip weight (1 - e^z - z) / eta, z = -|p|', () => {
  it('flips the prediction only where x.x = 1; divided by q = eta x.x it always does', () => {
    const eta = 0.5;
    const rows = rowsOf(2, '0:1 1:2');
    const learned = (importance: (p: number, q: number) => number): number => {
      const learner = new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: eta })(2));
      learner.learn(rows, 0, 1, 4);
      const p = learner.margin(rows, 0);
      learner.learn(rows, 0, -1, importance(p, learner.sensitivity(rows, 0, p)));
      return learner.margin(rows, 0);
    };
    expect(learned((p, q) => (1 + p - Math.exp(-p)) / q)).toBeCloseTo(0, 12);
    expect(learned((p) => (1 - Math.exp(-p) + p) / eta)).toBeLessThan(-0.5);
  });
});

describe('S3: talk, hinge step -y min(i eta, (1 - y p) / X)', () => {
  it('without max(0, .) it goes uphill from a margin above 1', () => {
    const [p, y, tau] = [3, 1, 0.5];
    const printed = y * Math.min(tau, 1 - y * p);
    expect(printed).toBe(-2);
    expect(losses.hinge.flow(p, y, tau)).toBe(0);
  });
});

describe('S4: talk, 91K queries of 781,265 printed as 11%', () => {
  it('are 11.65%', () => expect((100 * 91_000) / 781_265).toBeCloseTo(11.65, 2));
});

describe('S5: Chen & Orabona, third derivative of the logistic loss, printed as of the sign of the first', () => {
  const third = (p: number, y: number): number =>
    (losses.logistic.curvature(p + 1e-5, y) - losses.logistic.curvature(p - 1e-5, y)) / 2e-5;

  it('has the opposite sign where the example is predicted wrong', () => {
    for (const y of [-1, 1]) {
      expect(Math.sign(third(-2 * y, y))).toBe(-Math.sign(losses.logistic.slope(-2 * y, y)));
      expect(Math.sign(third(2 * y, y))).toBe(Math.sign(losses.logistic.slope(2 * y, y)));
    }
  });

  it('the conclusion survives: |proximal| <= |flow| <= |gradient step| there, and H(z) <= H(g)', () => {
    for (const tau of [0.1, 1, 10, 100]) {
      const [near, flow, far] = [updates.implicit, updates.invariant, updates.naive].map((update) =>
        Math.abs(update(losses.logistic, -2, 1, tau)),
      );
      expect(near).toBeLessThanOrEqual(flow);
      expect(flow).toBeLessThanOrEqual(far);
      expect(surplus(-2, -2, tau, updates.invariant(losses.logistic, -2, 1, tau) / tau)).toBeLessThanOrEqual(0);
    }
  });
});

/** H(z) - H(g) for logistic loss, y = 1, z = -u x: with H(c x) = -c base + c^2 q / 2 + l*(c). */
function surplus(p: number, base: number, q: number, u: number): number {
  const entropy = (a: number): number => (a > 0 ? a * Math.log(a) : 0);
  const H = (c: number): number => -c * base + (c * c * q) / 2 + (c >= -1 && c <= 0 ? entropy(-c) + entropy(1 + c) : Infinity);
  return H(-u) - H(losses.logistic.slope(p, 1));
}

describe('S6: Chen & Orabona, section 4, the step z = s(1) / eta with a fixed eta while lambda_t varies', () => {
  it('is not the flow of the step that lambda then makes, and can be worse than linearising', () => {
    const [p, eta, lambda] = [-2, 10, 10];
    const q = 1 / lambda;
    const printed = updates.invariant(losses.logistic, p, 1, eta) / eta;
    const ours = updates.invariant(losses.logistic, p, 1, q) / q;
    expect(ours * q).toBeCloseTo(losses.logistic.flow(p, 1, q), 14);
    expect(Math.abs(printed * q - losses.logistic.flow(p, 1, q))).toBeGreaterThan(0.03);
    expect(surplus(p, p, q, ours)).toBeLessThan(0);
    expect(surplus(p, p, q, printed)).toBeGreaterThan(0);
  });
});

describe('S7: Mineiro, the AUC objective 1[w.(x+ - x-) > 0]', () => {
  it('is largest for the perfect ranking; an objective to be minimised counts the pairs in the wrong order', () => {
    const scores = { positive: [2, 3], negative: [0, 1] };
    const differences = scores.positive.flatMap((a) => scores.negative.map((b) => a - b));
    expect(differences.filter((d) => d > 0).length / differences.length).toBe(1);
    expect(differences.filter((d) => d < 0).length / differences.length).toBe(0);
  });
});

describe("S8: Mineiro, s' = -eta l' with w(h) = w - s(h) x", () => {
  it('goes uphill; with the sign of Karampatziakis & Langford the loss falls', () => {
    const [p, y, q] = [0.2, 1, 0.5];
    const printed = follow((v) => q * losses.logistic.slope(v, y), p, 1);
    const ours = losses.logistic.flow(p, y, q);
    expect(losses.logistic.value(p + printed, y)).toBeGreaterThan(losses.logistic.value(p, y));
    expect(losses.logistic.value(p + ours, y)).toBeLessThan(losses.logistic.value(p, y));
    expect(ours).toBeCloseTo(
      follow((v) => -q * losses.logistic.slope(v, y), p, 1),
      11,
    );
  });
});

describe('S10: overview, schedule lambda d^k t0 / (t0 + t)^p', () => {
  it('with p = 0 the step is lambda whatever t0 is: the exponent belongs to the whole fraction', () => {
    const printed = (t0: number): number => (2 * t0) / (t0 + 3) ** 0;
    const stepOf = (t0: number): number => optimizers['gradient-descent']({ eta0: 2, power: 0, t0 })(1).sensitivity(one, 0, 1);
    expect([stepOf(1), stepOf(5)]).toEqual([2, 2]);
    expect(printed(5)).toBe(10);
  });

  it('t is the importance mass, not the number of examples', () => {
    const optimizer = optimizers['gradient-descent']({ eta0: 1, power: 1, t0: 1 })(1);
    expect(optimizer.prepare(one, 0, 3, 1)).toBe(1 / (1 + 3));
  });
});

describe('S11: overview, sigma_{1:t} = eta_t in FTRL-proximal', () => {
  it('is 1 / eta_t: only then is it, without penalties, gradient descent with the step alpha / sqrt(sum g^2)', () => {
    const random = randomStream(1, 'sigma');
    const learners = [optimizers['ftrl-proximal']({ alpha: 0.3, beta: 0 }), optimizers['ada-grad']({ eta0: 0.3 })].map(
      (factory) => new LinearLearner(losses.logistic, updates.naive, factory(3)),
    );
    const rows = summedRowsOf(
      Array.from({ length: 50 }, () => rowOf(3, () => random.normal())),
      3,
    );
    for (let i = 0; i < 50; i++) {
      const y = 2 * random.below(2) - 1;
      const [ftrl, adaGrad] = learners.map((learner) => learner.learn(rows, i, y, 1));
      expect(Math.abs(ftrl - adaGrad)).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(adaGrad)));
    }
  });
});

describe('S12: overview, the penalty l2 |x|^2 with l2 in the denominator', () => {
  it('the minimiser of z w + l2 w^2 + hold w^2 / 2 has 2 l2 there; ours is the penalty l2 w^2 / 2', () => {
    const [alpha, beta, l2] = [0.5, 1, 0.7];
    const optimizer = optimizers['ftrl-proximal']({ alpha, beta, l2 })(1);
    optimizer.prepare(one, 0, 1, 1);
    optimizer.push(one, 0, -1);
    const [w] = optimizer.weights();
    const hold = (beta + 1) / alpha;
    const slopeAt = (penalty: number): number => 1 + hold * w + penalty * w;
    expect(slopeAt(l2)).toBeCloseTo(0, 14);
    expect(Math.abs(slopeAt(2 * l2))).toBeGreaterThan(0.1);
  });
});

describe('S13: overview, quantile loss with tau and 1 - tau exchanged in the first table', () => {
  it('ours is least at the tau-quantile, the printed one at the (1 - tau)-quantile', () => {
    const labels = Array.from({ length: 1001 }, (_, k) => k / 1000);
    const leastAt = (tau: number): number => {
      const loss = losses.quantile({ level: tau });
      const total = (p: number): number => labels.reduce((sum, y) => sum + loss.value(p, y), 0);
      return labels.reduce((best, p) => (total(p) < total(best) ? p : best), 0);
    };
    expect(leastAt(0.9)).toBeCloseTo(0.9, 2);
    expect(leastAt(0.1)).toBeCloseTo(0.1, 2);
  });
});

describe('S14: overview, AdaGrad steps before it adds the square of the gradient', () => {
  it('and divides by 0 at first; counted first, the step of every new feature is eta', () => {
    const learner = new LinearLearner(losses.hinge, updates.naive, optimizers['ada-grad']({ eta0: 0.3 })(1));
    learner.learn(one, 0, 1, 1);
    expect(learner.margin(one, 0)).toBeCloseTo(0.3, 15);
    expect(1 / Math.sqrt(0)).toBe(Infinity);
  });
});

describe('S15: overview, n_i += q_i^2 in FTRL-proximal', () => {
  it('sums squared gradients', () => {
    const optimizer = optimizers['ftrl-proximal']({ alpha: 1 })(1);
    const row = rowsOf(1, '0:3');
    optimizer.prepare(row, 0, 1, 0.5);
    expect((optimizer.state().n as Float64Array)[0]).toBe((0.5 * 3) ** 2);
  });
});

describe("V1: Vowpal Wabbit's logistic step by a one-step Lambert W", () => {
  it('is 32% off at the margin 10 for tau = 1, where ours solves its equation', () => {
    const [u, tau] = [10, 1];
    const d = losses.logistic.flow(u, 1, tau);
    expect(Math.abs((d + Math.exp(u) * Math.expm1(d)) / tau - 1)).toBeLessThan(1e-11);
    expect(d).toBeCloseTo(risen(u, tau), 15);
    const theirs = -(lambertGap(tau + u + Math.exp(u)) + u);
    expect(Math.abs(theirs / d - 1)).toBeGreaterThan(0.3);
  });
});

describe("V4: Vowpal Wabbit's count of examples stands still while nothing is bought", () => {
  it('ours counts every example considered, asked or not', () => {
    const learner = new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 1 })(1));
    const active = new ActiveLearner({
      learner,
      query: queries['iwal-cal']({ mellowness: 1e-9 }),
      coin: randomStream(1, 'query'),
    });
    active.ask(one, 0, Infinity);
    active.tell(one, 0, 1, 1);
    for (let t = 1; t < 100; t++) {
      active.ask(one, 0, Infinity);
      active.pass(one, 0);
    }
    expect(active.situation.time).toBe(100);
    expect(active.importanceSum).toBe(1);
  });
});

describe("V5: Vowpal Wabbit's old flip weight of squared loss, ln((a - p) / (a - t)) / eta", () => {
  it('is twice the one that flips a prediction under its loss (y - p)^2', () => {
    const [p, a, threshold, eta] = [0.8, -1, 0, 0.25];
    const printed = Math.log((a - p) / (a - threshold)) / eta;
    const after = (h: number): number => p + follow((v) => -2 * (v - a), p, h * eta);
    expect(after(printed / 2)).toBeCloseTo(threshold, 11);
    expect(after(printed)).toBeLessThan(-0.4);
    expect(losses.squared.timeTo(p, threshold, a) / 2).toBeCloseTo((printed / 2) * eta, 14);
  });
});

const settings = { name: 'descent', powerT: 0.5, initialT: 0, l1: 0, l2: 0 } as const;

describe('V6: Vowpal Wabbit, --normalized with --power_t other than 0.5 keeps the exponent power_t - 1 for its scales', () => {
  /** Largest change of a margin when one of two features is measured in units of 1/64. */
  function change(
    build: () => {
      margin: VwDescent['margin'];
      prepare: VwDescent['prepare'];
      push: VwDescent['push'];
      admit?: (rows: SparseRows, i: number) => void;
    },
  ): number {
    const random = randomStream(1, 'units');
    const [plain, scaled] = [build(), build()];
    let worst = 0;
    for (let t = 0; t < 30; t++) {
      const x = [Math.fround(random.normal()), Math.fround(random.normal())];
      const rows = [1, 64].map((unit) => rowsOf(2, `0:${x[0]} 1:${unit * x[1]}`));
      const margins = [plain, scaled].map((optimizer, k) => {
        optimizer.admit?.(rows[k], 0);
        const margin = optimizer.margin(rows[k], 0);
        const slope = losses.logistic.slope(margin, t % 2 === 0 ? 1 : -1);
        optimizer.prepare(rows[k], 0, 1, slope);
        optimizer.push(rows[k], 0, -0.3 * slope);
        return margin;
      });
      worst = Math.max(worst, Math.abs(margins[0] - margins[1]));
    }
    return worst;
  }

  it('so that predictions depend on the units of the features; ours do not, whatever the exponents', () => {
    expect(change(() => new VwDescent(2, { ...settings, adaptive: false, normalized: true, powerT: 0.3 }))).toBeGreaterThan(0.1);
    expect(change(() => new VwDescent(2, { ...settings, adaptive: false, normalized: true }))).toBeLessThan(1e-12);
    for (const power of [0, 0.3, 1]) expect(change(() => optimizers.normalized({ eta0: 0.3, power })(2))).toBeLessThan(1e-12);
    for (const power of [0.3, 1])
      expect(change(() => optimizers['normalized-adaptive']({ eta0: 0.3, power })(2))).toBeLessThan(1e-12);
  });
});

describe('V7: Vowpal Wabbit predicts a row before its scales have grown to it', () => {
  it('so that a value a thousand times larger moves the first prediction a thousand times as far', () => {
    const usual = rowsOf(1, '0:1');
    const huge = rowsOf(1, '0:1000');
    const theirs = new VwDescent(1, { ...settings, adaptive: true, normalized: true });
    const ours = optimizers['normalized-adaptive']({ eta0: 1 })(1);
    ours.admit(usual, 0);
    for (const optimizer of [theirs, ours]) {
      optimizer.prepare(usual, 0, 1, -1);
      optimizer.push(usual, 0, 0.5);
    }
    ours.admit(huge, 0);
    expect(theirs.margin(huge, 0)).toBeCloseTo(1000 * theirs.margin(usual, 0), 12);
    expect(ours.margin(huge, 0)).toBeCloseTo(theirs.margin(usual, 0), 12);
  });
});

describe('V8: Vowpal Wabbit lets features that share a weight step one by one', () => {
  /** Where q * u is the plan, how far a step goes. */
  function overshoot(rows: SparseRows, adaptive: boolean): number {
    const optimizer = new VwDescent(2, { ...settings, adaptive, normalized: false });
    const q = optimizer.prepare(rows, 0, 1, -1);
    optimizer.push(rows, 0, 1);
    return optimizer.margin(rows, 0) / q;
  }

  it('so that its sensitivity is not what a step moves, and an invariant step can overshoot', () => {
    expect(overshoot(rowsOf(2, '0:1 0:1'), false)).toBe(2);
    expect(overshoot(rowsOf(2, '0:1 0:-1'), false)).toBe(0);
    expect(overshoot(rowsOf(2, '0:1 0:2'), true)).not.toBeCloseTo(1, 1);
    expect(overshoot(rowsOf(2, '0:1 1:2'), true)).toBeCloseTo(1, 14);
  });

  it('our rows are summed first, and their squared norm is what a step moves', () => {
    expect(overshoot(summedRowsOf(['0:1 0:1'], 2), false)).toBe(1);
  });
});

describe('V9: Vowpal Wabbit mixes the steps of both classes for a logistic label between them', () => {
  it('and moves on from the minimum of the loss; ours stays', () => {
    const y = 0.5;
    const minimum = Math.log(3);
    const step = (side: number): number => losses.logistic.flow(minimum, side, 10);
    expect(Math.abs(0.75 * step(1) + 0.25 * step(-1))).toBeGreaterThan(0.2);
    expect(Math.abs(mixedLogistic.flow(minimum, y, 10))).toBeLessThan(1e-15);
    for (const p of [-3, 0, 2]) {
      for (const tau of [1e-9, 0.1, 1, 30]) {
        const flowed = follow((v) => -mixedLogistic.slope(v, y), p, tau);
        expect(Math.abs(mixedLogistic.flow(p, y, tau) / flowed - 1)).toBeLessThan(1e-9);
      }
    }
  });
});

describe('V10: Vowpal Wabbit squares the importance in FTRL-proximal', () => {
  /** n after examples of these importances, each of gradient 1. */
  const theirs = (importances: readonly number[]): number => {
    const ftrl = new VwFtrl(1, { name: 'ftrl', alpha: 1, beta: 1, l1: 0, l2: 0 });
    for (const h of importances) ftrl.push(one, 0, -h);
    return (ftrl.state().n as Float64Array)[0];
  };
  const ours = (importances: readonly number[]): number => {
    const ftrl = optimizers['ftrl-proximal']({ alpha: 1 })(1);
    for (const h of importances) ftrl.prepare(one, 0, h, 1);
    return (ftrl.state().n as Float64Array)[0];
  };

  it('so that an example of importance 3 counts as nine copies in its step sizes; ours as three', () => {
    expect([theirs([3]), theirs([1, 1, 1])]).toEqual([9, 3]);
    expect([ours([3]), ours([1, 1, 1])]).toEqual([3, 3]);
  });
});

describe('V11: Vowpal Wabbit applies all L1 pulls since the beginning to every weight', () => {
  it('so that a feature that is new pays for the time before; in FOBOS it starts at 0', () => {
    const rows = rowsOf(2, '0:1', '1:1');
    const theirs = new VwDescent(2, { ...settings, adaptive: false, normalized: false, l1: 0.01 });
    const ours = optimizers.fobos({ eta0: 1, l1: 0.01 })(2);
    for (const optimizer of [theirs, ours]) {
      for (let t = 0; t < 50; t++) {
        optimizer.prepare(rows, 0, 1, t % 2 === 0 ? 1 : -1);
        optimizer.push(rows, 0, t % 2 === 0 ? -1 : 1);
      }
      optimizer.prepare(rows, 1, 1, -0.1);
      optimizer.push(rows, 1, 0.1);
    }
    expect(theirs.weights()[1]).toBe(0);
    expect(ours.weights()[1]).toBeCloseTo(0.09, 14);
  });
});

describe("V12: Vowpal Wabbit's --expectile_q", () => {
  it('names the (1 - q)-expectile: its loss weighs predictions above the label with 1 - (1 - q)', async () => {
    const { settingsOf, parseVw } = await import('../../../src/cli/vw/options.ts');
    const { loss } = settingsOf(parseVw(['-d', 'x', '--loss_function', 'expectile', '--expectile_q', '0.2']).options);
    expect(loss).toEqual({ name: 'expectile', q: 0.8 });
    const expectile = losses.expectile({ q: 0.8 });
    expect(expectile.value(1, 0) / expectile.value(-1, 0)).toBeCloseTo(0.2 / 0.8, 14);
  });
});

describe('V14: Vowpal Wabbit leaves a NaN or infinite margin alone (it becomes 0) and goes on', () => {
  it('ours stops at the example, before the weights are touched', () => {
    const learner = new LinearLearner(losses.squared, updates.naive, optimizers['gradient-descent']({ eta0: 1e200 })(1));
    learner.learn(one, 0, 1, 1);
    expect(() => learner.learn(one, 0, -1e200, 1)).toThrow(/^learning diverged at example 2: /);
    expect(numberIn(learner.state(), 'learned')).toBe(2);
    expect(Number.isFinite((partIn(learner.state(), 'optimizer').w as Float64Array)[0])).toBe(true);
  });
});

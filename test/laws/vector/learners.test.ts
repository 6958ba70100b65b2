import { describe, expect, it } from 'vitest';
import { SparseRowsBuilder } from '../../../src/rows/building/sparse-rows-builder.ts';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { DivergenceError, LinearLearner } from '../../../src/learners/margin-learner.ts';
import { losses } from '../../../src/losses/index.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import type { State } from '../../../src/numerics/state.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import type { Optimizer, OptimizerFactory } from '../../../src/optimizers/optimizer.ts';
import { updates } from '../../../src/updates/index.ts';
import type { UpdateRule } from '../../../src/updates/rules.ts';
import { everyLoss, everyUpdate, sampleLabel } from '../../support/laws/learner-laws.ts';
import { COLUMNS, difference, sampleRows } from '../../../src/laws/optimizer-laws.ts';
import { settings } from '../../support/laws/optimizer-settings.ts';
import { rowsOf } from '../../support/rows/rows.ts';
import { caught } from '../../../src/numerics/iwal-error.ts';

/** LAWS of the linear learner, over the registries of losses, updates and optimizers. */

const scale = process.env.IWAL_LAWS === 'long' ? 500 : 1;

const named = <T extends { readonly name: string }>(list: readonly T[]): [string, T][] =>
  list.map((entry) => [entry.name, entry]);

/** One row a list of entries. */
function train(learner: LinearLearner, rows: SparseRows, examples: number, random: RandomStream): void {
  for (let t = 0; t < examples; t++) {
    learner.learn(rows, random.below(rows.length), sampleLabel(learner.loss, random), [0.5, 1, 3][random.below(3)]);
  }
}

it.each([-1, 1])('a divergence that clipping hides is told, on the edge of sign %i too', (sign) => {
  const rows = rowsOf([[[0, 3e38]]], COLUMNS);
  const learner = new LinearLearner(
    losses.logarithmic,
    updates.invariant,
    optimizers['gradient-descent']({ eta0: 0.1 })(COLUMNS),
  );
  const { learned, optimizer } = learner.state();
  const w = new Float64Array(COLUMNS).fill(sign * 1e300);
  learner.restore({ learned, optimizer: { ...(optimizer as State), w } });
  const edge = losses.logarithmic.domain[sign < 0 ? 0 : 1];
  expect(learner.margin(rows, 0)).toBe(edge);
  expect(() => learner.learn(rows, 0, 0.5, 1, edge)).toThrow(DivergenceError);
});

describe('importance invariance of the whole learner', () => {
  /** Rows without common features never push each other's margins out of a bounded domain. */
  const separate = rowsOf(['0:1', '1:-2 2:0.5', '3:0.1'], COLUMNS);

  /** Largest difference of a prediction after an example of importance 3 and after three copies of it, relative to 1 + |p|. */
  function worstGap(loss: Loss, factory: OptimizerFactory, random: RandomStream): number {
    let worst = 0;
    for (let run = 0; run < 20 * scale; run++) {
      const rows = Number.isFinite(loss.domain[0]) ? separate : sampleRows(random, 6);
      const once = new LinearLearner(loss, updates.invariant, factory(COLUMNS));
      const copies = new LinearLearner(loss, updates.invariant, factory(COLUMNS));
      for (let t = 0; t < 8; t++) {
        const i = random.below(rows.length);
        const y = sampleLabel(loss, random);
        once.learn(rows, i, y, 3);
        for (let copy = 0; copy < 3; copy++) copies.learn(rows, i, y, 1);
      }
      for (let i = 0; i < rows.length; i++) {
        const p = once.margin(rows, i);
        worst = Math.max(worst, Math.abs(p - copies.margin(rows, i)) / (1 + Math.abs(p)));
      }
    }
    return worst;
  }

  const constant: Record<string, OptimizerFactory> = {
    'gradient-descent': optimizers['gradient-descent']({ eta0: 0.3 }),
    averaged: optimizers.averaged({ eta0: 0.3 }),
    fobos: optimizers.fobos({ eta0: 0.3 }),
    'truncated-gradient': optimizers['truncated-gradient']({ eta0: 0.3 }),
  };

  it.each(named(everyLoss))('%s: three copies are one example of importance 3, wherever the step is constant', (_, loss) => {
    for (const [name, factory] of Object.entries(constant)) {
      expect(worstGap(loss, factory, randomStream(1, `${loss.name} ${name}`)), name).toBeLessThan(1e-12);
    }
  });

  it('is bent by every setting with a schedule, a penalty or a geometry of its own, as the docstrings say', () => {
    for (const setting of settings.filter((entry) => entry.factory(1).linear)) {
      const gap = worstGap(losses.logistic, setting.factory, randomStream(1, setting.name));
      if (Object.keys(constant).some((name) => setting.name === `${name} {"eta0":0.3}`)) expect(gap).toBeLessThan(1e-12);
      else expect(gap, setting.name).toBeGreaterThan(1e-4);
    }
  });
});

describe('units of the features', () => {
  const normalizedOnes: [string, OptimizerFactory][] = [
    ['normalized', optimizers.normalized({ eta0: 2 })],
    ['normalized, scheduled', optimizers.normalized({ eta0: 2, power: 0.5 })],
    ['normalized-adaptive', optimizers['normalized-adaptive']({ eta0: 2 })],
    ['normalized-adaptive, exponent 0.3', optimizers['normalized-adaptive']({ eta0: 2, power: 0.3 })],
  ];

  /** 12 significant bits, so that a product of two is exact in single precision. */
  const coarse = (x: number): number => {
    const unit = 2 ** (Math.floor(Math.log2(Math.abs(x))) - 11);
    return Math.round(x / unit) * unit;
  };

  /** Largest change of a prediction under x -> D x, relative to 1 + |p|. */
  function worstChange(factory: OptimizerFactory, random: RandomStream): number {
    let worst = 0;
    for (let run = 0; run < 20 * scale; run++) {
      const units = Array.from({ length: COLUMNS }, () => coarse(10 ** (12 * random.next() - 6)));
      const plain = new SparseRowsBuilder();
      const scaled = new SparseRowsBuilder();
      for (let i = 0; i < 30; i++) {
        for (let j = 0; j < COLUMNS; j++) {
          if (random.next() < 0.5) continue;
          const value = coarse(random.normal());
          plain.add(j, value);
          scaled.add(j, value * units[j]);
        }
        plain.endRow();
        scaled.endRow();
      }
      const [rows, rowsInUnits] = [plain.build(COLUMNS), scaled.build(COLUMNS)];
      const learner = new LinearLearner(losses.logistic, updates.invariant, factory(COLUMNS));
      const inUnits = new LinearLearner(losses.logistic, updates.invariant, factory(COLUMNS));
      for (let i = 0; i < 30; i++) {
        const y = sampleLabel(losses.logistic, random);
        const p = learner.learn(rows, i, y, 1);
        const change = Math.abs(p - inUnits.learn(rowsInUnits, i, y, 1));
        worst = Math.max(worst, change / (1 + Math.abs(p)));
      }
    }
    return worst;
  }

  it.each(normalizedOnes)('%s: predictions do not change under x -> D x, D from 1e-6 to 1e6', (name, factory) => {
    expect(worstChange(factory, randomStream(1, name))).toBeLessThan(4e-15);
  });

  it('all others change, and none of them says otherwise', () => {
    for (const { name, factory } of settings) {
      expect(factory(1).suitsAnyUnits === true, name).toBe(name.startsWith('normalized'));
      if (name.startsWith('normalized') || !factory(1).linear) continue;
      expect(worstChange(factory, randomStream(1, name)), name).toBeGreaterThan(1e-3);
    }
  });
});

describe('generalised implicit FTRL', () => {
  /** Conjugates of the losses with a closed one, for slopes s that a gradient can take; Infinity elsewhere. */
  const conjugates: [Loss, (s: number, y: number) => number][] = [
    [losses.squared, (s, y) => (s * s) / 2 + s * y],
    [losses.hinge, (s, y) => (-s * y >= 0 && -s * y <= 1 ? s * y : Infinity)],
    [
      losses.logistic,
      (s, y) => {
        const a = -s * y;
        if (a < 0 || a > 1) return Infinity;
        return (a === 0 ? 0 : a * Math.log(a)) + (a === 1 ? 0 : (1 - a) * Math.log1p(-a));
      },
    ],
  ];

  interface Excess {
    /** Largest (H(z) - H(g)) / (1 + |H(g)|) where shrinking does not go uphill. */
    downhill: number;
    /** The same where it does. */
    uphill: number;
  }

  /** H(c x) = -c base + c^2 q / 2 + l*(c), without the terms that do not depend on c. */
  function worstExcess(
    factory: OptimizerFactory,
    update: UpdateRule,
    [loss, conjugate]: (typeof conjugates)[number],
    random: RandomStream,
  ): Excess {
    const worst: Excess = { downhill: -Infinity, uphill: -Infinity };
    for (let run = 0; run < 60 * scale; run++) {
      const rows = sampleRows(random, 6);
      const optimizer = factory(COLUMNS);
      for (let t = 0; t < 20; t++) {
        const i = random.below(rows.length);
        const y = sampleLabel(loss, random);
        const p = optimizer.margin(rows, i);
        const slope = loss.slope(p, y);
        const q = optimizer.prepare(rows, i, 1, slope);
        if (q === 0) continue;
        const base = optimizer.base(rows, i, p);
        const u = update(loss, update === updates.implicit ? base : p, y, q, 1) / q;
        const H = (c: number): number => -c * base + (c * c * q) / 2 + conjugate(c, y);
        const kind = (base - p) * slope <= 0 ? 'downhill' : 'uphill';
        worst[kind] = Math.max(worst[kind], (H(-u) - H(slope)) / (1 + Math.abs(H(slope))));
        optimizer.push(rows, i, u);
      }
    }
    return worst;
  }

  const growing = ['implicit-ftrl', 'implicit-ftrl-adaptive'] as const;
  const stepSizes = [0.1, 1, 10];

  it('with a constant lambda (gradient descent) no update is worse than linearising', () => {
    for (const entry of conjugates) {
      for (const update of [updates.truncated, updates.invariant, updates.implicit]) {
        for (const eta0 of stepSizes) {
          const { downhill, uphill } = worstExcess(
            optimizers['gradient-descent']({ eta0 }),
            update,
            entry,
            randomStream(1, update.name),
          );
          expect(downhill, `${entry[0].name} ${update.name}`).toBeLessThan(1e-14);
          expect(uphill).toBe(-Infinity);
        }
      }
    }
  });

  it.each(growing)('%s: no update is worse than linearising where shrinking does not go uphill, and implicit never', (name) => {
    for (const entry of conjugates) {
      for (const update of [updates.truncated, updates.invariant, updates.implicit]) {
        for (const eta0 of stepSizes) {
          const { downhill, uphill } = worstExcess(optimizers[name]({ eta0 }), update, entry, randomStream(1, name));
          expect(downhill, `${entry[0].name} ${update.name}`).toBeLessThan(1e-14);
          if (update === updates.implicit) expect(uphill, entry[0].name).toBeLessThan(1e-14);
        }
      }
    }
  });

  it('where shrinking goes uphill, the invariant step can be worse than linearising: the paper needs its constant lambda', () => {
    const { uphill } = worstExcess(
      optimizers['implicit-ftrl']({ eta0: 1 }),
      updates.invariant,
      conjugates[2],
      randomStream(1, 'uphill'),
    );
    expect(uphill).toBeGreaterThan(1e-4);
  });
});

describe('flipping a prediction', () => {
  const binary = everyLoss.filter((loss) => loss.threshold !== undefined);

  it.each(named(binary))(
    '%s: the opposite label with importance weightToFlip brings the prediction to the threshold',
    (_, loss) => {
      const random = randomStream(1, loss.name);
      let flips = 0;
      for (let run = 0; run < 200 * scale; run++) {
        for (const update of everyUpdate) {
          if (update === updates.resampled) continue; // its time depends on the number of copies
          const rows = rowsOf([`0:1 1:${random.normal()}`], COLUMNS);
          const optimizer = optimizers['gradient-descent']({ eta0: 0.1 + random.next() })(COLUMNS);
          train(new LinearLearner(loss, updates.invariant, optimizer), rows, random.below(4), random);
          const learner = new LinearLearner(loss, update, optimizer);
          const p = learner.margin(rows, 0);
          // Where the slope is infinite, only the rules that do not read it know a time.
          const steep = Math.abs(loss.slope(p, learner.otherSide(p))) === Number.MAX_VALUE;
          if (steep && update !== updates.invariant && update !== updates.implicit) continue;
          const h = learner.weightToFlip(p, learner.sensitivity(rows, 0, p));
          expect(h).toBeGreaterThanOrEqual(0);
          if (h === Infinity) continue;
          flips++;
          learner.learn(rows, 0, learner.otherSide(p), h);
          expect(Math.abs(learner.margin(rows, 0) - loss.threshold!), `${update.name} from ${p}`).toBeLessThan(
            1e-10 * (1 + Math.abs(p)),
          );
        }
      }
      expect(flips).toBeGreaterThan(300);
    },
  );

  it('needs no importance on the threshold, and none suffices for a row without features', () => {
    const rows = rowsOf([[], [[0, 1]]], COLUMNS);
    const learner = new LinearLearner(losses.logistic, updates.invariant, optimizers['ada-grad']({ eta0: 1 })(COLUMNS));
    expect(learner.weightToFlip(0, learner.sensitivity(rows, 1, 0))).toBe(0);
    expect(learner.weightToFlip(0, learner.sensitivity(rows, 0, 0))).toBe(Infinity);
  });

  it('is refused by losses without classes', () => {
    const learner = new LinearLearner(losses.poisson, updates.invariant, optimizers['gradient-descent']({ eta0: 1 })(COLUMNS));
    expect(() => learner.timeToFlip(0)).toThrow(/'poisson' predicts no classes/);
  });
});

describe('what may not be carried on silently', () => {
  /** Rows with values from the smallest to the largest single-precision number. */
  const extremes = rowsOf(['', '0:1', '0:1e-38 3:1e-44', '0:1 1:1e-20 2:1e20', '1:-1e38 4:3e38'], COLUMNS);

  it.each(settings.map((setting) => [setting.name, setting] as const))(
    '%s: every run is finite or ends in a DivergenceError',
    (_, setting) => {
      const random = randomStream(1, setting.name);
      for (const loss of everyLoss) {
        for (const update of everyUpdate) {
          if (!setting.factory(1).linear && update !== updates.naive) continue;
          const learner = new LinearLearner(loss, update, setting.factory(COLUMNS));
          for (let t = 1; t <= 40; t++) {
            const i = random.below(extremes.length);
            const h = [0, 1e-300, 1e-8, 1, 300][random.below(5)];
            try {
              expect(learner.learn(extremes, i, sampleLabel(loss, random), h)).toSatisfy(Number.isFinite);
            } catch (error) {
              expect(error).toBeInstanceOf(DivergenceError);
              expect((error as DivergenceError).example).toBe(t);
              break;
            }
          }
        }
      }
    },
  );

  it.each(['margin', 'base', 'sensitivity', 'move', 'step'] as const)(
    'what leaves the numbers first is named: the %s',
    (name) => {
      const rows = rowsOf([[[0, 1]]], COLUMNS);
      for (const wrong of [NaN, Infinity, -Infinity, Number.MAX_VALUE]) {
        if (name === 'sensitivity' && wrong < 0) continue;
        const optimizer = {
          ...{ name: 'fake', linear: true, adaptive: false, admit: () => false, push: () => undefined },
          margin: () => (name === 'margin' ? wrong : 0.5),
          base: () => (name === 'base' ? wrong : 0.5),
          prepare: () => (name === 'sensitivity' ? wrong : name === 'step' ? 1e-300 : 1),
        } as unknown as Optimizer;
        const update = Object.assign(() => (name === 'move' ? wrong : 1e10), {
          startsFrom: name === 'base' ? 'base' : 'prediction',
          timeTo: () => 0,
        }) as unknown as UpdateRule;
        const learner = new LinearLearner(losses.squared, update, optimizer);
        expect(() => learner.learn(rows, 0, 1, 1)).toThrow(new RegExp(`^learning diverged at example 1: its ${name} is `));
      }
    },
  );

  it('the naive step diverges under huge importance, and the error names the example; the invariant step does not', () => {
    const rows = rowsOf(['0:1 1:2'], COLUMNS);
    const run = (update: UpdateRule): LinearLearner => {
      const learner = new LinearLearner(losses.squared, update, optimizers['gradient-descent']({ eta0: 1 })(COLUMNS));
      for (let t = 0; t < 300; t++) learner.learn(rows, 0, t % 2, 1e4);
      return learner;
    };
    expect(() => run(updates.naive)).toThrow(/^learning diverged at example \d+: its (margin|move|step) is /);
    expect(Math.abs(run(updates.invariant).margin(rows, 0) - 1)).toBeLessThan(1e-12);
  });

  it('an update that would land elsewhere is refused when the learner is built', () => {
    for (const setting of settings) {
      for (const update of everyUpdate) {
        const build = (): LinearLearner => new LinearLearner(losses.logistic, update, setting.factory(COLUMNS));
        if (setting.factory(1).linear || update === updates.naive) expect(build).not.toThrow();
        else expect(build).toThrow(/needs a step that moves the prediction by u \* q, which '(rda|ftrl-proximal)' with l1 > 0/);
      }
    }
  });

  it('a row without features teaches no weight', () => {
    for (const { factory, name } of settings) {
      const learner = new LinearLearner(losses.logistic, updates.naive, factory(COLUMNS));
      for (let t = 0; t < 3; t++) expect(learner.learn(rowsOf([[]], COLUMNS), 0, 1, 2)).toBe(0);
      expect(
        learner.optimizer.weights().every((w) => w === 0),
        name,
      ).toBe(true);
    }
  });
});

describe('a margin that is known', () => {
  it.each(named(everyLoss))('%s: told to the learner, it changes no bit of what is learned', (_, loss) => {
    const random = randomStream(1, `known margins of ${loss.name}`);
    for (const { factory, name } of settings) {
      const rows = sampleRows(random, 10, 4);
      const asked = new LinearLearner(loss, updates.naive, factory(COLUMNS));
      const reported = new LinearLearner(loss, updates.naive, factory(COLUMNS));
      for (let t = 0; t < 10 * scale; t++) {
        const i = random.below(rows.length);
        const y = sampleLabel(loss, random);
        const h = [0.01, 0.1, 1][random.below(3)];
        const margin = reported.margin(rows, i);
        const [before, again] = [
          orDivergence(() => asked.learn(rows, i, y, h)),
          orDivergence(() => reported.learn(rows, i, y, h, margin)),
        ];
        expect(again, name).toBe(before);
        if (before === undefined) break;
      }
      expect(difference(asked.state(), reported.state()), name).toBeUndefined();
    }
  });

  const orDivergence = (action: () => number) => caught(DivergenceError, action, () => undefined);
});

describe('an update rule under another name', () => {
  it.each(named(everyUpdate))('%s: wrapped, it computes the same bit for bit with every optimizer', (_, update) => {
    const wrapped: UpdateRule = Object.assign((...given: Parameters<UpdateRule>) => update(...given), update);
    for (const { factory, name } of settings) {
      if (!factory(1).linear && update !== updates.naive) {
        expect(() => new LinearLearner(losses.logistic, wrapped, factory(COLUMNS)), name).toThrow(/needs a step that moves/);
        continue;
      }
      const [plain, other] = [update, wrapped].map((rule) => {
        const random = randomStream(1, `wrapped ${name}`);
        const learner = new LinearLearner(losses.logistic, rule, factory(COLUMNS));
        train(learner, sampleRows(random, 6), 30, random);
        return learner;
      });
      expect(difference(plain.state(), other.state()), name).toBeUndefined();
    }
  });

  it('that declares nothing is refused', () => {
    const bare = Object.assign((loss: Loss, p: number, y: number, tau: number) => updates.naive(loss, p, y, tau), {
      timeTo: updates.naive.timeTo,
    });
    const build = (): LinearLearner =>
      new LinearLearner(losses.logistic, bare as unknown as UpdateRule, optimizers['gradient-descent']({ eta0: 1 })(COLUMNS));
    expect(build).toThrow("must declare startsFrom, one of 'base', 'prediction'; found undefined");
  });
});

it('implicit steps: land where the proximal equation says, from where the regulariser leaves the row', () => {
  const random = randomStream(1, 'implicit');
  for (const { factory } of settings.filter((setting) => setting.move === 'exact')) {
    const rows = sampleRows(random, 6);
    const learner = new LinearLearner(losses.logistic, updates.implicit, factory(COLUMNS));
    train(learner, rows, 30, random);
    const i = [...Array(rows.length).keys()].find((row) => rows.squaredNorms[row] > 0)!;
    const { optimizer } = learner;
    const twin = factory(COLUMNS);
    twin.restore(optimizer.state());
    twin.admit(rows, i);
    const q = twin.prepare(rows, i, 2, losses.logistic.slope(twin.margin(rows, i), 1));
    const base = twin.margin(rows, i);
    learner.learn(rows, i, 1, 2);
    const landed = learner.margin(rows, i);
    expect(Math.abs(landed - (base - 2 * q * losses.logistic.slope(landed, 1)))).toBeLessThan(1e-11 * (1 + Math.abs(base) + q));
  }
});

describe('continuing', () => {
  it.each(settings.map((setting) => [setting.name, setting] as const))(
    '%s: resumed at any example, a run is the same bit for bit',
    (_, setting) => {
      const random = randomStream(1, setting.name);
      const rows = sampleRows(random, 10);
      const labels = Array.from({ length: 30 }, () => sampleLabel(losses.logistic, random));
      const make = (): LinearLearner => new LinearLearner(losses.logistic, updates.naive, setting.factory(COLUMNS));
      const step = (learner: LinearLearner, t: number): number => learner.learn(rows, t % rows.length, labels[t], 1 + (t % 3));

      const whole = make();
      const states = labels.map((_label, t) => {
        const state = whole.state();
        step(whole, t);
        return state;
      });
      for (const [from, state] of states.entries()) {
        const resumed = make();
        resumed.restore(state);
        for (let t = from; t < labels.length; t++) step(resumed, t);
        expect(difference(resumed.state(), whole.state())).toBeUndefined();
      }
    },
  );

  it('a state that does not fit is refused with what it holds', () => {
    const logistic = (factory: OptimizerFactory, columns: number): LinearLearner =>
      new LinearLearner(losses.logistic, updates.naive, factory(columns));
    const plain = logistic(optimizers['gradient-descent']({ eta0: 1 }), 3);
    expect(() => logistic(optimizers['gradient-descent']({ eta0: 1 }), 4).restore(plain.state())).toThrow(
      /3 values of 'w', this learner has 4/,
    );
    expect(() => logistic(optimizers['ada-grad']({ eta0: 1 }), 3).restore(plain.state())).toThrow(
      /no array 'g'; it holds w, pace/,
    );
    expect(() => plain.restore({ learned: 1 })).toThrow(/no part 'optimizer'; it holds learned/);
    expect(() => plain.restore({})).toThrow(/no number 'learned'; it holds nothing/);
  });
});

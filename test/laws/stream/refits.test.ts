/** Laws of runs whose model is fitted anew on the way: counts decide, coins know nothing of the labels they buy, every state goes on. */
import { describe, expect, it } from 'vitest';
import { columnUnitsAhead } from '../../../src/fits/fit.ts';
import { finished } from '../../../src/numerics/work.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { fittedLearner, fittingOf, marginPupil } from '../../../src/specs/fitting.ts';
import { buildLearner } from '../../../src/specs/build-learner.ts';
import { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { queries } from '../../../src/queries/index.ts';
import type { RandomStream } from '../../../src/numerics/random.ts';
import type { MarginLearner } from '../../../src/learners/margin-learner.ts';
import type { Pupil } from '../../../src/streams/refits.ts';
import { expectToGoOn, ofThree, ofTwo, plain, pool, run, type Run } from '../../support/paced-runs.ts';
import { toyTask } from '../../support/toy.ts';

const makers: Readonly<Record<string, (more: object) => Run>> = {
  'two classes': (more) => ofTwo(pool, more),
  'three classes': ofThree,
};

describe.each(Object.entries(makers))('%s', (_, make) => {
  it('without refits and fits the run is what it was, and its model is what learns online', () => {
    const { active } = make({});
    expect(active.model).toBe(active.learner);
    expect(finished(active.final())).toEqual({ learner: active.learner, choice: undefined, judged: [] });
    expect(Object.keys(active.state())).not.toContain('fits');
  });

  it('another model asks after 20 labels, and later ones after the labels have grown', () => {
    const each = make({ refit: 1.2, final: 'best' });
    const models = new Map<unknown, number>();
    run(each, 0, 600, () => {
      if (!models.has(each.active.model)) models.set(each.active.model, each.active.situation.queries);
    });
    const [first, second, ...others] = models.values();
    expect([first, second >= 21, others.length > 1]).toEqual([0, true, true]);
    expect(finished(each.active.final()).choice?.chosen).toBeDefined();
  });

  it('what is computed ahead, in any number of pieces, changes no bit', () => {
    const [plainly, ahead, partly] = [1, 2, 3].map(() => make({ refit: 1.2 }));
    const expected = run(plainly, 0, 600);
    expect(run(ahead, 0, 600, () => finished(ahead.active.ahead()))).toEqual(expected);
    expect(run(partly, 0, 600, () => void partly.active.ahead().next())).toEqual(expected);
    expect(partly.active.state()).toEqual(plainly.active.state());
  });

  it('a state taken anywhere goes on in a fresh run, bit for bit', () => {
    expectToGoOn(() => make({ refit: 1.3, final: 'best' }), 600, 47);
  });

  it('no probability is below p_min, which is known before the first coin', () => {
    const each = make({ refit: 1.1, explore: 0.3 });
    const smallest = Math.min(...run(each, 0, 600).map(({ probability }) => probability));
    expect(smallest).toBeCloseTo((0.3 * 90) / 600, 12);
  });
});

it('what the first fit needs of the pool is computed while the first question waits', () => {
  const fresh = toyTask({ rows: 50, seed: 3 });
  finished(ofTwo(fresh, { refit: 1.2 }).active.ahead());
  expect(columnUnitsAhead({ rows: fresh.rows }).next().done).toBe(true);
});

it('rules that go by the importance to flip refuse refits, and losses that cannot be fitted refuse fits', () => {
  expect(() => parseRunSpec({ ...plain, query: { name: 'iwal-cal' }, refit: 1.2 })).toThrow(/expected no refit, or a rule/);
  expect(() => parseRunSpec({ ...plain, loss: { name: 'exponential' }, final: 'fit' })).toThrow(/learned online alone/);
  expect(() => parseRunSpec({ ...plain, refit: 1 })).toThrow(/refit/);
});

describe('all coins of a pool of seven rows, with refits after four labels', () => {
  const small = toyTask({ rows: 7, seed: 4 });
  const labels = Float64Array.of(1, -1, 1, -1, 1, 1, -1);
  const optimizer = { name: 'gradient-descent', eta0: 0.2 };
  const spec = parseRunSpec({
    ...plain,
    optimizer,
    budget: undefined,
    pace: undefined,
    warmUp: undefined,
    refit: 1.2,
    order: 'given',
  });

  /** Fits are preferred to it. */
  const ignorant = (): Pupil<MarginLearner> => ({
    learner: buildLearner(spec, small.rows.columns),
    learn: () => undefined,
    scores: (_, out) => out.fill(NaN),
  });

  /** The run with these outcomes of its coins: its probability, whether a fit asked, and the sum of z/p of what was bought. */
  function outcome(asked: readonly boolean[]): {
    probability: number;
    isRefitted: boolean;
    positives: number;
    mistakes: number;
    truth: number;
  } {
    const fitting = fittingOf(spec, small, {
      classes: undefined,
      newPupil: () => marginPupil(buildLearner(spec, small.rows.columns), small),
      predicting: (fit) => fittedLearner(spec, fit, small.rows.columns),
    })!;
    let t = 0;
    const coin = { next: () => (asked[t] ? 0 : 1 - 2 ** -53) } as unknown as RandomStream;
    const active = new ActiveLearner({
      learner: buildLearner(spec, small.rows.columns),
      query: queries['soft-margin']({ width: 0.7 }),
      coin,
      temper: 0,
      fitting: { ...fitting, first: { labels: 4, ofAClass: 2 }, newPupil: ignorant },
    });
    let [probability, positives, mistakes, truth] = [1, 0, 0, 0];
    for (; t < 7; t++) {
      const h = active.ask(small.rows, t, Infinity);
      const p = active.decision.probability;
      probability *= asked[t] ? p : 1 - p;
      const isWrong = active.judge.isWrong(active.situation.prediction, labels[t]);
      if (isWrong) truth++;
      if (h > 0) {
        if (labels[t] > 0) positives += h;
        if (isWrong) mistakes += h;
        active.tell(small.rows, t, labels[t], h);
      } else active.pass(small.rows, t);
      // What could not have been tossed counts for nothing.
      if (probability === 0) break;
    }
    return { probability, isRefitted: active.model !== active.learner, positives, mistakes, truth };
  }

  it('estimates are right on average, whatever the refits do', () => {
    const all = Array.from({ length: 2 ** 7 }, (_, n) => outcome(Array.from({ length: 7 }, (__, k) => ((n >> k) & 1) === 1)));
    const mean = (of: (each: (typeof all)[number]) => number): number =>
      all.reduce((sum, each) => sum + each.probability * of(each), 0);
    expect(mean(() => 1)).toBeCloseTo(1, 12);
    expect(mean(({ positives }) => positives)).toBeCloseTo(4, 12);
    expect(mean(({ mistakes, truth }) => mistakes - truth)).toBeCloseTo(0, 12);
    expect(mean(({ isRefitted }) => (isRefitted ? 1 : 0))).toBeGreaterThan(0.05);
  });
});

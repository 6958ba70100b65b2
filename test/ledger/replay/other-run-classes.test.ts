import { describe, expect, it } from 'vitest';
import type { Draft, Entry } from '../../../src/ledger/entry.ts';
import { Recorder } from '../../../src/ledger/recorder.ts';
import { answersIn, asBought, clippedRun, runOther } from '../../../src/ledger/replay/other-run.ts';
import { difference } from '../../../src/laws/optimizer-laws.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { queries } from '../../../src/queries/index.ts';
import type { Dataset } from '../../../src/rows/dataset.ts';
import { parseActiveClasses, type ActiveClassesSpec, judgeOf } from '../../../src/specs/kinds/active-classes.ts';
import { orderOf, budgetOf } from '../../../src/specs/run.ts';
import { isPaceable, ruleTraits } from '../../../src/specs/traits/rule-traits.ts';
import { knowing } from '../../../src/streams/oracles/annotator.ts';
import { simulateClasses } from '../../../src/studies/cells/simulate.ts';
import { finished } from '../../../src/numerics/work.ts';
import { knobs, ruleNames, type RuleName } from '../../support/rules.ts';
import { toyTask } from '../../support/toy.ts';

/**
 * LAW of replaying other rules and learners on a ledger of several classes: the direct run bit for bit where it asks for no more than the
 * ledger has.
 */

const ROWS = 200;
const CLASSES = 3;
const random = randomStream(1, 'three classes');
const two = toyTask({ rows: ROWS, seed: 1 });
/** The positive class is cut in two by the last of a row's numbers. */
const three: Dataset = {
  ...two,
  labels: two.labels.map((y, i) => (y < 0 ? 1 : two.rows.values[two.rows.offsets[i + 1] - 1] > 0 ? 2 : 3)),
};
const weighted: Dataset = { ...three, importances: Float64Array.from({ length: ROWS }, () => [0, 0.3, 1, 2.5][random.below(4)]) };

const specOf = (rule: RuleName, more: object = {}): ActiveClassesSpec =>
  parseActiveClasses({
    ...{ loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive', eta0: 0.5 } },
    ...{ reduction: 'one-against-all', classes: CLASSES, query: { name: rule, ...knobs[rule] } },
    ...{ coins: 'pool', seed: 3, ...more },
  });

/** A run with every decision and answer, as a ledger has them. */
function kept(spec: ActiveClassesSpec, data: Dataset) {
  const entries: Draft[] = [];
  const recorder = new Recorder({ record: 'considered', cost: () => 1, take: (draft) => entries.push({ ...draft }) });
  const { active, measurement } = simulateClasses(spec, { train: data }, recorder);
  return { entries, active, measurement };
}

/** The run of `spec` on the ledger of a run of `ledger`, beside the run that it is. */
function replayed(ledger: ActiveClassesSpec, spec: ActiveClassesSpec, data: Dataset, rule: 'another' | 'recorded' = 'another') {
  const own = kept(ledger, data);
  const budget = budgetOf(ledger, ROWS);
  const answers = answersIn(own.entries as Entry[], (_, spent) => budget - spent);
  const other = rule === 'another' ? clippedRun(spec, data, answers) : asBought(spec, data, answers);
  const entries: Draft[] = [];
  const watch = new Recorder({ record: 'considered', cost: () => 1, take: (draft) => entries.push({ ...draft }) });
  const recorded = { entries: own.entries as Entry[], answers, judge: judgeOf(ledger), query: ruleTraits(ledger) };
  const parts = { ...other, annotator: knowing(data.labels), budget: budgetOf(spec, ROWS), watch };
  const outcome = finished(runOther(recorded, parts, { ...data, order: orderOf(spec, ROWS) }));
  return { outcome, entries, active: other.active, direct: kept(spec, data) };
}

const asked = ruleNames.filter((name) => !['bootstrap', 'committee', 'active-cover'].includes(name));

describe('a ledger of three classes that holds every label', () => {
  it('answers every rule that asks about several classes', () => expect(asked).toHaveLength(Object.keys(queries).length - 3));

  const settings: readonly [data: Dataset, learner: object, rule: object][] = [
    [three, {}, {}],
    [weighted, {}, { floor: 0.2, budget: 40 }],
    [three, { reduction: 'cost-sensitive', loss: { name: 'squared' } }, {}],
    [three, {}, { budget: '20%', pace: {}, temper: 0, warmUp: 5 }],
  ];

  it.each(asked)('%s: the replay is the direct run, bit for bit', (rule) => {
    for (const [data, learner, more] of settings) {
      if ('pace' in more && !isPaceable(specOf(rule))) continue;
      // It takes predictions for labels, and those of squared loss are numbers.
      if ('loss' in learner && rule === 'oracular-cal') continue;
      const { outcome, entries, active, direct } = replayed(
        specOf('passive', learner),
        specOf(rule, { ...learner, ...more }),
        data,
      );
      expect(entries).toStrictEqual(direct.entries);
      expect(difference(active.state(), direct.active.state())).toBeUndefined();
      const last = direct.measurement.curve.at(-1)!;
      expect([outcome.labels, outcome.rows]).toEqual([last.queried, last.examples]);
      expect(outcome.trueError).toBeCloseTo(last.progressiveError, 14);
      const { wanted, met, reweighted } = outcome.requests!;
      expect([met, reweighted]).toEqual([wanted, 0]);
    }
  });
});

describe('a ledger of three classes', () => {
  it('answers a stingier rule, bit for bit, and says of a more generous one what it could not answer', () => {
    const [some, few] = [specOf('random', { floor: 0.4 }), specOf('random', { floor: 0.25 })];
    const { outcome, entries, direct } = replayed(some, few, three);
    expect(entries).toStrictEqual(direct.entries);
    expect(outcome.requests!.met).toBe(outcome.requests!.wanted);
    const generous = replayed(few, some, three).outcome.requests!;
    expect(generous.met).toBeLessThan(generous.wanted);
    expect(generous.clipped).toBe(ROWS);
  });

  it('judges other learners by the same labels: the run itself bit for bit, and others by all of them, near their true error', () => {
    const spec = specOf('random', { floor: 0.5 });
    const same = replayed(spec, spec, three, 'recorded');
    expect(difference(same.active.learner.state(), same.direct.active.learner.state())).toBeUndefined();
    expect(same.outcome.difference?.value).toBe(0);
    const other = specOf('random', { floor: 0.5, optimizer: { name: 'ada-grad', eta0: 0.3 } });
    const { outcome } = replayed(spec, other, three, 'recorded');
    expect(Math.abs(outcome.plain!.estimate - outcome.trueError!)).toBeLessThan(4 * outcome.plain!.standardError);
    expect(outcome.difference).not.toBeNull();
  });
});

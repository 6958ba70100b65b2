import { describe, expect, it } from 'vitest';
import type { Draft, Entry, ExampleEntry } from '../../../src/ledger/entry.ts';
import { Recorder } from '../../../src/ledger/recorder.ts';
import { answersIn, clippedRule, recordedRule, runOther } from '../../../src/ledger/replay/other-run.ts';
import { difference } from '../../../src/laws/optimizer-laws.ts';
import { losses } from '../../../src/losses/index.ts';
import { LinearLearner } from '../../../src/learners/margin-learner.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import { scalarRule, type QueryRule } from '../../../src/queries/query.ts';
import { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { activeLearn } from '../../../src/streams/passes/active-learn.ts';
import { knowing } from '../../../src/streams/oracles/annotator.ts';
import { LabelOracle } from '../../../src/streams/oracles/oracle.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';
import { ProgressiveValidation } from '../../../src/streams/measures/class-measures.ts';
import { updates } from '../../../src/updates/index.ts';
import { annotatorContext, order, prepared, run, task, weightedTask, type Run } from '../../support/active-runs.ts';
import { finished } from '../../../src/numerics/work.ts';
import { accountsOf, keptRun } from '../../support/ledgers.ts';
import { logisticLearner, ruleNames } from '../../support/rules.ts';
import { toyTask } from '../../support/toy.ts';

/**
 * Laws of replaying other rules and learners on a ledger: the direct run bit for bit where it asks for no more than the ledger has,
 * an unbiased sample of the clipped rule elsewhere, by enumeration of all coins.
 */

const context = annotatorContext();
const settings: [string, Omit<Run, 'rule' | 'budget' | 'floor'>, Pick<Run, 'budget' | 'floor'>][] = [
  ['at once', {}, {}],
  ['late', { decorators: [oracles.delayed({ delay: 7 }, context)] }, {}],
  ['on a floor and a budget', {}, { floor: 0.2, budget: 40 }],
  [
    'late or never, about rows of other importances than 1',
    {
      data: weightedTask,
      decorators: [oracles.abstaining({ abstainRate: 0.2 }, context), oracles.delayed({ delay: 7 }, context)],
    },
    { budget: 60 },
  ],
];

/** Entries of a run, without the chain. */
function recorderOf(entries: Draft[]): Recorder {
  return new Recorder({ record: 'considered', cost: () => 1, take: (draft) => entries.push({ ...draft }) });
}

/** A run `other` on the ledger of a run `kept`, beside the run itself. */
function replayed(kept: Run, other: Run) {
  const ledger = keptRun(kept, 'considered');
  const { active: direct } = prepared(other);
  const answers = answersIn(ledger.entries, () => Infinity);
  const clipped = clippedRule(direct.query, answers);
  const active = new ActiveLearner({
    learner: logisticLearner(task.rows.columns),
    query: clipped.rule,
    coin: randomStream(1, 'query'),
  });
  const entries: Draft[] = [];
  const annotator = (other.decorators ?? []).reduce((inner, decorate) => decorate(inner), knowing(task.labels));
  const outcome = finished(
    runOther(
      { entries: ledger.entries, answers, judge: ledger.active.judge, query: ledger.active.query },
      { active, clipped, annotator, budget: other.budget ?? Infinity, watch: recorderOf(entries) },
      { ...(other.data ?? task), order },
    ),
  );
  const wanted: Draft[] = [];
  const ownRun = run({ ...other, observer: recorderOf(wanted) });
  return { outcome, active, entries, wanted, ownRun };
}

describe.each(settings)('a ledger that holds every label, answers %s', (_, unlimited, limits) => {
  it.each(ruleNames)('%s: the replay is the direct run, bit for bit', (rule) => {
    const { outcome, active, entries, wanted, ownRun } = replayed(
      { rule: 'passive', ...unlimited },
      { rule, ...unlimited, ...limits },
    );
    // Rows of importance 0 are bought by no ledger.
    expect(entries).toStrictEqual(wanted);
    expect(difference(active.learner.state(), ownRun.active.learner.state())).toBeUndefined();
    expect(difference(active.query.state(), ownRun.active.query.state())).toBeUndefined();
    expect(outcome.trueError).toBe(ownRun.evaluator.error);
    expect(outcome.labels).toBe(ownRun.active.situation.queries);
    expect(outcome.spent).toBe(ownRun.oracle.spent);
    const { wanted: requests, met, reweighted } = outcome.requests!;
    expect([met, reweighted]).toEqual([requests, 0]);
  });
});

describe('the clock of the estimate', () => {
  it.each([
    ['to the end', Infinity],
    ['left off', Infinity],
    ['to the end', 30],
    ['left off', 30],
  ] as const)('is that of the run itself, %s, with a budget of %d', (finish, budget) => {
    const what: Run = { rule: 'random', floor: 0.2, budget };
    const { entries, active: kept } = keptRun(what, 'considered', finish);
    const answers = answersIn(entries, accountsOf(what).left);
    const { active } = prepared(what);
    const { estimate } = finished(
      runOther(
        { entries, answers, judge: kept.judge, query: kept.query },
        { active, annotator: knowing(task.labels), budget },
        { ...task, order },
      ),
    );
    const last = entries.findLast((entry) => entry.entry === 'example' && entry.outcome === 'asked') as ExampleEntry;
    // A run that was left off counts to its last purchase, unless its budget was spent there.
    expect(estimate.rows).toBe(finish === 'left off' && budget === Infinity ? last.position + 1 : answers.rows);
    expect(last.position + 1).toBeLessThan(task.labels.length);
  });

  it('stands where another run has ended before the ledger did, which was left off', () => {
    const what: Run = { rule: 'random', floor: 0.2 };
    const { entries, active: kept } = keptRun(what, 'considered', 'left off');
    const answers = answersIn(entries, () => Infinity);
    const { active } = prepared(what);
    const passed = entries.find(
      (entry) => entry.entry === 'example' && entry.position > 100 && entry.outcome === 'passed',
    ) as ExampleEntry;
    const end = passed.position + 1;
    expect(end).toBeLessThan(answers.rows);
    active.isOver = () => active.situation.time === end;
    const { rows, estimate } = finished(
      runOther(
        { entries, answers, judge: kept.judge, query: kept.query },
        { active, annotator: knowing(task.labels), budget: Infinity },
        { ...task, order },
      ),
    );
    expect([rows, estimate.rows]).toEqual([end, end]);
  });
});

describe('a ledger of a more generous rule', () => {
  it('answers a stingier one of the same kind, bit for bit', () => {
    for (const floor of [0.1, 0.3]) {
      const { outcome, entries, wanted } = replayed({ rule: 'random', floor: 0.4 }, { rule: 'random', floor });
      expect(entries).toStrictEqual(wanted);
      expect(outcome.requests!.met).toBe(outcome.requests!.wanted);
    }
  });

  it('says what it could not answer, and that the result is another', () => {
    const { outcome, entries, wanted } = replayed({ rule: 'random', floor: 0.1 }, { rule: 'random', floor: 0.5 });
    expect(entries).not.toStrictEqual(wanted);
    const { wanted: requests, met, reweighted, clipped } = outcome.requests!;
    expect(clipped).toBe(300);
    expect(met).toBeLessThan(0.5 * requests);
    expect(reweighted).toBe(met);
  });
});

describe('over all coins', () => {
  const STEPS = 4;
  const ROWS = 5;
  const small = toyTask({ rows: ROWS, seed: 3 });
  const given = Uint32Array.from({ length: ROWS }, (_, i) => i);
  /** Probabilities in quarters that know what was bought before. */
  const generous = scalarRule('generous', 'counts', ({ time, queries }) => [0.25, 0.5, 0.75, 1][(time + 2 * queries) % 4]);
  const other = scalarRule('other', 'counts', ({ time, queries }) => [0.5, 0.25, 1, 0.75][(3 * time + queries) % 4]);

  function coins(code: number): RandomStream {
    const stream = randomStream(1, 'unused');
    let left = code;
    return Object.assign(Object.create(stream) as RandomStream, {
      next: () => {
        const coin = (left % STEPS) / STEPS;
        left = Math.floor(left / STEPS);
        return coin;
      },
    });
  }

  /** Means over all sequences of coins of the importances bought, of the mistakes, and of their estimate. */
  function means(rule: 'clipped' | 'recorded' | 'unclipped') {
    const total = STEPS ** ROWS;
    const sums = { importance: 0, mistakes: 0, estimate: 0, difference: 0, trueDifference: 0 };
    for (let code = 0; code < total; code++) {
      const learner = () =>
        new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 2 })(small.rows.columns));
      const logged = new ActiveLearner({ learner: learner(), query: generous, coin: coins(code) });
      const entries: Entry[] = [];
      const recorder = new Recorder({
        record: 'considered',
        cost: () => 1,
        take: (draft) => entries.push({ ...draft, model: '' }),
      });
      const judge = new ProgressiveValidation(losses.logistic, small.labels);
      activeLearn(logged, { rows: small.rows, order: given }, new LabelOracle(small.labels), judge, 0, ROWS, recorder);
      recorder.end(judge.error);
      const answers = answersIn(entries, () => Infinity);
      const clipped = clippedRule(other, answers);
      const query: QueryRule = { clipped: clipped.rule, recorded: recordedRule(generous, answers), unclipped: other }[rule];
      const active = new ActiveLearner({ learner: learner(), query, coin: coins(code) });
      const outcome = finished(
        runOther(
          { entries, answers, judge: logged.judge, query: generous },
          { active, clipped, annotator: knowing(small.labels), budget: Infinity },
          { rows: small.rows, order: given, labels: small.labels },
        ),
      );
      sums.importance += active.importanceSum / total;
      sums.mistakes += outcome.trueError! / total;
      if (outcome.plain !== null) sums.estimate += outcome.plain.estimate / total;
      else if (entries.some((entry) => entry.entry === 'example' && entry.outcome === 'asked')) throw new Error('no estimate');
    }
    return sums;
  }

  it.each(['clipped', 'recorded'] as const)('the %s rule samples without bias, and so are its mistakes estimated', (rule) => {
    const { importance, mistakes, estimate } = means(rule);
    expect(importance).toBeCloseTo(ROWS, 12);
    expect(mistakes).toBeGreaterThan(0.2);
    expect(estimate).toBeCloseTo(mistakes, 12);
  });

  it('a rule that is not clipped is biased by what the ledger does not hold', () => {
    expect(means('unclipped').importance).toBeLessThan(0.9 * ROWS);
  });
});

it('a ledger answers as far as its budget went: costs are spent, refunds come back', () => {
  const example = (position: number, cost?: number) => ({
    ...{ entry: 'example', position, row: position, probability: 0.5, outcome: cost === undefined ? 'passed' : 'asked' },
    ...(cost !== undefined && { cost }),
  });
  const entries = [
    ...[example(0, 2), example(1), example(2, 3), { entry: 'answer', position: 0, row: 0, label: 1 }],
    ...[{ entry: 'answer', position: 2, row: 2, label: null, refund: 2 }, example(3, 1), example(4), example(5, 1)],
  ] as unknown as Entry[];
  const read = (budget: number) => answersIn(entries, (_, spent) => budget - spent);
  expect([2.5, 3, 4, 5, 6].map((budget) => read(budget).rows)).toEqual([1, 3, 4, 6, 6]);
  expect([...read(6).answers]).toEqual([
    [0, 1],
    [2, 'abstains'],
  ]);
  expect([...read(6).probabilities]).toEqual(new Array(6).fill(0.5));
});

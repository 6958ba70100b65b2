/**
 * Laws of the error estimate: its interval covers the true error as often as it says, with budgets and floors of all sizes; its
 * clock stops with the budget; and the run, its screen and its audit say the same, whatever happens to its answers.
 */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileNames } from '../../support/processes/temporary.ts';
import { openSession, type LabelSession } from '../../../src/labelling/session.ts';
import { audit, type Audit } from '../../../src/ledger/audit/audit.ts';
import type { Recorded } from '../../../src/ledger/entry.ts';
import { readLedger } from '../../../src/ledger/file/read-ledger.ts';
import { statedBy } from '../../../src/ledger/known.ts';
import { verify } from '../../../src/ledger/replay/replay.ts';
import { losses } from '../../../src/losses/index.ts';
import { isPointless, type ErrorEstimate } from '../../../src/statistics/error-estimate.ts';
import { ErrorTally } from '../../../src/statistics/error-tally.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { deviationsFrom, scoreInterval, type Doubted } from '../../../src/statistics/intervals/score-interval.ts';
import { shareEstimate } from '../../../src/statistics/share-estimate.ts';
import { activeLearn } from '../../../src/streams/passes/active-learn.ts';
import { knowing } from '../../../src/streams/oracles/annotator.ts';
import { ErrorMeter } from '../../../src/streams/measures/error-meter.ts';
import { errorWords } from '../../../src/streams/measures/error-words.ts';
import { LabelOracle } from '../../../src/streams/oracles/oracle.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';
import { remarksOn } from '../../../src/streams/remarks.ts';
import { buildActiveLearner } from '../../../src/specs/build.ts';
import { orderOf } from '../../../src/specs/run.ts';
import { resolve } from '../../../src/specs/choices.ts';
import { annotatorContext, prepared, run, task, weightedTask, type Run } from '../../support/active-runs.ts';
import { plan, pool, specOf, textOf } from '../../support/processes/label-sessions.ts';
import { finished } from '../../../src/numerics/work.ts';
import { accountsOf, contextOf, freshRun, keptInFile, stream } from '../../support/ledgers.ts';
import { runs } from '../../support/long.ts';
import { ruleNames } from '../../support/rules.ts';
import { toyTask } from '../../support/toy.ts';
import { judgeOfLoss } from '../../../src/streams/judge.ts';

const newFile = fileNames();

/** What has to be equal wherever the number is shown. */
const said = ({ kind, value, low, high, rows, isStopped, unanswered, why }: ErrorEstimate): ErrorEstimate => ({
  ...{ kind, value, low, high },
  ...{ rows, isStopped, unanswered, why },
});

describe('coverage of the interval, nominally 95%, of mistakes on the clock', () => {
  // 1,000 runs: 93% is three standard errors below 95%. The runs are fixed; with IWAL_LAWS=long there are ten times as many.
  const many = runs(200) > 200 ? 10_000 : 1_000;

  it('fixed mistakes, probabilities that follow the past, floors from .02 to .5, budgets that end the run or do not', () => {
    const random = randomStream(7, 'coverage');
    let covered = 0;
    let normal = 0;
    for (let each = 0; each < many; each++) {
      const rate = 0.02 + 0.3 * random.next();
      const floor = [0.02, 0.05, 0.1, 0.2, 0.5][each % 5];
      let left = [30, 60, 150, 400, Infinity][random.below(5)];
      const tally = new ErrorTally();
      let [mistakes, rows, seen, variance] = [0, 0, 0, 0];
      for (let t = 0; t < 2000 && left >= 1; t++) {
        // Mistakes are where the rule looks more closely, as far as it can tell: p is known before the coin, and drifts.
        const doubt = random.next();
        const wrong = random.next() < rate * 2 * doubt;
        const p = Math.max(floor, Math.min(1, doubt ** (1 + t / 1000)));
        tally.consider(1, p);
        rows++;
        if (wrong) mistakes++;
        if (random.next() >= p) continue;
        left--;
        tally.buy(t);
        tally.answer(t, wrong ? 'wrong' : 'right', 'positive');
        if (wrong) [seen, variance] = [seen + 1 / p, variance + (1 - p) / p / p];
      }
      const { low, high } = tally.estimate('over');
      const truth = mistakes / rows;
      if (low === null || (low <= truth && truth <= high!)) covered++;
      if (Math.abs(seen - mistakes) <= 1.96 * Math.sqrt(variance)) normal++;
    }
    expect(covered / many).toBeGreaterThanOrEqual(0.93);
    expect(covered / many).toBeLessThan(0.995);
    expect(normal / many).toBeLessThan(0.93);
  });

  it('of runs of the loop: rules that look at the example, on floors, with budgets', () => {
    let [covered, all] = [0, 0];
    for (let seed = 0; seed < many / 10; seed++) {
      const data = toyTask({ rows: 300, noise: 0.15, seed: 1000 + seed });
      for (const rule of ['random', 'iwal-cal', 'variance-aware', 'slides', 'shrinking-margin'] as const)
        for (const [floor, budget] of [
          [0.1, 60],
          [0.3, 150],
        ] as const) {
          const meter = new ErrorMeter();
          const wrong: boolean[] = [];
          const what: Run = { rule, seed, data, floor, budget };
          const { active } = run({
            ...what,
            observer: {
              considered: (active, i) => {
                meter.considered(active, i);
                wrong.push(active.situation.prediction >= 0 !== data.labels[i] > 0);
              },
              answered: (active, i, answer) => meter.answered(active, i, answer),
            },
          });
          const { low, high, rows } = meter.estimate(active, 'over');
          const truth = wrong.slice(0, rows).filter(Boolean).length / rows;
          all++;
          if (low! <= truth && truth <= high!) covered++;
        }
    }
    expect(all).toBe(many);
    expect(covered / all).toBeGreaterThanOrEqual(0.93);
  });
});

describe('by hand (reference)', () => {
  it('equal importances: the interval of the solutions of (H - Z)^2 = c^2 kappa Z', () => {
    const seen = { clock: 1000, weighted: 80, variance: 8 * 10 * 9, largest: 10, wrong: 8, right: 90 };
    const kappa = (720 + 100) / 90;
    const { low, high } = scoreInterval(seen);
    for (const share of [low, high]) expect((80 - 1000 * share) ** 2 / (kappa * 1000 * share)).toBeCloseTo(1.959964 ** 2, 8);
    // No mistake seen: 3.84 of the largest importance.
    expect(scoreInterval({ ...seen, weighted: 0, variance: 0, wrong: 0 })).toEqual({ low: 0, high: (1.959964 ** 2 * 10) / 1000 });
    // Every label bought: the share itself.
    const all = { clock: 100, weighted: 9, variance: 0, largest: 0, wrong: 9, right: 91 };
    expect(scoreInterval(all)).toEqual({ low: 0.09, high: 0.09 });
  });

  it('a row of importance k counts as k rows in the clock and the mistakes, one of 0 not at all', () => {
    const tally = new ErrorTally();
    for (const [key, i, p, prediction] of [
      [0, 3, 1, 'wrong'],
      [1, 2, 0.5, 'right'],
      [2, 0, 0, 'right'],
      [3, 1, 0.25, 'wrong'],
    ] as const) {
      tally.consider(i, p);
      if (i > 0) tally.buy(key);
      tally.answer(key, prediction, 'positive');
    }
    // tau = 6, H = 3 + 4, V = 16 * 3/4 = 12, largest 4; seen wrong 4, seen right 2.
    expect(tally.estimate('over')).toMatchObject({ low: 4 / 6, high: 4 / 6, rows: 4 });
    expect(tally.deviationsFrom(0.5, 'over')).toBeCloseTo((7 - 3) / Math.sqrt(((12 + 16) / (7 + 4)) * 3), 12);
  });

  it('deviates by nothing where two sums were rounded on different ways: by a billionth of the clock, and no more', () => {
    const seen = { clock: 2, weighted: 1, variance: 1, largest: 2, wrong: 0, right: 0 };
    const of = (rounded: number): number => deviationsFrom(0.5, { ...seen, weighted: 1 + 2 * rounded });
    expect([of(0), of(0.9e-9), of(-0.9e-9)]).toEqual([0, 0, 0]);
    for (const rounded of [1.1e-9, -1.1e-9]) expect(Math.sign(of(rounded))).toBe(Math.sign(rounded));
  });

  it('a purchase without an answer is doubted as one answered wrong, and the sample looks as its answers do', () => {
    const reported = (answers: number): ErrorTally => {
      const tally = new ErrorTally();
      for (let key = 0; key < 60; key++) {
        tally.consider(1, key % 3 === 0 ? 0.25 : 0.5);
        tally.buy(key);
        if (key < answers)
          tally.answer(key, key % 2 === 0 || key >= 50 ? 'wrong' : 'right', key % 5 === 0 ? 'positive' : 'negative');
      }
      for (let t = 0; t < 100; t++) tally.consider(1, 0.25);
      return tally;
    };
    const [doubted, wrong] = [reported(50).estimate('over'), reported(60).estimate('over')];
    expect(doubted.unanswered).toBe(10);
    expect(doubted.high).toBe(wrong.high);
    // Keys 0 to 49: 17 of importance 4 and 33 of 2, of which 4 and 6 are positive.
    const shares = { heaviestShare: 4 / 134, smallerClass: 28 / 134 };
    expect(reported(50).shape('over')).toEqual({ rows: 160, bought: 60, heaviest: 4, ...shares });
  });

  it('the heaviest label of rows lighter than 1 is lighter too', () => {
    const tally = new ErrorTally();
    tally.consider(0.5, 1);
    tally.buy(0);
    tally.answer(0, 'right', 'positive');
    expect(tally.shape('over')).toMatchObject({ heaviest: 0.5, heaviestShare: 1, smallerClass: 0 });
  });

  it('a heavy estimate stays a share', () => {
    const tally = new ErrorTally();
    for (const [key, rows] of [100, 5].entries()) {
      for (let t = 0; t < rows; t++) tally.consider(1, 0.01);
      tally.buy(key);
      tally.answer(key, 'wrong', 'positive');
    }
    const { low, high } = tally.estimate('over');
    expect(low).toBeGreaterThanOrEqual(2 / 105);
    expect(high).toBe(1);
  });
});

describe('when a point is printed, a range, a bound, or nothing', () => {
  const tallied = (rows: number, p: number, every: number, wrongs: number): ErrorTally => {
    const tally = new ErrorTally();
    for (let t = 0; t < rows; t++) {
      tally.consider(1, p);
      if (t % every !== 0) continue;
      tally.buy(t);
      tally.answer(t, t / every < wrongs ? 'wrong' : 'right', 'positive');
    }
    return tally;
  };
  it.each<[ErrorEstimate['kind'], ErrorTally, RegExp]>([
    ['nothing', tallied(0, 1, 1, 0), /^no estimate \(no label was learned\)$/],
    ['counted', tallied(200, 1, 1, 20), /^10\.00%, counted on 200 rows: every label was bought$/],
    ['at most', tallied(200, 0.5, 2, 0), /^at most 3\.84%, with 95% confidence; no mistake was seen$/],
    ['range', tallied(150, 0.1, 10, 3), /^between [\d.]+% and [\d.]+%, with 95% confidence$/],
    ['range', tallied(100, 0.5, 2, 25), /^between /],
    ['range', tallied(20, 0.01, 1, 4), /^20\.00%, counted on 20 rows: every label was bought$/],
    ['point', tallied(2000, 0.5, 2, 100), /^estimated 10\.00%, 95% interval [\d.]+% to [\d.]+%$/],
  ])('%s', (kind, tally, words) => {
    const estimate = tally.estimate('over');
    expect(estimate.kind).toBe(kind);
    expect(estimate.value === null).toBe(kind !== 'counted' && kind !== 'point');
    expect(errorWords(estimate)).toMatch(words);
  });

  it.each([
    ['counted', tallied(19, 1, 1, 2), undefined],
    ['range', tallied(150, 0.1, 10, 3), 19],
    ['at most', tallied(200, 0.5, 2, 0), 19],
  ])('%s, on fewer than 20 labels: no percentage', (_, tally, labels) => {
    const estimate = { ...tally.estimate('over'), ...(labels !== undefined && { labels }) };
    expect(errorWords(estimate)).toBe('no estimate (19 labels; a percentage takes 20)');
    expect(errorWords({ ...estimate, labels: 20 })).toContain('%');
  });

  it('no point where a single label is missing, of errors or of shares', () => {
    const almost = (bought: number): ErrorTally => {
      const tally = tallied(2000, 0.5, 2, 100);
      for (let n = 0; n < bought; n++) {
        tally.consider(1, 0.5);
        tally.buy(2000 + n);
      }
      return tally;
    };
    expect([almost(0).estimate('over').kind, almost(0).share('over').kind]).toEqual(['point', 'point']);
    expect([almost(1).estimate('over').kind, almost(1).share('over').kind]).toEqual(['range', 'range']);
  });

  it('a share and the share of all others mirror each other', () => {
    const random = randomStream(7, 'shares');
    for (let run = 0; run < 30; run++) {
      const [share, others] = [new ErrorTally(), new ErrorTally()];
      for (let t = 0; t < 600; t++) {
        const [p, z] = [0.2 + 0.8 * random.next(), random.below(3) === 0 ? random.next() : random.below(2)];
        for (const tally of [share, others]) tally.consider(1, p);
        if (random.next() >= p) continue;
        for (const [tally, counted] of [[share, z] as const, [others, 1 - z] as const]) {
          tally.buy(t);
          tally.measure(t, counted, 'positive');
        }
      }
      const [a, b] = [share.share('over'), others.share('over')];
      expect([a.kind, b.kind]).toEqual(['point', 'point']);
      expect(a.value! + b.value!).toBeCloseTo(1, 12);
      const { answered, rest } = share.seen('over');
      expect(a.value!).toBeCloseTo(answered.weighted / (answered.weighted + rest.answered.weighted), 12);
      expect(a.low! + b.high!).toBeCloseTo(1, 9);
      expect(a.high! + b.low!).toBeCloseTo(1, 9);
    }
  });

  it('what is not counted is counted by the account of all others, with its variance', () => {
    const random = randomStream(8, 'rest');
    const [counted, others] = [new ErrorTally(), new ErrorTally()];
    for (let t = 0; t < 300; t++) {
      const [i, p, z] = [[1, 0, 2.5][random.below(3)], 0.2 + 0.8 * random.next(), [0, 1, random.next()][random.below(3)]];
      for (const tally of [counted, others]) tally.consider(i, p);
      if (i === 0 || random.next() >= p) continue;
      for (const tally of [counted, others]) tally.buy(t);
      // Some answers never come: they may be either.
      if (t % 7 === 0) continue;
      counted.measure(t, z, 'positive');
      others.measure(t, 1 - z, 'positive');
    }
    const { rest } = counted.seen('over');
    const { answered, doubted } = others.seen('over');
    for (const [found, wanted] of [[rest.answered, answered] as const, [rest.doubted, doubted] as const])
      for (const key of ['clock', 'weighted', 'variance', 'largest', 'wrong', 'right'] as const)
        expect(found[key], key).toBeCloseTo(wanted[key], 9);
  });

  it('a share of two counts of which every row was bought is their share, and of no rows there is none', () => {
    const clock = 8;
    const counted = (wrong: number): Doubted => {
      const seen = { clock, weighted: wrong, variance: 0, largest: 0, wrong, right: clock - wrong };
      return { answered: seen, doubted: seen };
    };
    const scope = { rows: clock, isStopped: false, unanswered: 0 };
    for (const scale of [1, 2])
      for (let a = 0; a <= clock; a++)
        for (let b = 0; b <= clock - a; b++) {
          const { kind, value, low, high } = shareEstimate(counted(a), counted(b), scope, scale);
          if (a + b === 0) expect([kind, value]).toEqual(['nothing', null]);
          else {
            expect([kind, value]).toEqual(['counted', (scale * a) / (scale * a + b)]);
            expect(low).toBeCloseTo(value!, 9);
            expect(high).toBeCloseTo(value!, 9);
          }
        }
  });

  it('an interval carries no point from fewer than 20 rows of the largest importance on, wider than 0.2, or with an answer missing', () => {
    const counted = { weighted: 1, variance: 0, wrong: 1, right: 0 };
    const pointless = (clock: number, largest: number, [low, high]: readonly [number, number], unanswered = 0): boolean =>
      isPointless({ ...counted, clock, largest }, { low, high }, { rows: clock, isStopped: false, unanswered });
    expect([pointless(20, 1, [0, 0.2]), pointless(60, 3, [0.5, 0.6]), pointless(1000, 0, [0, 0])]).toEqual([false, false, false]);
    expect([pointless(19.999, 1, [0, 0.1]), pointless(60, 3.001, [0, 0.1])]).toEqual([true, true]);
    expect([pointless(100, 1, [0, 0.2001]), pointless(100, 1, [0.6, 0.9])]).toEqual([true, true]);
    expect(pointless(100, 1, [0, 0.1], 1)).toBe(true);
  });

  it('nothing for rules that leave rows out or weigh otherwise, with the reason, truth or not', () => {
    for (const rule of ruleNames) {
      const meter = new ErrorMeter();
      const { active } = run({ rule, observer: meter });
      const { kind, why } = meter.estimate(active, 'over');
      expect(Number.isNaN(meter.classes(active, 'over').smallerClass)).toBe(kind === 'nothing');
      if (!active.query.unbiased)
        expect([kind, why]).toEqual(['nothing', expect.stringMatching(/p = 0 were left out|weights labels by 1/)]);
      else expect(kind, rule).not.toBe('nothing');
    }
  });
});

it(
  '60 labels of 4,000, all of the first rows and most of them mistaken then: about the rows they were, not the rows after ' +
    '(issue: 0.20% for 7.03%)',
  () => {
    const data = toyTask({ rows: 4000, noise: 0.05, seed: 5 });
    const meter = new ErrorMeter();
    const { active, evaluator } = run({ rule: 'iwal-cal', data, budget: 60, observer: meter });
    const estimate = meter.estimate(active, 'over');
    expect(active.errorEstimate).toBeLessThan(evaluator.error / 3);
    expect(estimate.isStopped).toBe(true);
    expect(estimate.rows).toBeLessThan(1000);
    expect(estimate.low! <= evaluator.error && evaluator.error <= estimate.high!).toBe(true);
  },
);

describe('the run and its audit say the same', () => {
  const context = annotatorContext();
  const kinds: readonly Recorded[] = ['considered', 'purchases'];
  const cases: readonly (readonly [string, Partial<Run>])[] = [
    ['to the end', {}],
    ['a budget', { budget: 40 }],
    ['late answers and a budget', { budget: 40, decorators: [oracles.delayed({ delay: 30 }, context)] }],
    ['abstentions', { decorators: [oracles.abstaining({ abstainRate: 0.3, fee: 0.5 }, context)], budget: 30.2 }],
    ['one price for all', { decorators: [oracles.priced({ price: 2.5 }, context)], budget: 90 }],
    ['prices by row', { decorators: [oracles.priced({ price: 0.3, perFeature: 0.4 }, context)], budget: 120 }],
    ['a budget of nothing', { budget: 0 }],
    // Of passive learning: the clock does not stop where no row is left to be refused.
    ['a budget that the last row spends', { budget: 300 }],
    ['rows of their own importance, 0 among them', { data: weightedTask }],
    ['the same with a budget', { data: weightedTask, budget: 40 }],
  ];
  const audited = (file: string, what: Run, withData: 'alone' | 'on its data'): Audit => {
    const { active, cost, left } = freshRun(what);
    const ledger = finished(readLedger(file))!;
    const known = contextOf(what);
    if (withData === 'alone') return finished(audit(ledger, known));
    const { data = task } = what;
    const { importances } = data;
    const given = { ...stream, ...(importances !== undefined && { importances }), labels: task.labels };
    const verified = finished(verify(ledger, () => active, given, { cost, left }));
    return finished(audit(ledger, { ...known, labels: task.labels }, verified));
  };

  it.each(cases)('%s', (name, more) => {
    for (const rule of ['random', 'iwal-cal', 'variance-aware', 'passive'] as const)
      for (const floor of [undefined, 0.2]) {
        const what: Run = { rule, ...more, ...(floor !== undefined && { floor }) };
        const meter = new ErrorMeter();
        const { active } = run({ ...what, observer: meter });
        const live = said(meter.estimate(active, 'over'));
        for (const record of kinds) {
          const file = newFile();
          keptInFile(file, what, record);
          const onData = audited(file, what, 'on its data').error;
          expect(said(onData)).toEqual(live);
          expect(onData.check.verdict).not.toBe('suspicious');
          if (name === 'prices by row') continue;
          const alone = audited(file, what, 'alone').error;
          const { rows, value, kind, low, high } = alone;
          if (what.data === weightedTask && record === 'purchases') {
            // The clock is known at its end: nothing is said where a budget ended before, and the same up to rounding elsewhere.
            if (live.isStopped) expect([kind, alone.why]).toEqual(['nothing', expect.stringMatching(/importance considered/)]);
            else if (value !== null && live.value !== null) expect(value).toBeCloseTo(live.value, 12);
            continue;
          }
          if (record === 'considered') expect(said(alone)).toEqual(live);
          // Purchases alone know the smallest probability by the floor only: the interval may be another, and says so.
          else if (live.kind === 'counted' || live.kind === 'nothing')
            expect({ rows, value, kind }).toEqual({ rows: live.rows, value: live.value, kind: live.kind });
          else
            expect([rows, alone.largestFrom, low === null, high! >= (floor === undefined ? 0 : live.high! - 1e-12)]).toEqual([
              live.rows,
              floor === undefined ? 'purchases' : 'floor',
              false,
              true,
            ]);
        }
      }
  });

  it.each(cases)('%s: the true error is that of the rows on the clock, each with its importance', (_, more) => {
    for (const rule of ['random', 'iwal-cal', 'passive'] as const) {
      const what: Run = { rule, ...more };
      const file = newFile();
      keptInFile(file, what, 'considered');
      const { true: truth, rows } = audited(file, what, 'on its data').error;
      const considered = [...finished(readLedger(file))!.entries].filter((entry) => entry.entry === 'example').slice(0, rows);
      const importance = (entries: typeof considered): number =>
        entries.reduce((sum, { rowImportance = 1 }) => sum + rowImportance, 0);
      const wrong = considered.filter(({ row, prediction }) => (prediction >= 0 ? 1 : -1) !== task.labels[row]);
      if (rows === 0) expect(truth).toBeNull();
      else expect(truth).toBeCloseTo(importance(wrong) / importance(considered), 12);
    }
  });

  it('prices by row: without the data nothing is said of where the budget ended', () => {
    const file = newFile();
    const what: Run = { rule: 'random', budget: 20 };
    keptInFile(file, what, 'considered');
    const { active } = freshRun(what);
    const known = { judge: judgeOfLoss(losses.logistic), query: active.query, left: undefined, isTruthful: true };
    const { error } = finished(audit(finished(readLedger(file))!, known));
    expect(error).toMatchObject({ kind: 'nothing', why: expect.stringMatching(/--data/) as string });
  });

  it('an oracle that says its prices are alike has one price', () => {
    for (const name of Object.keys(oracles) as (keyof typeof oracles)[])
      for (const perFeature of name === 'priced' ? [0, 0.5] : [undefined]) {
        const choice = { name, ...(perFeature !== undefined && { perFeature }) };
        const annotator = resolve('oracle', oracles, choice, annotatorContext())(knowing(task.labels));
        const prices = new Set(Array.from(task.labels, (_, i) => annotator.price(i)));
        expect(annotator.pricesDiffer, name).toBe(prices.size > 1);
      }
  });
});

const isOver = (session: LabelSession): boolean => session.question === undefined;

describe('the screen of a labelling session, its last line and its audit say the same', () => {
  const of = (file: string, spec: ReturnType<typeof specOf>): ErrorEstimate => {
    const ledger = finished(readLedger(file))!;
    return said(finished(audit(ledger, statedBy(ledger, spec))).error);
  };

  it.each<[string, ReturnType<typeof specOf>]>([
    ['no budget', specOf({ name: 'random', rate: 0.4 })],
    ['a budget', specOf({ name: 'random', rate: 0.6 }, { budget: 6 })],
    ['a floor', specOf({ name: 'iwal-cal', mellowness: 1e-3 }, { budget: 8, floor: 0.4 })],
    ['every label', specOf({ name: 'passive' })],
  ])('%s: after every answer, skip and undo, killed or left', (_, spec) => {
    const file = newFile();
    let session = finished(openSession(plan(file, spec)));
    const steps = ['label', 'skip', 'label', 'undo', 'mistake', 'label', 'label', 'undo', 'undo', 'label'] as const;
    for (let step = 0; !isOver(session) && step < 40; step++) {
      const { row } = session.question!;
      const action = steps[step % steps.length];
      if (action === 'skip') finished(session.answer('abstains'));
      else if (action === 'undo') finished(session.undo());
      else finished(session.answer(action === 'label' ? pool.labels[row] : -pool.labels[row]));
      if (isOver(session)) session.finish();
      const shown = said(session.standing.error);
      if (action === 'undo') {
        // An undo is on the disk with the next answer, or when the session is left.
        session.close();
        session = finished(openSession(plan(file, spec)));
        expect(said(session.standing.error)).toEqual(shown);
        continue;
      }
      // Killed here: the ledger as it is on the disk.
      expect(of(file, spec)).toEqual(shown);
      const killed = newFile();
      writeFileSync(killed, textOf(file));
      const again = finished(openSession(plan(killed, spec)));
      expect(said(again.standing.error)).toEqual(shown);
      // And left with 'quit': rows passed over since the last purchase are written, and change nothing.
      again.close();
      expect(of(killed, spec)).toEqual(shown);
    }
    session.close();
  });

  it('the same as of a simulation with the same answers', () => {
    const spec = specOf({ name: 'random', rate: 0.5 }, { budget: 7 });
    const session = finished(openSession(plan(newFile(), spec)));
    while (session.question !== undefined) finished(session.answer(pool.labels[session.question.row]));
    const active = buildActiveLearner(spec, pool);
    const meter = new ErrorMeter();
    const shuffled = { rows: pool.rows, order: orderOf(spec, pool.rows.length) };
    const oracle = new LabelOracle(pool.labels, 7);
    activeLearn(active, shuffled, oracle, { record: () => undefined }, 0, pool.rows.length, meter);
    expect(session.standing.error).toEqual(meter.estimate(active, 'over'));
    session.close();
  });
});

describe('remarks', () => {
  const estimate: ErrorEstimate = {
    kind: 'point',
    value: 0.1,
    low: 0.08,
    high: 0.12,
    rows: 1000,
    isStopped: false,
    unanswered: 0,
    why: null,
  };
  const shape = { rows: 1000, bought: 100, heaviest: 10, heaviestShare: 0.01, smallerClass: 0.3 };
  const query = { reads: 'flip' } as const;

  it('none of a run that is as it should be, nor of one that has hardly begun', () => {
    expect(remarksOn({ query, shape, estimate })).toEqual([]);
    expect(remarksOn({ query, shape: { ...shape, rows: 19, bought: 19, heaviestShare: 1 }, estimate })).toEqual([]);
  });

  it('more than half bought; not of a rule that was told how much to buy', () => {
    const greedy = { ...shape, bought: 501 };
    const remark = expect.stringMatching(/^501 of 1,000 rows were bought: .*--mellowness/) as string;
    expect(remarksOn({ query, shape: greedy, estimate })).toEqual([remark]);
    expect(remarksOn({ query: { reads: 'counts' }, shape: greedy, estimate })).toEqual([]);
    expect(remarksOn({ query, shape: { ...shape, bought: 500 }, estimate })).toEqual([]);
  });

  it('no better than the larger class, by the truth where it is known and by the interval where it is not', () => {
    const found = [
      expect.stringMatching(/^the error is within noise of always predicting the larger class \(wrong for [\d.]+%\): more /),
    ];
    const of = (high: number, truth?: { rows: number; error: number }): readonly string[] =>
      remarksOn({ query, shape, estimate: { ...estimate, high }, ...(truth && { truth: { ...truth, smallerClass: 0.3 } }) });
    expect(of(0.3)).toEqual(found);
    expect(of(0.12, { rows: 1000, error: 0.27 })).toEqual(found);
    const none = [of(0.29), of(0.3, { rows: 1000, error: 0.1 }), of(0.12, { rows: 100_000, error: 0.27 })];
    expect(none).toEqual([[], [], []]);
  });

  it('one label that carries most of it', () => {
    const remark = expect.stringMatching(/^one label of importance 812 carries 71\.00% of the whole: .*--floor/) as string;
    expect(remarksOn({ query, shape: { ...shape, heaviest: 812, heaviestShare: 0.71 }, estimate })).toEqual([remark]);
  });
});

it('a prepared run, before its first row: nothing is known', () => {
  expect(new ErrorMeter().estimate(prepared({ rule: 'random' }).active, 'under way')).toMatchObject({ kind: 'nothing', rows: 0 });
  expect(accountsOf({ rule: 'random' }).left(0, 5)).toBe(Infinity);
});

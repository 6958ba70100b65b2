import { expect, it } from 'vitest';
import { Decision, ProbabilityError, requireProbability } from '../../../src/streams/decision.ts';
import { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { activeLearn } from '../../../src/streams/passes/active-learn.ts';
import { AnnotatorOracle } from '../../../src/streams/oracles/oracle.ts';
import { ProgressiveValidation } from '../../../src/streams/measures/class-measures.ts';
import { partIn } from '../../../src/numerics/state.ts';
import { ErrorMeter } from '../../../src/streams/measures/error-meter.ts';
import { coinsOf } from '../../../src/streams/coins.ts';
import { remarksOn } from '../../../src/streams/remarks.ts';
import type { LinearLearner } from '../../../src/learners/margin-learner.ts';
import { ErrorTally } from '../../../src/statistics/error-tally.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { queries } from '../../../src/queries/index.ts';
import type { QueryRule } from '../../../src/queries/query.ts';
import { difference } from '../../../src/laws/optimizer-laws.ts';
import { logisticLearner } from '../../support/rules.ts';
import { toyTask } from '../../support/toy.ts';

/**
 * LAWS of a decision and of the loop around it: what is decided, learned, paid for, summed and estimated, held against a plain
 * account of the same run.
 */

const COINS = 2 ** -53;
const ROWS = 48;
const data = toyTask({ rows: ROWS, columns: 6, noise: 0.2, seed: 3 });
const order = Uint32Array.from({ length: ROWS }, (_, t) => (t * 5) % ROWS);
const importances = Float64Array.from({ length: ROWS }, (_, i) => [1, 0.25, 3, 0, 2][i % 5]);
const probabilities = Float64Array.from({ length: ROWS }, (_, i) => [1 / 2, 1, 1 / 8, 0, 3 / 4, 0.3, 1e-300][i % 7]);

interface Setting {
  readonly weighting: QueryRule['weighting'];
  readonly whenImplied: QueryRule['whenImplied'];
  readonly isWeighted: boolean;
  readonly delay: number;
  readonly budget: number;
}

const settings: readonly Setting[] = (['inverse-probability', 'one-on-mistakes'] as const).flatMap((weighting) =>
  (['skip', 'learn-prediction'] as const).flatMap((whenImplied) =>
    [true, false].flatMap((isWeighted) =>
      [
        [0, Infinity],
        [0, 7],
        [4, Infinity],
        [4, 7],
      ].map(([delay, budget]) => ({ weighting, whenImplied, isWeighted, delay, budget })),
    ),
  ),
);

/** Everything a run consists of, its rule one of fixed probabilities, and what it comes to. */
function run(setting: Setting) {
  const { weighting, whenImplied, isWeighted, delay, budget } = setting;
  const learner = logisticLearner(data.rows.columns);
  const taught: string[] = [];
  const learn = learner.learn.bind(learner);
  const spied: LinearLearner['learn'] = (rows, i, y, h, margin) => {
    taught.push(`row ${i} as ${y} with ${h}`);
    return learn(rows, i, y, h, margin);
  };
  learner.learn = spied;
  const seen: number[] = [];
  const query = {
    ...queries.random({ rate: 0.5 }),
    ...{ name: 'fixed', weighting, whenImplied },
    probability: ({ errorRate }: { readonly errorRate: number }, _: unknown, i: number) => (
      seen.push(errorRate),
      probabilities[i]
    ),
  } as QueryRule;
  const active = new ActiveLearner({ learner, query, coin: randomStream(5, 'query') });
  const oracle = new AnnotatorOracle({ answer: answerTo, price: () => 1, cost: costOf, pricesDiffer: false, delay }, budget);
  const own = isWeighted ? importances : undefined;
  const evaluator = new ProgressiveValidation(learner.loss, data.labels, own);
  const meter = new ErrorMeter();
  const predictions = new Float64Array(ROWS);
  const observer = {
    considered: (...reported: Parameters<typeof meter.considered>) => {
      predictions[reported[1]] = reported[0].situation.prediction;
      meter.considered(...reported);
    },
    answered: (...reported: Parameters<typeof meter.answered>) => meter.answered(...reported),
  };
  const stream = { rows: data.rows, order, ...(own !== undefined && { importances: own }) };
  const go = (from: number, to: number): void => {
    activeLearn(active, stream, oracle, evaluator, from, to, observer);
  };
  return { active, oracle, evaluator, meter, taught, seen, predictions, go };
}

/** Nobody can tell every sixth row, and saying so costs half of a label. */
const answerTo = (i: number): number | 'abstains' => (i % 6 === 1 ? 'abstains' : data.labels[i]);
const costOf = (i: number): number => (i % 6 === 1 ? 0.5 : 1);
const sideOf = (margin: number): number => (margin >= 0 ? 1 : -1);

/** The same run once more, in the words of the definition. */
function account({ weighting, whenImplied, isWeighted, delay, budget }: Setting, predictions: Float64Array) {
  const coins = randomStream(5, 'query');
  const taught: string[] = [];
  const seen: number[] = [];
  const tally = new ErrorTally();
  const sums = {
    time: 0,
    considered: 0,
    learned: 0,
    refused: 0,
    implied: 0,
    errors: 0,
    labels: 0,
    spent: 0,
    sold: 0,
    mistaken: 0,
    loss: 0,
  };
  let late: { readonly i: number; readonly h: number; readonly due: number }[] = [];
  const answered = (i: number, h: number): void => {
    const y = answerTo(i);
    if (y === 'abstains') return;
    const isWrong = sideOf(predictions[i]) !== y;
    if (weighting === 'inverse-probability' || isWrong) taught.push(`row ${i} as ${y} with ${h}`);
    sums.learned += h;
    sums.labels++;
    if (isWrong) sums.errors += h;
    tally.answer(i, isWrong ? 'wrong' : 'right', y > 0 ? 'positive' : 'negative');
  };
  for (const i of order) {
    const own = isWeighted ? importances[i] : 1;
    const coin = coins.next();
    const wish = probabilities[i];
    const p = own === 0 ? 0 : wish === 0 ? 0 : Math.max(wish, COINS);
    const h = weighting === 'inverse-probability' ? own / p : own;
    const isForSale = budget - sums.spent >= 1;
    seen.push(sums.considered === 0 ? 0 : sums.errors / sums.considered);
    if (!isForSale) tally.stop();
    tally.consider(own, p);
    sums.mistaken += sideOf(predictions[i]) === data.labels[i] ? 0 : own;
    sums.loss += own * logisticLearner(1).loss.value(predictions[i], data.labels[i]);
    if (p === 0) {
      sums.implied += own;
      if (whenImplied === 'learn-prediction') taught.push(`row ${i} as ${sideOf(predictions[i])} with ${own}`);
    } else if (coin < p && isForSale) {
      sums.spent += costOf(i);
      if (answerTo(i) !== 'abstains') sums.sold++;
      tally.buy(i);
      if (delay === 0) answered(i, h);
      else late.push({ i, h, due: sums.time + 1 + delay });
    } else if (coin < p) sums.refused += h;
    sums.considered += own;
    sums.time++;
    for (const each of late) if (each.due <= sums.time) answered(each.i, each.h);
    late = late.filter(({ due }) => due > sums.time);
  }
  return { taught, seen, tally, sums: { ...sums, awaited: late.length } };
}

type Law = () => string | undefined;

function reported(what: string, found: unknown, wanted: unknown): string | undefined {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  return a === b ? undefined : `${what}: found ${a}, wanted ${b}`;
}

/** The first thing that is said. */
function first<T>(all: readonly T[], say: (each: T) => string | undefined): string | undefined {
  for (const each of all) {
    const said = say(each);
    if (said !== undefined) return `${said} (${JSON.stringify(each)})`;
  }
  return undefined;
}

const laws: Readonly<Record<string, Law>> = {
  'a label is asked for where coin < P and the budget holds it, with i/P or i': () => {
    const decision = new Decision();
    const wishes = [0, 5e-324, 1e-300, COINS / 2, COINS, 2 * COINS, 3 * COINS, 1 / 8, 0.3, 1 / 2, 1 - COINS, 1];
    const cases = wishes.flatMap((wish) =>
      [0, COINS, 2 * COINS, wish - COINS, wish, wish + COINS, 0.3, 1 - COINS]
        .filter((coin) => coin >= 0 && coin < 1)
        .map((coin) => [wish, coin] as const),
    );
    return first(cases, ([wish, coin]) =>
      first([0, 0.5, 1, Infinity], (left) =>
        first([0, 0.25, 1, 3], (own) => {
          const p = own === 0 || wish === 0 ? 0 : wish < COINS ? COINS : wish;
          const outcome = p === 0 ? 'implied' : coin >= p ? 'passed' : left < 1 ? 'refused' : 'asked';
          return first(['inverse-probability', 'one-on-mistakes'] as const, (weighting) => {
            const h = coin >= p ? 0 : weighting === 'inverse-probability' ? own / p : own;
            const bought = decision.make(wish, coin, weighting, left, own);
            return reported(
              'bought, p, coin, importance, outcome',
              [bought, decision.probability, decision.coin, decision.importance, decision.outcome],
              [outcome === 'asked' ? h : 0, p, coin, h, outcome],
            );
          });
        }),
      ),
    );
  },

  'a probability is a number in [0, 1]': () =>
    first([0, 5e-324, 0.5, 1, NaN, -5e-324, 1 + 2 ** -52, 7, -1, Infinity, -Infinity], (wish) => {
      let found: unknown;
      try {
        found = requireProbability(wish, { name: 'odd' });
      } catch (error) {
        found = error instanceof RangeError && error instanceof ProbabilityError ? error.name : error;
      }
      return reported('', found, wish >= 0 && wish <= 1 ? wish : 'ProbabilityError');
    }),

  'what is learned, summed, paid for and judged is what a plain account of the run says': () =>
    first(settings, (setting) => {
      const { active, oracle, evaluator, meter, taught, seen, predictions, go } = run(setting);
      go(0, ROWS);
      const wanted = account(setting, predictions);
      const { considered, learned, refused, implied, errors, labels, spent, sold, mistaken, loss, time, awaited } = wanted.sums;
      return (
        reported('error rates that the rule saw', seen, wanted.seen) ??
        reported('taught', taught, wanted.taught) ??
        reported(
          'time, labels and awaited',
          [active.situation.time, active.situation.queries, active.awaited],
          [time, labels, awaited],
        ) ??
        reported(
          'importance considered, learned, refused, implied',
          [active.consideredImportance, active.importanceSum, active.refusedImportance, active.implied],
          [considered, learned, refused, implied],
        ) ??
        reported('error estimate', active.errorEstimate, errors / considered) ??
        reported('spent and sold', [oracle.spent, oracle.sold], [spent, sold]) ??
        reported('progressive error and loss', [evaluator.error, evaluator.loss], [mistaken / considered, loss / considered]) ??
        reported('error meter', difference(partIn(partIn(meter.state(), 'tallies'), '0'), wanted.tally.state()), undefined)
      );
    }),

  'saved at any example and gone on with, it is the same bit for bit': () =>
    first(
      settings.filter(({ delay }) => delay > 0),
      (setting) => {
        const whole = run(setting);
        const saved = Array.from({ length: ROWS }, (_, t) => {
          const states = [whole.active.state(), whole.oracle.state(), whole.meter.state()] as const;
          whole.go(t, t + 1);
          return states;
        });
        return first([10, 31], (t) => {
          const again = run(setting);
          const [active, oracle, meter] = saved[t];
          again.active.restore(active);
          again.oracle.restore(oracle);
          again.meter.restore(meter);
          again.go(t, ROWS);
          return (
            difference(again.active.state(), whole.active.state()) ??
            difference(again.oracle.state(), whole.oracle.state()) ??
            difference(again.meter.state(), whole.meter.state())
          );
        });
      },
    ),

  'coins are those of seed, pool and pass, or of seed and pass alone': () => {
    const other = toyTask({ rows: ROWS, columns: 6, noise: 0.2, seed: 4 }).rows;
    const next = (...given: Parameters<typeof coinsOf>): number => coinsOf(...given).next();
    const keyed = { coins: 'pool', seed: 1 } as const;
    const different = [
      next(keyed, data.rows),
      next(keyed, data.rows, 1),
      next(keyed, other),
      next({ ...keyed, seed: 2 }, data.rows),
      next({ seed: 1 }, data.rows),
      next({ seed: 2 }, data.rows),
      next({ seed: 1 }, data.rows, 1),
      next({ seed: 1 }, data.rows, 2),
    ];
    return (
      reported('different coins', new Set(different).size, different.length) ??
      reported('the first pass', next(keyed, data.rows, 0), different[0]) ??
      reported('by the seed alone', next({ seed: 1 }, other), randomStream(1, 'query').next()) ??
      reported('by the seed and the pass alone', next({ seed: 1 }, other, 1), next({ seed: 1 }, data.rows, 1))
    );
  },

  'a run is remarked on where more than half of it was bought, one label carries more than half, or the error is the smaller class':
    () => {
      const shape = { rows: 20, bought: 10, heaviest: 50, heaviestShare: 0.5, smallerClass: 0.2 };
      const estimate = {
        kind: 'point',
        value: 0.1,
        low: 0.05,
        high: 0.19,
        rows: 20,
        isStopped: false,
        unanswered: 0,
        why: null,
      } as const;
      const said = (
        more: object,
        on: object = {},
        truth?: Parameters<typeof remarksOn>[0]['truth'],
        reads: 'counts' | 'flip' = 'flip',
      ) =>
        remarksOn({ query: { reads }, shape: { ...shape, ...more }, estimate: { ...estimate, ...on }, truth }).map(
          (remark) => remark.split(' ')[0],
        );
      // m = 0.2 of 100 rows: within two standard errors, 0.2 - 2 sqrt((e (1 - e) + 0.16) / 100), lies e = 0.1 + 0.0004, and e =
      // 0.1 does not.
      const truth = (error: number) => ({ rows: 100, error, smallerClass: 0.2 });
      const noise = (e: number): boolean => e + 2 * Math.sqrt((e * (1 - e) + 0.16) / 100) >= 0.2;
      return (
        reported('half', said({}), []) ??
        reported(
          'more than half',
          [said({ bought: 11 }), said({ bought: 11 }, {}, undefined, 'counts'), said({ bought: 19, rows: 19 })],
          [['11'], [], []],
        ) ??
        reported('heavy', said({ heaviestShare: 0.51 }), ['one']) ??
        reported(
          'smaller class',
          [said({}, { high: 0.2 }), said({}, { high: 0.3 }), said({}, { high: 0.3, kind: 'nothing' })],
          [['the'], ['the'], []],
        ) ??
        first([0, 0.05, 0.09, 0.1, 0.105, 0.11, 0.12, 0.2, 0.3], (e) =>
          reported('by the truth', said({}, {}, truth(e)), noise(e) ? ['the'] : []),
        ) ??
        reported('one class', said({ smallerClass: 0 }), ['all'])
      );
    },
};

it.each(Object.entries(laws))('%s', (_, law) => expect(law()).toBeUndefined());

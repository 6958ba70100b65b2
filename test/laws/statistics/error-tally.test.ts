/** LAW of the account of mistakes: each of its numbers is the sum that defines it, over the rows up to the moment it speaks of. */
import { expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import type { ErrorEstimate } from '../../../src/statistics/error-estimate.ts';
import { ErrorTally, type Course, type EarlierLabels, type JudgedLabel } from '../../../src/statistics/error-tally.ts';
import { scoreInterval } from '../../../src/statistics/intervals/score-interval.ts';

interface Row {
  readonly i: number;
  readonly p: number;
  readonly isBought: boolean;
  /** Undefined for a purchase without an answer. */
  readonly z: number | undefined;
  readonly side: 'positive' | 'negative';
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, x) => all + x, 0);

/** Sums of halves and quarters, which no order of adding rounds. */
function rowsOf(seed: number): Row[] {
  const random = randomStream(seed, 'account');
  const ps = seed % 4 === 0 ? [1] : [0.25, 0.5, 1];
  return Array.from({ length: 2 + random.below(30) }, () => ({
    i: [0, 0.5, 1, 2, 4][random.below(5)],
    p: ps[random.below(ps.length)],
    isBought: random.below(2) === 0,
    z: [0, 0.5, 1, undefined][random.below(4)],
    side: random.below(3) === 0 ? ('positive' as const) : ('negative' as const),
  }));
}

function reported(tally: ErrorTally, course: Course, floor?: number) {
  const { answered, doubted, rest } = tally.seen(course, floor);
  return { rows: tally.rows(course), answered, doubted, rest, shape: tally.shape(course), plain: tally.plain(course) };
}

function defined(rows: readonly Row[], stop: number, course: Course, floor?: number): ReturnType<typeof reported> {
  const counted = rows.slice(0, stop);
  const bought = counted.filter(({ isBought }) => isBought);
  const isOver = course === 'over' || stop < rows.length;
  const clock = isOver ? counted : counted.slice(0, counted.findLastIndex(({ isBought }) => isBought) + 1);
  const answers = bought.flatMap(({ z, ...row }) => (z === undefined ? [] : [{ ...row, z, h: row.i / row.p }]));
  const open = bought.filter(({ z }) => z === undefined);
  const isChance = clock.some(({ i, p }) => i > 0 && p < 1);
  const largest = Math.max(0, ...clock.map(({ i, p }) => i / p), floor === undefined ? 0 : 1 / floor);
  const same = { clock: sum(clock.map(({ i }) => i)), largest: isChance ? largest : 0 };
  const counts = (z: (answer: { readonly z: number }) => number) => ({
    ...same,
    weighted: sum(answers.map((each) => each.h * z(each))),
    variance: sum(answers.map((each) => (each.h * z(each)) ** 2 * (1 - each.p))),
    wrong: sum(answers.map((each) => each.i * z(each))),
    right: sum(answers.map((each) => each.i * (1 - z(each)))),
  });
  const withOpen = (seen: ReturnType<typeof counts>) => ({
    ...seen,
    weighted: seen.weighted + sum(open.map(({ i, p }) => i / p)),
    variance: seen.variance + sum(open.map(({ i, p }) => (i / p) ** 2 * (1 - p))),
  });
  const [wrong, right] = [counts(({ z }) => z), counts(({ z }) => 1 - z)];
  const whole = sum(answers.map(({ h }) => h));
  const positive = sum(answers.filter(({ side }) => side === 'positive').map(({ h }) => h)) / whole;
  const heaviest = Math.max(0, ...answers.map(({ h }) => h));
  return {
    rows: clock.length,
    answered: wrong,
    doubted: withOpen(wrong),
    rest: { answered: right, doubted: withOpen(right) },
    shape: {
      rows: clock.length,
      bought: bought.length,
      heaviest,
      heaviestShare: answers.length === 0 ? 0 : heaviest / whole,
      smallerClass: Math.min(positive, 1 - positive),
    },
    plain: { estimate: wrong.weighted / same.clock, standardError: Math.sqrt(wrong.variance) / same.clock },
  };
}

it('holds the sums, under way, over and stopped, with a floor and without, and after it was put away', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const rows = rowsOf(seed);
    const stop = seed % 3 === 0 ? Math.floor(rows.length / 2) : rows.length;
    let tally = new ErrorTally();
    for (const [key, { i, p, isBought, z, side }] of rows.entries()) {
      if (key === stop) tally.stop();
      tally.consider(i, p);
      if (isBought) tally.buy(key);
      if (isBought && z !== undefined) tally.measure(key, z, side);
      // Answers to nothing, and second ones, do not count.
      tally.answer(key + 1000, 'wrong', 'positive');
      if (isBought && z !== undefined) tally.answer(key, 'wrong', 'positive');
      if (seed % 5 === 0) {
        const again = new ErrorTally();
        again.restore(tally.state());
        tally = again;
      }
    }
    for (const course of ['over', 'under way'] as const)
      for (const floor of [undefined, 0.125]) expect(reported(tally, course, floor)).toEqual(defined(rows, stop, course, floor));
  }
});

it('says nothing once a row of p = 0 was left out, unless it counts for nothing or was never on the clock', () => {
  const said = (i: number, stop: boolean): string => {
    const tally = new ErrorTally();
    tally.consider(1, 0.5);
    tally.buy(0);
    tally.answer(0, 'wrong', 'positive');
    if (stop) tally.stop();
    tally.consider(i, 0);
    return tally.estimate('over').kind;
  };
  expect([said(1, false), said(0, false), said(1, true)]).toEqual(['nothing', 'range', 'range']);
});

it('the error of a model is that of the labels it did not learn, each with 1/p; where chance bought too few there is none', () => {
  const judged = (importance: number): JudgedLabel[] =>
    Array.from({ length: 10 }, (_, row) => ({ row, importance, times: 1, isWrong: row < 3, isWrongCoarsely: row < 4 }));
  const said = (p: number, earlier?: EarlierLabels): ErrorEstimate => {
    const tally = new ErrorTally();
    for (let i = 0; i < 1000; i++) tally.consider(1, p);
    return tally.ofModel(judged(1 / p), 'over', earlier);
  };
  const { low, high } = scoreInterval({ clock: 1000, weighted: 60, variance: 1200, largest: 20, wrong: 0, right: 0 });
  expect(said(0.05)).toMatchObject({ kind: 'point', value: 0.06, high, low: Math.max(0, low - 0.04) });
  expect(said(0.04)).toMatchObject({ kind: 'nothing', why: expect.stringContaining('labels spread evenly: 40') as string });
  expect(new ErrorTally().ofModel([], 'over').why).toContain('labels spread evenly: 0,');
  // A pass before it, of the same p: rows 0, 5 and 9 bought, of 1,000 considered. Labels of each weigh half.
  const counted = new Map([0, 5, 9].map((row) => [row, (0.5 * 25) / 1000]));
  const both = said(0.04, { weight: 0.5, counted, largest: (0.5 * 25) / 1000 });
  expect(both).toMatchObject({ kind: 'point', value: (0.5 * 25 * 3 + 0.5 * 25) / 1000 });
});

/**
 * LAW of the mean of numbers: over all coins of a small pool the mean of its estimate is the truth, whatever guesses and probabilities make
 * of the numbers before, and the martingale of its residuals has the mean 1; its intervals miss no more often than they say.
 */
import { describe, expect, it } from 'vitest';
import { exp } from '../../../src/numerics/elementary.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { CoinMartingale } from '../../../src/statistics/certificates/certificate.ts';
import { MeanAccount } from '../../../src/statistics/mean-account.ts';

const P_MIN = 0.2;

interface Pool {
  readonly z: readonly number[];
  /** undefined: nobody has guessed the number. */
  readonly guesses: readonly (number | undefined)[];
  readonly importances: readonly number[];
  /** The probability of the coin of a row after these numbers. */
  readonly p: (row: number, seen: readonly number[]) => number;
  /** Rows after which an answer comes. */
  readonly delay: number;
}

function poolOf(seed: number): Pool {
  const random = randomStream(seed, 'mean');
  const rows = 4 + (seed % 3);
  const numbers = (): number[] => Array.from({ length: rows }, () => random.next());
  return {
    z: numbers(),
    guesses: seed % 2 === 0 ? numbers().map(() => undefined) : numbers(),
    importances: numbers().map((u) => (seed % 4 < 2 ? 1 : 2 * u)),
    p: (row, seen) => [P_MIN, 0.5, 0.9, 1][Math.floor(row + 3 * seen.reduce((sum, z) => sum + z, 0)) % 4],
    delay: seed % 3 === 0 ? 2 : 0,
  };
}

/** Every run over a pool, with its chance, and M of either sign of the residuals for one lambda. */
function* runs({ z, guesses, importances, p, delay }: Pool) {
  for (let coins = 0; coins < 2 ** z.length; coins++) {
    const account = new MeanAccount(undefined);
    const lambda = 0.1;
    const sides = [1, -1].map((sign) => ({ sign, martingale: new CoinMartingale([lambda], [1]), hidden: 0 }));
    const seen: number[] = [];
    const late: number[] = [];
    const come = (until: number): void => {
      while (late.length > 0 && late[0] + delay < until) {
        const row = late.shift()!;
        account.answer(row, z[row]);
        seen.push(z[row]);
      }
    };
    let chance = 1;
    for (let row = 0; row < z.length && chance > 0; row++) {
      come(row);
      const probability = p(row, seen);
      const before = account.total('over');
      account.consider(importances[row], probability, guesses[row]);
      const residual = importances[row] * z[row] - (account.total('over') - before);
      const isBought = (coins >> row) % 2 === 1;
      chance *= isBought ? probability : 1 - probability;
      for (const side of sides)
        if (isBought) side.martingale.see(probability, side.sign * residual);
        else side.hidden += side.sign * residual;
      if (!isBought) continue;
      account.buy(row);
      late.push(row);
    }
    come(Infinity);
    if (chance > 0) yield { chance, account, values: sides.map(({ martingale, hidden }) => exp(martingale.logValue(hidden))) };
  }
}

it('has the truth as its mean over the coins of two passes, of which the second counts what the first has bought', () => {
  const z = [0.2, 0.9, 0.4, 0.1];
  const passOf = (coins: number, p: readonly number[]) => {
    const account = new MeanAccount(undefined);
    let chance = 1;
    for (const [row, number] of z.entries()) {
      account.consider(1, p[row], 1 - number);
      const isBought = (coins >> row) % 2 === 1;
      chance *= isBought ? p[row] : 1 - p[row];
      if (isBought) account.buy(row);
      account.answer(row, number);
    }
    return { chance, total: account.total('over') };
  };
  let mean = 0;
  for (let first = 0; first < 16; first++)
    for (let second = 0; second < 16; second++) {
      const one = passOf(first, [0.3, 0.3, 0.3, 0.3]);
      const two = passOf(
        second,
        z.map((_, row) => ((first >> row) % 2 === 1 ? 1 : 0.5)),
      );
      mean += (one.chance * two.chance * (0.3 * one.total + 0.5 * two.total)) / 0.8;
    }
  expect(Math.abs(mean - 1.6)).toBeLessThan(1e-12);
});

describe.each(Array.from({ length: 24 }, (_, seed) => poolOf(seed)))('pool %#', (pool) => {
  it('has the truth as its mean over all coins, and martingales of mean 1', () => {
    const means = [0, 0, 0];
    for (const { chance, account, values } of runs(pool))
      [account.total('over'), ...values].forEach((each, k) => (means[k] += chance * each));
    const truth = pool.z.reduce((sum, z, row) => sum + pool.importances[row] * z, 0);
    for (const [k, wanted] of [truth, 1, 1].entries()) expect(Math.abs(means[k] - wanted)).toBeLessThan(1e-12);
  });

  it('says the numbers themselves where every one was bought', () => {
    const account = new MeanAccount(1);
    pool.z.forEach((z, row) => {
      account.consider(pool.importances[row], 1, pool.guesses[row]);
      account.buy(row);
      account.answer(row, z);
    });
    const mass = pool.importances.reduce((sum, i) => sum + i, 0);
    const truth = pool.z.reduce((sum, z, row) => sum + pool.importances[row] * z, 0) / mass;
    const { kind, value, low, high } = account.estimate('over');
    expect(kind).toBe('counted');
    for (const each of [value, low, high, ...account.bounds(0.95)!]) expect(each).toBeCloseTo(truth, 12);
  });
});

/** Numbers as scores are, as amounts are, most of them small and some large, with few large ones, and nearly alike. */
const SHAPES = {
  scores: (u: number, v: number) => (u + v + 1) / 3,
  amounts: (u: number, v: number) => (u < 0.05 ? v : v / 20),
  rare: (u: number, v: number) => (u < 0.01 ? 0.5 + v / 2 : v / 50),
  alike: (u: number, v: number) => 0.35 + 0.12 * (u + v),
};

/** Guesses, of noise in [0, 1]. */
const GUESSES = {
  none: () => undefined,
  good: (z: number, noise: number) => 0.8 * z + 0.2 * noise,
  'on another scale': (z: number, noise: number) => z / 3 + 0.02 * noise,
  useless: (_: number, noise: number) => noise,
};

type Setting = readonly [shape: keyof typeof SHAPES, guesses: keyof typeof GUESSES];

/** How often the interval misses, and the certificate at any of its looks, and how wide they are on average. */
function misses([shape, guesses]: Setting, labels: number, runs: number) {
  const found = { interval: 0, certificate: 0, width: 0, certified: 0 };
  const rows = 4 * labels;
  const p = labels / rows;
  for (let run = 0; run < runs; run++) {
    const random = randomStream(run, 'pool');
    const account = new MeanAccount(p);
    let [sum, looks] = [0, 0];
    let isMissed = false;
    for (let row = 0; row < rows; row++) {
      const z = SHAPES[shape](random.next(), random.next());
      sum += z;
      account.consider(1, p, GUESSES[guesses](z, random.next()));
      if (random.next() >= p) continue;
      account.buy(row);
      account.answer(row, z);
      if (looks++ % 25 > 0) continue;
      const [low, high] = account.bounds(0.95)!;
      isMissed ||= low > sum / (row + 1) || high < sum / (row + 1);
    }
    const { low, high } = account.estimate('over');
    if (low! > sum / rows || high! < sum / rows) found.interval++;
    if (isMissed) found.certificate++;
    const [least, most] = account.bounds(0.95)!;
    found.width += (high! - low!) / runs;
    found.certified += (most - least) / runs;
  }
  return found;
}

describe.each(
  (Object.keys(SHAPES) as Setting[0][]).flatMap((shape) =>
    (Object.keys(GUESSES) as Setting[1][]).map((each) => [shape, each] as const),
  ),
)('of %s, guesses: %s', (...setting) => {
  it.each([25, 100])('the interval and the certificate of %i labels miss in 35 of 400 runs at most', (labels) => {
    const found = misses(setting, labels, 400);
    expect(Math.max(found.interval, found.certificate)).toBeLessThanOrEqual(35);
    expect(found.certified).toBeGreaterThan(found.width);
  });
});

it.each(Object.keys(SHAPES) as Setting[0][])(
  'useless guesses of %s cost at most 5% of 500 labels; good ones save labels',
  (shape) => {
    const width = (guesses: Setting[1]): number => misses([shape, guesses], 500, 60).width;
    const plain = width('none');
    expect((width('useless') / plain) ** 2).toBeLessThan(1.05);
    expect(width('good')).toBeLessThan(plain);
  },
);

it('goes on from its state to the same bits, questions without an answer and all', () => {
  const random = randomStream(3, 'state');
  let again = new MeanAccount(0.3);
  const account = new MeanAccount(0.3);
  for (let row = 0; row < 80; row++) {
    const [z, m, coin, isAnswered] = [random.next(), random.next(), random.next(), random.next() < 0.9];
    for (const each of [account, again]) {
      each.consider(1 + m, 0.4, m);
      if (coin >= 0.4) continue;
      each.buy(row);
      if (isAnswered) each.answer(row, z);
      each.answer(row, z / 2);
    }
    const next = new MeanAccount(0.3);
    next.restore(again.state());
    again = next;
  }
  expect(again.state()).toEqual(account.state());
  expect(again.bounds(0.95)).toEqual(account.bounds(0.95));
});

it('puts numbers that have not come at either end, and counts nothing behind its budget', () => {
  const account = new MeanAccount(0.5);
  const add = (row: number, z: number | undefined): void => {
    account.consider(1, 1);
    account.buy(row);
    if (z !== undefined) account.answer(row, z);
  };
  for (const [row, z] of [0.4, 0.6, undefined, undefined].entries()) add(row, z);
  const { low, high } = account.estimate('over');
  expect([low, high]).toEqual([0.25, 0.75]);
  expect(account.bounds(0.95)).toEqual([0.25, 0.75]);
  account.stop();
  add(4, 1);
  expect(account.estimate('over')).toMatchObject({ kind: 'point', rows: 4, labels: 2, unanswered: 2, isStopped: true });
  expect(new MeanAccount(undefined).estimate('over').kind).toBe('nothing');
  expect(new MeanAccount(0.5).bounds(0.95)).toBeUndefined();
});

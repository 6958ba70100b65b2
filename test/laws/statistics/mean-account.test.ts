/**
 * LAW of the mean of numbers: over all coins of a small pool the mean of its estimate is the truth, whatever guesses and probabilities make
 * of the numbers before, and the martingale of its residuals has the mean 1; its intervals miss no more often than they say.
 */
import { describe, expect, it } from 'vitest';
import { exp } from '../../../src/numerics/elementary.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { CoinMartingale } from '../../../src/statistics/certificates/coin-martingale.ts';
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
    const { value, low, high } = account.estimate('over');
    for (const each of [value, low, high, ...account.bounds(0.95)!]) expect(each).toBeCloseTo(truth, 12);
  });
});

/** Numbers as scores are, and as amounts are: most of them small and some large. */
const SHAPES: Readonly<Record<string, (u: number, v: number) => number>> = {
  scores: (u, v) => (u + v + 1) / 3,
  amounts: (u, v) => (u < 0.05 ? v : v / 20),
};

/** How often the interval misses, and the certificate at any of its looks, and how wide they are on average. */
function misses(shape: (u: number, v: number) => number, guessed: 'well' | 'badly' | undefined, runs = 400) {
  let [interval, certificate, width, certified] = [0, 0, 0, 0];
  const [rows, p] = [600, 1 / 6];
  for (let run = 0; run < runs; run++) {
    const random = randomStream(run, 'pool');
    const account = new MeanAccount(p);
    let [sum, looks] = [0, 0];
    let isMissed = false;
    for (let row = 0; row < rows; row++) {
      const z = shape(random.next(), random.next());
      const noise = random.next();
      sum += z;
      account.consider(1, p, guessed && (guessed === 'well' ? 0.8 * z + 0.2 * noise : noise));
      if (random.next() >= p) continue;
      account.buy(row);
      account.answer(row, z);
      if (looks++ % 4 > 0) continue;
      const [low, high] = account.bounds(0.95)!;
      isMissed ||= low > sum / (row + 1) || high < sum / (row + 1);
    }
    const { low, high } = account.estimate('over');
    if (low > sum / rows || high < sum / rows) interval++;
    if (isMissed) certificate++;
    const [least, most] = account.bounds(0.95)!;
    [width, certified] = [width + (high - low) / runs, certified + (most - least) / runs];
  }
  return { interval, certificate, width, certified };
}

describe.each(Object.entries(SHAPES))('of %s', (_, shape) => {
  const found = { none: misses(shape, undefined), well: misses(shape, 'well'), badly: misses(shape, 'badly') };

  it.each(Object.entries(found))(
    'the interval and the certificate miss in 35 of 400 runs at most, guesses: %s',
    (_guesses, each) => {
      expect(each.interval).toBeLessThanOrEqual(35);
      expect(each.certificate).toBeLessThanOrEqual(35);
      expect(each.certified).toBeGreaterThan(each.width);
    },
  );

  it('is narrower by good guesses, and by useless ones at most a quarter wider', () => {
    expect(found.well.width).toBeLessThan(0.85 * found.none.width);
    expect(found.badly.width).toBeLessThan(1.25 * found.none.width);
  });
});

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
  expect([account.rows('over'), account.labels, account.open, account.isStopped]).toEqual([4, 2, 2, true]);
  expect(new MeanAccount(undefined).estimate('over').value).toBeNaN();
  expect(new MeanAccount(0.5).bounds(0.95)).toBeUndefined();
});

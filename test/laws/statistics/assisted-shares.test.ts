/**
 * LAW of shares that predictions assist: over all coins of a small pool their mean is the truth, whatever the predictions and the rule
 * make of the labels before; they add up to 1, and mirror between two classes.
 */
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { AssistedShares, type Cells } from '../../../src/statistics/assisted-shares.ts';
import { ErrorTally } from '../../../src/statistics/error-tally.ts';
import { assistedInterval } from '../../../src/statistics/intervals/assisted-interval.ts';

interface Pool {
  readonly classes: number;
  readonly labels: readonly number[];
  readonly importances: readonly number[];
  /** What is predicted of a row after these labels, and the probability of its coin. */
  readonly predicted: (row: number, seen: readonly number[]) => number;
  readonly p: (row: number, seen: readonly number[]) => number;
  /** How sure it is, of so many that there may be. */
  readonly confidence: (row: number, seen: readonly number[]) => number;
  readonly confidences: number;
  /** Rows after which an answer comes. */
  readonly delay: number;
}

function poolOf(seed: number, rows: number): Pool {
  const random = randomStream(seed, 'assisted');
  const classes = 2 + (seed % 3);
  const draws = (most: number): number[] => Array.from({ length: 20 }, () => random.below(most));
  const [moods, odds] = [draws(classes), draws(4)];
  return {
    classes,
    labels: Array.from({ length: rows }, () => random.below(classes)),
    importances: Array.from({ length: rows }, () => (seed % 2 === 0 ? 1 : [0.5, 1, 2][random.below(3)])),
    predicted: (row, seen) => moods[(3 * row + seen.reduce((sum, y) => sum + y + 1, 0)) % 20],
    confidence: (row, seen) => (row + seen.length) % (1 + (seed % 3)),
    confidences: 1 + (seed % 3),
    p: (row, seen) => [0.2, 0.5, 0.9, 1][odds[(row + 2 * seen.length) % 20]],
    delay: seed % 4 === 0 ? 2 : 0,
  };
}

/** Every run over the pool in so many rounds, with its chance: a row that was bought has p = 1 in the rounds after. */
function* runs(pool: Pool, rounds: number): Generator<readonly [chance: number, shares: AssistedShares]> {
  const { labels, importances, delay } = pool;
  const total = labels.length * rounds;
  for (let coins = 0; coins < 2 ** total; coins++) {
    const shares = new AssistedShares(pool.classes, pool.confidences);
    const seen: number[] = [];
    const met = new Set<number>();
    const late: (readonly [due: number, time: number, label: number])[] = [];
    const come = (now: number): void => {
      while (late.length > 0 && late[0][0] <= now) {
        const [, time, label] = late.shift()!;
        shares.answer(time, label);
        seen.push(label);
      }
    };
    let chance = 1;
    for (let time = 0; time < total && chance > 0; time++) {
      come(time);
      const row = time % labels.length;
      const p = met.has(row) ? 1 : pool.p(row, seen);
      const isBought = (coins >> time) % 2 === 1;
      chance *= isBought ? p : 1 - p;
      shares.consider(importances[row], p, pool.predicted(row, seen), pool.confidence(row, seen));
      if (!isBought) continue;
      shares.buy(time);
      met.add(row);
      late.push([time + delay + 1, time, labels[row]]);
    }
    come(Infinity);
    if (chance > 0) yield [chance, shares];
  }
}

const every = (classes: number): number[] => Array.from({ length: classes }, (_, k) => k);

describe.each([
  [1, 6],
  [2, 4],
])('in %i rounds over %i rows', (rounds, rows) => {
  it.each(every(8))('have the truth as their mean over all coins: pool %i', (seed) => {
    const pool = poolOf(seed, rows);
    const all = every(pool.classes);
    const means = new Float64Array(pool.classes);
    for (const [chance, shares] of runs(pool, rounds))
      for (const label of all) means[label] += chance * shares.total({ label, predicted: all }, 'over');
    for (const label of all) {
      const truth = pool.labels.reduce((sum, y, row) => sum + (y === label ? pool.importances[row] : 0), 0);
      expect(Math.abs(means[label] / rounds - truth)).toBeLessThan(1e-12);
    }
  });
});

it('have the truth of every cell as their mean where predictions are fixed', () => {
  const pool: Pool = { ...poolOf(2, 6), predicted: (row) => row % 2 };
  let right = 0;
  for (const [chance, shares] of runs(pool, 1)) right += chance * shares.total('wrong', 'over');
  expect(right).toBeCloseTo(pool.labels.filter((y, row) => y === row % 2).length, 12);
  for (const label of every(pool.classes))
    for (const predicted of [0, 1]) {
      let mean = 0;
      for (const [chance, shares] of runs(pool, 1)) mean += chance * shares.total({ label, predicted: [predicted] }, 'over');
      const truth = pool.labels.filter((y, row) => y === label && row % 2 === predicted).length;
      expect(Math.abs(mean - truth)).toBeLessThan(1e-12);
    }
});

/** A run, told to the account of both classes and to the plain one. */
function run(seed: number, rows: number, isAgain = false) {
  const random = randomStream(seed, 'two');
  let shares = new AssistedShares(2);
  const tallies = [new ErrorTally(), new ErrorTally()];
  for (let row = 0; row < rows; row++) {
    const label = random.next() < 0.3 ? 1 : 0;
    const predicted = random.next() < 0.85 ? label : 1 - label;
    const p = 0.1 + 0.9 * random.next() ** 3;
    shares.consider(1, p, predicted);
    for (const tally of tallies) tally.consider(1, p);
    if (random.next() >= p) continue;
    shares.buy(row);
    for (const tally of tallies) tally.buy(row);
    if (random.next() < 0.1) continue;
    shares.answer(row, label);
    tallies.forEach((tally, k) => tally.answer(row, label === k ? 'wrong' : 'right', undefined));
    // Answers to nothing, and second ones, do not count.
    shares.answer(row, 1 - label);
    if (!isAgain) continue;
    const next = new AssistedShares(2);
    next.restore(shares.state());
    shares = next;
  }
  const share = (k: number) => {
    const cells: Cells = { label: k, predicted: [0, 1] };
    return shares.share(cells, 'over', tallies[k].share('over'), tallies[k].seen('over'));
  };
  return { shares, share };
}

it('add up to all rows, and mirror: what is at most said of one class is at least said of the other', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { shares, share } = run(seed, 500);
    const total = (label: number): number => shares.total({ label, predicted: [0, 1] }, 'over');
    expect(total(0) + total(1)).toBeCloseTo(500, 9);
    const [negative, positive] = [share(0), share(1)];
    expect(positive.low).toBeCloseTo(1 - negative.high!, 9);
    expect(positive.high).toBeCloseTo(1 - negative.low!, 9);
  }
});

it('go on bit for bit after they were put away', () =>
  expect(run(3, 300, true).shares.state()).toEqual(run(3, 300).shares.state()));

it('stand at the last purchase while a run is under way, and where the budget ends', () => {
  const shares = new AssistedShares(2);
  const cells = { label: 1, predicted: [0, 1] };
  shares.consider(1, 0.5, 1);
  shares.consider(1, 0.5, 0);
  shares.buy(1);
  shares.answer(1, 1);
  shares.consider(1, 0.5, 1);
  // 1/2 of either row, and (1 - 1/2) / .5 for the label.
  expect([shares.total(cells, 'under way'), shares.total(cells, 'over')]).toEqual([2, 3]);
  shares.stop();
  shares.consider(1, 0.5, 1);
  expect(shares.total(cells, 'under way')).toBe(3);
});

it('are counted where every label was bought, within the rows seen', () => {
  const side = (seen: number) => ({ weighted: seen, squares: 0, seen });
  const count = { clock: 10, total: 3, largest: 0, inside: side(3), outside: side(7) };
  expect(assistedInterval(count)).toEqual({ value: 0.3, low: 0.3, high: 0.3 });
  expect(assistedInterval({ ...count, total: -5, largest: 4 }).value).toBe(0.3);
});

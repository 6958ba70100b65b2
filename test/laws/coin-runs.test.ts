/**
 * LAW by simulation, everything at once: probabilities that depend on the coins, answers that come late or never, a hard cap, rows
 * whose probability retires components, and a second ledger with a smaller floor merged in. Watched after every few rows, the truth
 * leaves a certified bound no more often than its level allows. 1,024,000 coins under `npm run laws`, a tenth of them under `npm test`.
 */
import { expect, it } from 'vitest';
import { randomStream, type RandomStream } from '../../src/numerics/random.ts';
import { CertifiedCount } from '../../src/statistics/certificates/certified-count.ts';
import { runs } from '../support/long.ts';

const ROWS = 256;
const ALPHA = 0.05;
const FLOOR = 0.1;

interface Missed {
  above: boolean;
  below: boolean;
}

/** Tells an account one stream of rows; `truth` counts what is true of the rows that the account counts. */
function stream(
  account: CertifiedCount,
  random: RandomStream,
  { first, share, floor, cap, before }: { first: number; share: number; floor: number; cap: number; before: number },
  missed: Missed,
): number {
  const waiting: { key: number; due: number; z: boolean }[] = [];
  let [truth, spent, recent] = [before, 0, 0];
  for (let t = 0; t < ROWS; t++) {
    // The budget cannot pay for this row: nothing counts from here on.
    if (spent >= cap) break;
    // What was bought lately makes the next label likelier; now and then a row falls below the floor that was stated.
    const p = t % 97 === 96 ? floor / 4 : Math.min(1, floor + recent * 0.3 + (t % 16 === 3 ? 0.6 : 0));
    const z = random.next() < share;
    account.consider(p, 1);
    if (z) truth++;
    recent = 0.7 * recent;
    if (random.next() < p) {
      spent++;
      recent += 1;
      account.buy(first + t);
      const delay = random.below(12);
      // A tenth of the answers never come.
      if (delay > 0 && random.next() < 0.1) waiting.push({ key: first + t, due: Infinity, z });
      else waiting.push({ key: first + t, due: t + delay, z });
    }
    for (const each of waiting) if (each.due === t) account.answer(each.key, each.z);
    if (t % 8 === 7 || t === ROWS - 1) {
      missed.above ||= truth > account.upper(ALPHA);
      missed.below ||= truth < account.lower(ALPHA);
    }
  }
  return truth;
}

it('the truth is outside of a watched bound no more often than its level', () => {
  const pairs = runs(200, 500);
  const random = randomStream(1, 'coins of all kinds');
  const misses = { above: 0, below: 0 };
  let width = 0;
  for (let run = 0; run < pairs; run++) {
    const account = new CertifiedCount(FLOOR);
    const missed = { above: false, below: false };
    const share = [0.02, 0.1, 0.3, 0.8][run % 4];
    const cap = run % 3 === 0 ? 40 : Infinity;
    const before = stream(account, random, { first: 0, share, floor: FLOOR, cap, before: 0 }, missed);
    stream(account, random, { first: ROWS, share, floor: FLOOR / 2, cap: Infinity, before }, missed);
    misses.above += Number(missed.above);
    misses.below += Number(missed.below);
    width += (account.upper(ALPHA) - account.lower(ALPHA)) / account.rows / pairs;
  }
  // Three standard deviations of the binomial count.
  const limit = pairs * ALPHA + 3 * Math.sqrt(pairs * ALPHA * (1 - ALPHA));
  expect(misses.above).toBeLessThanOrEqual(limit);
  expect(misses.below).toBeLessThanOrEqual(limit);
  // And the bounds say something.
  expect(width).toBeLessThan(0.8);
});

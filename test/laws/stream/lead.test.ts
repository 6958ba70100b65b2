/**
 * LAWS of a run that stops by which of two guesses is right more often: the order of the rows has its bound by enumeration, what is
 * certified is missed no more often than it says however often one looks, and a session ends, replays and goes on bit for bit.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../../../src/labelling/session.ts';
import { permutation, randomStream } from '../../../src/numerics/random.ts';
import { guessRows } from '../../../src/rows/guesses.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import type { RunSpec } from '../../../src/specs/run.ts';
import { orderSlack } from '../../../src/statistics/certificates/order-slack.ts';
import { LeadStopping, leadReach, type DifferingRows, type LeadGoal } from '../../../src/streams/stopping/lead.ts';
import { runs } from '../../support/long.ts';
import { finished } from '../../../src/numerics/work.ts';
import { carryOut, inBatches, plan, type Step } from '../../support/processes/label-sessions.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, text } = temporaryFolder();
const GOAL: LeadGoal = { measure: 'lead', first: 'gpt', second: 'rules', confidence: 0.95 };

describe('the order of the rows', () => {
  it('has a supermartingale that is at most 1 in the mean over all orders, for every z of 5 rows', () => {
    const orders = (rest: readonly number[]): number[][] =>
      rest.length === 0 ? [[]] : rest.flatMap((z, k) => orders(rest.toSpliced(k, 1)).map((behind) => [z, ...behind]));
    let largest = 0;
    for (let code = 0; code < 3 ** 5; code++) {
      const zs = Array.from({ length: 5 }, (_, k) => (Math.floor(code / 3 ** k) % 3) - 1);
      if (zs.some((z, k) => k > 0 && z < zs[k - 1])) continue;
      const total = zs.reduce((sum, z) => sum + z, 0);
      const all = orders(zs);
      for (let n = 1; n < 5; n++) {
        // The square of the slack is linear in ln alpha: the value of the supermartingale is 1 / alpha where a deviation is the slack.
        const [at, beyond] = [1, Math.exp(-1)].map((alpha) => orderSlack(n, 5, alpha) ** 2);
        const value = (order: readonly number[]): number => {
          const apart = order.slice(0, n).reduce((sum, z) => sum + z, 0) - (n * total) / 5;
          return Math.exp((apart ** 2 - at) / (beyond - at));
        };
        const mean = all.reduce((sum, order) => sum + value(order), 0) / all.length;
        expect(mean).toBeLessThanOrEqual(1);
        largest = Math.max(largest, mean);
      }
    }
    expect(largest).toBeGreaterThan(0.4);
  });

  it('says nothing before the first row, and all of it at the last', () => {
    expect([orderSlack(0, 9, 0.05), orderSlack(9, 9, 0.05)]).toEqual([Infinity, 0]);
  });
});

/** A run over rows whose z are given, in this order: whether T was outside the bounds at any look, and the end. */
function course(zs: readonly number[], seed: number, goal: LeadGoal, of: Partial<DifferingRows> = {}) {
  const random = randomStream(seed, 'lead');
  const total = zs.reduce((sum, z) => sum + z, 0);
  const isRivalRight = (i: number): boolean => zs[i] < 0;
  const pool = { rows: zs.length, areShuffled: true, known: 0, unlabelled: 0, isRivalRight, ...of };
  const stopping = new LeadStopping(goal, 0.15, pool);
  const open: number[] = [];
  let [missed, seen, end] = [false, 0, zs.length];
  const look = (): void => {
    const { low, high } = stopping.certified;
    missed ||= total < low * zs.length - 1e-9 || total > high * zs.length + 1e-9;
  };
  const answer = (i: number): void => {
    stopping.answer(i, zs[i] <= 0, false, 0);
    seen += zs[i];
    look();
  };
  for (let i = 0; i < zs.length; i++) {
    if (stopping.isReached && end === zs.length) end = i;
    // Whoever wants a miss asks where the labels so far say the less.
    const p = i % 9 === 0 ? 1 : 0.15 + (seen > 0 ? 0.3 : 0.05) * random.next();
    stopping.consider(p, 1, Infinity);
    look();
    if (random.next() < p) {
      stopping.buy(i);
      // Some answers come late, or never.
      if (random.next() < 0.9) answer(i);
      else if (random.next() < 0.8) open.push(i);
    }
    if (open.length > 3) answer(open.shift()!);
  }
  look();
  return { missed, end, isReached: stopping.isReached, certified: stopping.certified };
}

/** The end of a run that asks about every other row, by its coins. */
function evenly(zs: readonly number[], seed: number, goal: LeadGoal): LeadStopping {
  const random = randomStream(seed, 'even');
  const isRivalRight = (i: number): boolean => zs[i] < 0;
  const stopping = new LeadStopping(goal, 0.4, { rows: zs.length, areShuffled: true, known: 0, unlabelled: 0, isRivalRight });
  zs.forEach((z, i) => {
    stopping.consider(0.5, 1, Infinity);
    if (random.next() >= 0.5) return;
    stopping.buy(i);
    stopping.answer(i, z <= 0, false, 0);
  });
  return stopping;
}

/** So many rows of +1, -1 and 0, in an order by the seed. */
function drawn(seed: number, [ahead, behind, tied]: readonly [number, number, number]): number[] {
  const zs = [...Array<number>(ahead).fill(1), ...Array<number>(behind).fill(-1), ...Array<number>(tied).fill(0)];
  return Array.from(permutation(zs.length, randomStream(seed, 'order')), (k) => zs[k]);
}

describe('what is certified of two guesses', () => {
  const total = Math.min(runs(400), 4000);
  it.each([
    ['the first', [130, 70, 0]],
    ['the second', [60, 100, 40]],
    ['neither', [100, 100, 0]],
    ['neither, of several classes,', [50, 50, 100]],
  ] as const)('is missed at any look in no more runs than it says, where %s is ahead', (_, shares) => {
    const found = Array.from({ length: total }, (__, seed) => course(drawn(seed, shares), seed, GOAL));
    expect(found.filter(({ missed }) => missed).length).toBeLessThanOrEqual((35 / 400) * total);
    if (shares[0] !== shares[1]) return;
    // No difference ends a run in as many at most.
    expect(found.filter(({ isReached }) => isReached).length).toBeLessThanOrEqual((35 / 400) * total);
  });

  it('is missed no more often where the order is given and the worst comes last', () => {
    const zs = [...Array<number>(90).fill(1), ...Array<number>(110).fill(-1)];
    const found = Array.from({ length: total }, (_, seed) => course(zs, seed, GOAL, { areShuffled: false }));
    expect(found.filter(({ missed }) => missed).length).toBeLessThanOrEqual((35 / 400) * total);
    // An order that is no random one would be taken for one.
    const taken = course(zs, 1, GOAL);
    expect(taken.missed).toBe(true);
  });

  it('ends a run before its rows where one leads by far, and by a margin where none does', () => {
    const ends = Array.from({ length: 20 }, (_, seed) => course(drawn(seed, [170, 30, 0]), seed, GOAL));
    for (const { isReached, end, certified } of ends) {
      expect([isReached, end < 200, certified.low > 0]).toEqual([true, true, true]);
    }
    const near = { ...GOAL, of: 2000, limit: 0.05 };
    for (const { isReached, certified } of [1, 2, 3].map((seed) => evenly(drawn(seed, [200, 200, 0]), seed, near)))
      expect([isReached, certified.low <= 0, certified.low >= -0.05, certified.high <= 0.05]).toEqual([true, true, true, true]);
  });

  it('counts rows that are never considered by their labels, and at the worst without any', () => {
    const zs = drawn(1, [170, 30, 0]);
    const { certified } = course(zs, 1, GOAL, { known: 7 });
    const plain = course(zs, 1, GOAL).certified;
    expect(200 * (certified.low - plain.low)).toBeCloseTo(7, 9);
    const open = course(zs, 1, { ...GOAL, of: 200 }, { unlabelled: 5 }).certified;
    expect([200 * (plain.low - open.low), 200 * (open.high - plain.high)]).toEqual([expect.closeTo(5, 9), expect.closeTo(5, 9)]);
  });

  it('reaches what is said before the first label: about that lead in most runs', () => {
    const reach = leadReach(GOAL, 0.4, 400, 200);
    const lead = (seed: number, share: number): boolean => {
      const ahead = Math.round(200 * (1 + share));
      return evenly(drawn(seed, [ahead, 400 - ahead, 0]), seed, GOAL).isReached;
    };
    const reached = (share: number): number => Array.from({ length: 40 }, (_, seed) => lead(seed, share)).filter(Boolean).length;
    expect(reached(1.5 * reach)).toBeGreaterThan(30);
    expect(reached(reach / 2)).toBeLessThan(10);
  });
});

describe('a session of two guesses', () => {
  const random = randomStream(3, 'session');
  const labels = Float64Array.from({ length: 300 }, () => (random.next() < 0.5 ? 1 : -1));
  const right = Array.from(labels, () => random.next() < 0.8);
  const guesses = Array.from(labels, (label, row) => {
    const guessed = Number(label > 0 === right[row]);
    return { guessed, confidence: undefined, rival: 1 - guessed };
  });
  const data = { name: 'two', rows: guessRows(guesses, 2), labels };
  const spec: RunSpec = parseRunSpec({
    ...{ loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' }, guess: true },
    ...{ query: { name: 'mistake' }, budget: 150, pace: {}, explore: 0.8, temper: 0, coins: 'pool', seed: 2 },
    stop: { measure: 'lead', first: 'gpt', second: 'rules', of: 900 },
  });
  const script: Step[] = ['label', 'skip', 'undo', 'label', 'mistake', 'undo', 'label', 'skip'];
  const at = (name: string) => plan(path(name), spec, 'considered', data);
  let straight: ReturnType<typeof carryOut>;

  beforeAll(() => {
    straight = carryOut(at('straight'), script, { labels });
  });

  it('goes on where it was killed, and ends at the same row in the same state', () => {
    const { length } = straight.asked;
    for (const cut of [1, 4, 7, length - 2, length - 1]) {
      carryOut(at(`cut ${cut}`), script, { to: cut, labels });
      const rest = carryOut(at(`cut ${cut}`), script, { from: cut, labels });
      expect(rest.state).toEqual(straight.state);
      expect(text(`cut ${cut}`)).toBe(text('straight'));
    }
  });

  it('ends when one is certified to be the better one, says so, and takes the last answer back', () => {
    const session = finished(openSession(at('straight')));
    try {
      expect(session.question).toBeUndefined();
      const { stop, examples } = session.standing;
      expect(examples).toBeLessThan(300);
      expect(stop!.words).toMatch(
        /^gpt is right more often than rules: by 0\.\d+ points at least \(certified to 95%, after \d+ labels\)$/,
      );
      expect(stop!.isReached).toBe(true);
      expect(finished(session.undo())).toBe(true);
      expect(session.standing.stop!.isReached).toBe(false);
      expect(session.standing.stop!.words).toMatch(/^which of the two is right more often is open: gpt leads by at most/);
      finished(session.answer(labels[session.question!.row]));
      expect(session.state()).toEqual(straight.state);
    } finally {
      session.close();
    }
  });

  it('ends in batches of one where it ends one at a time, and in larger ones too', () => {
    const ended = (name: string, size: number): number =>
      inBatches(at(name), (session) => {
        finished(session.ask(size));
        while (session.open.length > 0) {
          finished(session.learn(session.open.map((question) => ({ question, answer: labels[question.row] }))));
          finished(session.ask(size));
        }
        expect(session.standing.stop!.isReached).toBe(true);
        return session.standing.examples;
      });
    const plain = carryOut(at('plain'), [], { labels });
    expect(ended('ones', 1)).toBe(1 + plain.asked.at(-1)![0]);
    expect(ended('tens', 10)).toBeLessThan(300);
  });

  it.each([
    [{ guess: undefined }, /stop by a lead holds two guesses against each other; expected guess/],
    [{ pace: undefined, explore: undefined, query: { name: 'random', rate: 0.5 } }, /smallest probability/],
  ])('is refused of %j', (more, complaint) => expect(() => parseRunSpec({ ...spec, ...more })).toThrow(complaint));

  it('is refused of rows with one guess, or with importances', () => {
    const one = guessRows(
      guesses.map(({ guessed }) => ({ guessed, confidence: undefined })),
      2,
    );
    expect(() => finished(openSession(plan(path('one'), spec, 'considered', { ...data, rows: one })))).toThrow(
      /the rows have one/,
    );
    const weighted = { ...data, importances: new Float64Array(300).fill(2) };
    expect(() => finished(openSession(plan(path('weighted'), spec, 'considered', weighted)))).toThrow(/counts rows/);
  });
});

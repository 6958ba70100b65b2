/**
 * LAWS of stopping by certificate: the run ends where the audit's certificate says so and nowhere before, is right as often as it
 * says, and goes on bit for bit wherever it was interrupted.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceOf } from '../../support/ledgers.ts';
import { certified } from '../../../src/ledger/audit/certificates/certified.ts';
import { openSession } from '../../../src/labelling/session.ts';
import { readLedger } from '../../../src/ledger/file/read-ledger.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { queries } from '../../../src/queries/index.ts';
import { goalText } from '../../../src/streams/stopping/stop-words.ts';
import { CertifiedCount } from '../../../src/statistics/certificates/certified-count.ts';
import { losses } from '../../../src/losses/index.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import type { RunSpec } from '../../../src/specs/run.ts';
import { smallestCertifiable } from '../../../src/statistics/certificates/certificate.ts';
import { reachOf, Stopping, type StopGoal } from '../../../src/streams/stopping/stopping.ts';
import { toyFile, iwalHere } from '../../support/processes/cli.ts';
import { finished } from '../../../src/numerics/work.ts';
import { carryOut, plan, type Step } from '../../support/processes/label-sessions.ts';
import { runs } from '../../support/long.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { toyTask } from '../../support/toy.ts';
import { judgeOfLoss } from '../../../src/streams/judge.ts';

const { path, text } = temporaryFolder();

function specWith(stop: Omit<StopGoal, 'confidence'> & Partial<StopGoal>, more: object = {}): RunSpec {
  return parseRunSpec({
    ...{ loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' } },
    ...{ query: { name: 'soft-margin' }, budget: '60%', pace: {}, explore: 0.8, warmUp: 10, temper: 0, coins: 'pool', seed: 4 },
    ...more,
    stop,
  });
}

describe('the account of a certified count', () => {
  it('is looked at for nothing after rows that were not bought or are not counted, and says the same', () => {
    const random = randomStream(1, 'looks');
    for (let run = 0; run < 40; run++) {
      const count = new CertifiedCount(0.1);
      const open: number[] = [];
      for (let t = 0; t < 150; t++) {
        const size = [1, 1, 1.5, 0, 0.5, 3][random.below(6)];
        // Now and then below the floor: components are retired.
        const p = random.next() < 0.02 ? 0.03 : Math.min(1, 0.1 + random.next());
        count.consider(p, size);
        if (size > 0 && random.next() < p) {
          count.buy(t);
          open.push(t);
        }
        while (open.length > 0 && random.next() < 0.6) count.answer(open.shift()!, random.next() < 0.3);
        // Purchases, answers and rows that retire components come between looks in any order.
        if (random.next() < 0.6) expect(count.watchedUpper(0.05)).toBe(count.upper(0.05));
      }
    }
  });
});

describe('a run that stops', () => {
  it.each(['error', 'recall'] as const)('by its %s ends where an account told every row would, to the same bits', (measure) => {
    let ends = 0;
    for (let run = 0; run < Math.min(runs(60), 600); run++) {
      const random = randomStream(run, 'rows told and untold');
      const goal: StopGoal = { measure, limit: [0.1, 0.3, 0.6][random.below(3)], confidence: 0.9 };
      const minimum = [0.1, 0.4, 1][random.below(3)];
      // Of whole numbers, of any, and of ones alone.
      const sizes = [[1, 1, 1, 1, 3, 0], [1, 1, 1, 1, 1, 0.1, 0.7], [1]][random.below(3)];
      const strays = random.below(2);
      const least = -Math.log(1 - goal.confidence) / minimum;
      const firstLook = measure === 'error' ? least / goal.limit : (least * goal.limit) / (1 - goal.limit);
      const reported = new CertifiedCount(minimum);
      let stopping = new Stopping(goal, minimum);
      const open: number[] = [];
      for (let row = 0; row < 500; row++) {
        const upper = reported.upper(1 - goal.confidence);
        const isEarly = (measure === 'error' ? reported.rows : reported.seen) < firstLook;
        const isReached =
          !isEarly && (measure === 'error' ? upper <= goal.limit * reported.rows : reported.seen >= goal.limit * upper);
        expect(stopping.isReached).toBe(isReached);
        if (isReached) ends++;
        if (random.below(40) === 0) {
          expect(stopping.state()).toEqual(reported.state());
          const bound = measure === 'error' ? upper / reported.rows : reported.seen / upper;
          if (reported.rows > 0)
            expect(stopping.certified).toEqual({
              bound: reported.seen === 0 && measure === 'recall' ? 0 : bound,
              rows: reported.rows,
            });
        }
        if (random.below(60) === 0) {
          const kept = stopping.state();
          stopping = new Stopping(goal, minimum);
          for (let n = random.below(4); n > 0; n--) stopping.consider(1, 0.3, Infinity);
          stopping.restore(kept);
        }
        const p = random.next() < strays * 0.01 ? 0.05 : Math.min(1, minimum + 0.2 * random.next());
        const size = sizes[random.below(sizes.length)];
        const left = strays === 1 && row > 450 ? random.below(2) : 1;
        if (left < 1) reported.stop();
        reported.consider(p, size);
        stopping.consider(p, size, left);
        if (size > 0 && random.next() < p) {
          for (const account of [reported, stopping]) account.buy(row);
          open.push(row);
        }
        while (open.length > 0 && random.next() < 0.8) {
          const [key, isCounted] = [open.shift()!, random.next() < (measure === 'error' ? 0.02 : 0.8)];
          reported.answer(key, isCounted);
          stopping.answer(key, isCounted, isCounted);
        }
      }
    }
    expect(ends).toBeGreaterThan(100);
  });

  /** Predictions are wrong as often as this, whatever is learned. */
  function stops(seed: number, goal: StopGoal, error: number): { isReached: boolean; isTrue: boolean } {
    const random = randomStream(seed, 'stopping');
    const stopping = new Stopping(goal, 0.2);
    let [wrong, positives, bought] = [0, 0, 0];
    for (let row = 1; row <= 1500; row++) {
      if (stopping.isReached) {
        const isTrue = goal.measure === 'error' ? wrong <= goal.limit * (row - 1) : bought >= goal.limit * positives;
        return { isReached: true, isTrue };
      }
      const p = row % 7 === 0 ? 1 : 0.2 + 0.3 * random.next();
      stopping.consider(p, 1, Infinity);
      const [isWrong, side] = [random.next() < error, random.next() < 0.5];
      if (isWrong) wrong++;
      if (side) positives++;
      if (random.next() >= p) continue;
      stopping.buy(row);
      stopping.answer(row, isWrong, side);
      if (side) bought++;
    }
    return { isReached: false, isTrue: true };
  }

  it.each([
    [{ measure: 'error', limit: 0.2, confidence: 0.8 }, 0.22],
    [{ measure: 'error', limit: 0.1, confidence: 0.9 }, 0.1],
    [{ measure: 'recall', limit: 0.4, confidence: 0.8 }, 0.1],
  ] as const)('%j is wrong in no more runs than it says', (goal, error) => {
    const total = Math.min(runs(400), 4000);
    const ended = Array.from({ length: total }, (_, seed) => stops(seed, goal, error));
    const alpha = 1 - goal.confidence;
    const wrong = ended.filter(({ isTrue }) => !isTrue).length;
    expect(wrong).toBeLessThan(alpha * total + 3.8 * Math.sqrt(total * alpha * (1 - alpha)));
  });

  it('comes to its end where there is little to find', () => {
    const ended = Array.from({ length: 40 }, (_, seed) => stops(seed, { measure: 'error', limit: 0.2, confidence: 0.95 }, 0.05));
    expect(ended.every(({ isReached }) => isReached)).toBe(true);
  });

  it('does not look before as many rows as the smallest probability alone would need', () => {
    // Every label is bought, no prediction is wrong and every row positive: the goals are reached from the first row on.
    for (const minimum of [0.2, 0.5, 1])
      for (const confidence of [0.8, 0.95])
        for (const limit of [0.05, 0.3, 0.8]) {
          const slack = -Math.log(1 - confidence) / minimum;
          const needed = { error: slack / limit, recall: (slack * limit) / (1 - limit) };
          for (const measure of ['error', 'recall'] as const) {
            const stopping = new Stopping({ measure, limit, confidence }, minimum);
            let rows = 0;
            while (!stopping.isReached) {
              stopping.consider(1, 1, Infinity);
              stopping.buy(rows);
              stopping.answer(rows, false, true);
              rows++;
            }
            expect([measure, limit, rows]).toEqual([measure, limit, Math.ceil(needed[measure])]);
          }
        }
  });

  it('certifies nothing of no row', () => {
    for (const [measure, bound] of [
      ['error', 1],
      ['recall', 0],
    ] as const)
      expect(new Stopping({ measure, limit: 0.5, confidence: 0.95 }, 0.1).certified).toEqual({ bound, rows: 0 });
  });

  it('stays in reach of what labels can certify: about 3.8 / (e budget) of the rows', () => {
    const goal: StopGoal = { measure: 'error', limit: 0.05, confidence: 0.95 };
    for (const [e, budget] of [
      [0.1, 500],
      [0.5, 200],
    ]) {
      const { error } = reachOf(goal, (e * budget) / 10_000, 10_000);
      expect(error * e * budget).toBeGreaterThan(3);
      expect(error * e * budget).toBeLessThan(4.2);
    }
    for (const [limit, least] of [
      [0.95, 0.1],
      [0.8, 0.25],
    ]) {
      // Seen of all is at least the limit: of the positives that may be hidden at most (1 - limit) / limit of those seen.
      const hidden = smallestCertifiable(least, 1 - goal.confidence);
      const { positives, error } = reachOf({ ...goal, measure: 'recall', limit }, least, 1000);
      expect(error).toBe(hidden / 1000);
      expect(positives / (positives + hidden)).toBeGreaterThanOrEqual(limit * (1 - 1e-12));
      expect((positives - 1) / (positives - 1 + hidden)).toBeLessThan(limit);
    }
  });

  it.each([
    [{ query: { name: 'random', rate: 0.2 }, pace: undefined, explore: undefined, temper: undefined }, /smallest probability/],
    [{ query: { name: 'margin', width: 1 }, pace: undefined, explore: undefined, temper: undefined }, /p = 0 were left out/],
  ])('%j can promise nothing', (more, complaint) => {
    expect(() => specWith({ measure: 'error', limit: 0.1 }, more)).toThrow(complaint);
  });
});

describe('a session', () => {
  const data = toyTask({ rows: 600, columns: 6, seed: 8 });
  const script: Step[] = ['label', 'skip', 'undo', 'label', 'label', 'undo', 'label'];
  const spec = specWith({ measure: 'error', limit: 0.3 });
  const at = (name: string) => plan(path(name), spec, 'considered', data);
  let straight: ReturnType<typeof carryOut>;

  beforeAll(() => {
    straight = carryOut(at('straight'), script, { labels: data.labels });
  });

  it('ends where the certificate of the audit says so, and not a row before', () => {
    const ledger = finished(readLedger(path('straight')))!;
    const examples = [...ledger.entries].filter((entry) => entry.entry === 'example').length;
    expect(examples).toBeLessThan(data.rows.length);
    const floor = ledger.header.minimumProbability!;
    const upperAfter = (rows: number): number => {
      const entries = [...ledger.entries].filter((entry) => entry.entry === 'example' && entry.position < rows);
      const certification = finished(
        certified(
          [
            evidenceOf(entries, {
              ...{
                examples: rows,
                isComplete: true,
                judge: judgeOfLoss(losses.logistic),
                query: queries.random({ rate: 0.5 }),
                floor,
              },
              ...{ left: () => Infinity, trueError: null, isTruthful: true },
            }),
          ],
          // Two sides at twice the level: the upper one at the level itself.
          { targets: ['error'], confidence: 0.9 },
        ),
      );
      if ('why' in certification) throw new Error(certification.why);
      return certification.counts[0].high;
    };
    const first = -Math.log(0.05) / floor / 0.3;
    for (let rows = Math.max(1, examples - 60); rows < examples; rows++) {
      if (rows >= first) expect(upperAfter(rows), `after ${rows}`).toBeGreaterThan(0.3 * rows);
    }
    expect(upperAfter(examples)).toBeLessThanOrEqual(0.3 * examples);
  });

  it('goes on where it was killed, and ends at the same row in the same state', () => {
    const { length } = straight.asked;
    for (const cut of [1, 3, 6, length - 2, length - 1]) {
      carryOut(at(`cut ${cut}`), script, { to: cut, labels: data.labels });
      const rest = carryOut(at(`cut ${cut}`), script, { from: cut, labels: data.labels });
      expect(rest.state).toEqual(straight.state);
      expect(text(`cut ${cut}`)).toBe(text('straight'));
    }
  });

  it('that came to its end without the goal says that it is not reached', () => {
    const beyond = plan(path('beyond'), specWith({ measure: 'error', limit: 0.001 }), 'considered', data);
    carryOut(beyond, script, { labels: data.labels });
    const session = finished(openSession(beyond));
    try {
      expect(session.question).toBeUndefined();
      expect(session.standing.stop).toMatchObject({ isReached: false });
    } finally {
      session.close();
    }
  });

  it('says so, and takes the last answer back', () => {
    const session = finished(openSession(at('straight')));
    try {
      expect(session.question).toBeUndefined();
      expect(session.standing.stop).toMatchObject({ isReached: true });
      expect(finished(session.undo())).toBe(true);
      expect(session.question).toBeDefined();
      expect(session.standing.stop!.isReached).toBe(false);
      finished(session.answer(data.labels[session.question!.row]));
      expect(session.question).toBeUndefined();
      expect(session.state()).toEqual(straight.state);
    } finally {
      session.close();
    }
  });
});

describe('iwal simulate --stop', () => {
  beforeAll(() => toyFile(path('.'), 'toy.svm', { rows: 800 }));
  const run = (...options: string[]) =>
    iwalHere(path('.'), ['simulate', 'toy.svm', '--budget', '60%', '--explore', '.8', ...options]);

  it('says what can be certified, ends, and its ledger is computed anew', async () => {
    const { stdout, stderr, code } = await run('--stop', 'error <= 40%', '--ledger', 'stop.ledger');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /--stop: with probabilities of at least 0\.48 an error below \d\.\d\d% of all rows cannot be certified/,
    );
    expect(stdout).toMatch(
      /\n--stop error <= 0\.4: reached after \d+ of 800 rows; certified with 95% confidence: at most \d\d\.\d\d% of the \d+ rows considered/,
    );
    const audit = await iwalHere(path('.'), 'audit stop.ledger --data toy.svm');
    expect(audit.stdout).toMatch(/\ncomputed anew: ok/);
  });

  it.each([
    [
      'error < 0.1',
      /--stop must be as "error <= 0\.05" or "recall >= 0\.95", with a number in \(0, 1\), or .* found 'error < 0\.1'/,
    ],
    ['recall >= 1', /must be as/],
    ['precision >= 0.5', /unknown measure 'precision'; there are error, recall/],
  ])('%s is refused', async (goal, complaint) => {
    const { code, stderr } = await run('--stop', goal);
    expect(code).toBe(2);
    expect(stderr).toMatch(complaint);
  });
});

it('a goal is said as it is written on the command line', () => {
  expect(goalText({ measure: 'error', limit: 0.05, confidence: 0.95 })).toBe('error <= 0.05');
  expect(goalText({ measure: 'recall', limit: 0.9, confidence: 0.95 })).toBe('recall >= 0.9');
});

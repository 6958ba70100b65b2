/**
 * What labels say of the predictions: exact where all were bought, and covered as often as they say; `estimate` agrees with the
 * audit and takes any number of a row.
 */
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/ledger/entry.ts';
import { estimate } from '../../../src/ledger/audit/estimate.ts';
import { evidenceOf } from '../../support/ledgers.ts';
import { measuresOf, type Measures } from '../../../src/ledger/audit/measures.ts';
import { readLedger } from '../../../src/ledger/file/read-ledger.ts';
import { losses } from '../../../src/losses/index.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { queries } from '../../../src/queries/index.ts';
import type { ErrorEstimate } from '../../../src/statistics/error-estimate.ts';
import { ErrorTally } from '../../../src/statistics/error-tally.ts';
import { ClassMeasures } from '../../../src/streams/measures/class-measures.ts';
import { finished } from '../../../src/numerics/work.ts';
import { runs } from '../../support/long.ts';
import { recordedSimulation } from '../../support/recorded-simulation.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { judgeOfLoss } from '../../../src/streams/judge.ts';

const { path } = temporaryFolder();

type Name = 'error' | 'prevalence' | 'precision' | 'recall' | 'fScore' | 'balancedError';

/** A ledger whose rows and coins are drawn, and what is so of all its rows. */
function drawn(seed: number, rows: number, prevalence: number, error: number, chance: (random: () => number) => number) {
  const stream = randomStream(seed, 'measures');
  const random = () => stream.next();
  const entries: Entry[] = [];
  const count = { tp: 0, fp: 0, fn: 0, tn: 0 };
  /** What a live run would keep. */
  const live = new ErrorTally();
  for (let position = 0; position < rows; position++) {
    const label = random() < prevalence ? 1 : -1;
    const prediction = random() < error ? -label : label;
    const isWrong = prediction !== label;
    count[label > 0 ? (isWrong ? 'fn' : 'tp') : isWrong ? 'fp' : 'tn']++;
    const probability = chance(random);
    const coin = random();
    const isAsked = coin < probability;
    live.consider(1, probability);
    if (isAsked) {
      live.buy(position);
      live.answer(position, isWrong ? 'wrong' : 'right', label > 0 ? 'positive' : 'negative');
    }
    entries.push({
      ...{ entry: 'example', position, row: position, probability, coin, prediction, errorRate: 0, model: '' },
      ...{ importance: isAsked ? 1 / probability : 0, outcome: isAsked ? 'asked' : 'passed' },
      ...(isAsked && { label, cost: 1 }),
    });
  }
  const { tp, fp, fn, tn } = count;
  const truth: Record<Name, number> = {
    error: (fp + fn) / rows,
    prevalence: (tp + fn) / rows,
    precision: tp / (tp + fp),
    recall: tp / (tp + fn),
    fScore: (2 * tp) / (2 * tp + fp + fn),
    balancedError: (fn / (tp + fn) + fp / (fp + tn)) / 2,
  };
  entries.push({ entry: 'end', examples: rows, labels: 0, spent: 0 } as unknown as Entry);
  const judged = { judge: judgeOfLoss(losses.hinge), query: queries.random({ rate: 0.5 }), left: () => Infinity };
  const whole = { examples: rows, isComplete: true, trueError: null, isTruthful: true };
  const measured = (assistance = 0): Measures => measuresOf(evidenceOf(entries, { ...judged, ...whole, assistance }));
  return { measured, truth, live };
}

const names: readonly Name[] = ['error', 'prevalence', 'precision', 'recall', 'fScore', 'balancedError'];

describe('measures', () => {
  it('of both classes are those of the account of a live run', () => {
    for (const [seed, prevalence] of [
      [1, 0.05],
      [2, 0.5],
      [3, 0.9],
    ]) {
      const { measured, live } = drawn(seed, 600, prevalence, 0.2, (random) => 0.1 + 0.9 * random());
      const measures = measured();
      const again = new ErrorTally();
      again.restore(live.state());
      for (const { smallerClass, balancedError, fScore } of [live.classes('over'), again.classes('over')]) {
        expect(smallerClass).toBe(measures.smallerClass);
        for (const [found, wanted] of [
          [balancedError, measures.balancedError],
          [fScore, measures.fScore],
        ]) {
          expect(found.kind).toBe(wanted.kind);
          expect(found.value ?? -1).toBeCloseTo(wanted.value ?? -1, 12);
          expect(found.low).toBeCloseTo(wanted.low!, 12);
          expect(found.high).toBeCloseTo(wanted.high!, 12);
        }
      }
    }
  });

  it('of both classes say nothing where nothing is said of the error', () => {
    const tally = new ErrorTally();
    tally.consider(1, 0.5);
    expect(tally.classes('over')).toMatchObject({
      smallerClass: NaN,
      balancedError: { kind: 'nothing' },
      fScore: { kind: 'nothing' },
    });
  });

  it('are counted where every label was bought', () => {
    const { measured, truth } = drawn(1, 200, 0.3, 0.2, () => 1);
    const measures = measured();
    for (const name of names) {
      expect(measures[name].kind).toBe('counted');
      expect(measures[name].value).toBeCloseTo(truth[name], 12);
      expect(measures[name].low).toBeCloseTo(truth[name], 12);
      expect(measures[name].high).toBeCloseTo(truth[name], 12);
    }
  });

  it.each([
    [800, 0.4, 0.15, 0.1, 'narrower'],
    [1500, 0.1, 0.05, 0.1, 'plain'],
    [600, 0.5, 0.3, 0.2, 'plain'],
    [3000, 0.05, 0.1, 0.05, 'narrower'],
    [1000, 0.95, 0.02, 0.1, 'narrower'],
  ] as const)('cover the truth: %i rows, prevalence %d, error %d, floor %d, %s shares', (...given) => {
    const [rows, prevalence, error, floor, shares] = given;
    const total = Math.min(runs(160), 2000);
    const covered = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
    let [assisted, narrower, plain] = [0, 0, 0];
    for (let seed = 1; seed <= total; seed++) {
      const { measured, truth } = drawn(seed, rows, prevalence, error, (random) => Math.max(floor, random() ** 3));
      const measures = measured();
      for (const name of names) if (holds(measures[name], truth[name])) covered[name]++;
      if (shares === 'plain') continue;
      const { confusion, prevalence: share } = measures;
      const others = measured(1);
      // Precision, recall and the error are what they were.
      expect({ ...others, confusion, prevalence: share }).toEqual(measures);
      if (holds(others.prevalence, truth.prevalence)) assisted++;
      narrower += others.prevalence.high! - others.prevalence.low!;
      plain += share.high! - share.low!;
    }
    const least = 0.93 - 2 * Math.sqrt((0.07 * 0.93) / total);
    for (const name of names) expect(covered[name] / total, name).toBeGreaterThan(least);
    if (shares === 'plain') return;
    expect(assisted / total).toBeGreaterThan(least);
    expect(narrower).toBeLessThan(0.95 * plain);
  });

  it('say nothing of what was not seen', () => {
    const measures = drawn(1, 100, 0, 0, () => 1).measured();
    expect(measures.precision).toMatchObject({ kind: 'nothing', why: 'no such row was seen' });
    expect([measures.recall.kind, measures.balancedError.kind]).toEqual(['nothing', 'nothing']);
    expect(measures.error).toMatchObject({ kind: 'counted', value: 0 } satisfies Partial<Measures['error']>);
  });
});

/** Nothing said is nothing wrong. */
function holds({ kind, low, high }: ErrorEstimate, truth: number): boolean {
  return kind === 'nothing' || Number.isNaN(truth) || (low! <= truth + 1e-12 && truth <= high! + 1e-12);
}

describe('estimate', () => {
  it.each(['considered', 'purchases'] as const)('is the share of anything, from a ledger of %s', async (record) => {
    const { pool } = await recordedSimulation(path('.'), { spec: { query: { name: 'random', rate: 0.5 }, floor: 0.5 }, record });
    const ledger = finished(readLedger(path('run.ledger')))!;
    const positive = estimate(ledger, (_, label) => (label > 0 ? 1 : 0));
    const truth = pool.labels.filter((y) => y > 0).length / pool.labels.length;
    expect(positive.low!).toBeLessThan(truth);
    expect(positive.high!).toBeGreaterThan(truth);
    const half = estimate(ledger, (_, label) => (label > 0 ? 0.5 : 0));
    expect(half.value!).toBeCloseTo(positive.value! / 2, 12);
    const rest = estimate(ledger, (_, label) => (label > 0 ? 0 : 1));
    expect(rest.value!).toBeCloseTo(1 - positive.value!, 12);
    expect(rest.low!).toBeCloseTo(1 - positive.high!, 9);
    for (const wrong of [2, 1 + 1e-9, -1e-9, NaN])
      expect(() => estimate(ledger, () => wrong)).toThrow(`phi must be in [0, 1], found ${wrong}`);
  });

  it.each(['considered', 'purchases'] as const)(
    'of a ledger of %s is the share that its account says, under way and over',
    async (record) => {
      for (const until of [undefined, 252]) {
        const { entries } = await recordedSimulation(path('.'), {
          ...{ spec: { query: { name: 'random', rate: 0.3 }, floor: 0.2 }, record },
          ...(until !== undefined && { until }),
        });
        const tally = new ErrorTally();
        let next = 0;
        for (const entry of entries) {
          if (entry.entry === 'end') tally.passOver(entry.examples - next, entry.examples - next);
          if (entry.entry !== 'example') continue;
          tally.passOver(entry.position - next, entry.position - next);
          tally.consider(1, entry.probability);
          next = entry.position + 1;
          if (entry.outcome !== 'asked') continue;
          tally.buy(entry.position);
          tally.measure(entry.position, entry.label! > 0 ? 1 : 0, 'positive');
        }
        // All rows are there with their probabilities, or the floor bounds those that are not.
        const wanted = tally.share(until === undefined ? 'over' : 'under way', record === 'considered' ? undefined : 0.2);
        const found = estimate(finished(readLedger(path('run.ledger')))!, (_, label) => (label > 0 ? 1 : 0));
        expect(found).toEqual(wanted);
        // The course and the floor are seen in the numbers.
        const other = record === 'considered' ? tally.share('over', undefined) : tally.share('under way', 0.1);
        if (until !== undefined) expect(other).not.toEqual(wanted);
      }
    },
  );

  it('is nothing where rows were left out, and says why', async () => {
    const { pool } = await recordedSimulation(path('.'), { spec: { query: { name: 'margin', width: 0.1 } } });
    const found = estimate(finished(readLedger(path('run.ledger')))!, () => 1);
    const scope = { rows: pool.rows.length, isStopped: false, unanswered: 0 };
    expect(found).toMatchObject({ kind: 'nothing', why: expect.stringContaining('p = 0') as string, ...scope });
  });
});

it('class measures are those of their definitions', () => {
  const measures = new ClassMeasures(losses.hinge);
  expect([measures.balancedError, measures.fScore, measures.smallerClass]).toEqual([null, null, NaN]);
  for (const [p, y, i] of [
    [1, 1, 2],
    [-1, 1, 1],
    [1, -1, 3],
    [-1, -1, 9],
  ])
    measures.record(p, y, i);
  expect(measures.balancedError).toBeCloseTo((1 / 3 + 3 / 12) / 2, 15);
  expect(measures.fScore).toBeCloseTo(4 / 8, 15);
  expect(measures.smallerClass).toBeCloseTo(0.2, 15);
});

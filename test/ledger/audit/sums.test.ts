/** LAWS of what an audit adds up: every part of the importance once, each class by the labels bought, known labels once each. */
import { describe, expect, it } from 'vitest';
import { classMeasuresOf } from '../../../src/ledger/audit/class-measures.ts';
import { requireConsistent } from '../../../src/ledger/audit/consistency.ts';
import { evidenceOf } from '../../support/ledgers.ts';
import { UNTOLD_IMPORTANCE } from '../../../src/ledger/audit/measured-tallies.ts';
import type { Known } from '../../../src/ledger/known.ts';
import { importanceSum } from '../../../src/ledger/audit/importance-sum.ts';
import { inDeviations, judged } from '../../../src/ledger/audit/verdict.ts';
import type { EndEntry, Entry, ExampleEntry, KnownEntry } from '../../../src/ledger/entry.ts';
import type { Ledger } from '../../../src/ledger/file/read-ledger.ts';
import { ModelChain } from '../../../src/ledger/model-chain.ts';
import { startOf } from '../../../src/ledger/passes.ts';
import { losses } from '../../../src/losses/index.ts';
import { queries } from '../../../src/queries/index.ts';
import { judgeOfClasses, judgeOfLoss } from '../../../src/streams/judge.ts';
import { finished } from '../../../src/numerics/work.ts';
import { keptRun } from '../../support/ledgers.ts';

const known = (examples: number): Known => ({
  ...{ examples, isComplete: true, judge: judgeOfLoss(losses.hinge), query: queries.random({ rate: 0.5 }) },
  ...{ left: () => Infinity, trueError: null, isTruthful: true },
});
const example = (position: number, more: Partial<ExampleEntry>): Entry => ({
  ...{ entry: 'example', position, row: position, probability: 1, coin: 0, prediction: 1, errorRate: 0, model: '' },
  ...{ importance: 1, outcome: 'asked', ...more },
});

it('the sum of importance has every part once: learned, never answered, on its way, refused, left out', () => {
  const entries = [
    example(0, { probability: 1 / 2, importance: 2, label: 1, cost: 1 }),
    example(1, { probability: 1 / 4, importance: 4, label: null, cost: 1 }),
    example(2, { probability: 1 / 8, importance: 8, cost: 1 }),
    example(3, { probability: 1 / 16, importance: 16, outcome: 'refused' }),
    example(4, { probability: 0, importance: 0, outcome: 'implied' }),
    example(5, { probability: 1 / 2, importance: 0, outcome: 'passed' }),
  ];
  const parts = { learned: 2, abstained: 4, awaited: 8, refused: 16, implied: 1 };
  expect(importanceSum(evidenceOf(entries, known(6)))).toMatchObject({ ...parts, total: 31, expected: 6 });
});

it('a difference is told in deviations; none is none, and any where nothing was left to chance is infinite', () => {
  expect([inDeviations(0, 0), inDeviations(0, 2), inDeviations(1, 2), inDeviations(-3, 2)]).toEqual([0, 0, 0.5, -1.5]);
  expect([inDeviations(1, 0), inDeviations(-1, 0)]).toEqual([Infinity, -Infinity]);
});

it.each([10, 90, 900, 9000])(
  'of %i coins of one p, fair ones are suspicious at most once in 370 ledgers, and fixed ones always',
  (n) => {
    for (const p of [0.5, 0.1, 0.03, 0.003]) {
      const deviation = Math.sqrt(n * p * (1 - p));
      const isAlarm = (bought: number): boolean =>
        judged(inDeviations(bought - n * p, deviation), 1 / deviation).verdict === 'suspicious';
      let [chance, alarms] = [n * Math.log1p(-p), 0];
      for (let bought = 0; bought <= n; bought++) {
        if (isAlarm(bought)) alarms += Math.exp(chance);
        chance += Math.log(((n - bought) / (bought + 1)) * (p / (1 - p)));
      }
      expect(alarms).toBeLessThan(1 / 370);
      expect(isAlarm(n * p + 6 + 5 * deviation)).toBe(true);
    }
  },
);

it('of purchases of weighted rows up to a budget, no importance is told, and so no measure', () => {
  const entries = [1, 2, 1].map((label, n) => example(n, { label, prediction: 1, cost: 1, probability: 1 / 2, importance: 2 }));
  const end: Entry = { ...(keptRun({ rule: 'passive' }, 'purchases').entries.at(-1) as EndEntry), examples: 9, implied: 0 };
  const judge = judgeOfClasses(2);
  const stopped = { ...known(9), judge, isComplete: false, left: (_row: number, spent: number) => 3 - spent };
  const of = (isWeighted: boolean) =>
    classMeasuresOf(evidenceOf([...entries, end], { ...stopped, isWeighted }), ['a', 'b']).error;
  expect(of(true)).toMatchObject({ kind: 'nothing', why: UNTOLD_IMPORTANCE, isStopped: true });
  expect(of(false).kind).not.toBe('nothing');
});

it('of several classes, where every label was bought: shares, precision, recall and confusion are counts', () => {
  const cells = [
    [1, 1],
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 2],
    [2, 2],
    [2, 1],
    [3, 3],
    [3, 1],
    [3, 2],
  ];
  const entries = cells.map(([label, prediction], n) => example(n, { label, prediction, cost: 1 }));
  const evidence = evidenceOf(entries, { ...known(10), judge: judgeOfClasses(3) });
  const { error, classes, confusion } = classMeasuresOf(evidence, ['a', 'b', 'c']);
  expect(error).toMatchObject({ kind: 'counted', value: 0.4 });
  expect(classes.map(({ name, share }) => [name, share.value])).toEqual([
    ['a', 0.3],
    ['b', 0.4],
    ['c', 0.3],
  ]);
  expect(classes.map(({ precision }) => precision.value)).toEqual([2 / 4, 3 / 5, 1]);
  expect(classes.map(({ recall }) => recall.value)).toEqual(
    [2 / 3, 3 / 4, 1 / 3].map((share) => expect.closeTo(share, 12) as number),
  );
  expect(confusion.map((row) => row.map(({ value }) => value ?? 0))).toEqual([
    [0.2, 0.1, 0],
    [0.1, 0.3, 0],
    [0.1, 0.1, 0.1],
  ]);
});

describe('labels that were known before the first question', () => {
  const { header } = keptRun({ rule: 'iwal-cal' }, 'considered');
  const { rows } = header.data;
  const reported = (...known: readonly number[]): (() => void) => {
    const begun = { ...header, known: known.length };
    const chain = new ModelChain(begun);
    const entries = known.map((row): KnownEntry => {
      const entry = { entry: 'known', row, label: 1, importance: 1, model: '' } as const;
      return { ...entry, model: chain.know(entry) };
    });
    const ledger = { file: 'some.ledger', header: begun, known: entries, entries: [] };
    const stated = { judge: judgeOfLoss(losses.logistic), query: { weighting: 'inverse-probability' } } as const;
    return () => finished(requireConsistent(ledger as never, stated));
  };

  it('are what a first pass starts with, a single one too', () => {
    const start = (...known: readonly number[]) =>
      finished(startOf({ header, known: known.map((row) => ({ row, label: 1 })) } as unknown as Ledger, undefined as never));
    expect(start()).toBeUndefined();
    for (const known of [[4], [4, 2]])
      expect(start(...known)).toEqual({ pass: 0, known: new Map(), outside: new Map(known.map((row) => [row, 1])) });
  });

  it('are each of another row of the pool', () => {
    expect(reported(3, 1, rows - 1)).not.toThrow();
    expect(reported(3, 1, 3)).toThrow(/:4: found row 3 a second time.*every row once/s);
    expect(reported(3, rows)).toThrow(new RegExp(`row ${rows}.*a row below ${rows}`, 's'));
  });
});

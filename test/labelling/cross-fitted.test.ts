/** Margins that labels are calibrated on: no label has a say in its own, and known ones are in all of them. */
import { describe, expect, it } from 'vitest';
import { crossFitted } from '../../src/labelling/cross-fitted.ts';
import type { Entry, Header, KnownEntry } from '../../src/ledger/entry.ts';
import type { Ledger } from '../../src/ledger/file/read-ledger.ts';
import { buildLearner } from '../../src/specs/build-learner.ts';
import { finished } from '../support/processes/finished.ts';
import { pool, specOf } from '../support/processes/label-sessions.ts';

const header: Header = {
  'iwal-ledger': 2,
  iwal: 'test',
  record: 'purchases',
  data: { name: 'toy', rows: 24, checksum: '00000000' },
  spec: specOf({ name: 'random', rate: 0.5 }),
};
const model = '0000000000000000';
const asked = (row: number, label: number | null | undefined, more: object = {}): Entry => ({
  ...{ entry: 'example', position: row, row, probability: 0.5, coin: 0, importance: 2, outcome: 'asked', prediction: 0 },
  ...{ errorRate: 0, ...(label !== undefined && { label }), cost: 1, model },
  ...more,
});
const ledgerOf = (entries: Entry[], more: Partial<Ledger> = {}): Ledger => ({
  ...{ file: 'a.jsonl', header, entries, lines: [], undos: 0, bytes: 0, isTerminated: true, cutOff: 0 },
  ...more,
});
const margins = (ledger: Ledger): number[] => finished(crossFitted(ledger, pool.rows)).map(({ margin }) => margin);
const labels = [1, -1, 1, 1, -1, -1, 1, -1, 1, 1, -1, 1];

describe('cross-fitted margins', () => {
  it('do not know their own labels, and know others', () => {
    const whole = margins(ledgerOf(labels.map((label, row) => asked(row, label))));
    labels.forEach((label, n) => {
      const flipped = margins(ledgerOf(labels.map((each, row) => asked(row, row === n ? -label : each))));
      expect(flipped[n]).toBe(whole[n]);
      expect(flipped.filter((each, k) => each !== whole[k]).length).toBeGreaterThan(labels.length / 2);
    });
  });

  it('are those of a learner that learns what the session has learned, not what a label stands for', () => {
    const isTempered = (row: number): boolean => row % 3 > 0;
    const tempered = labels.map((label, row) =>
      asked(row, label, { importance: 2 + row, ...(isTempered(row) && { learnedImportance: 1 + row / 10 }) }),
    );
    const found = margins(ledgerOf(tempered));
    const spec = specOf({ name: 'random', rate: 0.5 });
    labels.forEach((_, n) => {
      const learner = buildLearner(spec, pool.rows.columns);
      labels.forEach((label, row) => {
        if (row % 10 !== n % 10) learner.learn(pool.rows, row, label, isTempered(row) ? 1 + row / 10 : 2 + row);
      });
      expect(found[n]).toBe(learner.predict(pool.rows, n));
    });
  });

  it('are of labels that were bought, late ones too: no abstention, nothing known from before', () => {
    const late: Entry = { entry: 'answer', position: 3, row: 3, importance: 4, after: 9, label: -1, model };
    const entries = [asked(0, 1), asked(1, null), asked(3, undefined), asked(4, 1, { learnedImportance: 0 }), late];
    expect(finished(crossFitted(ledgerOf(entries), pool.rows))).toEqual([
      { margin: expect.any(Number) as number, side: 'positive', importance: 2 },
      { margin: expect.any(Number) as number, side: 'negative', importance: 4 },
    ]);
  });

  it('learn what was known before the first question', () => {
    const known: KnownEntry[] = [{ entry: 'known', row: 20, label: 1, importance: 1, model }];
    const entries = labels.map((label, row) => asked(row, label));
    const without = margins(ledgerOf(entries));
    const having = margins(ledgerOf(entries, { known }));
    expect(having).toHaveLength(labels.length);
    expect(having.filter((each, n) => each !== without[n]).length).toBeGreaterThan(labels.length / 2);
  });
});

/**
 * Laws of replaying: a ledger of any rule and of either kind brings a fresh learner to the same state bit for bit, tells what a
 * ledger of purchases left out, and anything in it that is not what the run computes is found.
 */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Draft, Entry, ExampleEntry, Recorded } from '../../../src/ledger/entry.ts';
import { readLedger } from '../../../src/ledger/file/read-ledger.ts';
import { Recorder } from '../../../src/ledger/recorder.ts';
import { recordedOracle } from '../../../src/ledger/replay/recorded-oracle.ts';
import { examplesIn, verify } from '../../../src/ledger/replay/replay.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';
import { annotatorContext, order, run, task, weightedTask, type Run } from '../../support/active-runs.ts';
import { freshRun, keptInFile, keptRun, stream, textOf } from '../../support/ledgers.ts';
import { difference } from '../../../src/laws/optimizer-laws.ts';
import { ruleNames } from '../../support/rules.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { finished } from '../../../src/numerics/work.ts';

const file = temporaryFolder().path('a.ledger');
const context = annotatorContext();
const delay = oracles.delayed({ delay: 7 }, context);
const kinds: readonly Recorded[] = ['purchases', 'considered'];
const settings: [string, Omit<Run, 'rule'>][] = [
  ['at once', {}],
  ['at once, on a floor and a budget', { floor: 0.2, budget: 40 }],
  ['late', { decorators: [delay] }],
  [
    'late, about rows of other importances than 1',
    { data: weightedTask, budget: 60, decorators: [oracles.abstaining({ abstainRate: 0.2 }, context), delay] },
  ],
  [
    'or none, at a price',
    {
      budget: 60,
      decorators: [oracles.abstaining({ abstainRate: 0.3, fee: 0.1 }, context), oracles.priced({ price: 1.3 }, context)],
    },
  ],
];

function verified(what: Run) {
  const { active, cost, left } = freshRun(what);
  const data = { ...stream, ...what.data, labels: task.labels };
  return finished(verify(finished(readLedger(file))!, () => active, data, { cost, left }));
}

describe.each(kinds)('a ledger of %s', (record) => {
  describe.each(settings)('answers come %s', (_, more) => {
    it.each(ruleNames)('%s: every entry and the final state are computed again', (rule) => {
      const what = { rule, ...more };
      const kept = keptInFile(file, what, record);
      const found = verified(what);
      expect(difference(found.active.state(), kept.active.state())).toBeUndefined();
      expect(found.progressiveError).toBe(kept.evaluator.error);
      const complete = keptRun(what, 'considered').entries;
      expect([...found.entries]).toStrictEqual(complete);
    });
  });

  it('its answers are all that is sold, and the true error of its end is said to be as recorded where nobody knows the labels', () => {
    const what: Run = { rule: 'iwal-cal' };
    keptInFile(file, what, record);
    const ledger = finished(readLedger(file))!;
    const { active, cost, left } = freshRun(what);
    const found = finished(verify(ledger, () => active, stream, { cost, left }));
    expect(found.asRecorded).toEqual(['the answers', 'the true error']);
    const bought = [...ledger.entries].filter(
      (entry): entry is ExampleEntry => entry.entry === 'example' && entry.outcome === 'asked',
    );
    const oracle = recordedOracle(ledger, left);
    expect([oracle.sold, oracle.spent]).toEqual([0, 0]);
    for (const { row, position } of bought) oracle.label(row, position);
    expect([oracle.sold, oracle.spent]).toEqual([bought.length, bought.length]);
  });

  it('one of no examples ends in zeros', () => {
    const drafts: Draft[] = [];
    new Recorder({ record, cost: () => 1, take: (draft) => drafts.push(draft) }).end(null);
    const nothing = { spent: 0, importanceSum: 0, refusedImportance: 0, implied: 0, awaited: 0, errorEstimate: 0 };
    expect(drafts).toEqual([{ entry: 'end', examples: 0, labels: 0, ...nothing, progressiveError: null }]);
  });

  it('keeping it changes nothing', () => {
    const what: Run = { rule: 'variance-aware', decorators: [delay] };
    expect(difference(keptRun(what, record).active.state(), run(what).active.state())).toBeUndefined();
  });

  it.each([0, 1, 2, 17, 60])('one that was left off after %d entries is replayed as far as it goes', (length) => {
    const what: Run = { rule: 'iwal-cal', decorators: [delay] };
    const { header, entries } = keptRun(what, record);
    writeFileSync(file, textOf(header, entries.slice(0, length)));
    const examples = examplesIn(finished(readLedger(file))!);
    expect(examples === 0).toBe(length === 0);
    expect(verified(what).active.situation.time).toBe(examples);
  });
});

describe('what the run does not compute', () => {
  const what: Run = { rule: 'variance-aware' };
  const isPurchase = (entry: Entry): entry is ExampleEntry => entry.entry === 'example' && entry.outcome === 'asked';

  /** Writes the ledger with the tenth purchase, and what else is asked for, changed. */
  function tampered(record: Recorded, change: (entries: Entry[], tenth: number) => void): { readonly line: number } {
    const { header, entries } = keptRun(what, record);
    const tenth = entries.indexOf(entries.filter(isPurchase)[9]);
    change(entries, tenth);
    writeFileSync(file, textOf(header, entries));
    return { line: tenth + 2 };
  }

  const changes: readonly (readonly [what: string, (entry: ExampleEntry) => Partial<ExampleEntry>, RegExp])[] = [
    [
      'the last bit of a probability',
      ({ probability }) => ({ probability: probability * (1 - 2 ** -53) }),
      /:found probability 0\.\d+ at position \d+; expected [\d.]+, as these data, this spec and this version of iwal compute it$/,
    ],
    ['a coin', () => ({ coin: 0 }), /:found coin 0 at position/],
    ['a prediction', ({ prediction }) => ({ prediction: -prediction }), /:found prediction/],
    ['a label', ({ label }) => ({ label: -label! }), /:found model [0-9a-f]{16} at position/],
    [
      'a row',
      ({ row }) => ({ row: row + 1 }),
      /:found (a purchase of row \d+ at position \d+|row \d+ at position \d+); expected/,
    ],
    ['a position', ({ position }) => ({ position: position + 1 }), /:found/],
    ['a model', () => ({ model: '0123456789abcdef' }), /:found model 0123456789abcdef at position/],
    ['a cost', ({ cost }) => ({ cost: cost! / 2 }), /:found cost 0\.5 at position \d+; expected 1, as/],
    ['an importance of the row', () => ({ rowImportance: 2 }), /:found rowImportance 2 at position \d+; expected none, as/],
    ['a further number', () => ({ gap: 1 }), /:found gap 1 at position/],
  ];

  it.each(kinds.flatMap((record) => changes.map((change) => [record, ...change] as const)))(
    '%s: %s',
    (record, _, change, complaint) => {
      const { line } = tampered(record, (entries, tenth) => {
        entries[tenth] = { ...entries[tenth], ...change(entries[tenth] as ExampleEntry) } as Entry;
      });
      expect(() => verified(what)).toThrow(new RegExp(`^${file}:${line}: ${complaint.source.slice(1)}`));
    },
  );

  describe.each(kinds)('%s: any one of the last lines left out but the very last', (record) => {
    it.each([
      ['at once', {}],
      ['late', { decorators: [delay] }],
    ])('answers come %s: refused with a line', (_, more) => {
      const late = { ...what, ...more };
      const { header, entries } = keptRun(late, record);
      for (const kept of [entries, entries.slice(0, -1)]) {
        for (let n = kept.length - 20; n < kept.length - 1; n++) {
          writeFileSync(file, textOf(header, kept.toSpliced(n, 1)));
          expect(() => verified(late), `entry ${n} of ${kept.length}`).toThrow(
            /^.*a\.ledger:\d+: found .*; expected .*, as these/,
          );
        }
      }
    });
  });

  it('a purchase that the run does not make', () => {
    tampered('purchases', (entries, tenth) => {
      entries.splice(tenth, 0, { ...(entries[tenth] as ExampleEntry), position: (entries[tenth] as ExampleEntry).position - 1 });
    });
    expect(() => verified(what)).toThrow(/found a purchase of row \d+ at position \d+; expected one of row \d+ at position \d+/);
  });

  it('an importance of a row, in the data or in the ledger', () => {
    const weighted: Run = { ...what, data: weightedTask };
    const { entries } = keptInFile(file, weighted, 'considered');
    const changed = weightedTask.importances.with(order[40], 0.7);
    expect(() => verified({ ...weighted, data: { ...weightedTask, importances: changed } })).toThrow(/at position 40; expected/);
    expect(entries.filter((entry) => entry.entry === 'example' && entry.rowImportance !== undefined).length).toBe(
      weightedTask.importances.filter((each) => each !== 1).length,
    );
  });

  it('another spec', () => {
    keptInFile(file, what, 'purchases');
    expect(() => verified({ ...what, seed: 2 })).toThrow(/as these data, this spec and this version of iwal compute it$/);
  });

  it('a true error that is another one', () => {
    tampered('purchases', (entries) => {
      entries[entries.length - 1] = { ...(entries.at(-1) as Extract<Entry, { entry: 'end' }>), progressiveError: 0 };
    });
    expect(() => verified(what)).toThrow(/:\d+: found progressiveError 0 at the end; expected 0\.\d+, as/);
  });

  it('what somebody says besides is no contradiction, and said not to be computed', () => {
    tampered('purchases', (entries, tenth) => {
      entries[tenth] = { ...(entries[tenth] as ExampleEntry), annotator: 'ann', time: '2026-01-02T03:04:05Z', note: 'unsure' };
    });
    expect(verified(what).asRecorded).toEqual(['the answers', 'who answered, when, and notes']);
  });

  it('an end that does not add up', () => {
    tampered('purchases', (entries) => {
      entries[entries.length - 1] = { ...(entries.at(-1) as Extract<Entry, { entry: 'end' }>), spent: 0 };
    });
    expect(() => verified(what)).toThrow(/:\d+: found spent 0 at the end; expected \d+, as/);
  });
});

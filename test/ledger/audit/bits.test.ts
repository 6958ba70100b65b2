/**
 * UNCHANGED: the bytes of ledgers of small runs by every query rule, and what their audits say, as checksums: stored ledgers are
 * computed anew by these, and audits that were published were made of them.
 */
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { audit } from '../../../src/ledger/audit/audit.ts';
import { TARGETS, type Target } from '../../../src/ledger/audit/certificates/certified.ts';
import type { Recorded } from '../../../src/ledger/entry.ts';
import { readLedger } from '../../../src/ledger/file/read-ledger.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';
import { annotatorContext, weightedTask, type Run } from '../../support/active-runs.ts';
import { contextOf, keptInFile } from '../../support/ledgers.ts';
import { finished } from '../../../src/numerics/work.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { ruleNames, type RuleName } from '../../support/rules.ts';

const file = temporaryFolder().path('a.ledger');
const context = annotatorContext();
const delay = oracles.delayed({ delay: 5 }, context);
const abstaining = oracles.abstaining({ abstainRate: 0.3 }, context);

const ways: readonly [record: Recorded, more: Omit<Run, 'rule'>][] = [
  ['considered', { data: weightedTask, decorators: [abstaining, delay], floor: 0.1, budget: 60 }],
  ['purchases', { decorators: [abstaining], floor: 0.2, budget: 40 }],
];

/** Fields of an audit that came later, and words: all else is what it was. */
const LATER = ['middle', 'negative', 'quantities', 'remarks'];

/** Rules of which ledgers may be stored. */
const BITS: Readonly<Partial<Record<RuleName, string>>> = {
  passive: '431275a7',
  random: '33c7094',
  margin: 'fccce0f9',
  'soft-margin': '2c940b31',
  'shrinking-margin': '661ed487',
  'selective-sampling': '11f732af',
  slides: 'a681641d',
  'iwal-cal': '29039c62',
  'iwal-cal-without-log': 'bc1f623c',
  'variance-aware': '31ca5d3e',
  bootstrap: 'fd81d65b',
  committee: '49b6cc56',
  'oracular-cal': '14b3f25c',
  'active-cover': 'e7898cad',
};

it.each(ruleNames.filter((rule) => rule in BITS))('%s', (rule) => {
  const said = ways.map(([record, more]) => {
    const run: Run = { rule, ...more };
    const { text } = keptInFile(file, run, record);
    const known = { ...contextOf(run), certify: { targets: Object.keys(TARGETS) as Target[], confidence: 0.9 } };
    return [text, finished(audit(finished(readLedger(file))!, known))];
  });
  const text = JSON.stringify(said, (key, x: unknown) => {
    if (LATER.includes(key)) return undefined;
    return typeof x === 'number' ? String(x) : x;
  });
  expect(crc32(text).toString(16)).toBe(BITS[rule]);
});

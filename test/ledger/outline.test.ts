/** LAW of outlines: what they say of a ledger, wherever its tail was cut off, zeros after it or none, is what reading all of it says. */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Header, KnownEntry } from '../../src/ledger/entry.ts';
import { readLedgerIfAny, readOutlineIfAny } from '../../src/ledger/file/read-ledger.ts';
import { ModelChain } from '../../src/ledger/model-chain.ts';
import { finished } from '../support/processes/finished.ts';
import { carryOut, plan, pool, specOf, textOf as textIn } from '../support/processes/label-sessions.ts';
import { keptRun, textOf } from '../support/ledgers.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

const { path } = temporaryFolder();
const file = path('ledger.jsonl');

/** The bytes up to every place of the last ones, and some of those before. */
function* cuts(text: string, near: number): Generator<string> {
  for (let end = text.length; end > 0; end -= end > text.length - near ? 1 : Math.ceil(text.length / 23))
    yield text.slice(0, end);
}

function judge(text: string, near = 150): void {
  for (const kept of [...cuts(text, near)].flatMap((each) => [each, `${each}\0`, `${each}${'\0'.repeat(100)}`])) {
    writeFileSync(file, kept);
    const ledger = finished(readLedgerIfAny(file));
    const outline = finished(readOutlineIfAny(file));
    if (ledger === undefined) {
      // Known labels that are not all there leave no ledger, but a header.
      if (!/"known":\d/.test(kept)) expect(outline).toBeUndefined();
      continue;
    }
    expect(outline, kept.slice(-80)).toEqual({ header: ledger.header, isOver: ledger.entries.at(-1)?.entry === 'end' });
  }
}

it.each(['to the end', 'left off'] as const)('of a run %s', (finish) => {
  judge(keptRun({ rule: 'iwal-cal' }, 'considered', finish).text);
});

it('of two passes', () => {
  const ledger = path('passes.jsonl');
  carryOut(plan(ledger, specOf({ name: 'iwal-cal' }, { budget: 12 })), []);
  carryOut(plan(ledger, specOf({ name: 'iwal-cal' }, { budget: 5 }), 'considered', pool, { pass: 'next' }), []);
  judge(textIn(ledger));
});

it('of labels that were known before', () => {
  const run = keptRun({ rule: 'iwal-cal' }, 'considered');
  const header: Header = { ...run.header, known: 2 };
  const chain = new ModelChain(header);
  const known = [0, 1].map((row): KnownEntry => ({ entry: 'known', row, label: 1, importance: 1, model: chain.model }));
  judge(textOf(header, known as never), 500);
  writeFileSync(file, textOf(header, [...known, ...known] as never));
  expect(() => finished(readOutlineIfAny(file))).toThrow('a label that was known before the first question');
});

it('of a long ledger comes in pieces, so that somebody may leave off in between', () => {
  const { header, entries } = keptRun({ rule: 'passive' }, 'considered', 'left off');
  const rest = textOf(header, entries).slice(textOf(header, []).length);
  writeFileSync(file, textOf(header, []) + rest.repeat(Math.ceil((3 << 20) / rest.length)));
  const work = readOutlineIfAny(file);
  let pieces = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) pieces++;
  expect(pieces).toBeGreaterThanOrEqual(3);
  expect(step.value).toEqual({ header, isOver: false });
});

it('of no file, and of an empty one, there is none', () => {
  expect(finished(readOutlineIfAny(path('none.jsonl')))).toBeUndefined();
  writeFileSync(file, '');
  expect(finished(readOutlineIfAny(file))).toBeUndefined();
});

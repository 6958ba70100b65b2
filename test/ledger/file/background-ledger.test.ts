/**
 * Laws of the ledger that a thread writes beside a simulation: it says what one written in place says, and a disk that takes no
 * more ends the run with one complaint. The thread is the built one (dist/), as everywhere that threads are started.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { backgroundLedger } from '../../../src/ledger/file/background-ledger.ts';
import type { Draft, Recorded } from '../../../src/ledger/entry.ts';
import { readLedger } from '../../../src/ledger/file/read-ledger.ts';
import { Recorder } from '../../../src/ledger/recorder.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';
import { annotatorContext, run, type Run } from '../../support/active-runs.ts';
import '../../support/processes/built.ts';
import { accountsOf, headerOf, keptRun } from '../../support/ledgers.ts';
import { mountedSmall, temporaryFolder } from '../../support/processes/temporary.ts';
import { finished } from '../../../src/numerics/work.ts';

const folder = temporaryFolder();
const file = folder.path('a.ledger');
const context = annotatorContext();
const kinds: readonly Recorded[] = ['purchases', 'considered'];
const settings: [string, Run][] = [
  ['at once', { rule: 'variance-aware' }],
  [
    'late or never',
    { rule: 'random', decorators: [oracles.abstaining({ abstainRate: 0.3 }, context), oracles.delayed({ delay: 3 }, context)] },
  ],
];

describe.each(kinds)('a ledger of %s', (record) => {
  it.each(settings)('answers coming %s: the same text as written in place', (_, what) => {
    rmSync(file, { force: true });
    const ledger = backgroundLedger(file, headerOf(what, record));
    const recorder = new Recorder({ record, cost: accountsOf(what).cost, take: ledger.take });
    const { evaluator } = run({ ...what, observer: recorder });
    recorder.end(evaluator.error);
    ledger.finish();
    expect(readFileSync(file, 'utf8')).toBe(keptRun(what, record).text);
  });
});

it('many entries: come in order, however far the loop is ahead', () => {
  rmSync(file, { force: true });
  const ledger = backgroundLedger(file, headerOf(settings[0][1], 'considered'));
  const [entry] = keptRun(settings[0][1], 'considered').entries;
  const many = 150_000;
  for (let position = 0; position < many; position++) ledger.take({ ...entry, position } as Draft);
  ledger.finish();
  const { entries } = finished(readLedger(file))!;
  expect(entries.length).toBe(many);
  expect([...entries].every((each, n) => each.entry === 'example' && each.position === n)).toBe(true);
});

describe('files that cannot be written', () => {
  const header = headerOf(settings[0][1], 'considered');

  it('one that exists is not written over', () => {
    writeFileSync(file, 'precious');
    expect(() => backgroundLedger(file, header)).toThrow(
      `${file}: found a file that exists already; expected a new name, so that no ledger is written over`,
    );
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });

  it('a folder that is not there', () => {
    expect(() => backgroundLedger(folder.path('nowhere/a.ledger'), header)).toThrow(
      /nowhere\/a\.ledger: found that it cannot be written \(no such file or directory\)/,
    );
  });

  const disk = folder.path('disk');
  const isMounted = mountedSmall(disk, '1m');

  it.skipIf(!isMounted)(
    'a full disk: the loop is told, and what was written before is valid (needs the right to mount a small file system)',
    () => {
      const small = `${disk}/a.ledger`;
      const { entries } = keptRun(settings[0][1], 'considered');
      try {
        const ledger = backgroundLedger(small, header);
        const flood = (): void => {
          for (let lap = 0; lap < 500; lap++) for (const entry of entries.slice(0, 300)) ledger.take({ ...entry });
          ledger.finish();
        };
        expect(flood).toThrow(
          /a\.ledger: found that it cannot be written \(no space left on device\); expected a file .*; what was written before is valid$/,
        );
        expect(readFileSync(small, 'utf8').endsWith('}\n')).toBe(true);
        expect(finished(readLedger(small))!.entries.length).toBeGreaterThan(1000);
      } finally {
        execFileSync('umount', [disk]);
      }
    },
  );
});

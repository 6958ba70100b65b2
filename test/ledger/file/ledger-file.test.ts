import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { Recorded } from '../../../src/ledger/entry.ts';
import { openLedger, type LedgerFile } from '../../../src/ledger/file/ledger-file.ts';
import { poolIdentity } from '../../../src/ledger/pool-identity.ts';
import { readLedger } from '../../../src/ledger/file/read-ledger.ts';
import { Recorder } from '../../../src/ledger/recorder.ts';
import { examplesIn } from '../../../src/ledger/replay/replay.ts';
import { activeLearn } from '../../../src/streams/passes/active-learn.ts';
import { AnnotatorOracle } from '../../../src/streams/oracles/oracle.ts';
import { knowing } from '../../../src/streams/oracles/annotator.ts';
import { ProgressiveValidation } from '../../../src/streams/measures/class-measures.ts';
import { prepared, task, type Run } from '../../support/active-runs.ts';
import { accountsOf, headerOf, keptRun, stream } from '../../support/ledgers.ts';
import { difference } from '../../../src/laws/optimizer-laws.ts';
import { mountedSmall, temporaryFolder } from '../../support/processes/temporary.ts';
import { finished } from '../../../src/numerics/work.ts';

/**
 * Laws of a ledger that is written live: what was answered is on the disk before anything else happens; killed at any byte and
 * opened again it ends as if nothing had been; one process at a time.
 */

const folder = temporaryFolder();
const file = folder.path('live.ledger');
const NOW = '2026-01-02T03:04:05.678Z';
const kinds: readonly Recorded[] = ['purchases', 'considered'];
const what: Run = { rule: 'variance-aware', seed: 3 };

afterEach(() => {
  rmSync(file, { force: true });
  rmSync(`${file}.lock`, { force: true });
});

/** Opens the ledger, goes on to an example of the stream, and gives the state. */
function goOn(record: Recorded, to: number, from: LedgerFile = finished(openLedger(file, headerOf(what, record), NOW))) {
  const { active } = prepared(what);
  const { cost, left } = accountsOf(what);
  const recorder = new Recorder({ record, cost, take: from.take });
  const ledger = finished(from.resume(active, stream, left, recorder));
  const judge = new ProgressiveValidation(active.learner.loss, task.labels);
  activeLearn(active, stream, new AnnotatorOracle(knowing(task.labels)), judge, examplesIn(ledger), to, recorder);
  from.close();
  return active;
}

describe.each(kinds)('a ledger of %s', (record) => {
  it('written live is the text of a simulation', () => {
    goOn(record, 60);
    const { text } = keptRun(what, record, 'left off');
    expect(text.startsWith(readFileSync(file, 'utf8'))).toBe(true);
  });

  it('is on the disk as soon as an answer is', () => {
    const ledger = finished(openLedger(file, headerOf(what, record), NOW));
    const { active } = prepared(what);
    const recorder = new Recorder({ record, cost: () => 1, take: ledger.take });
    const sizes: number[] = [];
    for (let t = 0; t < 20; t++) {
      const row = stream.order[t];
      const h = active.ask(task.rows, row, Infinity);
      recorder.considered(active, row);
      if (h === 0) active.pass(task.rows, row);
      else {
        recorder.answered(active, row, task.labels[row]);
        sizes.push(readFileSync(file).length);
        active.tell(task.rows, row, task.labels[row], h);
        expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`"position":${t},.*"label":${task.labels[row]},.*\\n$`));
      }
    }
    ledger.close();
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });

  it('cut off at any byte and gone on with, is the same text and the same state', () => {
    // Each opening costs the disk a second: the reader's law tries every byte (read-ledger.test.ts), this one every kind of
    // place.
    const state = goOn(record, 30).state();
    const text = readFileSync(file, 'utf8');
    const second = text.indexOf('\n', text.indexOf('\n') + 1);
    const ends = [
      0,
      1,
      14,
      second - 1,
      second,
      second + 1,
      second + 2,
      second + 90,
      text.length - 2,
      text.length - 1,
      text.length,
    ];
    const spread = Array.from({ length: 12 }, (_, n) => Math.floor((text.length * n) / 12));
    for (const end of [...ends, ...spread]) {
      writeFileSync(file, text);
      truncateSync(file, end);
      const active = goOn(record, 30);
      if (readFileSync(file, 'utf8') !== text) expect.fail(`cut off at byte ${end}`);
      expect(difference(active.state(), state)).toBeUndefined();
    }
  });

  it('with an answer taken back goes on from there', () => {
    const state = goOn(record, 60).state();
    const ledger = finished(openLedger(file, headerOf(what, record), NOW));
    const last = [...finished(readLedger(file))!.entries].findLast(
      (entry) => entry.entry === 'example' && entry.outcome === 'asked',
    );
    ledger.undo((last as { position: number }).position, ledger.place());
    ledger.close();
    expect(readFileSync(file, 'utf8')).toMatch(/\n\{"entry":"undo","position":\d+,"crc":"[0-9a-f]{8}"\}\n$/);
    expect(difference(goOn(record, 60).state(), state)).toBeUndefined();
  });
});

describe('a ledger with another name', () => {
  it('is one file: what another process has written in between is seen, and neither writes over it', () => {
    const [first, second] = [
      openLedger(file, headerOf(what, 'considered'), NOW),
      openLedger(`${file}.twin`, headerOf(what, 'considered'), NOW),
    ];
    const ledger = finished(first);
    linkSync(file, `${file}.twin`);
    const twin = finished(second);
    const [entry] = keptRun(what, 'considered').entries;
    twin.take({ ...entry });
    expect(() => {
      ledger.take({ ...entry });
      ledger.close();
    }).toThrow(/found \d+ bytes where \d+ were: another process has changed it; expected one process at a time/);
    twin.close();
    expect(finished(readLedger(file))!.entries).toHaveLength(1);
    rmSync(`${file}.twin`);
  });
});

describe('a ledger of something else', () => {
  it.each([
    [
      'other rows',
      {
        ...headerOf(what, 'purchases'),
        data: { ...poolIdentity({ name: 'other', rows: task.rows }), checksum: '12345678', rows: 7 },
      },
      /:1: found the data 'other' \(7 rows, checksum 12345678\); expected those that it was begun with, 'toy' \(300 rows, checksum [0-9a-f]{8}\)$/,
    ],
    [
      'another spec',
      headerOf({ ...what, seed: 4 }, 'purchases'),
      /:1: found a ledger that was begun with seed 3, and now it is 4; expected what it was begun with: leave the option out, /,
    ],
    [
      'a spec with more in it',
      headerOf({ ...what, budget: 9 }, 'purchases'),
      /found a ledger that was begun with budget none, and now it is 9/,
    ],
    [
      'another kind of record',
      headerOf(what, 'considered'),
      /found a ledger that was begun with record "purchases", and now it is "considered"/,
    ],
  ])('%s', (_, header, complaint) => {
    goOn('purchases', 20);
    const before = readFileSync(file, 'utf8');
    expect(() => finished(openLedger(file, header, NOW))).toThrow(complaint);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('another name or another version is no other run', () => {
    goOn('purchases', 20);
    const header = headerOf(what, 'purchases');
    finished(openLedger(file, { ...header, iwal: '0.2.0', data: { ...header.data, name: 'renamed' } }, NOW)).close();
  });

  it('a file that is no ledger stays as it is', () => {
    writeFileSync(file, 'notes');
    expect(() => finished(openLedger(file, headerOf(what, 'purchases'), NOW))).toThrow(/found a file that begins with "notes"/);
    expect(readFileSync(file, 'utf8')).toBe('notes');
  });

  it('refuses a second opening while the first lives', () => {
    const first = finished(openLedger(file, headerOf(what, 'purchases'), NOW));
    expect(() => finished(openLedger(file, headerOf(what, 'purchases'), 'later'))).toThrow(
      `${file}: found a ledger that is held by process ${process.pid}`,
    );
    first.close();
    finished(openLedger(file, headerOf(what, 'purchases'), 'later')).close();
  });

  it('refuses a ledger in which the classes were called otherwise', () => {
    finished(openLedger(file, { ...headerOf(what, 'purchases'), classes: ['other', 'sport'] }, NOW)).close();
    expect(() => finished(openLedger(file, { ...headerOf(what, 'purchases'), classes: ['sport', 'other'] }, NOW))).toThrow(
      'begun with classes ["other","sport"], and now it is ["sport","other"]',
    );
  });
});

describe('a full disk', () => {
  const disk = folder.path('disk');
  const isMounted = mountedSmall(disk, '64k');

  it.skipIf(!isMounted)(
    'is one complaint, and what was written before is valid (needs the right to mount a small file system)',
    () => {
      const small = `${disk}/a.ledger`;
      const { header, entries } = keptRun(what, 'considered', 'left off');
      try {
        const ledger = finished(openLedger(small, header, NOW));
        const full =
          /a\.ledger: found that it cannot be written \(no space left on device\); expected a file in a writable folder on a disk with room; what was written before is valid$/;
        expect(() => {
          for (let lap = 0; lap < 9; lap++) for (const entry of entries) ledger.take({ ...entry });
        }).toThrow(full);
        ledger.close();
        expect(readFileSync(small, 'utf8').endsWith('}\n')).toBe(true);
        const again = finished(openLedger(small, header, NOW));
        const kept = [...finished(readLedger(small))!.entries];
        expect(kept.length).toBeGreaterThan(50);
        expect(kept.slice(0, 50)).toEqual(entries.slice(0, 50));
        again.close();
      } finally {
        execFileSync('umount', [disk]);
      }
    },
  );
});

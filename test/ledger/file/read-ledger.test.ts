/**
 * Laws of reading: a ledger cut off at any byte is a ledger of the entries whose lines are complete; everything else that is
 * wrong is refused with its line.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Entry, ExampleEntry, UndoEntry } from '../../../src/ledger/entry.ts';
import { checksumText, lineText } from '../../../src/ledger/file/line.ts';
import { cutOffRemark, readLedger, readLedgerIfAny } from '../../../src/ledger/file/read-ledger.ts';
import { knownEntries } from '../../../src/ledger/passes.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';
import { annotatorContext } from '../../support/active-runs.ts';
import { keptRun, textOf } from '../../support/ledgers.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { finished } from '../../../src/numerics/work.ts';

const folder = temporaryFolder();
const file = folder.path('a.ledger');
const { header, entries } = keptRun(
  { rule: 'iwal-cal', decorators: [oracles.delayed({ delay: 2 }, annotatorContext())] },
  'purchases',
);
const undo = (position: number): UndoEntry => ({ entry: 'undo', position });
/** The place of the n-th example, and its position. */
const exampleAt = (n: number) => {
  const [place, entry] = [...entries.entries()].filter((each): each is [number, ExampleEntry] => each[1].entry === 'example')[n];
  return { place, position: entry.position };
};

describe('a ledger cut off (law)', () => {
  it('at every byte: the entries whose lines are complete, and where the next one belongs', () => {
    const short = entries.slice(0, 8);
    const bytes = Buffer.from(textOf({ ...header, data: { ...header.data, name: 'a pöol of ✓' } }, short));
    // Where each line ends, its line feed not counted.
    const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
    for (let length = 0; length <= bytes.length; length++) {
      writeFileSync(file, bytes.subarray(0, length));
      const complete = ends.filter((end) => end <= length).length;
      const ledger = finished(readLedger(file));
      if (complete === 0) expect(ledger, `${length}`).toBeUndefined();
      else {
        expect([...ledger!.entries], `${length}`).toStrictEqual(short.slice(0, complete - 1));
        const isTerminated = length > ends[complete - 1];
        expect(ledger!.isTerminated).toBe(isTerminated);
        const kept = ends[complete - 1] + (isTerminated ? 1 : 0);
        expect(ledger!.bytes).toBe(kept);
        expect(ledger!.cutOff).toBe(length - kept);
        if (length > kept)
          expect(cutOffRemark(ledger!)).toBe(
            `${file}: the last line was cut off when it was written: ${length - kept} bytes after line ${complete} do not count`,
          );
        else expect(cutOffRemark(ledger!)).toBeUndefined();
      }
    }
  });

  it('before all labels that were known before are there: nothing else was recorded, and there is no ledger yet', () => {
    const labels = new Map([
      [0, 1],
      [3, -1],
      [1, 1],
    ]);
    const known = knownEntries(header, labels, undefined);
    expect(known.map(({ importance }) => importance)).toEqual([1, 1, 1]);
    expect(knownEntries(header, labels, Float64Array.of(2, 3, 4, 5)).map(({ importance }) => importance)).toEqual([2, 5, 3]);
    const bytes = Buffer.from(textOf({ ...header, known: known.length }, known as unknown as Entry[]));
    const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
    for (let length = 0; length <= bytes.length; length++) {
      writeFileSync(file, bytes.subarray(0, length));
      const ledger = finished(readLedger(file));
      if (length < ends.at(-1)!) expect(ledger, `${length}`).toBeUndefined();
      else expect(ledger, `${length}`).toMatchObject({ known, bytes: length, cutOff: 0 });
    }
    expect([...finished(readLedger(file))!.entries]).toEqual([]);
  });

  it.each([
    ['after the last line feed', ''],
    ['from the last line feed on', '\n'],
    ['from inside the last line on', '"}\n'],
  ])('zeros %s, as a file system may leave them, do not count, and are told', (_, lost) => {
    const text = textOf(header, entries);
    writeFileSync(file, `${text.slice(0, text.length - lost.length)}${'\0'.repeat(4096)}`);
    const ledger = finished(readLedger(file))!;
    const isWhole = lost.length < 2;
    expect([...ledger.entries]).toStrictEqual(isWhole ? entries : entries.slice(0, -1));
    const notCounted = isWhole ? 4096 : lineText(entries.at(-1)!, 2).length + 1 - lost.length + 4096;
    expect([ledger.cutOff, ledger.isTerminated]).toEqual([notCounted, lost !== '\n']);
    expect(cutOffRemark(ledger)).toBe(
      `${file}: the last line was cut off when it was written: ${notCounted} bytes after line ` +
        `${entries.length + (isWhole ? 1 : 0)} do not count`,
    );
  });
});

describe('undo', () => {
  it('takes back everything from its position on, answers that came later included', () => {
    const { place, position } = exampleAt(4);
    const lines = [
      header,
      ...entries.slice(0, place + 5),
      undo(position),
      ...entries.slice(place, place + 2),
      undo(exampleAt(0).position),
      ...entries.slice(0, 2),
    ];
    writeFileSync(file, lines.map((line) => `${lineText(line, 2)}\n`).join(''));
    const ledger = finished(readLedger(file))!;
    expect([...ledger.entries]).toStrictEqual(entries.slice(0, 2));
    expect([ledger.lines, ledger.undos]).toEqual([[lines.length - 1, lines.length], 2]);
  });

  it('of nothing is refused', () => {
    writeFileSync(file, textOf(header, entries.slice(0, 1)) + `${lineText(undo(9999), 2)}\n`);
    expect(() => finished(readLedger(file))).toThrow(
      `${file}:3: found an undo from position 9999; expected the position of an entry before it`,
    );
  });
});

it('fresh labels follow a run that bought nothing, and name the model it ended with', () => {
  const { header: begun, entries: ended } = keptRun({ rule: 'iwal-cal', budget: 0 }, 'purchases');
  expect(ended).toMatchObject([{ entry: 'end' }]);
  const [{ model }] = ended;
  const read = (of: string) => {
    const fresh = { entry: 'fresh', row: 3, prediction: 0.5, label: 1, cost: 1, model: of } as const;
    const undone = { entry: 'undo-fresh', labels: 1 };
    writeFileSync(file, textOf(begun, [...ended, fresh, fresh, undone] as unknown as Entry[]));
    return finished(readLedger(file))!;
  };
  expect(read(model)).toMatchObject({ fresh: [{ entry: { label: 1 }, line: 3 }], undos: 1 });
  expect(() => read('0'.repeat(16))).toThrow(/:3: found a fresh label of model 0{16}; expected/);
});

it('a long ledger comes in pieces, so that somebody may leave off in between', () => {
  const run = keptRun({ rule: 'passive' }, 'considered', 'left off');
  const rest = textOf(run.header, run.entries).slice(textOf(run.header, []).length);
  writeFileSync(file, textOf(run.header, []) + rest.repeat(Math.ceil((3 << 20) / rest.length)));
  const work = readLedger(file);
  let pieces = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) pieces++;
  expect(pieces).toBeGreaterThanOrEqual(3);
  expect(step.value?.header).toEqual(run.header);
});

describe('damage (law)', () => {
  const bytes = Buffer.from(textOf({ ...header, data: { ...header.data, name: 'a pöol' } }, entries.slice(0, 4)));
  const whole = entries.slice(0, 4);

  it.each([
    ['one bit', (byte: number) => byte ^ 1],
    ['the highest bit', (byte: number) => byte ^ 0x80],
    ['a line feed', () => 0x0a],
    ['a zero', () => 0],
  ])('%s, in any byte: refused with its line, never taken for a line that was cut off', (_, damage) => {
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = damage(bytes[at]);
      if (damaged[at] === bytes[at]) continue;
      writeFileSync(file, damaged);
      // Zeros are what a file system adds where a line was not written to its end: the line feed is all that is missing.
      if (at === bytes.length - 1 && damaged[at] === 0) expect([...finished(readLedger(file))!.entries]).toStrictEqual(whole);
      else expect(() => finished(readLedger(file)), `byte ${at}`).toThrow(/a\.ledger:[1-6]: found /);
    }
  });

  it('in format 1, of the last line feed: refused as well', () => {
    const old = textOf({ ...header, 'iwal-ledger': 1 }, whole);
    writeFileSync(file, `${old.slice(0, -1)}\v`);
    expect(() => finished(readLedger(file))).toThrow(
      /:5: found ".*" at the end of the last line; expected a line feed after it: the file was damaged$/,
    );
  });

  it('of the last line, complete but for its line feed: refused', () => {
    const text = bytes.toString();
    const last = text.lastIndexOf('"position":') + 11;
    writeFileSync(file, `${text.slice(0, last)}${9 - Number(text[last])}${text.slice(last + 1, -1)}`);
    expect(() => finished(readLedger(file))).toThrow(
      /:5: found a line whose text has the checksum [0-9a-f]{8}; expected [0-9a-f]{8}, as it says: it was damaged after it was written$/,
    );
  });
});

describe('what is no ledger', () => {
  const good = textOf(header, entries.slice(0, 2));
  const old = textOf({ ...header, 'iwal-ledger': 1 }, entries.slice(0, 2));
  const third = good.split('\n')[2];
  /** A line whose checksum is right, whatever it says. */
  const sealed = (text: string): string => `${text.slice(0, -1)},"crc":"${checksumText(text.slice(0, -1))}"}`;
  it.each([
    [/:1: found a file that begins with "hello"; expected a ledger, which begins with \{"iwal-ledger":$/, 'hello\n'],
    [/:1: found a file that begins with "hello"/, 'hello'],
    [/:1: found ""; expected a line of JSON$/, '\n'],
    [/:1: found a file that begins with "\{\\"a\\":1\}"/, '{"a":1}\n'],
    [
      /:1: found ledger version 3, written by iwal 9\.9\.9; expected version 1 to 2: a newer iwal is needed to read it$/,
      good.replace(':2,"iwal":"0.1.0"', ':3,"iwal":"9.9.9"'),
    ],
    [/:1: found iwal-ledger: .*; expected the header of a ledger$/, old.replace('"iwal-ledger":1', '"iwal-ledger":"one"')],
    [/:1: found record: .*; expected the header of a ledger$/, `${sealed('{"iwal-ledger":2,"iwal":"0.1.0"}')}\n`],
    [/:1: found record: .*; expected the header of a ledger$/, '{"iwal-ledger":1,"iwal":"0.1.0"}\n'],
    // A cut line that is not the last.
    [
      /:4: found "\{\\"entry\\":\\"exam"; expected a line of JSON that ends in its checksum$/,
      `${good}{"entry":"exam\n${third}\n`,
    ],
    [/:4: found "\{\\"entry\\":\\"exam"; expected a line of JSON$/, `${old}{"entry":"exam\n${old.split('\n')[2]}\n`],
    [/:4: found ""; expected a line of JSON that ends in its checksum$/, `${good}\n${third}\n`],
    [/:4: found "\{\\"entry\\":.*; expected a line of JSON that ends in its checksum$/, `${good}{"entry":"undo","position":0}\n`],
    [
      /:4: found position: .*; expected an entry: known, example, answer, opinion, undo, correction, end, fresh, undo-fresh or pass$/,
      `${good}${sealed('{"entry":"undo"}')}\n`,
    ],
    [
      /:4: found "\{\\"entry\\":\\"undo\\",\\"position\\":\.5\}"; expected a line of JSON: it was changed after it was written$/,
      `${good}${sealed('{"entry":"undo","position":.5}')}\n`,
    ],
    // A last line that is complete and no entry.
    [/:4: found position: /, `${good}${sealed('{"entry":"undo"}')}`],
    [/:\d+: found an entry after the end; expected nothing$/, `${textOf(header, entries)}${third}\n`],
    [/:2: found coin: /, old.replace(/"coin":[^,]+/, '"coin":"much"')],
    [/:2: found coin: /, old.replace(/"coin":[^,]+/, '"coin":1e999')],
    [/:4: found a line of more than 16777216 bytes; expected a line of a ledger$/, `${old}${'x'.repeat(2 ** 24 + 2 ** 20)}`],
  ])('%s', (complaint, content) => {
    writeFileSync(file, content);
    expect(() => finished(readLedger(file))).toThrow(complaint);
  });

  it('no file, a folder, a device', () => {
    expect(() => finished(readLedger(folder.path('nothing')))).toThrow(/nothing: found no such file/);
    expect(finished(readLedgerIfAny(folder.path('nothing')))).toBeUndefined();
    mkdirSync(folder.path('folder'), { recursive: true });
    expect(() => finished(readLedger(folder.path('folder')))).toThrow(/found no ordinary file/);
    expect(() => finished(readLedger('/dev/zero'))).toThrow('/dev/zero: found no ordinary file; expected the path of a ledger');
  });
});

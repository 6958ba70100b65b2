/**
 * Laws of reading: a ledger cut off at any byte is a ledger of the entries whose lines are complete; everything else that is wrong is
 * refused with its line.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ExampleEntry, UndoEntry } from '../../src/ledger/entry.ts';
import { lineText } from '../../src/ledger/line.ts';
import { readLedger, readLedgerIfAny } from '../../src/ledger/read-ledger.ts';
import { oracles } from '../../src/streams/oracles/index.ts';
import { annotatorContext } from '../support/active-runs.ts';
import { keptRun, textOf } from '../support/ledgers.ts';
import { temporaryFolder } from '../support/temporary.ts';

const folder = temporaryFolder();
const file = folder.path('a.ledger');
const { header, entries } = keptRun({ rule: 'iwal-cal', decorators: [oracles.delayed({ delay: 2 }, annotatorContext())] }, 'purchases');
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
      const ledger = readLedger(file);
      if (complete === 0) expect(ledger, `${length}`).toBeUndefined();
      else {
        expect(ledger!.entries, `${length}`).toStrictEqual(short.slice(0, complete - 1));
        const isTerminated = length > ends[complete - 1];
        expect(ledger!.isTerminated).toBe(isTerminated);
        expect(ledger!.bytes).toBe(ends[complete - 1] + (isTerminated ? 1 : 0));
      }
    }
  });

  it('a last line of zeros, as a file system may leave it, is cut off', () => {
    writeFileSync(file, `${textOf(header, entries)}${'\0'.repeat(4096)}`);
    expect(readLedger(file)!.entries).toStrictEqual(entries);
  });
});

describe('undo', () => {
  it('takes back everything from its position on, answers that came later included', () => {
    const { place, position } = exampleAt(4);
    const lines = [header, ...entries.slice(0, place + 5), undo(position), ...entries.slice(place, place + 2), undo(exampleAt(0).position), ...entries.slice(0, 2)];
    writeFileSync(file, lines.map((line) => `${lineText(line)}\n`).join(''));
    const ledger = readLedger(file)!;
    expect(ledger.entries).toStrictEqual(entries.slice(0, 2));
    expect(ledger.lines).toEqual([lines.length - 1, lines.length]);
    expect(ledger.undos).toBe(2);
  });

  it('of nothing is refused', () => {
    writeFileSync(file, textOf(header, entries.slice(0, 1)) + `${lineText(undo(9999))}\n`);
    expect(() => readLedger(file)).toThrow(`${file}:3: found an undo from position 9999; legal is the position of an entry before it`);
  });
});

describe('what is no ledger', () => {
  const good = textOf(header, entries.slice(0, 2));
  const bad: readonly (readonly [what: string, content: string, complaint: RegExp])[] = [
    ['another text', 'hello\n', /:1: found a file that begins with "hello"; legal is a ledger, which begins with \{"iwal-ledger":$/],
    ['another text without a line feed', 'hello', /:1: found a file that begins with "hello"/],
    ['an empty first line', '\n', /:1: found ""; legal is a line of JSON$/],
    ['another JSON', '{"a":1}\n', /:1: found a file that begins with "\{\\"a\\":1\}"/],
    ['a newer version', good.replace(':1,"iwal":"0.1.0"', ':2,"iwal":"9.9.9"'), /:1: found ledger version 2, written by iwal 9\.9\.9; legal is version 1: a newer iwal is needed to read it$/],
    ['no version', good.replace('"iwal-ledger":1', '"iwal-ledger":"one"'), /:1: found iwal-ledger: .*; legal is the header of a ledger$/],
    ['half a header', '{"iwal-ledger":1,"iwal":"0.1.0"}\n', /:1: found record: .*; legal is the header of a ledger$/],
    ['a cut line that is not the last', `${good}{"entry":"exam\n${good.split('\n')[1]}\n`, /:4: found "\{\\"entry\\":\\"exam"; legal is a line of JSON$/],
    ['an empty line', `${good}\n${good.split('\n')[1]}\n`, /:4: found ""; legal is a line of JSON$/],
    ['a line that is no entry', `${good}{"entry":"undo"}\n`, /:4: found position: .*; legal is an entry: example, answer, undo or end$/],
    ['a last line that is complete and no entry', `${good}{"entry":"undo"}`, /:4: found position: /],
    ['an entry after the end', `${textOf(header, entries)}${good.split('\n')[1]}\n`, /:\d+: found an entry after the end; legal is nothing$/],
    ['a number that is none', good.replace(/"coin":[^,]+/, '"coin":"much"'), /:2: found coin: /],
    ['a number beyond all doubles', good.replace(/"coin":[^,]+/, '"coin":1e999'), /:2: found coin: /],
  ];

  it.each(bad)('%s', (_, content, complaint) => {
    writeFileSync(file, content);
    expect(() => readLedger(file)).toThrow(complaint);
  });

  it('no file, a folder, a device', () => {
    expect(() => readLedger(folder.path('nothing'))).toThrow(/nothing: found no such file/);
    expect(readLedgerIfAny(folder.path('nothing'))).toBeUndefined();
    mkdirSync(folder.path('folder'), { recursive: true });
    expect(() => readLedger(folder.path('folder'))).toThrow(/found no ordinary file/);
    expect(() => readLedger('/dev/zero')).toThrow('/dev/zero: found no ordinary file; legal is the path of a ledger');
  });
});

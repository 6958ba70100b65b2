/**
 * LAWS of blocks: a file that several threads read is the file that one reads line by line, bit for bit, and so is every complaint,
 * wherever blocks end.
 */
import { threadFile } from '../../../src/files/own-package.ts';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BlockReader, IN_ORDER as ALONE, type Lanes } from '../../../src/data/readers/blocks/reader.ts';
import { together } from '../../../src/data/readers/blocks/parser.ts';
import { blockMemory, openLines } from '../../../src/data/readers/lines.ts';
import type { ReadOptions } from '../../../src/data/readers/reader.ts';
import { readParts, SvmlightParser } from '../../../src/data/readers/svmlight.ts';
import { readVw } from '../../../src/data/readers/vw/text.ts';
import { DataError } from '../../../src/files/data-error.ts';
import type { Dataset } from '../../../src/rows/dataset.ts';
import { readVwExamples } from '../../../src/vw/examples.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { inCaseOf } from '../../../src/numerics/iwal-error.ts';

const { path, write } = temporaryFolder();

const shared = (bytes: number, threads = 1): Lanes => ({ bytes, threads, leastShared: 0 });

type Read = (file: string, options: ReadOptions, lanes: Lanes) => Promise<Dataset>;
const svmlight: Read = (file, options, lanes) => readParts([file], options, lanes);

/** What was read, or what was complained of. */
function outcome(read: Read, file: string, options: ReadOptions, lanes: Lanes): Promise<unknown> {
  return read(file, options, lanes).catch(inCaseOf(DataError, ({ message }) => message));
}

const values = ['1', '-2.5', '0.125', '1e-3', '0.1234567891', '0', '33.75', '4e2'];
const rows = (n: number, line: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => line(i));
const pairs = (i: number): string =>
  Array.from({ length: i % 9 }, (_, k) => `${k * (i % 5) + k}:${values[(i + k) % 8]}`).join(' ');
const label = (i: number): string => (i % 3 === 0 ? '1' : '-1');
const plain = rows(200, (i) => `${label(i)} ${pairs(i)}`);
const examples = rows(
  200,
  (i) => `${label(i)} ${i % 4 === 0 ? 2 : 1} 'tag${i} |a ${pairs(i)} word x:${values[i % 8]} |b:2 ${pairs(i + 1)}`,
);
const withLine = (lines: readonly string[], at: number, line: string): string => lines.toSpliced(at, 0, line).join('\n');

describe('a file of many blocks (law)', () => {
  it.each<[name: string, read: Read, text: string, options: ReadOptions]>([
    ['svmlight', svmlight, plain.join('\n'), {}],
    ['a byte order mark, CRLF, comments', svmlight, `\ufeff${plain.join(' # comment\r\n')}\r\n\r\n`, { labels: 'sign' }],
    ['groups', svmlight, rows(200, (i) => `${i % 4} qid:${i >> 3} ${pairs(i)}`).join('\n'), {}],
    ['a line longer than blocks', svmlight, withLine(plain, 70, `1 ${rows(3000, (i) => `${i}:1`).join(' ')}`), {}],
    ['two lines that are none', svmlight, `${withLine(plain, 90, '1 1:x')}\n1 y\n`, {}],
    ['a label that contradicts those before it', svmlight, withLine(plain, 150, '0 1:1'), { labels: 'sign' }],
    ['a group where none has one', svmlight, withLine(plain, 150, '1 qid:3 1:1'), {}],
    ['ids that sum to infinity', svmlight, withLine(plain, 199, '1 4:3e38 4:3e38'), {}],
    ['Vowpal Wabbit text', readVw, `${examples.join('\n')}\n`, { interactions: ['ab'] }],
    ['rows without a constant', svmlight, plain.join('\n'), { constant: 'none' }],
    ['Vowpal Wabbit text without one', readVw, `${examples.join('\n')}\n`, { constant: 'none' }],
    ['its labels by name', readVw, withLine(examples, 160, '0 | a'), { classes: ['-1', '1'] }],
    ['its complaints', readVw, withLine(examples, 160, '1 no bar'), {}],
    ['costs', readVw, rows(60, (i) => `1:${i} 2:${60 - i} | a${i}`).join('\n'), { labels: 'class' }],
  ])('%s', async (name, read, text, options) => {
    const file = write('shared', text);
    const alone = await outcome(read, file, options, ALONE);
    for (const lanes of [shared(37), shared(1000), shared(1000, 0)])
      expect(await outcome(read, file, options, lanes), JSON.stringify(lanes)).toEqual(alone);
    expect(typeof alone).toBe(/none|contradicts|group where|infinity|by name|complaints/.test(name) ? 'string' : 'object');
  });

  it("examples as Vowpal Wabbit's learner sees them", async () => {
    const features = { bits: 18, hash: 'strings', interactions: ['ab'], constant: true } as const;
    const file = write('examples', `\n${withLine(examples, 120, '\n1 | a')}`);
    const alone = await readVwExamples(file, features, 'numbers', ALONE);
    expect([alone.lines[0], alone.lines.at(-1), alone.tags[7]]).toEqual([2, 203, 'tag7']);
    for (const bytes of [41, 1000]) expect(await readVwExamples(file, features, 'numbers', shared(bytes))).toEqual(alone);
    const costs = write('costs', rows(60, (i) => `1:${i} 2:${60 - i} | a${i}`).join('\n'));
    const kind = { classes: 2 };
    expect(await readVwExamples(costs, features, kind, shared(41))).toEqual(await readVwExamples(costs, features, kind, ALONE));
  });

  it('several files are one dataset, whose labels keep to one convention', async () => {
    const [one, two] = [write('one', plain.join('\n')), write('two', `${plain.join('\n')}\n0 1:1\n`)];
    expect(await readParts([one, one], {}, shared(500))).toEqual(await readParts([one, one], {}, ALONE));
    const both: Read = (file, options, lanes) => readParts([one, file], options, lanes);
    expect(await outcome(both, two, { labels: 'sign' }, shared(500))).toMatch(
      /two:201:1: found "0"; expected a label that is -1 or 1/,
    );
  });

  it('threads that have begun take part, and a complaint names the line', async () => {
    const lines = rows(20_000, (i) => `${label(i)} ${pairs(i)}`);
    for (const [text, complaint] of [
      [lines.join('\n'), undefined],
      [withLine(lines, 15_000, '1 1:x'), 'long:15001:3: found "1:x"; expected id:value'],
    ] as const) {
      const file = write('long', text);
      const reading = {
        file,
        options: { format: 'svmlight', options: {} },
        thread: () => threadFile('data/readers/blocks/thread'),
      };
      const reader = new BlockReader<Dataset, SvmlightParser>(
        { ...reading, parser: () => new SvmlightParser(file, {}) },
        shared(1000),
      );
      const labels: number[] = [];
      const read = async (): Promise<void> => {
        for await (const piece of reader.pieces()) {
          labels.push(...piece.labels);
          // A thread takes some time to begin.
          if (reader.lines < 100) await setTimeout(100);
        }
      };
      expect(await read().then(() => undefined, String)).toEqual(complaint && expect.stringContaining(complaint));
      expect(labels).toEqual(lines.slice(0, labels.length).map((_, i) => (i % 3 === 0 ? 1 : -1)));
      expect(labels.length).toBeGreaterThan(complaint === undefined ? 19_999 : 14_000);
    }
  });

  it('where no thread can be had, it is read all the same', async () => {
    const file = write('alone', plain.join('\n'));
    const reading = {
      ...{ file, options: {}, thread: () => new URL('file:///no-such-thread.js') },
      parser: () => new SvmlightParser(file, { labels: 'sign' }),
    };
    const reader = new BlockReader<Dataset, SvmlightParser>(reading, shared(1000));
    const labels: number[] = [];
    for await (const piece of reader.pieces()) labels.push(...piece.labels);
    expect(labels).toEqual(plain.map((_, i) => (i % 3 === 0 ? 1 : -1)));
    expect([reader.rows, reader.lines, reader.habits.negative]).toEqual([200, 200, -1]);
    const missing = new BlockReader<Dataset, SvmlightParser>({ ...reading, file: path('missing') }, shared(1000));
    await expect(missing.pieces().next()).rejects.toThrow('missing: found no such file');
  });
});

it('every line is in one block, whatever memory there is (law)', async () => {
  const lines = ['', 'a', 'bb', '', 'x'.repeat(50), 'c', '', ''];
  for (const end of ['', '\n', '\nlast']) {
    const text = lines.join('\n') + end;
    const file = write('lines', text);
    for (const bytes of [1, 2, 3, 7, 100]) {
      const blocks = await openLines(file, { taken: () => 0 });
      const memory = [blockMemory(bytes), blockMemory(bytes)];
      let read = '';
      for (let k = 0, block = await blocks.next(memory[0]); block !== undefined; block = await blocks.next(memory[++k % 2])) {
        expect(block.at(-1)).toBe(0x0a);
        read += block.toString();
      }
      blocks.close();
      expect(read).toBe(text.endsWith('\n') ? text : `${text}\n`);
    }
  }
});

it('habits that contradict each other are told', () => {
  expect(together({}, { negative: -1 })).toEqual({ negative: -1 });
  expect(together({ negative: -1, groups: false }, {})).toEqual({ negative: -1, groups: false });
  expect(together({ negative: -1 }, { negative: 0 })).toBeUndefined();
  expect(together({ groups: false }, { groups: true })).toBeUndefined();
  expect(together({ groups: false }, { groups: false, negative: 0 })).toEqual({ groups: false, negative: 0 });
});

/**
 * LAWS of sizes: what is too large for a line, an array or the memory is one DataError with its place; long lines cost what they
 * weigh.
 */
import { complaint as said } from '../../support/rows/complaint.ts';
import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Growing, allocated, roomHere, SizeError } from '../../../src/rows/building/growing.ts';
import { readDataset } from '../../../src/data/index.ts';
import { LONGEST_LINE, readLines } from '../../../src/data/readers/lines.ts';
import { SparseRowsBuilder } from '../../../src/rows/building/sparse-rows-builder.ts';
import { readPool } from '../../../src/labelling/pool.ts';
import { builtUrl } from '../../support/processes/built.ts';
import { entriesOf } from '../../support/rows/rows.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write } = temporaryFolder();
const MEGABYTE = 1 << 20;

const complaint = async (work: Promise<unknown>): Promise<string> => (await said(work)).replace(path('x').slice(0, -1), '');

async function linesOf(file: string, longest?: number): Promise<string[]> {
  const lines: string[] = [];
  const options = { taken: () => lines.length, ...(longest !== undefined && { longest }) };
  for await (const block of readLines(file, options)) {
    expect(block.at(-1)).toBe(0x0a);
    lines.push(...block.toString('latin1', 0, block.length - 1).split('\n'));
  }
  return lines;
}

describe('readLines (law)', () => {
  const lengths = [0, 1, 3 * MEGABYTE, 5, MEGABYTE - 1, MEGABYTE, 2 * MEGABYTE + 7, 0, 2];
  const expected = lengths.map((length, k) => String.fromCharCode(97 + k).repeat(length));

  it.each(['\n', ''])('gives every line once, wherever chunks end; the last one ends in %j', async (end) => {
    expect(await linesOf(write('lines', expected.join('\n') + end))).toEqual(expected);
    expect(await linesOf(write('lines', gzipSync(expected.join('\n') + end)))).toEqual(expected);
  });

  it('drops a byte order mark at the start of a line longer than a chunk, and nowhere else', async () => {
    const long = 'x'.repeat(MEGABYTE + 5);
    expect(
      await linesOf(
        write(
          'mark',
          Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(`${long}\n`), Buffer.of(0xef, 0xbb, 0xbf), Buffer.from('y')]),
        ),
      ),
    ).toEqual([long, '\u00ef\u00bb\u00bfy']);
  });

  it('refuses a line above the limit by its number, and takes one that reaches it', async () => {
    const limit = 2 * MEGABYTE;
    const file = write('long', `a\nb\n${'c'.repeat(limit - 1)}\nd\n`);
    expect((await linesOf(file, limit)).map(({ length }) => length)).toEqual([1, 1, limit - 1, 1]);
    const over = write('over', `a\nb\n${'c'.repeat(limit + MEGABYTE)}\nd\n`);
    expect(await complaint(linesOf(over, limit))).toBe(
      'over:3: found a line of more than 2,097,152 bytes; expected one example a line, each line ended by a line feed',
    );
  });

  describe('a line without end, 500 MB in 500 KB of gzip, is refused before all of it was read', () => {
    // Joined chunk by chunk it took more than the minute that a test has.
    const member = gzipSync(Buffer.alloc(10 * MEGABYTE, '1 '));
    const bomb = (name: string): string => write(name, Buffer.concat(Array.from({ length: 50 }, () => member)));

    it.each(['bomb.svm.gz', 'bomb.vw.gz', 'bomb.csv.gz'])('%s', async (name) => {
      const message = await complaint(readDataset(bomb(name)));
      expect(message).toMatch(
        /^bomb\.\w+\.gz:1: found (a line of more than 134,217,728 bytes|a row of more than 8,388,608 characters); expected /,
      );
      expect(LONGEST_LINE).toBe(134_217_728);
    });

    it('the texts of a pool', async () => {
      const request = { file: write('pool.svm', '1 1:1\n'), reading: {}, text: bomb('texts.gz') };
      expect(await complaint(readPool(request))).toContain('texts.gz:1: found a line of more than');
    });
  });

  it('a row of 16 MB is read in every format of text that has rows so long', async () => {
    const pairs = Array.from({ length: 1_400_000 }, (_, k) => `${k + 1}:0.25`).join(' ');
    for (const [name, text] of [
      ['a.svm', `1 ${pairs}\n1 1:1`],
      ['a.vw', `1 | ${pairs}\n1 | 1:1`],
    ]) {
      const { rows } = await readDataset(write(name, text), { bits: 21 });
      expect(rows.offsets[1]).toBeGreaterThan(700_000);
      expect(rows.length).toBe(2);
    }
  });
});

describe('rows beyond counting (law)', () => {
  it('more rows than a plain array takes: growth is in typed memory', () => {
    // 2^27 is where V8 ends the process; a growing of typed blocks goes on.
    const many = 2 ** 27 + 5;
    const numbers = new Growing(Uint32Array);
    for (let k = 0; k < many; k++) numbers.push(k);
    const all = numbers.shared();
    expect([all.length, all[0], all[1023], all[1024], all[many - 1]]).toEqual([many, 0, 1023, 1024, many - 1]);
    expect(all.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it('gives back what was pushed, of any number', () => {
    for (const n of [0, 1, 1023, 1024, 1025, 5000]) {
      const numbers = new Growing(Float64Array);
      for (let k = 0; k < n; k++) numbers.push(k / 2);
      expect(numbers.length).toBe(n);
      expect([...numbers.shared()]).toEqual(Array.from({ length: n }, (_, k) => k / 2));
    }
  });

  it('more entries than offsets can number are refused, rows of nothing are not', () => {
    const builder = new SparseRowsBuilder({ entries: 3, room: roomHere });
    for (const row of [[1, 2], [], [7]]) {
      for (const column of row) builder.add(column, 1);
      builder.endRow();
    }
    for (let k = 0; k < 5000; k++) builder.endRow();
    builder.add(1, 1);
    expect(() => builder.endRow()).toThrow(new SizeError('more than 3 entries, the most that one data set can number'));
  });

  it('what does not fit the memory is a SizeError while it grows and while it is put together', () => {
    let left = Infinity;
    const full = (): SparseRowsBuilder => {
      const builder = new SparseRowsBuilder({ entries: 2 ** 32 - 1, room: () => left });
      for (let row = 0; row < 4000; row++) {
        for (let column = 0; column < 100; column++) builder.add(column, 1);
        builder.endRow();
      }
      return builder;
    };
    expect(entriesOf(full().build())).toHaveLength(4000);
    const built = full();
    left = 1000;
    expect(() => built.build()).toThrow(new SizeError('400,000 entries, which do not fit the memory of this machine'));
    expect(full).toThrow(/^\d+,\d+ entries, which do not fit the memory of this machine$/);
    const numbers = new Growing(Float64Array, () => left);
    expect(() => {
      for (let k = 0; k < 1e6; k++) numbers.push(k);
    }).toThrow(/rows, which do not fit/);
    const long = new SparseRowsBuilder({ entries: 2 ** 32 - 1, room: () => left });
    expect(() => {
      for (let k = 0; k < 1e6; k++) long.add(k, 1);
    }).toThrow(/entries of one row, which do not fit/);
  });

  it('what V8 itself refuses is the same error', () => {
    expect(() => allocated(8, 'a sky of stars', () => new Float64Array(2 ** 53))).toThrow(
      new SizeError('a sky of stars, which do not fit the memory of this machine'),
    );
    expect(roomHere()).toBeGreaterThan(0);
  });
});

describe('Vowpal Wabbit text (law)', () => {
  it('a small line of interactions beyond all bounds is refused', async () => {
    const names = (letter: string): string => `|${letter}${Array.from({ length: 3000 }, (_, k) => ` ${letter}${k}`).join('')}`;
    const file = write('products.vw', `1 ${names('a')} ${names('b')}\n`);
    const message = await complaint(readDataset(file, { interactions: ['ab'] }));
    expect(message).toBe(
      'products.vw:1: found more than 8,388,608 features on one line; expected data that fits; a part of it, or a ' +
        'machine with more memory, may do',
    );
  });

  it('features that sum beyond single precision are the trouble of their line', async () => {
    const message = await complaint(readDataset(write('sum.vw', '1 | a\n1 | a:3e38 a:3e38\n')));
    expect(message).toMatch(
      /^sum\.vw:2: found a line that cannot be stored \(row 1, column \d+: 6\.\d+e\+38 is not finite in single precision\); expected /,
    );
  });

  it('a head of many words is refused for its fourth number', async () => {
    expect(await complaint(readDataset(write('head.vw', `${'1 '.repeat(2e6)}| a\n`)))).toMatch(
      /^head\.vw:1:7: found "1"; expected at most 'label importance initial tag'/,
    );
  });
});

it('typed memory is what holds the rows: five million short lines fit a heap of 60 MB', () => {
  const file = write('short.svm', '1\n'.repeat(5e6));
  const program = `import { readDataset } from ${JSON.stringify(builtUrl('src/entry/data.js'))};
    console.log((await readDataset(${JSON.stringify(file)})).rows.length);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--max-old-space-size=60', '--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: '5000000\n', stderr: '' });
});

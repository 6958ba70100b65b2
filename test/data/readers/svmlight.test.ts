/** The svmlight reader: agreement with a parser that is obviously right; what it refuses stands in test/cli/refusals/said/readers.txt. */
import { complaint as said } from '../../support/rows/complaint.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadOptions } from '../../../src/data/readers/reader.ts';
import { svmlight } from '../../../src/data/readers/svmlight.ts';
import { entriesOf, inText } from '../../support/rows/rows.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { forAllAwaited } from '../../support/for-all.ts';

const { path, write } = temporaryFolder();

async function read(text: string, options: ReadOptions = {}) {
  const dataset = await svmlight.read(write('x.svm', text), options);
  return { labels: [...dataset.labels], rows: inText(entriesOf(dataset.rows)), groups: dataset.groups && [...dataset.groups] };
}

const complaint = (text: string, options: ReadOptions = {}): Promise<string> => said(read(text, options), path('x.svm'));

/** The format read line by line and token by token, with Map and Number: slow and plain. */
function plainly(text: string) {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  const examples = lines.filter((line) => line !== '').map((line) => line.split(/[ \t\r]+/));
  const rows = examples.map(([, ...pairs]) => {
    const row = new Map([[0, 1]]);
    for (const [id, value] of pairs.map((pair) => pair.split(':').map(Number))) row.set(id + 1, (row.get(id + 1) ?? 0) + value);
    const entries = [...row].map(([column, value]): [number, number] => [column, Math.fround(value)]);
    return entries.filter(([, value]) => value !== 0).sort(([a], [b]) => a - b);
  });
  return { labels: examples.map(([label]) => Number(label)), rows: inText(rows), groups: undefined };
}

const blank = fc.constantFrom(' ', '  ', '\t', ' \t ');
const digits = (most: number) => fc.array(fc.nat(9), { minLength: 1, maxLength: most }).map((each) => each.join(''));
const value = fc.oneof(
  fc.double({ noNaN: true, min: -1e38, max: 1e38 }).map(String),
  fc.tuple(fc.constantFrom('', '-', '+'), digits(12), digits(24)).map(([sign, whole, rest]) => `${sign}${whole}.${rest}`),
  fc.tuple(fc.constantFrom('0.', '-0.', '.', '-'), digits(11)).map((parts) => parts.join('')),
  fc.constantFrom('0', '-0.0', '+1', '1e-3', '.5', '5.', '1e-60'),
);
const pair = fc.tuple(blank, fc.nat(300), value).map(([gap, id, x]) => `${gap}${id}:${x}`);
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const label = fc.oneof(fc.integer().map(String), finite.map(String), fc.constantFrom('+1', '-1', '1.0'));
const comment = fc.constantFrom('', '', '', ' # a comment', '#1:2', ' \t');
/** Ids ascend in most files, but for a pair that comes again or too late. */
const ascending = fc
  .array(fc.tuple(blank, fc.nat({ max: 2 ** 32 - 2 }), value), { maxLength: 20 })
  .map((pairs) => pairs.sort(([, a], [, b]) => a - b).map(([gap, id, x]) => `${gap}${id}:${x}`));
const pairs = fc.oneof(
  ascending,
  fc.array(pair, { maxLength: 20 }),
  fc.tuple(ascending, pair).map(([most, late]) => [...most, late]),
);
const example = fc.tuple(label, pairs, comment).map(([y, pairs, rest]) => y + pairs.join('') + rest);
const empty = fc.constantFrom('', ' ', '# 1 1:1');
const line = fc.tuple(
  fc.oneof({ weight: 5, arbitrary: example }, { weight: 1, arbitrary: empty }),
  fc.constantFrom('\n', '\r\n'),
);
const file = fc.array(line, { minLength: 1, maxLength: 20 }).map((lines) => `1 1:1\n${lines.flat().join('')}`);

it('numbers whose digits are a multiple of 2^32 before the point are read as what they are', async () => {
  const numbers = ['4294967296.5', '-8589934592.25', '42949672960.125', '0000000000.5', '9999999999.5'];
  const { rows } = await svmlight.read(write('wrap.svm', `1${numbers.map((each, k) => ` ${k + 1}:${each}`).join('')}\n`), {});
  expect([...rows.values]).toEqual([1, ...numbers.map((each) => Math.fround(Number(each)))]);
});

describe('the svmlight reader', () => {
  it('agrees with the plain parser on every legal text (law)', async () => {
    await forAllAwaited([file, fc.constantFrom('', '\n', ' ')], async (text, end) => {
      expect(await read(text.trimEnd() + end)).toEqual(plainly(text));
    });
  });

  it('does not depend on where the blocks of the file end (law)', async () => {
    const pairs = (i: number): string => `${i % 1000}:${i / 64} 2000:0.${i} ${3000 + (i % 11)}:1e-${i % 9}`;
    const lines = Array.from({ length: 60_000 }, (_, i) => `${(i % 7) - 3} ${pairs(i)}`);
    const text = lines.join('\n');
    expect(text.length).toBeGreaterThan(2 * 2 ** 20);
    expect(await read(text)).toEqual(plainly(text));
  });

  it('reads a line longer than several blocks', async () => {
    const pairs = Array.from({ length: 300_000 }, (_, k) => `${k}:${k + 1}`).join(' ');
    expect(pairs.length).toBeGreaterThan(2 * 2 ** 20);
    const { rows } = await read(`1 ${pairs}\n-1 5:1\n`);
    expect(rows[0].split(' ')).toHaveLength(300_001);
    expect(rows[0]).toMatch(/ 300000:300000$/);
    expect(rows[1]).toBe('0:1 6:1');
  });

  it('puts feature j into column j + 1 and the constant into column 0', async () => {
    expect(await read('2 0:5 1:7 4294967294:1\n')).toEqual({
      labels: [2],
      rows: ['0:1 1:5 2:7 4294967295:1'],
      groups: undefined,
    });
  });

  it('reads groups, a byte order mark, and rows without features', async () => {
    expect(await read('\ufeff3 qid:7 1:1\n0 qid:4294967295\r\n')).toEqual({
      labels: [3, 0],
      rows: ['0:1 2:1', '0:1'],
      groups: [7, 4294967295],
    });
  });

  it.each([
    ['-1 1:1\n+1 2:1\n1.0\n', [-1, 1, 1]],
    ['0\n1\n0\n', [-1, 1, -1]],
    ['1\n1\n', [1, 1]],
  ])('reads the two-class labels of %j', async (text, labels) => {
    expect((await read(text, { labels: 'sign' })).labels).toEqual(labels);
  });

  it('counts lines across blocks of the file', async () => {
    expect(await complaint(`${'1 1:1\n'.repeat(400_000)}1 1:1 oops\n`)).toContain('x.svm:400001:7: found "oops"');
  });

  it('takes rows without a label where labels are optional', async () => {
    const { labels, rows } = await read('1:2 3:4\n-1 1:2\n7:1\n', { labels: 'optional' });
    expect(labels).toEqual([NaN, -1, NaN]);
    expect(rows).toEqual(['0:1 2:2 4:4', '0:1 2:2', '0:1 8:1']);
    expect((await read('qid:3 1:2\n', { labels: 'optional' })).groups).toEqual([3]);
    expect(await complaint('1:2\n', {})).toContain('found "1:2"');
    expect(await complaint('x 1:2\n', { labels: 'optional' })).toContain('found "x"');
  });
});

/** What the reader of Vowpal Wabbit text makes of every part of a line; what it refuses stands in test/cli/refusals/said/readers.txt. */
import { complaint as said } from '../../support/rows/complaint.ts';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../../src/rows/dataset.ts';
import type { Features, VwExample } from '../../../src/data/readers/vw/example.ts';
import { nameHashes } from '../../../src/data/readers/vw/hash.ts';
import type { Rowed } from '../../../src/data/readers/blocks/crew.ts';
import { readLines } from '../../../src/data/readers/lines.ts';
import { vw } from '../../../src/data/readers/vw/text.ts';
import { VwText } from '../../../src/data/readers/vw/vw-text.ts';
import { SparseRowsBuilder } from '../../../src/rows/building/sparse-rows-builder.ts';
import { entriesOf, inText } from '../../support/rows/rows.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { forAllAwaited } from '../../support/for-all.ts';

const { path, write } = temporaryFolder();

interface Read {
  readonly label: number | undefined;
  readonly importance: number;
  readonly initial: number;
  readonly tag: string;
  readonly spaces: Readonly<Record<string, readonly (readonly [hash: number, value: number])[]>>;
}

function pairs({ hashes, values, length }: Features): (readonly [number, number])[] {
  return Array.from({ length }, (_, k) => [hashes[k], values[k]]);
}

/** The examples of a text, labels optional. */
async function examples(
  text: string,
  interactions: readonly string[] = [],
): Promise<(Read & { products: (readonly [number, number])[] })[]> {
  const read: (Read & { products: (readonly [number, number])[] })[] = [];
  const file = write('text.vw', text);
  class Parser extends VwText<Rowed> {
    override rows = new SparseRowsBuilder();
    override piece = (): Rowed => ({ rows: this.rows.build() });

    protected override take({ label, importance, initial, tag, spaces }: VwExample, products: Features): void {
      const named = Object.fromEntries(spaces.map((space) => [String.fromCharCode(space.letter), pairs(space)]));
      read.push({ label, importance, initial, tag, spaces: named, products: pairs(products) });
    }
  }
  const parser = new Parser(file, { labels: 'optional', bits: 18, hash: 'strings', interactions });
  for await (const block of readLines(file, { taken: () => parser.line })) parser.parse(block);
  return read;
}

function hash(...names: string[]): number {
  return names.reduce((seed, name) => nameHashes.strings(Buffer.from(name), 0, Buffer.byteLength(name), seed), 0);
}

const complaint = (text: string, options: Parameters<typeof vw.read>[1] = {}): Promise<string> =>
  said(vw.read(write('bad.vw', text), options), path('bad.vw'));

describe('before the first bar', () => {
  const heads: readonly (readonly [text: string, head: Partial<Read>])[] = [
    ['1 |a x', { label: 1, importance: 1, initial: 0, tag: '' }],
    ['-1.5 2 0.25 |a x', { label: -1.5, importance: 2, initial: 0.25 }],
    ['1 0.5 doc/1|a x', { label: 1, importance: 0.5, tag: 'doc/1' }],
    ["1 'first |a x", { label: 1, importance: 1, tag: 'first' }],
    ["'first|a x", { label: undefined, tag: 'first' }],
    ['1|a x', { label: undefined, tag: '1' }],
    ['|a x', { label: undefined, tag: '' }],
    [' 1e0  2.50 |a x', { label: 1, importance: 2.5 }],
    ['dropped\t1 3 |a x\ty', { label: 1, importance: 3 }],
    ['1 0 |a x', { label: 1, importance: 0 }],
  ];

  it.each(heads)('%j', async (text, head) => {
    expect((await examples(text))[0]).toMatchObject(head);
  });
});

describe('after it', () => {
  it('names, values, scaled namespaces and words', async () => {
    const [{ spaces }] = await examples('1 |a x y:2 12:0.5 |b:0.5 z z:4 |colour hue:red \t hue:blue');
    expect(spaces.a).toEqual([
      [hash('a', 'x'), 1],
      [hash('a', 'y'), 2],
      [(hash('a') + 12) % 2 ** 32, 0.5],
    ]);
    expect(spaces.b).toEqual([
      [hash('b', 'z'), 0.5],
      [hash('b', 'z'), 2],
    ]);
    expect(spaces.c).toEqual([
      [hash('colour', 'hue', 'red'), 1],
      [hash('colour', 'hue', 'blue'), 1],
    ]);
  });

  it('the unnamed namespace, whose hash is 0, and numbered features without a name', async () => {
    const [{ spaces }] = await examples('1 | x 7 :3 :-1 |n :2');
    expect(spaces[' ']).toEqual([
      [hash('x'), 1],
      [7, 1],
      [0, 3],
      [1, -1],
    ]);
    expect(spaces.n).toEqual([[hash('n'), 2]]);
  });

  it('namespaces of one first letter are one, and zeros are nothing', async () => {
    const [{ spaces }] = await examples('1 |ab x |b y:0 |ac x:0 z:1e-60');
    expect(spaces).toEqual({ a: [[hash('ab', 'x'), 1]], b: [] });
  });

  it('values in single precision', async () => {
    const [{ spaces }] = await examples('1 |a:0.1 x:0.1');
    expect(spaces.a[0][1]).toBe(Math.fround(Math.fround(0.1) * Math.fround(0.1)));
  });

  it('blank lines, carriage returns and a missing last line end', async () => {
    const read = await examples('1 |a x\r\n\r\n \t \n-1 |a x \r\n2 |a x');
    expect([read.map(({ label }) => label), read.every(({ spaces }) => spaces.a.length === 1)]).toEqual([[1, -1, 2], true]);
  });
});

describe('the dataset', () => {
  const read = (text: string, options = {}): Promise<Dataset> =>
    Promise.resolve(vw.read(write('a.vw', text), { bits: 4, ...options }));

  it('has the constant, the hash space in columns 1 to 2^b, and sums of what falls on one column', async () => {
    const { rows, labels, importances } = await read('1 |a 1 2:3\n-1 | 17 1:2\n');
    expect(rows.columns).toBe(17);
    const [one, two] = [1, 2].map((id) => 1 + ((hash('a') + id) % 16));
    expect(inText(entriesOf(rows))).toEqual([one < two ? `0:1 ${one}:1 ${two}:3` : `0:1 ${two}:3 ${one}:1`, '0:1 2:3']);
    expect(Array.from(labels)).toEqual([1, -1]);
    expect(importances).toBeUndefined();
  });

  it('keeps importances where one is not 1', async () => {
    expect(Array.from((await read('1 |a x\n-1 2.5 |a y\n')).importances!)).toEqual([1, 2.5]);
  });

  it('without a label only where that is asked for', async () => {
    expect(Array.from((await read('|a x\n1 |a x\n', { labels: 'optional' })).labels)).toEqual([NaN, 1]);
    expect(await complaint('1 |a x\n|a x\n')).toBe(
      "bad.vw:2:1: found nothing; expected a label (a finite number) and a space before the '|'",
    );
  });

  it('reads gzip by content and two-class labels', async () => {
    const file = write('packed', gzipSync('1 |a x\n0 |a y\n'));
    expect(Array.from((await vw.read(file, { labels: 'sign' })).labels)).toEqual([1, -1]);
  });
});

it('numbers whose digits are a multiple of 2^32 before the point are read as what they are', async () => {
  const numbers = ['4294967296.5', '-8589934592.25', '42949672960.125', '0000000000.5', '9999999999.5'];
  const { rows } = await vw.read(write('wrap.vw', `1 |${numbers.map((each, k) => ` f${k}:${each}`).join('')}\n`), {});
  const found = [...rows.values].filter((value) => value !== 1);
  expect(found.sort()).toEqual(numbers.map((each) => Math.fround(Number(each))).sort());
});

describe('the walk over ordinary features (law)', () => {
  const digit = fc.nat(9).map(String);
  const digits = (most: number) => fc.array(digit, { minLength: 1, maxLength: most }).map((each) => each.join(''));
  const name = fc.oneof(digits(12), fc.constantFrom('w', 'é', '7x', 'a_b', 'some-longer-name'));
  const decimals = fc.oneof(
    digits(9),
    fc.tuple(digits(10), digits(24)).map((parts) => parts.join('.')),
    digits(10).map((d) => `0.${d}`),
    digits(3).map((d) => `.${d}`),
  );
  const feature = fc.tuple(name, fc.option(decimals), fc.constantFrom(' ', '  ', '\t'));
  const space = fc.tuple(fc.constantFrom('', 'a', 'ab:0.5', '12'), fc.array(feature, { maxLength: 12 }));

  /** value: how it is written; a sign or an exponent leads to the walk that takes a token at a time. */
  function text(
    spaces: readonly (readonly [string, readonly (readonly [string, string | null, string])[]])[],
    plain: boolean,
  ): string {
    const written = (value: string | null): string => (plain ? (value === null ? '' : `:${value}`) : `:+${value ?? '1'}e0`);
    const line = spaces.map(
      ([start, features]) => `|${start}${features.map(([each, value, gap]) => `${gap}${each}${written(value)}`).join('')}`,
    );
    return `1 ${line.join(' ')}\n`;
  }

  it.each(['strings', 'all'] as const)('finds what the walk over all kinds finds; names hashed by %s', async (hashName) => {
    await forAllAwaited([fc.array(space, { minLength: 1, maxLength: 3 })], async (spaces) => {
      const read = async (plain: boolean): Promise<Dataset> =>
        vw.read(write('walk.vw', text(spaces, plain)), { bits: 18, hash: hashName });
      expect(await read(true)).toEqual(await read(false));
    });
  });
});

it('bits that are none, and interactions of one namespace', async () => {
  expect(await complaint('1 |a x', { bits: 31 })).toBe('bad.vw: found 31 hash bits; expected a whole number in [1, 30]');
  expect(await complaint('1 |a x', { bits: 0 })).toBe('bad.vw: found 0 hash bits; expected a whole number in [1, 30]');
  expect(await complaint('1 |a x', { interactions: ['ab', 'a'] })).toMatch(
    /^bad\.vw: found the interaction 'a'; expected at least two namespaces/,
  );
  expect(await complaint('1 |a x:1e30', { interactions: ['aa'] })).toMatch(/^bad\.vw:1: found an interaction that overflows/);
});

describe('interactions', () => {
  const product = (...hashes: number[]): number => hashes.reduce((h, i) => (Math.imul(16777619, h) ^ i) >>> 0);

  it('multiply every feature of one namespace with every one of another', async () => {
    const [{ products }] = await examples('1 |a x:2 y |b z:3', ['ab']);
    const z = hash('b', 'z');
    expect(products).toEqual([
      [product(hash('a', 'x'), z), 6],
      [product(hash('a', 'y'), z), 3],
    ]);
  });

  it('of a namespace with itself take each pair once, squares included', async () => {
    const [{ products }] = await examples('1 |a x:2 y:3', ['aa']);
    const [x, y] = [hash('a', 'x'), hash('a', 'y')];
    expect(products).toEqual([
      [product(x, x), 4],
      [product(x, y), 6],
      [product(y, y), 9],
    ]);
  });

  it('of three take combinations in order, equal letters brought together', async () => {
    const [{ products }] = await examples('1 |a x y |b z', ['aba']);
    const [x, y, z] = [hash('a', 'x'), hash('a', 'y'), hash('b', 'z')];
    expect(products.map(([at]) => at)).toEqual([product(x, x, z), product(x, y, z), product(y, y, z)]);
  });

  it('that mean the same count once, and absent namespaces give none', async () => {
    const [{ products }] = await examples('1 |a x |b z', ['ab', 'ba', 'ac']);
    expect(products).toEqual([[product(hash('a', 'x'), hash('b', 'z')), 1]]);
  });

  it('with : take every namespace of the line', async () => {
    const all = await examples('1 |a x |b z\n1 |b z\n', ['::']);
    const [x, z] = [hash('a', 'x'), hash('b', 'z')];
    expect(all.map(({ products }) => products.map(([at]) => at))).toEqual([
      [product(x, x), product(x, z), product(z, z)],
      [product(z, z)],
    ]);
  });
});

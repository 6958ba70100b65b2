/** LAW of the words that are found 16 bytes at a time: WebAssembly and TypeScript find the same words, and make the same rows of documents. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { chooseKernels, type KernelChoice } from '../../../src/rows/kernels/choice.ts';
import { DocumentRows } from '../../../src/text/document-rows.ts';
import { FastRowCounts, PlainRowCounts, ROOM, ShortWords, TextMemory } from '../../../src/text/row-counts.ts';
import { tokensOf } from '../../../src/text/scan.ts';
import { FIRST_WORD, LEFT_OUT, type TextSettings, type Vectorizer } from '../../../src/text/vectorizer.ts';
import { forAll } from '../../support/for-all.ts';

afterEach(() => chooseKernels('wasm'));

const ascii = fc.string({ unit: 'binary-ascii', maxLength: 200 });
/** Letters, digits and apostrophes mostly: words of every length around 16, and around 64 bytes of the text. */
const wordy = fc
  .array(fc.constantFrom('a', 'Z', '0', '9', "'", ' ', '@', '[', '`', '{', '/', ':', '\0', '\x7f', 'WoRd', 'fourteenlettrs'), {
    maxLength: 150,
  })
  .map((parts) => parts.join(''));
/** Others among them, alone and many, with and without spaces around. */
const mixed = fc
  .array(
    fc.constantFrom(
      'the ',
      'cat',
      "'s",
      ' ',
      '\n',
      'é',
      ' e\u0301',
      ' \u0301x',
      'ΣΑΣ',
      ' Σ',
      '日本',
      '\ud83d\ude00',
      '\ud800',
      'ﬁ',
      '’',
      'x'.repeat(70),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('short words (law)', () => {
  const shortWords = (): { readonly short: ShortWords; readonly counts: FastRowCounts } => {
    const memory = new TextMemory();
    const counts = new FastRowCounts(memory);
    return { short: new ShortWords(memory, counts), counts };
  };
  const { short: none } = shortWords();
  /** All of them, for none is known. */
  const found = (text: string): string[] | undefined => {
    const words: string[] = [];
    const take = (start: number, size: number): number => {
      words.push(none.text.toString('latin1', start, start + size));
      return LEFT_OUT;
    };
    return none.counted(text, take) ? words : undefined;
  };

  it('are those of the tokenizer', () => {
    forAll([fc.oneof(ascii, wordy)], (text) => {
      expect(found(text)).toEqual(tokensOf(text));
    });
  });

  it('are counted whether they are known or not', () => {
    const { short, counts } = shortWords();
    const columns = new Map<string, number>();
    const expected = new PlainRowCounts();
    forAll([fc.oneof(ascii, wordy)], (text) => {
      short.counted(text, (start, size) => {
        const word = short.text.toString('latin1', start, start + size);
        const column = columns.get(word) ?? FIRST_WORD + columns.size;
        expect(columns.has(word)).toBe(size > 16 && columns.has(word));
        columns.set(word, column);
        expect(short.keep(start, size, column)).toBe(size <= 16);
        return column;
      });
      for (const word of tokensOf(text)) expected.count(columns.get(word)!);
      counts.endRow();
      expected.endRow();
    });
    const all = FIRST_WORD + columns.size;
    expect(counts.build(all)).toEqual(expected.build(all));
    expect(columns.size).toBeGreaterThan(20);
  });

  it('of 0 to 200 bytes end where the text ends, whatever stood there before', () => {
    for (let length = 200; length >= 0; length--)
      expect(found('A'.repeat(length))).toEqual(length < 2 ? [] : ['a'.repeat(length)]);
    for (let length = 0; length <= 200; length++) expect(found(`${' '.repeat(length)}it's'`)).toEqual(["it's"]);
  });

  it.each(['é', 'aé', '\ud800', 'x'.repeat(2 ** 18 + 1), `${'x'.repeat(2 ** 18 - 1)}é`])(
    'are not looked for in others (%#)',
    (text) => expect(found(text)).toBeUndefined(),
  );

  it('are known again however often the table has grown, until there is no room for more', () => {
    const { short } = shortWords();
    const columnOf = (k: number): number => short.columnOf(0, short.text.write(`w${k}`));
    const wrong: number[] = [];
    let kept = 0;
    for (let k = 0; k < 600_000; k++) {
      if (columnOf(k) !== 0) wrong.push(k);
      if (short.keep(0, `w${k}`.length, k + 1)) kept++;
      if (columnOf(k >> 3) !== (k >> 3) + 1) wrong.push(k >> 3);
    }
    expect(wrong).toEqual([]);
    expect(kept).toBe(2 ** 19);
    expect(columnOf(kept - 1)).toBe(kept);
    expect(columnOf(kept)).toBe(0);
  });
});

describe('rows of documents (law)', () => {
  const plain: TextSettings = { text: ['a', 'b'], numbers: [], categories: [], ngrams: 1, idf: 'pool' };
  const made = (kernels: KernelChoice, texts: readonly string[], settings: TextSettings, fitted?: Vectorizer): unknown => {
    chooseKernels(kernels);
    const documents = new DocumentRows(settings, fitted);
    for (const text of texts) documents.add({ texts: [text, text.slice(3)], numbers: [], categories: [] });
    const { rows, vectorizer } = documents.finish();
    return [rows.offsets, rows.indices, rows.values, rows.squaredNorms, rows.columns, vectorizer];
  };

  it('are the same, of a pool and of a vocabulary that is given, hashed or not', () => {
    const settings = fc.constantFrom<Partial<TextSettings>>({}, { idf: 'running' }, { idf: 'none' }, { bits: 6 }, { ngrams: 2 });
    forAll([fc.array(fc.oneof(mixed, mixed, wordy), { minLength: 1, maxLength: 12 }), settings], (texts, own) => {
      const all = { ...plain, ...own };
      expect(made('wasm', texts, all)).toEqual(made('js', texts, all));
      const fitted = (made('js', texts.slice(1), all) as unknown[]).at(-1) as Vectorizer;
      expect(made('wasm', texts, fitted, fitted)).toEqual(made('js', texts, fitted, fitted));
    });
  });
});

describe('rows of counts (law)', () => {
  const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer => Buffer.from(buffer, byteOffset, byteLength);
  const both = (rows: readonly (readonly number[])[]): void => {
    const [fast, plain] = [new FastRowCounts(new TextMemory()), new PlainRowCounts()];
    const columns = rows.flat().reduce((most, column) => Math.max(most, column + 1), 1);
    for (const counts of [fast, plain])
      for (const row of rows) {
        for (const column of row) counts.count(column);
        counts.endRow();
      }
    for (const column of [...new Set(rows.flat()), columns]) expect(fast.frequency(column)).toBe(plain.frequency(column));
    const [made, expected] = [fast.build(columns), plain.build(columns)];
    for (const part of ['offsets', 'indices', 'values', 'squaredNorms'] as const)
      expect(Buffer.compare(bytesOf(made[part]), bytesOf(expected[part])), part).toBe(0);
  };
  /** Neighbours of the powers of 64 by which the sets of columns are laid out. */
  const column = fc.oneof(
    fc.nat(3).map((n) => (n === LEFT_OUT ? 0 : n)),
    fc.constantFrom(63, 64, 65, 4095, 4096, 4097, 262_143, 262_144, 262_145),
    fc.integer({ min: 2, max: 2 ** 20 }),
  );

  it('are the same, counted and put in order in WebAssembly and in TypeScript', () => {
    forAll([fc.array(fc.array(column, { maxLength: 60 }), { maxLength: 20 })], { numRuns: 60 }, both);
  });

  it('are the same where there are more of them, or longer ones, than there is room for', () => {
    const row = (length: number): number[] => Array.from({ length }, (_, k) => 7 * k + 2);
    both(Array.from({ length: ROOM.rows + 3 }, (_, k) => row(k % 5)));
    both([row(3), row(ROOM.entries - 64), row(2 * ROOM.entries + 9), row(0), row(ROOM.entries + 1), row(4)]);
  });
});

/** LAW of the words that are found 16 bytes at a time: WebAssembly and TypeScript find the same words, and make the same rows of documents. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { chooseKernels, type KernelChoice } from '../../../src/rows/kernels/choice.ts';
import { Ascending } from '../../../src/text/ascending.ts';
import { DocumentRows } from '../../../src/text/document-rows.ts';
import { tokensOf } from '../../../src/text/scan.ts';
import { ShortWords } from '../../../src/text/short-words.ts';
import type { TextSettings, Vectorizer } from '../../../src/text/vectorizer.ts';

afterEach(() => {
  chooseKernels('wasm');
});

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
    {
      maxLength: 30,
    },
  )
  .map((parts) => parts.join(''));

describe('short words (law)', () => {
  const short = new ShortWords();
  const found = (text: string): string[] | undefined => {
    const length = short.find(text);
    return length === undefined
      ? undefined
      : Array.from({ length }, (_, k) =>
          Buffer.from(short.bytes.subarray(short.words[3 * k], short.words[3 * k + 1])).toString(),
        );
  };

  it('are those of the tokenizer, known or not', () => {
    const numbers = new Map<string, number>();
    fc.assert(
      fc.property(fc.oneof(ascii, wordy), (text) => {
        const words = tokensOf(text);
        expect(found(text)).toEqual(words);
        words.forEach((word, k) => {
          expect(short.words[3 * k + 2]).toBe(numbers.get(word) ?? 0);
        });
        words.forEach((word, k) => {
          if (word.length > 16 || numbers.has(word)) return;
          numbers.set(word, numbers.size + 1);
          short.keep(short.words[3 * k], short.words[3 * k + 1], numbers.size);
        });
      }),
    );
    expect(numbers.size).toBeGreaterThan(20);
  });

  it('of 0 to 200 bytes end where the text ends, whatever stood there before', () => {
    for (let length = 200; length >= 0; length--)
      expect(found('A'.repeat(length))).toEqual(length < 2 ? [] : ['a'.repeat(length)]);
    for (let length = 0; length <= 200; length++) expect(found(`${' '.repeat(length)}it's'`)).toEqual(["it's"]);
  });

  it.each(['é', 'aé', '\ud800', 'x'.repeat(2 ** 18 + 1), `${'x'.repeat(2 ** 18 - 1)}é`])(
    'are not looked for in others (%#)',
    (text) => {
      expect(found(text)).toBeUndefined();
    },
  );

  it('are known again, but for those that it forgot as it grew, and for those that it has no room for', () => {
    const many = new ShortWords();
    const numberOf = (k: number): number => {
      many.find(`w${k}`);
      return many.words[2];
    };
    const wrong: number[] = [];
    let unknown = 0;
    for (let k = 0; k < 1_000_000; k++) {
      if (numberOf(k) !== 0) wrong.push(k);
      many.keep(many.words[0], many.words[1], k + 1);
      const before = k >> 3;
      if (![0, before + 1].includes(numberOf(before))) wrong.push(before);
      if (numberOf(k) === 0) unknown++;
    }
    expect(wrong).toEqual([]);
    // Tables of 2^18, 2^19 and 2^20 slots, each half full.
    expect(unknown).toBe(1_000_000 - 2 ** 17 - 2 ** 18 - 2 ** 19);
  });
});

describe('rows of documents (law)', () => {
  const plain: TextSettings = { text: ['a', 'b'], numbers: [], categories: [], ngrams: 1, idf: 'pool' };
  const made = (kernels: KernelChoice, texts: readonly string[], settings: TextSettings, fitted?: Vectorizer): unknown => {
    chooseKernels(kernels);
    const documents = new DocumentRows(settings, fitted);
    // The short words of the first documents are not kept.
    for (let k = 0; k < 100; k++) documents.add({ texts: [`the number ${k}`], numbers: [], categories: [] });
    for (const text of texts) documents.add({ texts: [text, text.slice(3)], numbers: [], categories: [] });
    const { rows, vectorizer } = documents.finish();
    return [rows.offsets, rows.indices, rows.values, rows.squaredNorms, rows.columns, vectorizer];
  };

  it('are the same, of a pool and of a vocabulary that is given, hashed or not', () => {
    const settings = fc.constantFrom<Partial<TextSettings>>({}, { idf: 'running' }, { idf: 'none' }, { bits: 6 }, { ngrams: 2 });
    fc.assert(
      fc.property(fc.array(fc.oneof(mixed, mixed, wordy), { minLength: 1, maxLength: 12 }), settings, (texts, own) => {
        const all = { ...plain, ...own };
        expect(made('wasm', texts, all)).toEqual(made('js', texts, all));
        const fitted = (made('js', texts.slice(1), all) as unknown[]).at(-1) as Vectorizer;
        expect(made('wasm', texts, fitted, fitted)).toEqual(made('js', texts, fitted, fitted));
      }),
    );
  });
});

describe('sorting by digits (law)', () => {
  it('is sorting', () => {
    const ascending = new Ascending();
    const numbers = fc.oneof(fc.nat(100), fc.nat(2 ** 18), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
    fc.assert(
      fc.property(fc.uniqueArray(numbers, { maxLength: 400 }), fc.nat(400), (all, spare) => {
        const room = Uint32Array.from([...all, ...Array.from({ length: spare }, (_, k) => k)]);
        const sorted = ascending.of(room, all.length).subarray(0, all.length);
        expect(Array.from(sorted)).toEqual(all.toSorted((a, b) => a - b));
      }),
    );
  });
});

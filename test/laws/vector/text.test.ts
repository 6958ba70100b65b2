/** Laws of text to features: which tokens a text has, and which row its words are. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeUnits, kindOf, normalized, SEPARATOR, SPACELESS, tokensOf, unitsOf, WORD } from '../../../src/text/scan.ts';
import { DocumentRows } from '../../../src/text/document-rows.ts';
import { Names } from '../../../src/text/names.ts';
import { FIRST_WORD, featureName, type TextSettings, type Vectorizer } from '../../../src/text/vectorizer.ts';
import { murmur3 } from '../../../src/numerics/murmur3.ts';
import { entriesOf } from '../../support/rows/rows.ts';
import { forAll } from '../../support/for-all.ts';

const plain: TextSettings = { text: ['t'], numbers: [], categories: [], ngrams: 1, idf: 'pool' };

function rowsOf(texts: readonly string[], settings: Partial<TextSettings> = {}, fitted?: Vectorizer) {
  const documents = new DocumentRows({ ...plain, ...settings }, fitted);
  for (const text of texts) documents.add({ texts: [text], numbers: [], categories: [] });
  return documents.finish();
}

/** Weights by word, the constant left out. */
function weightsOf(texts: readonly string[], settings: Partial<TextSettings> = {}, fitted?: Vectorizer): Map<string, number>[] {
  const { rows, vectorizer } = rowsOf(texts, settings, fitted);
  return entriesOf(rows).map(
    (row) => new Map(row.slice(1).map(([column, value]) => [featureName(vectorizer, column) ?? `${column}`, value] as const)),
  );
}

const sorted = (weights: Map<string, number>): [string, number][] => [...weights].sort(([a], [b]) => (a < b ? -1 : 1));

/** Letters of several scripts, marks, digits, apostrophes, surrogate pairs and halves of them, whatever separates. */
const character = fc.constantFrom(
  ...Array.from('aAbBzéÉßİſ0189'),
  ...Array.from("'’ -_.\n\t,"),
  ...Array.from('ﬁⅧ日本のカーไทຂខ😀𝒜𠀀𞤀ㅎ한дعअ'),
  ...['\u0301', 'ा', '\ud800', '\udc00'],
);
const anyText = fc.array(character, { maxLength: 40 }).map((characters) => characters.join(''));
const anyTexts = fc.array(anyText, { minLength: 1, maxLength: 8 });

describe('tokens', () => {
  it.each([
    ["The CAT, the cat’s hat; don't!", ['the', 'cat', 'the', 'cat’s', 'hat', "don't"]],
    ['a I 7 42 x1', ['42', 'x1']],
    ["'quoted' rock'n'roll o'", ['quoted', "rock'n'roll"]],
    ['ﬁne Ⅷ İX Straße', ['fine', 'viii', 'i̇x', 'straße']],
    ['日本語 カ abc日本x1', ['日本', '本語', 'カ', 'abc', '日本', 'x1']],
    ['ไทย', ['ไท', 'ทย']],
    ['한국어 텍스트', ['한국어', '텍스트']],
    ['𠀀𠀁 𝒜𝒷', ['𠀀𠀁', 'ab']],
    ['snake_case 3.14 e-mail', ['snake', 'case', '14', 'mail']],
    ['', []],
  ])('of %j', (text, tokens) => expect(tokensOf(text)).toEqual(tokens));

  it('are those of the regular expression in the docstring', () => {
    forAll([anyText], (text) => {
      const kinds = Array.from(normalized(text), (each) => kindOf(each.codePointAt(0)!));
      const letters = Array.from(normalized(text));
      const shape = kinds.map((kind) => (kind === WORD ? 'w' : kind === SPACELESS ? 'c' : kind === 3 ? "'" : ' ')).join('');
      const expected = [...shape.matchAll(/w+(?:'w+)*|c+/g)].flatMap(({ 0: { length }, index }) => {
        const run = letters.slice(index, index + length);
        if (shape[index] === 'w') return length < 2 ? [] : [run.join('')];
        return length === 1 ? run : run.slice(1).map((each, k) => run[k] + each);
      });
      expect(tokensOf(text)).toEqual(expected);
    });
  });

  it('scripts without spaces are told as Unicode tells them, letters of no other script among them', () => {
    const spaceless = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}]/u;
    const must = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
    const stray: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const each = String.fromCodePoint(code);
      // What NFKC takes away is never met: half-width Katakana, circled ideographs.
      if (each.normalize('NFKC') !== each || kindOf(code) === 0) continue;
      if ((kindOf(code) === SPACELESS && !spaceless.test(each)) || (kindOf(code) === WORD && must.test(each)))
        stray.push(code.toString(16));
    }
    expect(stray).toEqual([]);
  });
});

describe('code units', () => {
  const units = new CodeUnits();
  /** Words and what joins them; any stretch of separators is one space. */
  const shape = (text: string): string =>
    Array.from(text, (each) => (kindOf(each.codePointAt(0)!) === SEPARATOR ? ' ' : each))
      .join('')
      .replace(/ +/g, ' ');
  const taken = (text: string): string => {
    units.take(text);
    return shape(Array.from(units.units.subarray(0, units.length), (unit) => String.fromCharCode(unit)).join(''));
  };

  it('are those of the normalized text, of whatever characters', () => {
    forAll([fc.oneof(anyText, fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ maxLength: 60 }))], (text) => {
      expect(taken(text)).toBe(shape(normalized(text)));
    });
  });

  it('of every one of the 65,536, beside letters, marks, jamo and a sigma', () => {
    const around = ['a$b', 'e$\u0301', '\u1100$\u11a8', 'Σ$', '$\ud800', 'カ$ﾞ'];
    const wrong: string[] = [];
    for (let unit = 0; unit <= 0xffff; unit++) {
      const text = around[unit % around.length].replace('$', () => String.fromCharCode(unit));
      for (const each of [String.fromCharCode(unit), text])
        if (taken(each) !== shape(normalized(each))) wrong.push(`${unit.toString(16)} in ${each}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(['', 'ab', 'İ', 'x\0y', '\ufeffab', 'ΟΔΟΣ ΣΑΣ', 'e\u0301', '각', 'ﬁ', '…½', 'ﬀ'.repeat(2000)])('of %j', (text) => {
    expect(taken(text)).toBe(shape(normalized(text)));
  });
});

describe('names', () => {
  it('have numbers by first appearance, whatever they are', () => {
    forAll([fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { maxLength: 300 })], (all) => {
      const names = new Names();
      const numbers = all.map((name) => names.add(name));
      // Stretches of a text, where all of one length have one hash.
      const stretches = new Names();
      expect(all.map((name) => stretches.addUnits(unitsOf(`x${name}y`), name.length, 1, 1 + name.length) - 1)).toEqual(numbers);
      const distinct = [...new Set(all)];
      expect(names.all()).toEqual(distinct);
      expect(numbers).toEqual(all.map((name) => distinct.indexOf(name)));
      expect(names.find('none of them')).toBeUndefined();
    });
  });

  it('are as many as there are', () => {
    const names = new Names();
    for (let k = 0; k < 50_000; k++) expect(names.add(`w${k}`)).toBe(k);
    const all = names.all();
    expect(all.findIndex((name, k) => name !== `w${k}` || names.find(name) !== k || names.add(name) !== k)).toBe(-1);
  });
});

describe('rows', () => {
  it('are (1 + ln tf) idf, at length 1, by the definition', () => {
    const texts = ['red red blue', 'red green', 'blue blue blue sky'];
    const idf = (df: number): number => Math.log(4 / (1 + df)) + 1;
    const expected = [
      { red: (1 + Math.log(2)) * idf(2), blue: idf(2) },
      { red: idf(2), green: idf(1) },
      { blue: (1 + Math.log(3)) * idf(2), sky: idf(1) },
    ];
    weightsOf(texts).forEach((weights, i) => {
      const norm = Math.hypot(...Object.values(expected[i]));
      expect([...weights.keys()]).toEqual(Object.keys(expected[i]));
      for (const [word, weight] of Object.entries(expected[i])) expect(weights.get(word)).toBe(Math.fround(weight / norm));
    });
  });

  it('a running idf is that of the documents before', () => {
    const [, , third] = weightsOf(['red blue', 'red green', 'red blue sky'], { idf: 'running' });
    const idf = [2, 1, 0].map((df) => Math.log(3 / (1 + df)) + 1);
    expect([...third.values()]).toEqual(idf.map((each) => Math.fround(each / Math.hypot(...idf))));
  });

  it.each(['pool', 'running', 'none'] as const)('idf %s: have length 1, equal texts equal rows, and the constant', (idf) => {
    forAll([anyTexts, fc.constantFrom(1, 2)], (texts, ngrams) => {
      const { rows } = rowsOf(texts, { idf, ngrams: ngrams });
      entriesOf(rows).forEach(([constant, ...words]) => {
        expect(constant).toEqual([0, 1]);
        if (words.length > 0) expect(Math.hypot(...words.map(([, value]) => value))).toBeCloseTo(1, 6);
      });
      if (idf === 'running') return;
      const entries = entriesOf(rows);
      texts.forEach((text, i) => expect(entries[i]).toEqual(entries[texts.indexOf(text)]));
    });
  });

  it('permuted documents have permuted rows (pool, none), hashed or not', () => {
    forAll([anyTexts, fc.constantFrom('pool', 'none'), fc.constantFrom(undefined, 10)], (texts, idf, bits) => {
      const settings = { idf: idf, ...(bits !== undefined && { bits }) };
      const rows = weightsOf(texts, settings).map(sorted);
      const reversed = weightsOf(texts.toReversed(), settings).map(sorted).toReversed();
      rows.forEach((row, i) => {
        expect(reversed[i].map(([word]) => word)).toEqual(row.map(([word]) => word));
        // The norm is summed in another order: the last bit of single precision may differ.
        row.forEach(([, value], k) => expect(Math.abs(reversed[i][k][1] - value)).toBeLessThan(1e-7));
      });
    });
  });

  it('running: no document changes the row of one before it', () => {
    forAll([anyTexts, anyTexts], (before, after) => {
      expect(weightsOf([...before, ...after], { idf: 'running' }).slice(0, before.length)).toEqual(
        weightsOf(before, { idf: 'running' }),
      );
    });
  });

  it('the vectorizer makes of the documents it was made of what they were, also after JSON', () => {
    forAll([anyTexts, fc.constantFrom('pool', 'none'), fc.constantFrom(undefined, 6)], (texts, idf, bits) => {
      const { rows, vectorizer } = rowsOf(texts, { idf: idf, ngrams: 2, ...(bits !== undefined && { bits }) });
      const again = rowsOf(texts, vectorizer, JSON.parse(JSON.stringify(vectorizer)) as Vectorizer).rows;
      expect(entriesOf(again)).toEqual(entriesOf(rows));
      expect(again.columns).toBe(rows.columns);
    });
  });

  it('a word that is new to the vocabulary changes nothing', () => {
    const { vectorizer } = rowsOf(['red blue', 'red green']);
    expect(weightsOf(['red blue yellow'], vectorizer, vectorizer)).toEqual(weightsOf(['red blue'], vectorizer, vectorizer));
  });

  it('hashed and joined is joined and hashed, but for the idf; hashes are MurmurHash3 of UTF-8', () => {
    forAll([anyTexts, anyTexts], (a, b) => {
      const settings = { idf: 'none', bits: 10 } as const;
      const apart = [...entriesOf(rowsOf(a, settings).rows), ...entriesOf(rowsOf(b, settings).rows)];
      expect(entriesOf(rowsOf([...a, ...b], settings).rows)).toEqual(apart);
    });
    for (const word of ['hello', 'straße', '日本']) {
      const bytes = Buffer.from(word);
      expect(entriesOf(rowsOf([word], { bits: 18 }).rows)[0].at(-1)![0]).toBe(
        FIRST_WORD + (murmur3(bytes, 0, bytes.length, 0) & (2 ** 18 - 1)),
      );
    }
  });

  it('pairs are of neighbours, of words alone and within one column', () => {
    const documents = new DocumentRows({ ...plain, text: ['a', 'b'], ngrams: 2 });
    documents.add({ texts: ['New York a city', 'old 日本 town'], numbers: [], categories: [] });
    expect(documents.finish().vectorizer.words).toEqual(['new', 'york', 'new york', 'city', 'york city', 'old', '日本', 'town']);
  });

  it.each([undefined, 'learned'] as const)('numbers and categories stand behind the words; missing numbers: %s', (missing) => {
    const settings: TextSettings = { ...plain, numbers: ['year'], categories: ['kind', 'place'], ...(missing && { missing }) };
    const told = missing === undefined ? [] : ['[year=missing] 1'];
    const documents = new DocumentRows(settings);
    documents.add({ texts: ['red'], numbers: [NaN], categories: ['x', 'p'] });
    documents.add({ texts: ['blue'], numbers: [3], categories: ['y', ''] });
    const { rows, vectorizer } = documents.finish();
    const named = (all: ReturnType<typeof entriesOf>): string[][] =>
      all.map((row) => row.slice(1).map(([column, value]) => `${featureName(vectorizer, column)} ${value}`));
    expect(named(entriesOf(rows))).toEqual([
      ['red 1', '[kind=x] 1', '[place=p] 1', ...told],
      ['blue 1', '[year] 3', '[kind=y] 1'],
    ]);
    const others = new DocumentRows(vectorizer, vectorizer);
    others.add({ texts: ['red'], numbers: [1], categories: ['z', 'p'] });
    others.add({ texts: ['no'], numbers: [NaN], categories: ['', ''] });
    expect(named(entriesOf(others.finish().rows))).toEqual([['red 1', '[year] 1', '[place=p] 1'], told]);
  });
});

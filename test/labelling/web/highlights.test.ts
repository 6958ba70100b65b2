/** Laws of marked words: the stretches are the text, the marks are the words of the largest |w x|. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highlighted } from '../../../src/labelling/web/highlights.ts';
import { DocumentRows } from '../../../src/text/document-rows.ts';
import { forAll } from '../../support/for-all.ts';

function moved(texts: readonly string[], weigh: (column: number) => number, bits?: number) {
  const documents = new DocumentRows({
    text: ['t'],
    numbers: [],
    categories: [],
    ngrams: 1,
    idf: 'none',
    ...(bits !== undefined && { bits }),
  });
  for (const text of texts) documents.add({ texts: [text], numbers: [], categories: [] });
  const { rows, vectorizer } = documents.finish();
  const weights = Float64Array.from({ length: rows.columns }, (_, column) => weigh(column));
  return (row: number) => highlighted(texts[row], { vectorizer, rows, row, weights });
}

test('the stretches joined are the text, whatever it holds (property)', () => {
  const odd = fc.constantFrom('ﬁne Straße', 'İstanbul', "don't’s", '日本語 text', '<b>ham</b>', 'Å Å', '½ ²', '\u0000 \r\n');
  forAll(
    [fc.array(fc.oneof(odd, fc.string({ unit: 'binary' })), { minLength: 1 }), fc.constantFrom(undefined, 4)],
    (pieces, bits) => {
      const text = pieces.join(' ');
      const segments = moved([text], (column) => Math.sin(column), bits)(0);
      expect(segments.map((segment) => segment.text).join('')).toBe(text);
    },
  );
});

describe('marks', () => {
  test('the words that moved the prediction, with their sides, and no other', () => {
    // Columns: 0 the constant, 2 bad, 3 good, 4 and.
    const segments = moved(['Bad, good and BAD'], (column) => [9, 0, -2, 0.5, 0][column])(0);
    expect(segments).toEqual([
      { text: 'Bad', strength: 3, side: 'negative' },
      { text: ', ' },
      { text: 'good', strength: 1, side: 'positive' },
      { text: ' and ' },
      { text: 'BAD', strength: 3, side: 'negative' },
    ]);
  });

  test('a word is marked where it stands, not inside of another', () => {
    // Columns: 2 this, 3 is, 4 it; 5 日本, 6 本語.
    expect(moved(['this-is (it)日本語'], (column) => (column === 3 || column === 6 ? 1 : 0))(0)).toEqual([
      { text: 'this-' },
      { text: 'is', strength: 3, side: 'positive' },
      { text: ' (it)日' },
      { text: '本語', strength: 3, side: 'positive' },
    ]);
  });

  test('hashed words too', () => {
    const segments = moved(['one two'], () => 1, 18)(0);
    expect(segments.filter(({ strength }) => strength !== undefined).map(({ text }) => text)).toEqual(['one', 'two']);
  });

  test('where nothing has been learned there are none', () =>
    expect(moved(['one two'], () => 0)(0)).toEqual([{ text: 'one two' }]));

  test('a stretch that normalization makes longer is marked whole', () => {
    expect(moved(['ﬁsh soup'], (column) => (column === 2 ? 1 : 0))(0)).toEqual([
      { text: 'ﬁsh', strength: 3, side: 'positive' },
      { text: ' soup' },
    ]);
  });
});

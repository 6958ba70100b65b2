import { log } from '../numerics/elementary.ts';
import { count } from '../numerics/display.ts';

/** Where the weight of a word's rarity comes from: all documents, those before each one, or nowhere. */
export type Idf = 'pool' | 'running' | 'none';

/** What each is, for people. */
export const IDFS: Record<Idf, string> = {
  pool: 'from all documents, which costs no label',
  running: 'from the documents before each one',
  none: 'no such weight',
};

/** A column of a table, by name or by number from 1; of JSON lines, a name. */
export type Column = string | number;

/** What is asked for. */
export interface TextSettings {
  /** Columns of text, whose words are one vocabulary; none where a document is a line. */
  readonly text: readonly Column[];
  /** Columns of numbers, one feature each. */
  readonly numbers: readonly Column[];
  /** Columns of categories, one feature for each value. */
  readonly categories: readonly Column[];
  /** 'learned': that a number is missing is a feature of its own, of each column of numbers in which it happens; absent: it is none. */
  readonly missing?: 'learned';
  /** Words a feature: 1, or 2 for words and pairs of neighbours. */
  readonly ngrams: 1 | 2;
  readonly idf: Idf;
  /** Words are hashed to 2^bits features; absent: each has its own, and its name is kept. */
  readonly bits?: number;
}

/**
 * What stays of the documents that were read, enough to make rows of others: plain data, part of model files.
 *
 * Row: column 0 the constant; column 2 + f word feature f, then the numbers, then the values of each category, then, where that is learned, which
 * numbers are missing: a category of the one value MISSING for each column of numbers. A word that occurs
 * tf times, in df of N documents, has the weight (1 + ln tf) idf, idf = ln((1 + N)/(1 + df)) + 1 (1 for 'none'), and the words of
 * a document have length 1. Running: N and df of the documents before. Words that are not in the vocabulary are left out.
 *
 * Source: idf as in scikit-learn (smooth_idf); ln tf is its sublinear_tf.
 */
export interface Vectorizer extends TextSettings {
  readonly version: 1;
  /** N. */
  readonly documents: number;
  /** By feature; absent where they are hashed. */
  readonly words?: readonly string[];
  /** df by feature; empty where the idf is 'none'. */
  readonly frequencies: readonly number[];
  /** Of each column of `categoriesOf`, by feature. */
  readonly values: readonly (readonly string[])[];
}

/** Column of the first word. Column 1 is free: a text file numbers its features from 1, a reader adds 1. */
export const FIRST_WORD = 2;

/** In place of the column of a word that is left out. */
export const LEFT_OUT = 1;

/** Of a column of numbers, that there is none. */
export const MISSING = 'missing';

/** Columns with a feature for each value: categories, and numbers of which it is learned that they are missing. */
export function categoriesOf({ categories, numbers, missing }: TextSettings): readonly Column[] {
  return missing === undefined ? categories : [...categories, ...numbers];
}

/** Number of word features. */
export function wordFeatures({ bits, words = [] }: Pick<Vectorizer, 'bits' | 'words'>): number {
  return bits === undefined ? words.length : 2 ** bits;
}

/** idf of a word in df of N documents. */
export function idfOf(documents: number, frequency: number): number {
  return log((1 + documents) / (1 + frequency)) + 1;
}

/** What a person calls each feature, by column less FIRST_WORD: a word, [column], [column=value]; undefined for a hash. */
export function featureName(vectorizer: Vectorizer, column: number): string | undefined {
  const { words, numbers, values } = vectorizer;
  const categories = categoriesOf(vectorizer);
  const feature = column - FIRST_WORD;
  let rest = feature - wordFeatures(vectorizer);
  if (rest < 0) return words?.[feature];
  if (rest < numbers.length) return `[${numbers[rest]}]`;
  rest -= numbers.length;
  for (let c = 0; c < values.length; c++) {
    if (rest < values[c].length) return `[${categories[c]}=${values[c][rest]}]`;
    rest -= values[c].length;
  }
  return undefined;
}

/** "1,204 words of 300 documents, idf of the pool"; "columns age, city" where no column is text. */
export function featuresText({ text: texts, words, bits, ngrams, numbers, categories, documents, idf }: Vectorizer): string {
  if (texts.length + (words?.length ?? 1) === 0) return `columns ${[...numbers, ...categories].join(', ')}`;
  const called = ngrams === 1 ? 'words' : 'words and pairs of words';
  const text = bits === undefined ? `${count(words?.length ?? 0)} ${called}` : `${called} hashed to ${bits} bits`;
  const beside = [...numbers, ...categories].map((column) => `, ${column}`).join('');
  return `${text} of ${count(documents)} documents${beside}; idf: ${IDFS[idf]}`;
}

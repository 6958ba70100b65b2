import { log } from '../../src/numerics/elementary.ts';
import { pow } from '../../src/numerics/pow.ts';
import { describeRows, type Profile } from '../../src/rows/describe.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import type { SparseRows } from '../../src/rows/sparse-rows.ts';
import { DOCUMENT_FREQUENCY } from '../../src/data/rcv1-like.ts';
import type { Table } from '../../src/studies/study.ts';
import { count, decimals, inDigits } from '../../src/numerics/display.ts';

/**
 * RCV1, CCAT against the rest: Lewis, Yang, Rose & Li (2004) for the documents; the errors are those of one-pass logistic
 * learning on real subsets (1,000 documents: .124 to .138) and of the stream to which the generator was fitted.
 */
const REAL = {
  positiveRate: 0.474,
  meanLength: 77.7,
  medianLength: 62,
  values: [
    [0.05, 0.029],
    [0.5, 0.072],
    [0.95, 0.217],
  ],
  documentFrequency: DOCUMENT_FREQUENCY,
  vocabulary: [
    [100, 2822],
    [1000, 9738],
  ],
  errors: [
    [1_000, 0.128],
    [25_000, 0.08],
    [125_000, 0.062],
    [625_000, 0.058],
  ],
} as const;

/**
 * The table that holds the generated documents against RCV1's published statistics.
 *
 * One row a statistic: generated, real, and their ratio.
 */
export function realism(train: Dataset, errors: readonly { examples: number; error: number }[]): Table {
  const { meanLength, lengths, values, documentFrequency, vocabulary } = describeRows(train.rows);
  const positive = train.labels.filter((y) => y > 0).length / train.labels.length;
  const row = (statistic: string, generated: number | undefined, real: number): string[] =>
    generated === undefined
      ? [statistic, 'not reached', `${real}`, '']
      : [statistic, significant(generated), `${real}`, decimals(generated / real, 2)];
  return {
    title: `Generated documents against RCV1 (training stream 1, ${count(train.rows.length)} documents)`,
    header: ['statistic', 'generated', 'RCV1', 'ratio'],
    rows: [
      row('positive documents', positive, REAL.positiveRate),
      row('distinct terms a document, mean', meanLength, REAL.meanLength),
      row('distinct terms a document, median', at(lengths, 0.5), REAL.medianLength),
      ...REAL.values.map(([p, real]) => row(`value, ${100 * p}% quantile`, at(values, p), real)),
      ...REAL.documentFrequency.map(([rank, real]) =>
        row(`document frequency of term ${rank}`, at(documentFrequency, rank), real),
      ),
      ...REAL.vocabulary.flatMap(([documents, real]) => [
        row(`vocabulary after ${documents} documents`, at(vocabulary, documents), real),
        row(
          `vocabulary of ${documents} documents, mean of ${WINDOWS} windows or fewer`,
          meanVocabulary(train.rows, documents),
          real,
        ),
      ]),
      ...REAL.errors.map(([documents, real]) =>
        row(`best one-pass linear error after ${count(documents)} documents`, errorAfter(documents, errors), real),
      ),
    ],
  };
}

/** Between checkpoints: on the straight line in the logarithms of both; undefined beyond the last one. */
function errorAfter(documents: number, errors: readonly { examples: number; error: number }[]): number | undefined {
  const after = errors.findIndex(({ examples }) => examples >= documents);
  if (after <= 0) return errors[after]?.error;
  const [left, right] = [errors[after - 1], errors[after]];
  return left.error * pow(right.error / left.error, log(documents / left.examples) / log(right.examples / left.examples));
}

/** Windows over which the vocabulary is averaged: the terms of a single 100 documents scatter by 6%, as their lengths do. */
const WINDOWS = 50;

/** Distinct terms in so many consecutive documents, mean over the first windows of that size; undefined if there is none. */
function meanVocabulary({ offsets, indices, length }: SparseRows, documents: number): number | undefined {
  const windows = Math.min(WINDOWS, Math.floor(length / documents));
  if (windows === 0) return undefined;
  let terms = 0;
  for (let window = 0; window < windows; window++) {
    // The constant is no term.
    terms += new Set(indices.subarray(offsets[window * documents], offsets[(window + 1) * documents])).size - 1;
  }
  return terms / windows;
}

function at(profile: Profile, place: number): number | undefined {
  return profile.find(([at]) => at === place)?.[1];
}

function significant(value: number): string {
  return value >= 100 ? decimals(value, 0) : inDigits(value, 3);
}

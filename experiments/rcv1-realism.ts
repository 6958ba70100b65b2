/** The table that holds the generated documents against RCV1's published statistics. */
import { describeRows, type Profile } from '../src/data/describe.ts';
import type { Dataset } from '../src/data/dataset.ts';
import type { Table } from '../src/figures/page.ts';

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
  documentFrequency: [
    [1, 0.44],
    [2, 0.35],
    [5, 0.33],
    [10, 0.24],
    [20, 0.21],
    [50, 0.15],
    [100, 0.11],
    [200, 0.07],
    [500, 0.035],
    [1000, 0.017],
    [2000, 0.0067],
    [5000, 0.0013],
  ],
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

/** One row a statistic: generated, real, and their ratio. */
export function realism(train: Dataset, errors: readonly { examples: number; error: number }[]): Table {
  const { meanLength, lengths, values, documentFrequency, vocabulary } = describeRows(train.rows);
  const positive = train.labels.filter((y) => y > 0).length / train.labels.length;
  const row = (statistic: string, generated: number | undefined, real: number): string[] =>
    generated === undefined ? [statistic, 'not reached', `${real}`, ''] : [statistic, significant(generated), `${real}`, (generated / real).toFixed(2)];
  return {
    title: `Generated documents against RCV1 (training stream 1, ${train.rows.length.toLocaleString('en')} documents)`,
    header: ['statistic', 'generated', 'RCV1', 'ratio'],
    rows: [
      row('positive documents', positive, REAL.positiveRate),
      row('distinct terms a document, mean', meanLength, REAL.meanLength),
      row('distinct terms a document, median', at(lengths, 0.5), REAL.medianLength),
      ...REAL.values.map(([p, real]) => row(`value, ${100 * p}% quantile`, at(values, p), real)),
      ...REAL.documentFrequency.map(([rank, real]) => row(`document frequency of term ${rank}`, at(documentFrequency, rank), real)),
      ...REAL.vocabulary.map(([documents, real]) => row(`vocabulary after ${documents} documents`, at(vocabulary, documents), real)),
      ...REAL.errors.map(([documents, real]) => errorRow(documents, real)),
    ],
  };

  /** At the checkpoint nearest in ratio, within a quarter. */
  function errorRow(documents: number, real: number): string[] {
    const distance = ({ examples }: { examples: number }): number => Math.abs(Math.log(examples / documents));
    const nearest = errors.toSorted((a, b) => distance(a) - distance(b))[0];
    const reached = distance(nearest) < Math.log(1.25) ? nearest : undefined;
    return row(`best one-pass linear error after ${(reached?.examples ?? documents).toLocaleString('en')} documents (RCV1: ${documents.toLocaleString('en')})`, reached?.error, real);
  }
}

function at(profile: Profile, place: number): number | undefined {
  return profile.find(([at]) => at === place)?.[1];
}

function significant(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

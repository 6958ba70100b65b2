import { DataError } from '../../files/data-error.ts';
import { type Dataset, requireFeatures, selectRows, type Split } from '../../rows/dataset.ts';
import { readingRemarks } from '../data/file-remarks.ts';
import { type ReadFile, withoutDocuments } from '../data/labelled.ts';
import type { DatasetOptions } from '../../data/index.ts';
import type { Documents } from '../../data/documents/read-documents.ts';
import { present } from '../../numerics/present.ts';
import { permutation, randomStream } from '../../numerics/random.ts';
import { Failure } from '../terminal/failure.ts';

/** What is learned from and what is held out, as the options say it. */
export interface SplitRequest {
  readonly train: string;
  readonly test: string | undefined;
  /** Share of the training file in (0, 1). */
  readonly holdout: number | undefined;
  readonly reading: DatasetOptions;
  readonly read: ReadFile;
  readonly seed: number;
}

/**
 * The data of a simulation: a file to learn from and, where asked for, another file or a random share of it to test on.
 *
 * Labels are of two classes unless the request says otherwise. `note` is told what looks like a mistake in how the file is read.
 *
 * Errors: those of reading; DataError for a part whose importances are all 0, which no error can be weighed with; Failure for a
 * share that leaves nothing.
 */
export async function readSplit(
  { train, test, holdout, reading, read: readFile, seed }: SplitRequest,
  note?: (line: string) => void,
): Promise<Split & Pick<Documents, 'differing' | 'vectorizer'>> {
  const options: DatasetOptions = { ...reading, labels: reading.labels ?? 'sign' };
  const read = await readFile(train, options);
  for (const line of readingRemarks(train, read)) note?.(line);
  const dataset = withoutDocuments(read);
  requireFeatures(train, dataset.rows);
  const split =
    test === undefined
      ? holdout === undefined
        ? { train: dataset }
        : heldOut(dataset, holdout, seed)
      : {
          train: dataset,
          // Other documents are read as these were: with their words and classes.
          test: withoutDocuments(
            await readFile(test, {
              ...options,
              ...present({ fitted: read.vectorizer, classes: read.classes, classNames: read.classNames }),
            }),
          ),
        };
  requireImportance(split.train, train);
  if (split.test !== undefined) requireImportance(split.test, test ?? train);
  return { ...split, ...present({ differing: read.differing, vectorizer: read.vectorizer }) };
}

function requireImportance({ importances }: Dataset, file: string): void {
  if (importances?.every((each) => each === 0))
    throw new DataError({ file, found: 'rows of importance 0 alone', legal: 'one of another importance at least' });
}

/** Which rows are held out depends on the seed alone, so that runs of one seed are judged on the same ones. */
function heldOut(dataset: Dataset, share: number, seed: number): Split {
  const n = dataset.rows.length;
  const size = Math.round(share * n);
  if (size === 0 || size === n)
    throw new Failure(`--holdout ${share} of ${n} examples leaves ${size === 0 ? 'none to test on' : 'none to learn from'}`);
  const order = permutation(n, randomStream(seed, 'holdout'));
  return {
    test: selectRows(dataset, order.subarray(0, size).toSorted(), `${dataset.name}, held out`),
    train: selectRows(dataset, order.subarray(size).toSorted(), dataset.name),
  };
}

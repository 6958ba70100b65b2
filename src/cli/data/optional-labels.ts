import type { DatasetOptions } from '../../data/index.ts';
import { DataError } from '../../files/data-error.ts';

/** Data whose labels need not be there, and why they were left out, if they were. */
export interface ReadOptionally<T> {
  readonly dataset: T;
  readonly fault?: DataError;
}

/**
 * Reads documents with their labels; where a column that nobody has named holds labels of other classes, without them.
 *
 * @throws DataError of the first reading for any other trouble.
 */
export async function readOptionally<T>(
  read: (options: DatasetOptions) => Promise<T>,
  options: DatasetOptions,
): Promise<ReadOptionally<T>> {
  const isOfDocuments = (options.text ?? options.fitted) !== undefined;
  try {
    return { dataset: await read({ ...options, labels: 'optional' }) };
  } catch (fault) {
    if (!(fault instanceof DataError) || !isOfDocuments || options.labelColumn !== undefined) throw fault;
    return {
      fault,
      dataset: await read({ ...options, labels: 'optional', labelColumn: 'none' }).catch((error: unknown) => {
        throw error instanceof DataError ? fault : error;
      }),
    };
  }
}

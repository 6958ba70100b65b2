import { DataError } from '../files/data-error.ts';
import { CONSTANT } from './dataset.ts';
import type { SparseRows } from './sparse-rows.ts';

/**
 * Refuses a pool that has nothing to learn from: rows without any feature, the constant aside.
 *
 * @throws DataError where no row of the file has a feature that is not 0: every prediction would be the same.
 */
export function requireFeatures(file: string, { indices, length }: SparseRows): void {
  if (indices.some((column) => column !== CONSTANT)) return;
  throw new DataError({
    file,
    found: `${length} rows without a feature, so that nothing tells one from another`,
    legal:
      'rows with features that are not 0: see whether the format is right, and which columns are left out (--format, ' +
      '--ignore-columns, --text-column)',
  });
}

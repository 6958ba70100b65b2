import { writeFile } from 'node:fs/promises';
import { readDataset, type DatasetOptions } from '../../data/index.ts';
import { writeSvmlight } from '../../data/svmlight-writer.ts';
import { requireFeatures } from '../../rows/dataset.ts';
import { featureName, FIRST_WORD, type Vectorizer } from '../../text/vectorizer.ts';
import type { Target } from '../options/target.ts';
import { Failure, UsageError } from '../terminal/failure.ts';

/** Carries out `iwal pool` once its command line is checked. Loaded only then. */
export async function poolFile(
  file: string,
  reading: DatasetOptions,
  pool: Target,
  words: Target | undefined,
): Promise<{ readonly rows: number; readonly features: number }> {
  const { name, rows, labels, importances, vectorizer } = await readDataset(file, { ...reading, labels: 'optional' });
  if (vectorizer === undefined)
    throw new UsageError(`${file} holds no documents: --text names the columns of a table that hold text`);
  if (vectorizer.bits !== undefined && words !== undefined)
    throw new UsageError('--words: features that are hashed have no names; leave --bits or --words out');
  if (importances !== undefined) throw new Failure(`${file} has importances, which svmlight text has no place for`);
  requireFeatures(file, rows);
  await pool.fill((path) =>
    writeSvmlight(path, { name, rows, labels: labels.map((label) => (Number.isNaN(label) ? 0 : label)) }),
  );
  await words?.fill((path) => writeFile(path, namesOf(vectorizer, rows.columns)));
  return { rows: rows.length, features: rows.columns - FIRST_WORD };
}

function namesOf(vectorizer: Vectorizer, columns: number): string {
  return Array.from({ length: columns - FIRST_WORD }, (_, f) => `${featureName(vectorizer, f + FIRST_WORD)!}\n`).join('');
}

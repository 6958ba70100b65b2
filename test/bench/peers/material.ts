import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { finished } from 'node:stream/promises';
import { writeCache } from '../../../src/data/cache/cache-file.ts';
import { readDataset } from '../../../src/data/index.ts';
import { bytesOf } from '../../../src/files/crc.ts';
import { arrayIn } from '../../../src/numerics/state.ts';
import { coinsOf } from '../../../src/streams/coins.ts';
import { SEED } from '../kernels.ts';
import { measuredProcess } from './measured-process.ts';
import { IWAL, type Programs } from './programs.ts';

/** The files that all programs read, in one folder, by the names that they have there. */
export const FILES = {
  /** As many documents as any program grows to. */
  all: 'all.svm',
  /** Those of the table, as text of two kinds and in binary, without a constant. */
  svm: 'documents.svm',
  vw: 'documents.vw',
  iwal: 'documents.iwal',
  vwCache: 'documents.vw.cache',
  /** Of these, as many as simulations take. */
  part: 'part.svm',
  few: 'few.svm',
  one: 'one.svm',
  hundred: 'hundred.svm',
  empty: 'empty.mjs',
} as const;

export interface Material {
  readonly nonZeros: number;
  readonly bytes: number;
}

/** Writes the files: documents as `iwal generate` writes them, the others made from these. `most`: of the longest text. */
export async function makeMaterial(folder: string, documents: number, most: number, { commands }: Programs): Promise<Material> {
  const run = (...command: string[]) => measuredProcess(command, folder);
  await run(process.execPath, IWAL, 'generate', 'rcv1-like', '--documents', `${Math.max(documents, most)}`, '--out', FILES.all);
  makeText(folder, documents, FILES);
  execFileSync('bash', ['-c', `head -n 1000 ${FILES.all} > ${FILES.few} && head -n 500000 ${FILES.svm} > ${FILES.part}`], {
    cwd: folder,
  });
  writeFileSync(join(folder, FILES.one), '1 1:1 2:0.5\n');
  writeFileSync(join(folder, FILES.hundred), '1 1:1 2:0.5\n-1 3:1\n'.repeat(50));
  writeFileSync(join(folder, FILES.empty), '');
  const dataset = await readDataset(join(folder, FILES.svm), { constant: 'none' });
  await writeCache(join(folder, FILES.iwal), dataset);
  const { offsets, indices, values, squaredNorms } = dataset.rows;
  // The coins of a first pass, as the words that their generator starts from.
  const coins = Int32Array.from(arrayIn(coinsOf({ seed: SEED }, dataset.rows).state(), 'words'));
  if (commands.cxx !== undefined || commands.sklearn !== undefined)
    for (const [name, array] of Object.entries({ offsets, indices, values, squaredNorms, labels: dataset.labels, coins }))
      await finished(createWriteStream(join(folder, name)).end(bytesOf(array)));
  if (commands.vw !== undefined)
    await run(commands.vw, '-d', FILES.vw, '--cache_file', FILES.vwCache, '-k', '--noconstant', '--quiet');
  return { nonZeros: dataset.rows.nonZeros, bytes: Number(execFileSync('stat', ['-c', '%s', FILES.svm], { cwd: folder })) };
}

/** The first documents of all, as svmlight text and as that of Vowpal Wabbit. */
export function makeText(folder: string, documents: number, { svm, vw }: { readonly svm: string; readonly vw: string }): void {
  const command = `head -n ${documents} ${FILES.all} > ${svm} && sed 's/ / | /' ${svm} > ${vw}`;
  execFileSync('bash', ['-c', command], { cwd: folder });
}

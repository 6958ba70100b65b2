import { makeText } from './material.ts';
import type { Growth, GrowthPoint } from './measured.ts';
import { measuredProcess } from './measured-process.ts';
import { IWAL, NAMES, PASSES_IN_PYTHON, type Programs } from './programs.ts';

/** The stream of iwal goes so many times beyond the longest text, which it then reads again and again. */
export const BEYOND = 10;

/**
 * Whole processes that learn growing texts, 10,000 documents and powers of ten more, up to `most`: iwal by a stream from standard
 * input, which goes ten times as far, and in memory; and the peers, each from the text it reads.
 */
export async function measureGrowth(folder: string, most: number, { commands: { vw, sklearn } }: Programs): Promise<Growth[]> {
  const points: Record<string, GrowthPoint[]> = {};
  const files = { svm: 'growth.svm', vw: 'growth.vw' };
  for (let documents = 10_000; documents <= BEYOND * most; documents *= 10) {
    const times = Math.max(1, documents / most);
    makeText(folder, documents / times, files);
    const all = Array.from({ length: times }, () => files.svm).join(' ');
    const learn = [process.execPath, IWAL, 'learn'];
    const commands: Readonly<Record<string, readonly string[]>> = {
      'iwal --stream': ['bash', '-c', `cat ${all} | ${[...learn, '-', '--stream', '--constant', 'none'].join(' ')}`],
      ...(times === 1 && {
        iwal: [...learn, files.svm, '--constant', 'none', '--no-cache'],
        ...(vw !== undefined && { [NAMES.vw]: [vw, '-d', files.vw, '--loss_function', 'logistic', '--noconstant', '--quiet'] }),
        ...(sklearn !== undefined && { [NAMES.sklearn]: [sklearn, PASSES_IN_PYTHON, 'text', files.svm, 'logistic, naive'] }),
      }),
    };
    for (const [program, command] of Object.entries(commands)) {
      const { seconds, processor, megabytes } = await measuredProcess(command, folder);
      console.error(`${documents} documents, ${program}: ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB`);
      (points[program] ??= []).push({ documents, seconds, processor, megabytes });
    }
  }
  return Object.entries(points).map(([program, each]) => ({ program, points: each }));
}

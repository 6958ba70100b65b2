import { extname } from 'node:path';
import { studies } from '../../../experiments/index.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import type { Ran, RunOptions } from '../../reports/run-study.ts';
import { MOST_SEEDS, type Size, type Study } from '../../studies/study.ts';
import { cacheFolder, dataDir, dataFolders } from '../options/data-folders.ts';
import { UsageError } from '../terminal/failure.ts';
import { remarkOnForeign } from '../options/foreign-file.ts';
import { processors } from '../options/processors.ts';
import { requireFile } from '../options/inputs.ts';
import { flag, number, text, value } from '../syntax/option.ts';
import type { Session } from '../terminal/session.ts';

const ENDINGS = ['.mjs', '.js', '.json'];

/** How the command line names a study: a built-in one by its id, a user's by its file. */
export const STUDY =
  `a built-in study (${Object.keys(studies).join(', ')}) or a file ending in ${ENDINGS.join(', ')} (a .mjs or .js file is a ` +
  'program, and naming it runs it)';

/** Options of the commands that run studies. */
export const runningOptions = {
  full: flag('the real size instead of the small one'),
  seeds: number({ meaning: 'runs of every setting', from: 1, to: MOST_SEEDS, whole: true }),
  workers: number({ meaning: 'worker threads', from: 1, whole: true, default: processors() }),
  out: value('folder of the reports, one folder a study', text.default('reports')),
  'data-dir': dataDir,
};

/** A study that the command line names. */
export interface Named {
  readonly study: Study;
  /** Of a user's study. */
  readonly file: string | undefined;
}

/** The study of this id or in this file, which is a program and is run: one from elsewhere is remarked on. */
export async function studyNamed(name: string, { note }: Pick<Session, 'note'>): Promise<Named> {
  if (Object.hasOwn(studies, name)) return { study: studies[name], file: undefined };
  if (!ENDINGS.includes(extname(name))) {
    throw new UsageError(
      `unknown study '${name}'${didYouMean(name, Object.keys(studies))}; there are ${Object.keys(studies).join(', ')}, ` +
        `and files ending in ${ENDINGS.join(', ')}`,
    );
  }
  await requireFile(name);
  remarkOnForeign(name, (await foldersOf(undefined)).cacheFolder, note);
  const { loadStudy } = await import('../../studies/study-file.ts');
  const study = await loadStudy(name);
  if (Object.hasOwn(studies, study.id))
    throw new UsageError(`${name}: id: '${study.id}' is a built-in study, whose report it would replace; another id is wanted`);
  return { study, file: name };
}

/**
 * The study of a report: a built-in one, or that of the file which the report names. A file that is a program is run only where the
 * command line names it too: what stands in a report may be anybody's.
 *
 * @throws UsageError with `command`, the command line that names it
 */
export async function studyOfReport(
  { id, file }: { readonly id: string; readonly file: string | null },
  written: string | undefined,
  command: (file: string) => string,
  session: Pick<Session, 'note'>,
): Promise<Study> {
  if (file !== null && file !== written && extname(file) !== '.json') {
    throw new UsageError(
      `the report is of ${file}, a program, which is run only where the command line names it: ${command(file)}`,
    );
  }
  return (await studyNamed(file ?? id, session)).study;
}

/** Folders by option, environment or custom. */
export async function foldersOf(asked: string | undefined): Promise<Pick<RunOptions, 'dataFolders' | 'cacheFolder'>> {
  return { dataFolders: await dataFolders(asked), cacheFolder: cacheFolder() };
}

/** The size that is asked for. */
export function sizeOf({ study: { id, sizes } }: Named, full: boolean): Size {
  if (full && sizes?.includes('full') === false) throw new UsageError(`study '${id}' has one size: leave out --full`);
  return full ? 'full' : 'default';
}

/** Runs a study under a progress bar. */
export async function runNamed(
  { study, file }: Named,
  options: Omit<RunOptions, 'progress' | 'note' | 'signal' | 'file' | 'order'>,
  session: Session,
): Promise<Ran> {
  const { runStudy } = await import('../../reports/run-study.ts');
  const bar = await session.progress(study.id);
  try {
    const order = Object.keys(studies);
    return await session.unlessInterrupted(
      runStudy(study, { ...options, file, order, progress: bar.update, note: session.note, signal: session.signal }),
    );
  } finally {
    bar.stop();
  }
}

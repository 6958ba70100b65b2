import { extname, dirname, resolve } from 'node:path';
import { studies } from '../../../experiments/index.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import type { Ran, RunOptions } from '../../reports/run-study.ts';
import { loadStudy } from '../../studies/study-file.ts';
import { MOST_SEEDS, type Size, type Study } from '../../studies/study.ts';
import { cacheFolder, dataDir, dataFolders, requireFile } from '../options/inputs.ts';
import { UsageError } from '../terminal/failure.ts';
import { remarkOnForeign } from '../options/parts-option.ts';
import { processors } from '../options/processors.ts';
import { flag, text, value, type Values, whole } from '../syntax/option.ts';
import type { Session } from '../terminal/session.ts';
import { existsSync } from 'node:fs';
import { DataSource } from '../../studies/data/data-source.ts';
import { isRunFolder, jobsOf, runFile, runFolders } from '../../studies/cluster/run-folder.ts';
import { type Manifest, readManifest, reportFolders } from '../../studies/store/manifest.ts';
import { type Queue, queueOf } from './slurm.ts';

const ENDINGS = ['.mjs', '.js', '.json'];

/** How the command line names a study: a built-in one by its id, a user's by its file. */
export const STUDY =
  `a built-in study (${Object.keys(studies).join(', ')}) or a file ending in ${ENDINGS.join(', ')} (a .mjs or .js file is a ` +
  'program, and naming it runs it)';

/** Options of the commands that run studies. */
export const runningOptions = {
  full: flag('the real size instead of the small one'),
  seeds: whole(1, 'runs of every setting', { to: MOST_SEEDS }),
  workers: whole(1, 'worker threads', { default: processors() }),
  out: value('folder of the reports, one folder a study', text.default('reports')),
  'data-dir': dataDir,
};
type RunningOptions = Values<typeof runningOptions>;

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

/** Where a study takes its data from. */
export async function sourceOf(options: Pick<RunningOptions, 'data-dir'>, { note, signal }: Session): Promise<DataSource> {
  return new DataSource({ ...(await foldersOf(options['data-dir'])), note, signal });
}

/** A study as the command line says it: its size, its seeds, and where its data come from. */
export async function planned(named: Named, options: Pick<RunningOptions, 'full' | 'seeds' | 'data-dir'>, session: Session) {
  const size = sizeOf(named, options.full);
  return { ...named, size, seeds: options.seeds ?? named.study.seeds[size], source: await sourceOf(options, session) };
}

/** Runs a study under a progress bar. */
export async function runNamed(
  { study, file }: Named,
  options: Omit<RunOptions, 'progress' | 'note' | 'signal' | 'file' | 'order'>,
  session: Session,
): Promise<Ran> {
  const { runStudy } = await import('../../reports/run-study.ts');
  const { note, signal } = session;
  const own = { ...options, file, order: Object.keys(studies), note, signal };
  return session.underBar(study.id, (progress) => session.unlessInterrupted(runStudy(study, { ...own, progress })));
}

/** The run folder of this path, or those of the study of this id or file, the oldest first. */
export function runsNamed(subject: string, out: string): string[] {
  if (isRunFolder(subject)) return [subject];
  const reports = reportFolders(out).filter((folder) => {
    const { id, file } = readManifest(folder)!;
    return id === subject || file === subject;
  });
  return reports.flatMap(runFolders);
}

/** What runs what is missing of a study. */
export function runCommand({ seeds: usual }: Study, { id, size, seeds, file }: Omit<Manifest, 'title' | 'cells'>): string {
  return `iwal study run ${file ?? id}${size === 'full' ? ' --full' : ''}${seeds === usual[size] ? '' : ` --seeds ${seeds}`}`;
}

/** The report folder that a run folder stands in. */
export function reportFolderOf(run: string): string {
  return dirname(dirname(resolve(run)));
}

/** Jobs of a run with tasks that wait or run, as far as Slurm can be asked. */
export async function queuesOf(run: string): Promise<ReadonlyMap<string, Queue>> {
  const queues = new Map<string, Queue>();
  // Nothing of a run that is reported is waited for.
  if (existsSync(runFile(run, 'reported'))) return queues;
  for (const job of jobsOf(run)) {
    const queue = await queueOf(job);
    if (queue === undefined) break; // The next one would not be answered either.
    if (queue.size > 0) queues.set(job, queue);
  }
  return queues;
}

/** Indices of the tasks that these queues hold. */
export function tasksIn(queues: ReadonlyMap<string, Queue>): ReadonlySet<number> {
  return new Set([...queues.values()].flatMap((queue) => [...queue.keys()]));
}

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { PaperName } from '../../reports/paper.ts';
import type { RunOptions } from '../../reports/run-study.ts';
import { isRunFolder, jobsOf, runFile, runFolders } from '../../studies/cluster/run-folder.ts';
import { type Manifest, readManifest, reportFolders } from '../../studies/store/manifest.ts';
import type { Study } from '../../studies/study.ts';
import type { Session } from '../terminal/session.ts';
import { type Queue, queueOf } from './slurm.ts';

/** The options that actions on a study share. */
export interface StudyOptions extends Pick<RunOptions, 'seeds' | 'workers' | 'out'> {
  readonly full: boolean;
  readonly fresh: boolean;
  readonly 'dry-run': boolean;
  readonly rerun: boolean;
  /** The file of a study, a program. */
  readonly file: string | undefined;
  /** Of a task in its run folder, from 0. */
  readonly index: number | undefined;
  readonly tasks: number | undefined;
  readonly time: string | undefined;
  readonly sbatch: string | undefined;
  readonly prepare: boolean;
  readonly 'data-dir': string | undefined;
  readonly paper: PaperName | undefined;
  readonly into: string | undefined;
}

/** What `iwal study` can do: one action of it. */
export interface Action {
  readonly summary: string;
  /** What has to follow its name; nothing if absent. */
  readonly takes?: string;
  /** The options it reads. */
  readonly options: readonly (keyof StudyOptions)[];
  run(subject: string, options: StudyOptions, session: Session): Promise<void>;
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

/**
 * Numbers as sbatch writes them.
 *
 * @example
 * ranges([0, 1, 2, 5, 7, 8]) // => '0-2,5,7-8'
 */
export function ranges(numbers: readonly number[]): string {
  const parts: [from: number, to: number][] = [];
  for (const n of numbers) {
    const last = parts.at(-1);
    if (last?.[1] === n - 1) last[1] = n;
    else parts.push([n, n]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

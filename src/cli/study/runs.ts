import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isRunFolder, jobsOf, runFile, runFolders } from '../../studies/cluster/run-folder.ts';
import { readManifest, reportFolders } from '../../studies/store/manifest.ts';
import { queueOf, type Queue } from './slurm/commands.ts';

/** The run folder of this path, or those of the study of this id or file, the oldest first. */
export function runsNamed(subject: string, out: string): string[] {
  if (isRunFolder(subject)) return [subject];
  const reports = reportFolders(out).filter((folder) => {
    const { id, file } = readManifest(folder)!;
    return id === subject || file === subject;
  });
  return reports.flatMap(runFolders);
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

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure, UsageError } from '../../terminal/failure.ts';
import { plural } from '../../../numerics/display.ts';
import type { Session } from '../../terminal/session.ts';
import { ownJob, requeueJob } from '../slurm/commands.ts';
import type { Action } from './action.ts';

/** `iwal study task`: what each index of an array runs, whoever starts it. */
export const task: Action = {
  summary: 'run one task of a run folder, or go on with it',
  takes: 'a run folder',
  options: ['index', 'workers'],
  async run(subject, { index, workers }, session) {
    if (index === undefined) throw new UsageError('study task needs the number of a task, counted from 0');
    const stop = session.stopRequest(); // before anything is loaded: until then a signal just ends the process
    const { runTask } = await import('../../../studies/cluster/run-task.ts');
    const run = resolve(subject);
    const bar = await session.progress(`task ${index}`);
    const { signal, note } = session;
    const { SLURM_ARRAY_JOB_ID, SLURM_JOB_ID } = process.env;
    try {
      const ended = await session.unlessInterrupted(
        runTask(run, index, { workers, job: SLURM_ARRAY_JOB_ID ?? SLURM_JOB_ID, progress: bar.update, note, signal, stop }),
      );
      const failed = ended.failed.at(0);
      if (failed !== undefined)
        throw new Failure(
          `${ended.failed.length} of ${plural(ended.cells, 'cell')} failed, for example ${failed.hash}: ` +
            String(failed.stored.failure),
        );
      session.print(`task ${index}: ${plural(ended.cells, 'cell')} done`);
    } catch (error) {
      if (stop.aborted) await requeue(run, session);
      throw error;
    } finally {
      bar.stop();
    }
  },
};

/** Has Slurm start the task again, unless a person has cancelled it. */
async function requeue(run: string, { note }: Session): Promise<void> {
  const { runFile } = await import('../../../studies/cluster/run-folder.ts');
  const job = ownJob(process.env);
  if (job === undefined || existsSync(runFile(run, 'cancelled'))) return;
  try {
    await requeueJob(job, () => {
      note('stopped after its cell, and to be queued again');
    });
  } catch (error) {
    note(`not queued again: ${(error as Error).message}`);
  }
}

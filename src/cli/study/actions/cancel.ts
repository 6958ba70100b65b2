import { writeFileSync } from 'node:fs';
import { UsageError } from '../../terminal/failure.ts';
import { cancelArray } from '../slurm/commands.ts';
import { queuesOf, runsNamed } from '../runs.ts';
import type { Action } from './action.ts';

/** `iwal study cancel`: ends the arrays of a study or of one run folder; what they have measured is kept. */
export const cancel: Action = {
  summary: 'end the arrays of a study or of a run folder; what they have measured is kept',
  takes: 'a study or a run folder',
  options: ['out'],
  async run(subject, { out }, session) {
    const { runFile } = await import('../../../studies/cluster/run-folder.ts');
    const runs = runsNamed(subject, out);
    if (runs.length === 0) throw new UsageError(`no run of '${subject}' was submitted below ${out}`);
    let cancelled = 0;
    for (const run of runs) {
      const jobs = [...(await queuesOf(run)).keys()];
      // Told to the tasks before they are: one that stops is not queued again.
      if (jobs.length > 0) writeFileSync(runFile(run, 'cancelled'), '');
      for (const job of jobs) {
        await cancelArray(job);
        session.print(job);
        cancelled++;
      }
    }
    if (cancelled === 0) session.note(`${subject}: no job of it is in the queue`);
  },
};

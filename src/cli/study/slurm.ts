import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Failure } from '../terminal/failure.ts';

const execute = promisify(execFile);

/** Bytes of a long queue. */
const MOST = 1 << 26;

/** The state of the tasks of an array that wait or run, by index: PENDING, RUNNING, COMPLETING. */
export type Queue = ReadonlyMap<number, string>;

/** Throws a Failure where Slurm's commands are not on the PATH. */
export async function requireSlurm(otherwise: string): Promise<void> {
  await slurm('sbatch', ['--version'], otherwise);
}

/** Submits a script, or some indices of its array; returns the id of the array. Throws a Failure with what Slurm says. */
export async function submitScript(script: string, more: readonly string[]): Promise<string> {
  const answer = await slurm('sbatch', ['--parsable', ...more, script], 'submit where they are');
  const [id] = answer.trim().split(';');
  if (/^\d+$/.test(id)) return id;
  throw new Failure(`sbatch answered '${answer.trim()}', where the number of a job is expected`);
}

/** What of an array waits or runs; undefined where nobody can be asked. */
export async function queueOf(id: string): Promise<Queue | undefined> {
  let answer: string;
  try {
    answer = await slurm('squeue', ['--noheader', '--array', `--jobs=${id}`, '--format=%K %T'], '');
  } catch (error) {
    // A job that has ended some minutes ago is none any more.
    if (/invalid job id/i.test((error as Error).message)) return new Map();
    return undefined;
  }
  return new Map([...answer.matchAll(/^(\d+) +(\w+)/gm)].map(([, index, state]) => [Number(index), state]));
}

/** Ends what of an array waits or runs. Throws a Failure with what Slurm says. */
export async function cancelArray(id: string): Promise<void> {
  await slurm('scancel', [id], 'cancel where they are');
}

/** The job of this process as Slurm names it; undefined where Slurm did not start it. */
export function ownJob({ SLURM_JOB_ID, SLURM_ARRAY_JOB_ID, SLURM_ARRAY_TASK_ID }: NodeJS.ProcessEnv): string | undefined {
  // The job id of one task of an array is that of the array: it would mean all of them.
  return SLURM_ARRAY_JOB_ID === undefined ? SLURM_JOB_ID : `${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}`;
}

/**
 * Has a running job start again later, and ends it at once: `before` is called just before, since nothing after it need happen. Does
 * nothing where Slurm is ending it already, because somebody has cancelled it or another job takes its place: then it is Slurm that
 * knows whether it is to start again. Throws a Failure with what Slurm says.
 */
export async function requeueJob(id: string, before: () => void): Promise<void> {
  const otherwise = 'it has to be submitted again';
  const [, state] = /\bJobState=(\w+)/.exec(await slurm('scontrol', ['show', 'job', id], otherwise)) ?? [];
  if (state !== 'RUNNING') return;
  before();
  await slurm('scontrol', ['requeue', id], otherwise);
}

async function slurm(command: string, args: readonly string[], otherwise: string): Promise<string> {
  try {
    return (await execute(command, args, { maxBuffer: MOST })).stdout;
  } catch (error) {
    const { code, stderr = '', message } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === 'ENOENT')
      throw new Failure(`there is no ${command} on the PATH, and no Slurm without its commands: ${otherwise}`);
    const words = stderr.trim().replace(/^\w+: (error: )?/gm, '') || message;
    throw new Failure(`${command} refused: ${words}`);
  }
}

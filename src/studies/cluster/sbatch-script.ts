/** What an array is asked for. */
export interface ArrayOptions {
  /** Path of the run folder, absolute. */
  readonly run: string;
  /** Of the study. */
  readonly id: string;
  readonly tasks: number;
  /** Limit of a task as Slurm writes it; undefined: that of the partition. */
  readonly time: string | undefined;
  /** More options of sbatch, as they are written in a script. */
  readonly more: string | undefined;
  /** Absolute paths of Node and of this program. */
  readonly node: string;
  readonly program: string;
}

/** Seconds before its limit at which a task is told to stop after its cell. */
const NOTICE = 90;

/**
 * The script of a Slurm array, one index a task.
 *
 * `exec` puts Node in the place of the shell, so that signals reach it: USR2 some time before the limit and SIGTERM end the task
 * after its cell and queue it again. A node that does not see the run folder says so.
 *
 * Source: Slurm, man pages of sbatch and scontrol.
 */
export function sbatchScript({ run, id, tasks, time, more, node, program }: ArrayOptions): string {
  const lines = [
    `--job-name=iwal-${id}`,
    `--array=0-${tasks - 1}`,
    '--cpus-per-task=1',
    ...(time === undefined ? [] : [`--time=${time}`]),
    `--output="${run.replaceAll('%', '%%')}/log/%a-%A.txt"`,
    '--open-mode=append',
    '--requeue',
    `--signal=B:USR2@${NOTICE}`,
    ...(more === undefined ? [] : [more]),
  ];
  return [
    '#!/bin/bash',
    ...lines.map((line) => `#SBATCH ${line}`),
    '',
    `run=${quoted(run)}`,
    'if [ ! -e "$run/manifest.json" ]; then',
    '  echo "$run: no such folder on $(hostname): it has to be on a file system that every node sees" >&2',
    '  exit 1',
    'fi',
    `exec ${quoted(node)} ${quoted(program)} study task "$run" "$SLURM_ARRAY_TASK_ID"`,
    '',
  ].join('\n');
}

/** For a shell: nothing within single quotes has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

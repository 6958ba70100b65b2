import { papers } from '../../reports/paper.ts';
import { partsOption } from '../options/parts-option.ts';
import { flag, nameIn, optional, passedOn, text, type Values, whole } from '../syntax/option.ts';
import type { Session } from '../terminal/session.ts';
import { runningOptions } from './studies.ts';

/** A limit of time in a script of Slurm: minutes, minutes:seconds, hours:minutes:seconds, days-hours and what may follow. */
const timeLimit = text.refine((given) => /^(\d+(:\d\d){0,2}|\d+-\d+(:\d\d){0,2})$/.test(given), {
  error: ({ input }) =>
    `must be a time as Slurm writes it (90, 01:30:00 or 2-12 for minutes, hours or days), found '${String(input)}'`,
});

/** Options of sbatch: one line, of which the array and where it prints are no part. */
const sbatchOptions = text
  .refine((given) => given.trim().startsWith('-') && !/[\n\r]/.test(given), {
    error: ({ input }) => `must be options in one line, "--partition=cpu --mem=4G", found '${String(input)}'`,
  })
  .refine((given) => !/(^|\s)(--array|-a|--output|-o|--open-mode|--wrap)(\s|=|$)/.test(given), {
    error: ({ input }) => `must leave the array, what it runs and where it prints to iwal, found '${String(input)}'`,
  });

/** The options of `iwal study`; each action reads some of them. */
export const studyOptions = {
  ...runningOptions,
  fresh: flag('run: measure anew what a finished report already holds'),
  'dry-run': flag('run: only say how many cells there are, and how long they will take; submit: print the script'),
  tasks: whole(1, 'submit: tasks of the array; without it as many as take five minutes'),
  time: optional("submit: limit of a task, as Slurm writes it ('01:30:00')", timeLimit),
  sbatch: passedOn('submit: more options of sbatch ("--partition=cpu --mem=4G")', sbatchOptions.optional()),
  prepare: flag('submit: write the run folder and print its path, for schedulers other than Slurm'),
  parts: partsOption,
  paper: {
    ...optional('report: figures as PDF and tables as LaTeX, in the widths of this format', nameIn('format', papers)),
    names: Object.keys(papers),
  },
  into: optional("report --paper: folder of these files [default: paper in the report's folder]"),
  rerun: flag('cell: compute it again and compare'),
  file: optional('cell --rerun: the file of a study that is a program of yours'),
};

/** What an action is told of them. */
export interface StudyOptions extends Omit<Values<typeof studyOptions>, 'parts'> {
  /** Of a task in its run folder, from 0. */
  readonly index: number | undefined;
}

/** What `iwal study` can do: one action of it. */
export interface Action {
  readonly summary: string;
  /** What has to follow its name; nothing if absent. */
  readonly takes?: string;
  /** The options it reads. */
  readonly options: readonly (keyof StudyOptions)[];
  run(subject: string, options: StudyOptions, session: Session): Promise<void> | void;
}

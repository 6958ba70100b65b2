import { didYouMean } from '../../files/did-you-mean.ts';
import { papers } from '../../reports/paper.ts';
import { partsOption } from '../options/parts-option.ts';
import { defineCommand } from '../syntax/command.ts';
import { flag, named, nameIn, number, passedOn, text, optional } from '../syntax/option.ts';
import { UsageError } from '../terminal/failure.ts';
import { type Action, runningOptions, STUDY } from './studies.ts';
import { cell, check, claims, list, report, status } from './look.ts';
import { run } from './run.ts';
import { cancel, submit, task } from './executor.ts';

/** Options that nobody need have written. */
const DEFAULTED = ['workers', 'out'];

/** What `iwal study` can do, one line each. */
const actions = { list, check, run, report, status, cell, claims, submit, task, cancel } satisfies Record<string, Action>;

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

/** `iwal study`: the laboratory. What it can do stands in study/, with one line each below. */
export const command = defineCommand({
  name: 'study',
  usage: '<action> [study] [n]',
  summary: 'Run studies, your own among them: check them, show their progress, look at single cells.',
  places: {
    action: named(
      'action',
      actions,
      Object.entries(actions)
        .map(([name, { summary }]) => `${name}: ${summary}`)
        .join('; '),
    ),
    study: optional(
      `${STUDY}; for 'cell', the hash of a cell or its beginning; for 'claims', the page to write; ` +
        `for 'task', 'submit' and 'cancel', a run folder`,
    ),
    n: number({ meaning: 'task: which one of the run folder, counted from 0', from: 0, whole: true }),
  },
  options: {
    ...runningOptions,
    fresh: flag('run: measure anew what a finished report already holds'),
    'dry-run': flag('run: only say how many cells there are, and how long they will take; submit: print the script'),
    tasks: number({ meaning: 'submit: tasks of the array; without it as many as take five minutes', from: 1, whole: true }),
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
  },
  examples: [
    ['iwal study list', 'what there is'],
    ['iwal study check my-study.mjs', 'a typo found before the night'],
    ['iwal study run my-study.mjs --dry-run', 'how long will it take?'],
    ['iwal study run my-study.mjs --seeds 20', 'run it, or go on where it stopped'],
    ['iwal study status rcv1-active', 'done, failed and waiting cells'],
    ['iwal study report final-fit --paper acm', 'vector figures and LaTeX tables of stored results'],
    ['iwal study cell 3b1e97497643ac09 --rerun', 'from a point of a figure to its run'],
    ['iwal study submit my-study.mjs --tasks 50 --time 01:00:00', 'on a cluster with Slurm; study run then writes the report'],
    ['iwal study task reports/small/.runs/20260102T030405-a1b2 7', 'what index 7 of the array runs'],
    ['iwal study claims docs/REPLICATION.md', 'what all reports say of their sources'],
  ],
  async run({ action: name, study, n: index, parts: _loaded, ...options }, session) {
    const action = actions[name as keyof typeof actions];
    if (action.takes === undefined && study !== undefined) throw new UsageError(`study ${name} takes no '${study}'`);
    if (action.takes !== undefined && study === undefined) throw new UsageError(`study ${name} needs ${action.takes}`);
    const legal: readonly string[] = action.options;
    if (index !== undefined && !legal.includes('index')) throw new UsageError(`study ${name} takes no number, found ${index}`);
    const given = Object.entries(options).find(
      ([option, found]) => !legal.includes(option) && found !== undefined && found !== false && !DEFAULTED.includes(option),
    );
    if (given !== undefined) {
      const takers = Object.entries(actions).filter(([, each]) => (each.options as readonly string[]).includes(given[0]));
      throw new UsageError(
        `--${given[0]} is for ${takers.map(([taker]) => `study ${taker}`).join(', ')}${didYouMean(given[0], legal)}`,
      );
    }
    await action.run(study ?? '', { ...options, index }, session);
  },
});

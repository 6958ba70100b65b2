import { didYouMean } from '../../files/did-you-mean.ts';
import { defineCommand } from '../syntax/command.ts';
import { named, optional, whole } from '../syntax/option.ts';
import { UsageError } from '../terminal/failure.ts';
import { type Action, studyOptions } from './options.ts';
import { STUDY } from './studies.ts';
import { cell, check, claims, list, report, status } from './look.ts';
import { run } from './run.ts';
import { cancel, submit, task } from './executor.ts';

/** Options that nobody need have written. */
const DEFAULTED = ['workers', 'out'];

/** What `iwal study` can do, one line each. */
const actions = { list, check, run, report, status, cell, claims, submit, task, cancel } satisfies Record<string, Action>;

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
    n: whole(0, 'task: which one of the run folder, counted from 0'),
  },
  options: studyOptions,
  examples: [
    ['iwal study list', 'what there is'],
    ['iwal study check my-study.mjs', 'a typo found before the night'],
    ['iwal study run my-study.mjs --dry-run', 'how long will it take?'],
    ['iwal study run my-study.mjs --seeds 20', 'run it, or go on where it stopped'],
    ['iwal study status rcv1-active', 'done, failed and waiting cells'],
    ['iwal study report final-fit --paper acm', 'vector figures and LaTeX tables of stored results'],
    ['iwal study cell 3b1e97497643ac09 --rerun', 'from a point of a figure to its run'],
    ['iwal study submit my-study.mjs --tasks 50 --time 01:00:00', 'on a cluster with Slurm; study run then writes the report'],
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

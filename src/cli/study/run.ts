import { existsSync } from 'node:fs';
import { count, duration, plural } from '../../numerics/display.ts';
import { type Cell, requireFittingCells } from '../../studies/cells/cell.ts';
import type { DataSource } from '../../studies/data/data-source.ts';
import { loadData, withoutSets } from '../../studies/data/datasets.ts';
import { runFile, runFolders } from '../../studies/cluster/run-folder.ts';
import { runCells, timesOfTrials, trialsOf } from '../../studies/run/threads.ts';
import type { Duration } from '../../studies/run/durations.ts';
import { estimateOf, studyState, type StudyState } from '../../studies/run/plan.ts';
import { Store, type Reuse } from '../../studies/store/store.ts';
import type { DataState, StudyDataset } from '../../studies/study.ts';
import { requireWritableFolder } from '../options/target.ts';
import { Failure, orFault } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { type Named, queuesOf, tasksIn, foldersOf, planned, runNamed, sizeOf, studyNamed } from './studies.ts';
import type { Action, StudyOptions } from './options.ts';
import { awaitResults } from '../../studies/cluster/run-state.ts';
import { reportFolder } from '../../studies/store/manifest.ts';

/** `iwal study run`: runs a study, or goes on with it; with --dry-run says what that would be. */
export const run: Action = {
  summary: 'run a study and write its report',
  takes: 'a study',
  options: ['full', 'seeds', 'workers', 'out', 'data-dir', 'fresh', 'dry-run'],
  async run(subject, options, session) {
    const named = await studyNamed(subject, session);
    await lookAtRuns(named, options, session);
    if (options['dry-run']) {
      await foretell(named, options, session);
      return;
    }
    const folders = await foldersOf(options['data-dir']);
    requireWritableFolder(options.out);
    const { seeds, workers, out } = options;
    const size = sizeOf(named, options.full);
    const { folder, results, faults } = await runNamed(
      named,
      { size, seeds, workers, out, reuse: reuse(options), ...folders },
      session,
    );
    session.print(folder);
    if (faults === 0) return;
    throw new Failure(
      `${faults} of ${plural(results, 'run')} ended by a fault, and the report is of the others; the same command tries them again`,
    );
  },
};

/** What tasks have finished is waited for; what they have not is run here too: nothing waits for a queue. */
async function lookAtRuns(named: Named, options: StudyOptions, { note, signal }: Session): Promise<void> {
  const folder = reportFolder(options.out, named.study.id, sizeOf(named, options.full));
  for (const run of runFolders(folder)) {
    if (existsSync(runFile(run, 'reported'))) continue;
    const queues = await queuesOf(run);
    for (const [job, queue] of options['dry-run'] ? [] : queues)
      note(`${run}: ${plural(queue.size, 'task')} of job ${job} in the queue; what they have not finished is run here too`);
    // What is wrong with it the run of the study says, or goes on without it.
    await orFault(awaitResults(run, folder, tasksIn(queues), signal));
  }
}

function reuse({ fresh }: StudyOptions): Reuse {
  return fresh ? 'interrupted run' : 'everything';
}

/** Cells, how many of them are stored, and a time that rests on stored times or on runs made now to find out. */
async function foretell(named: Named, options: StudyOptions, session: Session): Promise<void> {
  const { study, size, seeds, source } = await planned(named, options, session);
  const { signal, note } = session;
  const folder = reportFolder(options.out, study.id, size);
  const state = await session.unlessInterrupted(
    studyState(study, { size, seeds, folder, source, store: new Store(folder, note), reuse: reuse(options), signal }),
  );
  state.remarks.forEach(note);
  const stored = state.cells - state.waiting.length;
  session.print(
    `${study.id}: ${count(state.cells)} cells, ${count(stored)} stored, ${count(state.waiting.length)} to run; ` +
      `${plural(seeds, 'seed')}, ${plural(state.datasets.length, 'dataset')}`,
  );
  const found = (now: DataState): StudyDataset[] => state.datasets.filter((dataset) => dataset.now === now);
  const [missing, unmade] = [found('missing'), found('to be made')];
  if (missing.length > 0) session.print(withoutSets(study, { size, seeds }, missing));
  if (unmade.length > 0) session.print(`to be generated first: ${unmade.map(({ name }) => name).join(', ')}`);
  if (state.waiting.length === 0) return;
  const known = estimateOf(state.waiting, state.durations, options.workers);
  const timed = await timesOf(known.unknown, options.workers, state, source, session);
  const { seconds, unknown } = estimateOf(state.waiting, [...state.durations, ...timed], options.workers);
  session.print(
    `about ${duration(seconds)} on ${plural(options.workers, 'worker')}: ` +
      basis(state.waiting.length, known.unknown.length, timed.length, unknown.length),
  );
}

function basis(waiting: number, untimed: number, runs: number, unknown: number): string {
  return [
    ...(untimed < waiting ? ['by the times of stored runs like them'] : []),
    ...(runs > 0 ? [`by ${plural(runs, 'group')} of runs timed now, of which nothing is kept`] : []),
    ...(unknown > 0 ? [`without ${plural(unknown, 'run')} on data that is to be generated, of which none was timed`] : []),
  ].join('; ');
}

/** Runs some of these cells for their times; those whose data would have to be generated are left out. */
async function timesOf(
  untimed: readonly Cell[],
  workers: number,
  { datasets }: StudyState,
  source: DataSource,
  { signal }: Session,
): Promise<Duration[]> {
  const trials = trialsOf(untimed, workers);
  const cells = trials.flatMap(({ tried }) => tried);
  const here = datasets.filter(({ name, now }) => now === 'here' && cells.some(({ dataset }) => dataset === name));
  const { splits, ...data } = await loadData(here, source, signal);
  const possible = cells.filter(({ dataset }) => dataset === undefined || splits.has(dataset));
  requireFittingCells(possible, splits);
  const entries = await runCells({ ...data, cells: possible, known: [] }, { workers: 1, signal });
  return timesOfTrials(trials, entries);
}

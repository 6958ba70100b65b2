import { writeFile } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { findings } from '../../../experiments/findings.ts';
import { studies } from '../../../experiments/index.ts';
import { DataError } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { count, duration, plural } from '../../numerics/display.ts';
import type { RunState } from '../../studies/cluster/run-state.ts';
import { groupBy } from '../../studies/results/results.ts';
import type { Manifest } from '../../studies/store/manifest.ts';
import { Target } from '../options/target.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { type Action, queuesOf, ranges, runCommand, type StudyOptions, tasksIn } from './action.ts';
import { foldersOf, sizeOf, studyNamed, studyOfReport } from './studies.ts';

/** `iwal study status`: done, failed and waiting cells of a study's runs, and the time the rest will take. */
export const status: Action = {
  summary: 'done, failed and waiting cells',
  takes: 'a study',
  options: ['workers', 'out', 'data-dir'],
  async run(subject, options, session) {
    const { readManifest, reportFolders } = await import('../../studies/store/manifest.ts');
    const runs = reportFolders(options.out).map((folder) => ({ folder, manifest: readManifest(folder)! }));
    const meant = runs.filter(({ manifest: { id, file } }) => id === subject || file === subject);
    const names = [...new Set([...runs.map(({ manifest: { id } }) => id), ...Object.keys(studies)])];
    if (meant.length === 0 && !names.includes(subject)) {
      throw new UsageError(
        `no study '${subject}' has run below ${options.out}${didYouMean(subject, names)}; there are ${names.join(', ')}`,
      );
    }
    if (meant.length === 0) session.print(`${subject}: never run below ${options.out}`);
    for (const { folder, manifest } of meant) await tell({ subject, folder, manifest }, options, session);
  },
};

/** A report, and how the command line calls it. */
interface Meant {
  readonly subject: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

async function tell({ subject, folder, manifest }: Meant, options: StudyOptions, session: Session): Promise<void> {
  const { studyState, estimateOf } = await import('../../studies/run/plan.ts');
  const { Store } = await import('../../studies/store/store.ts');
  const { DataSource } = await import('../../studies/data/data-source.ts');
  const { runFolders } = await import('../../studies/cluster/run-folder.ts');
  const { remarksOnChanges, stateOf } = await import('../../studies/cluster/run-state.ts');
  const { id, size, seeds } = manifest;
  const study = await studyOfReport(manifest, subject, (named) => `iwal study status ${named}`, session);
  const { signal, note } = session;
  const source = new DataSource({ ...(await foldersOf(options['data-dir'])), note, signal });
  const store = new Store(folder, note);
  const state = studyState(study, { size, seeds, folder, source, store, reuse: 'everything', signal });
  const { cells, done, failed, waiting, remarks, durations } = await session.unlessInterrupted(state);
  remarks.forEach(note);
  session.print(
    `${id}, ${size} size, ${plural(seeds, 'seed')}: ${count(done.length)} of ${plural(cells, 'cell')} done, ` +
      `${count(failed.length)} failed, ${count(waiting.length)} waiting`,
  );
  for (const { hash, stored } of failed.slice(0, 5)) session.print(`  ${hash} ${String(stored.failure)}`);
  if (failed.length > 5)
    session.print(
      `  and ${count(failed.length - 5)} more: iwal results "SELECT hash, failure FROM cells WHERE failure IS NOT NULL" ` +
        `--study ${id}`,
    );
  if (waiting.length > 0) {
    const { seconds, unknown } = estimateOf(waiting, durations, options.workers);
    const untimed = unknown.length === 0 ? '' : `, and ${plural(unknown.length, 'run')} of a kind that was never timed`;
    session.print(
      `  about ${duration(seconds)} left on ${plural(options.workers, 'worker')}${untimed}: ` + runCommand(study, manifest),
    );
  }
  const settled = store.settled();
  for (const run of runFolders(folder)) {
    try {
      await tellRun(stateOf(run, settled), session);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      note(error.message);
    }
  }
  remarksOnChanges(folder, [...[...done, ...failed].map(({ cell }) => cell), ...waiting]).forEach(note);
}

/** A run by its manifest, and what Slurm has of it. */
async function tellRun({ folder, manifest, done, unfinished, isReported }: RunState, { print }: Session): Promise<void> {
  const queues = await queuesOf(folder);
  const jobs = [...queues].map(([job, queue]) => {
    const states = [...groupBy([...queue.values()], (state) => state)];
    return `; job ${job}: ${states.map(([state, all]) => `${count(all.length)} ${state.toLowerCase()}`).join(', ')}`;
  });
  const finished = manifest.tasks - unfinished.length;
  print(
    `  run ${folder}: ${count(finished)} of ${plural(manifest.tasks, 'task')} done, ${count(done)} of ` +
      `${plural(manifest.cells, 'cell')}${isReported ? '; in the report' : jobs.join('')}`,
  );
  const queued = tasksIn(queues);
  const forsaken = unfinished.filter((task) => !queued.has(task));
  if (forsaken.length > 0 && !isReported) print(`  tasks ${ranges(forsaken)} are unfinished: iwal study submit ${folder}`);
}

/** `iwal study check`: everything that can be wrong with a study, found before it runs. */
export const check: Action = {
  summary: 'look for faults before it runs',
  takes: 'a study',
  options: ['full', 'seeds', 'data-dir'],
  async run(subject, options, session) {
    const { DataSource } = await import('../../studies/data/data-source.ts');
    const { loadData, withoutSets } = await import('../../studies/data/datasets.ts');
    const { planCells, requireFittingCells } = await import('../../studies/run/plan.ts');
    const { UsageError } = await import('../terminal/failure.ts');
    const named = await studyNamed(subject, session);
    const { study } = named;
    const size = sizeOf(named, options.full);
    const seeds = options.seeds ?? study.seeds[size];
    const { signal, note } = session;
    const source = new DataSource({ ...(await foldersOf(options['data-dir'])), note, signal });
    const datasets = study.datasets(size, seeds);
    const states = new Map(datasets.map((dataset) => [dataset.name, dataset.state?.(source) ?? 'here']));
    const { splits, missing } = await session.unlessInterrupted(
      loadData(
        datasets.filter(({ name }) => states.get(name) === 'here'),
        source,
        signal,
      ),
    );
    const absent = datasets.filter(({ name }) => missing.includes(name) || states.get(name) === 'missing');
    const without = absent.length === 0 ? [] : [withoutSets(study, { size, seeds }, absent)];
    const present = datasets.filter((dataset) => !absent.includes(dataset)).map(({ name }) => name);
    const cells = planCells(study, size, present, seeds);
    if (cells.length === 0) throw new UsageError(`${subject}: it has no cells`);
    requireFittingCells(
      cells.filter(({ dataset }) => dataset === undefined || splits.has(dataset)),
      splits,
    );
    session.print(`${study.id}: ${plural(cells.length, 'cell')}, no fault found`);
    without.forEach(session.print);
  },
};

/** `iwal study list`: the built-in studies, and those of the user that have a folder below --out. */
export const list: Action = {
  summary: 'the studies there are',
  options: ['out'],
  async run(_subject, { out }, session) {
    const { readManifest, reportFolders } = await import('../../studies/store/manifest.ts');
    for (const { id, title } of Object.values(studies)) session.print(`${id}  ${title}`);
    for (const folder of reportFolders(out)) {
      const { id, title, file } = readManifest(folder)!;
      if (file !== null) session.print(`${id}  ${title}  (${file})`);
    }
  },
};

/**
 * `iwal study claims`: what the reports of all studies say, source by source, as a page of Markdown, a line a claim. Reports that no study made have
 * no part in it.
 */
export const claims: Action = {
  summary: 'write a page of every claim of every source, with verdict, figures and command',
  takes: 'the name of the page, claims.md for instance',
  options: ['out'],
  async run(page, { out }, session) {
    const { renderClaimsBySource } = await import('../../reports/claims-by-source.ts');
    const { readSummaries } = await import('../../reports/write-report.ts');
    const { reportFolders } = await import('../../studies/store/manifest.ts');
    const ofStudies = reportFolders(out).map((folder) => basename(folder));
    const summaries = readSummaries(out, (message) => {
      session.note(message);
    }).filter(({ folder }) => ofStudies.includes(folder));
    if (summaries.length === 0) throw new Failure(`${out} holds no reports; iwal reproduce makes some`);
    const reports = relative(dirname(page), out).split(sep).join('/') || '.';
    await new Target(page).fill((path) => writeFile(path, renderClaimsBySource(summaries, reports, findings)));
    session.print(page);
  },
};

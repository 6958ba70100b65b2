import { caught } from '../../numerics/iwal-error.ts';
import { count, duration, plural, ranges } from '../../numerics/display.ts';
import { measuredOnOtherData } from '../../studies/data/data-source.ts';
import { howToGet, loadData, setsOf, withoutSets } from '../../studies/data/datasets.ts';
import { requireFittingCells } from '../../studies/cells/cell.ts';
import { runFolders } from '../../studies/cluster/run-folder.ts';
import { runCells } from '../../studies/run/threads.ts';
import { estimateOf, planCells, studyState } from '../../studies/run/plan.ts';
import { Store } from '../../studies/store/store.ts';
import { requireWritableFolder, Target } from '../options/target.ts';
import { Failure, orFault, UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { queuesOf, tasksIn, runCommand, foldersOf, planned, sizeOf, sourceOf, studyNamed, studyOfReport } from './studies.ts';
import type { Action, StudyOptions } from './options.ts';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, relative, sep, join } from 'node:path';
import { findings } from '../../../experiments/findings.ts';
import { studies } from '../../../experiments/index.ts';
import { renderClaimsBySource } from '../../../experiments/sources/claims-by-source.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { remarksOnChanges, stateOf } from '../../studies/cluster/run-state.ts';
import { groupBy } from '../../numerics/group-by.ts';
import { type Manifest, readManifest, reportFolder, reportFolders } from '../../studies/store/manifest.ts';
import { isDeepStrictEqual } from 'node:util';
import { firstOf } from '../../files/printable.ts';
import { PartsError, requireRecordedParts } from '../../specs/parts/recorded.ts';
import type { Entry } from '../../studies/store/entry.ts';

/** `iwal study status`: done, failed and waiting cells of a study's runs, and the time the rest will take. */
export const status: Action = {
  summary: 'done, failed and waiting cells',
  takes: 'a study',
  options: ['workers', 'out', 'data-dir'],
  async run(subject, options, session) {
    const runs = reportFolders(options.out).map((folder) => ({ folder, manifest: readManifest(folder)! }));
    const meant = runs.filter(({ manifest: { id, file } }) => id === subject || file === subject);
    const names = [...new Set([...runs.map(({ manifest: { id } }) => id), ...Object.keys(studies)])];
    if (meant.length === 0 && !names.includes(subject)) {
      throw new UsageError(
        `no study '${subject}' has run below ${options.out}${didYouMean(subject, names)}; there are ${names.join(', ')}`,
      );
    }
    if (meant.length === 0) session.print(`${subject}: never run below ${options.out}`);
    for (const { folder, manifest } of meant) await tell(subject, { folder, manifest }, options, session);
  },
};

async function tell(
  subject: string,
  { folder, manifest }: Pick<Found, 'folder' | 'manifest'>,
  options: StudyOptions,
  session: Session,
): Promise<void> {
  const { id, size, seeds } = manifest;
  const study = await studyOfReport(manifest, subject, (named) => `iwal study status ${named}`, session);
  const { signal, note } = session;
  const source = await sourceOf(options, session);
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
    const fault = await orFault(tellRun(run, settled, session));
    if (fault !== undefined) note(fault.message);
  }
  remarksOnChanges(folder, [...[...done, ...failed].map(({ cell }) => cell), ...waiting]).forEach(note);
}

/** A run by its manifest, and what Slurm has of it. */
async function tellRun(folder: string, settled: ReadonlySet<string>, { print }: Session): Promise<undefined> {
  const { manifest, done, unfinished, isReported } = stateOf(folder, settled);
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
  if (forsaken.length > 0 && !isReported) print(`  tasks ${ranges(forsaken, '-')} are unfinished: iwal study submit ${folder}`);
}

/** `iwal study check`: everything that can be wrong with a study, found before it runs. */
export const check: Action = {
  summary: 'look for faults before it runs',
  takes: 'a study',
  options: ['full', 'seeds', 'data-dir'],
  async run(subject, options, session) {
    const { study, size, seeds, source } = await planned(await studyNamed(subject, session), options, session);
    const datasets = study.datasets(size, seeds);
    const states = new Map(datasets.map((dataset) => [dataset.name, dataset.state?.(source) ?? 'here']));
    const here = datasets.filter(({ name }) => states.get(name) === 'here');
    const { batches, missing } = await session.unlessInterrupted(loadData(here, source, session.signal));
    const absent = datasets.filter(({ name }) => missing.includes(name) || states.get(name) === 'missing');
    const without = absent.length === 0 ? [] : [withoutSets(study, { size, seeds }, absent)];
    const present = datasets.filter((dataset) => !absent.includes(dataset)).map(({ name }) => name);
    const cells = planCells(study, size, present, seeds);
    if (cells.length === 0) throw new UsageError(`${subject}: it has no cells`);
    for (const { load } of batches) requireFittingCells(cells, await load());
    session.print(`${study.id}: ${plural(cells.length, 'cell')}, no fault found`);
    without.forEach(session.print);
  },
};

/** `iwal study list`: the built-in studies, and those of the user that have a folder below --out. */
export const list: Action = {
  summary: 'the studies there are',
  options: ['out'],
  run(_subject, { out }, session) {
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
    const { readSummaries } = await import('../../reports/write-report.ts');
    const ofStudies = reportFolders(out).map((folder) => basename(folder));
    const summaries = readSummaries(out, (message) => session.note(message)).filter(({ folder }) => ofStudies.includes(folder));
    if (summaries.length === 0) throw new Failure(`${out} holds no reports; iwal reproduce makes some`);
    const reports = relative(dirname(page), out).split(sep).join('/') || '.';
    await new Target(page).fill((path) => writeFile(path, renderClaimsBySource(summaries, reports, findings)));
    session.print(page);
  },
};

/** `iwal study cell`: from the hash of a cell to its spec, data and result, and to the one command that computes it again. */
export const cell: Action = {
  summary: 'spec, data and result of one run',
  takes: 'the hash of a cell',
  options: ['out', 'data-dir', 'rerun', 'file'],
  async run(subject, options, session) {
    const found = find(subject, options.out, session.note);
    session.print(page(found));
    if (options.rerun) await compare(found, options, session);
  },
};

interface Found {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly entry: Entry;
}

function find(beginning: string, out: string, note: (message: string) => void): Found {
  if (!/^[0-9a-f]{4,16}$/.test(beginning))
    throw new UsageError(`a hash is 16 hexadecimal digits, or its first four or more; found '${beginning}'`);
  const found = reportFolders(out).flatMap((folder) =>
    new Store(folder, note)
      .entries()
      .filter(({ hash }) => hash.startsWith(beginning))
      .map((entry): Found => ({ folder, manifest: readManifest(folder)!, entry })),
  );
  const hashes = [...new Set(found.map(({ entry }) => entry.hash))];
  if (hashes.length === 0) throw new UsageError(`no cell below ${out} has a hash that begins with ${beginning}`);
  if (hashes.length > 1) throw new UsageError(`${beginning} is the beginning of ${hashes.length} hashes: ${firstOf(hashes, 4)}`);
  return found[0];
}

function page({ folder, manifest: { id, size, file }, entry }: Found): string {
  const { hash, engine, data, cell, stored } = entry;
  const { kind, dataset, run } = cell;
  const { curve, ...rest } = stored;
  const last =
    curve === undefined
      ? {}
      : Object.fromEntries(Object.entries(curve as Record<string, unknown[]>).map(([key, column]) => [key, column.at(-1)]));
  return [
    `cell     ${hash}, kind ${kind}, of ${id}, ${size} size, in ${folder}`,
    `data     ${dataset === undefined ? 'none' : `'${dataset}', fingerprint ${data}`}; engine ${engine}`,
    `spec     ${JSON.stringify(run)}`,
    `result   ${JSON.stringify({ ...last, ...rest })}`,
    `again    iwal study cell ${hash} --rerun${file === null || file.endsWith('.json') ? '' : ` --file ${file}`}`,
  ].join('\n');
}

/** Computes the cell again from its data, and throws a Failure where the result is another one. */
async function compare({ manifest, entry }: Found, options: StudyOptions, session: Session): Promise<void> {
  const study = await studyOfReport(
    manifest,
    options.file,
    (file) => `iwal study cell ${entry.hash} --rerun --file ${file}`,
    session,
  );
  requireSameParts(entry);
  const { signal } = session;
  const { dataset } = entry.cell;
  const source = await sourceOf(options, session);
  const wanted = study.datasets(manifest.size, manifest.seeds).filter(({ name }) => name === dataset);
  const { splits, fingerprints, batches } = await session.unlessInterrupted(loadData(wanted, source, signal));
  if (dataset !== undefined && !splits.has(dataset))
    throw new Failure(`the dataset '${dataset}' is not on this machine; ${howToGet(setsOf(wanted))}`);
  if (dataset !== undefined && fingerprints.get(dataset) !== entry.data)
    throw new Failure(measuredOnOtherData(dataset, fingerprints, 'the cell was'));
  const [again] = await runCells({ cells: [entry.cell], batches, fingerprints, known: [] }, { workers: 1, signal });
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(again.stored)), entry.stored))
    throw new Failure(`computed again, it differs: ${JSON.stringify(again.stored)}`);
  session.print('computed again: the same result, digit for digit');
}

/** Throws a PartsError unless the own parts of the cell are those that the study has now. */
function requireSameParts({ hash, cell }: Entry): void {
  const require = (): void => requireRecordedParts(cell.run);
  caught(PartsError, require, (error) => {
    throw error.of(`cell ${hash}`);
  });
}

/** `iwal study report`: the report of stored results, or what a paper takes from it; nothing is run. */
export const report: Action = {
  summary: 'write the report of stored results anew, or with --paper its figures and tables for a paper; nothing is run',
  takes: 'a study',
  options: ['full', 'out', 'data-dir', 'paper', 'into'],
  async run(subject, { full, out, paper, into, 'data-dir': dataDir }, session) {
    if (into !== undefined && paper === undefined) throw new UsageError('--into wants --paper, which says for what format');
    const { storedReport } = await import('../../reports/run-study.ts');
    const { writeFiles, writeIndex, writeReport } = await import('../../reports/write-report.ts');
    const { paperFiles } = await import('../../reports/paper.ts');
    const named = await studyNamed(subject, session);
    const { study, file = null } = named;
    const { id } = study;
    const size = sizeOf(named, full);
    const folder = reportFolder(out, id, size);
    const seeds = readManifest(folder)?.seeds ?? study.seeds[size];
    const { note, signal } = session;
    const refuse = (waiting: number, runs: number): Failure =>
      new Failure(
        `${folder} has no result of ${count(waiting)} of ${plural(runs, 'run')}, and a report is made of all: ` +
          runCommand(study, { id, size, seeds, file }),
      );
    const options = { size, seeds, out, note, signal, ...(await foldersOf(dataDir)) };
    const made = await session.unlessInterrupted(storedReport(study, options, refuse));
    const target = paper === undefined ? folder : (into ?? join(folder, 'paper'));
    requireWritableFolder(target);
    if (paper !== undefined) await writeFiles(target, paperFiles(made, id, paper), signal);
    else {
      await writeReport(folder, made, { seeds, beside: [] }, signal);
      await writeIndex(out, Object.keys(studies), note);
    }
    session.print(target);
  },
};

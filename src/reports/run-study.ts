import { join } from 'node:path';
import { makeFolder, writeContents } from '../files/durable.ts';
import type { FigureEnding } from '../figures/chart/figure-file.ts';
import { programVersion } from '../files/own-package.ts';
import type { Report, Findings, Study } from '../studies/study.ts';
import { reportOf } from '../studies/report-of.ts';
import { remarksOnChanges } from '../studies/cluster/run-state.ts';
import { DataSource, type DataSourceOptions } from '../studies/data/data-source.ts';
import { durationsOf, readDurations } from '../studies/run/durations.ts';
import { ENGINE_VERSION, isSettled, resultOf, type Entry } from '../studies/store/entry.ts';
import { reportFolder, writeManifest } from '../studies/store/manifest.ts';
import { planStudy, type PlanOptions } from '../studies/run/plan.ts';
import { runRaces, storedTimings, TIMINGS } from '../studies/run/race.ts';
import { runCells } from '../studies/run/threads.ts';
import { writeIndex, writeReport } from './write-report.ts';

/**
 * From a study to its report folder: load the data, run the cells, race, write figures, page and results.
 *
 * Finished cells are kept in the store as they end, so that an interrupted run goes on where it stopped. Report files are
 * written whole: results first, the page that shows them last.
 */
export interface RunOptions
  extends Pick<PlanOptions, 'note' | 'reuse' | 'signal' | 'size'>, Pick<DataSourceOptions, 'cacheFolder' | 'dataFolders'> {
  /** Runs of every setting; default: as many as the study asks for at this size. */
  readonly seeds?: number | undefined;
  readonly workers: number;
  /** Folder that gets one folder a study. */
  readonly out: string;
  /** What every figure is written as beside its PNG; default: nothing. */
  readonly beside?: readonly FigureEnding[] | undefined;
  /** Ids of studies in the order in which the index of reports has them. */
  readonly order: readonly string[];
  /** File of the study; undefined for one of the built-in ones. */
  readonly file?: string | undefined;
  /** Told after every finished cell. */
  readonly progress: (done: number, of: number) => void;
}

/** What came of a run. */
export interface Ran {
  /** Of the report. */
  readonly folder: string;
  readonly report: Report;
  /** How many cells it was made from. */
  readonly results: number;
  /** How many of them ended by a fault, and not by what their spec says; another run tries them again. */
  readonly faults: number;
}

/**
 * The report of a study as its stored results alone make it; nothing is run and nothing written.
 *
 * Throws what `refuse` makes of the number of runs, cells and races, that have no stored result.
 */
export async function storedReport(
  study: Study,
  options: Pick<RunOptions, 'size' | 'seeds' | 'out' | 'dataFolders' | 'cacheFolder' | 'note' | 'signal'>,
  refuse: (waiting: number, runs: number) => Error,
): Promise<Report> {
  const { size, seeds = study.seeds[size], out } = options;
  const folder = reportFolder(out, study.id, size);
  const plan = await planStudy(study, { ...options, seeds, folder, source: new DataSource(options), reuse: 'everything' });
  const entries = plan.known.flatMap((entry) => (entry !== undefined && isSettled(entry) ? entry : []));
  const wanted = study.races?.(size) ?? [];
  const races = storedTimings(folder, wanted) ?? [];
  const runs = plan.cells.length + wanted.length;
  const waiting = runs - entries.length - races.length;
  if (waiting > 0) throw refuse(waiting, runs);
  return { ...reportOf(study, { ...plan, size, seeds, results: entries.map(resultOf), races }), versions: versions() };
}

/** Runs the study and writes its report. */
export async function runStudy(study: Study, options: RunOptions): Promise<Ran> {
  const { size, workers, out, reuse, beside = [], file, progress, note, signal } = options;
  const seeds = options.seeds ?? study.seeds[size];
  const folder = reportFolder(out, study.id, size);
  const source = new DataSource(options);
  const plan = await planStudy(study, { size, seeds, folder, source, reuse, note, signal });
  const { cells, splits, batches, missing, store } = plan;
  remarksOnChanges(folder, cells).forEach(note);
  makeFolder(folder);
  const manifest = { id: study.id, title: study.title, size, seeds, cells: cells.length, file: file ?? null };
  await writeManifest(folder, manifest);

  const keep = (entry: Entry): void => store.put(entry);
  const entries = await runCells(plan, { workers, keep, progress, signal });
  noteFailures(entries, note);
  const wanted = study.races?.(size) ?? [];
  const timed = reuse === 'everything' ? storedTimings(folder, wanted) : undefined;
  const races = timed ?? (await runRaces(wanted, batches, options));

  const findings: Findings = { size, seeds, splits, missing, results: entries.map(resultOf), races };
  const report = reportOf(study, findings);
  const publish = async (): Promise<void> => {
    // Another run of the study may have written its own in between.
    await writeManifest(folder, manifest);
    const earlier = readDurations(folder, () => undefined);
    await writeContents(join(folder, 'durations.jsonl'), jsonLines(durationsOf(entries, earlier)));
    if (races.length > 0) await writeContents(join(folder, TIMINGS), jsonLines(races));
    await writeReport(folder, { ...report, versions: versions() }, { seeds, beside }, signal);
  };
  await store.report(entries, publish, signal);
  await writeIndex(out, options.order, note);
  return { folder, report, results: entries.length, faults: entries.filter((entry) => !isSettled(entry)).length };
}

function noteFailures(entries: readonly Entry[], note: (message: string) => void): void {
  const failed = entries.filter(({ stored }) => 'failure' in stored);
  if (failed.length === 0) return;
  const [first] = failed;
  note(`${failed.length} of ${entries.length} runs failed, for example ${first.hash}: ${String(first.stored.failure)}`);
}

function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** What a report was made with; changes of the machine alone leave it as it is. */
function versions(): Record<string, string> {
  return { iwal: programVersion(), engine: `${ENGINE_VERSION}` };
}

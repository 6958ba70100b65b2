import { SpecError } from '../../specs/choices.ts';
import { canonical } from '../../specs/hash.ts';
import { type Cell, requireFittingCells, requireRunnable } from '../cells/cell.ts';
import type { Batch, DataSource, Fingerprints } from '../data/data-source.ts';
import { loadData, withoutSets } from '../data/datasets.ts';
import { type Entry, isSettled } from '../store/entry.ts';
import { knownCells, type Reuse, Store } from '../store/store.ts';
import type { DataState, Size, Study, StudyDataset } from '../study.ts';
import { type Duration, durationsOf, expectedSeconds, readDurations } from './durations.ts';

/** Of which size and with how many seeds a study is planned, from what data, and what is stored of it. */
export interface PlanOptions {
  readonly size: Size;
  readonly seeds: number;
  /** Of the study's report. */
  readonly folder: string;
  readonly source: DataSource;
  readonly reuse: Reuse;
  readonly note: (message: string) => void;
  readonly signal: AbortSignal;
  /** Bytes that its data may take at a time; by default loadData knows. */
  readonly room?: number;
}

/**
 * What there is to run of a study, whoever runs it: notes which public sets are missing, loads or generates its data, checks every
 * cell and looks up what is stored of it. Gives the work, the store that knows of it, and the datasets that this machine does not have.
 *
 * @throws MissingSetsError where no cell can run for want of public sets, and whatever is wrong with the study, its data or its store.
 */
export async function planStudy(study: Study, { size, seeds, folder, source, reuse, note, signal, room }: PlanOptions) {
  const store = new Store(folder, note);
  const datasets = study.datasets(size, seeds);
  const absent = datasets.filter((dataset) => dataset.state?.(source) === 'missing');
  const leaveOut = (missing: readonly StudyDataset[]): void => {
    if (missing.length > 0) note(withoutSets(study, { size, seeds }, missing));
  };
  // Before anything is generated.
  leaveOut(absent);
  const there = datasets.filter((dataset) => !absent.includes(dataset));
  const { splits, fingerprints, batches } = await loadData(there, source, signal, room);
  const missing = datasets.filter(({ name }) => !splits.has(name));
  if (missing.length > absent.length) leaveOut(missing);
  const cells = planCells(study, size, [...splits.keys()], seeds);
  requireFittingCells(cells, splits);
  const { entries, remarks } = knownCells(cells, fingerprints, store, reuse);
  cells.forEach((cell, n) => {
    if (entries[n] === undefined) requireRunnable(cell);
  });
  remarks.forEach(note);
  return { cells, splits, batches, fingerprints, known: entries, store, missing: missing.map(({ name }) => name) };
}

/**
 * The cells of a study on these datasets.
 *
 * @throws SpecError where two are the same or one names a dataset it has not.
 */
export function planCells(study: Study, size: Size, datasets: readonly string[], seeds: number): readonly Cell[] {
  const cells = study.cells(size, datasets, seeds);
  const places = new Map<string, number>();
  for (const [at, cell] of cells.entries()) {
    const name = canonical(cell);
    const earlier = places.get(name);
    if (earlier !== undefined)
      throw new SpecError(`${study.id}: cells ${earlier + 1} and ${at + 1} are the same run: ${JSON.stringify(cell)}`);
    places.set(name, at);
    if (cell.dataset !== undefined && !datasets.includes(cell.dataset)) {
      throw new SpecError(
        `${study.id}: cell ${at + 1} wants the dataset '${cell.dataset}'; there are ${datasets.join(', ') || 'none'}`,
      );
    }
  }
  return cells;
}

/**
 * Cells, the data that they are measured on, and what is known of them. Those without a settled result run on threads of this process
 * (threads.ts), or as an array of Slurm (cli/study/executor.ts), whose tasks run theirs on threads again. Studies know nothing of it.
 *
 * Law (test/studies/cluster): results depend on the cells alone, so that a report is the same bytes whoever ran them.
 */
export interface Work {
  readonly cells: readonly Cell[];
  readonly batches: readonly Batch[];
  readonly fingerprints: Fingerprints;
  /** The stored entry of the cell at each place; undefined where there is none. */
  readonly known: readonly (Entry | undefined)[];
}

/**
 * Where a study stands: what its store holds of the data that are there now, as a run will see it. No data is generated for it.
 */
export type StudyState = Readonly<Awaited<ReturnType<typeof studyState>>>;

/** Of which size and store the state is asked. */
interface StateOptions extends Omit<PlanOptions, 'note'> {
  readonly store: Store;
}

/** Which cells of a study are done, failed or waiting, which of its datasets are here, and what such cells took before. */
export async function studyState(study: Study, { size, seeds, folder, store, source, reuse, signal }: StateOptions) {
  const stateOf = (dataset: StudyDataset): DataState => dataset.state?.(source) ?? 'here';
  const datasets = study.datasets(size, seeds).map((dataset) => ({ ...dataset, now: stateOf(dataset) }));
  const names = datasets.filter(({ now }) => now !== 'missing').map(({ name }) => name);
  const cells = planCells(study, size, names, seeds);
  const here = datasets.filter(({ now }) => now === 'here');
  const { entries, remarks } = knownCells(cells, (await loadData(here, source, signal)).fingerprints, store, reuse);
  const before = readDurations(folder, () => undefined);
  const ended = entries.filter((entry) => entry !== undefined);
  return {
    datasets,
    cells: cells.length,
    done: ended.filter(({ stored }) => !('failure' in stored)),
    failed: ended.filter(({ stored }) => 'failure' in stored),
    waiting: cells.filter((_, c) => entries[c] === undefined || !isSettled(entries[c])),
    /** Sentences on stored results that a run will not take. */
    remarks,
    durations: durationsOf(store.entries(), before),
  };
}

/** How long these cells will take on this many workers, from the times of those that ran, and those of whose like none did (unknown). */
export function estimateOf(waiting: readonly Cell[], durations: readonly Duration[], workers: number) {
  const expected = waiting.map((cell) => expectedSeconds(cell, durations));
  const total = expected.reduce((sum: number, seconds) => sum + (seconds ?? 0), 0);
  return { seconds: total / workers, unknown: waiting.filter((_, c) => expected[c] === undefined) };
}

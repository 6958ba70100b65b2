import type { Cell } from '../cells/cell.ts';
import { type DataSource, type Fingerprints, fingerprintsOf } from '../data/data-source.ts';
import { durationsOf, expectedSeconds, readDurations, type Duration } from './durations.ts';
import { isSettled, type Entry } from '../store/entry.ts';
import { loadData } from '../data/load-data.ts';
import { planCells } from './plan.ts';
import { knownCells, type Reuse, type Store } from '../store/store.ts';
import type { DataState, Size, Study, StudyDataset } from '../study.ts';

/**
 * Where a study stands: what its store holds of the data that are there now, as a run will see it. No data is generated for it.
 */
export interface StudyState {
  readonly datasets: readonly (StudyDataset & { readonly now: DataState })[];
  readonly cells: number;
  readonly done: readonly Entry[];
  readonly failed: readonly Entry[];
  readonly waiting: readonly Cell[];
  /** Sentences on stored results that a run will not take. */
  readonly remarks: readonly string[];
  readonly durations: readonly Duration[];
}

/** Of which size and store the state is asked. */
export interface StateOptions {
  readonly size: Size;
  readonly seeds: number;
  readonly folder: string;
  readonly store: Store;
  readonly source: DataSource;
  readonly reuse: Reuse;
  readonly signal: AbortSignal;
}

/** Which cells of a study are done, failed or waiting, which of its datasets are here, and what such cells took before. */
export async function studyState(
  study: Study,
  { size, seeds, folder, store, source, reuse, signal }: StateOptions,
): Promise<StudyState> {
  const datasets = study.datasets(size, seeds).map((dataset) => ({ ...dataset, now: dataset.state?.(source) ?? 'here' }));
  const names = datasets.filter(({ now }) => now !== 'missing').map(({ name }) => name);
  const cells = planCells(study, size, names, seeds);
  const { entries, remarks } = knownCells(
    cells,
    await fingerprintsNow(
      datasets.filter(({ now }) => now === 'here'),
      source,
      signal,
    ),
    store,
    reuse,
  );
  const ended = entries.filter((entry) => entry !== undefined);
  return {
    datasets,
    cells: cells.length,
    done: ended.filter(({ stored }) => !('failure' in stored)),
    failed: ended.filter(({ stored }) => 'failure' in stored),
    waiting: cells.filter((_, c) => entries[c] === undefined || !isSettled(entries[c])),
    remarks,
    durations: durationsOf(store.entries(), readDurations(folder, ignore)),
  };
}

/** One dataset in memory at a time. */
async function fingerprintsNow(
  datasets: readonly StudyDataset[],
  source: DataSource,
  signal: AbortSignal,
): Promise<Fingerprints> {
  const fingerprints = new Map<string, string>();
  for (const dataset of datasets) {
    const { splits } = await loadData([dataset], source, signal);
    for (const [name, fingerprint] of fingerprintsOf(splits)) fingerprints.set(name, fingerprint);
  }
  return fingerprints;
}

function ignore(): void {
  // The store has said what is wrong with stored times.
}

/** How long waiting cells will take. */
export interface TimeEstimate {
  /** Of all waiting cells that can be estimated, on this many workers. */
  readonly seconds: number;
  /** Waiting cells of whose like none was timed. */
  readonly unknown: readonly Cell[];
}

/** How long these cells will take, from the times of those that ran. */
export function estimateOf(waiting: readonly Cell[], durations: readonly Duration[], workers: number): TimeEstimate {
  const expected = waiting.map((cell) => expectedSeconds(cell, durations));
  const total = expected.reduce((sum: number, seconds) => sum + (seconds ?? 0), 0);
  return { seconds: total / workers, unknown: waiting.filter((_, c) => expected[c] === undefined) };
}

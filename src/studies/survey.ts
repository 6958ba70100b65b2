/**
 * Where a study stands, from its store alone: no data is read, so results are taken to be of the data that is there now. A run
 * looks again, and measures anew what was measured on other data.
 */
import type { Cell } from './cell.ts';
import type { DataSource } from './data-source.ts';
import { durationsOf, expectedSeconds, readDurations, type Duration } from './durations.ts';
import { isSettled } from './engine.ts';
import type { Entry } from './entry.ts';
import { canonical } from './hash.ts';
import { planCells } from './plan.ts';
import type { Store } from './store.ts';
import type { DataState, Size, Study, StudyDataset } from './study.ts';

export interface Survey {
  readonly datasets: readonly (StudyDataset & { readonly now: DataState })[];
  readonly cells: number;
  readonly done: readonly Entry[];
  readonly failed: readonly Entry[];
  readonly waiting: readonly Cell[];
  readonly durations: readonly Duration[];
}

export interface SurveyOptions {
  readonly size: Size;
  readonly seeds: number;
  readonly folder: string;
  readonly store: Store;
  readonly source: DataSource;
  readonly reuse: 'everything' | 'interrupted run';
}

export function surveyOf(study: Study, { size, seeds, folder, store, source, reuse }: SurveyOptions): Survey {
  const datasets = study.datasets(size, seeds).map((dataset) => ({ ...dataset, now: dataset.state?.(source) ?? 'here' }));
  const names = datasets.filter(({ now }) => now !== 'missing').map(({ name }) => name);
  const cells = planCells(study, size, names, seeds);
  const all = store.entries();
  const known = new Map(all.filter(({ hash }) => reuse === 'everything' || store.measured(hash) !== undefined).map((entry) => [canonical(entry.cell), entry]));
  const entries = cells.map((cell) => known.get(canonical(cell)));
  const ended = entries.filter((entry) => entry !== undefined);
  return {
    datasets,
    cells: cells.length,
    done: ended.filter(({ stored }) => !('failure' in stored)),
    failed: ended.filter(({ stored }) => 'failure' in stored),
    waiting: cells.filter((_, c) => entries[c] === undefined || !isSettled(entries[c])),
    durations: durationsOf(all, readDurations(folder)),
  };
}

export interface Estimate {
  /** Of all waiting cells that can be estimated, on this many workers. */
  readonly seconds: number;
  /** Waiting cells of whose like none was timed. */
  readonly unknown: readonly Cell[];
}

export function estimateOf(waiting: readonly Cell[], durations: readonly Duration[], workers: number): Estimate {
  const expected = waiting.map((cell) => expectedSeconds(cell, durations));
  const total = expected.reduce((sum: number, seconds) => sum + (seconds ?? 0), 0);
  return { seconds: total / workers, unknown: waiting.filter((_, c) => expected[c] === undefined) };
}

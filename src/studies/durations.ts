/** How long runs take: seconds of a cell, by kind and dataset, from runs on this machine or another. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mean } from '../numerics/statistics.ts';
import type { Cell, KindName } from './cell.ts';
import type { Entry } from './entry.ts';
import { groupBy } from './results.ts';

export interface Duration {
  readonly kind: KindName;
  /** Absent for cells without one. */
  readonly dataset?: string;
  /** Mean of a cell. */
  readonly seconds: number;
}

/** Means over these entries; where none was timed, what was known before. */
export function durationsOf(entries: readonly Entry[], before: readonly Duration[]): Duration[] {
  const timed = entries.filter((entry): entry is Entry & { seconds: number } => entry.seconds !== undefined);
  const now = [...groupBy(timed, ({ cell }) => keyOf(cell)).values()].map((group): Duration => {
    const { kind, dataset } = group[0].cell;
    return { kind, ...(dataset === undefined ? {} : { dataset }), seconds: Number(mean(group.map(({ seconds }) => seconds)).toPrecision(3)) };
  });
  const known = new Set(now.map(keyOf));
  return [...now, ...before.filter((duration) => !known.has(keyOf(duration)))];
}

/** Those of a report folder. */
export function readDurations(folder: string): Duration[] {
  const file = join(folder, 'durations.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Duration);
}

/** Seconds that a cell will take; undefined where no cell of its kind on its dataset was timed. */
export function expectedSeconds(cell: Cell, durations: readonly Duration[]): number | undefined {
  return durations.find((duration) => keyOf(duration) === keyOf(cell))?.seconds;
}

function keyOf({ kind, dataset }: Pick<Cell, 'kind' | 'dataset'>): string {
  return `${kind} ${dataset ?? ''}`;
}

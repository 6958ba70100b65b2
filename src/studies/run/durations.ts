import { textOf } from '../../files/contents.ts';
import { rounded } from '../../numerics/display.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DataError } from '../../files/data-error.ts';
import { mean } from '../../statistics/small-samples.ts';
import type { Cell, KindName } from '../cells/cell.ts';
import type { Entry } from '../store/entry.ts';
import { parsedJson } from '../store/manifest.ts';
import { groupBy } from '../results/results.ts';

/**
 * How long runs take: seconds of a cell, by kind and dataset, from runs on this machine or another, and the Node that ran them.
 * It is what forecasts rest on, and no result: a damaged line is left aside with a remark.
 */
export interface Duration {
  readonly kind: KindName;
  /** Absent for cells without one. */
  readonly dataset?: string;
  /** Mean of a cell. */
  readonly seconds: number;
  /** Version of Node, several with commas between them; absent where it was not kept. */
  readonly node?: string;
  /** Machines, and jobs of a scheduler, with commas between them; absent where they were not kept. */
  readonly machine?: string;
  readonly job?: string;
  /** Most memory that a process had held; absent where it was not kept. */
  readonly megabytes?: number;
}

const schema = z.object({
  kind: z.string() as unknown as z.ZodType<KindName>,
  dataset: z.string().exactOptional(),
  seconds: z.number().nonnegative(),
  node: z.string().exactOptional(),
  machine: z.string().exactOptional(),
  job: z.string().exactOptional(),
  megabytes: z.number().nonnegative().exactOptional(),
}) satisfies z.ZodType<Duration>;

/** Means over these entries; where none was timed, what was known before. */
export function durationsOf(entries: readonly Entry[], before: readonly Duration[]): Duration[] {
  const timed = entries.filter((entry): entry is Entry & { seconds: number } => entry.seconds !== undefined);
  const now = [...groupBy(timed, ({ cell }) => keyOf(cell)).values()].map((group): Duration => {
    const { kind, dataset } = group[0].cell;
    const node = listed(group.map((entry) => entry.node));
    const machine = listed(group.map(({ ran }) => ran?.machine));
    const job = listed(group.map(({ ran }) => ran?.job));
    const megabytes = group.flatMap(({ ran }) => ran?.megabytes ?? []);
    return {
      kind,
      ...(dataset === undefined ? {} : { dataset }),
      seconds: rounded(mean(group.map(({ seconds }) => seconds)), 3),
      ...(node === '' ? {} : { node }),
      ...(machine === '' ? {} : { machine }),
      ...(job === '' ? {} : { job }),
      ...(megabytes.length === 0 ? {} : { megabytes: Math.max(...megabytes) }),
    };
  });
  const known = new Set(now.map(keyOf));
  return [...now, ...before.filter((duration) => !known.has(keyOf(duration)))];
}

/** Each once, in order; empty where nothing was kept. */
function listed(found: readonly (string | undefined)[]): string {
  return [...new Set(found.filter((each) => each !== undefined))].sort().join(', ');
}

/** Those of a report folder. */
export function readDurations(folder: string, note: (message: string) => void): Duration[] {
  const file = join(folder, 'durations.jsonl');
  if (!existsSync(file)) return [];
  return textOf(file)
    .split('\n')
    .flatMap((text, at) => {
      if (text.trim() === '') return [];
      try {
        return [
          parsedJson(text, schema, {
            file,
            line: at + 1,
            remedy: 'a kind, a dataset and seconds; it is left aside, and only forecasts of times miss it',
          }),
        ];
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        note(error.message);
        return [];
      }
    });
}

/** Seconds that a cell will take; undefined where no cell of its kind on its dataset was timed. */
export function expectedSeconds(cell: Cell, durations: readonly Duration[]): number | undefined {
  return durations.find((duration) => keyOf(duration) === keyOf(cell))?.seconds;
}

/** The Node that ran cells like this one, where that is known. */
export function nodesOf(durations: readonly Duration[]): (cell: Cell) => string | undefined {
  const nodes = new Map(durations.map((duration) => [keyOf(duration), duration.node]));
  return (cell) => nodes.get(keyOf(cell));
}

function keyOf({ kind, dataset }: Pick<Cell, 'kind' | 'dataset'>): string {
  return `${kind} ${dataset ?? ''}`;
}

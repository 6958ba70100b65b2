import { caught } from '../../numerics/iwal-error.ts';
import { textOf } from '../../files/contents.ts';
import { rounded } from '../../numerics/display.ts';
import { present } from '../../numerics/present.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DataError } from '../../files/data-error.ts';
import { mean } from '../../statistics/small-samples.ts';
import type { Cell, KindName } from '../cells/cell.ts';
import type { Entry } from '../store/entry.ts';
import { parsedJson } from '../store/manifest.ts';
import { groupBy } from '../../numerics/group-by.ts';

const schema = z.object({
  kind: z.string() as unknown as z.ZodType<KindName>,
  /** Absent for cells without one. */
  dataset: z.string().exactOptional(),
  /** Mean of a cell. */
  seconds: z.number().nonnegative(),
  /** Version of Node, several with commas between them; absent where it was not kept. */
  node: z.string().exactOptional(),
  /** Machines, and jobs of a scheduler, with commas between them; absent where they were not kept. */
  machine: z.string().exactOptional(),
  job: z.string().exactOptional(),
  /** Most memory that a process had held; absent where it was not kept. */
  megabytes: z.number().nonnegative().exactOptional(),
});

/**
 * How long runs take: seconds of a cell, by kind and dataset, from runs on this machine or another, and the Node that ran them.
 * It is what forecasts rest on, and no result: a damaged line is left aside with a remark.
 */
export type Duration = Readonly<z.infer<typeof schema>>;

/** Means over these entries; where none was timed, what was known before. */
export function durationsOf(entries: readonly Entry[], before: readonly Duration[]): Duration[] {
  const timed = entries.filter((entry): entry is Entry & { seconds: number } => entry.seconds !== undefined);
  const now = [...groupBy(timed, ({ cell }) => keyOf(cell)).values()].map((group): Duration => {
    const { kind, dataset } = group[0].cell;
    const megabytes = group.flatMap(({ ran }) => ran?.megabytes ?? []);
    return present({
      kind,
      dataset,
      seconds: rounded(mean(group.map(({ seconds }) => seconds)), 3),
      node: listed(group.map((entry) => entry.node)),
      machine: listed(group.map(({ ran }) => ran?.machine)),
      job: listed(group.map(({ ran }) => ran?.job)),
      megabytes: megabytes.length === 0 ? undefined : Math.max(...megabytes),
    });
  });
  const known = new Set(now.map(keyOf));
  return [...now, ...before.filter((duration) => !known.has(keyOf(duration)))];
}

/** Each once, in order; undefined where nothing was kept. */
function listed(found: readonly (string | undefined)[]): string | undefined {
  return [...new Set(found.filter((each) => each !== undefined))].sort().join(', ') || undefined;
}

const REMEDY = 'a kind, a dataset and seconds; it is left aside, and only forecasts of times miss it';

/** Those of a report folder. */
export function readDurations(folder: string, note: (message: string) => void): Duration[] {
  const file = join(folder, 'durations.jsonl');
  if (!existsSync(file)) return [];
  return textOf(file)
    .split('\n')
    .flatMap((text, at) => {
      if (text.trim() === '') return [];
      const read = (): Duration => parsedJson(text, schema, { file, line: at + 1, remedy: REMEDY });
      return caught(DataError, read, ({ message }) => note(message)) ?? [];
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

/** What cells have in common that take alike. */
export function keyOf({ kind, dataset }: Pick<Cell, 'kind' | 'dataset'>): string {
  return `${kind} ${dataset ?? ''}`;
}

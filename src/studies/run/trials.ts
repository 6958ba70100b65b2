import type { Cell } from '../cells/cell.ts';
import { groupBy } from '../results/results.ts';
import type { Entry } from '../store/entry.ts';
import type { Duration } from './durations.ts';
import { passesOf } from './passes.ts';

/** Cells of one kind on one dataset that take alike, as all of them run alone, or all in passes that they share. */
export interface Trial {
  /** How many there are. */
  readonly cells: number;
  /** Those that are run to find out what they take: a run of a whole pass says what its cells take together. */
  readonly tried: readonly Cell[];
}

/** The very first run of a process says more about its start than about the cell. */
const RUNS = 2;

/** What is to be run to know how long all these cells will take on so many workers: two passes of every kind. */
export function trialsOf(cells: readonly Cell[], workers: number): Trial[] {
  const passes = passesOf(cells, [...cells.keys()], workers).map((places) => places.map((at) => cells[at]));
  const alike = groupBy(passes, ([first, ...others]) => `${groupOf(first)} ${others.length > 0}`);
  return Array.from(alike.values(), (group) => ({ cells: group.flat().length, tried: group.slice(0, RUNS).flat() }));
}

/** Mean times of the cells by these entries of those that were tried; trials without an entry are left out. */
export function timesOfTrials(trials: readonly Trial[], entries: readonly Entry[]): Duration[] {
  const seconds = new Map(entries.map((entry) => [entry.cell, entry.seconds!]));
  const timed = trials.flatMap(({ cells, tried }) => {
    const found = tried.flatMap((cell) => seconds.get(cell) ?? []);
    return found.length === 0 ? [] : [{ cell: tried[0], cells, seconds: Math.min(...found) }];
  });
  return Array.from(groupBy(timed, ({ cell }) => groupOf(cell)).values(), (group): Duration => {
    const { kind, dataset } = group[0].cell;
    const total = group.reduce((sum, each) => sum + each.cells * each.seconds, 0);
    const cells = group.reduce((sum, each) => sum + each.cells, 0);
    return { kind, ...(dataset !== undefined && { dataset }), seconds: total / cells };
  });
}

function groupOf({ kind, dataset }: Pick<Cell, 'kind' | 'dataset'>): string {
  return `${kind} ${dataset ?? ''}`;
}

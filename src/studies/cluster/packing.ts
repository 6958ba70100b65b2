import { groupBy } from '../results/results.ts';

/** Items of a plan with their expected time, and what they share: those of one group need the same data. */
export interface Weighed<T> {
  readonly item: T;
  readonly seconds: number;
  readonly group: string;
}

/** The items of one task. */
export interface Shard<T> {
  readonly items: readonly Weighed<T>[];
  readonly seconds: number;
}

/** Seconds of a task where nobody says how many tasks there are: between the 2 minutes that starting one is worth and 10. */
const TASK = 300;
/** Tasks where nobody says: Slurm takes arrays of 1,001 by default. */
const MOST_TASKS = 1000;
/** Seconds of what takes none: every item counts. */
const SHORTEST = 1e-6;
/** How much longer a plan may be for the sake of tasks that need few datasets. */
const SLACK = 1.1;

/** So many tasks that each takes about five minutes. */
export function tasksFor(seconds: number): number {
  return Math.min(MOST_TASKS, Math.max(1, Math.ceil(seconds / TASK)));
}

/**
 * Cuts items into so many tasks, fewer where there are fewer items, none of them empty, the heaviest first.
 *
 * Where it costs at most a tenth, items that share data go together: they lie side by side, and the row is cut where the running
 * sum passes t/n of the whole. Else the longest item goes to the shortest task, time and again (longest processing time first).
 *
 * Source: Graham, Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 17 (1969): the latter is within 4/3 of the optimum.
 */
export function pack<T>(items: readonly Weighed<T>[], tasks: number): Shard<T>[] {
  const weighed = items.map((each) => ({ ...each, seconds: Math.max(SHORTEST, each.seconds) }));
  const count = Math.min(tasks, weighed.length);
  const balanced = longestFirst(weighed, count);
  const together = cutInARow(weighed, count);
  const isGood = together.every(({ items: of }) => of.length > 0) && longest(together) <= SLACK * longest(balanced);
  return (isGood ? together : balanced).sort((a, b) => b.seconds - a.seconds);
}

function longest<T>(shards: readonly Shard<T>[]): number {
  return Math.max(0, ...shards.map(({ seconds }) => seconds));
}

function cutInARow<T>(items: readonly Weighed<T>[], tasks: number): Shard<T>[] {
  const groups = groupBy(items, ({ group }) => group);
  const row = [...groups.values()].flatMap((group) => group.sort((a, b) => b.seconds - a.seconds));
  const total = row.reduce((sum, { seconds }) => sum + seconds, 0);
  const shards = Array.from({ length: tasks }, (): Weighed<T>[] => []);
  let before = 0;
  for (const each of row) {
    // By its middle: equal items give tasks that differ by one at most.
    shards[Math.min(tasks - 1, Math.floor((tasks * (before + each.seconds / 2)) / total))].push(each);
    before += each.seconds;
  }
  return shards.map(shardOf);
}

function longestFirst<T>(items: readonly Weighed<T>[], tasks: number): Shard<T>[] {
  const shards = Array.from({ length: tasks }, (): Weighed<T>[] => []);
  const loads = new Float64Array(tasks);
  for (const each of items.toSorted((a, b) => b.seconds - a.seconds)) {
    let least = 0;
    for (let task = 1; task < tasks; task++) if (loads[task] < loads[least]) least = task;
    loads[least] += each.seconds;
    shards[least].push(each);
  }
  return shards.map(shardOf);
}

function shardOf<T>(items: readonly Weighed<T>[]): Shard<T> {
  return { items, seconds: items.reduce((sum, { seconds }) => sum + seconds, 0) };
}

import { normalQuantile } from '../../statistics/normal.ts';
import type { Work } from '../../numerics/work.ts';
import { EntryColumns } from '../entries.ts';
import { assistanceOf, type Header } from '../entry.ts';
import { classMeasuresOf } from './class-measures.ts';
import { gathered, PIECE, type Evidence } from './evidence.ts';
import { measuresOf } from './measures.ts';
import { quantitiesOf, type Quantity } from './quantities.ts';

/** Rows of a group from which on its quantities are told: the few labels of a smaller one tell next to nothing. */
export const SMALLEST_GROUP = 10;

/** What the labels tell of the rows of one group. */
export interface GroupQuantities {
  readonly group: string;
  /** Rows of the group that were considered, and labels learned of them. */
  readonly rows: number;
  readonly labels: number;
  /** With intervals of 95% each; none of a group of fewer than `SMALLEST_GROUP` rows. */
  readonly quantities: readonly Quantity[];
  /** The same with intervals that hold for all these groups together: of 1 - 0.05 / groups each (Bonferroni). */
  readonly together: readonly Quantity[];
}

/** The rows of a group as a stream of their own. */
interface Part {
  /** Rows in the pool. */
  size: number;
  readonly entries: EntryColumns;
  /** Rows considered. */
  examples: number;
  /** The first row for which the whole run could not pay. */
  stop?: number;
}

/**
 * Shares of classes, error, precision and recall by group, in the order of the pool. Every row had a coin of its own: the rows of a group
 * are a stream of their own, with the account of any stream (statistics/error-tally.ts) and the end of the whole run's budget. How many
 * groups there are is known from the pool, before any label.
 *
 * `of`: the group of every row of the pool. `names`: what the classes are called, the negative one of two first.
 *
 * @throws RangeError where rows are met several times, or not all have an entry.
 */
export function* groupsOf(
  evidence: Evidence,
  header: Header,
  of: readonly string[],
  { names, isOfSeveral }: { readonly names: readonly string[]; readonly isOfSeveral: boolean },
): Work<GroupQuantities[]> {
  const parts = yield* partsOf(evidence, of);
  const many = [...parts.values()].filter(({ size }) => size >= SMALLEST_GROUP).length;
  const told: GroupQuantities[] = [];
  for (const [group, { entries, examples, size, stop }] of parts) {
    const assistance = evidence.assistance === 0 ? 0 : assistanceOf(header, size);
    const left = (row: number): number => (row === stop ? 0 : Infinity);
    const known = { ...evidence, left, examples, assistance, trueError: null };
    const quantities: Quantity[][] = [[], []];
    let labels = 0;
    for (const [n, level] of [{}, { c: normalQuantile(1 - 0.05 / 2 / many) }].entries()) {
      const own = yield* gathered(entries, { ...known, ...level });
      ({ labels } = own.totals);
      if (size < SMALLEST_GROUP) continue;
      const measures = isOfSeveral ? { classMeasures: classMeasuresOf(own, names) } : { measures: measuresOf(own) };
      const { error } = measures.classMeasures ?? measures.measures;
      quantities[n] = quantitiesOf({ error, ...measures, names });
    }
    told.push({ group, rows: examples, labels, quantities: quantities[0], together: quantities[1] });
  }
  return told;
}

/** The entries of every group, with places within it. */
function* partsOf({ entries, isComplete, round, left }: Evidence, of: readonly string[]): Work<Map<string, Part>> {
  if (!isComplete || round !== undefined) throw new RangeError('groups need an entry for every row, and each row met once');
  const parts = new Map<string, Part>();
  for (const group of of) {
    const part = parts.get(group);
    if (part === undefined) parts.set(group, { size: 1, entries: new EntryColumns(), examples: 0 });
    else part.size++;
  }
  /** Of every purchase, by its place in the whole. */
  const places = new Map<number, number>();
  let [spent, n] = [0, 0];
  for (const entry of entries) {
    if (n++ % PIECE === 0) yield;
    if (entry.entry === 'end') {
      for (const part of parts.values()) part.entries.push({ ...entry, examples: part.examples });
      continue;
    }
    const part = parts.get(of[entry.row])!;
    if (entry.entry === 'answer') {
      spent -= entry.refund ?? 0;
      part.entries.push({ ...entry, position: places.get(entry.position)! });
      continue;
    }
    if (left !== undefined && left(entry.row, spent) < 1) part.stop ??= entry.row;
    if (entry.outcome === 'asked') {
      places.set(entry.position, part.examples);
      spent += entry.cost!;
    }
    part.entries.push({ ...entry, position: part.examples++ });
  }
  return parts;
}

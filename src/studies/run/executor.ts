import type { Cell } from '../cells/cell.ts';
import type { Fingerprints } from '../data/fingerprint.ts';
import type { Split } from '../../rows/selection.ts';
import type { Entry } from '../store/entry.ts';

/** Cells, the data that they are measured on, and what is known of them. */
export interface Work {
  readonly cells: readonly Cell[];
  /** Datasets by name, and their fingerprints. */
  readonly splits: ReadonlyMap<string, Split>;
  readonly fingerprints: Fingerprints;
  /** The stored entry of the cell at each place; undefined where there is none. */
  readonly known: readonly (Entry | undefined)[];
}

/**
 * Where the cells of a study run that have no settled result: on `threads` of this process (threads.ts), or as an array of `slurm`
 * (cli/study/slurm/executor.ts), whose tasks run theirs on threads again. Studies know nothing of it.
 *
 * Law (test/studies/cluster): results depend on the cells alone, so that a report is the same bytes whoever ran them.
 *
 * `Ended` is what there is once `run` is done: the entries of all cells, or the run folder into which others measure them.
 */
export interface Executor<Ended> {
  run(work: Work): Promise<Ended>;
}

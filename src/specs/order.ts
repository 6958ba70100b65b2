import { permutation, randomStream } from '../numerics/random.ts';
import { upTo } from '../rows/dataset.ts';
import type { RunSpec } from './run.ts';

/** The numbers of the rows in the order in which a spec considers them: in several rounds one after the other. */
export function orderOf({ order, seed, rounds = 1 }: Pick<RunSpec, 'order' | 'seed' | 'rounds'>, n: number): Uint32Array {
  const once = order === 'shuffled' ? permutation(n, randomStream(seed, 'order')) : upTo(n);
  return rounds === 1 ? once : Uint32Array.from({ length: rounds * n }, (_, t) => once[t % n]);
}

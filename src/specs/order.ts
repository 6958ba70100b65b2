import { permutation, randomStream } from '../numerics/random.ts';
import { upTo } from '../rows/selection/selected.ts';
import type { RunSpec } from './run.ts';

/** The numbers of the rows in the order in which a spec considers them. */
export function orderOf(spec: Pick<RunSpec, 'order' | 'seed'>, n: number): Uint32Array {
  return spec.order === 'shuffled' ? permutation(n, randomStream(spec.seed, 'order')) : upTo(n);
}

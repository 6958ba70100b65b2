import { withConstant } from '../rows/constant.ts';
import type { Dataset } from '../rows/dataset.ts';
import type { RunSpec } from '../specs/run.ts';
import { truthOf, type DrawnPool } from './pilot-labels.ts';

/** A stream of the pool with labels as the pilot says, and the seed of its order and coins. */
export interface DrawnStream {
  readonly seed: number;
  readonly drawn: DrawnPool;
}

/** So many streams, seeds from that of the spec on; `tried` is called after every prior and every sharpness (pilot-labels.ts). */
export function drawnStreams(spec: RunSpec, pilot: Dataset, pool: Dataset, runs: number, tried: () => void): DrawnStream[] {
  const draw = truthOf(pilot, pool, spec.seed, tried);
  // What the labels are like is a matter of the rows as they were read, whatever constant the learner is given.
  const { rows } = withConstant(pool, spec.constant);
  return Array.from({ length: runs }, (_, r) => {
    const drawn = draw(spec.seed + r);
    return { seed: spec.seed + r, drawn: { ...drawn, pool: { ...drawn.pool, rows } } };
  });
}

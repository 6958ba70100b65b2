import { completeLearner } from './learner-spec.ts';
import { partsUsedBy } from './parts/recorded.ts';
import type { RunSpec } from './run.ts';
import { present } from '../numerics/present.ts';

/** The same learner on the same stream with every label, of two classes or several. */
export function passiveOf({ reduction, classes, oracle, final, coins, order, seed, ...spec }: RunSpec): RunSpec {
  const { loss, update, optimizer } = spec;
  return {
    ...present({ reduction }),
    ...completeLearner(spec),
    query: { name: 'passive' },
    ...present({ oracle, final, coins }),
    ...{ order, seed },
    ...partsUsedBy({ loss, update, optimizer }),
    ...present({ classes }),
  };
}

/** The plan of a session from its spec and its pool. */
import type { Recorded } from '../ledger/entry.ts';
import { headerOf } from '../ledger/header.ts';
import { buildActiveLearner } from '../specs/build.ts';
import { budgetOf } from '../specs/pacing.ts';
import { orderOf } from '../specs/order.ts';
import type { RunSpec } from '../specs/run-spec.ts';
import type { NamedClasses } from './classes.ts';
import type { Pool } from './pool.ts';
import type { Plan } from './session.ts';

export interface PlanOptions {
  readonly file: string;
  readonly record: Recorded;
  readonly classes: NamedClasses;
  /** Version of the program. */
  readonly iwal: string;
  readonly now: string;
  /** Who answers. */
  readonly annotator?: string;
}

export function planOf(
  spec: RunSpec,
  pool: Pool,
  { file, record, classes: [negative, positive], iwal, now, annotator }: PlanOptions,
): Plan {
  const { rows, importances } = pool;
  const header = headerOf({ spec, pool, iwal, record, classes: [negative.name, positive.name] });
  const build = () => buildActiveLearner(spec, pool);
  return {
    file,
    header,
    now,
    ...(annotator !== undefined && { annotator }),
    rows,
    ...(importances !== undefined && { importances }),
    order: orderOf(spec, rows.length),
    budget: budgetOf(spec, rows.length),
    build,
  };
}

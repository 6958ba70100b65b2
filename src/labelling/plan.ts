/** The plan of a session from its spec and its pool. */
import type { Header, Recorded } from '../ledger/entry.ts';
import { LEDGER_VERSION } from '../ledger/entry.ts';
import { poolIdentity } from '../ledger/pool-identity.ts';
import { buildActiveLearner } from '../specs/build.ts';
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
}

export function planOf(
  spec: RunSpec,
  { name, rows, importances }: Pool,
  { file, record, classes: [negative, positive], iwal, now }: PlanOptions,
): Plan {
  const header: Header = {
    'iwal-ledger': LEDGER_VERSION,
    iwal,
    record,
    data: poolIdentity(name, rows, importances),
    classes: [negative.name, positive.name],
    spec,
  };
  const build = () => buildActiveLearner(spec, rows);
  return {
    file,
    header,
    now,
    rows,
    ...(importances !== undefined && { importances }),
    order: orderOf(spec, rows.length),
    budget: spec.budget ?? Infinity,
    build,
  };
}

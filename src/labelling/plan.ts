/** The plan of a session from its spec and its pool. */
import type { Header, Recorded } from '../ledger/entry.ts';
import { headerOf } from '../ledger/header.ts';
import { nextPass } from '../ledger/passes.ts';
import { recordedSpec } from '../ledger/recorded-spec.ts';
import { buildActiveLearner } from '../specs/build.ts';
import { budgetOf } from '../specs/pacing.ts';
import { orderOf } from '../specs/order.ts';
import type { RunSpec } from '../specs/run-spec.ts';
import type { NamedClasses } from './classes.ts';
import type { Pool } from './pool.ts';
import { sessionAccounts, type Plan } from './session.ts';

export interface PlanOptions {
  readonly file: string;
  readonly record: Recorded;
  readonly classes: NamedClasses;
  /** Version of the program. */
  readonly iwal: string;
  readonly now: string;
  /** Who answers. */
  readonly annotator?: string;
  /** Whether the spec is that of the ledger's last pass, if there is a ledger, or of another one after it; absent: the last. */
  readonly pass?: 'last' | 'next';
}

export function planOf(
  spec: RunSpec,
  pool: Pool,
  { file, record, classes: [negative, positive], iwal, now, annotator, pass }: PlanOptions,
): Plan {
  const { rows, importances } = pool;
  const header = headerOf({ spec, pool, iwal, record, classes: [negative.name, positive.name] });
  const streamOf = (each: RunSpec) => ({
    rows,
    order: orderOf(each, rows.length),
    ...(importances !== undefined && { importances }),
  });
  return {
    file,
    header,
    now,
    ...(annotator !== undefined && { annotator }),
    rows,
    ...(importances !== undefined && { importances }),
    order: orderOf(spec, rows.length),
    budget: budgetOf(spec, rows.length),
    build: (start) =>
      buildActiveLearner(spec, { rows, ...(importances !== undefined && { importances }), ...(start && { start }) }),
    passes: {
      pool,
      specOf: (each: Header) => recordedSpec(file, each),
      streamOf,
      accountsOf: (each) => sessionAccounts(budgetOf(each, rows.length)),
    },
    ...(pass === 'next' && { begin: (before) => nextPass(before, spec, pool, iwal) }),
  };
}

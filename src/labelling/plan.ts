import type { PoolIdentity, Recorded } from '../ledger/entry.ts';
import { headerOf } from '../ledger/header.ts';
import { knownEntries, nextPass, streamOf } from '../ledger/passes.ts';
import { buildAnyActiveLearner } from '../specs/kinds/active-classes.ts';
import { budgetOf, type RunSpec, type KnownLabels } from '../specs/run.ts';
import type { NamedClasses } from './classes.ts';
import { emptyRows, type Pool } from './pool.ts';
import { sessionAccounts, type Plan } from './labelling.ts';
import { present } from '../numerics/present.ts';

/** What a session is to do, as the command line or a program says it. */
export interface PlanOptions
  extends Pick<PoolIdentity, 'columns'>, Pick<Plan, 'file' | 'memory' | 'now' | 'annotator' | 'fresh'> {
  readonly record: Recorded;
  readonly classes: NamedClasses;
  /** Version of the program. */
  readonly iwal: string;
  /** Labels that are known before the first question, by row; used where there is no ledger yet. */
  readonly known?: KnownLabels;
  /** Whether the spec is that of the ledger's last pass, if there is a ledger, or of another one after it; absent: the last. */
  readonly pass?: 'last' | 'next';
}

/** The plan of a session from its spec and its pool. */
export function planOf(
  spec: RunSpec,
  pool: Pool,
  { file, memory, record, classes, iwal, now, annotator, pass, known, fresh, columns }: PlanOptions,
): Plan {
  const { rows, importances, shares } = pool;
  const outside = new Map([...emptyRows(pool).map((row) => [row, null] as const), ...(known ?? [])]);
  const own = { ...pool, ...(outside.size > 0 && { start: { pass: 0, known: new Map<number, number>(), outside } }) };
  const named = classes.range === undefined && { classes: classes.map(({ name }) => name) };
  const says = { spec, pool: own, iwal, record, ...named };
  const header = headerOf({ ...says, ...(columns && { columns }), ...(own.start && { known: own.start.outside.size }) });
  return {
    file,
    header,
    now,
    ...present({ memory, annotator, fresh }),
    ...streamOf(spec, pool),
    budget: budgetOf(spec, rows.length),
    build: (start) => buildAnyActiveLearner(spec, { ...{ rows, calibrates: true }, ...present({ importances, shares, start }) }),
    passes: { pool, accountsOf: (each) => sessionAccounts(budgetOf(each, rows.length)) },
    ...(own.start && { known: knownEntries(header, own.start.outside, importances) }),
    ...(pass === 'next' && { begin: (before) => nextPass(before, spec, pool, iwal) }),
  };
}

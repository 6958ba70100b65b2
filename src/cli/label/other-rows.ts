import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { shellWord } from '../../data/readers/column-kinds.ts';
import { DataError } from '../../files/data-error.ts';
import type { Begun } from '../../labelling/begun-spec.ts';
import { differenceFrom, type PoolDifference } from '../../labelling/changed-rows.ts';
import type { Pool } from '../../labelling/pool.ts';
import { readLedger, type Ledger } from '../../ledger/file/read-ledger.ts';
import { labelsToldBy } from '../../ledger/passes.ts';
import { poolIdentity } from '../../ledger/pool-identity.ts';
import { isSamePool, requireSamePool } from '../../ledger/replay/same-run.ts';
import { count, plural } from '../../numerics/display.ts';
import type { Work } from '../../numerics/work.ts';
import { budgetOf } from '../../specs/run.ts';
import type { BatchRequest } from './batches.ts';
import { NO_MARKS } from './known.ts';
import type { Again } from '../project/project.ts';

/** A session, and how a command line writes another one like it. */
export interface OtherRowsRequest {
  readonly pool: string;
  readonly ledger: string;
  readonly folder: string | undefined;
  readonly again: Again;
  readonly batch: BatchRequest | undefined;
  readonly answers: string | undefined;
}

/**
 * Goes on where a pool is the one that a session was begun with.
 *
 * Errors: DataError that says which rows differ, and how the labels of all others go on in a new ledger.
 */
export function* requireSameRows({ begun, ...request }: OtherRowsRequest & { readonly begun: Begun }, pool: Pool): Work<void> {
  const { pool: file, ledger } = request;
  const given = poolIdentity(pool.name, pool.rows, pool.importances);
  if (isSamePool(begun.data, given)) return;
  const said = yield* readLedger(ledger);
  // A process that died while it began has recorded nothing.
  if (said === undefined) return;
  const difference = differenceFrom(ledger, begun.data, pool);
  if (difference === undefined) requireSamePool(ledger, begun.data, given, () => withoutMarks(request));
  const found = `other rows than ${ledger} was begun with (${difference!.words})`;
  throw new DataError({ file, found, legal: `the rows as they were, ${goingOn(request, begun, said, difference!)}` });
}

/** What to type for a ledger of the rows as they are. */
function goingOn(request: OtherRowsRequest, begun: Begun, said: Ledger, { placeOf }: PoolDifference): string {
  const told = [...labelsToldBy(said).keys()];
  const kept = told.filter((row) => placeOf(row) !== undefined).length;
  const labels = plural(told.length, 'label');
  if (kept === 0) return `or another ledger: none of the ${labels} is of a row that did not change`;
  return (
    `or a new ledger that knows the labels of rows that did not change, ${count(kept)} of ${labels}, and whose estimates begin ` +
    `anew: ${commandFor(request, budgetLeft(begun, said))}`
  );
}

/** What may still be bought, or the same again where nothing may; undefined without a budget. */
function budgetLeft({ spec, data }: Begun, { entries }: Ledger): number | undefined {
  const budget = budgetOf(spec, data.rows);
  if (budget === Infinity) return undefined;
  let spent = 0;
  for (const entry of entries) {
    if (entry.entry === 'example') spent += entry.cost ?? 0;
    if (entry.entry === 'answer') spent -= entry.refund ?? 0;
  }
  return budget - spent >= 1 ? budget - spent : budget;
}

/** The command that begins a project with these labels; it is answered as this one is. */
function commandFor({ pool, ledger, folder, again, batch, answers }: OtherRowsRequest, budget: number | undefined): string {
  const options = Object.entries(again).flatMap(([name, value]) => {
    if (value === true) return [`--${name}`];
    const words = value === undefined || value === false ? '' : typeof value === 'object' ? value.join(',') : String(value);
    return words === '' ? [] : [`--${name} ${shellWord(words)}`];
  });
  const sheet = batch?.out?.name ?? answers;
  const inBatches = batch !== undefined || answers !== undefined;
  return [
    `iwal label ${shellWord(pool)}`,
    ...options,
    `--project ${shellWord(freeName(folder ?? withoutEnding(ledger)))}`,
    `--known ${shellWord(folder ?? ledger)}`,
    ...(budget === undefined ? [] : [`--budget ${budget}`]),
    ...(inBatches ? [`--batch ${batch?.size ?? BATCH}`] : []),
    ...(sheet === undefined ? [] : [`--out ${shellWord(freeName(withoutEnding(sheet), extname(sheet)))}`]),
  ].join(' ');
}

/** Questions a batch, where none is named. */
const BATCH = 50;

function withoutEnding(file: string): string {
  return join(dirname(file), basename(file, extname(file)));
}

/** The first name of those with a number behind that is free: reviews-2, then reviews-3. */
function freeName(name: string, ending = ''): string {
  const stem = name.replace(/(?<=[^/])-\d+$/, '');
  let n = 2;
  while (existsSync(`${stem}-${n}${ending}`)) n++;
  return `${stem}-${n}${ending}`;
}

/** What can be said where no checksums are kept. */
function withoutMarks(request: OtherRowsRequest): string {
  const command = commandFor({ ...request, pool: 'COPY' }, undefined);
  return `${NO_MARKS}. With a copy of the data as they were, ${command} begins one that knows these labels`;
}

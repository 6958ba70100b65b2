import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { DataError } from '../../files/data-error.ts';
import { begunSession, type Begun } from '../../labelling/begun-spec.ts';
import { differenceFrom, type PoolDifference } from '../../labelling/changed-rows.ts';
import { choicesOf, type NamedClasses } from '../../labelling/classes.ts';
import type { Pool } from '../../labelling/pool.ts';
import { readLedger, type Ledger } from '../../ledger/file/read-ledger.ts';
import { labelsToldBy } from '../../ledger/passes.ts';
import { poolIdentity } from '../../ledger/pool-identity.ts';
import { isSamePool, requireSamePool } from '../../ledger/replay/same-run.ts';
import type { Work } from '../../numerics/work.ts';
import { type RunSpec, budgetOf } from '../../specs/run.ts';
import { ownKind } from '../options/inputs.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import { UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { shellWord } from '../../data/readers/column-kinds.ts';
import { count, plural } from '../../numerics/display.ts';
import type { BatchRequest } from './batches.ts';
import type { Again } from '../project/project.ts';

/** Another session, whose labels are to be known in this one. */
export interface KnownLedger {
  readonly file: string;
  readonly begun: Begun;
}

/** The ledger that `--known` names; undefined where it names a column. */
export async function knownLedger(known: string | undefined, session: Session): Promise<KnownLedger | undefined> {
  if (known === undefined || ownKind(known) !== 'ledger') return undefined;
  const begun = await interruptibly(begunSession(known), session);
  return begun && { file: known, begun };
}

/**
 * What stands for options that are not written where a session knows the labels of another: that one's spec and classes, and coins of its
 * own. Equal coins on equal rows would make what is bought now depend on what was bought before.
 */
export function settingsAfter({ begun }: KnownLedger): Begun {
  return { ...begun, spec: { ...begun.spec, seed: begun.spec.seed + 1, coins: 'pool' } };
}

/** Throws a UsageError for classes that are called otherwise than those of the known labels, and for their seed. */
export function requireGoesOn({ file, begun }: KnownLedger, classes: NamedClasses, spec: RunSpec): void {
  const names = classes.map(({ name }) => name).join(', ');
  const known = begun.classes?.join(', ');
  if (known !== undefined && known !== names)
    throw new UsageError(`--classes: the labels of ${file} are ${known}, in this order, found ${names}; leave it out`);
  if (spec.seed === begun.spec.seed)
    throw new UsageError(`--seed ${spec.seed} is that of ${file}, and further labels need coins of their own: leave it out`);
}

/**
 * The labels of a ledger, as classes of this session, by their rows in this pool and in the order in which they were learned: of the rows
 * that say what they said. Beside them how many labels the ledger has, and how the rows differ, in words, where they do.
 *
 * Errors: DataError for other rows where nothing is kept that tells which of them are the same, and for a label of no class.
 */
export function* knownLabels({ file, begun }: KnownLedger, pool: Pool, classes: NamedClasses) {
  const ledger = yield* readLedger(file);
  const told = ledger === undefined ? new Map<number, number>() : labelsToldBy(ledger);
  const given = poolIdentity(pool);
  const difference = isSamePool(begun.data, given) ? undefined : differenceFrom(file, begun.data, pool);
  if (difference === undefined) requireSamePool(file, begun.data, given, () => NO_MARKS);
  const labels = new Map<number, number>();
  for (const [row, label] of told) {
    const place = difference === undefined ? row : difference.placeOf(row);
    if (place !== undefined) labels.set(place, labelIn(classes, label, begun, file));
  }
  return { labels, told: told.size, ...(difference && { changes: difference.words }) };
}

/** What a ledger without a project leaves open. */
const NO_MARKS = 'which rows changed is not known, for no checksums of them are kept; a project keeps them';

/** A label of one session as another one of the same classes has it. */
function labelIn(classes: NamedClasses, label: number, { spec }: Begun, file: string): number {
  const names = classes.map(({ name }) => name);
  const place = choicesOf(names, spec).findIndex((each) => each.label === label);
  if (place >= 0) return classes[place].label;
  throw new DataError({ file, found: `the label ${label}`, legal: 'a class' });
}

/** A session, and how a command line writes another one like it. */
export interface OtherRowsRequest {
  readonly pool: string;
  readonly ledger: string;
  /** The project that keeps the session; undefined: a ledger alone does. */
  readonly folder: string | undefined;
  /** What the command line says of data and answers, as one of another session would say it. */
  readonly again: Again;
  /** Questions that are asked together; undefined: none. */
  readonly batch: BatchRequest | undefined;
  /** A file of answers to such questions; undefined: none. */
  readonly answers: string | undefined;
}

/**
 * Goes on where a pool is the one that a session was begun with.
 *
 * Errors: DataError that says which rows differ, and how the labels of all others go on in a new ledger.
 */
export function* requireSameRows({ begun, ...request }: OtherRowsRequest & { readonly begun: Begun }, pool: Pool): Work<void> {
  const { pool: file, ledger } = request;
  const given = poolIdentity(pool);
  if (isSamePool(begun.data, given)) return;
  const said = yield* readLedger(ledger);
  // A process that died while it began has recorded nothing.
  if (said === undefined) return;
  const difference = differenceFrom(ledger, begun.data, pool);
  if (difference === undefined) requireSamePool(ledger, begun.data, given, () => withoutMarks(request));
  const found = `other rows than ${ledger} was begun with (${difference!.words})`;
  throw new DataError({
    file,
    found,
    legal: `the rows as they were, ${goingOn(request, begun, said, difference!)}`,
  });
}

/** What to type for a ledger of the rows as they are. */
function goingOn(request: OtherRowsRequest, begun: Begun, said: Ledger, { placeOf }: PoolDifference): string {
  const told = [...labelsToldBy(said).keys()];
  const kept = told.filter((row) => placeOf(row) !== undefined).length;
  const labels = plural(told.length, 'label');
  if (kept === 0)
    return (
      `or another ledger: none of the ${labels} is of a row that did not change; ` +
      'other --text, --number-columns and the like make other rows'
    );
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

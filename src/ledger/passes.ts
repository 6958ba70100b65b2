import type { Work } from '../numerics/work.ts';
import { type State, partIn } from '../numerics/state.ts';
import { minimaOf } from './header.ts';
import type { Header, KnownEntry, PassEntry } from './entry.ts';
import { ModelChain } from './model-chain.ts';
import type { Ledger } from './file/read-ledger.ts';
import { verify, type Accounts, type Stream } from './replay/replay.ts';
import { buildAnyActiveLearner } from '../specs/kinds/active-classes.ts';
import { type Pool, type RunSpec, consideredOf, type OutsideRows, type Start } from '../specs/run.ts';

/** The passes of a ledger, the first one first. */
export function passesOf(ledger: Ledger): Ledger[] {
  return ledger.before === undefined ? [ledger] : [...passesOf(ledger.before), ledger];
}

/** The labels that the passes of a ledger have bought, by row. */
export function labelsIn(ledger: Ledger | undefined): Map<number, number> {
  const labels = labelsBefore(ledger);
  for (const entry of ledger?.entries ?? []) {
    if (entry.entry !== 'end' && typeof entry.label === 'number') labels.set(entry.row, entry.label);
  }
  return labels;
}

function labelsBefore(ledger: Ledger | undefined): Map<number, number> {
  return ledger?.before === undefined ? new Map<number, number>() : labelsIn(ledger.before);
}

/** All labels that a ledger tells, by row: those that were known before its first question, bought ones, and fresh ones behind. */
export function labelsToldBy(ledger: Ledger): Map<number, number> {
  const fresh = ledger.fresh?.map(({ entry: { row, label } }) => [row, label] as const) ?? [];
  const told = [...knownBefore(ledger), ...labelsIn(ledger), ...fresh];
  return new Map(told.filter((each): each is [number, number] => each[1] !== null));
}

/** What builds and accounts for a pass, by its spec. */
export interface PassParts {
  readonly pool: Pool;
  /** The spec that a header says. */
  readonly specOf: (header: Header) => RunSpec;
  /** The whole pool in the order of a spec. */
  readonly streamOf: (spec: RunSpec) => Stream;
  /** What labels cost under a spec, and how far its budget reaches. */
  readonly accountsOf: (spec: RunSpec) => Accounts;
}

/**
 * What the pass of a ledger begins with; undefined for the first one. Earlier passes are computed anew on the way, and every entry
 * of theirs is compared.
 *
 * @throws DataError at the first entry that differs.
 */
export function* startOf(ledger: Ledger, parts: PassParts): Work<Start | undefined> {
  const { before, header } = ledger;
  const outside = knownBefore(ledger);
  if (before === undefined) return outside.size === 0 ? undefined : { pass: 0, known: new Map<number, number>(), outside };
  return { pass: header.pass!, known: labelsIn(before), outside, learner: yield* learnerAfter(before, parts) };
}

/** The labels that were known before the first question of a ledger, by row; null for an empty row. */
export function knownBefore(ledger: Ledger): Map<number, number | null> {
  return new Map(passesOf(ledger)[0].known?.map(({ row, label }) => [row, label]));
}

/** How many rows each round of a ledger meets, as a part of what is known of it: nothing where every row is met once. */
export function roundIn(ledger: Ledger, { rounds }: Pick<RunSpec, 'rounds'>): { readonly round?: number } {
  return rounds === undefined ? {} : { round: ledger.header.data.rows - knownBefore(ledger).size };
}

/** Labels and empty rows as a ledger says that they were known before its first question. */
export function knownEntries(header: Header, known: OutsideRows, importances: Float64Array | undefined): KnownEntry[] {
  const chain = new ModelChain(header);
  return Array.from(known, ([row, label]) => {
    const entry = { entry: 'known' as const, row, label, importance: importances?.[row] ?? 1 };
    return { ...entry, model: chain.know(entry) };
  });
}

function* learnerAfter(ledger: Ledger, parts: PassParts): Work<State> {
  const { pool, specOf, streamOf, accountsOf } = parts;
  const start = yield* startOf(ledger, parts);
  const spec = specOf(ledger.header);
  const active = buildAnyActiveLearner(spec, { ...pool, ...(start && { start }) });
  yield* verify(ledger, active, considered(streamOf(spec), start), accountsOf(spec));
  return partIn(active.state(), 'learner');
}

/** A stream without the rows that are never considered. */
export function considered(stream: Stream, start: Start | undefined): Stream {
  return { ...stream, order: consideredOf(stream.order, start) };
}

/** The line that begins a pass of this spec over this pool after a ledger that is over. */
export function nextPass(ledger: Ledger, spec: RunSpec, pool: Pool, iwal: string): PassEntry {
  const pass = (ledger.header.pass ?? 0) + 1;
  const start = { pass, known: labelsIn(ledger), outside: knownBefore(ledger) };
  return { entry: 'pass', pass, iwal, spec, ...minimaOf(spec, { ...pool, start }), model: ledger.entries.at(-1)!.model };
}

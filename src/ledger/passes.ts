import { present } from '../numerics/present.ts';
import type { Work } from '../numerics/work.ts';
import { partIn } from '../numerics/state.ts';
import { minimaOf } from './header.ts';
import { EntryColumns } from './entries.ts';
import { isKnown, type Header, type KnownEntry, type PassEntry } from './entry.ts';
import { ModelChain } from './model-chain.ts';
import type { Ledger } from './file/read-ledger.ts';
import { examplesIn, verify, type Accounts, type Stream } from './replay/replay.ts';
import { guessRows, type Guess } from '../rows/guesses.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { buildAnyActiveLearner, judgeOf } from '../specs/kinds/active-classes.ts';
import { type Pool, type RunSpec, consideredOf, orderOf, type OutsideRows, type Start } from '../specs/run.ts';
import { DataError } from '../files/data-error.ts';
import { freshEstimate, freshRows, type FreshEstimate } from '../streams/fresh.ts';
import { recordedSpec } from './recorded-spec.ts';
import { RowSet } from './row-set.ts';

/** The passes of a ledger, the first one first. */
export function passesOf(ledger: Ledger): Ledger[] {
  return ledger.before === undefined ? [ledger] : [...passesOf(ledger.before), ledger];
}

/** The labels that the passes of a ledger have bought, by row. */
export function labelsIn(ledger: Ledger | undefined): Map<number, number> {
  return new Map(ledger && boughtIn(ledger));
}

function* boughtIn(ledger: Ledger): Generator<readonly [row: number, label: number]> {
  for (const { entries } of passesOf(ledger))
    for (const entry of entries) if (entry.entry !== 'end' && typeof entry.label === 'number') yield [entry.row, entry.label];
}

/** All labels that a ledger tells, by row: those that were known before its first question, bought ones, and fresh ones behind. */
export function labelsToldBy(ledger: Ledger): Map<number, number> {
  return new Map([...labelsOf(knownBefore(ledger)), ...labelsIn(ledger), ...freshLabelsOf(ledger)]);
}

/** Labels that were bought after the end, of rows drawn at random, by row. */
export function freshLabelsOf({ fresh = [] }: Ledger): Map<number, number> {
  return new Map(labelsOf(fresh.map(({ entry: { row, label } }) => [row, label])));
}

/** Without the rows that nobody could tell. */
function labelsOf(told: Iterable<readonly [row: number, label: number | null]>): (readonly [number, number])[] {
  return [...told].flatMap(([row, label]) => (label === null ? [] : [[row, label] as const]));
}

/** What builds and accounts for a pass, by its spec. */
export interface PassParts {
  readonly pool: Pool;
  /** The true ones, where somebody knows them. */
  readonly labels?: Float64Array;
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
  const { active } = yield* verifiedPass(before, recordedSpec(before.file, before.header), parts);
  return { pass: header.pass!, known: labelsIn(before), outside, learner: partIn(active.state(), 'learner') };
}

/** The labels that were known before the first question of a ledger, by row; null for an empty row. */
export function knownBefore(ledger: Ledger): Map<number, number | null> {
  return new Map(passesOf(ledger)[0].known?.map(({ row, label }) => [row, label]));
}

/** How many rows each round of a ledger meets, as a part of what is known of it: nothing where every row is met once. */
export function roundIn(ledger: Ledger, { rounds }: { readonly rounds?: number | undefined }): { readonly round?: number } {
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

/** The pass of a ledger of this spec computed anew, and those before it: what it began with, what it says, and what has learned. */
export function* verifiedPass(ledger: Ledger, spec: RunSpec, parts: PassParts) {
  const { pool, labels, accountsOf } = parts;
  const start = yield* startOf(ledger, parts);
  // Scores are those of their pass: one that is over has met every row.
  const rows = (spec.scores === undefined ? undefined : scoresIn(ledger)) ?? pool.rows;
  const own = { ...pool, rows, ...(start && { start }) };
  const build = () => buildAnyActiveLearner(spec, own);
  return { ...(yield* verify(ledger, build, streamOf(spec, own, labels), accountsOf(spec))), start };
}

/** The scores from outside that a pass asked by, as its entries tell them; undefined where it has not met every row. */
export function scoresIn(ledger: Ledger): SparseRows | undefined {
  const judge = judgeOf(recordedSpec(ledger.file, ledger.header));
  const guesses: Guess[] = [];
  for (const entry of ledger.entries)
    if (entry.entry === 'example')
      guesses[entry.row] = { guessed: judge.predictedClass(entry.prediction), confidence: undefined, distance: entry.distance };
  return examplesIn(ledger) < ledger.header.data.rows ? undefined : guessRows(guesses, judge.classes!);
}

/**
 * The R passes of a ledger of scores from outside as rounds of one: positions count on, and a row that an earlier one bought keeps the
 * prediction it was bought on. With K_r the sum of z over rows bought before round r, its estimate
 *
 *   T_hat_r = K_r + sum of z/p over rows bought in it,     E[T_hat_r | all before] = T,
 *
 * is unbiased whatever decided its scores and its budget, and so is the mean over rounds, if nobody stops because of the coins.
 * Certificates hold whenever one stops.
 */
export function meetingsOf(ledger: Ledger): EntryColumns {
  const passes = passesOf(ledger);
  const meetings = new EntryColumns();
  const bought = new Map<number, number>();
  for (const [r, { entries, header }] of passes.entries())
    for (const entry of entries) {
      const before = r * header.data.rows;
      if (entry.entry === 'end') {
        if (r === passes.length - 1) meetings.push({ ...entry, examples: before + entry.examples });
      } else if (entry.entry === 'answer')
        meetings.push({ ...entry, position: before + entry.position, after: before + entry.after });
      else {
        const prediction = isKnown(entry) ? bought.get(entry.row)! : entry.prediction;
        if (entry.outcome === 'asked') bought.set(entry.row, prediction);
        meetings.push({ ...entry, position: before + entry.position, prediction });
      }
    }
  return meetings;
}

/** The rows of a pool that are considered, in the order of a spec; `labels`: the true ones, where somebody knows them. */
export function streamOf(spec: RunSpec, { rows, importances, start }: Pool, labels?: Float64Array): Stream {
  return { rows, order: consideredOf(orderOf(spec, rows.length), start), ...present({ labels, importances }) };
}

/** The line that begins a pass of this spec over this pool after a ledger that is over. */
export function nextPass(ledger: Ledger, spec: RunSpec, pool: Pool, iwal: string): PassEntry {
  const pass = (ledger.header.pass ?? 0) + 1;
  const start = { pass, known: labelsIn(ledger), outside: knownBefore(ledger) };
  return { entry: 'pass', pass, iwal, spec, ...minimaOf(spec, { ...pool, start }), model: ledger.entries.at(-1)!.model };
}

/**
 * The error of the model that a ledger's run ended with, on the rows it has not learned, by the fresh labels that were bought after
 * its end; the kind 'nothing' where there are none: the labels that the model was trained on flatter it.
 *
 * Its statement is about these rows of the pool; nothing is assumed of them, only the draw is random.
 *
 * @throws DataError where a fresh label is of another row than the draw says; for a spec that this version cannot build.
 *
 * @example
 * const parts = { loss: { name: 'hinge' }, update: 'invariant', optimizer: { name: 'gradient-descent', eta0: 1 } };
 * const header = { data: { rows: 2, checksum: 'a' }, spec: { ...parts, query: { name: 'passive' }, seed: 1 } };
 * finalError({ file: 'a.ledger', header, entries: [] }).estimate.why // => 'there are no fresh labels'
 */
export function finalError(ledger: Ledger): FreshEstimate {
  const judge = judgeOf(recordedSpec(ledger.file, ledger.header));
  const { fresh = [] } = ledger;
  const learned = learnedRows(ledger);
  const rows = fresh.length === 0 ? undefined : rowsToDraw(ledger.header, (row) => learned.has(row));
  fresh.forEach(({ entry: { row }, line }, n) => {
    if (row === rows?.[n]) return;
    const legal =
      rows !== undefined && n < rows.length
        ? `${rows[n]}, the next one of the draw`
        : 'none: every row that was not learned has one';
    throw new DataError({ file: ledger.file, line, found: `a fresh label of row ${row}`, legal });
  });
  const entries = fresh.map(({ entry }) => entry);
  return freshEstimate(ledger.header.data.rows - learned.size, judge, entries);
}

/** The rows that fresh labels are bought of, in their order. */
export function rowsToDraw({ data, pass = 0, spec }: Header, isLearned: (row: number) => boolean): Uint32Array {
  const { seed } = spec as { readonly seed: number };
  return freshRows({ seed, rows: data.rows, checksum: data.checksum, pass, isLearned });
}

/** Rows whose labels the model in the end has learned, in any pass, or knew. */
function learnedRows(ledger: Ledger): RowSet {
  const learned = new RowSet();
  for (const [row] of boughtIn(ledger)) learned.add(row);
  for (const row of knownBefore(ledger).keys()) learned.add(row);
  return learned;
}

/**
 * Whether every fresh label was asked about with the prediction of the model in the end; `predict` gives it by row.
 *
 * @throws DataError with the line of the first that was not.
 */
export function requireFreshPredictions({ file, fresh = [] }: Ledger, predict: (row: number) => number): void {
  for (const { entry, line } of fresh) {
    const prediction = predict(entry.row);
    if (Object.is(prediction, entry.prediction)) continue;
    const legal = `${prediction}, as the model that these data and this spec end with gives it`;
    throw new DataError({ file, line, found: `prediction ${entry.prediction} of the fresh row ${entry.row}`, legal });
  }
}

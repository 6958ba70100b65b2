import { DataError } from '../files/data-error.ts';
import { judgeOf } from '../specs/kinds/active-classes.ts';
import type { RunSpec } from '../specs/run.ts';
import { freshEstimate, freshRows, type FreshEstimate } from '../streams/fresh.ts';
import type { Ledger } from './file/read-ledger.ts';
import { knownBefore, passesOf } from './passes.ts';
import { recordedSpec } from './recorded-spec.ts';
import { RowSet } from './row-set.ts';

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
  const spec = recordedSpec(ledger.file, ledger.header);
  const judge = judgeOf(spec);
  const { fresh = [] } = ledger;
  const learned = learnedRows(ledger);
  const rows = fresh.length === 0 ? undefined : rowsToDraw(ledger, spec, learned);
  fresh.forEach(({ entry: { row }, line }, n) => {
    if (row === rows?.[n]) return;
    const legal =
      rows !== undefined && n < rows.length
        ? `${rows[n]}, the next one of the draw`
        : 'none: every row that was not learned has one';
    throw new DataError({ file: ledger.file, line, found: `a fresh label of row ${row}`, legal });
  });
  return freshEstimate(
    ledger.header.data.rows - learned.size,
    judge,
    fresh.map(({ entry }) => entry),
  );
}

/** In the order in which their labels are bought. */
function rowsToDraw({ header: { data, pass = 0 } }: Ledger, { seed }: RunSpec, learned: RowSet): Uint32Array {
  return freshRows({ seed, rows: data.rows, checksum: data.checksum, pass, isLearned: (row) => learned.has(row) });
}

/** Rows whose labels the model in the end has learned, in any pass, or knew. */
function learnedRows(ledger: Ledger): RowSet {
  const learned = new RowSet();
  for (const { entries } of passesOf(ledger))
    for (const entry of entries) if (entry.entry !== 'end' && typeof entry.label === 'number') learned.add(entry.row);
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

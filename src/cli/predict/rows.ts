import { type FieldReader, jsonFields, tableFields } from '../../data/documents/fields.ts';
import { type DatasetOptions, detectedFormat } from '../../data/index.ts';
import { classesOf, type Loss } from '../../losses/loss.ts';
import { count, decimals, percent } from '../../numerics/display.ts';
import { calibrated } from '../../statistics/probability-calibration.ts';
import { shareText, smallClassText } from '../../streams/measures/small-class.ts';
import type { TwoClassValidation } from '../../streams/measures/two-class-validation.ts';
import { classesOfSpace } from '../models/feature-space.ts';
import type { LinearModel } from '../models/model.ts';
import { columnsIn } from '../options/reading-options.ts';
import { STRIDE, yieldToEvents } from '../terminal/event-loop.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import type { PredictedRow, Written } from './forms.ts';

/** What a model of two classes or of numbers says of a row, by its score. */
export function rowTeller(
  { space, calibration }: Pick<LinearModel, 'space' | 'calibration'>,
  loss: Loss,
): (score: number) => Omit<PredictedRow, 'id'> {
  const names = classesOfSpace(space);
  const hasClasses = loss.threshold !== undefined && loss.labels !== 'real' && loss.labels !== 'count';
  const [negative, positive] = hasClasses ? [classesOf(loss).negative, classesOf(loss).positive] : [];
  return (score) => {
    const isPositive = score >= loss.threshold!;
    const probability = calibration === undefined ? ofLoss(loss, score) : calibrated(calibration, score);
    return {
      ...(hasClasses && { class: names?.[isPositive ? 1 : 0] ?? String(isPositive ? positive : negative) }),
      score,
      ...(probability !== undefined && { probability }),
    };
  };
}

/** "mean loss 0.123456, error 4.50%", and what to look at besides where one class is small. */
export function qualityText({ loss, error, classes }: Pick<TwoClassValidation, 'loss' | 'error' | 'classes'>): string {
  if (classes === undefined) return `mean loss ${decimals(loss, 6)}`;
  return [`mean loss ${decimals(loss, 6)}, error ${percent(error)}`, ...smallClassText(classes, shareText)].join('; ');
}

/** The probability of the positive class as the loss has it. */
function ofLoss(loss: Loss, score: number): number | undefined {
  return loss.labels === 'unit' ? score : loss.probability?.(score);
}

/** Predictions with the columns that are copied. */
export function withKept(rows: readonly PredictedRow[], { names, cells }: Kept): PredictedRow[] {
  return rows.map((row, i) => ({ ...row, kept: Object.fromEntries(names.map((name, k) => [name, cells[i][k]])) }));
}

/** Writes predictions in their form, some thousand at a time: in between Ctrl-C is heard. */
export async function writeRows(
  rows: readonly PredictedRow[],
  { head, line }: Written,
  write: (lines: readonly string[]) => void,
  session: Pick<Session, 'signal'>,
): Promise<void> {
  write([...head, ...rows.slice(0, STRIDE).map(line)]);
  for (let from = STRIDE; from < rows.length; from += STRIDE) {
    await yieldToEvents(session);
    write(rows.slice(from, from + STRIDE).map(line));
  }
}

/** Files that have columns. */
const READERS: Readonly<Record<string, FieldReader>> = { csv: tableFields, jsonl: jsonFields };

/** Columns of a file as they are written there: their names, and the cells of every row. */
interface Kept {
  readonly names: readonly string[];
  readonly cells: readonly (readonly string[])[];
}

/**
 * The columns of a file that predictions of so many rows are to be written beside.
 *
 * @throws UsageError for a file without columns; DataError for a column that is not there; Failure where the file has other rows than were
 * predicted.
 */
export async function keptColumns(
  { file, reading }: { readonly file: string; readonly reading: DatasetOptions },
  written: string,
  rows: number,
): Promise<Kept> {
  const format = await detectedFormat(file, reading.format);
  if (!Object.hasOwn(READERS, format)) throw new UsageError(`--keep is for CSV and JSON lines, which ${file} is not`);
  const columns = columnsIn(written);
  const wanted = columns.map((column) => ({ use: '--keep', columns: [column], need: 'must' as const }));
  const cells: string[][] = [];
  for await (const piece of READERS[format](file, wanted, reading))
    for (const { values } of piece) cells.push(values.map((value) => value ?? ''));
  if (cells.length !== rows)
    throw new Failure(
      `${file}: --keep found ${count(cells.length)} rows, and ${count(rows)} were predicted; --header says what the first row is`,
    );
  return { names: columns.map(String), cells };
}

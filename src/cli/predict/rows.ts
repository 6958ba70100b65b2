import { classesOf, type Loss } from '../../losses/loss.ts';
import { decimals, percent } from '../../numerics/display.ts';
import { calibrated } from '../../statistics/probability-calibration.ts';
import { shareText, smallClassText } from '../../streams/measures/small-class.ts';
import type { TwoClassValidation } from '../../streams/measures/two-class-validation.ts';
import type { Kept } from '../data/kept-columns.ts';
import { classesOfSpace } from '../models/feature-space.ts';
import type { LinearModel } from '../models/model.ts';
import { STRIDE, yieldToEvents } from '../terminal/event-loop.ts';
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

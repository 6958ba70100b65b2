import { type Loss, classesOf } from '../../losses/loss.ts';
import type { Reduction } from '../../reductions/reduction.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { calibrated } from '../../statistics/probability-calibration.ts';
import { classesOfSpace } from '../models/feature-space.ts';
import { type ClassModel, type LinearModel, probabilitiesOf } from '../models/model.ts';
import type { PredictedRow } from './forms.ts';

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

/** What a model of several classes says of each of these rows; `met` is told the number of the class. */
export function classTeller(
  model: Pick<ClassModel, 'classes' | 'softmax' | 'calibrations'>,
  reduction: Reduction,
  rows: SparseRows,
): (i: number, met?: (found: number) => void) => Omit<PredictedRow, 'id'> {
  const { classes } = model;
  const probable = probabilitiesOf(model);
  const scores = new Float64Array(classes.length);
  const named = (numbers: ArrayLike<number>): Record<string, number> =>
    Object.fromEntries(classes.map((name, k) => [name, numbers[k]]));
  return (i, met) => {
    const found = reduction.predict(rows, i);
    met?.(found);
    const name = { class: classes[found] };
    if (reduction.scoresOf === undefined) return name;
    reduction.scoresOf(rows, i, scores);
    const probabilities = probable?.(scores);
    if (probabilities === undefined) return { ...name, scores: named(scores) };
    return { ...name, probability: probabilities[found], scores: named(scores), probabilities: named(probabilities) };
  };
}

/** The probability of the positive class as the loss has it. */
function ofLoss(loss: Loss, score: number): number | undefined {
  return loss.labels === 'unit' ? score : loss.probability?.(score);
}

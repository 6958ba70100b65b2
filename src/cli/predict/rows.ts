import { classesOf } from '../../losses/classes.ts';
import type { Loss } from '../../losses/loss.ts';
import { decimals, percent } from '../../numerics/display.ts';
import { calibrated } from '../../statistics/probability-calibration.ts';
import { shareText, smallClassText } from '../../streams/measures/small-class.ts';
import type { TwoClassValidation } from '../../streams/measures/two-class-validation.ts';
import { classesOfSpace } from '../models/feature-space.ts';
import type { LinearModel } from '../models/linear-model.ts';
import type { PredictedRow } from './forms.ts';

/** What a model says of a row, by its id and score. */
export function rowTeller(model: LinearModel, loss: Loss): (id: string, score: number) => PredictedRow {
  const names = classesOfSpace(model.space);
  const probabilityOf = probabilities(model, loss);
  return (id, score) => {
    const probability = probabilityOf(score);
    return { id, ...classIn(loss, score, names), score, ...(probability !== undefined && { probability }) };
  };
}

/** "mean loss 0.123456, error 4.50%", and what to look at besides where one class is small. */
export function qualityText({ loss, error, classes }: Pick<TwoClassValidation, 'loss' | 'error' | 'classes'>): string {
  if (classes === undefined) return `mean loss ${decimals(loss, 6)}`;
  return [`mean loss ${decimals(loss, 6)}, error ${percent(error)}`, ...smallClassText(classes, shareText)].join('; ');
}

/** The probability of the positive class by score: calibrated where the model is, else that of the loss, if it has one. */
function probabilities({ calibration }: LinearModel, loss: Loss): (score: number) => number | undefined {
  if (calibration !== undefined) return (score) => calibrated(calibration, score);
  return loss.labels === 'unit' ? (score) => score : (score) => loss.probability?.(score);
}

/** The class that is predicted, by its name where the model knows it. */
function classIn(loss: Loss, score: number, names: readonly string[] | undefined): Pick<PredictedRow, 'class'> {
  if (loss.threshold === undefined || loss.labels === 'real' || loss.labels === 'count') return {};
  const isPositive = score >= loss.threshold;
  const { negative, positive } = classesOf(loss);
  return { class: names?.[isPositive ? 1 : 0] ?? String(isPositive ? positive : negative) };
}

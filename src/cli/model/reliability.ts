import type { Figure } from '../../figures/model/figure.ts';
import { count } from '../../numerics/display.ts';
import type { FittedCalibration } from '../../statistics/probability-calibration.ts';
import { Failure } from '../terminal/failure.ts';
import { loadModel } from '../models/model.ts';

/**
 * The reliability diagram of a model: the share of positive labels, with its 95% interval, against the probability that was predicted.
 *
 * Errors: Failure for a model that nobody has calibrated.
 */
export function reliabilityFigure(file: string): Figure {
  const { calibration } = loadModel(file, 'linear');
  if (calibration === undefined)
    throw new Failure(
      `${file} is not calibrated: that takes ten labels or more, of both classes, which iwal label or a project has bought`,
    );
  return figureOf(calibration);
}

function figureOf({ labels, reliability }: FittedCalibration): Figure {
  const points = reliability.map(({ predicted, positive, low, high, labels: some }) => ({
    x: predicted,
    y: positive,
    low,
    high,
    note: `${count(some)} labels`,
  }));
  return {
    panels: [
      {
        kind: 'scatter',
        title: `Reliability on ${count(labels)} labels`,
        x: { label: 'predicted probability of the positive class', scale: 'linear', min: 0, max: 1 },
        y: { label: 'share of positive labels', scale: 'linear', min: 0, max: 1 },
        diagonal: 'calibrated',
        series: [{ label: 'labels in tenths of the probability, with 95% intervals', points }],
      },
    ],
  };
}

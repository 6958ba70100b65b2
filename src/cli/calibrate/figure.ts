import type { CurvePanel, Figure, Point } from '../../figures/model/figure.ts';
import type { BudgetForecast } from '../../calibration/budgets.ts';
import type { Spread } from '../../calibration/spread.ts';
import type { CalibrationResult } from './run.ts';
import { count } from '../../numerics/display.ts';
import { COMPARED } from '../../figures/model/styles.ts';

/** Forecasts as a figure: error against labels, active and passive, with the range over streams. */
export function calibrationFigure({ pool, pilot, spec, frontier, everyLabel }: CalibrationResult): Figure {
  const points = (of: (forecast: BudgetForecast) => Spread): Point[] =>
    frontier.map((forecast) => {
      const { mean, low, high } = of(forecast);
      return { x: forecast.labels.mean, y: mean, low, high };
    });
  const panel: CurvePanel = {
    kind: 'curves',
    title: `${pool.name}, as a pilot of ${count(pilot.rows)} says`,
    x: { label: 'labels bought', scale: 'log' },
    y: { label: 'error on drawn labels', scale: 'linear', min: 0 },
    references: [
      { y: everyLabel.mean, label: 'every label' },
      { y: pilot.smallerClass, label: 'larger class' },
    ],
    series: [
      { label: 'passive, as many labels', style: COMPARED, points: points(({ passiveError }) => passiveError) },
      { label: `${spec.query.name}, paced`, points: points(({ error }) => error) },
    ],
  };
  return { panels: [panel] };
}

import type { CurvePanel, Figure, Point } from '../../figures/model/figure.ts';
import type { BudgetForecast, ErrorForecast } from '../../calibration/error-forecast.ts';
import type { CalibrationResult } from './result.ts';
import { count } from '../../numerics/display.ts';
import { COMPARED } from '../../figures/model/styles.ts';

/** Forecasts as a figure: error against labels, active and passive, with their ranges; no range without a middle. */
export function calibrationFigure({ pool, pilot, spec, frontier, everyLabel }: CalibrationResult): Figure {
  const points = (of: (forecast: BudgetForecast) => ErrorForecast): Point[] =>
    frontier.flatMap((forecast) => {
      const { value, low, high } = of(forecast);
      return value === undefined ? [] : [{ x: forecast.budget, y: value, low, high }];
    });
  const panel: CurvePanel = {
    kind: 'curves',
    title: `${pool.name}, as a pilot of ${count(pilot.rows)} says`,
    x: { label: 'labels bought', scale: 'log' },
    y: { label: 'error, forecast', scale: 'linear', min: 0 },
    references: [
      ...(everyLabel.value === undefined ? [] : [{ y: everyLabel.value, label: 'every label' }]),
      { y: pilot.smallerClass, label: 'larger class' },
    ],
    series: [
      { label: 'passive, as many labels', style: COMPARED, points: points(({ passiveError }) => passiveError) },
      { label: `${spec.query.name}, paced`, points: points(({ error }) => error) },
    ],
  };
  return { panels: [panel] };
}

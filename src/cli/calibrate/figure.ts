import type { CurvePanel, Figure } from '../../figures/model/figure.ts';
import { frontierPanel } from '../../figures/charts/frontier.ts';
import type { Forecast } from '../../calibration/calibrate.ts';
import type { CalibrationResult } from './run.ts';

const SUGGESTION = 'suggested';

/** A calibration as a figure: labels against mellowness, and the frontier of error against the share of labels. */
export function calibrationFigure({ pool, pilot, spec, frontier, suggestion, passiveError, budget }: CalibrationResult): Figure {
  // Shown as a mark of its own, which one of the frontier's would cover.
  const others = frontier.filter(({ mellowness }) => mellowness !== suggestion.mellowness);
  const labels: CurvePanel = {
    kind: 'curves',
    title: `labels of ${pool.name}`,
    x: { label: 'mellowness', scale: 'log' },
    y: { label: 'labels bought, forecast', scale: 'log' },
    references: [{ y: budget, label: 'budget' }],
    series: [
      {
        label: spec.query.name,
        points: others.map(({ mellowness, labels: { mean, low, high } }) => ({ x: mellowness, y: mean, low, high })),
      },
      { label: SUGGESTION, points: [{ x: suggestion.mellowness, y: suggestion.labels.mean }] },
    ],
  };
  const run = ({ mellowness, labels: { mean }, error }: Forecast) => ({
    mellowness,
    share: mean / pool.rows,
    error: error.mean,
    low: error.low,
    high: error.high,
  });
  const majority = Math.min(pilot.positive, pilot.rows - pilot.positive) / pilot.rows;
  const errors = frontierPanel({
    title: `error, as a pilot of ${pilot.rows.toLocaleString('en')} says`,
    error: 'error on drawn labels',
    methods: { [spec.query.name]: others.map(run), [SUGGESTION]: [run(suggestion)] },
    references: [
      { y: passiveError.mean, label: 'every label' },
      { y: majority, label: 'larger class' },
    ],
  });
  return { panels: [labels, errors] };
}

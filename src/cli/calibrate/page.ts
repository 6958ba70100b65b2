import type { BudgetForecast } from '../../calibration/budgets.ts';
import type { Spread } from '../../calibration/spread.ts';
import type { CalibrationResult } from './run.ts';
import { count, percent } from '../../numerics/display.ts';
import { SMALL_CLASS } from '../../streams/measures/class-measures.ts';
import { table } from '../terminal/layout.ts';
import { learnerText, ruleText } from '../simulate/page.ts';

/** Forecasts as text for a person: a line a budget, and what to do with them. */
export function calibrationText(result: CalibrationResult): string {
  const { pool, pilot, spec, runs, frontier, everyLabel, asked } = result;
  const isSmall = pilot.smallerClass < SMALL_CLASS;
  const line = ({ budget, error, balancedError, fScore, passiveError }: BudgetForecast): string[] => [
    `${budget === asked ? '> ' : '  '}${count(budget)}`,
    percent(budget / pool.rows),
    percent(error.mean),
    range(error),
    ...(isSmall ? [percent(balancedError.mean), percent(fScore.mean)] : []),
    percent(passiveError.mean),
    range(passiveError),
  ];
  return [
    `${pool.name}: pool of ${count(pool.rows)} rows, ${count(pool.features)} features; pilot of ${count(pilot.rows)}, ${percent(pilot.positive / pilot.rows)} positive`,
    `${learnerText(spec)}; ${ruleText(spec)}; ${runs} streams from seed ${spec.seed}`,
    '',
    ...table(
      [
        ['  labels', 'of all', 'error', 'between', ...(isSmall ? ['balanced', 'F-score'] : []), 'passive, as many', 'between'],
        ...frontier.map(line),
      ],
      'names',
    ),
    '',
    `with every label: ${percent(everyLabel.mean)}; always the larger class: ${percent(pilot.smallerClass)}`,
    'errors are forecast on labels drawn as the pilot says: what the pilot is too small to tell is noise to them',
    `next: iwal label with --budget, in labels; a larger --pilot makes the forecast sharper`,
  ].join('\n');
}

function range({ low, high }: Spread): string {
  return `${percent(low)} to ${percent(high)}`;
}

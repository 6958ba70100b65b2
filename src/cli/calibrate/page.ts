import type { Forecast, Spread } from '../../calibration/calibrate.ts';
import type { CalibrationResult } from './run.ts';
import { count, percent, table } from '../terminal/layout.ts';
import { learnerText, ruleText } from '../simulate/page.ts';

/** A calibration as text for a person: the frontier, and what to type. */
export function calibrationText(result: CalibrationResult): string {
  const { pool, pilot, spec, runs, frontier, suggestion, passiveError, budget } = result;
  const line = (forecast: Forecast): string[] => [
    `${forecast === suggestion ? '> ' : '  '}${forecast.mellowness.toExponential()}`,
    count(Math.round(forecast.labels.mean)),
    percent(forecast.labels.mean / pool.rows),
    `${count(forecast.labels.low)} to ${count(forecast.labels.high)}`,
    percent(forecast.error.mean),
    range(forecast.error),
  ];
  return [
    `${pool.name}: pool of ${count(pool.rows)} rows, ${count(pool.features)} features; pilot of ${count(pilot.rows)}, ${percent(pilot.positive / pilot.rows)} positive`,
    `${learnerText(spec)}; ${ruleText({ ...spec, query: { name: spec.query.name } })}; ${runs} streams from seed ${spec.seed}`,
    '',
    ...table([['  mellowness', 'labels', 'of all', 'between', 'error', 'between'], ...frontier.map(line)], 'names'),
    '',
    `suggested for ${count(budget)} labels: --mellowness ${suggestion.mellowness.toExponential()}`,
    `error: on labels drawn as the pilot says (with every label: ${percent(passiveError.mean)})`,
  ].join('\n');
}

function range({ low, high }: Spread): string {
  return `${percent(low)} to ${percent(high)}`;
}

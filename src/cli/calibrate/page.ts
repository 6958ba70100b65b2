import { type BudgetForecast, CONFIDENCE, type ErrorForecast, type LabelsForecast } from '../../calibration/error-forecast.ts';
import type { CalibrationResult } from './result.ts';
import { count, percent } from '../../numerics/display.ts';
import { presentIn } from '../../numerics/present.ts';
import { SMALL_CLASS, type ByClass } from '../../streams/measures/class-measures.ts';
import { shareText } from '../../streams/measures/error-words.ts';
import { columnsText } from '../terminal/layout.ts';
import { learnerText, ruleText } from '../simulate/page.ts';
import { type CurvePanel, type Figure, type Point, COMPARED } from '../../figures/model/figure.ts';

/** Forecasts as text for a person: a line a budget, and what to do with them. */
export function calibrationText(result: CalibrationResult): string {
  const { pool, pilot, spec, runs, frontier, everyLabel, curve, asked, certifiable } = result;
  const [, width = ''] = /^\+-(.*)/.exec(String(spec.budget)) ?? [];
  const isTold = frontier.every(({ error, passiveError }) => error.value !== undefined && passiveError.value !== undefined);
  return presentIn([
    `${pool.name}: pool of ${count(pool.rows)} rows, ${count(pool.features)} features; ` +
      `pilot of ${count(pilot.rows)}, ${classesText(pilot)}`,
    `${learnerText(spec)}; ${ruleText(spec)}; the pilot cut ${runs} times from seed ${spec.seed}`,
    ...(result.goal === undefined ? [] : ['', goalText(result.goal, result)]),
    ...(width === '' ? [] : ['', `${count(asked!)} labels tell the share of any class to ${width} either way`]),
    ...frontier.filter(({ budget }) => budget === asked).flatMap((forecast) => ['', askedText(forecast, spec.query.name)]),
    '',
    ...columnsText(
      frontier.map((forecast, n) => ({ ...forecast, ...certifiable[n] })),
      [
        ['  labels', ({ budget }) => `${budget === asked ? '> ' : '  '}${count(budget)}`],
        ['of all', ({ budget }) => percent(budget / pool.rows)],
        ['error', ({ error }) => middle(error)],
        ['between', ({ error }) => range(error)],
        ['certifiable', ({ rule }) => smallest(rule)],
        ['passive, as many', ({ passiveError }) => middle(passiveError)],
        ['between', ({ passiveError }) => range(passiveError)],
        ['certifiable', ({ random }) => smallest(random)],
      ],
    ),
    '',
    `with every label: ${everyLabel.value === undefined ? '' : `${percent(everyLabel.value)}, `}${range(everyLabel)}; ` +
      `always the larger class: ${percent(pilot.smallerClass)}`,
    `${percent(CONFIDENCE, 0)} of runs should end within the range beside their error: ${sureness(curve)}`,
    certifiableText(result),
    pilot.smallerClass < SMALL_CLASS && curve.byClass && inClasses(curve.byClass, curve.labels),
    !isTold && '? means that the pilot is too small for an estimate without a range',
    'next: iwal label with --budget, in labels; a larger --pilot makes the forecast sharper',
  ]).join('\n');
}

/** "30.00% positive", or "world 120, sport 80" */
function classesText({ rows, positive = 0, classes }: CalibrationResult['pilot']): string {
  if (classes === undefined) return `${percent(positive / rows)} positive`;
  return Object.entries(classes)
    .map(([name, n]) => `${name} ${count(n)}`)
    .join(', ');
}

function smallest(error: number): string {
  return error < 1 ? percent(error) : 'none';
}

/**
 * "for an error of 5.00%: about 420 labels (19 runs of 20 reach it with 2,300) by soft-margin, about 900 (…) as they come"; where both
 * take the same, it is said once.
 */
function goalText(
  { error, rule, passive }: NonNullable<CalibrationResult['goal']>,
  { spec, everyLabel }: CalibrationResult,
): string {
  const [byRule, asTheyCome] = [rule, passive].map(({ expected, most, isInReach }: LabelsForecast): string => {
    if (!isInReach) return 'more labels than there are rows';
    if (expected === null)
      return everyLabel.value === undefined ? 'the pilot is too small to tell' : 'perhaps more labels than there are rows';
    const bound = most === null ? '19 runs of 20 may need more than there are' : `19 runs of 20 reach it with ${count(most)}`;
    return `about ${count(expected)} labels (${bound})`;
  });
  const takes = byRule === asTheyCome ? byRule : `${byRule} by ${spec.query.name}, ${asTheyCome} as they come`;
  return `for an error of ${percent(error)}: ${takes}`;
}

/** "500 labels: an error of 12.83%, 9.12% to 18.04%, by soft-margin; 14.60%, 10.60% to 20.11%, as they come" */
function askedText({ budget, error, passiveError }: BudgetForecast, rule: string): string {
  const [byRule, asTheyCome] = [error, passiveError].map((each) => [
    each.value === undefined ? '' : `${middle(each)}, `,
    range(each),
  ]);
  return `${count(budget)} labels: an error of ${byRule.join('')}, by ${rule}; ${asTheyCome.join('')}, as they come`;
}

/** What these columns mean. */
function certifiableText({ pool, spec: { explore } }: CalibrationResult): string {
  return (
    `certifiable: the smallest error of the ${count(pool.rows)} rows that --stop and audit --certify can prove, with 95% confidence, ` +
    'where the labels show no mistake. Labels that are spread evenly prove it: of random sampling all, of other rules the share --explore' +
    `${explore === undefined ? '' : `, here ${percent(explore, 0)}`}. Where mistakes are seen it takes more labels`
  );
}

function middle({ value }: ErrorForecast): string {
  return value === undefined ? '?' : percent(value);
}

function range({ low, high }: ErrorForecast): string {
  return low === 0 ? `at most ${percent(high)}` : `${percent(low)} to ${percent(high)}`;
}

/** Of the pilot, for where one class is small its error says little. */
function inClasses(
  { passive, active }: NonNullable<CalibrationResult['curve']['byClass']>,
  labels: CalibrationResult['curve']['labels'],
): string {
  const [tried, all] = labels.slice(-2).map(count);
  const words = ({ balancedError, fScore }: ByClass<number | null>): string =>
    `balanced error ${shareText(balancedError)}, F-score ${shareText(fScore)}`;
  return (
    `one class is small; on the pilot itself: ${words(passive)} (passive, from ${all} rows), ${words(active)} (the rule, ` +
    `from ${tried} labels of as many)`
  );
}

/** On how much the forecast stands: mistakes that were seen, and how far the pilot reaches. */
function sureness({ passive, labels, rows }: CalibrationResult['curve']): string {
  const mistakes = Math.round(passive.at(-1)! * rows);
  return (
    `${count(mistakes)} of the pilot's rows were predicted wrong from ${count(labels.at(-1)!)} others, and the effect of more ` +
    'labels is extrapolated from other data'
  );
}

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

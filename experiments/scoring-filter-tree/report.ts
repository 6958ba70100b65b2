import { decimals, inShort } from '../../src/numerics/display.ts';
import type { BarPanel, CurvePanel, Figure } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { claims, ERRORS, OVERRUNS, STEPS } from './claims.ts';
import {
  linesOf,
  lineOf,
  LOSSES,
  meanOf,
  METHODS,
  progressiveCost,
  rateOf,
  RATES,
  spreadOf,
  testError,
  TREES,
  UPDATES,
  type Line,
  type Loss,
  type Method,
} from './settings.ts';

const ALL = Object.keys(METHODS) as Method[];
/** Losses with an end that a step can go beyond. */
const ENDING = ['hinge', 'squared'] as const;

/** The report of scoring-filter-tree: errors at the chosen step sizes, costs and overruns along them, and the claims. */
export function report(findings: Findings): StudyReport {
  const lines = linesOf(findings);
  const sets = [...new Set(lines.map(({ dataset }) => dataset))];
  return {
    title: 'The scoring filter tree, static and recomputed',
    protocol: [
      'Every feature is divided by its largest absolute value in the training part; ' +
        `a quarter of every set tests, an eighth validates. One pass, ${findings.seeds} orders drawn from the seed, ` +
        `gradient descent with steps eta0 / sqrt(t), ${RATES.length} values of eta0 from ${RATES[0]} to ${RATES.at(-1)!}, ` +
        'the same for all methods. A class label costs 0 for its class and 1 for every other, so that cost and error are ' +
        'one. The progressive cost is that of predictions made before their examples were learned.',
      'The step size with the lowest validation error, mean over orders, stands for a method with a loss and an update. ' +
        'The test part decides nothing.',
      'A match is overrun where its margin, taken with the weights as they are then, is short of its label before the ' +
        'step and beyond it after. With logistic loss there is no such end.',
    ],
    figures:
      lines.length === 0
        ? []
        : [
            {
              file: ERRORS,
              figure: { panels: sets.map((dataset) => errorPanel(lines, dataset)) },
              caption: 'Test error with invariant updates at the chosen step size, mean and 10th to 90th percentile over orders.',
            },
            {
              file: STEPS,
              figure: stepsFigure(lines, sets),
              caption:
                'Progressive cost of the scoring filter tree against the step size: ' +
                'static and recomputed, naive and invariant updates.',
            },
            {
              file: OVERRUNS,
              figure: {
                format: 'small multiples',
                columns: ENDING.length,
                panels: sets.flatMap((dataset) => ENDING.map((loss) => overrunPanel(lines, dataset, loss))),
              },
              caption:
                'Share of matches that a step carried over their label, against the step size; curves end where runs diverge.',
            },
          ],
    tables: sets.map((dataset) => table(lines, dataset)),
    claims: claims(lines, sets),
    notes: [
      'With squared loss and classes for labels, one against all and cost-sensitive are one learner: ' +
        '1 - 2c is the label where c is the cost, and all classes begin alike.',
    ],
    command: `npm run reproduce -- scoring-filter-tree${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function errorPanel(lines: readonly Line[], dataset: string): BarPanel {
  return {
    kind: 'bars',
    title: dataset,
    y: { label: 'test error', unit: 'percent', scale: 'linear', min: 0 },
    groups: LOSSES,
    series: ALL.map((method) => ({
      label: METHODS[method],
      bars: LOSSES.map((loss) => {
        const best = lineOf(lines, dataset, method, loss, 'invariant')?.best;
        if (best === undefined) return undefined;
        const { low, high } = spreadOf(best, testError);
        return {
          height: 100 * meanOf(best, testError),
          low: 100 * low,
          high: 100 * high,
          note: `eta0 ${inShort(rateOf(best))}`,
          cells: best.cells,
        };
      }),
    })),
  };
}

function stepsFigure(lines: readonly Line[], sets: readonly string[]): Figure {
  return {
    columns: sets.length,
    panels: LOSSES.flatMap((loss) =>
      sets.map((dataset): CurvePanel => ({
        kind: 'curves',
        title: `${dataset}, ${loss}`,
        x: { label: 'step size eta0', scale: 'log' },
        y: { label: 'progressive cost', scale: 'linear', min: 0 },
        series: treeSeries((method, update) =>
          (lineOf(lines, dataset, method, loss, update)?.settings ?? []).map((setting) => ({
            x: rateOf(setting),
            y: meanOf(setting, progressiveCost),
            cells: setting.cells,
          })),
        ),
      })),
    ),
  };
}

function overrunPanel(lines: readonly Line[], dataset: string, loss: Loss): CurvePanel {
  return {
    kind: 'curves',
    title: `${dataset}, ${loss}`,
    x: { label: 'step size eta0', scale: 'log' },
    y: { label: 'matches overrun', scale: 'linear', min: 0, max: 1 },
    series: treeSeries((method, update) =>
      (lineOf(lines, dataset, method, loss, update)?.settings ?? [])
        .filter(({ failures }) => failures.length === 0)
        .map((setting) => ({ x: rateOf(setting), y: meanOf(setting, ({ overruns }) => overruns ?? 0), cells: setting.cells })),
    ),
  };
}

type Points = CurvePanel['series'][number]['points'];

/** Four lines: each tree with each update. */
function treeSeries(points: (method: Method, update: (typeof UPDATES)[number]) => Points): CurvePanel['series'] {
  return TREES.flatMap((method) =>
    UPDATES.toReversed().map((update) => ({ label: `${METHODS[method]}, ${update}`, points: points(method, update) })),
  );
}

function table(lines: readonly Line[], dataset: string): Table {
  return {
    title: `${dataset}: at the step size with the lowest validation error`,
    header: ['method', 'loss', 'updates', 'eta0', 'progressive error', 'test error', 'steps an example', 'matches overrun'],
    rows: lines
      .filter((line) => line.dataset === dataset)
      .map(({ method, loss, update, best }) => [
        METHODS[method],
        loss,
        update,
        ...(best === undefined
          ? ['always diverged', '', '', '', '']
          : [
              inShort(rateOf(best)),
              percent(meanOf(best, progressiveCost), 2),
              percent(meanOf(best, testError), 2),
              decimals(
                meanOf(best, ({ steps }) => steps),
                2,
              ),
              best.measurements.some(({ overruns }) => overruns !== null)
                ? percent(
                    meanOf(best, ({ overruns }) => overruns ?? 0),
                    2,
                  )
                : '',
            ]),
      ]),
  };
}

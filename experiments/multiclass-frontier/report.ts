import { decimals } from '../../src/numerics/display.ts';
import type { CurvePanel } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { claims, FRONTIER } from './claims.ts';
import {
  BUDGETS,
  estimateOf,
  importance,
  labelsBought,
  lineOf,
  linesOf,
  RULES,
  testError,
  type Line,
  type Rule,
} from './settings.ts';

const ALL = Object.keys(RULES) as Rule[];

/** The report of multiclass-frontier: test error at equal budgets, and the claims. */
export function report(findings: Findings): StudyReport {
  const lines = linesOf(findings);
  const sets = [...new Set(lines.map(({ dataset }) => dataset))];
  return {
    title: 'Active learning of several classes at equal budgets',
    protocol: [
      'Every feature is divided by its largest absolute value in the training part; a quarter of every set tests. ' +
        'One against all, logistic loss, invariant updates, normalized-adaptive with its default step size; ' +
        `one pass, ${findings.seeds} orders and sets of coins drawn from the seed, the same for all rules.`,
      `The budget, ${BUDGETS.join(', ')} of the rows, sets the knob of every rule and spends itself over the stream; ` +
        'warm-up 10, temper 0, as the command line has it. soft-margin and margin read by how much the best score leads the ' +
        'next one; iwal-cal and variance-aware the smallest importance with which another class would win.',
    ],
    figures:
      lines.length === 0
        ? []
        : [
            {
              file: FRONTIER,
              figure: { columns: 2, panels: sets.map((dataset) => panel(lines, dataset)) },
              caption:
                'Test error against the budget, mean over seeds with its 95% interval; dashed: ' +
                'passive learning with every label.',
            },
          ],
    tables: sets.map((dataset) => table(lines, dataset)),
    claims: claims(lines, sets),
    notes: [
      'Sums of importance over the rows considered are 1 on average: the samples are unbiased with every rule, the ' +
        'learners, which learn every label once, are not.',
    ],
    command: `npm run reproduce -- multiclass-frontier${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function panel(lines: readonly Line[], dataset: string): CurvePanel {
  const passive = estimateOf(lineOf(lines, dataset, 'passive', '100%'), testError);
  return {
    kind: 'curves',
    title: dataset,
    x: { label: 'budget, share of the rows', scale: 'log', unit: 'percent' },
    y: { label: 'test error', unit: 'percent', scale: 'linear', min: 0 },
    references: [{ y: 100 * passive.value, label: 'every label' }],
    series: ALL.map((rule) => ({
      label: rule,
      points: BUDGETS.flatMap((budget) => {
        const line = lineOf(lines, dataset, rule, budget);
        if (line === undefined) return [];
        const { value, low, high } = estimateOf(line, testError);
        return [{ x: Number.parseFloat(budget), y: 100 * value, low: 100 * low, high: 100 * high, cells: line.setting.cells }];
      }),
    })),
  };
}

function table(lines: readonly Line[], dataset: string): Table {
  return {
    title: dataset,
    header: ['budget', 'rule', 'labels', 'test error', '95% interval', 'importance / rows'],
    rows: lines
      .filter((line) => line.dataset === dataset)
      .map((line) => {
        const { value, low, high } = estimateOf(line, testError);
        return [
          line.budget,
          line.rule,
          decimals(estimateOf(line, labelsBought).value, 0),
          percent(value, 2),
          `${percent(low, 2)} to ${percent(high, 2)}`,
          decimals(estimateOf(line, importance).value, 3),
        ];
      }),
  };
}

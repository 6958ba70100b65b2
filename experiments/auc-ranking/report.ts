import { decimals, inShort } from '../../src/numerics/display.ts';
import type { CurvePanel } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { GOOD_AUC } from '../support/criteria.ts';
import { goodRates, lineOf, rankedLines, type RankedLine } from '../support/ranking.ts';
import { claims, FILE } from './claims.ts';
import { methodOf, RATES } from './settings.ts';

/** The report of auc-ranking: AUC against the step size, and what it says of every claim. */
export function report(findings: Findings): StudyReport {
  const lines = rankedLines(findings.results, (dataset) => dataset, methodOf);
  const sets = [...new Set(lines.map(({ set }) => set))];
  const methods = [...new Set(lines.map(({ method }) => method))];
  return {
    title: 'AUC: pairwise and pointwise learning',
    protocol: [
      'A quarter of every set tests, an eighth validates; features are divided by their largest absolute value in the ' +
        `training part, documents stay as they are. ${findings.seeds} seeds, gradient descent with steps eta0 / sqrt(t), ` +
        `${RATES.length} values of eta0 from ${RATES[0]} to ${RATES.at(-1)!}. A pass of pairs draws as many of them as ` +
        'there are rows, uniformly from all pairs of a positive and a negative row: twice the rows are read. ' +
        'The other methods read every row once, with importances under which both classes count alike, and invariant ' +
        'updates.',
      'The step size with the highest validation AUC, mean over seeds, stands for a method; ' +
        `the test part decides nothing. A step size is good if its test AUC is at most ${GOOD_AUC} below the highest of all ` +
        'methods and step sizes on the set.',
    ],
    figures:
      sets.length === 0
        ? []
        : [
            {
              file: FILE,
              figure: { format: 'small multiples', columns: 2, panels: sets.map((set) => panel(lines, set, methods)) },
              caption: 'AUC on the test part against the step size, mean over seeds.',
            },
          ],
    tables: sets.length === 0 ? [] : [bestTable(lines, sets, methods), goodTable(lines, sets, methods)],
    claims: claims(lines, sets, methods),
    notes: [],
    command: `npm run reproduce -- auc-ranking${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function panel(lines: readonly RankedLine[], set: string, methods: readonly string[]): CurvePanel {
  return {
    kind: 'curves',
    title: set,
    x: { label: 'step size eta0', scale: 'log' },
    y: { label: 'AUC', scale: 'linear', min: 0.5, max: 1 },
    series: methods.map((label) => ({
      label,
      points: (lineOf(lines, set, label)?.trials ?? []).map(({ rate, test, cells }) => ({ x: rate, y: test, cells })),
    })),
  };
}

function bestTable(lines: readonly RankedLine[], sets: readonly string[], methods: readonly string[]): Table {
  return {
    title: 'Test AUC at the step size with the highest validation AUC',
    header: ['set', ...methods],
    rows: sets.map((set) => [
      set,
      ...methods.map((method) => {
        const best = lineOf(lines, set, method)?.best;
        return best === undefined ? 'always diverged' : `${decimals(best.test, 4)} at ${inShort(best.rate)}`;
      }),
    ]),
  };
}

function goodTable(lines: readonly RankedLine[], sets: readonly string[], methods: readonly string[]): Table {
  return {
    title: `Good step sizes, of ${RATES.length}`,
    header: ['set', ...methods],
    rows: sets.map((set) => [set, ...methods.map((method) => `${goodRates(lines, set, method, methods, GOOD_AUC)}`)]),
  };
}

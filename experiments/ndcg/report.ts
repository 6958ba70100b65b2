import { decimals, inShort } from '../../src/numerics/display.ts';
import type { BarPanel, CurvePanel } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { lineOf, rankedLines, type RankedLine } from '../support/ranking.ts';
import { BARS, claims, CURVES } from './claims.ts';
import { methodOf, PASSES, RATES } from './settings.ts';

/** The report of ndcg: NDCG@10 at the chosen step sizes and along them, and the claims. */
export function report(findings: Findings): StudyReport {
  const lines = rankedLines(findings.results, (dataset) => dataset.replace(/-\d+$/, ''), methodOf);
  const sets = [...new Set(lines.map(({ set }) => set))];
  const methods = [...new Set(lines.map(({ method }) => method))];
  return {
    title: 'NDCG: pointwise, pairwise and weighted pairwise learning',
    protocol: [
      'Five folds of queries: three teach, one validates, one tests, in turn. ' +
        'Features are divided by their largest absolute value in the training part. ' +
        `${findings.seeds} orders of the queries, ${PASSES} passes, gradient descent with steps eta0 / sqrt(t), ` +
        `${RATES.length} values of eta0 from ${RATES[0]} to ${RATES.at(-1)!}. Pairs are learned with logistic loss; ` +
        'weights of DCG and NDCG are cut off at place 10. Pointwise, squared loss learns gains 2^r - 1 over the largest.',
      'NDCG@10 has gains 2^r - 1 and discounts 1 / log2(1 + place); equal scores share their places; ' +
        'queries of which no row is worth anything are left out of the mean. The step size with the highest validation ' +
        'NDCG@10, mean over folds and orders, stands for a method; the test folds decide nothing.',
    ],
    figures:
      sets.length === 0
        ? []
        : [
            {
              file: BARS,
              figure: { panels: [barPanel(lines, sets, methods)] },
              caption:
                'NDCG@10 on the test folds at the chosen step size; whiskers go from the 10th to the 90th percentile of ' +
                'folds and orders.',
            },
            {
              file: CURVES,
              figure: { panels: sets.map((set) => curvePanel(lines, set, methods)), legend: 'at the ends' },
              caption: 'NDCG@10 on the test folds against the step size, mean over folds and orders.',
            },
          ],
    tables: sets.length === 0 ? [] : [table(lines, sets, methods)],
    claims: claims(lines, sets),
    notes: [],
    command: `npm run reproduce -- ndcg${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function barPanel(lines: readonly RankedLine[], sets: readonly string[], methods: readonly string[]): BarPanel {
  return {
    kind: 'bars',
    title: 'NDCG@10',
    y: { label: 'NDCG@10', scale: 'linear', min: 0, max: 1 },
    groups: sets,
    series: methods.map((label) => ({
      label,
      bars: sets.map((set) => {
        const best = lineOf(lines, set, label)?.best;
        if (best === undefined) return undefined;
        return { height: best.test, low: best.low, high: best.high, note: `eta0 ${inShort(best.rate)}`, cells: best.cells };
      }),
    })),
  };
}

function curvePanel(lines: readonly RankedLine[], set: string, methods: readonly string[]): CurvePanel {
  return {
    kind: 'curves',
    title: set,
    x: { label: 'step size eta0', scale: 'log' },
    y: { label: 'NDCG@10', scale: 'linear' },
    series: methods.map((label) => ({
      label,
      points: (lineOf(lines, set, label)?.trials ?? []).map(({ rate, test, cells }) => ({ x: rate, y: test, cells })),
    })),
  };
}

function table(lines: readonly RankedLine[], sets: readonly string[], methods: readonly string[]): Table {
  return {
    title: 'NDCG@10 on the test folds at the step size with the highest validation NDCG@10',
    header: ['method', ...sets.flatMap((set) => [set, 'eta0', 'validation'])],
    rows: methods.map((method) => [
      method,
      ...sets.flatMap((set) => {
        const best = lineOf(lines, set, method)?.best;
        return best === undefined
          ? ['always diverged', '', '']
          : [decimals(best.test, 4), inShort(best.rate), decimals(best.validation, 4)];
      }),
    ]),
  };
}

import type { BarPanel, CurvePanel } from '../../src/figures/model/figure.ts';
import type { SpecOf } from '../../src/studies/cells/cell.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import type { Table } from '../../src/studies/report.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { logGrid } from '../support/log-grid.ts';
import { lineOf, qualityOf, rankedLines, type RankedLine } from '../support/ranking.ts';
import { inShort } from '../support/words.ts';

/** Step sizes eta0 / sqrt(t), half a decade apart. */
export const RATES = logGrid(-2, 1, 2);
export const PASSES = 5;
export const SETS = ['mq2008_fold1', 'ltr_lightgbm_train'] as const;

const POINTWISE = 'pointwise, squared';
const BALANCED = 'pairs, query-balanced';
const WEIGHTED = 'pairs, ndcg';
const NAIVE = 'pairs, ndcg, naive';
/** Measured before the study was written, with four of five folds to learn from. */
const MQ2008 = { set: 'mq2008_fold1', pairs: 0.7, low: 0.7, high: 0.72 } as const;
const CURVES = 'step-sizes.png';
const BARS = 'ndcg.png';
const TRIED = `The grid of the study is all that was tried: ${RATES.length} step sizes for every method, ${PASSES} passes.`;

/** The report of ndcg: NDCG@10 at the chosen step sizes and along them, and the claims. */
export function report(findings: Findings): StudyReport {
  const lines = rankedLines(findings.results, (dataset) => dataset.replace(/-\d+$/, ''), methodOf);
  const sets = [...new Set(lines.map(({ set }) => set))];
  const methods = [...new Set(lines.map(({ method }) => method))];
  return {
    title: 'NDCG: pointwise, pairwise and weighted pairwise learning',
    protocol: [
      `Five folds of queries: three teach, one validates, one tests, in turn. Features are divided by their largest absolute value in the training part. ${findings.seeds} orders of the queries, ${PASSES} passes, gradient descent with steps eta0 / sqrt(t), ${RATES.length} values of eta0 from ${RATES[0]} to ${RATES.at(-1)!}. Pairs are learned with logistic loss; weights of DCG and NDCG are cut off at place 10. Pointwise, squared loss learns gains 2^r - 1 over the largest.`,
      'NDCG@10 has gains 2^r - 1 and discounts 1 / log2(1 + place); equal scores share their places; queries of which no row is worth anything are left out of the mean. The step size with the highest validation NDCG@10, mean over folds and orders, stands for a method; the test folds decide nothing.',
    ],
    figures:
      sets.length === 0
        ? []
        : [
            {
              file: BARS,
              figure: { panels: [barPanel(lines, sets, methods)] },
              caption:
                'NDCG@10 on the test folds at the chosen step size; whiskers go from the 10th to the 90th percentile of folds and orders.',
            },
            {
              file: CURVES,
              figure: { panels: sets.map((set) => curvePanel(lines, set, methods)) },
              caption: 'NDCG@10 on the test folds against the step size, mean over folds and orders.',
            },
          ],
    tables: sets.length === 0 ? [] : [table(lines, sets, methods)],
    claims: [
      pairsClaim(lines),
      weightedClaim(lines),
      noLowerClaim(
        lines,
        sets,
        BALANCED,
        POINTWISE,
        'Query-balanced pairs reach at least the NDCG@10 of pointwise learning, on every set',
      ),
      noLowerClaim(
        lines,
        sets,
        WEIGHTED,
        BALANCED,
        'NDCG-weighted pairs reach at least the NDCG@10 of query-balanced pairs, on every set',
      ),
      noLowerClaim(
        lines,
        sets,
        WEIGHTED,
        NAIVE,
        'NDCG-weighted pairs: invariant updates reach at least the NDCG@10 of naive updates, on every set',
      ),
    ],
    notes: findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    command: `npm run reproduce -- ndcg${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function methodOf({ pairs, update }: SpecOf<'ranking'>): string {
  if (pairs === undefined) return POINTWISE;
  return `pairs, ${pairs.name}${update === 'naive' ? ', naive' : ''}`;
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
          : [best.test.toFixed(4), inShort(best.rate), best.validation.toFixed(4)];
      }),
    ]),
  };
}

function pairsClaim(lines: readonly RankedLine[]): Claim {
  const found = qualityOf(lines, MQ2008.set, BALANCED);
  return {
    claim: `${MQ2008.set}: query-balanced pairs reach an NDCG@10 of at least ${MQ2008.pairs.toFixed(2)}`,
    measured: isMeasured(lines) ? found.toFixed(4) : 'no such set on this machine',
    holds: isMeasured(lines) ? found >= MQ2008.pairs : 'not measured',
    figure: BARS,
    tried: `${TRIED} The bound was measured with four folds to learn from; here there are three.`,
  };
}

function weightedClaim(lines: readonly RankedLine[]): Claim {
  const found = qualityOf(lines, MQ2008.set, WEIGHTED);
  return {
    claim: `${MQ2008.set}: NDCG-weighted pairs reach an NDCG@10 of ${MQ2008.low.toFixed(2)} to ${MQ2008.high.toFixed(2)}`,
    measured: isMeasured(lines) ? found.toFixed(4) : 'no such set on this machine',
    holds: isMeasured(lines) ? found >= MQ2008.low && found <= MQ2008.high : 'not measured',
    figure: BARS,
    tried: `${TRIED} The bounds were measured with four folds to learn from; here there are three.`,
  };
}

function isMeasured(lines: readonly RankedLine[]): boolean {
  return lines.some(({ set }) => set === MQ2008.set);
}

function noLowerClaim(
  lines: readonly RankedLine[],
  sets: readonly string[],
  method: string,
  other: string,
  claim: string,
): Claim {
  const pairs = sets.map((set) => ({ set, own: qualityOf(lines, set, method), against: qualityOf(lines, set, other) }));
  return {
    claim,
    measured: pairs.map(({ set, own, against }) => `${set} ${own.toFixed(4)} against ${against.toFixed(4)}`).join(', '),
    holds: sets.length === 0 ? 'not measured' : pairs.every(({ own, against }) => own >= against),
    figure: BARS,
    tried: TRIED,
  };
}

import type { CurvePanel } from '../../src/figures/model/figure.ts';
import { meanInterval } from '../../src/statistics/mean-interval.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { SpecOf } from '../../src/studies/cells/cell.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import type { Table } from '../../src/studies/report.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { logGrid } from '../support/log-grid.ts';
import { goodRates, lineOf, qualityOf, rankedLines, type RankedLine } from '../support/ranking.ts';
import { inShort } from '../support/words.ts';

/** Step sizes eta0 / sqrt(t), half a decade apart. */
export const RATES = logGrid(-2, 2, 2);

const LOSSES = ['logistic', 'squared'] as const;
const POINTWISE = { logistic: 'balanced classification', squared: 'balanced regression' } as const;
/** A good step size: an AUC at most so far below the highest of all methods. */
const BELOW = 0.01;
const CONFIDENCE = 0.95;
const FILE = 'auc.png';
const TRIED = `The grid of the study is all that was tried: ${RATES.length} step sizes for every method, one pass.`;

/** The report of auc-ranking: AUC against the step size, and what it says of every claim. */
export function report(findings: Findings): StudyReport {
  const lines = rankedLines(findings.results, (dataset) => dataset, methodOf);
  const sets = [...new Set(lines.map(({ set }) => set))];
  const methods = [...new Set(lines.map(({ method }) => method))];
  return {
    title: 'AUC: pairwise and pointwise learning',
    protocol: [
      `A quarter of every set tests, an eighth validates; features are divided by their largest absolute value in the training part, documents stay as they are. ${findings.seeds} seeds, gradient descent with steps eta0 / sqrt(t), ${RATES.length} values of eta0 from ${RATES[0]} to ${RATES.at(-1)!}. A pass of pairs draws as many of them as there are rows, uniformly from all pairs of a positive and a negative row: twice the rows are read. The other methods read every row once, with importances under which both classes count alike, and invariant updates.`,
      `The step size with the highest validation AUC, mean over seeds, stands for a method; the test part decides nothing. A step size is good if its test AUC is at most ${BELOW} below the highest of all methods and step sizes on the set.`,
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
    claims: [
      ...LOSSES.toReversed().map((loss) => bestClaim(lines, sets, loss)),
      ...LOSSES.map((loss) => robustClaim(lines, sets, methods, loss)),
      ...LOSSES.toReversed().map((loss) => againstClaim(lines, sets, methods, loss)),
    ],
    notes: findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    command: `npm run reproduce -- auc-ranking${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function methodOf({ pairs, loss, update }: SpecOf<'ranking'>): string {
  const name = loss.name as (typeof LOSSES)[number];
  return pairs === undefined ? POINTWISE[name] : pairsOf(name, update);
}

function pairsOf(loss: (typeof LOSSES)[number], update: string): string {
  return `pairs, ${loss}, ${update}`;
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
        return best === undefined ? 'always diverged' : `${best.test.toFixed(4)} at ${inShort(best.rate)}`;
      }),
    ]),
  };
}

function goodTable(lines: readonly RankedLine[], sets: readonly string[], methods: readonly string[]): Table {
  return {
    title: `Good step sizes, of ${RATES.length}`,
    header: ['set', ...methods],
    rows: sets.map((set) => [set, ...methods.map((method) => `${goodRates(lines, set, method, methods, BELOW)}`)]),
  };
}

/** The source says it of squared loss; logistic loss has its counterpart. */
function bestClaim(lines: readonly RankedLine[], sets: readonly string[], loss: (typeof LOSSES)[number]): Claim {
  const pairs = sets.map((set) => ({
    set,
    own: qualityOf(lines, set, pairsOf(loss, 'invariant')),
    other: qualityOf(lines, set, POINTWISE[loss]),
  }));
  return {
    claim: `${loss} loss: pairs reach at least the AUC of ${POINTWISE[loss]}, on every set`,
    measured: `on ${pairs.filter(({ own, other }) => own >= other).length} of ${sets.length}: ${pairs.map(({ set, own, other }) => `${set} ${own.toFixed(4)} against ${other.toFixed(4)}`).join(', ')}`,
    holds: sets.length === 0 ? 'not measured' : pairs.every(({ own, other }) => own >= other),
    figure: FILE,
    tried: TRIED,
  };
}

function robustClaim(
  lines: readonly RankedLine[],
  sets: readonly string[],
  methods: readonly string[],
  loss: (typeof LOSSES)[number],
): Claim {
  return moreGood(
    lines,
    sets,
    methods,
    pairsOf(loss, 'invariant'),
    pairsOf(loss, 'naive'),
    `${loss} loss: pairs with invariant updates have more good step sizes than with naive ones: the whole interval over sets is above 0`,
  );
}

function againstClaim(
  lines: readonly RankedLine[],
  sets: readonly string[],
  methods: readonly string[],
  loss: (typeof LOSSES)[number],
): Claim {
  return moreGood(
    lines,
    sets,
    methods,
    pairsOf(loss, 'invariant'),
    POINTWISE[loss],
    `${loss} loss, invariant updates: pairs have more good step sizes than ${POINTWISE[loss]}: the whole interval over sets is above 0`,
  );
}

function moreGood(
  lines: readonly RankedLine[],
  sets: readonly string[],
  methods: readonly string[],
  own: string,
  other: string,
  claim: string,
): Claim {
  const [a, b] = [own, other].map((method) => sets.map((set) => goodRates(lines, set, method, methods, BELOW)));
  const { value, low, high } = meanInterval(
    sets.map((_, k) => a[k] - b[k]),
    CONFIDENCE,
  );
  return {
    claim,
    measured:
      sets.length === 0
        ? 'no set on this machine'
        : `${mean(a).toFixed(2)} against ${mean(b).toFixed(2)} of ${RATES.length}, difference ${value.toFixed(2)} (95% interval over sets ${low.toFixed(2)} to ${high.toFixed(2)}): ${sets.map((set, k) => `${set} ${a[k]} against ${b[k]}`).join(', ')}`,
    holds: sets.length === 0 ? 'not measured' : low > 0,
    figure: FILE,
    tried: `${TRIED} Good is an AUC of at most ${BELOW} below the highest.`,
  };
}

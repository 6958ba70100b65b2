import type { Point } from '../../src/figures/model/figure.ts';
import { decimals } from '../../src/numerics/display.ts';
import { log } from '../../src/numerics/elementary.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { grid } from '../../src/studies/cells/cell.ts';
import { twoClassSet } from '../../src/studies/data/datasets.ts';
import { type Case, type Claim, DETERMINISTIC, exactly, meanOver } from '../../src/studies/results/claim.ts';
import { claimOf } from '../../src/studies/results/claims.ts';
import { ofKind, type Setting, settingsOf } from '../../src/studies/results/results.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { ORDER } from '../support/criteria.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { inUnits } from '../support/unit-features.ts';

const SET = 'german_scale';
const FILE = 'rates.png';
const RUN = { l2: 0.01, steps: 1_000_000, digits: 12 } as const;
/** The slope of the stochastic rate is read between so many iterations. */
const BETWEEN = [10_000, 1_000_000] as const;
const NOTHING = 'Nothing was tried: one set, one penalty and one step size for each method, which the protocol names.';

type Runs = Setting<'rates'>;

/**
 * Iterations to an accuracy of gradient descent, Newton's method and stochastic gradient descent on one convex problem.
 *
 * Protocol. Logistic loss with a penalty on a real set in units of its features; kind.ts has the steps.
 */
export const rates = defineStudy({
  id: 'rates',
  title: 'Iterations to an accuracy: three methods',
  question: 'How do the iterations to an accuracy r grow: as log(1/r), log log(1/r) and 1/r?',
  source: 'Chikkerur, Vowpal Wabbit update rules overview (2015), "Gradient descent", "Stochastic gradient descent"',
  sizes: ['default'],
  seeds: { default: 10, full: 10 },
  datasets: () => [twoClassSet(SET, inUnits)],
  cells: (_size, datasets, seeds) =>
    datasets.flatMap((dataset) => [
      ...grid({ kind: 'rates', dataset, run: { ...RUN, method: ['gradient descent', 'Newton'] as const, seed: 1 } }),
      ...grid({ kind: 'rates', dataset, run: { ...RUN, method: 'stochastic', seed: seedsUpTo(seeds) } }),
    ]),
  report,
});

function report({ results, seeds }: Findings): StudyReport {
  const runs = settingsOf(ofKind(results, 'rates')).filter(({ measurements }) => measurements.length > 0);
  const claims = claimsOf(new Map(runs.map((each) => [each.run.method, each])));
  return {
    title: rates.title,
    protocol: [
      `${SET}, every feature divided by its largest value; mean logistic loss plus ${RUN.l2} |w|^2 / 2, from w = 0. The accuracy r is ` +
        'f(w) - f* over f(0) - f*, f* the value at which Newton steps no longer lower it.',
      'Gradient descent takes steps 1 / L, L a bound of the curvature; Newton the whole step; stochastic gradient descent ' +
        `1 / (l2 (t + t0)) on rows drawn uniformly, mean of ${seeds} runs of ${RUN.steps} steps. An iteration of the first two reads all ` +
        'rows, one of the last a single row.',
    ],
    figures:
      runs.length === 0
        ? []
        : [
            {
              file: FILE,
              figure: {
                panels: [
                  {
                    kind: 'curves',
                    title: `as log(1/r), as log log(1/r), as (1/r)^${decimals(claimOf(claims, STOCHASTIC).cases[0].value, 2)}`,
                    x: { label: 'accuracy, 1 / r', scale: 'log', max: 1e13 },
                    y: { label: 'iterations', scale: 'log' },
                    series: runs.map((each) => ({ label: each.run.method, points: line(each) })),
                  },
                ],
              },
              caption: `Iterations to an accuracy on ${SET}. Iterations after which f is f* to rounding are not drawn.`,
            },
          ],
    tables: [],
    claims,
    notes: [],
    command: `npm run reproduce -- rates --seeds ${seeds}`,
  };
}

/** Iterations against the accuracy that they reach, mean over the runs. */
function line({ measurements, cells }: Runs): Point[] {
  return measurements[0].curve.flatMap(({ iterations }, k) => {
    const residual = mean(measurements.map(({ curve }) => curve[k].residual));
    return residual > 0 ? [{ x: 1 / residual, y: iterations, cells }] : [];
  });
}

const STOCHASTIC = 'Stochastic gradient descent: iterations grow as 1/r';

function claimsOf(runs: ReadonlyMap<string, Runs>): Claim[] {
  const to = (method: string, r: number): number =>
    runs.get(method)!.measurements[0].curve.find(({ residual }) => residual <= r)?.iterations ?? Infinity;
  const between = (method: string, from: number, until: number): number => to(method, until) - to(method, from);
  const whole = (what: string, value: number): Case => ({
    what,
    ...exactly(value, DETERMINISTIC),
    unit: 'count',
    criterion: { atMost: 1 },
  });
  const slopes = (runs.get('stochastic')?.measurements ?? []).map(({ curve }) => {
    const [early, late] = BETWEEN.map((n) => curve.find(({ iterations }) => iterations === n)?.residual ?? NaN);
    return log(BETWEEN[1] / BETWEEN[0]) / log(early / late);
  });
  const isRun = runs.size > 0;
  return [
    {
      claim: 'Gradient descent: iterations grow as log(1/r): the next three digits take as many as the three before',
      cases: isRun
        ? [
            {
              what: '1e-7 to 1e-10, over 1e-4 to 1e-7:',
              ...exactly(between('gradient descent', 1e-7, 1e-10) / between('gradient descent', 1e-4, 1e-7), DETERMINISTIC),
              unit: 'times',
              criterion: { within: [1 - ORDER, 1 + ORDER] },
            },
          ]
        : [],
      figure: FILE,
      tried: NOTHING,
    },
    {
      claim: 'Newton: iterations grow as log log(1/r): squaring r takes at most one more',
      cases: isRun
        ? [whole('1e-3 to 1e-6:', between('Newton', 1e-3, 1e-6)), whole('1e-6 to 1e-12:', between('Newton', 1e-6, 1e-12))]
        : [],
      figure: FILE,
      tried: NOTHING,
    },
    {
      claim: STOCHASTIC,
      cases: isRun
        ? [{ what: 'exponent', ...meanOver(slopes, 'seeds'), unit: 'number', criterion: { within: [1 - ORDER, 1 + ORDER] } }]
        : [],
      figure: FILE,
      tried: NOTHING,
    },
  ];
}

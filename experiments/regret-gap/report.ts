import type { CurvePanel, Figure, Point } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { sensitivityPanel } from '../../src/figures/model/curves.ts';
import { digits, METHODS } from '../generalized-implicit/settings.ts';
import { average } from '../support/shuffles.ts';
import { claims } from './claims.ts';
import {
  arenasOf,
  AWARE,
  etaOf,
  LAMBDAS,
  optimum,
  regretLine,
  RIDGE,
  settings,
  UPDATES,
  type Arena,
  type Lambda,
  type Update,
} from './settings.ts';
import { count } from '../../src/numerics/display.ts';

/** Regrets above so many times the lowest one are drawn at the upper edge. */
const CEILING = 100;
/** No share of steps but 0 is below this: no set has so many examples. */
const SHARE_FLOOR = 1e-7;
/** Sums of deltas below this are rounding: where aProx does not truncate, it is the plain gradient step. */
const DELTA_FLOOR = 1e-9;

/** The report of regret-gap: deltas of theorem 3.2, regrets, and what they say of every claim. */
export function report(findings: Findings): StudyReport {
  const arenas = arenasOf(findings);
  const [constant, growing] = (Object.keys(LAMBDAS) as Lambda[]).map((lambda) =>
    arenas.filter((arena) => arena.lambda === lambda),
  );
  return {
    title: 'The regret gap of importance weight aware updates',
    protocol: [
      'Every feature is divided by its largest absolute value and a constant is added; ' +
        'numbers to be predicted are divided by their largest absolute value. Squared loss is (p - y)^2 / 2 and learns ' +
        'numbers, logistic loss learns classes.',
      'delta_t = H(g) - H(z), H(z) = |theta - z|^2 / (2 lambda) + l*(z), is measured at every step of every run, along ' +
        `the run's own path; it counts as negative below -1e-12 (1 + |H(g)|). Lambda is constant, as in the theorem (then z ` +
        `= g is online gradient descent), or sqrt(t) / eta0, as in the paper's section 4.`,
      'Regret is the sum of the online losses less the sum of the losses of the best fixed vector in hindsight, the ' +
        `minimiser of all losses plus ${RIDGE} |w|^2 / 2 (ridge for squared, Newton's method for logistic loss; ` +
        `the penalty keeps it finite where the classes can be separated). Means over ${findings.seeds} shuffles, bands are ` +
        'their 10th to 90th percentile. Right of the optimum means larger than the step size with the lowest regret of the ' +
        'plain gradient step.',
    ],
    figures: [
      {
        file: 'regret-constant.png',
        figure: figure(constant, regretPanel),
        caption: 'Regret an example against step size, constant lambda.',
      },
      { file: 'regret-growing.png', figure: figure(growing, regretPanel), caption: 'The same with lambda = sqrt(t) / eta0.' },
      {
        file: 'delta.png',
        figure: figure(constant, deltaPanel),
        caption: 'What the surrogate gradients gain: sum of all delta_t an example, constant lambda.',
      },
      {
        file: 'negative.png',
        figure: figure(growing, negativePanel),
        caption:
          'Share of the steps with a negative delta, lambda = sqrt(t) / eta0: ' +
          'triangles at the lower edge, off the logarithmic scale, are step sizes at which no delta is negative.',
      },
    ].filter(({ figure: { panels } }) => panels.length > 0),
    tables: arenas.length === 0 ? [] : [comparatorTable(constant), regretTable(constant), regretTable(growing)],
    claims: claims(constant, growing),
    notes: [],
    command: `npm run reproduce -- regret-gap${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function figure(arenas: readonly Arena[], panel: (arena: Arena) => CurvePanel): Figure {
  return { panels: arenas.map(panel), columns: 3 };
}

function regretPanel(arena: Arena): CurvePanel {
  const series = UPDATES.map((update) => ({ label: METHODS[update], points: regretLine(arena, update) }));
  const panel = sensitivityPanel({
    title: `${arena.dataset}, ${arena.loss}`,
    step: 'step size eta0',
    loss: 'regret an example',
    series,
  });
  const positive = series.flatMap(({ points }) => points.map(({ y }) => y)).filter((y) => y > 0);
  return { ...panel, y: { ...panel.y, max: CEILING * Math.min(...positive) } };
}

function deltaPanel(arena: Arena): CurvePanel {
  const line = (update: Update): Point[] =>
    settings(arena, update).flatMap((setting) => {
      const gains = setting.measurements.map(({ curve }) => curve.at(-1)!.delta / arena.examples);
      return gains.length === 0 ? [] : [{ x: etaOf(setting), ...average(gains), cells: setting.cells }];
    });
  return {
    kind: 'curves',
    title: `${arena.dataset}, ${arena.loss}`,
    x: { label: 'step size eta0', scale: 'log' },
    y: { label: 'sum of deltas, an example', scale: 'log', min: DELTA_FLOOR },
    series: AWARE.map((update) => ({ label: METHODS[update], points: line(update) })),
  };
}

/** Means over the shuffles that did not diverge. */
function negativePanel(arena: Arena): CurvePanel {
  const line = (update: Update): Point[] =>
    settings(arena, update).flatMap((setting) => {
      const shares = setting.measurements.map(({ negative, curve }) => negative / curve.at(-1)!.examples);
      return shares.length === 0 ? [] : [{ x: etaOf(setting), ...average(shares), cells: setting.cells }];
    });
  return {
    kind: 'curves',
    title: `${arena.dataset}, ${arena.loss}`,
    x: { label: 'step size eta0', scale: 'log' },
    y: { label: 'share of steps', scale: 'log', min: SHARE_FLOOR, max: 1 },
    series: AWARE.map((update) => ({ label: METHODS[update], points: line(update) })),
  };
}

function comparatorTable(arenas: readonly Arena[]): Table {
  return {
    title: 'The best fixed vector in hindsight',
    header: ['set', 'loss', 'examples', 'features', 'loss an example', '|w|', 'Newton steps', 'gradient norm', 'at w = 0'],
    rows: arenas.map(({ dataset, loss, examples, comparator }) => [
      dataset,
      loss,
      count(examples),
      `${comparator.features}`,
      digits(comparator.loss / examples),
      digits(comparator.weightNorm),
      `${comparator.iterations}`,
      digits(comparator.gradientNorm),
      digits(comparator.gradientNormAtZero),
    ]),
  };
}

function regretTable(arenas: readonly Arena[]): Table {
  return {
    title:
      'Lowest regret an example, its step size, and the regret at a hundred times that step size: ' +
      LAMBDAS[arenas[0].lambda].words,
    header: ['set', ...UPDATES.map((update) => METHODS[update])],
    rows: arenas.map((arena) => [
      arena.dataset,
      ...UPDATES.map((update) => {
        const line = regretLine(arena, update);
        const lowest = optimum(line);
        const later = line.find(({ x }) => x >= 99 * lowest.x);
        return `${digits(lowest.y)} at ${lowest.x}; ${later === undefined ? 'not run' : digits(later.y)}`;
      }),
    ]),
  };
}

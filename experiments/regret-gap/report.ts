import type { Claim } from '../../src/studies/results/claims.ts';
import type { CurvePanel, Figure, Point } from '../../src/figures/model/figure.ts';
import type { Table } from '../../src/studies/report.ts';
import { sensitivityPanel } from '../../src/figures/charts/sensitivity.ts';
import type { MeasurementOf } from '../../src/studies/cells/cell.ts';
import type { CellResult } from '../../src/studies/cells/outcome.ts';
import { ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { average, digits, METHODS } from '../generalized-implicit/report.ts';
import { count } from '../../src/numerics/display.ts';

/** Penalty on |w|^2 / 2 of the comparator, against a sum over all examples. */
export const RIDGE = 1e-3;

type Update = keyof typeof METHODS;
const UPDATES = Object.keys(METHODS) as Update[];
const AWARE = ['truncated', 'invariant', 'implicit'] as const;

/** How lambda moves, and what the plain gradient step is then called. */
const LAMBDAS = {
  'gradient-descent': { words: 'constant lambda', plain: 'online gradient descent' },
  'implicit-ftrl': { words: 'lambda = sqrt(t) / eta0', plain: 'FTRL with linearised losses' },
} as const;
type Lambda = keyof typeof LAMBDAS;

/** Regrets above so many times the lowest one are drawn at the upper edge. */
const CEILING = 100;
/** No share of steps but 0 is below this: no set has so many examples. */
const SHARE_FLOOR = 1e-7;
/** Sums of deltas below this are rounding: where aProx does not truncate, it is the plain gradient step. */
const DELTA_FLOOR = 1e-9;

type Comparator = MeasurementOf<'comparator'>;

/** All runs on one set with one kind of lambda. */
interface Arena {
  readonly dataset: string;
  readonly lambda: Lambda;
  readonly loss: string;
  readonly examples: number;
  readonly comparator: Comparator;
  readonly settings: readonly Setting<'regret'>[];
}

/** The report of regret-gap: deltas of theorem 3.2, regrets, and what they say of every claim. */
export function report(findings: Findings): StudyReport {
  const arenas = arenasOf(findings);
  const [constant, growing] = (Object.keys(LAMBDAS) as Lambda[]).map((lambda) =>
    arenas.filter((arena) => arena.lambda === lambda),
  );
  return {
    title: 'The regret gap of importance weight aware updates',
    protocol: [
      'Every feature is divided by its largest absolute value and a constant is added; numbers to be predicted are divided by their largest absolute value. Squared loss is (p - y)^2 / 2 and learns numbers, logistic loss learns classes.',
      `delta_t = H(g) - H(z), H(z) = |theta - z|^2 / (2 lambda) + l*(z), is measured at every step of every run, along the run's own path; it counts as negative below -1e-12 (1 + |H(g)|). Lambda is constant, as in the theorem (then z = g is online gradient descent), or sqrt(t) / eta0, as in the paper's section 4.`,
      `Regret is the sum of the online losses less the sum of the losses of the best fixed vector in hindsight, the minimiser of all losses plus ${RIDGE} |w|^2 / 2 (ridge for squared, Newton's method for logistic loss; the penalty keeps it finite where the classes can be separated). Means over ${findings.seeds} shuffles, bands are their 10th to 90th percentile. Right of the optimum means larger than the step size with the lowest regret of the plain gradient step.`,
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
          'Share of the steps with a negative delta, lambda = sqrt(t) / eta0: triangles at the lower edge are step sizes with none.',
      },
    ].filter(({ figure: { panels } }) => panels.length > 0),
    tables: arenas.length === 0 ? [] : [comparatorTable(constant), regretTable(constant), regretTable(growing)],
    claims: [
      ...AWARE.map((update) => deltaClaim(constant, update, 'gradient-descent')),
      ...AWARE.map((update) => deltaClaim(growing, update, 'implicit-ftrl')),
      regretClaim(constant, 'gradient-descent'),
      regretClaim(growing, 'implicit-ftrl'),
    ],
    notes: findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    command: `npm run reproduce -- regret-gap${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function arenasOf({ results, splits }: Findings): Arena[] {
  const regrets = ofKind(results, 'regret');
  return ofKind(results, 'comparator').flatMap(({ cell: { dataset, run }, outcome }) => {
    if (!('measurement' in outcome)) return [];
    const own = regrets.filter(({ cell }) => cell.dataset === dataset);
    const common = {
      dataset,
      loss: run.loss.name,
      examples: splits.get(dataset)!.train.rows.length,
      comparator: outcome.measurement,
    };
    return (Object.keys(LAMBDAS) as Lambda[]).map((lambda) => ({
      ...common,
      lambda,
      settings: settingsOf(own.filter(isWith(lambda))),
    }));
  });
}

function isWith(lambda: Lambda): (result: CellResult<'regret'>) => boolean {
  return ({ cell }) => cell.run.optimizer.name === lambda;
}

function settings(arena: Arena, update: Update): Setting<'regret'>[] {
  return arena.settings.filter(({ run }) => run.update === update);
}

function etaOf({ run }: Setting<'regret'>): number {
  return (run.optimizer as { readonly eta0: number }).eta0;
}

/** Regret an example against step size; Infinity where a run diverged. */
function regretLine(arena: Arena, update: Update): Point[] {
  const regretOf = ({ curve }: MeasurementOf<'regret'>): number => (curve.at(-1)!.loss - arena.comparator.loss) / arena.examples;
  return settings(arena, update).map((setting) => {
    const regrets = [...setting.measurements.map(regretOf), ...setting.failures.map(() => Infinity)];
    return { x: etaOf(setting), ...average(regrets), cells: setting.cells };
  });
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

function optimum(line: readonly Point[]): Point {
  return line.reduce((lowest, point) => (point.y < lowest.y ? point : lowest));
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
    title: `Lowest regret an example, its step size, and the regret at a hundred times that step size: ${LAMBDAS[arenas[0].lambda].words}`,
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

function deltaClaim(arenas: readonly Arena[], update: (typeof AWARE)[number], lambda: Lambda): Claim {
  const claim = `${METHODS[update]}, ${LAMBDAS[lambda].words}: H(z) <= H(g) at every step (delta_t >= 0)`;
  const runs = arenas.flatMap((arena) =>
    settings(arena, update).flatMap(({ measurements }) => measurements.map((run) => ({ examples: arena.examples, ...run }))),
  );
  if (runs.length === 0) return { claim, measured: 'no such set on this machine', holds: 'not measured' };
  const total = (quantity: (run: (typeof runs)[number]) => number): number => runs.reduce((sum, run) => sum + quantity(run), 0);
  const [steps, negative, uphill] = [total(({ examples }) => examples), total((run) => run.negative), total((run) => run.uphill)];
  const smallest = Math.min(...runs.map(({ smallestDelta }) => smallestDelta));
  const after = uphill === 0 ? '' : `; shrinking moved the prediction uphill before ${count(uphill)} steps`;
  return {
    claim,
    measured: `${count(negative)} of ${count(steps)} deltas are negative, the smallest is ${digits(smallest)}${after}`,
    holds: negative === 0,
    figure: lambda === 'implicit-ftrl' ? 'negative.png' : 'delta.png',
    tried: `Nothing was tried: every step of every run counts${lambda === 'implicit-ftrl' ? '. With a growing lambda the theorem does not apply on steps before which shrinking moved the prediction uphill, and a law of the test suite shows that it can fail there only (docs/ERRATA.md, S6c)' : ''}.`,
  };
}

function regretClaim(arenas: readonly Arena[], lambda: Lambda): Claim {
  const { words, plain } = LAMBDAS[lambda];
  const claim = `The regret of IWA is below that of ${plain} at every step size right of its optimum (${words})`;
  if (arenas.length === 0) return { claim, measured: 'no such set on this machine', holds: 'not measured' };
  const counts = arenas.map((arena) => {
    const [gradient, iwa] = [regretLine(arena, 'naive'), regretLine(arena, 'invariant')];
    const right = gradient
      .map((point, e) => ({ gradient: point, iwa: iwa[e] }))
      .filter((pair) => pair.gradient.x > optimum(gradient).x);
    return { dataset: arena.dataset, right: right.length, below: right.filter((pair) => pair.iwa.y < pair.gradient.y).length };
  });
  return {
    claim,
    measured: counts.map(({ dataset, below, right }) => `${dataset} ${below} of ${right}`).join(', '),
    holds: counts.every(({ below, right }) => below === right),
    figure: lambda === 'implicit-ftrl' ? 'regret-growing.png' : 'regret-constant.png',
    tried: `The grid of the study is all that was tried: ${settings(arenas[0], 'invariant').length} step sizes with each lambda.`,
  };
}

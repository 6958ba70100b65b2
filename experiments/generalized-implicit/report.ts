import { pow } from '../../src/numerics/pow.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import type { CurvePanel, Figure, Point } from '../../src/figures/model/figure.ts';
import type { Table } from '../../src/studies/report.ts';
import { sensitivityPanel } from '../../src/figures/charts/sensitivity.ts';
import { mean, quantile } from '../../src/statistics/small-samples.ts';
import type { CellResult } from '../../src/studies/cells/outcome.ts';
import { groupBy, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';

/** The paper's names of the updates, linearised losses first. */
export const METHODS = { naive: 'linear', truncated: 'aProx', invariant: 'IWA', implicit: 'proximal' } as const;
type Update = keyof typeof METHODS;
const UPDATES = Object.keys(METHODS) as Update[];
const LOSSES = ['squared', 'logistic'] as const;
/** The three that know the loss beyond its slope. */
const AWARE = ['truncated', 'invariant', 'implicit'] as const;

/** What the claims mean by their words. */
const AGREE = 1.05;
const FAR_LEFT = 0.1;
const EXPLODED = 1000;
const LINEAR_GROWTH = { low: 0.8, high: 1.2 };
const STABLE = 2.5;
/** A range of step sizes is where the loss is at most so many times the lowest of all methods. */
const GOOD = 1.1;
const RANGES = [GOOD, STABLE];

/** The beginning of a sentence. */
const TWO_LAMBDAS = 'Two choices of lambda were tried, each with a claim and a figure of its own, and nothing else';

/** Losses above so many times the best one are drawn at the upper edge. */
const CEILING = 100;

/** Loss against step size of one update on one set, in order of step sizes; Infinity where a shuffle diverged. */
type Line = readonly Point[];

interface Panel {
  readonly dataset: string;
  readonly loss: string;
  readonly lines: Readonly<Record<Update, Line>>;
}

type Lambda = 'implicit-ftrl' | 'implicit-ftrl-adaptive';

/** Of the figure of a loss. */
function fileOf(loss: string, lambda: Lambda = 'implicit-ftrl'): string {
  return `${loss}${lambda === 'implicit-ftrl' ? '' : '-adaptive'}.png`;
}

/** The report of generalized-implicit: loss against step size, and what it says of every claim. */
export function report(findings: Findings): StudyReport {
  const results = ofKind(findings.results, 'online');
  const growing = panels(results, 'implicit-ftrl');
  const adaptive = panels(results, 'implicit-ftrl-adaptive');
  return {
    title: 'Step-size sensitivity of generalised implicit updates',
    protocol: [
      `Every feature is divided by its largest absolute value and a constant is added; numbers to be predicted are divided by their largest absolute value. (The paper says "normalized" and no more.) Squared loss is (p - y)^2 / 2 and learns numbers, logistic loss learns classes. ${findings.seeds} shuffles of each set, one pass each; y is the average online loss of the pass, every prediction made before its example is learned: mean over shuffles, bands are their 10th to 90th percentile. 25 step sizes from 0.001 to 1000.`,
      'Weights are theta / lambda. The corollary that fixes lambda_t in the paper was not at hand; both choices are ours: lambda = sqrt(t) / eta0, and lambda = sqrt(sum of squared gradient norms) / eta0 with fewer shuffles at the default size.',
      `Words of the claims, fixed before measuring: left of the optimum means at most a tenth of the best step size of linearised losses, and to agree means that the largest of the four losses is at most ${AGREE} times the smallest. Exploded means diverged, or above ${EXPLODED} times the best. To grow linearly is a slope of ${LINEAR_GROWTH.low} to ${LINEAR_GROWTH.high} on log-log axes over the last two decades. A range of step sizes counts those with a loss of at most so many times the lowest of all methods on the set: ${GOOD}, which is near the optimum, and the ${STABLE} of the stability claims.`,
    ],
    figures: [
      {
        file: fileOf('squared'),
        figure: figure(growing, 'squared'),
        caption: 'Squared loss, lambda = sqrt(t) / eta0: figure 1 of the paper.',
      },
      {
        file: fileOf('logistic'),
        figure: figure(growing, 'logistic'),
        caption: 'Logistic loss, lambda = sqrt(t) / eta0: figure 2 of the paper.',
      },
      {
        file: fileOf('squared', 'implicit-ftrl-adaptive'),
        figure: figure(adaptive, 'squared'),
        caption: 'Squared loss, lambda = sqrt(sum of squared gradient norms) / eta0.',
      },
      {
        file: fileOf('logistic', 'implicit-ftrl-adaptive'),
        figure: figure(adaptive, 'logistic'),
        caption: 'Logistic loss, lambda = sqrt(sum of squared gradient norms) / eta0.',
      },
    ].filter(({ figure: { panels } }) => panels.length > 0),
    tables:
      results.length === 0
        ? []
        : [table('lambda = sqrt(t) / eta0', growing), table('lambda = sqrt(sum of squared gradient norms) / eta0', adaptive)],
    claims: [
      agreeClaim(growing),
      explodesClaim(growing.filter(isOf('squared'))),
      growsClaim(growing.filter(isOf('logistic'))),
      ...LOSSES.map((loss) => stableClaim(growing.filter(isOf(loss)), loss)),
      ...RANGES.flatMap((range) => LOSSES.map((loss) => rangeClaim(growing.filter(isOf(loss)), loss, range))),
      improvesClaim(growing),
      proximalClaim(growing),
      ...LOSSES.map((loss) => adaptiveClaim(stableClaim(adaptive.filter(isOf(loss)), loss), loss)),
      ...RANGES.flatMap((range) =>
        LOSSES.map((loss) => adaptiveClaim(rangeClaim(adaptive.filter(isOf(loss)), loss, range), loss)),
      ),
    ],
    notes: findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    command: `npm run reproduce -- generalized-implicit${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function panels(results: readonly CellResult<'online'>[], lambda: Lambda): Panel[] {
  const chosen = results.filter(({ cell }) => cell.run.optimizer.name === lambda);
  return [...groupBy(chosen, ({ cell }) => cell.dataset)].map(([dataset, own]) => {
    const byUpdate = groupBy(settingsOf(own), ({ run }) => run.update);
    const line = (update: Update): Line => byUpdate.get(update)!.map(pointOf);
    const lines = {
      naive: line('naive'),
      truncated: line('truncated'),
      invariant: line('invariant'),
      implicit: line('implicit'),
    };
    return { dataset, loss: own[0].cell.run.loss.name, lines };
  });
}

function isOf(loss: string): (panel: Panel) => boolean {
  return (panel) => panel.loss === loss;
}

function pointOf(setting: Setting<'online'>): Point {
  const losses = [...setting.measurements.map(({ curve }) => curve.at(-1)!.loss), ...setting.failures.map(() => Infinity)];
  return { x: etaOf(setting), ...average(losses), cells: setting.cells };
}

/** Over shuffles: the mean and the 10th to 90th percentile; Infinity where one of them diverged. */
export function average(losses: readonly number[]): Pick<Point, 'y' | 'low' | 'high'> {
  const y = mean(losses);
  return Number.isFinite(y) ? { y, low: quantile(losses, 0.1), high: quantile(losses, 0.9) } : { y: Infinity };
}

function etaOf({ run }: Setting<'online'>): number {
  return (run.optimizer as { readonly eta0: number }).eta0;
}

function figure(all: readonly Panel[], loss: string): Figure {
  const chosen = all.filter(isOf(loss));
  return {
    panels: chosen.map(({ dataset, lines }): CurvePanel => {
      const panel = sensitivityPanel({
        title: dataset,
        step: 'step size eta0',
        loss: `average online ${loss} loss`,
        series: UPDATES.map((update) => ({ label: METHODS[update], points: lines[update] })),
      });
      return { ...panel, y: { ...panel.y, max: CEILING * best(UPDATES.map((update) => lines[update])) } };
    }),
  };
}

function best(lines: readonly Line[]): number {
  return Math.min(...lines.flatMap((line) => line.map(({ y }) => y)));
}

/** The point with the lowest loss. */
function optimum(line: Line): Point {
  return line.reduce((lowest, point) => (point.y < lowest.y ? point : lowest));
}

/** The step sizes whose loss is at most so many times the lowest of all methods. */
function range({ lines }: Panel, update: Update, times: number): Point[] {
  const goal = times * best(Object.values(lines));
  return lines[update].filter(({ y }) => y <= goal);
}

function table(title: string, all: readonly Panel[]): Table {
  return {
    title,
    header: [
      'set',
      'loss',
      'method',
      'lowest loss',
      'at eta0',
      `step sizes within ${GOOD}×, of 25`,
      'from',
      'to',
      `within ${STABLE}×`,
      'loss at eta0 = 1000',
    ],
    rows: all.flatMap((panel) =>
      UPDATES.map((update) => {
        const line = panel.lines[update];
        const lowest = optimum(line);
        const good = range(panel, update, GOOD);
        return [
          panel.dataset,
          panel.loss,
          METHODS[update],
          digits(lowest.y),
          `${lowest.x}`,
          `${good.length}`,
          `${good.at(0)?.x ?? ''}`,
          `${good.at(-1)?.x ?? ''}`,
          `${range(panel, update, STABLE).length}`,
          digits(line.at(-1)!.y),
        ];
      }),
    ),
  };
}

/** A claim that has to be true of every set, with the number that decides it for each. */
function everywhere(
  claim: string,
  all: readonly Panel[],
  quantity: (panel: Panel) => number,
  isTrue: (value: number) => boolean,
  words = digits,
): Claim {
  if (all.length === 0) return unmeasured(claim);
  const values = all.map((panel) => ({ panel, value: quantity(panel) }));
  const { panel: shown } = values.find(({ value }) => !isTrue(value)) ?? values[0];
  return {
    claim,
    measured: values.map(({ panel, value }) => `${panel.dataset} ${words(value)}`).join(', '),
    holds: values.every(({ value }) => isTrue(value)),
    figure: fileOf(shown.loss),
    tried: `The grid of the study is all that was tried, ${shown.lines.naive.length} step sizes; the second choice of lambda is drawn, and not held against this claim.`,
  };
}

function unmeasured(claim: string): Claim {
  return { claim, measured: 'no such set on this machine', holds: 'not measured' };
}

function agreeClaim(all: readonly Panel[]): Claim {
  const disagreement = ({ lines }: Panel): number => {
    const limit = FAR_LEFT * optimum(lines.naive).x;
    const ratios = lines.naive.flatMap(({ x }, e) => {
      const losses = UPDATES.map((update) => lines[update][e].y);
      return x <= limit ? [Math.max(...losses) / Math.min(...losses)] : [];
    });
    return Math.max(1, ...ratios);
  };
  return everywhere(
    `Left of the optimum all four agree (largest over smallest loss at most ${AGREE})`,
    all,
    disagreement,
    (ratio) => ratio <= AGREE,
  );
}

function explodesClaim(all: readonly Panel[]): Claim {
  const growth = ({ lines }: Panel): number => lines.naive.at(-1)!.y / optimum(lines.naive).y;
  return everywhere(
    'Squared loss: right of the optimum, linearised losses explode (loss at eta0 = 1000 over the best)',
    all,
    growth,
    (ratio) => !(ratio < EXPLODED),
    factor,
  );
}

function growsClaim(all: readonly Panel[]): Claim {
  const claim =
    'Logistic loss: right of the optimum, the loss of linearised losses grows linearly (slope on log-log axes over the last two decades)';
  const slopes = all.map(({ dataset, lines }) => ({ dataset, two: slope(lines.naive, 2), one: slope(lines.naive, 1) }));
  if (slopes.length === 0) return unmeasured(claim);
  const straight = slopes.filter(({ one }) => isLinear(one)).length;
  const { naive } = all[0].lines;
  return {
    claim,
    measured: slopes
      .map(({ dataset, two, one }) => `${dataset} ${digits(two)}, over the last decade alone ${digits(one)}`)
      .join('; '),
    holds: slopes.every(({ two }) => isLinear(two)),
    figure: fileOf('logistic'),
    tried: `The grid of the study is all that was tried, ${naive.length} step sizes up to eta0 = ${naive.at(-1)!.x}; over the last decade alone the growth is linear on ${straight} of ${slopes.length} sets${straight === slopes.length ? ', so that it is the decade before which still bends' : ''}.`,
  };
}

function isLinear(growth: number): boolean {
  return growth >= LINEAR_GROWTH.low && growth <= LINEAR_GROWTH.high;
}

/** On log-log axes, over the last decades of step sizes. */
function slope(line: Line, decades: number): number {
  const to = line.at(-1)!;
  const from = line.find(({ x }) => x >= 0.999 * to.x * pow(10, -decades))!;
  return Math.log(to.y / from.y) / Math.log(to.x / from.x);
}

function stableClaim(all: readonly Panel[], loss: string): Claim {
  const claim = `${title(loss)}: aProx, IWA and proximal stay within ${STABLE} times their best loss at every step size right of it`;
  if (all.length === 0) return unmeasured(claim);
  const worst = AWARE.map((update) => {
    const growths = all.map(({ dataset, lines }) => ({ dataset, ratio: growthRightOf(lines[update]) }));
    return { update, ...growths.reduce((most, each) => (each.ratio > most.ratio ? each : most)) };
  });
  return {
    claim,
    measured: `at most ${worst.map(({ update, dataset, ratio }) => `${METHODS[update]} ${factor(ratio)} (${dataset})`).join(', ')}`,
    holds: worst.every(({ ratio }) => ratio <= STABLE),
    figure: fileOf(loss),
    tried: `${TWO_LAMBDAS}${loss === 'logistic' ? '; the steps of IWA grow with the logarithm of eta0 without an end, while those of aProx stop where the model of the loss reaches 0' : ''}.`,
  };
}

/** Highest loss at step sizes above the best one, over the best loss. */
function growthRightOf(line: Line): number {
  const lowest = optimum(line);
  return Math.max(...line.filter(({ x }) => x >= lowest.x).map(({ y }) => y)) / lowest.y;
}

/** Of the three, the paper names two for the logistic loss. */
function rangeClaim(all: readonly Panel[], loss: string, times: number): Claim {
  const named = loss === 'squared' ? AWARE : AWARE.filter((update) => update !== 'implicit');
  const claim = `${title(loss)}: ${named.map((update) => METHODS[update]).join(', ')} have a broader range of step sizes within ${times} times the lowest loss than linearised losses, on every set`;
  if (all.length === 0) return unmeasured(claim);
  const counts = all.map((panel) => ({
    panel,
    linear: range(panel, 'naive', times).length,
    own: named.map((update) => range(panel, update, times).length),
  }));
  const differences = counts.flatMap(({ linear, own }) => own.map((count) => count - linear));
  const [ties, narrower] = [differences.filter((each) => each === 0).length, differences.filter((each) => each < 0).length];
  return {
    claim,
    measured: `step sizes in the range: ${counts.map(({ panel, linear, own }) => `${panel.dataset} ${own.join(', ')} against ${linear}`).join('; ')}`,
    holds: counts.every(({ linear, own }) => own.every((count) => count > linear)),
    figure: fileOf(loss),
    tried: `${TWO_LAMBDAS}; a range is counted in step sizes of the grid and as many are not more: of ${differences.length} pairs of method and set ${ties} are ties, and ${narrower} narrower.`,
  };
}

function improvesClaim(all: readonly Panel[]): Claim {
  const ratio = ({ lines }: Panel): number => optimum(lines.invariant).y / optimum(lines.naive).y;
  return everywhere(
    'IWA improves upon linearised losses (its lowest loss over theirs is below 1)',
    all,
    ratio,
    (value) => value < 1,
  );
}

function proximalClaim(all: readonly Panel[]): Claim {
  const exceptions = ({ lines }: Panel): number => {
    const distance = (update: Update, e: number): number => Math.abs(Math.log(lines[update][e].y / lines.implicit[e].y));
    return lines.naive.filter(({ x }, e) => x > optimum(lines.naive).x && !(distance('invariant', e) < distance('naive', e)))
      .length;
  };
  return everywhere(
    'IWA approximates proximal updates (step sizes right of the optimum at which its loss is no nearer to proximal than that of linear)',
    all,
    exceptions,
    (count) => count === 0,
  );
}

function adaptiveClaim({ claim, ...rest }: Claim, loss: string): Claim {
  return { ...rest, claim: `Lambda of gradient norms. ${claim}`, figure: fileOf(loss, 'implicit-ftrl-adaptive') };
}

function title(loss: string): string {
  return `${loss.slice(0, 1).toUpperCase()}${loss.slice(1)} loss`;
}

/** Three significant digits; "diverged" for what is no number any more. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return 'diverged';
  return `${Number(value.toPrecision(3))}`;
}

function factor(value: number): string {
  return Number.isFinite(value) ? `${digits(value)}×` : 'diverged';
}

import type { CurvePanel } from '../../src/figures/model/figure.ts';
import { decimals } from '../../src/numerics/display.ts';
import { exp, log } from '../../src/numerics/elementary.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { grid } from '../../src/studies/cells/cell.ts';
import {
  type Case,
  type Claim,
  type Criterion,
  DETERMINISTIC,
  exactly,
  inUnit,
  meanDifference,
} from '../../src/studies/results/claim.ts';
import { claimOf } from '../../src/studies/results/claims.ts';
import { ofKind, type Setting, settingsOf } from '../../src/studies/results/results.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { GOOD_LOSS } from '../support/criteria.ts';
import { onScale, percent } from '../support/numbers.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { type Trial, type Way, WAYS } from './kind.ts';

const FILE = 'steps.png';
const NAMES = ['squared', 'logistic'] as const;
const ALL = Object.keys(WAYS) as Way[];
const STEPS = { lowest: -8, highest: 6 } as const;
/** One factor after the other; and both at once, which the recomputed update is held against. */
const [IN_TURN, AT_ONCE] = [ALL.slice(2), ALL.slice(0, 2)];
/** The largest test loss in the figure. */
const MOST_SHOWN = 5;
type Loss = (typeof NAMES)[number];
type Share = 'overran' | 'raised';
type Runs = Setting<'dyadic'>;
type Find = (loss: Loss, way: Way) => Runs;

const NEVER = 'Recomputed between the factors, no step overruns its label (squared loss, all step sizes)';
const ONCE = 'Taken once, as if the prediction were linear in all weights, the closed form overruns labels (squared loss)';
const LOWER = {
  squared: 'squared loss: recomputed invariant steps reach no higher a test loss than both factors at once',
  logistic: 'logistic loss: recomputed invariant steps reach no higher a test loss than both factors at once',
};
const TRIED =
  'One trial, with a seed that is not reported, came before; nothing was changed after it. One generator of dyads, and 15 step sizes for ' +
  'every way.';

/**
 * The dyadic model, whose prediction is linear in each factor and not in both: the closed form applied once overruns labels.
 *
 * Protocol. Generated dyads, a new model and new dyads for every seed; kind.ts has the formulas.
 */
export const dyadic = defineStudy({
  id: 'dyadic',
  title: 'The dyadic model: one factor after the other',
  question: 'Does a dyadic model need the prediction recomputed between its factors, so that no step overruns its label?',
  source:
    'Mineiro, More importance-aware updates (machinedlearnings.com, 13 July 2011): "motivated by the need, for dyadic models, to ' +
    'absolutely rule out the possibility of over-running the label"',
  sizes: ['default'],
  seeds: { default: 5, full: 5 },
  pilot: { default: 5 },
  datasets: () => [],
  cells: (_size, _datasets, seeds) =>
    grid({ kind: 'dyadic', run: { lossName: NAMES, way: ALL, ...STEPS, seed: seedsUpTo(seeds) } }),
  report,
  answer: (claims) =>
    `Steps of the closed form that overran their label: at most ${first(claims, NEVER)} with the prediction recomputed between the ` +
    `factors, up to ${first(claims, ONCE)} taken once. Test loss of recomputed steps over that of steps taken once: ` +
    `${NAMES.map((loss) => `${inUnit(claimOf(claims, LOWER[loss]).cases[1].value, 'times')} (${loss})`).join(', ')}.`,
});

function first(claims: readonly Claim[], begins: string): string {
  return inUnit(claimOf(claims, begins).cases[0].value, 'percent');
}

function report({ results, seeds }: Findings): StudyReport {
  const settings = settingsOf(ofKind(results, 'dyadic'));
  const found: Find = (loss, way) => settings.find(({ run }) => run.lossName === loss && run.way === way)!;
  const claims = settings.length === 0 ? [] : claimsOf(found);
  const panel = (loss: Loss, title: string, y: CurvePanel['y'], of: (trial: Trial) => number): CurvePanel => ({
    kind: 'curves',
    title: `${loss}: ${title}`,
    x: { label: 'step size eta0', scale: 'log' },
    y,
    series: ALL.map((way) => ({
      label: way,
      points: byStep(found(loss, way)).map((at) => ({ x: at[0].eta0, y: mean(at.map(of)), cells: found(loss, way).cells })),
    })),
  });
  const shares = (loss: Loss, share: Share): CurvePanel => {
    const label = share === 'overran' ? 'steps that overran their label' : 'steps that raised the loss';
    const [recomputed, once] = [IN_TURN, [AT_ONCE[1]]].map((ways) => percent(mostOf(found, loss, ways, share), 0));
    return panel(
      loss,
      `at most ${recomputed} recomputed, ${once} once`,
      { label, scale: 'linear', unit: 'share', min: 0 },
      (trial) => trial[share],
    );
  };
  const losses = (loss: Loss): CurvePanel => {
    const [recomputed, once] = [IN_TURN[0], AT_ONCE[1]].map((way) => decimals(mean(goodSteps(found, loss, way)), 1));
    const title = `${once} good step sizes once, ${recomputed} recomputed`;
    return panel(loss, title, { label: 'test loss', scale: 'log', max: MOST_SHOWN }, ({ testLoss }) => testLoss ?? Infinity);
  };
  return {
    title: dyadic.title,
    protocol: [
      'Generated dyads, for no public set of dyads is at hand: 20 normal features on either side, p the sum of three products of linear ' +
        'forms, whose weights the seed draws; a number to learn is p plus noise of deviation 0.3, a class is positive with probability ' +
        'sigmoid(3 p). Importances lie between 1 and 100, evenly on the scale of logarithms. 10,000 dyads are learned in one pass, 2,000 ' +
        'validate, 2,000 test.',
      `Steps 2^k / sqrt(t), k from ${STEPS.lowest} to ${STEPS.highest}, ${seeds} seeds. Gradient step and closed form once move both ` +
        'factors together, with h eta times the squared norm of the whole gradient; recomputed moves one factor, predicts again, and ' +
        'moves the other. The step size with the lowest validation loss, mean over seeds, stands for a way. A step overruns its label ' +
        `where the slope changes its sign. A good step size has a test loss of at most ${GOOD_LOSS} times the lowest with its seed.`,
    ],
    figures:
      settings.length === 0
        ? []
        : [
            {
              file: FILE,
              figure: {
                columns: 2,
                panels: [shares('squared', 'overran'), shares('logistic', 'raised'), ...NAMES.map(losses)],
              },
              caption:
                'Above: share of steps that carried p over its label, or raised the loss of their dyad, until a run diverged. Below: ' +
                'test loss. Means over seeds.',
            },
          ],
    tables: [],
    claims,
    notes: [],
    command: `npm run reproduce -- dyadic --seeds ${seeds}`,
  };
}

function claimsOf(found: Find): Claim[] {
  const exact = (what: string, value: number, criterion: Criterion): Case => ({
    what,
    ...exactly(value, DETERMINISTIC),
    unit: 'percent',
    criterion,
  });
  const tests = (loss: Loss, way: Way): number[] => best(found(loss, way)).map(({ testLoss }) => testLoss ?? Infinity);
  const beside = (of: (way: Way) => number[], judged: (own: number[], other: number[]) => Omit<Case, 'what'>): Case[] =>
    AT_ONCE.map((other) => ({ what: `over ${other}`, ...judged(of(IN_TURN[0]), of(other)) }));
  const claims: Omit<Claim, 'figure' | 'tried'>[] = [
    {
      claim: NEVER,
      cases: IN_TURN.map((way) => exact(way, mostOf(found, 'squared', [way], 'overran'), { atMost: 0 })),
    },
    {
      claim: ONCE,
      cases: [exact('largest share of a run', mostOf(found, 'squared', [AT_ONCE[1]], 'overran'), { above: 0 })],
    },
    {
      claim: 'Recomputed between the factors, no step raises the loss of its dyad (all step sizes)',
      cases: NAMES.flatMap((loss) =>
        IN_TURN.map((way) => exact(`${loss}, ${way}`, mostOf(found, loss, [way], 'raised'), { atMost: 0 })),
      ),
    },
    ...NAMES.flatMap((loss) => [
      {
        claim: LOWER[loss],
        cases: beside(
          (way) => tests(loss, way),
          (own, other) => ({
            ...onScale(meanDifference(own.map(log), other.map(log), 'seeds'), exp),
            unit: 'times',
            criterion: { atMost: 1 },
            compared: { of: [mean(own), mean(other)], unit: 'number' },
          }),
        ),
      },
      {
        claim: `${loss} loss: recomputed invariant steps have more good step sizes than both factors at once`,
        cases: beside(
          (way) => goodSteps(found, loss, way),
          (own, other) => ({
            ...meanDifference(own, other, 'seeds'),
            unit: 'difference',
            criterion: { above: 0 },
            compared: { of: [mean(own), mean(other)], unit: 'tenths' },
          }),
        ),
      },
    ]),
  ];
  return claims.map((claim) => ({ ...claim, figure: FILE, tried: TRIED }));
}

/** Of every step size what the seeds measured. */
function byStep({ measurements }: Runs): Trial[][] {
  return measurements[0].curve.map((_, k) => measurements.map(({ curve }) => curve[k]));
}

/** The step size with the lowest validation loss, mean over seeds. */
function best(runs: Runs): Trial[] {
  const validation = (at: readonly Trial[]): number => mean(at.map((each) => each.validationLoss ?? Infinity));
  return byStep(runs).reduce((lowest, at) => (validation(at) < validation(lowest) ? at : lowest));
}

/** The largest share of a run. */
function mostOf(found: Find, loss: Loss, ways: readonly Way[], share: Share): number {
  return Math.max(...ways.flatMap((way) => byStep(found(loss, way)).flatMap((at) => at.map((each) => each[share]))));
}

/** Good step sizes of a way, seed by seed: the lowest loss is that of all ways. */
function goodSteps(found: Find, loss: Loss, way: Way): number[] {
  const tests = (each: Way, n: number): number[] =>
    found(loss, each).measurements[n].curve.map(({ testLoss }) => testLoss ?? Infinity);
  return found(loss, way).measurements.map((_, n) => {
    const goal = GOOD_LOSS * Math.min(...ALL.flatMap((each) => tests(each, n)));
    return tests(way, n).filter((test) => test <= goal).length;
  });
}

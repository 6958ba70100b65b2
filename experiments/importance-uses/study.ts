import type { ForestPanel } from '../../src/figures/model/figure.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { grid } from '../../src/studies/cells/cell.ts';
import { twoClassSet } from '../../src/studies/data/datasets.ts';
import { type Claim, type Criterion, meanDifference, meanOver } from '../../src/studies/results/claim.ts';
import { brieflyMeasured, claimOf, metOf } from '../../src/studies/results/claims.ts';
import { ofKind, type Setting, settingsOf } from '../../src/studies/results/results.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { FAR_LESS, GOOD_ACCURACY, SIMILAR } from '../support/criteria.ts';
import { inUnits } from '../support/unit-features.ts';
import { percent } from '../support/numbers.ts';
import { seedsUpTo } from '../support/seeds.ts';
import type { Way } from './kind.ts';

const SETS = ['a9a', 'covtype20k', 'spambase'];
/** Where importances come from: density ratios of up to 50, and the learners before in a chain of 10. */
const USES = { shift: { learners: 1, shift: 50, features: 1 }, boosting: { learners: 10, shift: 1, features: 0.25 } } as const;
const TITLES = { shift: 'covariate shift', boosting: 'online boosting' } as const;
const FILE = 'differences.png';
const ALONE = { ...USES.boosting, learners: 1 } as const;
const STEPS = { lowest: -4, highest: 4 } as const;
const WORDS = {
  weight: 'weight h',
  gradient: 'gradient × h',
  copies: 'h copies',
  sampling: 'sampling',
  ignored: 'h ignored',
  alone: 'one learner',
} as const;

const TRIED =
  'Nine step sizes for every way, and one construction of importances for each use. Trials with two seeds came before, after which ' +
  'features were divided by their largest values and learners of a chain no longer saw all features, of which ten were no better than ' +
  'one; sets, ways and criteria are those from before the trials.';

/** The ways of both uses. */
const WAYS = ['weight', 'gradient', 'copies', 'sampling'] as const;

type Use = keyof typeof USES;
type Trials = Setting<'importances'>;

const SAMPLING = 'Covariate shift: "Sampling: inefficient": weights have a lower test error than rejection sampling';
const BOOSTED_SAMPLING = 'Boosting: weights have at most the test error of rejection sampling';

/** Each claim: of which use, and the difference of the test errors of weight h and of another way that is measured. */
const COMPARED: readonly (readonly [claim: string, use: Use, other: Way | 'alone', criterion: Criterion])[] = [
  ['Covariate shift: weights have a lower test error than ignoring them', 'shift', 'ignored', { below: 0 }],
  [SAMPLING, 'shift', 'sampling', { below: 0 }],
  ['Covariate shift: weights have at most the test error of the gradient times h', 'shift', 'gradient', { atMost: 0 }],
  ['Covariate shift: weights come within a point of h copies', 'shift', 'copies', { within: [-SIMILAR, SIMILAR] }],
  ['Boosting: ten learners with weights have a lower test error than one', 'boosting', 'alone', { below: 0 }],
  [BOOSTED_SAMPLING, 'boosting', 'sampling', { atMost: 0 }],
  ['Boosting: weights have at most the test error of the gradient times h', 'boosting', 'gradient', { atMost: 0 }],
  ['Boosting: weights come within a point of h copies', 'boosting', 'copies', { within: [-SIMILAR, SIMILAR] }],
];
const SLOW = '"Go through the data many times: very slow": h copies take at least twice the steps of weights';

/**
 * The importances of two of the settings that the talk names, learned in each of the ways that it names.
 *
 * Protocol. Real sets cut in three, features in units of their largest values; kind.ts says how importances arise. The step size with the
 * lowest validation error, mean over seeds, stands for a way; of the test part nothing is chosen.
 */
export const importanceUses = defineStudy({
  id: 'importance-uses',
  title: 'Covariate shift and online boosting: ways to learn importances',
  question:
    'Is a weight learned by the invariant update worth more than copies, sampled examples or a gradient times the weight?',
  source:
    'Karampatziakis & Langford, Online importance weight aware updates, talk of 17 July 2011, "What this talk is about", "Other ways of ' +
    'dealing with large importance weights"',
  sizes: ['default'],
  seeds: { default: 10, full: 10 },
  datasets: () => SETS.map((name) => twoClassSet(name, inUnits)),
  cells: (_size, datasets, seeds) =>
    datasets.flatMap((dataset) =>
      [
        { ...USES.shift, way: [...WAYS, 'ignored'] as const },
        { ...USES.boosting, way: WAYS },
        { ...ALONE, way: 'weight' as const },
      ].flatMap((own) => grid({ kind: 'importances', dataset, run: { ...own, ...STEPS, seed: seedsUpTo(seeds) } })),
    ),
  report,
  answer: (claims) =>
    `Test error with weights less that of rejection sampling: ${brieflyMeasured(claimOf(claims, SAMPLING))} under covariate shift, ` +
    `${brieflyMeasured(claimOf(claims, BOOSTED_SAMPLING))} in boosting.`,
});

function report({ results, seeds }: Findings): StudyReport {
  const own = ofKind(results, 'importances');
  const sets = SETS.filter((name) => own.some(({ cell }) => cell.dataset === name));
  const settings = new Map(sets.map((name) => [name, settingsOf(own.filter(({ cell }) => cell.dataset === name))]));
  const found = (set: string, use: Use, way: Way | 'alone'): Trials => {
    const { learners, shift } = way === 'alone' ? ALONE : USES[use];
    const isIt = ({ run }: Trials): boolean => run.learners === learners && run.shift === shift;
    return settings.get(set)!.find((each) => isIt(each) && each.run.way === (way === 'alone' ? 'weight' : way))!;
  };
  const claims = COMPARED.map(([claim, use, other, criterion]): Claim => ({
    claim,
    cases: sets.map((set) => ({
      what: set,
      ...meanDifference(
        best(found(set, use, 'weight')).map(({ test }) => test),
        best(found(set, use, other)).map(({ test }) => test),
        'seeds',
      ),
      unit: 'points',
      criterion,
    })),
    figure: FILE,
    tried: TRIED,
  }));
  const steps = sets.map((set) => ({
    what: set,
    ...meanOver(
      best(found(set, 'shift', 'copies')).map((each) => each.steps),
      'seeds',
    ),
    unit: 'times' as const,
    criterion: { atLeast: 1 / FAR_LESS },
  }));
  const panel = (use: Use): ForestPanel => ({
    kind: 'forest',
    title: `${TITLES[use]}: weights beat sampling on ${metOf(claimOf(claims, use === 'shift' ? SAMPLING : BOOSTED_SAMPLING).cases)} sets`,
    x: { label: 'test error of weights less that of the way named, points', scale: 'linear' },
    better: 'lower',
    rows: claims.flatMap(({ cases }, n) =>
      COMPARED[n][1] === use
        ? cases.map(({ what, value, low, high }) => ({
            label: `${WORDS[COMPARED[n][2]]}, ${what}`,
            difference: 100 * value,
            low: 100 * low,
            high: 100 * high,
            cells: [found(what, use, 'weight'), found(what, use, COMPARED[n][2])].flatMap(({ cells }) => cells),
          }))
        : [],
    ),
  });
  const cellOf = (set: string, use: Use, way: Way): string => {
    const trials = found(set, use, way);
    const errors = byStep(trials).map((at) => mean(at.map(({ test }) => test)));
    const good = errors.filter((error) => error <= Math.min(...errors) + GOOD_ACCURACY).length;
    return `${percent(mean(best(trials).map(({ test }) => test)))}, ${good} of ${errors.length}`;
  };
  const table = {
    title:
      'Test error at the step size that validation chooses, and step sizes within a point of the lowest test error of the way',
    header: ['set', 'use', ...WAYS.map((way) => WORDS[way])],
    rows: sets.flatMap((set) =>
      (['shift', 'boosting'] as const).map((use) => [set, TITLES[use], ...WAYS.map((way) => cellOf(set, use, way))]),
    ),
  };
  return {
    title: importanceUses.title,
    protocol: [
      'Covariate shift: a direction drawn by the seed ranks the rows of the training and validation parts; the row at the share r of ' +
        `the ranks is kept with probability ${USES.shift.shift}^-r and has the importance h = ${USES.shift.shift}^r. The test part is ` +
        'not shifted. Boosting: a chain of ten learners (AdaBoost.OL), each of which sees a quarter of the features, which the seed ' +
        'draws, and meets a row with the importance h = 2 / (1 + e^(y F)), F the votes before it.',
      'Every feature is divided by its largest value. Logistic loss, one pass, steps eta0 / sqrt(t), eta0 = 4^k, k from ' +
        `${STEPS.lowest} to ${STEPS.highest}; the lowest importance-weighted validation error, mean over seeds, chooses. Weight h: the ` +
        'invariant update. Gradient × h, h copies (rounded at random) and sampling (a row is learned with probability h over the ' +
        'largest h) take plain steps.',
    ],
    figures:
      sets.length === 0
        ? []
        : [
            {
              file: FILE,
              figure: { columns: 1, panels: [panel('shift'), panel('boosting')] },
              caption: `Test error with weights h and invariant updates less that of the other ways, 95% intervals over ${seeds} seeds.`,
            },
          ],
    tables: sets.length === 0 ? [] : [table],
    claims: [...claims, { claim: SLOW, cases: steps, figure: FILE, tried: 'Nothing was tried: steps are counted.' }],
    notes: [],
    command: `npm run reproduce -- importance-uses --seeds ${seeds}`,
  };
}

type Trial = Trials['measurements'][number]['curve'][number];

/** Of every step size what the seeds measured. */
function byStep({ measurements }: Trials): Trial[][] {
  return (measurements[0]?.curve ?? []).map((_, k) => measurements.map(({ curve }) => curve[k]));
}

function best(trials: Trials): Trial[] {
  const validation = (at: readonly Trial[]): number => mean(at.map((each) => each.validation));
  return byStep(trials).reduce((lowest, at) => (validation(at) < validation(lowest) ? at : lowest));
}

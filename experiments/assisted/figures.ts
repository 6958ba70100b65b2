import { decimals } from '../../src/numerics/display.ts';
import type { CurvePanel, Point } from '../../src/figures/model/figure.ts';
import { wilsonInterval } from '../../src/statistics/intervals/wilson-interval.ts';
import { CONFIDENCE } from '../../src/studies/results/claim.ts';
import type { ReportFigure } from '../../src/studies/study.ts';
import { ANY_GUESS } from '../support/criteria.ts';
import { LEVELS } from '../support/guessers.ts';
import { FILES, goalOf, levels, LOOKS, watchedWays } from './claims.ts';
import { BUDGETS, labelsNeeded, meanNeeded, missed, missedAtALook, ofGuesses, WAYS, type Setting, type Way } from './settings.ts';

const DRAWN: readonly Way[] = ['guess', 'ppi', 'guess, lambda', 'running mean'];
/** The predictors of the first figure; of the last one also what a model says that learns. */
const SHOWN = ['80%', '90%', 'useless'] as const;
/** The budget that titles and the second figure are about. */
const TOLD = 500;

/** Labels needed over budgets, a panel a predictor. */
export function labelsFigure(settings: readonly Setting[]): ReportFigure {
  const line = (own: readonly Setting[], way: Way) => ({
    label: WAYS[way],
    points: BUDGETS.flatMap((budget): Point[] => {
      const at = own.filter((each) => each.budget === budget);
      return at.length === 0 ? [] : [{ x: budget, y: meanNeeded(at, way), cells: at.flatMap(({ cells }) => cells) }];
    }),
  });
  const by = (predictor: string): Setting[] => settings.filter((each) => each.predictor === predictor);
  const panels = SHOWN.flatMap((predictor): CurvePanel[] => {
    const own = by(predictor);
    if (own.length === 0) return [];
    const isLevel = predictor in LEVELS;
    const told = decimals(
      meanNeeded(
        own.filter(({ budget }) => budget === TOLD),
        'guess',
      ),
      2,
    );
    return [
      {
        kind: 'curves',
        title: `${isLevel ? `right in ${predictor}` : `${predictor} guesses`}: ${told} of ${TOLD} labels`,
        x: { label: 'labels bought', scale: 'log' },
        y: { label: 'labels needed (random: 1)', scale: 'linear', min: 0, max: 1.5 },
        references: [{ y: 1, label: 'random' }],
        series: [...DRAWN.map((way) => line(own, way)), ...(isLevel ? [] : [line(by('model'), 'model')])],
      },
    ];
  });
  return {
    file: FILES.labels,
    figure: { panels },
    caption:
      'The square of the ratio of widths, over Wilson intervals of as many labels drawn at random without replacement: the mean over runs, ' +
      `then the geometric mean over sets. Titles have the guess column at ${TOLD} labels. Guesses are of models blurred until they are right ` +
      'in so many rows, and of nothing; there the last line is of a model that learns, without guesses.',
  };
}

/** Distance from the goals, a row a set and guesser. */
export function goalsFigure(settings: readonly Setting[]): ReportFigure {
  const at = ofGuesses(settings).filter(({ budget }) => budget === TOLD);
  const own = [...levels(at), ...at.filter(({ predictor }) => !(predictor in LEVELS))];
  const rows = own.map((setting) => {
    const { dataset, predictor, cells } = setting;
    const bound = predictor in LEVELS ? Math.min(ANY_GUESS.atMost, goalOf(setting, ANY_GUESS.plus)) : ANY_GUESS.atMost;
    const { value, low, high } = labelsNeeded(setting, 'guess');
    return { label: `${predictor}, ${dataset}`, difference: value - bound, low: low - bound, high: high - bound, cells };
  });
  const within = rows.filter(({ high }) => high <= 0).length;
  return {
    file: FILES.goals,
    figure: {
      panels: [
        {
          kind: 'forest',
          title: `${TOLD} labels: ${within} of ${rows.length} within their goal`,
          x: { label: 'labels needed less the goal', scale: 'linear' },
          better: 'lower',
          rows,
        },
      ],
    },
    caption:
      `Guess columns with ${TOLD} labels: labels needed, of those of random sampling, less the goal, with 95% intervals over runs. The goal is ` +
      '1.05, of guesses right in a share a of the rows no more than 4a(1 - a) + .12.',
  };
}

/** How often intervals and certificates miss. */
export function missesFigure(settings: readonly Setting[]): ReportFigure {
  const bars = (own: readonly Setting[], misses: (setting: Setting) => number) =>
    BUDGETS.map((budget) => {
      const at = own.filter((each) => each.budget === budget);
      if (at.length === 0) return undefined;
      const [of, outside] = [(each: Setting) => each.runs, misses].map((f) => at.reduce((sum, each) => sum + f(each), 0));
      const { value, low, high } = wilsonInterval(outside, of, CONFIDENCE);
      return { height: 100 * value, low: 100 * low, high: 100 * high, cells: at.flatMap(({ cells }) => cells) };
    });
  const ways = watchedWays(settings).map(([way, own]) => ({
    label: `interval, ${WAYS[way]}`,
    bars: bars(own, (setting) => missed(setting, way)),
  }));
  const looks = LOOKS.map(([what, words]) => ({
    label: words,
    bars: bars(
      settings.filter((setting) => missedAtALook(setting, what) !== undefined),
      (setting) => missedAtALook(setting, what)!,
    ),
  }));
  const most = Math.max(...ways.flatMap((each) => each.bars.flatMap((bar) => bar?.height ?? [])));
  return {
    file: FILES.misses,
    figure: {
      panels: [
        {
          kind: 'bars',
          title: `intervals miss in at most ${decimals(most, 1)}% of the runs of a budget`,
          y: { label: 'runs that miss the truth', unit: 'percent', scale: 'linear', min: 0 },
          groups: BUDGETS.map((budget) => `${budget} labels`),
          references: [{ y: 5, label: '5%' }],
          series: [...ways, ...looks],
        },
      ],
    },
    caption:
      'Over all sets and guessers; whiskers are 95% intervals. Intervals are made for the end of a run, certified bounds for every row.',
  };
}

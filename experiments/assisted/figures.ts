import { count, decimals } from '../../src/numerics/display.ts';
import type { Comparison, CurvePanel, Point } from '../../src/figures/model/figure.ts';
import type { ReportFigure } from '../../src/studies/study.ts';
import { ANY_GUESS, ANY_GUESS_OF_FEW } from '../support/criteria.ts';
import { GUESSERS, LEVELS } from '../support/guessers.ts';
import { FILES, goalOf, guessedBy, LOOKS, watched, watchedWays, worstOf } from './claims.ts';
import { BUDGETS, labelsNeeded, meanNeeded, missed, missedAtALook, ofGuesses, WAYS, type Setting, type Way } from './settings.ts';

const DRAWN: readonly Way[] = ['guess', 'ppi', 'guess, lambda', 'running mean'];
/** The predictors of the first figure; of the last one also what a model says that learns. */
const SHOWN = ['80%', 'useless'] as const;
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
  const told = (predictor: string): string => {
    const own = by(predictor).filter(({ budget }) => budget === TOLD);
    return own.length === 0 ? '' : decimals(meanNeeded(own, 'guess'), 2);
  };
  const title = `Guesses right in ${SHOWN[0]} need ${told(SHOWN[0])} of ${TOLD} labels, ${SHOWN[1]} ones ${told(SHOWN[1])}`;
  const panels = SHOWN.flatMap((predictor): CurvePanel[] => {
    const own = by(predictor);
    if (own.length === 0) return [];
    const isLevel = predictor in LEVELS;
    return [
      {
        kind: 'curves',
        title: `${isLevel ? `right in ${predictor}` : predictor}: ${told(predictor)} of ${TOLD}`,
        x: { label: 'labels bought', scale: 'log' },
        y: { label: 'labels needed, random = 1', scale: 'linear', min: 0, max: 1.5 },
        references: [{ y: 1, label: 'random' }],
        series: [...DRAWN.map((way) => line(own, way)), ...(isLevel ? [] : [line(by('model'), 'model')])],
      },
    ];
  });
  return {
    file: FILES.labels,
    figure: {
      title,
      panels: [...panels, missesPanel(settings)],
    },
    caption:
      'Labels needed: the square of the ratio of widths, over Wilson intervals of as many labels drawn at random without replacement; the mean over ' +
      `runs, then the geometric mean over sets. Titles have the guess column at ${TOLD} labels. Guesses are of models blurred until they are right ` +
      'in so many rows, and of nothing; there the last line is of a model that learns, without guesses. Right: runs whose interval at the end, or ' +
      'whose certified bounds at any look, miss the truth, over all sets and guessers.',
  };
}

/** How often intervals miss at the end, and certified bounds at any look. */
function missesPanel(settings: readonly Setting[]): CurvePanel {
  const line = (label: string, own: readonly Setting[], misses: (setting: Setting) => number) => ({
    label,
    points: BUDGETS.flatMap((budget): Point[] => {
      const at = own.filter((each) => each.budget === budget);
      const [outside, of] = [misses, ({ runs }: Setting) => runs].map((f) => at.reduce((sum, each) => sum + f(each), 0));
      return of === 0 ? [] : [{ x: budget, y: (100 * outside) / of, cells: at.flatMap(({ cells }) => cells) }];
    }),
  });
  const ways = watchedWays(settings).map(([way, own]) => line(WAYS[way], own, (setting) => missed(setting, way)));
  const [[what, words]] = LOOKS;
  const points = ways.flatMap((each) => each.points.map(({ y }) => y));
  return {
    kind: 'curves',
    title: `missed: ${decimals(Math.min(...points), 1)} to ${decimals(Math.max(...points), 1)}%`,
    x: { label: 'labels bought', scale: 'log' },
    y: { label: 'runs that miss', unit: 'percent', scale: 'linear', min: 0 },
    references: [{ y: 5, label: '5%' }],
    series: [...ways, line(words, watched(settings, what), (setting) => missedAtALook(setting, what)!)],
  };
}

/** Distance from the goals on the worst set, a row a guesser and budget. */
export function goalsFigure(settings: readonly Setting[]): ReportFigure {
  const guesses = ofGuesses(settings);
  const rows = GUESSERS.flatMap((predictor) =>
    BUDGETS.filter((budget) => budget >= ANY_GUESS_OF_FEW.from).flatMap((budget): Comparison[] => {
      const { atMost, plus } = budget >= ANY_GUESS.from ? ANY_GUESS : ANY_GUESS_OF_FEW;
      const bound = (setting: Setting): number => (predictor in LEVELS ? Math.min(atMost, goalOf(setting, plus)) : atMost);
      const worst = worstOf(
        guesses.filter((each) => each.predictor === predictor && each.budget === budget),
        'guess',
        bound,
      );
      if (worst === undefined) return [];
      const { value, low, high } = labelsNeeded(worst, 'guess');
      const [goal, label] = [bound(worst), `${guessedBy(worst)}, ${count(budget)} labels`];
      return [{ label, difference: value - goal, low: low - goal, high: high - goal, note: worst.dataset, cells: worst.cells }];
    }),
  );
  const within = rows.filter(({ high }) => high <= 0).length;
  return {
    file: FILES.goals,
    figure: {
      panels: [
        {
          kind: 'forest',
          title: `${within} of ${rows.length} goals are reached on the worst set`,
          x: { label: 'labels needed less the goal', scale: 'linear' },
          better: 'lower',
          rows,
        },
      ],
    },
    caption:
      'Guess columns: labels needed, of those of random sampling, less the goal, with 95% intervals over runs, on the set of each row that is farthest above ' +
      'it. The goal is 1.05 (1.10 with 200 labels), of guesses right in a share a of the rows no more than 4a(1 - a) + .12 (+ .25).',
  };
}

import { decimals } from '../../src/numerics/display.ts';
import type { CurvePanel, Point } from '../../src/figures/model/figure.ts';
import type { ReportFigure } from '../../src/studies/study.ts';
import { ANY_GUESS } from '../support/criteria.ts';
import { FILE, LOOKS, watched, watchedWays } from './claims.ts';
import { BUDGETS, labelsNeeded, meanNeeded, missed, missedAtALook, WAYS, type Setting, type Way } from './settings.ts';

/** The budget that the title is about. */
const TOLD = 500;

/** Labels needed over budgets, by what guesses, and how often what is said misses. */
export function labelsFigure(settings: readonly Setting[]): ReportFigure {
  const by = (predictor: string): Setting[] => settings.filter((each) => each.predictor === predictor);
  const line = (label: string, own: readonly Setting[], way: Way) => ({
    label,
    points: BUDGETS.flatMap((budget): Point[] => {
      const at = own.filter((each) => each.budget === budget);
      const each = at.map((setting) => labelsNeeded(setting, way).value);
      const band = way === 'guess' && { low: Math.min(...each), high: Math.max(...each) };
      return at.length === 0 ? [] : [{ x: budget, y: meanNeeded(at, way), ...band, cells: at.flatMap(({ cells }) => cells) }];
    }),
  });
  const told = (predictor: string): string => {
    const own = by(predictor).filter(({ budget }) => budget === TOLD);
    return own.length === 0 ? '' : decimals(meanNeeded(own, 'guess'), 2);
  };
  const panel: CurvePanel = {
    kind: 'curves',
    title: 'labels needed beside random ones',
    x: { label: 'labels bought', scale: 'log' },
    y: { label: 'labels needed, random = 1', scale: 'linear', min: 0, max: 1.5 },
    references: [
      { y: ANY_GUESS.atMost, label: 'goal, any guesses' },
      { y: 4 * 0.8 * 0.2 + ANY_GUESS.plus, label: 'goal, right in 80%' },
    ],
    series: [
      line('guesses, right in 80%', by('80%'), 'guess'),
      line('PPI++, right in 80%', by('80%'), 'ppi'),
      line('guesses, useless', by('useless'), 'guess'),
      line(WAYS['running mean'], by('useless'), 'running mean'),
      line(WAYS.model, by('model'), 'model'),
    ],
  };
  return {
    file: FILE,
    figure: {
      title: `Guesses right in 80% need ${told('80%')} of ${TOLD} labels, useless ones ${told('useless')}`,
      panels: [panel, missesPanel(settings)],
    },
    caption:
      'Left: the square of the ratio of widths, over Wilson intervals of as many labels drawn at random without replacement; ' +
      'the mean over runs, then the geometric mean over sets. The calibrated margin is of a model that learns, without ' +
      'guesses. Right: runs whose interval at the end, or whose certified bounds at any look, miss the truth, over all sets ' +
      'and guessers.',
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

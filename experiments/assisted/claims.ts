import { percent } from '../support/numbers.ts';
import { type Case, type Claim, exactly, meanOver, shareOf } from '../../src/studies/results/claim.ts';
import {
  ANY_GUESS,
  ANY_GUESS_OF_FEW,
  COVERED_WITH_GUESSES,
  MISSED_AT_A_LOOK,
  missesAllowed,
  TOO_WIDE,
} from '../support/criteria.ts';
import { LEVELS } from './guessers.ts';
import {
  BUDGETS,
  labelsNeeded,
  missed,
  missedAtALook,
  ofGuesses,
  overTrue,
  PREDICTORS,
  WAYS,
  type Setting,
  type Way,
} from './settings.ts';

export const FILE = 'labels.png';

const TRIED =
  'Written down before the runs, after trials of up to 100 runs on six of the sets; afterwards words and figures alone ' +
  'were changed. All was run again, with the same sets, seeds and goals, after the warm-up of such runs and the way guesses are ' +
  'drawn towards each other were chosen anew, on five other sets.';

/** The goals, and what becomes of them. */
export function claims(settings: readonly Setting[]): Claim[] {
  const guesses = ofGuesses(settings);
  const many = BUDGETS.filter((budget) => budget >= ANY_GUESS.from);
  const few = [ANY_GUESS_OF_FEW.from];
  const reported = { figure: FILE, tried: TRIED };
  return [
    {
      ...reported,
      claim: '500 and 1,000 labels: any guesses take at most 1.05 of random ones, on every set',
      cases: widest(guesses, many, 'guess', () => ANY_GUESS.atMost),
    },
    {
      ...reported,
      claim:
        'with 500 and 1,000 labels and guesses right in a share a of the rows: on the worst set too at most 4a(1 - a) + .12 of ' +
        'the labels',
      cases: widest(levels(guesses), many, 'guess', (setting) => goalOf(setting, ANY_GUESS.plus)),
    },
    {
      ...reported,
      claim: 'shares of classes with 200 labels: whatever the guesses, on the worst set too at most 1.10 of the labels',
      cases: widest(guesses, few, 'guess', () => ANY_GUESS_OF_FEW.atMost),
    },
    {
      ...reported,
      claim:
        'with 200 labels and guesses right in a share a of the rows: on the worst set too at most 4a(1 - a) + .25 of the labels',
      cases: widest(levels(guesses), few, 'guess', (setting) => goalOf(setting, ANY_GUESS_OF_FEW.plus)),
    },
    {
      ...reported,
      claim:
        'without guesses, with 500 and 1,000 labels: the running mean and the calibrated margin need on the worst set too at ' +
        'most 1.05 of the labels',
      cases: [
        ...widest(
          settings.filter(({ predictor }) => predictor === 'useless'),
          many,
          'running mean',
          () => ANY_GUESS.atMost,
        ),
        ...widest(
          settings.filter(({ predictor }) => predictor === 'model'),
          many,
          'model',
          () => ANY_GUESS.atMost,
        ),
      ],
    },
    {
      ...reported,
      claim: 'intervals at the end of a run hold the truth at least 94% of the time, over all sets, guessers and budgets',
      cases: watchedWays(settings).map(([way, own]) => {
        const of = total(own, ({ runs }) => runs);
        const held = of - total(own, (setting) => missed(setting, way));
        return { what: WAYS[way], ...shareOf(held, of, 'run'), unit: 'share', criterion: { atLeast: COVERED_WITH_GUESSES } };
      }),
    },
    {
      ...reported,
      claim: 'on no set, with no guesser and no budget they miss more often than the binomial limit says (21 of 200 runs)',
      cases: watchedWays(settings).map(([way, own]) => excess(WAYS[way], own, (setting) => missed(setting, way))),
    },
    {
      ...reported,
      claim: 'certified bounds, looked at after every row, miss at some look in at most 244 of 4,000 runs',
      cases: LOOKS.map(([what, words]) => {
        const own = watched(settings, what);
        const of = total(own, ({ runs }) => runs);
        const outside = total(own, (setting) => missedAtALook(setting, what)!);
        return { what: words, ...shareOf(outside, of, 'run'), unit: 'share', criterion: { atMost: MISSED_AT_A_LOOK } };
      }),
    },
    {
      ...reported,
      claim: 'and on no set, with no guesser and no budget more often than the binomial limit says (21 of 200 runs)',
      cases: LOOKS.map(([what, words]) => excess(words, watched(settings, what), (setting) => missedAtALook(setting, what)!)),
    },
    {
      ...reported,
      claim: 'intervals are on average at most 1.15 times as wide as 3.92 true standard deviations',
      cases: watchedWays(settings).map(([way, own]) => ({
        what: WAYS[way],
        ...meanOver(
          own.map((setting) => overTrue(setting, way)),
          'sets, guessers and budgets',
        ),
        unit: 'times',
        criterion: { atMost: TOO_WIDE },
      })),
    },
  ];
}

/** What is certified. */
export const LOOKS = [
  ['share', 'certified share'],
  ['mistakes', 'certified error of the guesses'],
  ['share with lambda', 'certified share, with guesses'],
] as const;

/** What the command line says: of guesses, of their error, of a model. */
export function watchedWays(settings: readonly Setting[]): (readonly [Way, Setting[]])[] {
  const guesses = ofGuesses(settings);
  const model = settings.filter(({ predictor }) => predictor === 'model');
  return [
    ['guess', guesses],
    ['error', guesses],
    ['model', model],
  ];
}

export function watched(settings: readonly Setting[], what: string): Setting[] {
  return settings.filter((setting) => missedAtALook(setting, what) !== undefined);
}

/** Those whose guesses are right in a share of the rows that a study has chosen. */
function levels(settings: readonly Setting[]): Setting[] {
  return settings.filter(({ predictor }) => predictor in LEVELS);
}

/** 4a(1 - a) and something. */
function goalOf({ right }: Setting, plus: number): number {
  return 4 * right * (1 - right) + plus;
}

/** Of each predictor and budget the set whose labels are the farthest above their bound. */
function widest(settings: readonly Setting[], budgets: readonly number[], way: Way, bound: (setting: Setting) => number): Case[] {
  return PREDICTORS.flatMap((predictor) =>
    budgets.flatMap((budget): Case[] => {
      const worst = worstOf(
        settings.filter((each) => each.predictor === predictor && each.budget === budget),
        way,
        bound,
      );
      if (worst === undefined) return [];
      const name = way === 'guess' ? guessedBy(worst) : WAYS[way];
      const what = `${name}, ${budget} labels, ${worst.dataset}`;
      return [{ what, ...labelsNeeded(worst, way), unit: 'times', criterion: { atMost: bound(worst) } }];
    }),
  );
}

/** "right in 70%", "useless" */
function guessedBy({ predictor, right }: Pick<Setting, 'predictor' | 'right'>): string {
  return predictor in LEVELS ? `right in ${percent(right, 0)}` : predictor;
}

/** The setting whose interval ends farthest above its bound. */
function worstOf(settings: readonly Setting[], way: Way, bound: (setting: Setting) => number): Setting | undefined {
  const above = (setting: Setting): number => labelsNeeded(setting, way).high - bound(setting);
  return settings.toSorted((one, other) => above(other) - above(one)).at(0);
}

/** How many settings miss more often than they may. */
function excess(what: string, settings: readonly Setting[], misses: (setting: Setting) => number): Case {
  const many = settings.filter((setting) => misses(setting) > missesAllowed(setting.runs));
  const most = Math.max(...settings.map(misses));
  const basis = `settings of ${settings.length}, the most misses ${most}, no interval`;
  return { what, ...exactly(many.length, basis), unit: 'count', criterion: { atMost: 0 } };
}

function total(settings: readonly Setting[], of: (setting: Setting) => number): number {
  return settings.reduce((sum, setting) => sum + of(setting), 0);
}

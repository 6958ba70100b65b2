import { exp, log } from '../../src/numerics/elementary.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { type Claim, type Measured, meanOver, shareOf } from '../../src/studies/results/claim.ts';
import { MISSED_AT_A_LOOK, WRONG_CERTIFICATES } from '../support/criteria.ts';
import { onScale } from '../support/numbers.ts';
import { FEW, MANY, meanOf, runsOf, total, WAYS, type Setting, type Way } from './settings.ts';

export const FILE = 'labels.png';

/** What pages call the ways of asking. */
export const WORDS: Readonly<Record<Way, string>> = {
  differing: 'where they differ, rule mistake',
  'differing, evenly': 'where they differ, evenly',
  random: 'random labels of all rows',
};

const TRIED =
  'Written down before the runs, after trials on two of the sets: they made random labels stronger, which are held ' +
  'against the lead by the rows in which the guesses differ alone.';

export function claims(settings: readonly Setting[]): Claim[] {
  const reported = { figure: FILE, tried: TRIED };
  const pairs = [...new Set(settings.map(({ pair }) => pair))];
  return [
    {
      ...reported,
      claim: 'certificates are true: of the runs that they ended, at most 5% are wrong',
      cases: WAYS.map((way) => {
        const own = settings.filter((each) => each.way === way);
        const wrong = shareOf(total(own, 'wrong'), total(own, 'certified'), 'run');
        return { what: WORDS[way], ...wrong, unit: 'share', criterion: { atMost: WRONG_CERTIFICATES } };
      }),
    },
    {
      ...reported,
      claim:
        'certified bounds of the lead, looked at before every row and after every label, miss it in at most 244 of 4,000 runs',
      cases: WAYS.map((way) => {
        const own = settings.filter((each) => each.way === way);
        const missed = shareOf(runsOf(own) - total(own, 'held'), runsOf(own), 'run');
        return { what: WORDS[way], ...missed, unit: 'share', criterion: { atMost: MISSED_AT_A_LOOK } };
      }),
    },
    {
      ...reported,
      claim: `labels where two guesses differ certify their difference with fewer than random labels do, of at most ${MANY} labels`,
      cases: pairs.map((pair) => ({
        what: pair,
        ...ratio(settings, ['differing', 'random'], [pair]),
        unit: 'times',
        criterion: { below: 1 },
      })),
    },
    {
      ...reported,
      claim: `with ${FEW} labels they certify it in more runs`,
      cases: pairs.map((pair) => ({ what: pair, ...gain(settings, pair), unit: 'points', criterion: { above: 0 } })),
    },
    {
      ...reported,
      claim: 'where they differ, the rule mistake needs fewer labels than asking evenly',
      cases: [FEW, MANY].map((budget) => ({
        what: `at most ${budget} labels`,
        ...ratio(settings, ['differing', 'differing, evenly'], pairs, budget),
        unit: 'times',
        criterion: { below: 1 },
      })),
    },
  ];
}

/** Pairs of settings, each with that of another way. */
function beside(
  settings: readonly Setting[],
  [one, other]: readonly [Way, Way],
  pairs: readonly string[],
  budget: number,
): [Setting, Setting][] {
  const own = settings.filter((each) => each.way === one && each.budget === budget && pairs.includes(each.pair));
  return own.flatMap((first) => {
    const second = settings.find(
      (each) => each.way === other && each.budget === budget && each.pair === first.pair && each.dataset === first.dataset,
    );
    return second === undefined ? [] : [[first, second] as [Setting, Setting]];
  });
}

/** The geometric mean over sets of ratios of mean labels; a run that nothing certified counts with all that it bought. */
export function ratio(
  settings: readonly Setting[],
  ways: readonly [Way, Way],
  pairs: readonly string[],
  budget = MANY,
): Measured {
  const both = beside(settings, ways, pairs, budget);
  const sets = [...new Set(both.map(([{ dataset }]) => dataset))];
  const logOf = ([one, other]: readonly [Setting, Setting]): number => log(meanOf(one, 'labels') / meanOf(other, 'labels'));
  const perSet = sets.map((set) => mean(both.filter(([{ dataset }]) => dataset === set).map(logOf)));
  return onScale(meanOver(perSet, 'sets'), exp);
}

/** How many more of the runs are certified, over sets. */
function gain(settings: readonly Setting[], pair: string): Measured {
  const shareOfRuns = (setting: Setting): number => total([setting], 'certified') / setting.runs;
  const both = beside(settings, ['differing', 'random'], [pair], FEW);
  return meanOver(
    both.map(([one, other]) => shareOfRuns(one) - shareOfRuns(other)),
    'sets',
  );
}

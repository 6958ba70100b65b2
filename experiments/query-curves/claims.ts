import { median, mean } from '../../src/statistics/small-samples.ts';
import { type Case, type Claim, meanDifference, rangeOver } from '../../src/studies/results/claim.ts';
import { EVERYTHING, FAR_LESS, SAME_ACCURACY, SAME_ACCURACY_SMALL, SIMILAR, TENTH } from '../support/criteria.ts';
import { percent } from '../support/numbers.ts';
import type { Arena } from './arenas.ts';
import { type Bought, localMedian, sharesFrom } from './curves.ts';
import { ETAS, MELLOWNESS, UPDATES, type Update } from './settings.ts';

/** Where labels needed are read: 1% to all. */
const SHARES = sharesFrom(0.01, 60);
/** With fewer labels than this nothing was asked. */
const NOTHING = 0.001;

export const FIGURE = 'accuracy.png';

/** The talk's sentences about its figure, about the generated documents; nothing is claimed of samples. */
export function claims(arena: Arena | undefined): Claim[] {
  if (arena === undefined) return [];
  const of = (update: Update): string => UPDATES[update];
  const talks = percent(TENTH.slides, 2);
  const tried =
    `Every update met ${MELLOWNESS.length} values of mellowness on every stream, none chosen by what it reached; of ` +
    `${ETAS.length} step sizes the best on other streams for as many labels. Runs with ` +
    'little mellowness ask for a handful of labels and learn nothing.';
  return [
    {
      claim: `"91K queries": invariant updates are within ${100 * SAME_ACCURACY} points of passive learning with ${talks} of labels`,
      cases: [pointsCase(arena.updates.invariant.map(atTenth), arena.passive.map(all), { atMost: SAME_ACCURACY })],
      figure: FIGURE,
      tried,
    },
    {
      claim:
        `${of('invariant')} updates come within a point of passive learning with at most half the labels of ${of('naive')}, ` +
        'which is passive learning where it has all',
      cases: [labelsCase(arena, 'invariant')],
      figure: FIGURE,
      tried,
    },
    {
      claim: `${of('implicit')} updates come within a point with at most half the labels of ${of('naive')} too`,
      cases: [labelsCase(arena, 'implicit')],
      figure: FIGURE,
      tried,
    },
    {
      claim:
        `${of('implicit')} updates are very similar to ${of('invariant')} ones: with ${talks} of the labels test errors are ` +
        'within a point',
      cases: [
        pointsCase(arena.updates.implicit.map(atTenth), arena.updates.invariant.map(atTenth), { within: [-SIMILAR, SIMILAR] }),
      ],
      figure: FIGURE,
      tried,
    },
    {
      claim: `with ${of('naive')} more values of mellowness ask for nothing or for everything than with ${of('invariant')} updates`,
      cases: [wastedCase(arena)],
      figure: FIGURE,
      tried,
    },
  ];
}

/** Of the runs of one seed, the error with the talk's share of the labels; Infinity where none bought about so many. */
export function atTenth(runs: readonly Bought[]): number {
  return orLost(localMedian(runs, TENTH.slides));
}

/** Of one run that bought all. */
export function all(runs: readonly Bought[]): number {
  return runs.at(0)?.error ?? Infinity;
}

function orLost(error: number): number {
  return Number.isNaN(error) ? Infinity : error;
}

function pointsCase(first: readonly number[], second: readonly number[], criterion: Case['criterion']): Case {
  return {
    what: '',
    ...meanDifference(first, second, 'seeds'),
    unit: 'points',
    criterion,
    compared: { of: [mean(first), mean(second)], unit: 'percent' },
  };
}

/** Labels until within a point of passive learning, over those of plain gradients, seed by seed. */
function labelsCase(arena: Arena, update: Update): Case {
  const [own, naive] = [needed(arena, update), needed(arena, 'naive')];
  const ratios = own.map((labels, s) => labels / naive[s]);
  return {
    what: '',
    ...rangeOver(ratios, 'seeds'),
    unit: 'times',
    criterion: { atMost: FAR_LESS },
    compared: { of: [median(own), median(naive)], unit: 'share' },
  };
}

/** By seed the least share at which the local median is within a point of passive learning; 1, which is passive learning, else. */
export function needed({ updates, passive }: Arena, update: Update): number[] {
  return updates[update].map((runs, s) => {
    const goal = all(passive[s]) + SAME_ACCURACY_SMALL;
    return SHARES.find((share) => localMedian(runs, share) <= goal) ?? 1;
  });
}

/** The share of runs that asked for less than 0.1%, or for more than 90% of the labels, by seed. */
export function wasted(runs: readonly Bought[]): number {
  return runs.filter(({ share }) => share < NOTHING || share > EVERYTHING).length / runs.length;
}

function wastedCase({ ofFew: { naive, invariant } }: Arena): Case {
  const [one, other] = [naive.map(wasted), invariant.map(wasted)];
  return {
    what: '',
    ...meanDifference(one, other, 'seeds'),
    unit: 'points',
    criterion: { above: 0 },
    compared: { of: [mean(one), mean(other)], unit: 'share' },
  };
}

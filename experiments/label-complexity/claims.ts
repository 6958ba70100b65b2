import { type Case, type Claim, type Criterion, meanDifference } from '../../src/studies/results/claim.ts';
import { mostOf } from '../../src/studies/results/claims.ts';
import { signedRankInterval } from './signed-rank-interval.ts';
import { mean, median } from '../../src/statistics/small-samples.ts';
import type { Size } from '../../src/studies/study.ts';
import { gridInWords } from '../support/words.ts';
import { LEVEL, LOSS_MATTERS } from '../support/criteria.ts';
import { of, type Contest } from './settings.ts';
import { exp, log } from '../../src/numerics/elementary.ts';
import { onScale } from '../support/numbers.ts';

export const CURVES = 'learning-curves.png';
export const GAINS = 'auc-gain.png';

/** Who needs fewer labels than passive learning, who does not, and whose curves are lower. */
export function claims(contests: readonly Contest[], size: Size): Claim[] {
  return [
    ...['iwal-cal', 'variance-aware', 'bootstrap'].map((rule): Claim => ({
      claim: `${rule} needs fewer labels than passive learning on most datasets`,
      ...mostOf(ratiosOf(contests, rule, { below: 1 })),
      figure: CURVES,
      tried: `${gridOf(contests, rule, size)}; ${whenShown(contests)}.`,
    })),
    // The check on the whole arrangement: to thin a stream by coins alone saves nothing.
    {
      claim: 'random buying needs no fewer labels than passive learning on any dataset',
      cases: ratiosOf(contests, 'random', { atLeast: 1 }),
      figure: CURVES,
      tried: `${gridOf(contests, 'random', size)}; ${whenShown(contests)}.`,
    },
    coverClaim(contests, size),
  ];
}

/**
 * Labels to reach over those of passive learning, a case a set: the interval of signed ranks at the level that Holm's correction
 * over the rules of the set leaves to this one, so that it excludes 1 where the corrected test does.
 */
function ratiosOf(contests: readonly Contest[], rule: string, criterion: Criterion): Case[] {
  return contests.flatMap((contest) =>
    of([contest], rule).map(({ ratios, odds, p }): Case => {
      const basis = `signed ranks over ${ratios.length} seeds, Holm over ${contest.standings.length} rules`;
      const level = Math.min(LEVEL, (LEVEL * odds) / p);
      return {
        what: contest.dataset,
        ...onScale({ ...signedRankInterval(ratios.map(log), 1 - level), basis }, exp),
        unit: 'times',
        criterion,
      };
    }),
  );
}

/** Over datasets, each with the median of its seeds. */
function coverClaim(contests: readonly Contest[], size: Size): Claim {
  const [cover, cal] = ['active-cover', 'oracular-cal'].map((rule) => of(contests, rule).map(({ gains }) => median(gains)));
  return {
    claim: 'Huang et al.: Active Cover gains more area than Oracular-CAL, in the mean over datasets',
    cases: [
      {
        what: 'AUC-GAIN',
        ...meanDifference(cover, cal, 'sets'),
        unit: 'difference',
        criterion: { above: 0 },
        matters: LOSS_MATTERS,
        compared: { of: [mean(cover), mean(cal)], unit: 'number' },
      },
    ],
    figure: GAINS,
    tried: `${gridOf(contests, 'active-cover', size)}.`,
  };
}

/** The beginning of a sentence. The one step size of the default size was itself found by looking. */
function gridOf(contests: readonly Contest[], rule: string, size: Size): string {
  const found = size === 'default' ? ' (the step size is one that earlier validation errors had suggested)' : '';
  return `We searched ${gridInWords(of(contests, rule)[0].candidates)}, chosen on the validation part of every set${found}`;
}

function whenShown([{ standings }]: readonly Contest[]): string {
  return (
    `with ${standings[0].ratios.length} seeds, a difference on a set counts as shown only if it outlasts Holm's correction ` +
    `over ${standings.length} rules`
  );
}

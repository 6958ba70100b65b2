import { mean, median } from '../../src/statistics/small-samples.ts';
import { type Case, type Claim, meanDifference, rangeOver } from '../../src/studies/results/claim.ts';
import { mostOf } from '../../src/studies/results/claims.ts';
import { FAR_LESS, HELD_AT, SIMILAR } from '../support/criteria.ts';
import { testErrorOf } from '../support/settings.ts';
import { gridInWords } from '../support/words.ts';
import { FILES, labelsBySeed, standIn, wastedBySeed, type Arena, type Update } from './settings.ts';

/** How far labels go with each update, how many settings are wasted, and how alike implicit and invariant updates are. */
export function claims(arenas: readonly Arena[]): Claim[] {
  return [fewerClaim(arenas, 'invariant'), fewerClaim(arenas, 'implicit'), wasteClaim(arenas), similarClaim(arenas)];
}

/**
 * Labels over those of naive updates, seed by seed: 0 where naive updates never get there, 1 where neither does. Such ratios have a
 * median and a range, and no mean.
 */
function fewerClaim(arenas: readonly Arena[], update: Update): Claim {
  return {
    claim:
      `${update} updates use labels far better than naive ones: on most sets they come within a point of passive accuracy ` +
      'with at most half the labels, or where naive ones never do',
    ...mostOf(
      arenas.map((arena): Case => {
        const [own, naive] = [update, 'naive' as const].map((each) => labelsBySeed(arena, each));
        const ratios = own.map((labels, seed) => (labels === naive[seed] ? 1 : labels / naive[seed]));
        return {
          what: arena.name,
          ...rangeOver(ratios, 'seeds'),
          unit: 'times',
          criterion: { atMost: FAR_LESS },
          compared: { of: [median(own), median(naive)], unit: 'share' },
        };
      }),
    ),
    figure: FILES.envelopes,
    tried: `${gridTried(arenas)}.`,
  };
}

function wasteClaim(arenas: readonly Arena[]): Claim {
  return {
    claim:
      'naive updates, with their large weights, collapse or buy everything in more settings than invariant ones, on every set',
    cases: arenas.map((arena) => {
      const [naive, invariant] = (['naive', 'invariant'] as const).map((update) => wastedBySeed(arena, update));
      return {
        what: arena.name,
        ...meanDifference(naive, invariant, 'seeds'),
        unit: 'points',
        criterion: { above: 0 },
        compared: { of: [mean(naive), mean(invariant)], unit: 'share' },
      };
    }),
    figure: FILES.wasted,
    tried: `${gridTried(arenas)}.`,
  };
}

function similarClaim(arenas: readonly Arena[]): Claim {
  const cases = gapsAt(arenas, HELD_AT);
  const half = gapsAt(arenas, 0.5);
  return {
    claim:
      'implicit updates are very similar to invariant ones: with a tenth of the labels their test errors are within a ' +
      'point, on at least half of the sets',
    cases,
    atLeast: Math.ceil(cases.length / 2),
    figure: FILES.envelopes,
    tried:
      `${gridTried(arenas)}; at a tenth of the labels the envelopes of small sets are steep, and one setting more or less ` +
      `in reach moves them, while with half of the labels ${half.filter(({ value }) => Math.abs(value) <= SIMILAR).length} ` +
      `of ${half.length} means are within a point.`,
  };
}

/** The beginning of a sentence. */
function gridTried(arenas: readonly Arena[]): string {
  return (
    'A first grid, which ended at mellowness 1e-3, was widened for all updates alike: ' +
    `on every set each meets ${gridInWords(arenas.flatMap(({ active }) => active.naive))}`
  );
}

/** Test error of implicit less that of invariant updates at a share of labels, on every set where both have a setting. */
function gapsAt(arenas: readonly Arena[], limit: number): Case[] {
  return arenas.flatMap((arena): Case[] => {
    const [implicit, invariant] = [standIn(arena, 'implicit', limit), standIn(arena, 'invariant', limit)];
    if (implicit === undefined || invariant === undefined) return [];
    return [
      {
        what: arena.name,
        ...meanDifference(implicit.measurements.map(testErrorOf), invariant.measurements.map(testErrorOf), 'seeds'),
        unit: 'points',
        criterion: { within: [-SIMILAR, SIMILAR] },
      },
    ];
  });
}

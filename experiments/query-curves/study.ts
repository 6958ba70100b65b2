import { twoClassSet } from '../../src/studies/data/datasets.ts';
import { brieflyMeasured, claimOf } from '../../src/studies/results/claims.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { development, developmentSets, generated, generatedSets } from '../support/generated.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { percent } from '../support/numbers.ts';
import { report } from './report.ts';
import { choosingCells, CHOOSING, curveCells, REAL, SIZES } from './settings.ts';
import { RCV1_MATTERS } from '../support/criteria.ts';

/**
 * "Active Learning Results" of Karampatziakis & Langford's talk, in the paper's own setting: test accuracy against the labels that
 * importance-weighted active learning asks for, with invariant, implicit and plain gradient updates of weight 1/p.
 *
 * Protocol. The rule of the slides with 40 values of mellowness, step sizes chosen on other streams for each range of labels. Every run
 * of a chosen step is shown; a curve is a local median over the logarithm of labels, its band is by resampled seeds. No mellowness is
 * chosen by test accuracy.
 */
export const queryCurves = defineStudy({
  id: 'query-curves',
  title: 'The talk: accuracy against labels',
  question: 'How accurate is a model for the labels that it asked for?',
  source:
    'Karampatziakis & Langford, Online importance weight aware updates (UAI 2011; arXiv 1011.1576; talk of 17 July 2011): ' +
    '"Active Learning Results", "91K queries (11%)"',
  seeds: { default: 10, full: 3 },
  pilot: { default: 10, full: 3 },
  matters: { points: RCV1_MATTERS },

  datasets: (size, seeds) => [
    ...developmentSets(SIZES[size], CHOOSING[size]),
    ...generatedSets(SIZES[size], seeds),
    ...(size === 'default' ? REAL.map((name) => twoClassSet(name)) : []),
  ],

  cells: (size, datasets, seeds) => [
    ...seedsUpTo(CHOOSING[size]).flatMap((seed) => choosingCells({ dataset: development(seed), order: 'given', seed })),
    ...seedsUpTo(seeds).flatMap((seed) => [
      ...curveCells({ dataset: generated(seed), order: 'given', seed }, size),
      ...REAL.filter((name) => datasets.includes(name)).flatMap((dataset) =>
        curveCells({ dataset, order: 'shuffled', seed }, size),
      ),
    ]),
  ],

  report,
  answer(claims) {
    const [ends, within] = ['"91K queries"', 'invariant updates come within'].map((begin) => claimOf(claims, begin));
    const [own, naive] = within.cases[0].compared!.of;
    return (
      `With 11.65% of the labels, weighted by 1/p, invariant updates end ${brieflyMeasured(ends)} of error above passive learning; ` +
      `within a point of it they are with ${inWords(own)}, plain gradients with ${inWords(naive)}.`
    );
  },
});

function inWords(share: number): string {
  return `${percent(share, 1)} of them`;
}

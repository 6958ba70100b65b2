import { twoClassSet } from '../../src/studies/data/datasets.ts';
import { brieflyMeasured } from '../../src/studies/results/claim-words.ts';
import { claimOf } from '../../src/studies/results/claims.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { development, developmentSets, generated, generatedSets } from '../support/generated.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { percent } from '../support/numbers.ts';
import { report } from './report.ts';
import { choosingCells, CHOOSING, curveCells, REAL, SIZES } from './settings.ts';

/**
 * "Active Learning Results" of Karampatziakis & Langford's talk, in the paper's own setting: test accuracy against the labels that
 * importance-weighted active learning asks for, with invariant, implicit and plain gradient updates of weight 1/p.
 *
 * Protocol. The rule of the slides with 40 values of mellowness, one step size an update, chosen on other streams. Every run is shown;
 * a curve is a local median over the logarithm of labels, its band is by resampled seeds. No mellowness is chosen by test accuracy.
 */
export const queryCurves = defineStudy({
  id: 'query-curves',
  title: 'Test accuracy against labels queried: the figure of the talk',
  question: 'How accurate is a model for the labels that it asked for, with invariant, implicit and plain gradient updates?',
  source:
    'Karampatziakis & Langford, Online importance weight aware updates (UAI 2011; arXiv 1011.1576; talk of 17 July 2011): ' +
    '"Active Learning Results", "91K queries (11%)"',
  seeds: { default: 20, full: 3 },

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
      `With 11.65% of the labels, each learned once with the weight 1/p, invariant updates end ${brieflyMeasured(ends)} of test ` +
      `error above passive learning. They come within a point of it with ${inWords(own)}, plain gradients ` +
      `${naive === Infinity ? 'never do' : `with ${inWords(naive)}`}.`
    );
  },
});

function inWords(share: number): string {
  return `${percent(share, 1)} of the labels`;
}

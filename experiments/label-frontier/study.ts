import { RCV1_PARTS } from '../../src/data/rcv1-like.ts';
import { canonical } from '../../src/specs/hash.ts';
import type { Size } from '../../src/studies/study.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { estimateOf, claimOf } from '../../src/studies/results/claims.ts';
import { report } from './report.ts';
import { generated, generatedSets, type Documents } from '../support/generated.ts';
import { realSets } from '../support/real-sets.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { runs } from './settings.ts';
import { RCV1_MATTERS } from '../support/criteria.ts';

const SIZES: Record<Size, Documents> = {
  default: { train: 20_000, judge: 5_000 },
  full: { train: RCV1_PARTS.train, judge: RCV1_PARTS.test },
};

/** Two of the four real sets stand in each size, so that neither report is large. */
const REAL: Record<Size, readonly string[]> = {
  default: ['rcv1_ccat', 'reuters21578_acq'],
  full: ['rcv1_vw', 'imdb_binary'],
};

/**
 * How few labels will do? Labels against error for every query rule, loss, step size and mellowness, on RCV1-like documents and
 * on real text: how far below the talk's 11% one can go at the same accuracy.
 *
 * Protocol. As in rcv1-active: one vocabulary, a training stream of its own for every seed, read once; equal streams and coins
 * for all settings of a seed. Settings are chosen on the validation part by the rules written in the report; the test part is
 * looked at once, by the report.
 */
export const labelFrontier = defineStudy({
  id: 'label-frontier',
  title: 'How few labels will do',
  question: 'How few labels does each query rule need for passive accuracy, over all losses, step sizes and knobs?',
  source: 'Karampatziakis & Langford, Online importance weight aware updates, talk of 17 July 2011: "91K queries (11%)"',
  seeds: { default: 5, full: 3 },
  pilot: { default: 5, full: 5 },
  matters: { points: RCV1_MATTERS },
  datasets: (size, seeds) => [...generatedSets(SIZES[size], seeds), ...realSets(REAL[size])],
  cells(size, datasets, seeds) {
    const cells = seedsUpTo(seeds).flatMap((seed) => [
      ...runs(size, generated(seed), 'given', seed),
      ...REAL[size].filter((name) => datasets.includes(name)).flatMap((dataset) => runs(size, dataset, 'shuffled', seed)),
    ]);
    return [...new Map(cells.map((cell) => [canonical(cell), cell])).values()];
  },
  report,
  answer(claims) {
    const ends = ['logistic', 'hinge'].map((loss) => {
      const [labels, error] = claimOf(claims, `rcv1-like, ${loss}: the thriftiest rule`).cases.map(estimateOf);
      return `with ${loss} loss ${labels} of the labels, for an error ${error} from that of passive learning`;
    });
    return `The thriftiest rule on the validation part takes ${ends.join('; ')}.`;
  },
});

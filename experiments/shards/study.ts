import { RCV1_PARTS } from '../../src/data/rcv1-like.ts';
import { grid } from '../../src/studies/cells/cell.ts';
import type { Size } from '../../src/studies/study.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { estimateOf, claimOf } from '../../src/studies/results/claims.ts';
import { generated, generatedSets, type Documents } from '../support/generated.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { OPTIMIZERS, SHARDS, UPDATES, WAYS } from './settings.ts';
import { RCV1_MATTERS } from '../support/criteria.ts';

/** Documents of the training stream and of each judging part. */
const SIZES: Readonly<Record<Size, Documents>> = {
  default: { train: 20_000, judge: 5_000 },
  full: { train: RCV1_PARTS.train, judge: RCV1_PARTS.test },
};

/**
 * What it costs to learn on shards apart from each other and to average their models once: error against the number of shards.
 *
 * Protocol. Documents like RCV1, for every seed a stream of its own. Rows go to shards by a hash of their numbers; each shard is one
 * shuffled pass with the schedule of the whole, coins and a tenth of the labels of its own. Step sizes are chosen on the validation
 * part for every number of shards anew; the test part is looked at once, by the report.
 */
export const shards = defineStudy({
  id: 'shards',
  title: 'Models over shards',
  question:
    'How much accuracy is lost where shards of the rows are learned apart from each other and their models averaged once?',
  source:
    'Zinkevich, Weimer, Smola & Li, Parallelized stochastic gradient descent (2010); ' +
    'Agarwal, Chapelle, Dudik & Langford, A reliable effective terascale linear learning system (2014)',
  seeds: { default: 5, full: 5 },
  pilot: { default: 5 },
  matters: { points: RCV1_MATTERS },
  datasets: (size, seeds) => generatedSets(SIZES[size], seeds),
  cells: (_size, _datasets, seeds) =>
    seedsUpTo(seeds).flatMap((seed) =>
      Object.values(WAYS).flatMap((way) =>
        grid({
          kind: 'shards',
          dataset: generated(seed),
          run: {
            loss: { name: 'logistic' },
            update: UPDATES,
            optimizer: [
              { name: 'ada-grad', eta0: OPTIMIZERS['ada-grad'] },
              { name: 'averaged', eta0: OPTIMIZERS.averaged, power: 0.5 },
            ],
            ...way,
            shards: SHARDS,
            perDecade: 1,
            seed,
          },
        }),
      ),
    ),
  report,
  answer(claims) {
    const lost = ['every label', 'a tenth of the labels'].map((labels) => {
      const { cases } = claimOf(claims, `${labels}: the average of 16 shards`);
      return `with ${labels} ${cases.map((each) => `${estimateOf(each)} for ${each.what}`).join(', ')}`;
    });
    return `Test error of the average of 16 shards less that of one pass: ${lost.join('; ')}.`;
  },
});

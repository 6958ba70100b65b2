import { type Cell, grid } from '../../src/studies/cells/cell.ts';
import type { Size } from '../../src/studies/study.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { metOf, claimOf } from '../../src/studies/results/claims.ts';
import { report } from './report.ts';
import { UPDATES } from './settings.ts';
import { realSets } from '../support/real-sets.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { LABELS_MATTER } from '../support/criteria.ts';

const DATASETS = ['rcv1_vw', 'rcv1_ccat', 'reuters21578_acq', 'imdb_binary', 'a9a', 'spambase'];

/** Steps eta0 / (1 + t)^power, low enough for naive updates and high enough for the others. */
const SCHEDULES = [
  { power: 0, eta0: [0.01, 0.1, 1] },
  { power: 0.5, eta0: [0.25, 2, 16, 128] },
  { power: 1, eta0: [4, 64, 1024] },
];
/** Small steps make every flip heavy: with them, a rule has to be mellow to buy at all. */
const MELLOWNESS: Record<Size, readonly number[]> = {
  default: [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1],
  full: [1e-8, 3e-8, 1e-7, 3e-7, 1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 1e-1, 1],
};

/**
 * "Active Learning Results" of Karampatziakis & Langford's talk: test accuracy against the share of labels bought, under naive,
 * implicit and invariant updates and the same query rule.
 *
 * Protocol. Every update meets the same step sizes under the three schedules of the paper (constant, 1/sqrt t, 1/t), the same
 * mellowness, the same shuffles and the same coins. A curve is an envelope: at each share of labels, the setting with the lowest
 * validation error of those that bought no more; its test accuracy is shown and decided nothing. The talk's own envelopes were
 * taken over test accuracies.
 */
export const activeCurves = defineStudy({
  id: 'active-curves',
  title: 'Test accuracy against labels: naive, implicit and invariant updates',
  question: 'Under the same query rule, how far does a label go with naive, implicit and importance-invariant updates?',
  source:
    'Karampatziakis & Langford, Online importance weight aware updates (UAI 2011; ' +
    'talk of 17 July 2011), "Active Learning Results": accuracy against the share of labels, upper envelopes over ' +
    'learning rates and mellowness',
  seeds: { default: 5, full: 10 },
  pilot: { default: 5 },
  matters: { times: LABELS_MATTER },
  datasets: () => realSets(DATASETS),
  cells: (size, datasets, seeds) =>
    datasets.flatMap((dataset) =>
      seedsUpTo(seeds).flatMap((seed) => [
        ...runs(dataset, seed, { name: 'passive' }),
        ...MELLOWNESS[size].flatMap((mellowness) => runs(dataset, seed, { name: 'iwal-cal', mellowness })),
      ]),
    ),
  report,
  answer(claims) {
    const [further, collapse] = [
      'invariant updates use labels far better',
      'naive updates, with their large weights, collapse',
    ].map((begin) => metOf(claimOf(claims, begin).cases));
    return (
      `Sets on which invariant updates are shown to need at most half the labels of naive ones: ${further}; sets on which naive updates ` +
      `collapse, or buy everything, in more settings than invariant ones: ${collapse}.`
    );
  },
});

function runs(
  dataset: string,
  seed: number,
  query: { readonly name: 'passive' } | { readonly name: 'iwal-cal'; readonly mellowness: number },
): Cell[] {
  return SCHEDULES.flatMap((schedule) =>
    grid({
      kind: 'active',
      dataset,
      run: {
        loss: { name: 'logistic' },
        update: UPDATES,
        optimizer: { name: 'gradient-descent', ...schedule },
        query,
        perDecade: 1,
        seed,
      },
    }),
  );
}

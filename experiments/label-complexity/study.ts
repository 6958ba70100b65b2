import { type Cell, grid, type GridOf } from '../../src/studies/cells/cell.ts';
import type { Size } from '../../src/studies/study.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { metOf, claimOf } from '../../src/studies/results/claims.ts';
import { report } from './report.ts';
import { realSets } from '../support/real-sets.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { LABELS_MATTER } from '../support/criteria.ts';

const DATASETS = ['rcv1_vw', 'rcv1_ccat', 'reuters21578_acq', 'imdb_binary', 'a9a', 'spambase', 'mushrooms', 'w8a'] as const;

const MELLOWNESS = [1e-6, 1e-5, 1e-4, 1e-3];
/** The disagreement rules of Huang et al. have constants of their own, and want other mellowness. */
const DISAGREEMENT = [1e-3, 1e-2, 1e-1];
const LEAST_PROBABILITY = [0.03, 0.1, 0.3];

const ETAS: Record<Size, readonly number[]> = { default: [1], full: [0.5, 1, 2] };
const PER_DECADE: Record<Size, number> = { default: 10, full: 20 };

/** Every rule of the registry, with its knob on a logarithmic grid around its useful range. */
const QUERIES: readonly GridOf<'active'>['query'][] = [
  { name: 'passive' },
  { name: 'random', rate: [0.1, 0.3] },
  { name: 'margin', width: [0.3, 1, 3] },
  { name: 'shrinking-margin', scale: [10, 30, 100] },
  { name: 'selective-sampling', b: [0.01, 0.1, 1] },
  { name: 'slides', mellowness: MELLOWNESS },
  { name: 'iwal-cal', mellowness: MELLOWNESS },
  { name: 'iwal-cal-without-log', mellowness: MELLOWNESS },
  { name: 'variance-aware', mellowness: MELLOWNESS },
  { name: 'bootstrap', pMin: LEAST_PROBABILITY },
  { name: 'committee', pMin: LEAST_PROBABILITY },
  { name: 'oracular-cal', mellowness: DISAGREEMENT },
  { name: 'active-cover', mellowness: DISAGREEMENT },
];

/**
 * How many labels does a query rule need? All rules of the registry, on eight real sets, against passive learning.
 *
 * Protocol. Logistic loss, invariant updates, AdaGrad, whose step needs little tuning. Step size and knob of each rule are chosen
 * on a validation part by the rule written in the report; the test part is looked at once, by the report. At the default size
 * there is one step size; the full one has several, because an importance of 1/p takes a larger step, and a rule could win by
 * learning faster, whatever it asks. All rules of a seed see the same stream and toss the same coins. Curves are dense, because
 * labels are read off them.
 */
export const labelComplexity = defineStudy({
  id: 'label-complexity',
  title: 'Labels to reach an error: every query rule on eight real sets',
  question: 'How many labels does each query rule need to come within 10% of the test error that passive learning ends with?',
  source:
    'Beygelzimer, Dasgupta & Langford (2009); Beygelzimer, Hsu, Langford & Zhang (2010); ' +
    'Huang, Agarwal, Hsu, Langford & Schapire (2015)',
  seeds: { default: 10, full: 10 },
  pilot: { default: 10 },
  matters: { times: LABELS_MATTER },
  datasets: () => realSets(DATASETS),
  cells: (size, datasets, seeds) => datasets.flatMap((dataset) => seedsUpTo(seeds).flatMap((seed) => runs(size, dataset, seed))),
  report,
  answer(claims) {
    const fewer = ['iwal-cal', 'variance-aware', 'bootstrap'].map(
      (rule) => `${rule} on ${metOf(claimOf(claims, `${rule} needs fewer labels`).cases)}`,
    );
    return (
      `Sets on which a rule is shown to need fewer labels than passive learning: ${fewer.join(', ')}; elsewhere the intervals hold ` +
      'both.'
    );
  },
});

function runs(size: Size, dataset: string, seed: number): Cell[] {
  const learner = { loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'ada-grad', eta0: ETAS[size] } } as const;
  return QUERIES.flatMap((query) =>
    grid({ kind: 'active', dataset, run: { ...learner, query, perDecade: PER_DECADE[size], seed } }),
  );
}

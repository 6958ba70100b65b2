import { type Cell, grid, type GridOf } from '../../src/studies/cells/cell.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { report } from './report.ts';
import { BUDGETS, CAP, DENSE, FLOORS, ORACLES, PERFECT, SPARSE } from './settings.ts';
import { realSets } from '../support/real-sets.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { rcv1LikeOf } from '../support/generated.ts';

const REAL = ['reuters21578_acq', 'a9a'];
const MELLOWNESS = [1e-6, 1e-5, 1e-4];

type Run = GridOf<'active'>;

/** Rules that have a p to put a floor under. */
const DELIBERATE: readonly Run['query'][] = [
  { name: 'variance-aware', mellowness: MELLOWNESS },
  { name: 'iwal-cal', mellowness: MELLOWNESS },
];
const RULES: readonly Run['query'][] = [{ name: 'passive' }, { name: 'random', rate: [0.03, 0.1, 0.3] }, ...DELIBERATE];

const GENERATED = rcv1LikeOf('rcv1-like', {
  train: { seed: 1, part: 'train', replicate: 1, documents: 5_000 },
  validation: { seed: 1, part: 'validation', replicate: 1, documents: 2_000 },
  test: { seed: 1, part: 'test', replicate: 1, documents: 5_000 },
});

/**
 * What a hard budget, an imperfect oracle and a floor under the probabilities do to active learning.
 *
 * Protocol. One learner for all, untuned: logistic loss, invariant updates, AdaGrad with eta0 = 1/2. A budget is a cap on cost,
 * the same for all sets; every oracle model meets every rule under the same one. Rules of a seed see the same stream, toss the
 * same coins and hear the same answers. Documents like RCV1 are one set of 5,000, shuffled by seed like the real ones.
 */
export const budget = defineStudy({
  id: 'budget',
  title: 'Hard budgets, imperfect oracles, and floors',
  question:
    'What do a hard label budget, a cost per label, and a noisy, delayed or abstaining oracle do to active learning, and ' +
    'what does a floor under its probabilities help?',
  source:
    "The toolkit's own use; floors: Beygelzimer, Dasgupta & Langford, Importance weighted active learning (2009); " +
    'repeated labelling: Sheng, Provost & Ipeirotis, Get another label? (2008)',
  goals: true,
  seeds: { default: 20, full: 100 },
  pilot: { default: 20 },
  datasets: () => [GENERATED, ...realSets(REAL)],
  cells: (_size, datasets, seeds) => datasets.flatMap((dataset) => seedsUpTo(seeds).flatMap((seed) => runs(dataset, seed))),
  report,
});

function runs(dataset: string, seed: number): Cell[] {
  const learner = {
    loss: { name: 'logistic' },
    update: 'invariant',
    optimizer: { name: 'ada-grad', eta0: 0.5 },
    perDecade: SPARSE,
    seed,
  } as const;
  const all = (extra: Partial<Run>): Cell[] =>
    RULES.flatMap((query) => grid({ kind: 'active', dataset, run: { ...learner, query, ...extra } }));
  return [
    ...all({}),
    ...all({ budget: BUDGETS }),
    // Passive learning stopped early, at many numbers of labels: what a saving is measured by.
    ...grid({ kind: 'active', dataset, run: { ...learner, query: { name: 'passive' }, perDecade: DENSE } }),
    ...DELIBERATE.flatMap((query) => grid({ kind: 'active', dataset, run: { ...learner, query, floor: FLOORS } })),
    ...Object.entries(ORACLES).flatMap(([name, oracle]) => (name === PERFECT ? [] : all({ budget: CAP, oracle }))),
  ];
}

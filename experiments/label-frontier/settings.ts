import { PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import type { Percentage } from '../../src/specs/choices.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import { type Cell, grid, type GridOf } from '../../src/studies/cells/cell.ts';
import type { Size } from '../../src/studies/study.ts';

type Run = GridOf<'active'>;

/** The rule that the claims name. It was named in rcv1-active, before any of these runs. */
export const NAMED = 'soft-margin, paced';

/** Shares of the labels that a paced rule is given. */
export const BUDGETS: readonly Percentage[] = ['3%', '5%', '10%', '20%', '30%'];

/** eta0 / sqrt(1 + t), its average, and AdaGrad's own step per feature. */
const OPTIMIZERS: Record<Size, readonly Run['optimizer'][]> = {
  default: [
    { name: 'gradient-descent', eta0: 256, power: 0.5 },
    { name: 'averaged', eta0: 1024, power: 0.5 },
    { name: 'ada-grad', eta0: [0.1, 0.15, 0.5, 1] },
  ],
  full: [
    { name: 'gradient-descent', eta0: 256, power: 0.5 },
    { name: 'averaged', eta0: [256, 1024], power: 0.5 },
    { name: 'ada-grad', eta0: [0.1, 0.15, 0.25, 0.5, 1] },
  ],
};

/**
 * Learners of the paced rules: the one of rcv1-active's claims, a larger step, the command line's own, and averaged weights. In full
 * size budget-frontier-full has the command line's, and rcv1-active-full averaged weights.
 */
const PACED_LEARNERS: Record<Size, readonly Run['optimizer'][]> = {
  default: [
    { name: 'ada-grad', eta0: [0.1, 0.25] },
    { name: 'normalized-adaptive' },
    { name: 'averaged', eta0: 256, power: 0.5 },
  ],
  full: [{ name: 'ada-grad', eta0: [0.1, 0.25] }],
};
const PACED_QUERIES: Record<Size, readonly Run['query'][]> = {
  default: [{ name: 'soft-margin' }, { name: 'iwal-cal' }, { name: 'random' }],
  full: [{ name: 'soft-margin' }, { name: 'random' }],
};

/** The constant feature, where it is not 1; tried with one learner. */
export const CONSTANTS = ['none', 0.1] as const;
export const CONSTANT_LEARNER = { name: 'ada-grad', eta0: 0.5 } as const;

const MELLOWNESS = [1e-8, 1e-7, 1e-6, 1e-5];

/** Knobs from a thrifty end to one that buys about a third. */
const QUERIES: readonly Run['query'][] = [
  { name: 'random', rate: [0.01, 0.03, 0.1, 0.3] },
  { name: 'margin', width: [0.1, 0.3, 1, 2] },
  { name: 'shrinking-margin', scale: [10, 30, 50, 70, 100, 300] },
  { name: 'selective-sampling', b: [0.01, 0.03, 0.1] },
  { name: 'slides', mellowness: MELLOWNESS },
  { name: 'iwal-cal', mellowness: MELLOWNESS },
  { name: 'variance-aware', mellowness: MELLOWNESS },
];
/** Rules with learners of their own take ten times as long, and fewer settings. */
const COMMITTEES: readonly Run['query'][] = [
  { name: 'bootstrap', pMin: [0.01, 0.1] },
  { name: 'committee', pMin: [0.01, 0.1] },
  { name: 'oracular-cal', mellowness: [1e-2, 1] },
  { name: 'active-cover', mellowness: [1e-2, 1] },
];

/** Checkpoints: the curve of passive learning is read at any number of labels, of the others only the end. */
const CURVE = { perDecade: 6 };
const END = { perDecade: 1 };
const PASSIVE: Run['query'] = { name: 'passive' };

/** The name under which a run's setting competes: its rule, and whether a budget sets the knob. A spec without temper has 1. */
export function ruleOf({ query, pace, temper }: RunSpec): string {
  if (pace === undefined) return query.name;
  return `${query.name}, paced${temper === undefined ? ', temper 1' : ''}`;
}

/** All runs on one dataset with one seed. */
export function runs(size: Size, dataset: string, order: 'given' | 'shuffled', seed: number): Cell[] {
  const stream = { loss: [{ name: 'logistic' }, { name: 'hinge' }], update: 'invariant', order, seed } as const;
  const paced = { ...PACED_DEFAULTS, budget: BUDGETS, coins: 'pool', ...END } as const;
  const cells = (optimizers: readonly Run['optimizer'][], queries: readonly Run['query'][], more: Partial<Run>): Cell[] =>
    optimizers.flatMap((optimizer) =>
      queries.flatMap((query) => grid({ kind: 'active', dataset, run: { ...stream, ...more, optimizer, query } })),
    );
  return [
    ...cells(OPTIMIZERS[size], [PASSIVE], CURVE),
    ...cells(OPTIMIZERS[size], QUERIES, END),
    ...cells([CONSTANT_LEARNER], COMMITTEES, END),
    ...cells(PACED_LEARNERS[size], [PASSIVE], CURVE),
    ...cells(PACED_LEARNERS[size], PACED_QUERIES[size], { ...paced, temper: [0, 1] }),
    ...cells([CONSTANT_LEARNER], [{ name: 'soft-margin' }], { ...paced, constant: [...CONSTANTS, 1] }),
    ...cells([CONSTANT_LEARNER], [PASSIVE], { ...CURVE, constant: [...CONSTANTS] }),
  ];
}

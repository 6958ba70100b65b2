import { pow } from '../../src/numerics/pow.ts';
import { type Cell, grid } from '../../src/studies/cells/cell.ts';
import { twoClassSet } from '../../src/studies/data/datasets.ts';
import type { Size } from '../../src/studies/study.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { brieflyMeasured, claimOf } from '../../src/studies/results/claims.ts';
import { report } from './report.ts';
import { seedsUpTo } from '../support/seeds.ts';

const SETS: Readonly<Record<Size, readonly string[]>> = {
  default: ['a9a', 'mushrooms', 'rcv1_ccat', 'reuters21578_acq', 'spambase', 'w8a'],
  full: [
    'a9a',
    'mushrooms',
    'rcv1_ccat',
    'reuters21578_acq',
    'spambase',
    'w8a',
    'covtype20k',
    'german_scale',
    'imdb_binary',
    'rcv1_vw',
  ],
};

const POWERS = [0, 0.5, 1];
/** 4^-5 = 0.00098 … 4^8 = 65536. */
const ETAS = Array.from({ length: 14 }, (_, k) => pow(4, k - 5));

/** Under the hinge loss implicit and invariant steps are the same. */
const UPDATES = {
  squared: ['naive', 'invariant', 'implicit'],
  logistic: ['naive', 'invariant', 'implicit'],
  hinge: ['naive', 'invariant'],
} as const;

/**
 * "Do the importance invariant updates help when i = 1?" (slides): test accuracy of one pass with invariant and implicit updates
 * against that with the plain gradient step, one point a learning-rate schedule.
 *
 * Protocol. Real sets of two classes as they are, cut in three once. Schedules eta0 (1 + t)^-p with p of 0, 1/2 and 1 and eta0 on
 * a grid of factors of four; three losses; every example has importance one. All updates of a seed see the same order.
 */
export const smallWeights = defineStudy({
  id: 'small-weights',
  title: 'Invariant updates when every importance is one',
  question: 'Do importance-invariant and implicit updates help when every importance is one?',
  source:
    'Karampatziakis & Langford, Online importance weight aware updates, talk of 17 July 2011, "Experiments with small ' +
    'weights": "work well, even for i = 1", "are robust w.r.t. learning rate"',
  seeds: { default: 3, full: 10 },
  pilot: { default: 3 },
  datasets: (size) => SETS[size].map((name) => twoClassSet(name)),
  cells: (_size, datasets, seeds) =>
    datasets.flatMap((dataset) =>
      (['squared', 'logistic', 'hinge'] as const).flatMap((loss): Cell[] =>
        grid({
          kind: 'online',
          dataset,
          run: {
            loss: { name: loss },
            update: UPDATES[loss],
            optimizer: { name: 'gradient-descent', power: POWERS, eta0: ETAS },
            perDecade: 1,
            seed: seedsUpTo(seeds),
          },
        }),
      ),
    ),
  report,
  answer(claims) {
    const pairs = ['squared loss, invariant', 'squared loss, implicit', 'logistic loss, invariant', 'logistic loss, implicit'];
    const shares = [...pairs, 'hinge loss, invariant'].map(
      (pair) => `${pair} ${brieflyMeasured(claimOf(claims, `${pair}: most points`))}`,
    );
    return `Points whose test accuracy is at least that of the plain step with the same schedule: ${shares.join(', ')}.`;
  },
});

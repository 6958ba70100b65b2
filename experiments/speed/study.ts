import { RCV1_PARTS } from '../../src/data/rcv1-like.ts';
import { grid, type GridOf } from '../../src/studies/cells/cell.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import type { Size } from '../../src/studies/study.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { brieflyMeasured, claimOf } from '../../src/studies/results/claims.ts';
import { report } from './report.ts';
import { DATASET, LOSSES, START, type Loss } from './settings.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { RCV1_MATTERS } from '../support/criteria.ts';
import { rcv1LikeOf } from '../support/generated.ts';

const SIZES: Record<Size, { train: number; judge: number }> = {
  default: { train: 200_000, judge: 5_000 },
  full: { train: RCV1_PARTS.train, judge: RCV1_PARTS.test },
};
/** Short laps are disturbed more easily. */
const LAPS: Record<Size, number> = { default: 15, full: 7 };

type Unseeded = Omit<GridOf<'active'>, 'seed'>;

/** With which about a tenth of the labels is bought at each size; the shorter a stream, the larger the share. */
const MELLOWNESS: Record<Size, Readonly<Record<Loss, number>>> = {
  default: { hinge: 3e-8, logistic: 3e-7 },
  full: { hinge: 1e-7, logistic: 1e-6 },
};

/**
 * "How fast is it?" of Karampatziakis & Langford's talk: 2.6 seconds for an active pass over RCV1, 2.5 for a passive one.
 *
 * Protocol. One stream of documents like RCV1, one process, laps of both in turn after one lap of each that does not count:
 * once over rows in memory, and once from the binary file on, reading and its checksum included, as the talk timed a program
 * that reads its cache. The file lies in the operating system's memory by then. The step size is that of rcv1-active's race, and
 * the mellowness buys about a tenth of the labels; what the settings buy and how well they end is measured beside.
 */
export const speed = defineStudy({
  id: 'speed',
  title: 'Speed: an active pass against a passive one',
  question: 'Does an active pass, which skips most updates but thinks about every example, take as long as a passive one?',
  source:
    'Karampatziakis & Langford, Online importance weight aware updates (talk of 17 July 2011), "How fast is it?": ' +
    '"Active learning takes 2.6 sec. Passive online gradient descent takes 2.5 sec. 91K queries (11%)"',
  seeds: { default: 3, full: 3 },
  matters: { points: RCV1_MATTERS },
  datasets: (size) => [
    rcv1LikeOf(DATASET, {
      train: { seed: 1, part: 'train', replicate: 1, documents: SIZES[size].train },
      test: { seed: 1, part: 'test', replicate: 1, documents: SIZES[size].judge },
    }),
  ],
  cells: (size, _datasets, seeds) =>
    LOSSES.flatMap((loss) => [
      ...grid({ kind: 'active', dataset: DATASET, run: { ...passive(loss), seed: 1 } }),
      ...grid({ kind: 'active', dataset: DATASET, run: { ...active(loss, size), seed: seedsUpTo(seeds) } }),
    ]),
  races: (size) =>
    LOSSES.flatMap((loss) =>
      START.map((rows) => ({
        title: `${loss}, ${rows}`,
        dataset: DATASET,
        passive: parseRunSpec({ ...passive(loss), seed: 1 }),
        active: parseRunSpec({ ...active(loss, size), seed: 1 }),
        laps: LAPS[size],
        rows,
      })),
    ),
  report,
  answer(claims) {
    const times = ['hinge', 'logistic'].map(
      (loss) => `${brieflyMeasured(claimOf(claims, `${loss}, in memory`))} with ${loss} loss`,
    );
    return `Time of an active pass beside that of a passive one, in memory: ${times.join(', ')}.`;
  },
});

function passive(loss: Loss): Unseeded {
  return { ...learner(loss), query: { name: 'passive' } };
}

function active(loss: Loss, size: Size): Unseeded {
  return { ...learner(loss), query: { name: 'variance-aware', mellowness: MELLOWNESS[size][loss] } };
}

function learner(loss: Loss) {
  return {
    loss: { name: loss },
    update: 'invariant',
    optimizer: { name: 'gradient-descent', eta0: 256, power: 0.5 },
    order: 'given',
  } as const;
}

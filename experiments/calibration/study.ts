import { grid } from '../../src/studies/cells/grid.ts';
import { defineStudy, type Size, type StudyDataset } from '../../src/studies/study.ts';
import { report } from './report.ts';
import { PILOTS } from './settings.ts';
import { seedsUpTo } from '../support/seeds.ts';

const DOCUMENTS: Record<Size, readonly number[]> = { default: [12_000], full: [12_000, 62_000] };
const REAL = ['rcv1_ccat', 'reuters21578_acq', 'imdb_binary', 'a9a', 'w8a'];
/** Sets too small for a pilot of 2,000 and a pool. */
const SMALL = new Set(['rcv1_ccat']);
const FRACTIONS: Record<Size, readonly number[]> = { default: [0.1], full: [0.05, 0.1, 0.2] };

/**
 * Does `iwal calibrate` keep its word? A pilot suggests a mellowness for the rows it has not seen; they are streamed with it.
 *
 * Protocol. Pilots are drawn at random, the pool is the rest of the set. Step sizes are two that suit text and were chosen
 * beforehand; nothing is chosen by what the streams bought. A value is tried on as many draws as `iwal calibrate` tries.
 */
export const calibration = defineStudy({
  id: 'calibration',
  title: 'Calibration: from a pilot to a budget',
  question: 'Does the mellowness that a labelled pilot suggests for a budget buy that many labels of rows it has not seen?',
  source: "The toolkit's own use: `iwal calibrate`, src/calibration/calibrate.ts",
  seeds: { default: 2, full: 10 },
  datasets: (size) => [...DOCUMENTS[size].map(generated), ...REAL.map(real)],
  cells: (size, datasets, seeds) =>
    datasets.flatMap((dataset) =>
      PILOTS.filter((pilot) => !SMALL.has(dataset) || pilot === PILOTS[0]).flatMap((pilot) =>
        grid({
          kind: 'calibration',
          dataset,
          run: {
            loss: { name: 'logistic' },
            update: 'invariant',
            optimizer: [
              { name: 'gradient-descent', eta0: 64, power: 0.5 },
              { name: 'ada-grad', eta0: 0.5 },
            ],
            query: [{ name: 'variance-aware' }, { name: 'iwal-cal' }],
            pilot,
            fraction: FRACTIONS[size],
            draws: 5,
            streams: 3,
            seed: seedsUpTo(seeds),
          },
        }),
      ),
    ),
  report,
});

function generated(documents: number): StudyDataset {
  return {
    name: `rcv1-like ${documents}`,
    load: async (source) => ({ train: await source.rcv1Like({ seed: 1, part: 'train', replicate: 1, documents }) }),
  };
}

function real(name: string): StudyDataset {
  return {
    name,
    state: (source) => (source.has(name) ? 'here' : 'missing'),
    load: async (source) => {
      const train = await source.binary(name);
      return train && { train };
    },
  };
}

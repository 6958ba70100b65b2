import { grid } from '../../src/studies/cells/cell.ts';
import { severalClassSet } from '../../src/studies/data/datasets.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { inUnits } from '../support/unit-features.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { lossesOf, METHODS, RATES, SETS, updatesOf, type Method } from './settings.ts';

/**
 * The scoring filter tree of Mineiro's "More importance-aware updates": does bringing the scores up to date between the levels of
 * the tournament help, beside one against all, cost-sensitive regression and the plain filter tree?
 *
 * Protocol. Every feature is divided by its largest absolute value in the training part. One pass in an order drawn from the seed;
 * step sizes eta0 / sqrt(t) on one grid for all. The step size with the lowest validation error stands for a method; the test part
 * is looked at once, by the report.
 */
export const scoringFilterTree = defineStudy({
  id: 'scoring-filter-tree',
  title: 'The scoring filter tree, static and recomputed',
  question:
    'Does a tournament of scores learn better when its scores are brought up to date after every level, and does it keep ' +
    'within its labels?',
  source:
    'Mineiro, More importance-aware updates (machinedlearnings.com, 13 July 2011): ' +
    '"absolutely rule out the possibility of over-running the label. I found that it gave better losses on non-dyadic ' +
    'problems as well"',
  seeds: { default: 5, full: 20 },
  pilot: { default: 5 },
  datasets: () => SETS.map((name) => severalClassSet(name, inUnits)),
  cells: (_size, datasets, seeds) =>
    (Object.keys(METHODS) as Method[]).flatMap((reduction) =>
      datasets.flatMap((dataset) =>
        grid({
          kind: 'classes',
          dataset,
          run: {
            reduction,
            loss: lossesOf(reduction).map((name) => ({ name })),
            update: updatesOf(reduction),
            optimizer: { name: 'gradient-descent', eta0: RATES, power: 0.5 },
            perDecade: 1,
            seed: seedsUpTo(seeds),
          },
        }),
      ),
    ),
  report,
});

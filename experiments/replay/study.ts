import { defineStudy } from '../../src/studies/study-file.ts';
import { defaultSets } from '../support/default-sets.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { cellOf, LEDGERS, REPLAYED, type LedgerName, type ReplayedName } from './settings.ts';

/**
 * Rules replayed on ledgers of others, beside the runs that they would have been.
 *
 * Protocol. Pools of up to 3,000 rows that the seed draws, default learner. A ledger is kept passively, with a generous knob, or on
 * a budget that sets the knob; stingier rules are replayed on it with its coins and run directly with the same ones. A replay is
 * the direct run if every row, probability, coin, importance and prediction is, bit for bit.
 */
export const replay = defineStudy({
  id: 'replay',
  title: 'Other rules on the coins of a ledger',
  question:
    'When is a rule replayed on the ledger of another one the run it would have been, and how far is it from it elsewhere?',
  source: 'Thinning of a Poisson sample: Särndal, Swensson & Wretman, Model assisted survey sampling (1992), section 9.8',
  goals: true,
  seeds: { default: 5, full: 20 },
  datasets: () => defaultSets().filter(({ name }) => name !== 'rcv1-like'),
  cells: (_size, datasets, seeds) =>
    datasets.flatMap((dataset) =>
      (Object.keys(LEDGERS) as LedgerName[]).flatMap((ledger) =>
        (Object.keys(REPLAYED) as ReplayedName[]).flatMap((rule) =>
          seedsUpTo(seeds).map((seed) => cellOf(dataset, ledger, rule, seed)),
        ),
      ),
    ),
  report,
});

import { defineStudy } from '../../src/studies/study-file.ts';
import { brieflyMeasured, claimOf } from '../../src/studies/results/claims.ts';
import { defaultSets } from '../support/default-sets.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { BUYINGS, cellOf, coinCells } from './settings.ts';

/** The sets of the public, each a pool of its own a seed. */
const SETS = (): ReturnType<typeof defaultSets> => defaultSets().filter(({ name }) => name !== 'rcv1-like');

/**
 * Whether certified bands hold the truth, watched at every row, and how wide they are; beside them the intervals that are made for
 * one look.
 *
 * Protocol. Streams of coins without data: a thousand a setting, probabilities even, adaptive and chosen by an adversary who knows
 * every mistake. Real pools: up to 4,000 rows that the seed draws, default learner, a budget that sets the rule's knob; coins and
 * rows of their own for every run.
 */
export const certificate = defineStudy({
  id: 'certificate',
  title: 'What coins certify: bands that hold at every look',
  question: 'Do certified bands hold the truth however often one looks, how wide are they, and what becomes of normal intervals?',
  source:
    'Certificates from the coins alone: Ville (1939); Waudby-Smith & Ramdas, Estimating means of bounded random variables ' +
    'by betting (2024), on counts over the rows considered; E. B. Wilson (1927) for the interval beside them',
  goals: true,
  seeds: { default: 20, full: 100 },
  datasets: SETS,
  cells: (_size, datasets, seeds) => [
    ...coinCells(),
    ...datasets.flatMap((dataset) => BUYINGS.flatMap((buying) => seedsUpTo(seeds).map((seed) => cellOf(dataset, buying, seed)))),
  ],
  report,
  answer(claims) {
    const [bands, normal] = ['certified bands, watched at every row: in each', 'normal intervals, watched from'].map((begin) =>
      brieflyMeasured(claimOf(claims, begin)),
    );
    return (
      `Settings in which the truth leaves certified bands, watched at every row, in at most 5% of runs: ${bands}. Settings in which it ` +
      `leaves normal intervals more often: ${normal}.`
    );
  },
});

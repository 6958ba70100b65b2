import type { Cell } from '../../src/studies/cells/cell.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { brieflyMeasured, claimOf } from '../../src/studies/results/claims.ts';
import { defaultSets } from '../support/default-sets.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { BUYINGS, LIMITS, runOf } from './settings.ts';
import { LABELS_MATTER } from '../support/criteria.ts';

/**
 * When to stop: labels until "the predictions are wrong on at most so many of the rows considered" is certified, and how wrong they
 * were then.
 *
 * Protocol. Raw features, one shuffled pass, labels at a rate of 0.3 a row, a tenth, a quarter or half of it spread evenly, so that
 * every row keeps a probability of at least 0.03, 0.075 or 0.15; random sampling beside them, of which all of it is. A run ends when the
 * certificate says so, at whatever row that is, or with the stream. Runs of a seed see the same stream and toss the same coins.
 */
export const stopping = defineStudy({
  id: 'stopping',
  title: 'When to stop: labels until an error is certified',
  question:
    'How many labels does it take to certify an error, is the certificate true, and do choosing labels and a higher floor ' +
    'help or hurt it?',
  source:
    'Certificates from the coins alone: Waudby-Smith & Ramdas, Estimating means of bounded random variables by betting ' +
    '(2024), on counts over the rows considered',
  goals: true,
  seeds: { default: 5, full: 20 },
  pilot: { default: 5 },
  matters: { times: LABELS_MATTER },
  datasets: defaultSets,
  cells: (_size, datasets, seeds) =>
    datasets.flatMap((dataset) =>
      BUYINGS.flatMap((buying) =>
        LIMITS.flatMap((limit) =>
          seedsUpTo(seeds).map((seed): Cell => ({ kind: 'active', dataset, run: runOf(buying, limit, seed) })),
        ),
      ),
    ),
  report,
  answer(claims) {
    const wrong = brieflyMeasured(claimOf(claims, 'certificates are true'));
    const fewer = claimOf(claims, 'soft-margin needs fewer labels');
    return (
      `Of the runs that a certificate ended, ${wrong} have a true error above the certified one. Labels that soft-margin needs, beside ` +
      `random sampling: ${brieflyMeasured(fewer)}.`
    );
  },
});

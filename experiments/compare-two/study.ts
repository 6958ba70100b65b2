import { defineStudy } from '../../src/studies/study-file.ts';
import { brieflyMeasured, claimOf } from '../../src/studies/results/claims.ts';
import { guessedSets } from '../assisted/guessers.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { cellsOf } from './settings.ts';

/**
 * How many labels it takes until one of two machines is certified to be better, beside random labels.
 *
 * Protocol, written before the runs. The sets and guessers of `assisted`; pairs of useless guesses and some right in 70%, of 70 and 80%,
 * of 80 and 90%, and of two that are as often right; 200 and 1,000 labels at most, 200 runs each. Labels where the guesses differ, by
 * the rule of the command line and evenly, and random labels of all rows, which the same certificate reads where the guesses differ. No
 * number is asked of the saving: fewer, over sets.
 */
export const compareTwo = defineStudy({
  id: 'compare-two',
  title: 'Which of two guesses is better: labels until it is certified',
  question: 'How many labels does it take beside random ones, and is the certificate true?',
  source:
    'Certificates of differences from the coins alone: Ville (1939); Waudby-Smith & Ramdas (2024); paired differences: E. ' +
    'Miller, Adding error bars to evals (arXiv 2411.00640, 2024)',
  goals: true,
  seeds: { default: 1, full: 2 },
  datasets: guessedSets,
  cells: (_size, datasets, seeds) => cellsOf(datasets, seedsUpTo(seeds)),
  report,
  answer(claims) {
    const [fewer, wrong] = ['labels where two guesses differ', 'certificates are true'].map((begin) =>
      brieflyMeasured(claimOf(claims, begin)),
    );
    return `Labels beside those of random sampling: ${fewer}. Wrong certificates: ${wrong}.`;
  },
});

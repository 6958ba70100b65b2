import { defineStudy } from '../../src/studies/study-file.ts';
import { brieflyMeasured, claimOf } from '../../src/studies/results/claims.ts';
import { guessedSets } from './guessers.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { cellsOf } from './settings.ts';

/**
 * How many labels guesses save, and whether what is said with them holds.
 *
 * Protocol, written before the runs. Eight public sets, pools of 4,000 rows; guessers are models of up to 2,000 rows that are held back,
 * blurred by noise until they are right in 70, 80 and 90% of the pool (90% on the four sets whose models are), guesses of nothing, and the
 * model turned round. 100, 200, 500 and 1,000 labels, 200 runs each; 40 of a model that learns. The reference is Wilson's interval
 * of as many random labels without replacement. Goals are in support/criteria.ts. A goal counts as reached on a set
 * where the whole interval over its runs is below it, and a claim holds where it is on every set.
 */
export const assisted = defineStudy({
  id: 'assisted',
  title: 'What guesses are worth, in labels',
  question: 'How many labels does a column of guesses save, and do its intervals and certificates hold?',
  source:
    'Särndal, Swensson & Wretman, Model Assisted Survey Sampling (1992); T. Zrnic & E. J. Candès, Active statistical ' +
    'inference (ICML 2024); beside them PPI++ (Angelopoulos, Duchi & Zrnic, arXiv 2311.01453) and E. B. Wilson (1927)',
  goals: true,
  seeds: { default: 1, full: 2 },
  datasets: guessedSets,
  cells: (_size, datasets, seeds) => cellsOf(datasets, seedsUpTo(seeds)),
  report,
  answer(claims) {
    const [any, right, held] = [
      '500 and 1,000 labels: any guesses',
      'with 500 and 1,000 labels and guesses',
      'intervals at the end',
    ].map((begin) => brieflyMeasured(claimOf(claims, begin)));
    return (
      `Labels needed beside random ones, on the worst set of each guesser and of 500 and 1,000 labels: ${any}; of guesses ` +
      `that are right in 70 to 90% of the rows ${right}. Intervals that hold the truth: ${held}.`
    );
  },
});

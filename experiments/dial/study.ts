import { defineStudy } from '../../src/studies/study-file.ts';
import { brieflyMeasured, claimOf } from '../../src/studies/results/claims.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { cellsOf, dialSets } from './settings.ts';

/**
 * What labels that are spread evenly cost the model and what they make known, and whether the width that is forecast comes.
 *
 * Protocol, written before the runs. Twelve public sets, pools of 4,000 rows at most, other rows judge the model. Shares that are spread
 * evenly: those of --for model, both and estimate, .33 and .5 with 200, 500 and 1,000 labels, with 500 also .1; eight runs a setting and
 * seed, each with a pool of its own. The forecast is the line of label before the first question, read as it is said (an error of 15%) and for the
 * error that the model then had. Goals are in support/criteria.ts: exceeded in at most 10% of runs, at most 1.5 times
 * the median that comes; of --for both at 500 labels an interval at most 1.3 times that of random labels, and at most 3% more error of
 * the model.
 */
export const dial = defineStudy({
  id: 'dial',
  title: 'One dial, two prices',
  question: 'What do evenly spread labels cost the model, and is its error known as closely as forecast?',
  source:
    "The toolkit's own --for and its forecast; intervals of the error of the model: E. B. Wilson (1927), weighted by the " +
    'coins (Horvitz & Thompson, 1952)',
  goals: true,
  seeds: { default: 3, full: 5 },
  datasets: dialSets,
  cells: (_size, datasets, seeds) => cellsOf(datasets, seedsUpTo(seeds)),
  report,
  answer(claims) {
    const [own, cost] = ['at most 10% of runs exceed what is forecast for the error', '--for both, 500 labels: the model'].map(
      (begin) => brieflyMeasured(claimOf(claims, begin)),
    );
    return `Runs that exceed the forecast for the error of their model: ${own}. What --for both costs the model with 500 labels: ${cost}.`;
  },
});

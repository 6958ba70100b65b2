import { DEFAULTS, PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import { grid } from '../../src/studies/cells/cell.ts';
import { severalClassSet } from '../../src/studies/data/datasets.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { estimateOf, metOf, claimOf } from '../../src/studies/results/claims.ts';
import { inUnits } from '../support/unit-features.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { BUDGETS, RULES, SETS } from './settings.ts';

const LEARNER = {
  reduction: 'one-against-all',
  loss: { name: DEFAULTS.loss },
  update: DEFAULTS.update,
  optimizer: { name: DEFAULTS.optimizer },
  perDecade: 1,
} as const;

/**
 * Importance-weighted active learning of several classes: what do rules make of one budget?
 *
 * Protocol. The defaults of the command line, nothing tuned. All rules see the same stream and toss the same coins. The test part is
 * looked at once, by the report.
 */
export const multiclassFrontier = defineStudy({
  id: 'multiclass-frontier',
  title: 'Active learning of several classes at equal budgets',
  question: 'Do rules that look at a row before they ask do better than random sampling on several classes, at equal budgets?',
  source:
    'Karampatziakis & Langford, Online importance weight aware updates (arXiv 1011.1576), section 4, with two flows at ' +
    'once for the class that would win instead',
  seeds: { default: 10, full: 30 },
  pilot: { default: 10 },
  datasets: () => SETS.map((name) => severalClassSet(name, inUnits)),
  cells: (_size, datasets, seeds) =>
    datasets.flatMap((dataset) => [
      ...grid({
        kind: 'active-classes',
        dataset,
        run: { ...LEARNER, ...PACED_DEFAULTS, query: Object.values(RULES), budget: BUDGETS, seed: seedsUpTo(seeds) },
      }),
      ...grid({ kind: 'active-classes', dataset, run: { ...LEARNER, query: { name: 'passive' }, seed: seedsUpTo(seeds) } }),
    ]),
  report,
  answer(claims) {
    const { cases } = claimOf(claims, '10% of the labels: soft-margin has a lower test error');
    const each = cases.map((one) => `${one.what} ${estimateOf(one)}`);
    return (
      `Yes on ${metOf(cases)} sets: with 10% of the labels the test error of soft-margin, less that of random sampling, is ` +
      `${each.join(', ')}.`
    );
  },
});

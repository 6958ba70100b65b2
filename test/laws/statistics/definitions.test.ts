/** LAWS of the statistics: each is what its definition says, computed the long way. */
import { expect, test } from 'vitest';
import * as holm from '../../../src/statistics/comparisons/holm.ts';
import * as wilcoxon from '../../../src/statistics/comparisons/wilcoxon.ts';
import * as survival from '../../../src/statistics/curves/kaplan-meier.ts';
import * as curves from '../../../src/statistics/curves/label-curves.ts';
import * as estimates from '../../../src/statistics/error-estimate.ts';
import * as tallies from '../../../src/statistics/error-tally.ts';
import * as bootstrap from '../../../src/statistics/intervals/bootstrap-interval.ts';
import * as means from '../../../src/statistics/intervals/mean-interval.ts';
import * as scores from '../../../src/statistics/intervals/score-interval.ts';
import * as normal from '../../../src/statistics/normal.ts';
import * as samples from '../../../src/statistics/small-samples.ts';
import { statisticsLaws, type Statistics } from '../../support/laws/statistics-laws.ts';

const statistics: Statistics = {
  ...{ holm, normal, wilcoxon },
  'bootstrap-interval': bootstrap,
  'error-estimate': estimates,
  'error-tally': tallies,
  'kaplan-meier': survival,
  'label-curves': curves,
  'mean-interval': means,
  'score-interval': scores,
  'small-samples': samples,
};

test.each(Object.entries(statisticsLaws))('%s', (_, law) => {
  expect(law(statistics)).toBeUndefined();
});

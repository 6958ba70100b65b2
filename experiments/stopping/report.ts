import { count } from '../../src/numerics/display.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { claims } from './claims.ts';
import { floorsFigure, stoppingFigure } from './figures.ts';
import { BUYINGS, casesOf, CONFIDENCE, EXPLORE, floorOf, LIMITS, RATE, SHARES, type Case } from './settings.ts';

/** The report of stopping: labels until a certificate beside those of random sampling, the true error then, and what a floor is worth. */
export function report(findings: Findings): StudyReport {
  const cases = casesOf(findings);
  const shares = SHARES.map((share) => percent(share, 0)).join(', ');
  return {
    title: 'When to stop: labels until an error is certified',
    protocol: [
      'One shuffled pass over raw features, default learner, temper 0, warm-up 10. ' +
        `Labels are bought at a rate of ${RATE} a row, ${percent(EXPLORE, 0)} of it evenly: p_min = ${RATE * EXPLORE}. ` +
        `A run ends when "error <= limit" is certified with ${percent(CONFIDENCE, 0)} confidence, whatever the row, or with ` +
        `the stream. ${findings.seeds} seeds.`,
      `What a floor is worth: the same with ${shares} of the rate spread evenly, p_min = ` +
        `${SHARES.map((explore) => floorOf({ explore })).join(', ')}, and random sampling with all of it, p = ${RATE} at ` +
        'every row.',
      'The error is that of the predictions on the rows considered, each made before its label. ' +
        'The true error is known here, because all labels are. Rules are compared where every seed of both was certified ' +
        'before the end of the stream; each set and limit is a ratio of mean labels, each set one number (the mean of its ' +
        'log ratios), intervals are over sets. A run that came to the end of its stream first is censored: ' +
        'the labels it would have needed are more than it bought. Sets and limits of which one side alone was certified are ' +
        'in no ratio, and are counted beside it.',
    ],
    figures: cases.length === 0 ? [] : [stoppingFigure(cases), floorsFigure(cases)],
    tables: cases.length === 0 ? [] : [table(cases)],
    claims: cases.length === 0 ? [] : claims(cases),
    notes: [],
    command: `npm run reproduce -- stopping${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

/** Labels until certified, a row a set and limit, a column a rule and floor. */
function table(cases: readonly Case[]): Table {
  const sets = [...new Set(cases.map(({ dataset }) => dataset))];
  return {
    title: 'Mean labels until certified, by rule and p_min (share of the seeds that were, where not all)',
    header: ['dataset', 'error', ...BUYINGS.map((buying) => `${buying.rule}, ${floorOf(buying)}`)],
    rows: sets.flatMap((dataset) =>
      LIMITS.map((limit) => [
        dataset,
        percent(limit, 0),
        ...BUYINGS.map(({ rule, explore }) =>
          cell(
            cases.find(
              (each) => each.dataset === dataset && each.limit === limit && each.rule === rule && each.explore === explore,
            ),
          ),
        ),
      ]),
    ),
  };
}

function cell(one: Case | undefined): string {
  const certified = one?.runs.filter(({ isCertified }) => isCertified) ?? [];
  if (one === undefined || certified.length === 0) return 'never';
  const labels = count(Math.round(mean(certified.map(({ labels: bought }) => bought))));
  return certified.length === one.runs.length ? labels : `${labels} (${percent(certified.length / one.runs.length, 0)})`;
}

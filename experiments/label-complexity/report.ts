import type { CurvePanel, ForestPanel, Point } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { smallMultiples } from './small-multiples.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { medianToReach, type Observation } from './kaplan-meier.ts';
import { mean, median } from '../../src/statistics/small-samples.ts';
import { ruleTraits } from '../../src/specs/traits/rule-traits.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import { LEVEL, WITHIN_TENTH } from '../support/criteria.ts';
import { percent } from '../support/numbers.ts';
import { savingsTable } from '../support/saving.ts';
import { share, testError } from '../support/settings.ts';
import { claims, CURVES, GAINS } from './claims.ts';
import { CONFIDENCE, contest, FIRST_LABELS, gainOf, of, reach, type Contest, type Verdict } from './settings.ts';
import { count, decimals } from '../../src/numerics/display.ts';

/** The rules drawn; tables hold all. */
const DRAWN = ['passive', 'random', 'margin', 'iwal-cal', 'variance-aware', 'bootstrap', 'active-cover'];

/** The report of label-complexity: which knob stands for each rule, how many labels it needed, and against what odds. */
export function report(findings: Findings): StudyReport {
  const contests = [...groupBy(ofKind(findings.results, 'active'), ({ cell }) => cell.dataset)].map(([dataset, results]) =>
    contest(dataset, settingsOf(results), findings.splits.get(dataset)!),
  );
  const rules = [...new Set(contests.flatMap(({ standings }) => standings.map(({ rule }) => rule)))];
  return {
    title: 'Labels to reach an error: every query rule on real data',
    protocol: [
      `Logistic loss, invariant updates, AdaGrad. ${findings.seeds} seeds shuffle the stream and toss the coins, the same ` +
        'for every rule; a quarter of each set tests, an eighth validates, cut once.',
      'Passive learning is represented by the step size with the lowest median validation error; ' +
        'a rule by the step size and knob (mellowness, width, rate …) that bought the fewest labels, in the median, of ' +
        'those whose median validation error is within 10% of that of passive learning, and where none is, by those with ' +
        'the lowest validation error. The test part decides nothing.',
      'Labels to reach: those bought at the first checkpoint (10 a decade by default, 20 at full size) where the test ' +
        'error is within 10%, relative, of what passive learning ended with on the same stream. ' +
        `Runs that never get there are censored at their last label: medians and their 95% intervals are Kaplan and Meier's ` +
        `(Brookmeyer & Crowley). Odds: Wilcoxon's signed ranks of log(labels / labels of passive learning), a run that ` +
        'never got there counting as the worst, corrected by Holm over the rules of a set; ' +
        `"fewer" and "more" are said at ${LEVEL}. A first crossing flatters every rule alike, passive learning too.`,
      'AUC-GAIN is 1 - AUC / AUC of passive learning, error over log2(labels) from 10 labels on: ' +
        'above 0, fewer errors for the same labels.',
    ],
    figures: [
      {
        file: CURVES,
        figure: smallMultiples(contests.map(learningCurves)),
        caption:
          'Test error, as a multiple of what passive learning ends with (at least one mistake), against labels bought; ' +
          'medians over seeds, for seven of the rules. The dashed line is within 10% of it.',
      },
      {
        file: GAINS,
        figure: { panels: [forest(contests, rules)] },
        caption:
          'AUC-GAIN over passive learning: mean over datasets of the median over seeds, with its 95% t interval; ' +
          'the dataset is the unit.',
      },
    ],
    tables: [summary(contests, rules), savings(contests), ...contests.map(contestTable)],
    claims: claims(contests, findings.size),
    notes: ['Rules marked * keep no unbiased sample: their labels are cheaper to buy and worth less to others.'],
    command: `npm run reproduce -- label-complexity${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

/** The settings that stand for the rules drawn, against the best passive learner, stopped early. */
function savings(contests: readonly Contest[]): Table {
  const sets = contests.map(({ dataset, rows, passives, standings }) => ({
    dataset,
    rows,
    passive: passives,
    chosen: new Map(standings.map(({ rule, setting }) => [rule, setting])),
  }));
  return savingsTable(
    sets,
    DRAWN.filter((rule) => rule !== 'passive'),
  );
}

function learningCurves({ dataset, passive, standings, judges }: Contest): CurvePanel {
  const unit = Math.max(testError(passive), 1 / judges);
  const settings = [{ rule: 'passive', setting: passive }, ...standings].filter(({ rule }) => DRAWN.includes(rule));
  return {
    kind: 'curves',
    title: dataset,
    x: { label: 'labels bought', scale: 'log' },
    y: { label: 'test error / final error of passive learning', scale: 'log', min: 0.8, max: 10 },
    references: [{ y: WITHIN_TENTH, label: '' }],
    series: settings.map(({ rule, setting }) => ({ label: rule, points: medians(setting, unit) })),
  };
}

/** Medians over seeds at every fourth checkpoint, from ten labels on, as multiples of an error. */
function medians({ measurements, cells }: Setting, unit: number): Point[] {
  const last = measurements[0].curve.length - 1;
  return measurements[0].curve.flatMap((_, c) => {
    const x = median(measurements.map(({ curve }) => curve[c].queried));
    const y = median(measurements.map(({ curve }) => curve[c].testError!)) / unit;
    return x >= FIRST_LABELS && (last - c) % 4 === 0 ? [{ x, y, cells }] : [];
  });
}

function forest(contests: readonly Contest[], rules: readonly string[]): ForestPanel {
  const rows = rules
    .map((rule) => ({ label: starred(rule, contests), gain: gainOf(contests, rule) }))
    .toSorted((a, b) => b.gain.value - a.gain.value);
  return {
    kind: 'forest',
    title: `${contests.length} datasets`,
    x: { label: 'AUC-GAIN over passive learning', scale: 'linear' },
    better: 'higher',
    rows: rows.map(({ label, gain: { value, low, high, cells } }) => ({ label, difference: value, low, high, cells })),
  };
}

function starred(rule: string, contests: readonly Contest[]): string {
  return ruleTraits(of(contests, rule)[0].setting.run).unbiased ? rule : `${rule} *`;
}

function summary(contests: readonly Contest[], rules: readonly string[]): Table {
  const rows = rules.map((rule) => {
    const standings = of(contests, rule);
    const count = (verdict: Verdict): string => `${standings.filter((each) => each.verdict === verdict).length}`;
    const { value, low, high } = gainOf(contests, rule);
    const cells = [
      starred(rule, contests),
      ...contests.map(({ dataset }) =>
        ratio(
          of(
            contests.filter((each) => each.dataset === dataset),
            rule,
          ).map(({ ratios }) => median(ratios))[0],
        ),
      ),
      count('fewer'),
      count('no difference shown'),
      count('more'),
      `${decimals(value, 2)} [${decimals(low, 2)}, ${decimals(high, 2)}]`,
    ];
    return { value, cells };
  });
  return {
    title:
      "Labels to reach, as a multiple of passive learning's (median over seeds), and on how many sets fewer, or more, " +
      'labels were shown',
    header: ['rule', ...contests.map(({ dataset }) => dataset), 'fewer', 'no difference shown', 'more', 'AUC-GAIN'],
    rows: rows.toSorted((a, b) => b.value - a.value).map(({ cells }) => cells),
  };
}

function contestTable({ dataset, passive, knobs, standings }: Contest): Table {
  const own = passive.measurements.map((measurement) => reach(measurement, measurement));
  return {
    title: dataset,
    header: [
      'rule',
      'setting',
      'reached',
      'labels to reach [95%]',
      'over passive',
      'odds (Holm)',
      'verdict',
      'AUC-GAIN',
      'labels in the end',
      'test error in the end',
    ],
    rows: [
      [
        'passive',
        knobs,
        reached(own),
        interval(medianToReach(own, CONFIDENCE)),
        '1.00',
        '',
        '',
        '0.00',
        percent(share(passive)),
        percent(testError(passive)),
      ],
      ...standings
        .toSorted((a, b) => median(a.ratios) - median(b.ratios) || mean(b.gains) - mean(a.gains))
        .map(({ rule, setting, knobs, toReach, ratios, p, verdict, gains }) => [
          rule,
          knobs,
          reached(toReach),
          interval(medianToReach(toReach, CONFIDENCE)),
          ratio(median(ratios)),
          p < 0.001 ? '< 0.001' : decimals(p, 3),
          verdict,
          decimals(median(gains), 2),
          percent(share(setting)),
          percent(testError(setting)),
        ]),
    ],
  };
}

function reached(runs: readonly Observation[]): string {
  return `${runs.filter(({ outcome }) => outcome === 'reached').length} of ${runs.length}`;
}

function interval({ value, low, high }: Estimate): string {
  return `${amount(value)} [${amount(low)}, ${amount(high)}]`;
}

function amount(labels: number): string {
  return labels === Infinity ? '∞' : count(Math.round(labels));
}

function ratio(value: number | undefined): string {
  if (value === undefined) return '';
  return value === Infinity ? 'never' : decimals(value, 2);
}

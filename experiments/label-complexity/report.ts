import type { Claim } from '../../src/studies/results/claims.ts';
import type { CurvePanel, ForestPanel, Point, Traced } from '../../src/figures/model/figure.ts';
import type { Table } from '../../src/studies/report.ts';
import { smallMultiples } from '../../src/figures/charts/small-multiples.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { holm } from '../../src/statistics/holm.ts';
import { medianToReach, type Observation } from '../../src/statistics/kaplan-meier.ts';
import { aucGain, labelsToReach, type LabelPoint } from '../../src/statistics/label-curves.ts';
import { meanInterval } from '../../src/statistics/mean-interval.ts';
import { mean, median } from '../../src/statistics/small-samples.ts';
import { wilcoxon } from '../../src/statistics/wilcoxon.ts';
import { buildQuery } from '../../src/specs/build.ts';
import { bestOf, final, groupBy, medianOver, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Split } from '../../src/rows/split.ts';
import type { Measurement } from '../../src/streams/measurement.ts';
import type { Findings, Size, StudyReport } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { savingsTable } from '../support/saving.ts';
import { share, testError, validationError } from '../support/settings.ts';
import { gridInWords, settingInWords } from '../support/words.ts';
import { count } from '../../src/numerics/display.ts';

/** "Within 10%, relative" of the error that passive learning ends with on the same stream. */
const GOAL = 1.1;
/** Largest probability, after Holm's correction, at which a difference counts as shown. */
const LEVEL = 0.05;
const CONFIDENCE = 0.95;
/**
 * Curves start here: errors of fewer labels say more about chance than about a rule. A setting that buys no more has no curve.
 */
const FIRST_LABELS = 10;
const CURVES = 'learning-curves.png';
const GAINS = 'auc-gain.png';
/** The rules drawn; tables hold all. */
const DRAWN = ['passive', 'random', 'margin', 'iwal-cal', 'variance-aware', 'bootstrap', 'active-cover'];

type Verdict = 'fewer' | 'no difference shown' | 'more';

/** What one rule did on one dataset, seed by seed beside passive learning. */
interface Standing {
  readonly rule: string;
  readonly setting: Setting;
  /** All settings of the rule. */
  readonly candidates: readonly Setting[];
  /** What tells it from the other settings of the rule. */
  readonly knobs: string;
  readonly toReach: readonly Observation[];
  /** Labels over those of passive learning; Infinity where the error was never reached. */
  readonly ratios: readonly number[];
  readonly gains: readonly number[];
  readonly p: number;
  readonly verdict: Verdict;
}

interface Contest {
  readonly dataset: string;
  readonly passive: Setting;
  /** All settings of passive learning. */
  readonly passives: readonly Setting[];
  readonly rows: number;
  /** Its step size. */
  readonly knobs: string;
  readonly standings: readonly Standing[];
  /** Rows of the test part. */
  readonly judges: number;
}

/** The report of label-complexity: which knob stands for each rule, how many labels it needed, and against what odds. */
export function report(findings: Findings): StudyReport {
  const contests = [...groupBy(ofKind(findings.results, 'active'), ({ cell }) => cell.dataset)].map(([dataset, results]) =>
    contest(dataset, settingsOf(results), findings.splits.get(dataset)!),
  );
  const rules = [...new Set(contests.flatMap(({ standings }) => standings.map(({ rule }) => rule)))];
  return {
    title: 'Labels to reach an error: every query rule on real data',
    protocol: [
      `Logistic loss, invariant updates, AdaGrad. ${findings.seeds} seeds shuffle the stream and toss the coins, the same for every rule; a quarter of each set tests, an eighth validates, cut once.`,
      'Passive learning is represented by the step size with the lowest median validation error; a rule by the step size and knob (mellowness, width, rate …) that bought the fewest labels, in the median, of those whose median validation error is within 10% of that of passive learning, and where none is, by those with the lowest validation error. The test part decides nothing.',
      `Labels to reach: those bought at the first checkpoint (10 a decade by default, 20 at full size) where the test error is within 10%, relative, of what passive learning ended with on the same stream. Runs that never get there are censored at their last label: medians and their 95% intervals are Kaplan and Meier's (Brookmeyer & Crowley). Odds: Wilcoxon's signed ranks of log(labels / labels of passive learning), a run that never got there counting as the worst, corrected by Holm over the rules of a set; "fewer" and "more" are said at ${LEVEL}. A first crossing flatters every rule alike, passive learning too.`,
      'AUC-GAIN is 1 - AUC / AUC of passive learning, error over log2(labels) from 10 labels on: above 0, fewer errors for the same labels.',
    ],
    figures: [
      {
        file: CURVES,
        figure: smallMultiples(contests.map(learningCurves)),
        caption:
          'Test error, as a multiple of what passive learning ends with (at least one mistake), against labels bought; medians over seeds, for seven of the rules.',
      },
      {
        file: GAINS,
        figure: { panels: [forest(contests, rules)] },
        caption:
          'AUC-GAIN over passive learning: mean over datasets of the median over seeds, with its 95% t interval; the dataset is the unit.',
      },
    ],
    tables: [summary(contests, rules), savings(contests), ...contests.map(contestTable)],
    claims: [
      ...['iwal-cal', 'variance-aware', 'bootstrap'].map((rule) => fewerClaim(contests, rule, findings.size)),
      randomClaim(contests, findings.size),
      coverClaim(contests, findings.size),
    ],
    notes: [
      'Rules marked * keep no unbiased sample: their labels are cheaper to buy and worth less to others.',
      ...findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    ],
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

function contest(dataset: string, settings: readonly Setting[], { train, test }: Split): Contest {
  const byRule = groupBy(settings, ({ run }) => run.query.name);
  const passive = bestOf(byRule.get('passive')!, (each) => validationError(each))!;
  const goal = GOAL * validationError(passive);
  const chosen = [...byRule].flatMap(([rule, candidates]) => {
    if (rule === 'passive') return [];
    const drawable = candidates.filter(({ measurements }) =>
      measurements.every((measurement) => labels(measurement) > FIRST_LABELS),
    );
    const good = drawable.filter((candidate) => validationError(candidate) <= goal);
    const setting = bestOf(good, (each) => medianOver(each, labels)) ?? bestOf(drawable, (each) => validationError(each));
    if (setting === undefined) return [];
    const knobs = settingInWords(setting, candidates);
    return [{ rule, setting, candidates, knobs, ...compared(setting, passive) }];
  });
  const adjusted = holm(chosen.map(({ ratios }) => wilcoxon(ratios.map(Math.log)).p));
  const standings = chosen.map((each, c) => ({ ...each, p: adjusted[c], verdict: verdictOf(each.ratios, adjusted[c]) }));
  const passives = byRule.get('passive')!;
  const knobs = settingInWords(passive, passives);
  return { dataset, passive, passives, knobs, standings, judges: test!.rows.length, rows: train.rows.length };
}

function compared(setting: Setting, passive: Setting): Pick<Standing, 'toReach' | 'ratios' | 'gains'> {
  const pairs = setting.measurements.map((measurement, seed) => [measurement, passive.measurements[seed]] as const);
  const toReach = pairs.map(([measurement, other]) => reach(measurement, other));
  return {
    toReach,
    ratios: pairs.map(([, other], seed) =>
      toReach[seed].outcome === 'censored' ? Infinity : toReach[seed].at / reach(other, other).at,
    ),
    gains: pairs.map(([measurement, other]) => aucGain(curveOf(other), curveOf(measurement))),
  };
}

function verdictOf(ratios: readonly number[], p: number): Verdict {
  if (p > LEVEL) return 'no difference shown';
  return median(ratios) < 1 ? 'fewer' : 'more';
}

/** When a run came within reach of the error that the other one ended with. */
function reach(measurement: Measurement, other: Measurement): Observation {
  return labelsToReach(curveOf(measurement), GOAL * final(other).testError!);
}

function curveOf({ curve }: Measurement): LabelPoint[] {
  return curve
    .filter(({ queried }) => queried >= FIRST_LABELS)
    .map(({ queried, testError }) => ({ labels: queried, error: testError! }));
}

function labels(measurement: Measurement): number {
  return final(measurement).queried;
}

function learningCurves({ dataset, passive, standings, judges }: Contest): CurvePanel {
  const unit = Math.max(testError(passive), 1 / judges);
  const settings = [{ rule: 'passive', setting: passive }, ...standings].filter(({ rule }) => DRAWN.includes(rule));
  return {
    kind: 'curves',
    title: dataset,
    x: { label: 'labels bought', scale: 'log' },
    y: { label: 'test error / final error of passive learning', scale: 'log', min: 0.8, max: 10 },
    references: [{ y: GOAL, label: 'within 10%' }],
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

/** Over datasets, each with the median of its seeds; the cells are those of the rule and of passive learning. */
function gainOf(contests: readonly Contest[], rule: string): Estimate & Traced {
  const cells = contests.flatMap((contest) =>
    of([contest], rule).flatMap(({ setting }) => [...setting.cells, ...contest.passive.cells]),
  );
  return {
    ...meanInterval(
      of(contests, rule).map(({ gains }) => median(gains)),
      CONFIDENCE,
    ),
    cells,
  };
}

function of(contests: readonly Contest[], rule: string): Standing[] {
  return contests.flatMap(({ standings }) => standings.filter((standing) => standing.rule === rule));
}

function starred(rule: string, contests: readonly Contest[]): string {
  return buildQuery(of(contests, rule)[0].setting.run, 1).unbiased ? rule : `${rule} *`;
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
      `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`,
    ];
    return { value, cells };
  });
  return {
    title:
      "Labels to reach, as a multiple of passive learning's (median over seeds), and on how many sets fewer, or more, labels were shown",
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
          p < 0.001 ? '< 0.001' : p.toFixed(3),
          verdict,
          median(gains).toFixed(2),
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
  return value === Infinity ? 'never' : value.toFixed(2);
}

function fewerClaim(contests: readonly Contest[], rule: string, size: Size): Claim {
  const standings = of(contests, rule);
  const fewer = standings.filter(({ verdict }) => verdict === 'fewer').length;
  return {
    claim: `${rule} needs fewer labels than passive learning on most datasets`,
    measured: `fewer on ${fewer} of ${standings.length}, more on ${standings.filter(({ verdict }) => verdict === 'more').length}; median ratio ${ratio(median(standings.map(({ ratios }) => median(ratios))))}`,
    holds: fewer > standings.length / 2,
    figure: CURVES,
    tried: `${gridOf(contests, rule, size)}; ${whenShown(contests)}.`,
  };
}

/** The check on the whole arrangement: to thin a stream by coins alone saves nothing. */
function randomClaim(contests: readonly Contest[], size: Size): Claim {
  const standings = of(contests, 'random');
  const fewer = standings.filter(({ verdict }) => verdict === 'fewer').length;
  return {
    claim: 'random buying needs no fewer labels than passive learning on any dataset',
    measured: `fewer on ${fewer} of ${standings.length}`,
    holds: fewer === 0,
    figure: CURVES,
    tried: `${gridOf(contests, 'random', size)}; ${whenShown(contests)}.`,
  };
}

function coverClaim(contests: readonly Contest[], size: Size): Claim {
  const [cover, cal] = ['active-cover', 'oracular-cal'].map((rule) => gainOf(contests, rule).value);
  return {
    claim: 'Huang et al.: Active Cover gains more area than Oracular-CAL',
    measured: `mean AUC-GAIN ${cover.toFixed(3)} against ${cal.toFixed(3)}`,
    holds: cover > cal,
    figure: GAINS,
    tried: `${gridOf(contests, 'active-cover', size)}.`,
  };
}

/** The beginning of a sentence. The one step size of the default size was itself found by looking. */
function gridOf(contests: readonly Contest[], rule: string, size: Size): string {
  const found = size === 'default' ? ' (the step size is one that earlier validation errors had suggested)' : '';
  return `We searched ${gridInWords(of(contests, rule)[0].candidates)}, chosen on the validation part of every set${found}`;
}

function whenShown([{ standings }]: readonly Contest[]): string {
  return `with ${standings[0].ratios.length} seeds, a difference on a set counts as shown only if it outlasts Holm's correction over ${standings.length} rules`;
}

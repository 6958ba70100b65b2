import type { Traced } from '../../src/figures/model/figure.ts';
import type { Split } from '../../src/rows/dataset.ts';
import { type Estimate, meanInterval } from '../../src/statistics/estimate.ts';
import { holm } from '../../src/statistics/paired-difference.ts';
import type { Observation } from './kaplan-meier.ts';
import { aucGain, labelsToReach, type LabelPoint } from './label-curves.ts';
import { median } from '../../src/statistics/small-samples.ts';
import { wilcoxon } from './wilcoxon.ts';
import type { Measurement } from '../../src/streams/measures/measurement.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { bestOf, medianOver, type Setting } from '../../src/studies/results/results.ts';
import { LEVEL, WITHIN_TENTH } from '../support/criteria.ts';
import { validationError } from '../support/settings.ts';
import { settingInWords } from '../support/words.ts';
import { log } from '../../src/numerics/elementary.ts';
import { final } from '../support/numbers.ts';

export const CONFIDENCE = 0.95;
/**
 * Curves start here: errors of fewer labels say more about chance than about a rule. A setting that buys no more than its curve
 * starts with has none.
 */
export const FIRST_LABELS = 10;
export type Verdict = 'fewer' | 'no difference shown' | 'more';

/** What one rule did on one dataset, seed by seed beside passive learning. */
export interface Standing {
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
  /** Of Wilcoxon's signed ranks, and corrected by Holm over the rules of the set. */
  readonly odds: number;
  readonly p: number;
  readonly verdict: Verdict;
}

export interface Contest {
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

export function contest(dataset: string, settings: readonly Setting[], { train, test }: Split): Contest {
  const byRule = groupBy(settings, ({ run }) => run.query.name);
  const passive = bestOf(byRule.get('passive')!, (each) => validationError(each))!;
  const goal = WITHIN_TENTH * validationError(passive);
  const chosen = [...byRule].flatMap(([rule, candidates]) => {
    if (rule === 'passive') return [];
    const drawable = candidates.filter(({ measurements }) =>
      measurements.every((measurement) => labels(measurement) > (curveOf(measurement).at(0)?.labels ?? Infinity)),
    );
    const good = drawable.filter((candidate) => validationError(candidate) <= goal);
    const setting = bestOf(good, (each) => medianOver(each, labels)) ?? bestOf(drawable, (each) => validationError(each));
    if (setting === undefined) return [];
    const knobs = settingInWords(setting, candidates);
    return [{ rule, setting, candidates, knobs, ...compared(setting, passive) }];
  });
  const odds = chosen.map(({ ratios }) => wilcoxon(ratios.map(log)).p);
  const adjusted = holm(odds);
  const standings = chosen.map((each, c) => ({
    ...each,
    odds: odds[c],
    p: adjusted[c],
    verdict: verdictOf(each.ratios, adjusted[c]),
  }));
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
export function reach(measurement: Measurement, other: Measurement): Observation {
  return labelsToReach(curveOf(measurement), WITHIN_TENTH * final(other).testError!);
}

export function curveOf({ curve }: Measurement): LabelPoint[] {
  return curve
    .filter(({ queried }) => queried >= FIRST_LABELS)
    .map(({ queried, testError }) => ({ labels: queried, error: testError! }));
}

function labels(measurement: Measurement): number {
  return final(measurement).queried;
}

export function of(contests: readonly Contest[], rule: string): Standing[] {
  return contests.flatMap(({ standings }) => standings.filter((standing) => standing.rule === rule));
}

/** Over datasets, each with the median of its seeds; the cells are those of the rule and of passive learning. */
export function gainOf(contests: readonly Contest[], rule: string): Estimate & Traced {
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

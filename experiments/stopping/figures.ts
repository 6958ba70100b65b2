import type { CurvePanel, Point, ScatterPanel, Series } from '../../src/figures/model/figure.ts';
import { meanInterval } from '../../src/statistics/estimate.ts';
import { CONFIDENCE } from '../../src/studies/results/claim.ts';
import type { ReportFigure } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { FILES } from './claims.ts';
import {
  ALL_EVEN,
  certifiedPairs,
  chosenRules,
  EXPLORE,
  floorOf,
  isCertified,
  labelsOf,
  RANDOM,
  RULES,
  type Case,
} from './settings.ts';

/** Rules at one floor beside random sampling, and the true error where each run stopped. */
export function stoppingFigure(cases: readonly Case[]): ReportFigure {
  return {
    file: FILES.stopping,
    figure: { panels: [labelsPanel(cases), errorPanel(cases)] },
    caption:
      'Left: mean labels until an error is certified, against those of random sampling at the same rate, for p_min ' +
      `${floorOf({ explore: EXPLORE })}; below the line, choosing labels saves some. Right: ` +
      'true error of every run that a certificate ended; below the line, the certificate was true.',
  };
}

/** What a floor is worth: labels until the certificate against p_min, a panel a set. */
export function floorsFigure(cases: readonly Case[]): ReportFigure {
  return {
    file: FILES.floors,
    figure: {
      panels: certifiable(cases).map(({ dataset, limit }) => floorsPanel(cases, dataset, limit)),
    },
    caption:
      'Labels until an error is certified against the floor p_min, a line a rule, at one rate of labels; ' +
      'random sampling, all of whose labels are spread evenly, has the rate for its floor. ' +
      `Means with ${percent(CONFIDENCE, 0)} intervals over seeds. A set is shown with the smallest error that random ` +
      'sampling certified for every seed; sets where there is none are in the table alone. ' +
      'An open square at the upper edge: some seed came to the end of its stream first, and the mean is not known.',
  };
}

/** Each set with the smallest limit that random sampling certified for every seed. */
function certifiable(cases: readonly Case[]): Case[] {
  const random = cases.filter((each) => each.rule === RANDOM && each.explore === ALL_EVEN && isCertified(each));
  return [...new Set(random.map(({ dataset }) => dataset))].map(
    (dataset) => random.filter((each) => each.dataset === dataset).sort((a, b) => a.limit - b.limit)[0],
  );
}

function floorsPanel(cases: readonly Case[], dataset: string, limit: number): CurvePanel {
  const own = cases.filter((each) => each.dataset === dataset && each.limit === limit);
  return {
    kind: 'curves',
    title: `${dataset}, ${percent(limit, 0)}`,
    x: { label: 'floor p_min', scale: 'log' },
    y: { label: 'labels until certified', scale: 'log' },
    series: RULES.map((rule): Series => ({
      label: rule,
      points: own
        .filter((each) => each.rule === rule && (rule !== RANDOM || each.explore === ALL_EVEN))
        .sort((a, b) => a.explore - b.explore)
        .map(floorPoint),
    })),
  };
}

function floorPoint(one: Case): Point {
  const certified = one.runs.filter((run) => run.isCertified);
  const at = {
    x: floorOf(one),
    note: `certified for ${certified.length} of ${one.runs.length} seeds`,
    cells: one.cells,
  };
  if (!isCertified(one)) return { ...at, y: Infinity };
  const { value, low, high } = meanInterval(
    certified.map(({ labels }) => labels),
    CONFIDENCE,
  );
  return { ...at, y: value, low, high };
}

function labelsPanel(cases: readonly Case[]): ScatterPanel {
  return {
    kind: 'scatter',
    title: 'labels until certified',
    x: { label: 'labels of random sampling', scale: 'log' },
    y: { label: 'labels of the rule', scale: 'log' },
    diagonal: 'as many',
    series: chosenRules().map((rule) => ({
      label: rule,
      points: certifiedPairs(cases, { rule, explore: EXPLORE }, { rule: RANDOM, explore: EXPLORE }).map(
        ([one, random]): Point => ({
          x: labelsOf(random)!,
          y: labelsOf(one)!,
          note: `${one.dataset}, error at most ${percent(one.limit, 0)}`,
          cells: [...one.cells, ...random.cells],
        }),
      ),
    })),
  };
}

function errorPanel(cases: readonly Case[]): ScatterPanel {
  return {
    kind: 'scatter',
    title: 'true error where it stopped',
    x: { label: 'certified error', unit: 'percent', scale: 'linear', min: 0 },
    y: { label: 'true error', unit: 'percent', scale: 'linear', min: 0 },
    diagonal: 'certified',
    series: RULES.map((rule) => ({
      label: rule,
      points: cases
        .filter((each) => each.rule === rule)
        .flatMap(({ dataset, limit, runs, cells }) =>
          runs.flatMap(({ isCertified, trueError }, r): Point[] =>
            isCertified ? [{ x: 100 * limit, y: 100 * trueError, note: dataset, cells: [cells[r]] }] : [],
          ),
        ),
    })),
  };
}

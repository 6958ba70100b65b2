import type { Point, ScatterPanel } from '../../src/figures/model/figure.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { Table } from '../../src/studies/report.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { claims, FILE } from './claims.ts';
import { casesOf, chosenRules, CONFIDENCE, EXPLORE, labelsOf, LIMITS, pairsOf, RATE, RULES, type Case } from './settings.ts';
import { count } from '../../src/numerics/display.ts';

/** The report of stopping: labels until a certificate beside those of random sampling, and the true error then. */
export function report(findings: Findings): StudyReport {
  const cases = casesOf(findings);
  return {
    title: 'When to stop: labels until an error is certified',
    protocol: [
      `One shuffled pass over raw features, default learner, temper 0, warm-up 10. Labels are bought at a rate of ${RATE} a row, ${percent(EXPLORE, 0)} of it evenly: p_min = ${RATE * EXPLORE}. A run ends when "error <= limit" is certified with ${percent(CONFIDENCE, 0)} confidence, whatever the row, or with the stream. ${findings.seeds} seeds.`,
      'The error is that of the predictions on the rows considered, each made before its label. The true error is known here, because all labels are. Rules are compared where every seed of both was certified before the end of the stream; each set and limit is a ratio of mean labels, each set one number (the mean of its log ratios), intervals are over sets.',
    ],
    figures:
      cases.length === 0
        ? []
        : [
            {
              file: FILE,
              figure: { panels: [labelsPanel(cases), errorPanel(cases)] },
              caption:
                'Left: mean labels until an error is certified, against those of random sampling at the same rate; below the line, choosing labels saves some. Right: true error of every run that a certificate ended; below the line, the certificate was true.',
            },
          ],
    tables: cases.length === 0 ? [] : [table(cases)],
    claims: cases.length === 0 ? [] : claims(cases),
    notes: findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    command: `npm run reproduce -- stopping${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
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
      points: pairsOf(cases, rule).map(([one, random]): Point => ({
        x: labelsOf(random)!,
        y: labelsOf(one)!,
        note: `${one.dataset}, error at most ${percent(one.limit, 0)}`,
        cells: [...one.cells, ...random.cells],
      })),
    })),
  };
}

function errorPanel(cases: readonly Case[]): ScatterPanel {
  return {
    kind: 'scatter',
    title: 'true error where it stopped',
    x: { label: 'certified error, percent', scale: 'linear', min: 0 },
    y: { label: 'true error, percent', scale: 'linear', min: 0 },
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

/** Labels until certified, seeds that were, and the largest true error. */
function table(cases: readonly Case[]): Table {
  const sets = [...new Set(cases.map(({ dataset }) => dataset))];
  return {
    title: 'Mean labels until certified (share of the seeds that were)',
    header: ['dataset', ...LIMITS.flatMap((limit) => RULES.map((rule) => `${rule}, ${percent(limit, 0)}`))],
    rows: sets.map((dataset) => [
      dataset,
      ...LIMITS.flatMap((limit) =>
        RULES.map((rule) => cell(cases.find((each) => each.dataset === dataset && each.rule === rule && each.limit === limit))),
      ),
    ]),
  };
}

function cell(one: Case | undefined): string {
  const certified = one?.runs.filter(({ isCertified }) => isCertified) ?? [];
  if (one === undefined || certified.length === 0) return 'never';
  const labels = count(Math.round(mean(certified.map(({ labels: bought }) => bought))));
  return certified.length === one.runs.length ? labels : `${labels} (${percent(certified.length / one.runs.length, 0)})`;
}

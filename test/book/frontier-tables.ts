/** The tables of docs/CHOOSING.md, from the stored results of budget-frontier, by the functions that make its report. */
import { join } from 'node:path';
import { budgetFrontier } from '../../experiments/budget-frontier/study.ts';
import { table } from '../../experiments/sources/table.ts';
import type { Comparison, ForestPanel } from '../../src/figures/model/figure.ts';
import type { Split } from '../../src/rows/dataset.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import { resultOf } from '../../src/studies/store/entry.ts';
import { Store } from '../../src/studies/store/store.ts';
import type { StudyReport } from '../../src/studies/study.ts';
import { REPORTS } from '../support/published.ts';

export function frontierTables(): Record<'confirmation' | 'rules' | 'factors', () => string> {
  const report = storedReport();
  const [screening, factors] = ['screening.png', 'factors.png'].map(
    (name) => report.figures.find(({ file }) => file === name)!.figure.panels[0] as ForestPanel,
  );
  const ratios = report.tables.find(({ title }) => title.startsWith('Test error less that of random sampling'))!;
  return {
    confirmation: () => table(ratios.header, measured(ratios.rows.map((row) => row.map((cell) => shortened(cell))))),
    rules: () => rulesTable(screening.rows),
    factors: () =>
      table(
        ['changed', 'difference'],
        [...factors.rows].sort((a, b) => a.difference - b.difference).map((row) => [row.label, interval(row)]),
      ),
  };
}

/** Of the data a report asks for the number of rows alone, which the runs tell too. */
function storedReport(): StudyReport {
  const results = new Store(join(REPORTS, budgetFrontier.id), () => undefined).current().map(resultOf);
  const rowsOf = new Map<string, number>();
  for (const { cell, outcome } of ofKind(results, 'active')) {
    const examples = 'measurement' in outcome ? outcome.measurement.curve.at(-1)!.examples : 0;
    rowsOf.set(cell.dataset, Math.max(examples, rowsOf.get(cell.dataset) ?? 0));
  }
  const splits = new Map([...rowsOf].map(([name, length]) => [name, { train: { rows: { length } } } as unknown as Split]));
  return budgetFrontier.report({ size: 'default', seeds: budgetFrontier.seeds.default, splits, missing: [], results, races: [] });
}

/** A row a rule, best first by its first column; labels are "rule, temper a". */
function rulesTable(rows: readonly Comparison[]): string {
  const [rules, tempers] = [0, 1].map((part) => [...new Set(rows.map(({ label }) => label.split(', ')[part]))]);
  const of = (rule: string): Comparison[] => rows.filter(({ label }) => label.startsWith(`${rule}, `));
  const sorted = rules.toSorted((a, b) => of(a)[0].difference - of(b)[0].difference);
  return table(
    ['rule', ...tempers],
    sorted.map((rule) => [`\`${rule}\``, ...of(rule).map(interval)]),
  );
}

function interval({ difference, low, high }: Comparison): string {
  return `${signed(difference)} (${signed(low)} to ${signed(high)})`;
}

function signed(percent: number): string {
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`;
}

/** Budgets of which there are stored results. */
function measured(rows: readonly string[][]): string[][] {
  return rows.filter((row) => !row.some((cell) => cell.includes('NaN')));
}

function shortened(cell: string): string {
  return cell.replace('95% interval over sets ', '');
}

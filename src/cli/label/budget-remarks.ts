import { budgetOf } from '../../specs/pacing.ts';
import type { RunSpec } from '../../specs/run.ts';
import { rowsToPace, type Start } from '../../specs/start.ts';
import { plural } from '../../numerics/display.ts';

/** What a paced budget of labels means that is enough for all rows of a pool: a line before the first question, or none. */
export function budgetRemarks(spec: RunSpec, rows: number, start: Start | undefined): string[] {
  const budget = budgetOf(spec, rows);
  const open = rowsToPace(rows, start);
  if (spec.pace === undefined || budget === Infinity || budget < open) return [];
  return [`--budget: ${plural(budget, 'label')} for ${plural(open, 'row')}: every row will be asked about`];
}

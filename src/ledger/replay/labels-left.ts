import { SparseRows } from '../../rows/sparse-rows.ts';
import { buildLoss } from '../../specs/build-learner.ts';
import { buildAnnotator } from '../../specs/build.ts';
import { budgetOf, type RunSpec } from '../../specs/run.ts';
import type { LabelsLeft } from './recorded-oracle.ts';

/**
 * How far the budget of a run on so many rows reaches, by its spec alone; undefined where prices differ between rows and a budget
 * depends on them.
 */
export function leftBySpec(spec: RunSpec, rows: number): LabelsLeft | undefined {
  const budget = budgetOf(spec, rows);
  // Rounds draw what the budget holds, and meet every row after the last label too.
  if (spec.rounds !== undefined) return () => Infinity;
  if (budget === Infinity) return () => Infinity;
  const annotator = buildAnnotator(spec, buildLoss(spec), ONE_ROW, new Float64Array(1));
  if (annotator.pricesDiffer) return undefined;
  const price = annotator.price(0);
  return (_row, spent) => (budget - spent) / price;
}

const ONE_ROW = new SparseRows(new Uint32Array(2), new Uint32Array(), new Float32Array(), 1);

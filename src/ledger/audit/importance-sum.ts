import { sumOf } from '../../statistics/small-samples.ts';
import type { ExampleEntry } from '../entry.ts';
import type { Evidence } from './evidence.ts';
import { inDeviations, judged, unknown, type Verdict } from './verdict.ts';

/** The importance that was bought beside the number it estimates without bias: that of all rows considered. */
export type ImportanceSum = Readonly<ReturnType<typeof importanceSum>>;

/** A share of the expected sum by which sums of importances that are no whole numbers may differ. */
const ROUNDING = 1e-9;

/**
 * Whether the importances of what the coins wanted sum to the importance considered, as they do on average. i is a row's own, 1
 * where the data give none; their sum is then the number of examples, n.
 *
 *   S = sum of i/p over the examples that the coin wanted + sum of i over those of p = 0      E[S] = sum of i
 *   Var S = sum over all examples of i^2 (1 - p) / p, estimated from purchases alone by the sum over them of i^2 (1 - p) / p^2
 *
 * What the coin wanted was bought, or refused by the budget; what was bought was learned, or never answered. S - sum of i is a
 * martingale, so that the sum may stop at any example that the past decides, the last purchase among them.
 *
 * What the ledger does not tell is null: what was refused or implied, S (`total`) then, and the sum of i (`expected`).
 *
 * Source: Horvitz & Thompson, A generalization of sampling without replacement from a finite universe (1952), for independent
 * coins; Beygelzimer, Dasgupta & Langford (2009), section 3, for coins that depend on the past.
 */
export function importanceSum(evidence: Evidence) {
  const { isComplete, totals, abstained, awaited, end, consideredImportance: expected, query } = evidence;
  const refused = isComplete ? totals.refused : (end?.refusedImportance ?? null);
  const implied = isComplete ? totals.implied : (end?.implied ?? null);
  const massOf = (purchases: readonly ExampleEntry[]): number => sumOf(purchases.map(({ importance }) => importance));
  const parts = { learned: totals.learned, abstained: massOf(abstained), awaited: massOf(awaited), refused, implied };
  const total = refused === null || implied === null ? null : parts.learned + parts.abstained + parts.awaited + refused + implied;
  const standardError = Math.sqrt(evidence.variance);
  return { ...parts, total, expected, standardError, check: check() };

  function check(): Verdict {
    if (query.weighting !== 'inverse-probability')
      return unknown('this rule weights labels by 1, not by 1/p, and claims no such sum');
    if (total === null || expected === null)
      return unknown('a ledger of purchases does not tell before its end what was refused or left out; --data computes it');
    if (!isComplete && refused !== 0)
      return unknown('a ledger of purchases does not tell the probabilities of what the budget refused; --data computes them');
    const heaviest = evidence.heaviest.listed.at(0)?.importance ?? 0;
    const difference = Math.abs(total - expected) <= ROUNDING * expected ? 0 : total - expected;
    return judged(inDeviations(difference, standardError), heaviest / standardError);
  }
}

import type { Evidence } from './evidence.ts';
import { inDeviations, judged, unknown, type Verdict } from './verdict.ts';

export interface Decade {
  /** Positions from … to - 1. */
  readonly from: number;
  readonly to: number;
  readonly bought: number;
  /** null where the ledger tells of purchases only. */
  readonly refused: number | null;
  readonly expected: number | null;
  readonly standardDeviation: number | null;
  readonly check: Verdict;
}

/**
 * Explains how many labels were bought, decade by decade of the stream: the probabilities say how many were to be expected, the
 * coins decided, the budget refused.
 *
 *   expected = sum of p      standard deviation = sqrt(sum of p (1 - p)), for coins that are independent given the past
 *
 * Source: the purchases less their probabilities are a martingale; D. Freedman, On tail probabilities for martingales (1975).
 */
export function queryCounts({ considered, isComplete, examples }: Evidence): Decade[] {
  const decades: Decade[] = [];
  let next = 0;
  for (let from = 0, to = 10; from < examples; from = to, to *= 10) {
    const end = Math.min(to, examples);
    const start = next;
    while (next < considered.length && considered[next].position < end) next++;
    decades.push(decade(from, end, considered.slice(start, next), isComplete));
  }
  return decades;
}

/** One verdict for all decades: the worst. */
export function countsVerdict(decades: readonly Decade[]): Verdict {
  const worst = ['suspicious', 'cannot be said']
    .map((verdict) => decades.find(({ check }) => check.verdict === verdict))
    .find((each) => each !== undefined);
  if (worst === undefined) return { verdict: 'ok', why: 'in every decade as many as its probabilities say, within chance' };
  return { ...worst.check, why: `positions ${worst.from} to ${worst.to - 1}: ${worst.check.why}` };
}

function decade(from: number, to: number, entries: Evidence['considered'], isComplete: boolean): Decade {
  const count = (wanted: string): number => entries.filter(({ outcome }) => outcome === wanted).length;
  const bought = count('asked');
  if (!isComplete) {
    const check = unknown('a ledger of purchases does not tell the probabilities of what was not bought; --data computes them');
    return { from, to, bought, refused: null, expected: null, standardDeviation: null, check };
  }
  const refused = count('refused');
  const expected = entries.reduce((sum, { probability: p }) => sum + p, 0);
  const standardDeviation = Math.sqrt(entries.reduce((sum, { probability: p }) => sum + p * (1 - p), 0));
  return {
    from,
    to,
    bought,
    refused,
    expected,
    standardDeviation,
    check: judged(inDeviations(bought + refused - expected, standardDeviation)),
  };
}

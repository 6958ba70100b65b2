import type { DecadeCount, Evidence } from './evidence.ts';
import { inDeviations, judged, unknown, type Verdict } from './verdict.ts';

/** Questions asked in one decade of the stream, and how many the probabilities let expect. */
export type Decade = Readonly<ReturnType<typeof decade>>;

/**
 * Explains how many labels were bought, decade by decade of the stream: the probabilities say how many were to be expected, the
 * coins decided, the budget refused.
 *
 *   expected = sum of p      standard deviation = sqrt(sum of p (1 - p)), for coins that are independent given the past
 *
 * Source: the purchases less their probabilities are a martingale; D. Freedman, On tail probabilities for martingales (1975).
 */
export function queryCounts({ counts, isComplete, examples }: Evidence): Decade[] {
  const decades: Decade[] = [];
  for (let [from, to] = [0, 10]; from < examples; [from, to] = [to, to * 10])
    decades.push(decade(from, Math.min(to, examples), counts.of(decades.length), isComplete));
  return decades;
}

/** One verdict for all decades: the worst. */
export function countsVerdict(decades: readonly Decade[]): Verdict {
  const worst = ['suspicious', 'inconclusive']
    .map((verdict) => decades.find(({ check }) => check.verdict === verdict))
    .find((each) => each !== undefined);
  if (worst === undefined) return { verdict: 'ok', why: 'in every decade as many as its probabilities say, within chance' };
  return { ...worst.check, why: `positions ${worst.from} to ${worst.to - 1}: ${worst.check.why}` };
}

/** Of the positions from … to - 1; what a ledger of purchases only does not tell is null. */
function decade(from: number, to: number, { bought, refused, expected, variance }: DecadeCount, isComplete: boolean) {
  if (!isComplete) {
    const check = unknown('a ledger of purchases does not tell the probabilities of what was not bought; --data computes them');
    return { from, to, bought, refused: null, expected: null, standardDeviation: null, check };
  }
  const standardDeviation = Math.sqrt(variance);
  const check = judged(inDeviations(bought + refused - expected, standardDeviation), 1 / standardDeviation);
  return { from, to, bought, refused, expected, standardDeviation, check };
}

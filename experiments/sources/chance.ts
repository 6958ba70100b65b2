import { type Case, type Claim, outcomeOf } from '../../src/studies/results/claim.ts';
import { boundOf, LOOKS, marginOf, sampleOf, scaleOf } from '../../src/studies/results/looks.ts';
import { criticalT, studentTail } from '../../src/statistics/estimate.ts';

/** P that chance alone, where the criterion is just not met (or, at a look, d just not), does as much for it, and against it. */
function pOf(each: Case, looked: boolean): readonly [met: number, failed: number] {
  const outcome = outcomeOf(each);
  if (each.low === each.high || outcome === 'unmeasured') return [outcome === 'met' ? 0 : 1, outcome === 'failed' ? 0 : 1];
  const { criterion } = each;
  const [bound, d] = [boundOf(criterion), marginOf(each)];
  const inside = (from: number, to: number): number => Math.max(tailOf(each, from), 1 - tailOf(each, to));
  if ('within' in criterion) return [inside(...criterion.within), 1 - inside(...criterion.within)];
  const p = tailOf(each, bound);
  const [met, failed] = 'below' in criterion || 'atMost' in criterion ? [1 - p, p] : [p, 1 - p];
  return [looked ? Math.min(met, inside(bound - d, bound + d)) : met, failed];
}

/** P of as high an estimate where this is the truth; intervals that are not Student's are taken for normal ones of 95%. */
function tailOf(each: Case, truth: number): number {
  const { confidence, n } = sampleOf(each) ?? { confidence: 0.95, n: 1000 };
  const [to] = scaleOf(each.unit);
  const half = Math.abs(to(each.value >= truth ? each.low : each.high) - to(each.value));
  return studentTail((criticalT(confidence, n - 1) * (to(each.value) - to(truth))) / half, n - 1);
}

/**
 * Two-sided probability of a claim's verdict or a stronger one by chance, for the false discovery rate; at a look, of all looks: times
 * 5% over its level. Undefined of what comes without chance, and where nothing was measured.
 */
export function probabilityOf({ cases, atLeast = cases.length, look, needs = [] }: Claim): number | undefined {
  if (needs.length > 0 || cases.every((each) => each.low === each.high || 'covers' in each.criterion || Number.isNaN(each.value)))
    return undefined;
  const nth = (numbers: readonly number[], n: number): number => numbers.toSorted((a, b) => a - b)[n - 1] ?? 1;
  const both = cases.map((each) => pOf(each, look !== undefined));
  const [met, failed] = [0, 1].map((side) => both.map((each) => each[side]));
  const level = LOOKS.find(({ seeds }) => seeds === look)?.level ?? 0.05;
  return Math.min(1, (2 * Math.min(nth(met, atLeast), nth(failed, cases.length - atLeast + 1)) * 0.05) / level);
}

/** How many of these verdicts may be wrong: of a claim 2.5% at one look, and 5% more where new seeds were looked at. */
export function expectedWrong(claims: readonly Claim[]): number {
  return claims.reduce((sum, each) => sum + (probabilityOf(each) === undefined ? 0 : each.look === undefined ? 0.025 : 0.075), 0);
}

/**
 * Benjamini & Hochberg (1995): the claims that are kept where 5% of what is kept may be wrong.
 *
 * The claims with the k smallest probabilities, for the largest k with p_(k) <= 5% k / m.
 */
export function kept(claims: readonly Claim[]): ReadonlySet<Claim> {
  const sorted = claims.filter((each) => probabilityOf(each) !== undefined).sort((a, b) => probabilityOf(a)! - probabilityOf(b)!);
  const last = sorted.findLastIndex((each, k) => probabilityOf(each)! <= (0.05 * (k + 1)) / sorted.length);
  return new Set(sorted.slice(0, last + 1));
}

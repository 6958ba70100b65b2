import { exp, expm1, log, log1p } from '../../numerics/elementary.ts';
import { rounded } from '../../numerics/display.ts';
import { criticalT } from '../../statistics/estimate.ts';
import { type Case, type Claim, type Criterion, outcomeOf, type Unit } from './claim.ts';

/**
 * When new seeds are looked at, and the one-sided level of each of "better", "worse" and the two sides of equivalence there. The levels
 * add up to 5%, so that a side errs in at most 5% of the claims, whenever one stops and however looks depend on each other.
 */
export const LOOKS = [
  { seeds: 5, level: 0.005 },
  { seeds: 10, level: 0.01 },
  { seeds: 20, level: 0.015 },
  { seeds: 40, level: 0.02 },
] as const;

/** At so many paired standard deviations of `d` or more 40 seeds decide (simulated: undecided at most 1%). */
const DECIDABLE = 0.75;

/**
 * The smallest difference that matters, `d`, of every claim, by what its number is in: chosen from what matters to a user, before the first
 * new seed was run, and never from the spread of seeds. A study may say another one (Study.matters, Case.matters). docs/STUDIES.md has the
 * reasons.
 */
export const MARGINS: Readonly<Record<Unit, number>> = {
  ...{ points: 0.005, quality: 0.005, fine: 0.005, change: 0.05, share: 0.05, difference: 0.5, decades: 0.1 },
  // Of these a share of the number that the claim is held against.
  ...{ percent: 0.05, times: 0.05, number: 0.05, count: 0.05, seconds: 0.05, tenths: 0.1 },
};
const RELATIVE = new Set<Unit>(['percent', 'times', 'number', 'count', 'seconds', 'tenths']);

/** d of a case, in its unit. */
export function marginOf({ unit, criterion, matters }: Pick<Case, 'unit' | 'criterion' | 'matters'>): number {
  if ('within' in criterion) return (criterion.within[1] - criterion.within[0]) / 2;
  return matters ?? MARGINS[unit] * (RELATIVE.has(unit) ? Math.abs(boundOf(criterion)) : 1);
}

/** The number of a criterion, or the middle of its two. */
export function boundOf(criterion: Criterion): number {
  const bounds = Object.values(criterion).flat() as number[];
  return (bounds[0] + bounds[bounds.length - 1]) / 2;
}

/** Where intervals are symmetric: ratios on the logarithmic scale, all else as it is. */
export function scaleOf(unit: Unit): readonly [to: (x: number) => number, from: (x: number) => number] {
  if (unit === 'times') return [log, exp];
  return unit === 'change' ? [log1p, expm1] : [(x) => x, (x) => x];
}

/** What an interval by Student is of, read off its basis: so many seeds, sets, …; undefined for all others. */
export function sampleOf({ basis }: Case) {
  const found = /^([\d.]+)% (?:bootstrap )?interval over (\d+) (?:new )?(\w+)/.exec(basis);
  if (found === null || Number(found[2]) < 2) return undefined;
  return { confidence: Number(found[1]) / 100, n: Number(found[2]), of: found[3] };
}

/** Units of which runs of more seeds have more. */
const SEEDED = new Set(['seeds', 'shuffles', 'orders']);
/** Units that no seed adds. */
const GIVEN = new Set(['sets', 'folds']);

/** The outcome of a case; `looked`: of new seeds, so that two one-sided tests against d are made too: met or open by less than d. */
export function standingOf(each: Case, looked: boolean) {
  const [outcome, bound, d] = [outcomeOf(each), boundOf(each.criterion), marginOf(each)];
  if (!looked || 'covers' in each.criterion || 'within' in each.criterion || !(bound - d < each.low && each.high < bound + d))
    return outcome;
  return outcome === 'met' ? 'met, smaller' : outcome === 'open' ? 'level' : outcome;
}

/** What would decide a case that 40 seeds cannot: so many seeds, or sets, where seeds add none; undefined where seeds can. */
export function takes(each: Case): { readonly n: number; readonly of: string } | undefined {
  const sample = sampleOf(each);
  if (outcomeOf(each) !== 'open' || sample === undefined) return undefined;
  const [to] = scaleOf(each.unit);
  const deviation = ((to(each.high) - to(each.low)) * Math.sqrt(sample.n)) / 2 / criticalT(sample.confidence, sample.n - 1);
  const bound = boundOf(each.criterion);
  const n = Math.ceil(LOOKS[3].seeds * ((DECIDABLE * deviation) / (to(bound + marginOf(each)) - to(bound))) ** 2);
  if (GIVEN.has(sample.of)) return { n: Math.max(n, sample.n + 1), of: sample.of };
  return SEEDED.has(sample.of) && !(n <= LOOKS[3].seeds) ? { n, of: sample.of } : undefined;
}

/** Whether new seeds are looked at for a case: where its interval is one by Student over seeds, or its runs failed. */
export function isLookedAt(each: Case): boolean {
  const isStudents = SEEDED.has(sampleOf(each)?.of ?? '') && !each.basis.includes('bootstrap');
  return isStudents || (each.low === each.high && !Number.isFinite(each.value));
}

/** The claim at a look, of new seeds alone, with intervals at the look's level; undefined where an interval is not one by Student. */
function atLook(claim: Claim, { seeds, level }: (typeof LOOKS)[number]): Claim | undefined {
  const cases = claim.cases.map((each) => {
    if (each.low === each.high && !Number.isFinite(each.value)) return each;
    const sample = sampleOf(each);
    if (sample?.n !== seeds || !isLookedAt(each)) return undefined;
    const wider = criticalT(1 - 2 * level, seeds - 1) / criticalT(sample.confidence, seeds - 1);
    const [to, from] = scaleOf(each.unit);
    const end = (x: number): number => from(to(each.value) + wider * (to(x) - to(each.value)));
    const basis = `${rounded(100 - 200 * level, 3)}% interval over ${seeds} new ${sample.of}`;
    return { ...each, low: end(each.low), high: end(each.high), basis };
  });
  return cases.length === 0 || cases.includes(undefined) ? undefined : { ...claim, cases: cases as Case[], look: seeds };
}

/**
 * Claims of a pilot, and those that it left open as new seeds find them: at the first look that decides, or else the last one that
 * there was. Claims that the pilot decided, and those that are not about seeds, stay as they are.
 *
 * @param later - the claims as so many new seeds alone make them; undefined where there are not so many
 */
export function continued(
  pilot: readonly Claim[],
  later: (seeds: number) => readonly Claim[] | undefined,
  isOpen: (claim: Claim) => boolean,
): readonly Claim[] {
  return LOOKS.reduce((claims, look) => {
    const now = claims.some(isOpen) ? later(look.seeds) : undefined;
    return claims.map((claim) => {
      const same = isOpen(claim) ? now?.find((each) => each.claim === claim.claim) : undefined;
      return (same && atLook(same, look)) ?? claim;
    });
  }, pilot);
}

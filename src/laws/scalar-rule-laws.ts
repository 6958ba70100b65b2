import type { RandomStream } from '../numerics/random.ts';
import type { Knob, RuleReading } from '../queries/query.ts';
import {
  extremePoints,
  fallsWithDistance,
  fallsWithGap,
  fallsWithTime,
  isProbability,
  leavesNothingOut,
  leavesOneContinuously,
  samplePoint,
  situationAt,
  type Point,
} from './query-laws.ts';

type Law = (rule: RuleReading<'flip'>, point: Point, scale: number) => string | undefined;

const laws: Readonly<Record<string, Law>> = {
  isProbability,
  fallsWithGap: (rule, point, scale) => fallsWithGap(rule, point, 1 + 10 * scale),
  fallsWithDistance: (rule, point, scale) => fallsWithDistance(rule, point, 1 + 10 * scale),
  fallsWithTime: (rule, point, scale) => fallsWithTime(rule, point, Math.max(1, Math.ceil(scale * point.k))),
  leavesNothingOut: (rule, point) => (rule.unbiased ? leavesNothingOut(rule, point) : undefined),
  knobAsksMore,
  knobIsBounded,
};

/** Searched for by bisection: few points. */
const SEARCHES = 100;

/**
 * The first law that a rule without a state breaks, and where: `brokenLaw` holds scalar rules to these, over random situations and
 * the corners.
 */
export function brokenQueryLaw(rule: RuleReading<'flip'>, trials: number, random: RandomStream): string | undefined {
  for (const [name, law] of Object.entries(laws)) {
    for (let trial = 0; trial < trials; trial++) {
      const found = law(rule, samplePoint(random), random.next());
      if (found !== undefined) return `${name}: ${found}`;
    }
    for (const point of extremePoints) {
      const found = law(rule, point, 0.1);
      if (found !== undefined) return `${name}: ${found}`;
    }
  }
  // A rule that leaves something out may decide without a coin.
  for (let search = 0; rule.unbiased && search < SEARCHES; search++) {
    const found = leavesOneContinuously(rule, samplePoint(random));
    if (found !== undefined) return `leavesOneContinuously: ${found}`;
  }
  return undefined;
}

/** What surely is at most a probability is. */
function knobIsBounded({ knob }: RuleReading<'flip'>, point: Point, scale: number): string | undefined {
  if (knob?.isAtMost === undefined) return undefined;
  const situation = situationAt(point);
  const asked = knob.probability(situation, knob.value);
  const wrong = [asked * scale, asked * (1 - Number.EPSILON)].find(
    (bound) => bound < asked && knob.isAtMost!(bound)(situation, knob.value),
  );
  return wrong === undefined ? undefined : `p = ${asked}, and isAtMost(${wrong}) is true, at ${JSON.stringify(point)}`;
}

/** The knob's own value is the rule, and a larger one never asks less. */
function knobAsksMore(rule: RuleReading<'flip'>, point: Point, scale: number): string | undefined {
  const { knob } = rule as { readonly knob?: Knob<'flip'> };
  if (knob === undefined) return undefined;
  const situation = situationAt(point);
  const [asked, own] = [rule.probability(situation, undefined as never, 0), knob.probability(situation, knob.value)];
  if (asked !== own) return `p = ${asked}, and of the knob's own value ${own}, at ${JSON.stringify(point)}`;
  const larger = Math.min(knob.to, knob.value * (1 + 10 * scale));
  const more = knob.probability(situation, larger);
  return more >= own * (1 - 1e-12)
    ? undefined
    : `p falls from ${own} to ${more} when the knob grows from ${knob.value} to ${larger}, at ${JSON.stringify(point)}`;
}

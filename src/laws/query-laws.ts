import { pow } from '../numerics/pow.ts';
import type { RandomStream } from '../numerics/random.ts';
import { floored, type Knob, type QueryRule, type RuleReading, type Situation } from '../queries/query.ts';
import { hasPace, paced, budgetSchedule } from '../queries/pacer.ts';
import { warmedUp } from '../queries/warmed-up.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { difference, sampleRows } from './optimizer-laws.ts';

/** A rule whose probability is a function of the situation alone. */
export type ScalarRule = Pick<RuleReading<'flip'>, 'probability'>;

/** What a scalar rule is asked about, in the letters of the papers; G = weightToFlip / k. */
export interface Point {
  readonly k: number;
  readonly G: number;
  readonly errorRate: number;
  readonly queries: number;
  /** |p - threshold| */
  readonly distance: number;
}

const nothing = undefined as unknown as SparseRows;

/** The situation of a scalar rule at a point of the laws. */
export function situationAt({ k, G, errorRate, queries, distance }: Point): Situation {
  return {
    time: k,
    rowImportance: 1,
    prediction: distance,
    distance,
    sensitivity: 1,
    weightToFlip: G * k,
    errorRate,
    queries,
    labelsLeft: Infinity,
  };
}

/** The probability of a rule at a point of the laws; scalar rules read no row. */
export function probabilityAt(rule: ScalarRule, point: Point): number {
  return rule.probability(situationAt(point), nothing, 0);
}

/** Ordinary points: k up to 1e7; G, the error rate and the distance over many orders of magnitude. */
export function samplePoint(random: RandomStream): Point {
  const k = Math.floor(pow(10, 7 * random.next())) + 1;
  const queries = Math.floor(pow(k, random.next()));
  return {
    k,
    G: pow(10, -10 + 12 * random.next()),
    errorRate: pow(random.next(), 4),
    queries,
    distance: pow(10, -6 + 8 * random.next()),
  };
}

/**
 * The corners: no time, no gap, gaps and distances from 1e-300 to Infinity, no labels, every label, error rates 0 and above 1.
 */
export const extremePoints: readonly Point[] = [0, 1, 2, 3, 10, 1e6, 2 ** 53].flatMap((k) =>
  [0, 1e-300, 1e-150, 1e-16, 1e-8, 1, 1e8, 1e150, 1e290, Infinity].flatMap((G) =>
    [0, 1e-300, 0.5, 1, 1e6].flatMap((errorRate) =>
      [0, 1, k].map((queries) => ({ k, G: k === 0 ? 0 : G, errorRate, queries, distance: G })),
    ),
  ),
);

/**
 * p lies in [0, 1]. This and the functions that follow are the laws of query rules, from a rule to a counterexample (or undefined):
 * the law tests run them over the whole registry, and the mutation check runs them over planted mistakes that they have to find.
 */
export function isProbability(rule: ScalarRule, point: Point): string | undefined {
  const p = probabilityAt(rule, point);
  return p >= 0 && p <= 1 ? undefined : `p = ${p} at ${show(point)}`;
}

/** Every label that some importance could make matter may be bought; beyond gaps of 1e100 p may underflow. */
export function leavesNothingOut(rule: ScalarRule, point: Point): string | undefined {
  return probabilityAt(rule, point) > 0 || point.G > 1e100 ? undefined : `p = 0 at ${show(point)}`;
}

/** A prediction further from the threshold is never asked about more often. */
export function fallsWithDistance(rule: ScalarRule, point: Point, factor: number): string | undefined {
  return neverRises(rule, point, { distance: point.distance * factor }, `the distance grows ${factor}-fold`);
}

/** p does not rise with G at fixed k. */
export function fallsWithGap(rule: ScalarRule, point: Point, factor: number): string | undefined {
  return neverRises(rule, point, { G: point.G * factor }, `G = ${point.G} grows ${factor}-fold`);
}

/** p does not rise with k at fixed G. */
export function fallsWithTime(rule: ScalarRule, point: Point, steps: number): string | undefined {
  return neverRises(rule, point, { k: point.k + steps }, `k grows by ${steps}`);
}

function neverRises(rule: ScalarRule, point: Point, change: Partial<Point>, when: string): string | undefined {
  const [before, after] = [point, { ...point, ...change }].map((each) => probabilityAt(rule, each));
  return after <= before * (1 + 1e-12) ? undefined : `p rises from ${before} to ${after} when ${when}, at ${show(point)}`;
}

/** p leaves 1 without a jump: just beyond the largest gap at which the label is certain to be bought, p is still about 1. */
export function leavesOneContinuously(rule: ScalarRule, point: Point): string | undefined {
  const at = (G: number): number => probabilityAt(rule, { ...point, G });
  let low = 1e-300;
  let high = 1e300;
  if (at(low) < 1 || at(high) === 1) return undefined; // a rule that does not depend on the gap
  while (high / low > 1 + 1e-13) {
    const middle = Math.sqrt(low) * Math.sqrt(high);
    if (middle <= low || middle >= high) break;
    if (at(middle) === 1) low = middle;
    else high = middle;
  }
  const beyond = at(high);
  return beyond > 1 - 1e-9 ? undefined : `p jumps from 1 to ${beyond} at G = ${high}, ${show(point)}`;
}

function show({ k, G, errorRate, queries, distance }: Point): string {
  return `k = ${k}, G = ${G}, errorRate = ${errorRate}, queries = ${queries}, distance = ${distance}`;
}

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
  const points = function* (): Generator<[point: Point, scale: number]> {
    for (let trial = 0; trial < trials; trial++) yield [samplePoint(random), random.next()];
    for (const point of extremePoints) yield [point, 0.1];
  };
  for (const [name, law] of Object.entries(laws)) {
    for (const [point, scale] of points()) {
      const found = law(rule, point, scale);
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

/** A rule that reads what it likes: the laws fill in everything. */
type Rule = RuleReading<'flip'>;

/** An example, and what becomes of it. */
interface Step {
  readonly situation: Situation;
  readonly row: number;
  readonly label: number | undefined;
  readonly h: number;
}

const LENGTH = 40;
const BUDGET = LENGTH / 4;

/** What puts another rule around a rule (specs/build.ts). */
const WRAPPINGS: Readonly<Record<string, (rule: Rule) => Rule>> = {
  'on a floor': (rule) => floored(rule as QueryRule, 0.1) as Rule,
  'after a warm-up': (rule) => warmedUp(rule as QueryRule, { labels: 3, atMost: Infinity, threshold: 0 }) as Rule,
  paced: (rule) => {
    if (!hasPace(rule)) return rule;
    const schedule = budgetSchedule({ budget: BUDGET, rows: LENGTH, decay: 0, warmUp: 0 });
    return paced(rule, { schedule, minimum: 0.1, floor: 0, price: () => 1, window: 5 });
  },
};

/**
 * Laws of every query rule, with a state or without one, over a stream of random examples: p lies in [0, 1]; `restore(state())` on a
 * fresh rule continues bit for bit; and paced, on a floor or after a warm-up the rule is told of every example and every outcome, and
 * continues so as well.
 *
 * @returns the first counterexample in words, or undefined.
 */
export function brokenStreamLaw(make: () => Rule, random: RandomStream): string | undefined {
  const rows = sampleRows(random, 8, 4);
  const steps = Array.from({ length: LENGTH }, (_, t) => stepAt(t, rows, random));
  const cut = random.below(LENGTH);
  const alone = make();
  const found = resumed(alone, make, { rows, steps, cut });
  if (found !== undefined) return `resumes: ${found}`;
  for (const [how, wrap] of Object.entries(WRAPPINGS)) {
    const inner = make();
    const broken =
      resumed(wrap(inner), () => wrap(make()), { rows, steps, cut }) ?? difference(inner.state(), alone.state(), 'its own state');
    if (broken !== undefined) return `staysItself: ${how}, ${broken}`;
  }
  return undefined;
}

/** Goes through all steps with a rule, and from the cut on with another one in its state; where they differ. */
function resumed(
  rule: Rule,
  make: () => Rule,
  { rows, steps, cut }: { readonly rows: SparseRows; readonly steps: readonly Step[]; readonly cut: number },
): string | undefined {
  for (const step of steps.slice(0, cut)) tell(rule, rows, step);
  const state = rule.state();
  const rest = steps.slice(cut);
  const expected = rest.map((step) => tell(rule, rows, step));
  const other = make();
  other.restore(state);
  for (const [n, step] of rest.entries()) {
    const p = tell(other, rows, step);
    if (!Object.is(p, expected[n])) return `continued from example ${cut}: p = ${p} of example ${cut + n}, before ${expected[n]}`;
    if (!(p >= 0 && p <= 1)) return `p = ${p} of example ${cut + n}`;
  }
  const gap = difference(other.state(), rule.state(), 'state');
  return gap === undefined ? undefined : `continued from example ${cut}: ${gap}`;
}

/** One example, as the loop tells a rule of it; its probability. */
function tell(rule: Rule, rows: SparseRows, { situation, row, label, h }: Step): number {
  rule.consider?.(situation, rows, row);
  const p = rule.probability(situation, rows, row);
  rule.settle(situation, rows, row, label, h, h);
  return p;
}

function stepAt(t: number, rows: SparseRows, random: RandomStream): Step {
  const point = samplePoint(random);
  const bought = Math.min(BUDGET - 1, Math.floor(t / 4));
  const situation = {
    ...situationAt({ ...point, k: t, queries: bought }),
    prediction: random.below(2) === 0 ? point.distance : -point.distance,
    labelsLeft: BUDGET - bought,
  };
  const isBought = random.below(4) === 0;
  return {
    situation,
    row: random.below(rows.length),
    label: isBought ? 2 * random.below(2) - 1 : undefined,
    h: isBought ? 1 + random.below(4) : 0,
  };
}

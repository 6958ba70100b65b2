import type { RandomStream } from '../numerics/random.ts';
import { floored } from '../queries/floored.ts';
import { hasPace, paced } from '../queries/pacer.ts';
import type { QueryRule, RuleReading, Situation } from '../queries/query.ts';
import { budgetSchedule } from '../queries/schedule.ts';
import { warmedUp } from '../queries/warmed-up.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { difference, sampleRows } from './optimizer-laws.ts';
import { samplePoint, situationAt } from './query-laws.ts';

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

import type { SparseRows } from '../rows/sparse-rows.ts';
import type { MarginLearner } from '../learners/margin-learner.ts';
import type { RandomStream } from '../numerics/random.ts';
import { type Parameter, recipe, type Parameters, type Recipe, type Values } from '../numerics/recipe.ts';
import type { Stateful } from '../numerics/state.ts';
import { present } from '../numerics/present.ts';
import { log } from '../numerics/elementary.ts';

/** What every rule may see of an example and of the past; any loss will do. No field of a situation knows an unbought label. */
export interface CountsSituation {
  /** k: examples considered before this one, whatever their importance. */
  readonly time: number;
  /** Importance of this row as the data give it, 1 where they give none. */
  readonly rowImportance: number;
  /**
   * Importance-weighted 0/1 error of the predictions on bought labels, divided by the importance considered; 0 before there is
   * any.
   */
  readonly errorRate: number;
  /** Labels bought and learned so far. */
  readonly queries: number;
  /** Labels at this one's price that the budget still holds; Infinity without a budget. */
  readonly labelsLeft: number;
}

/** And what rules may see that read the prediction; for losses with classes. */
export interface PredictionSituation extends CountsSituation {
  /** p: margin of this example under the current weights; of several classes the one that is predicted, from 1. */
  readonly prediction: number;
  /** How far p is from the threshold between the classes; of several classes by how much the best score leads the next. */
  readonly distance: number;
}

/** And what rules may see that read what it takes to flip it; likewise. */
export interface FlipSituation extends PredictionSituation {
  /** q: how far one unit of step would move p; of several classes the margin of the two that weightToFlip is about. */
  readonly sensitivity: number;
  /**
   * Importance with which the opposite label would bring p to the threshold; Infinity when none would. Of several classes: the smallest
   * with which a label of another class would make that one win.
   */
  readonly weightToFlip: number;
}

/** What a rule sees of an example, by what it says that it reads. */
export interface Situations {
  readonly counts: CountsSituation;
  readonly prediction: PredictionSituation;
  readonly flip: FlipSituation;
}

/** What a rule says that it reads of the situation; the loop fills in no more. */
export type Reads = keyof Situations;

/** Everything there is to be seen. One instance in the loop's hands, refilled for every example. */
export type Situation = FlipSituation;

/**
 * A query rule turns what is known before the label into the probability of buying it.
 *
 * It tosses no coin and sets no weight: the loop (streams/passes/active-learn.ts) does both, once for all rules, so that a rule
 * which draws its labels with probability p has them learned with importance 1/p, times that of their rows, and nothing is
 * biased.
 *
 * Letters: k examples considered BEFORE this one, asked or not, each counted once · G = weightToFlip / k, about the
 * gap in error rate between the best hypothesis and the best one that disagrees about this example.
 *
 * p = 0 says that the label is implied: no coin decides about this example, `whenImplied` says what becomes of it. Every other
 * example that is not bought is skipped. E[sum of importance] is therefore the importance of the examples that were not implied:
 * their number, where rows have no importances of their own.
 *
 * Laws (test/laws/scalar/queries.test.ts): p in [0, 1]; for rules that read the flip, non-increasing in G at fixed k and in k at fixed
 * G; continuous where p leaves 1, and never 0 unless no importance flips the prediction, for every rule that claims `unbiased`.
 *
 * Source: Beygelzimer, Hsu, Langford & Zhang, Agnostic active learning without constraints (2010); Karampatziakis &
 * Langford (arXiv 1011.1576), section 4.
 *
 * A rule of one of these kinds, its functions those of the situation that it reads: asking for a field that the loop does not
 * fill in does not compile. Functions are properties because TypeScript lets parameters of methods narrow.
 */
export type QueryRule<R extends Reads = Reads> = { readonly [K in R]: RuleReading<K> }[R];

/** What a class implements that is a rule. */
export interface RuleReading<R extends Reads> extends Stateful {
  /** The name under which the registry, specs and the command line know it. */
  readonly name: string;
  readonly reads: R;
  /**
   * The importance of a bought label: that of its row over p, or that of its row where the prediction was wrong and nothing
   * elsewhere.
   */
  readonly weighting: 'inverse-probability' | 'one-on-mistakes';
  /** What becomes of an example of p = 0: nothing, or the predicted label is learned with the importance of the row. */
  readonly whenImplied: 'skip' | 'learn-prediction';
  /** Whether every example that could matter has p > 0 and is weighted by 1/p, so that estimates from the sample are unbiased. */
  readonly unbiased: boolean;
  /** It keeps learners of two classes of its own and cannot ask about several; absent: it asks about any number. */
  readonly ofTwoClasses?: true;
  /** Probability of buying the label of row i; pure. */
  readonly probability: (situation: Situations[R], rows: SparseRows, i: number) => number;
  /** The one number that decides how much is asked; absent where there is none, and then a budget cannot pace the rule. */
  readonly knob?: Knob<R>;
  /** Told every example once, in order, before its probability is asked for; absent: need not know. */
  readonly consider?: (situation: Situations[R], rows: SparseRows, i: number) => void;
  /**
   * Told when another model begins to ask: `situation` shows rows ahead, one after the other as `ahead` gives their numbers, as that model
   * sees them. Absent: need not know.
   */
  readonly foresee?: (situation: Situations[R], ahead: Iterable<number>) => void;
  /** Whether the run is over when the budget holds no label at the next row's price; absent: it goes on without buying. */
  readonly endsWithBudget?: true;
  /**
   * Told every outcome, in the situation in which it was decided (of a label that came late: when it came): the label, its whole
   * importance h, the row's own over p, and the importance with which the learner learned it, which is h unless importances are
   * tempered; or undefined, 0 and 0 when there is none.
   */
  readonly settle: (
    situation: Situations[R],
    rows: SparseRows,
    i: number,
    label: number | undefined,
    h: number,
    learned: number,
  ) => void;
}

/** A knob: a larger value never asks less, whatever the situation. */
export interface Knob<R extends Reads> {
  /** The value that the rule itself uses. */
  readonly value: number;
  /** The largest legal value; all above 0 up to it are legal. */
  readonly to: number;
  /** The rule's probability, had the knob this value; pure. */
  readonly probability: (situation: Situations[R], knob: number) => number;
  /**
   * Whether the rule's probability, had the knob this value, surely is at most p, the probability that a pacer never goes below; pure,
   * and cheaper than the probability. It may be false where it is so. Absent: the probability is computed for every situation.
   */
  readonly isAtMost?: (p: number) => (situation: Situations[R], knob: number) => boolean;
}

/** What rules with learners of their own are built with. */
export interface RuleContext {
  /** A fresh learner like the one that is trained: same loss, update and optimizer. */
  readonly newLearner: () => MarginLearner;
  /** A stream of the rule's own. */
  readonly random: RandomStream;
  /** What labels say of predictions where these are classes, from 1; absent: they are margins of such a learner. */
  readonly judge?: {
    /** Whether the label says so. */
    isWrong(prediction: number, label: number): boolean;
    /** The class of a prediction, from 0. */
    predictedClass(prediction: number): number;
  };
}

/** A rule that sees the situation only and keeps nothing; unbiased, as long as its probability is never 0. */
export function scalarRule<R extends Reads>(
  name: string,
  reads: R,
  probability: (situation: Situations[R]) => number,
): RuleReading<R> {
  return {
    name,
    reads,
    weighting: 'inverse-probability',
    whenImplied: 'skip',
    unbiased: true,
    probability,
    settle: () => undefined,
    state: () => ({}),
    restore: () => undefined,
  };
}

/** A scalar rule with a knob: the parameter of this range, which has this value now. */
export function knobRule<R extends Reads>(
  name: string,
  reads: R,
  value: number,
  { to = Infinity }: Pick<Parameter, 'to'>,
  probability: (situation: Situations[R], knob: number) => number,
  isAtMost?: Knob<R>['isAtMost'],
): RuleReading<R> {
  return {
    ...scalarRule(name, reads, (situation) => probability(situation, value)),
    knob: { value, to, probability, ...(isAtMost && { isAtMost }) },
  };
}

/** G = weightToFlip / k, the estimated gap in error rate that this label could decide. */
export function errorRateGap(situation: Pick<FlipSituation, 'weightToFlip' | 'time'>): number {
  return situation.weightToFlip / situation.time;
}

/**
 * What is true of a rule whatever its numbers are and whatever it has learned: declared on its recipe, where it is read by whoever
 * needs no rule, and carried by every rule of the recipe.
 */
export type RuleTraits<R extends Reads = Reads> = Pick<
  RuleReading<R>,
  'name' | 'reads' | 'weighting' | 'whenImplied' | 'unbiased' | 'ofTwoClasses' | 'endsWithBudget'
>;

/** What a rule declares: what it reads, and where it differs from an unbiased rule that skips what it does not buy. */
export type DeclaredTraits<R extends Reads> = Pick<RuleTraits<R>, 'reads'> & Partial<Omit<RuleTraits<R>, 'name' | 'reads'>>;

/** What a rule does, besides what its recipe declares. */
export type RuleActions<R extends Reads> = Omit<RuleReading<R>, keyof RuleTraits>;

/** A recipe of query rules, with the traits of all of them. */
export type RuleRecipe<
  R extends Reads,
  P extends Parameters,
  Context extends readonly unknown[] = [],
  Label extends string = string,
> = Recipe<RuleReading<R>, P, Context, Label> & { readonly traits: RuleTraits<R> };

/**
 * The recipe of a scalar rule, which keeps nothing: `probability` gets the numbers, and gives p of a situation. Unbiased unless
 * declared otherwise, as long as p is never 0.
 *
 * @example
 * const half = scalarRecipe('half', { reads: 'counts' }, {}, () => () => 0.5);
 * [half.traits.reads, half().name] // => ['counts', 'half']
 */
export function scalarRecipe<R extends Reads, const P extends Parameters, const Label extends string>(
  label: Label,
  declared: DeclaredTraits<R>,
  parameters: P,
  probability: (values: Values<P>) => (situation: Situations[R]) => number,
): RuleRecipe<R, P, [], Label> {
  const traits = traitsFrom(label, declared);
  const make = recipe(label, parameters, (values) => ({ ...scalarRule(label, declared.reads, probability(values)), ...traits }));
  return Object.assign(make, { traits });
}

/**
 * The recipe of a scalar rule with a knob, the parameter that asks more: `probability` gets the other numbers, and gives p of a
 * situation and a value of the knob; `isAtMost`, if anything, is the knob's.
 *
 * @throws RangeError where no parameter asks more.
 *
 * @example
 * const near = knobRecipe('near', { reads: 'prediction' }, { width: { above: 0, asks: 'more', meaning: 'distance' } }, () => ({ distance }, w) => w / (w + distance));
 * [near.traits.unbiased, near({ width: 2 }).name, near({ width: 2 }).knob.value] // => [true, 'near', 2]
 */
export function knobRecipe<R extends Reads, const P extends Parameters, const Label extends string>(
  label: Label,
  declared: DeclaredTraits<R>,
  parameters: P,
  probability: (values: Values<P>) => (situation: Situations[R], knob: number) => number,
  isAtMost?: (p: number, values: Values<P>) => (situation: Situations[R], knob: number) => boolean,
): RuleRecipe<R, P, [], Label> {
  const [knob, range] = knobIn(label, parameters);
  const traits = traitsFrom(label, declared);
  const make = recipe(label, parameters, (values) => ({
    ...knobRule(label, declared.reads, values[knob], range, probability(values), isAtMost && ((p) => isAtMost(p, values))),
    ...traits,
  }));
  return Object.assign(make, { traits });
}

/**
 * The recipe of a rule with learners of its own: `build` gives what it does, and the traits are those declared.
 *
 * @example
 * const { traits } = committeeRecipe('crowd', { reads: 'prediction', ofTwoClasses: true }, {}, () => ({ probability: () => 1, settle() {}, state: () => ({}), restore() {} }));
 * [traits.unbiased, traits.ofTwoClasses] // => [true, true]
 */
export function committeeRecipe<R extends Reads, const P extends Parameters, const Label extends string>(
  label: Label,
  declared: DeclaredTraits<R>,
  parameters: P,
  build: (values: Values<P>, context: RuleContext) => RuleActions<R>,
): RuleRecipe<R, P, [RuleContext], Label> {
  const traits = traitsFrom(label, declared);
  const make = recipe(label, parameters, (values, context: RuleContext) => Object.assign(build(values, context), traits));
  return Object.assign(make, { traits });
}

function traitsFrom<R extends Reads>(name: string, declared: DeclaredTraits<R>): RuleTraits<R> {
  const { weighting, whenImplied, unbiased } = scalarRule(name, declared.reads, () => 1);
  return { name, weighting, whenImplied, unbiased, ...declared };
}

function knobIn(label: string, parameters: Parameters): [name: string, range: Parameter] {
  const found = Object.entries(parameters).find(([, { asks }]) => asks === 'more');
  if (found === undefined) throw new RangeError(`${label} has no knob: no parameter says asks: 'more'`);
  return found;
}

/**
 * A rule around another: what `own` does not say is what the inner rule is and does. Everything is asked of the inner rule itself,
 * so that it may be of any make: an object, or one of a class with fields that nobody else sees.
 */
export function around<R extends Reads>(rule: QueryRule<R>, own: Partial<RuleReading<R>>): QueryRule<R> {
  const { name, reads, weighting, whenImplied, unbiased, ofTwoClasses, endsWithBudget, knob } = rule;
  return {
    ...{ name, reads, weighting, whenImplied, unbiased },
    ...present({ ofTwoClasses, endsWithBudget, knob, consider: rule.consider?.bind(rule), foresee: rule.foresee?.bind(rule) }),
    probability: rule.probability.bind(rule),
    settle: rule.settle.bind(rule),
    state: rule.state.bind(rule),
    restore: rule.restore.bind(rule),
    ...own,
  };
}

/**
 * A floor under any rule: p = max(floor, the rule's own p), so that no importance exceeds 1 / floor.
 *
 * It bounds the variance of every weighted estimate, and it makes rules unbiased that are so but for examples they never ask
 * about: margin sampling with a floor explores. Nothing is implied any more. It costs at least the floor's share of labels.
 *
 * Source: the p_min of Beygelzimer, Dasgupta & Langford, Importance weighted active learning (2009).
 *
 * @example
 * floored(queries.margin({ width: 0.5 }), 0.01).unbiased // => true
 */
export function floored<R extends Reads>(rule: QueryRule<R>, floor: number): QueryRule<R> {
  return around(rule, {
    unbiased: isUnbiasedOnFloor(rule),
    probability(situation, rows, i) {
      const p = rule.probability(situation, rows, i);
      // What is no probability goes on to where it is refused.
      return p >= 0 && p < floor ? floor : p;
    },
  });
}

/** Whether a rule is unbiased once no probability of it is 0. */
export function isUnbiasedOnFloor({ weighting }: Pick<QueryRule, 'weighting'>): boolean {
  return weighting === 'inverse-probability';
}

/** How many are remembered, a power of two: more rows than a pacer looks back. */
const PLACES = 512;
const counts = new Float64Array(PLACES).fill(NaN);
const logarithms = new Float64Array(PLACES);

/**
 * ln k of a count k, from memory where it was asked for lately: rules ask for those of successive rows, and a pacer asks again for
 * its window.
 *
 * @example
 * [logOfCount(1), logOfCount(1)] // => [0, 0]
 */
export function logOfCount(k: number): number {
  const at = k & (PLACES - 1);
  if (counts[at] !== k) {
    counts[at] = k;
    logarithms[at] = log(k);
  }
  return logarithms[at];
}

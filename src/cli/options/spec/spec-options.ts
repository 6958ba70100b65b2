import { z } from 'zod';
import {
  DEFAULT_BUDGET,
  DEFAULT_FINAL,
  DEFAULT_EXPLORE,
  EVEN_EXPLORE,
  DEFAULT_REFIT,
  DEFAULTS,
  GUESS_DEFAULTS,
  NUMBER_DEFAULTS,
  PACED_DEFAULTS,
  BOTH_BEFORE,
  PURPOSES,
  UNLEARNED_PACE,
} from '../../../specs/defaults.ts';
import { parts as registries } from '../../../specs/parts/registry.ts';
import { type HalfWidth, type Percentage, parametersOf } from '../../../specs/choices.ts';
import { BOTH_FOR_MODELS } from '../../../statistics/error-tally.ts';
import { present } from '../../../numerics/present.ts';
import type { RunSpec } from '../../../specs/run.ts';
import { decimal } from '../../../numerics/decimals.ts';
import { significant } from '../../../numerics/display.ts';
import type { NumberRange } from '../../../streams/judge.ts';
import { UsageError } from '../../terminal/failure.ts';
import { constantOption } from './constant-option.ts';
import { learnerOptions, scalingIn } from './learner-options.ts';
import type { guessOptions } from '../reading-options.ts';
import {
  choiceIn,
  going,
  nameIn,
  number,
  numeral,
  plainChoice,
  optional,
  readAs,
  shareOrNumber,
  whole,
} from '../../syntax/option.ts';
import type { Values, WrittenChoice } from '../../syntax/option.ts';
import { stopOf, type stopOptions } from './stop-options.ts';
import { numberFrom, readChoices, saysKnob, writtenAgain } from './recipe-options.ts';

const { losses, updates, optimizers, queries } = registries;
const ORDERS = { shuffled: 'at random, by the seed', given: 'as in the file' };

/** The models that a run may end with. */
export const FINALS = { best: undefined, fit: undefined, online: undefined };

/** A factor above 1, or none. */
const refitIn = readAs(
  (written) => (written === 'none' ? written : numeral({ meaning: 'factor', above: 1, to: 100 }).safeParse(written).data),
  "a number above 1, as in 1.2, or 'none';",
);

/** The seed of a run where none is given, and the first of several. */
export const FIRST_SEED = 1;

/**
 * The options that make a spec: learner, query rule, budget, order and seed; and the specs they stand for.
 *
 * None has a default of its own, so that a session that is continued can tell what was written. Defaults need no tuning: a learner
 * that adapts its step sizes to the data, and a budget that sets the knob of the rule (specs/defaults.ts).
 */
export const specOptions = {
  query: optional(
    `query rule, ${DEFAULTS.query} if absent, with its parameters as in random:rate=0.2: ${names(queries)}`,
    choiceIn('query rule', queries, 'simulate --compare runs several'),
  ),
  budget: optional(
    'maximum total cost, a label costing 1 unless the oracle sets prices, or a share of the rows as in 10%; ' +
      `${DEFAULT_BUDGET} if absent. The budget sets the rule's knob and is spread over the stream; ` +
      'where the knob is written (--width, --mellowness, …) the rule is as in the papers and the budget, if there is one, a ' +
      'hard cap',
    z.string(),
  ),
  'half-width': going(
    optional(
      'in place of --budget: as many labels as tell the share of any class so well, to 3 points either way for 3%; a number in (0, 0.5), ' +
        'or as in 3%; with --for estimate if nothing else is said',
      readAs(halfWidthIn, 'a number in (0, 0.5), or as in 3%;'),
    ),
    { not: ['budget', 'rate', 'floor', 'rounds'] },
  ),
  rate: optional(
    "labels a row, for a stream whose length nobody knows: the rate sets the rule's knob, as a budget does, and p_min = " +
      "explore * rate; of query rule 'random' its probability, as in the paper",
    z.string(),
  ),
  floor: number({
    meaning: 'smallest probability of buying any label (p_min); absent: --explore decides, or without a pace the rule alone',
    above: 0,
    to: 1,
  }),
  explore: number({
    meaning:
      'share of the budget that is spread evenly over all rows: p_min = explore * budget / rows; absent: ' +
      `${EVEN_EXPLORE.random} of random sampling, ${DEFAULT_EXPLORE} with --refit, else, and with --stop, 20 / budget, ` +
      'at least 0.1 and at most 0.5',
    above: 0,
    to: 1,
  }),
  for: going(
    optional(
      `what the labels are for: model (the best model, which is so if absent), both (${100 * PURPOSES.both!}% of them are spread ` +
        `evenly, and from ${BOTH_FOR_MODELS} labels on they tell how good the model is) or estimate ` +
        `(${100 * PURPOSES.estimate!}%, for shares of classes and errors); sets --explore`,
      readAs(
        (name) => (Object.hasOwn(PURPOSES, name) ? name : undefined),
        `${Object.keys(PURPOSES).join(', ')} (--annotator names people),`,
      ),
    ),
    { not: ['explore', 'floor'] },
  ),
  temper: number({
    meaning:
      'a: a label bought with probability p is learned with importance (1/p)^a; ' +
      '1 keeps the learner unbiased (as in the papers), a smaller a gives less weight to labels of small p; ' +
      'the sample and its estimates are unbiased with any; ' +
      `${PACED_DEFAULTS.temper} if absent where a budget sets the knob, else 1`,
    from: 0,
    to: 1,
  }),
  'warm-up': whole(
    1,
    'labels to buy at first whatever the rule says, and more until both classes were seen, at most a tenth of --budget; ' +
      `${PACED_DEFAULTS.warmUp} if absent where a budget sets the knob of a run that learns, else none`,
  ),
  final: optional(
    'model that the run ends with: fit (fitted to all bought labels), online (learned along the way, each label once), or ' +
      `best, the one of them that cross-validation on the bought labels prefers; ${DEFAULT_FINAL} if absent`,
    nameIn('model', FINALS),
  ),
  refit: optional(
    'factor by which the labels grow before the model that asks is fitted anew, or none: the model that learns online asks; ' +
      `${DEFAULT_REFIT} if absent where a budget sets the knob of a rule that goes by the prediction, else none`,
    refitIn,
  ),
  rounds: whole(
    1,
    'times that the rows are met, each time with a new probability until their label is bought: the budget is shared between the ' +
      'rounds and spent to the last label; p_min = explore * budget / (rounds * rows); 1 if absent',
    { to: 100 },
  ),
  loss: optional(`loss, ${DEFAULTS.loss} if absent: ${names(losses)}`, choiceIn('loss', losses)),
  update: optional(`update rule, ${DEFAULTS.update} if absent: ${names(updates)}`, nameIn('update', updates)),
  optimizer: optional(`optimizer, ${DEFAULTS.optimizer} if absent: ${names(optimizers)}`, choiceIn('optimizer', optimizers)),
  ...learnerOptions,
  scale: { ...learnerOptions.scale, meaning: `${learnerOptions.scale.meaning}. Of query rule 'shrinking-margin' a number` },
  constant: constantOption,
  order: optional(`order of the examples, shuffled if absent: ${names(ORDERS)}`, nameIn('order', ORDERS)),
  seed: whole(0, `decides the order of the examples and, with the rows, the coins; ${FIRST_SEED} if absent`, {
    to: Number.MAX_SAFE_INTEGER,
  }),
};

/** "0,10": the numbers that answers may be. */
export function rangeIn(written: string, context: z.RefinementCtx): NumberRange {
  const [low, high, ...more] = written.split(',').map((end) => decimal(end.trim()));
  if (more.length === 0 && high > low && high - low < Infinity) return [low, high];
  context.addIssue(`must be two numbers, the smaller one first, as in 0,10; found '${written}'`);
  return z.NEVER;
}

/** Of commands that ask for numbers. */
export const rangeOption = {
  range: optional(
    'answers are numbers from the first of these to the second, as in 0,10, and their mean over all rows is wanted, with an interval and ' +
      'certified bounds. Nothing is learned; labels are spread evenly. --guess names a column of such numbers that something has guessed',
    z.string().transform(rangeIn),
  ),
};

/** What a command knows besides its options. */
export interface Request {
  /** Query rules, one spec each; absent: that of `--query`. */
  readonly rules?: readonly WrittenChoice[];
  readonly oracle?: readonly WrittenChoice[];
  /** What may be spent where the budget sets the knob and none is written; absent: it has to be. */
  readonly budget?: Percentage;
  /** What stands for options that are not written: the spec of a session that is continued. */
  readonly begun?: RunSpec | undefined;
}

type SpecValues = Values<typeof specOptions> &
  Partial<Values<typeof stopOptions & typeof guessOptions>> & {
    readonly by?: string | undefined;
    readonly range?: NumberRange | string | undefined;
  };

/** One spec for each rule, in their order; all else is the same in all of them, but for what belongs to a pace. */
export async function readSpecs(values: SpecValues, request: Request = {}): Promise<RunSpec[]> {
  const { oracle = [], begun } = request;
  const guess = begun ? begun.guess : values.guess === undefined ? undefined : true;
  // Of some query rules a range is a parameter, one number.
  const range = typeof values.range === 'object' ? values.range : begun?.range;
  const standard = range ? NUMBER_DEFAULTS : guess ? GUESS_DEFAULTS : DEFAULTS;
  const choiceOf = (part: 'loss' | 'optimizer' | 'query'): WrittenChoice =>
    values[part] ?? (begun ? writtenAgain(begun[part], values) : plainChoice(standard[part]));
  const rules = request.rules ?? [choiceOf('query')];
  const chosen = { loss: [choiceOf('loss')], optimizer: [choiceOf('optimizer')], query: rules, oracle };
  const rate = pacingRate(rules, values.rate);
  const { scaling, parameter: scale } = scalingIn(values.scale, rules.some(taking('scale')));
  const parts = readChoices(chosen, {
    ...values,
    scale,
    range: range ? undefined : values.range,
    rate: rules.some(takesRate) ? values.rate : undefined,
  });
  const [{ parseRunSpec }, { isPaceable, ruleTraits }, { buildLoss, optimizerTraits }, { fitLossOf }] = await specParts();
  const common = {
    loss: parts.loss[0],
    update: values.update ?? begun?.update ?? DEFAULTS.update,
    optimizer: parts.optimizer[0],
    average: values.average ?? begun?.average,
    scale: scaling ?? begun?.scale,
    constant: values.constant ?? begun?.constant,
    guess,
    range,
    oracle: parts.oracle,
    coins: begun ? begun.coins : 'pool',
    ...(begun && { words: begun.words, joint: begun.joint }),
    order: values.order ?? begun?.order,
    seed: values.seed ?? begun?.seed ?? FIRST_SEED,
  };
  const budget = values['half-width'] ?? (values.budget === undefined ? begun?.budget : budgetIn(values.budget, chosen.oracle));
  const bounds = { ...boundsOf(values, begun), ...(range && { temper: undefined }) };
  const isLinear = !guess && !range && !optimizerTraits(common as RunSpec).isOwnLearner;
  const isFittable = isLinear && fitLossOf(buildLoss({ loss: parts.loss[0] } as RunSpec)) !== undefined;
  const isCounting = bounds.stop !== undefined && bounds.stop.measure !== 'lead';
  const isBounded = isCounting || [bounds.explore, bounds.floor].some((bound) => bound !== undefined);
  const spreadOf = (name: string): number | undefined =>
    'explore' in standard ? standard.explore : (EVEN_EXPLORE[name] ?? (isRefitted(name) ? DEFAULT_EXPLORE : undefined));
  const isRefitted = (name: string): boolean =>
    isFittable && values.refit !== 'none' && ruleTraits({ query: { name } } as RunSpec).reads === 'prediction';
  const refits = (name: string): object => ({
    ...(isRefitted(name) && { refit: bounds.refit ?? DEFAULT_REFIT }),
    ...present({ explore: isBounded ? bounds.explore : spreadOf(name) }),
  });
  const pacing = (range ?? guess) ? { pace: UNLEARNED_PACE } : pacedBy(bounds);
  return parts.query.map((query, r) => {
    const final = values.final ?? (begun ? (begun.final ?? 'online') : isFittable ? DEFAULT_FINAL : 'online');
    const plain = { ...common, ...bounds, final, query, budget };
    if (begun) return parseRunSpec({ ...plain, pace: rate === undefined ? begun.pace : { ...PACED_DEFAULTS.pace, rate } });
    if (rate !== undefined && !takesRate(rules[r])) {
      if (saysKnob(rules[r], values))
        throw new UsageError(`--rate sets the knob of query rule '${query.name}', which is written too; leave one of them out`);
      return parseRunSpec({ ...plain, ...pacing, ...refits(query.name), pace: { ...PACED_DEFAULTS.pace, rate } });
    }
    if (saysKnob(rules[r], values) || !isPaceable({ query } as RunSpec)) return parseRunSpec(plain);
    return parseRunSpec({ ...plain, ...pacing, ...refits(query.name), budget: budget ?? request.budget ?? noBudget() });
  });
}

/** Of the commands that know which group a row is of. */
export const groupOptions = {
  for: {
    ...specOptions.for,
    meaning: `${specOptions.for.meaning}; worst-group: as estimate, and each group of rows (--by) gets an equal part at least`,
  },
  by: optional('with --for worst-group: the column whose values are the groups, as in region'),
};

/** The column of groups; a session that was begun with one goes on with it. */
function groupsOf({ by, for: purpose }: SpecValues, begun: RunSpec | undefined): string | undefined {
  const groups = begun?.groups ?? by;
  if (purpose === 'worst-group' ? groups === undefined : by !== undefined && begun?.groups === undefined)
    throw new UsageError('--for worst-group and --by belong together: --by names the column of the groups');
  if (by !== undefined && by !== groups) throw new UsageError(`--by ${by}: the groups of this session are those of ${groups}`);
  return groups;
}

/** What is written of probabilities, of when a run ends and how its model is made, or what the session was begun with. */
function boundsOf(values: SpecValues, begun: RunSpec | undefined) {
  const purpose = values.for ?? (values['half-width'] === undefined ? '' : 'estimate');
  const goesOn = purpose === 'both' && begun?.explore === BOTH_BEFORE;
  return {
    floor: values.floor ?? begun?.floor,
    explore: values.explore ?? (goesOn ? undefined : PURPOSES[purpose]) ?? begun?.explore,
    groups: groupsOf(values, begun),
    temper: values.temper ?? begun?.temper,
    warmUp: values['warm-up'] ?? begun?.warmUp,
    stop: stopOf(values, begun),
    rounds: values.rounds ?? begun?.rounds,
    refit: values.refit === undefined ? begun?.refit : values.refit === 'none' ? undefined : values.refit,
  };
}

/** What specs are checked and completed by, loaded when one is read. */
function specParts() {
  return Promise.all([
    import('../../../specs/run-spec.ts'),
    import('../../../specs/traits/rule-traits.ts'),
    import('../../../specs/build-learner.ts'),
    import('../../../fits/fit.ts'),
  ]);
}

/** Whether a rule has a parameter of this name. */
function taking(parameter: string): (rule: WrittenChoice) => boolean {
  return ({ name }) => parameter in parametersOf(queries[name as keyof typeof queries]);
}

/** Whether `--rate` is a parameter of the rule, as in the paper. */
const takesRate = taking('rate');

/** The rate at which rules are paced that have no such parameter; undefined where none is written, or all of them have. */
function pacingRate(rules: readonly WrittenChoice[], written: string | undefined): number | undefined {
  if (written === undefined || rules.every(takesRate)) return undefined;
  return numberFrom('--rate', written, { meaning: 'labels a row', above: 0, to: 1 });
}

/** Labels that somebody pays for: how many is not for a default to say. */
function noBudget(): never {
  throw new UsageError(
    '--budget is needed: how many labels may be bought, as a number or as a share of the rows, 10%; --half-width 3% finds it; ' +
      'with --rate or a knob of the rule (--width, --mellowness) it may be left out',
  );
}

/** The fields of a budget that sets the knob, with what is written in place of their defaults. */
export function pacedBy({ temper, warmUp }: Readonly<Record<'temper' | 'warmUp', number | undefined>>): object {
  return { pace: PACED_DEFAULTS.pace, temper: temper ?? PACED_DEFAULTS.temper, warmUp: warmUp ?? PACED_DEFAULTS.warmUp };
}

/**
 * A number of labels, or a share of the rows. Where no oracle sets prices, a fraction of a label cannot be spent. Nothing to spend
 * is no run: what it would show is known.
 */
export function budgetIn(written: string, oracle: readonly unknown[]): number | Percentage {
  const percent = numeral({ meaning: 'percent of the rows', above: 0, to: 100 }).safeParse(written.replace(/%$/, '')).data;
  if (written.endsWith('%') && percent !== undefined) return `${percent}%`;
  const range = { meaning: 'budget', ...(oracle.length === 0 ? { from: 1, whole: true as const } : { above: 0 }) };
  return numberFrom('--budget', written, range, ', or a share of the rows as in 10%');
}

function halfWidthIn(written: string): HalfWidth | undefined {
  const share = shareOrNumber(written);
  return share > 0 && share < 0.5 ? `+-${Number(significant(100 * share, 12))}%` : undefined;
}

/** The names of a registry, in a line of a help page. */
export function names(registry: object): string {
  return Object.keys(registry).join(', ');
}

import { z } from 'zod';
import { losses } from '../../losses/index.ts';
import { optimizers } from '../../optimizers/index.ts';
import { queries } from '../../queries/index.ts';
import type { RunSpec } from '../../specs/run-spec.ts';
import { updates } from '../../updates/index.ts';
import { constantOption } from './constant-option.ts';
import { nameIn, number, value, type Values } from '../syntax/option.ts';
import { numberFrom, readChoices, STAND_INS } from './recipe-options.ts';
import { choiceIn, plainChoice, type WrittenChoice } from '../syntax/written-choice.ts';

const ORDERS = { shuffled: 'at random, by the seed', given: 'as in the file' };
const DEFAULT_QUERY = plainChoice('variance-aware');

/**
 * The options that make a spec: learner, query rule, budget, order and seed; and the specs they stand for.
 *
 * Defaults for a first try: logistic loss, invariant updates, the variance-aware rule, and a constant step of 1: on five sets of
 * tf-idf rows scaled to length 1 its progressive error is within 3 points of the best step from 0.1 to 8, for logistic loss,
 * hinge and squared loss alike. Rows of larger values want a smaller one.
 */
export const specOptions = {
  query: value(
    `query rule, ${DEFAULT_QUERY.name} if absent, with its parameters as in random:rate=0.2: ${names(queries)}`,
    choiceIn('query rule', queries, 'simulate --compare runs several').optional(),
  ),
  floor: number({
    meaning: 'smallest probability of buying any label (p_min); the rule alone decides if absent',
    above: 0,
    to: 1,
  }),
  'warm-up': number({
    meaning:
      'labels to buy at first whatever the rule says, and more until both classes were seen, at most a tenth of --budget; none if absent',
    from: 1,
    whole: true,
  }),
  budget: value(
    'cost that may be spent, a label costing 1 unless the oracle says otherwise; no limit if absent',
    z.string().optional(),
  ),
  loss: value(`loss: ${names(losses)}`, choiceIn('loss', losses).default(plainChoice('logistic'))),
  update: value(`update rule: ${names(updates)}`, nameIn('update', updates).default('invariant')),
  optimizer: value(`optimizer: ${names(optimizers)}`, choiceIn('optimizer', optimizers).default(plainChoice('gradient-descent'))),
  constant: constantOption,
  order: value(`order of the examples: ${names(ORDERS)}`, nameIn('order', ORDERS).default('shuffled')),
  seed: number({
    meaning: 'decides the order of the examples and, with the rows, the coins',
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    whole: true,
    default: 1,
  }),
};

/** One spec for each rule, in their order, else for `--query`; all else is the same in all of them. */
export async function readSpecs(
  values: Values<typeof specOptions>,
  rules?: readonly WrittenChoice[],
  oracle: readonly WrittenChoice[] = [],
): Promise<RunSpec[]> {
  const { floor, 'warm-up': warmUp, update, constant, order, seed } = values;
  const chosen = {
    loss: [values.loss],
    optimizer: [values.optimizer],
    query: rules ?? [values.query ?? DEFAULT_QUERY],
    oracle,
  };
  const parts = readChoices(chosen, values, STAND_INS);
  const budget = values.budget === undefined ? undefined : budgetIn(values.budget, chosen.oracle);
  const { parseRunSpec } = await import('../../specs/run-spec.ts');
  const [loss, optimizer] = [parts.loss[0], parts.optimizer[0]];
  return parts.query.map((query) =>
    parseRunSpec({
      loss,
      update,
      optimizer,
      constant,
      query,
      floor,
      warmUp,
      oracle: parts.oracle,
      budget,
      coins: 'pool',
      order,
      seed,
    }),
  );
}

/**
 * Where no oracle sets prices, a fraction of a label cannot be spent. Nothing to spend is no run: what it would show is known.
 */
function budgetIn(written: string, oracle: readonly WrittenChoice[]): number {
  return numberFrom('--budget', written, {
    meaning: 'budget',
    ...(oracle.length === 0 ? { from: 1, whole: true } : { above: 0 }),
  });
}

function names(registry: object): string {
  return Object.keys(registry).join(', ');
}

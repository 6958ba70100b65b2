import { costRules } from '../../../queries/costs/index.ts';
import { parseCosts, type CostsSpec } from '../../../specs/kinds/costs.ts';
import { DEFAULTS } from '../../../specs/defaults.ts';
import { parts } from '../../../specs/parts/registry.ts';
import { readChoices } from '../../options/spec/recipe-options.ts';
import { budgetIn, FIRST_SEED, type specOptions } from '../../options/spec/spec-options.ts';
import { number, type Values } from '../../syntax/option.ts';
import { plainChoice, type WrittenChoice } from '../../syntax/written-choice.ts';
import { UsageError } from '../../terminal/failure.ts';
import type { Contestant } from '../compared/contested.ts';

/** The reduction that learns single costs. */
export const COSTS_REDUCTION = 'cost-sensitive';

/** The rules about single costs, as a list of names. */
export const COST_RULES = Object.keys(costRules).join(', ');

/** Options of rules about single costs. */
export const costsOptions = {
  'lowest-cost': number({
    meaning: `lowest possible cost of a class where single costs are bought (${COST_RULES}); 0 if absent`,
  }),
  'highest-cost': number({
    meaning: 'highest possible cost of a class; 1 if absent, the cost of every class that is not the label',
  }),
};

/** What is about labels that are bought, or about learners of labels. */
const OF_LABELS = [
  ...['fresh', 'ledger', 'record', 'oracle', 'positive', 'average', 'scale'],
  ...['floor', 'explore', 'temper', 'warm-up', 'stop', 'stop-confidence'],
];

/** What a command line says of such runs. */
export type CostsValues = Values<typeof costsOptions> &
  Pick<Values<typeof specOptions>, 'loss' | 'update' | 'optimizer' | 'constant' | 'budget' | 'order' | 'seed'> & {
    readonly reduction: string | undefined;
  };

/** Whether a rule buys single costs; one of one's own with that name is about labels. */
function buysCosts({ name }: WrittenChoice): boolean {
  return Object.hasOwn(costRules, name) && !Object.hasOwn(parts.queries, name);
}

/**
 * The rules of a command line where they buy single costs; undefined where they buy labels.
 *
 * @throws UsageError for some of both, and for a range of costs where labels are bought.
 */
export function costRulesIn(
  rules: readonly WrittenChoice[],
  values: Values<typeof costsOptions>,
): readonly WrittenChoice[] | undefined {
  const [about, others] = [rules.filter(buysCosts), rules.filter((rule) => !buysCosts(rule))];
  if (about.length > 0 && others.length > 0)
    throw new UsageError(
      `'${about[0].written}' buys single costs and '${others[0].written}' labels, which is no comparison; ` +
        `single costs are bought by ${COST_RULES}`,
    );
  if (about.length > 0) return about;
  const stray = (['lowest-cost', 'highest-cost'] as const).find((name) => values[name] !== undefined);
  if (stray !== undefined) throw new UsageError(`--${stray} is about single costs, which are bought by --query ${COST_RULES}`);
  return undefined;
}

/**
 * The runs that a command line asks for, one a rule.
 *
 * Without a budget there is no limit: the knob of the rule says how much it asks. The loss is squared loss, and the reduction
 * cost-sensitive: each class regresses its cost.
 *
 * @throws UsageError for what does not go with single costs; SpecError for what does not go together.
 */
export function costContestants(rules: readonly WrittenChoice[], values: CostsValues): Contestant<CostsSpec>[] {
  const { reduction, update, constant, budget, order, seed = FIRST_SEED, 'lowest-cost': low, 'highest-cost': high } = values;
  const [{ name }] = rules;
  const unfit = OF_LABELS.find((option) => (values as Readonly<Record<string, unknown>>)[option] !== undefined);
  if (unfit !== undefined)
    throw new UsageError(`--${unfit} is about labels, and query rule '${name}' buys single costs: leave it out`);
  if (reduction !== undefined && reduction !== COSTS_REDUCTION)
    throw new UsageError(
      `query rule '${name}' buys single costs, which --reduction ${COSTS_REDUCTION} learns; found '${reduction}'`,
    );
  const loss = [values.loss ?? plainChoice('squared')];
  const optimizer = [values.optimizer ?? plainChoice(DEFAULTS.optimizer)];
  const chosen = readChoices({ loss, optimizer, costs: rules }, values);
  return rules.map(({ written }, r) => ({
    label: written,
    spec: parseCosts({
      rule: chosen.costs[r],
      loss: chosen.loss[0],
      optimizer: chosen.optimizer[0],
      ...{ update, constant, low, high, order, seed },
      budget: budget === undefined ? undefined : budgetIn(budget, []),
    }),
  }));
}

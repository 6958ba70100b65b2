import { z } from 'zod';
import { present } from '../../numerics/present.ts';
import { randomStream } from '../../numerics/random.ts';
import { costRules } from '../../queries/costs/index.ts';
import { CostRegressors } from '../../reductions/cost-regressors.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { CostBuyer, CostOracle } from '../../streams/passes/cost-buyer.ts';
import { completeChoice, resolve, SpecError, type Choice, type Percentage } from '../choices.ts';
import { choiceSchema, completeLearner, learnerFields, parsed, streamFields } from '../learner-spec.ts';
import type { LearnerSpec, StreamSpec } from '../learner-spec.ts';
import { buildBlockLearner } from '../build-learner.ts';
import { missingCosts, type TargetFault } from './targets.ts';

/** A run that buys single costs: the regressors' optimizer, which costs are bought, and how many may be. */
export interface CostsSpec extends LearnerSpec, StreamSpec {
  readonly rule: Choice<typeof costRules>;
  /** Costs that may be bought, or "10%": a share of all costs of the stream, one a row and class; absent without a limit. */
  readonly budget?: number | Percentage;
  /** Costs lie in [low, high]. */
  readonly low: number;
  readonly high: number;
}

/** The same as a study writes it. */
export type GivenCosts = Omit<CostsSpec, 'loss' | 'update' | 'low' | 'high' | 'order'> &
  Partial<Pick<CostsSpec, 'loss' | 'update' | 'low' | 'high' | 'order'>>;

const schema = z.strictObject({
  rule: choiceSchema,
  ...learnerFields,
  loss: choiceSchema.optional(),
  update: z.string().default('invariant'),
  budget: z
    .union([z.int().nonnegative(), z.string().regex(/^\d+(\.\d+)?%$/, 'expected a number, or a share of the costs as "10%"')])
    .optional(),
  low: z.number().default(0),
  high: z.number().default(1),
  ...streamFields,
});

/** What somebody may set; one loss alone is legal. */
export const costsShape = schema.shape;

/**
 * The spec of a run that buys costs from outside, every default filled in.
 *
 * @throws SpecError with what is legal.
 */
export function parseCosts(input: unknown): CostsSpec {
  const { rule, loss = { name: 'squared' }, budget, low, high, ...rest } = parsed(schema, input);
  const { update, optimizer, average, scale, constant, ...stream } = rest;
  if (loss.name !== 'squared')
    throw new SpecError(`loss '${loss.name}': costs are regressed with squared loss, which the rules reckon with`);
  if (typeof average === 'string')
    throw new SpecError(`average ${average}: how many costs a run learns is not known before; expected a number of rows`);
  if (!(low < high)) throw new SpecError(`costs lie in [low, high], and ${low} is not below ${high}`);
  const spec: CostsSpec = {
    rule: completeChoice('rule about costs', costRules, rule),
    ...completeLearner({ loss, update, optimizer, average, scale, constant }),
    ...present({ budget: budget as number | Percentage | undefined }),
    ...{ low, high, ...stream },
  };
  buildCostBuyer(spec, 2, 1);
  return spec;
}

/** What buys, for K classes and rows of so many columns. */
export function buildCostBuyer(spec: CostsSpec, classes: number, columns: number): CostBuyer {
  const { rule, seed, low, high } = spec;
  const learner = buildBlockLearner(spec, classes, columns);
  return new CostBuyer({
    learner: new CostRegressors(learner),
    rule: resolve('rule about costs', costRules, rule),
    coin: randomStream(seed, 'costs'),
    ...{ low, high },
  });
}

/** Sells the costs of a set within the budget of the spec. */
export function buildCostOracle(spec: CostsSpec, data: Dataset, classes: number): CostOracle {
  return new CostOracle(data, classes, costsBudget(spec, classes * data.rows.length));
}

/** Costs that may be bought of so many; Infinity without a limit. */
export function costsBudget({ budget = Infinity }: Pick<CostsSpec, 'budget'>, all: number): number {
  return typeof budget === 'string' ? Math.round((all * Number.parseFloat(budget)) / 100) : budget;
}

/** Costs that no oracle can sell: those that a row does not list; undefined where every row lists all. */
export function unknownCosts({ costs }: Pick<Dataset, 'costs'>, classes: number): TargetFault | undefined {
  return costs && missingCosts(costs, classes, 'for only what is known can be sold');
}

/** A cost outside of the range that the rules reckon with, where there is one. */
export function strayCost(
  { costs: table }: Pick<Dataset, 'costs'>,
  { low, high }: Pick<CostsSpec, 'low' | 'high'>,
): TargetFault | undefined {
  const legal = `costs in [${low}, ${high}]`;
  if (table === undefined) return low > 0 || high < 1 ? { found: 'classes that cost 0 and 1', legal } : undefined;
  const { offsets, costs } = table;
  const stray = costs.findIndex((cost) => !(cost >= low && cost <= high));
  if (stray < 0) return undefined;
  return { row: offsets.findIndex((offset) => offset > stray) - 1, found: `the cost ${costs[stray]}`, legal };
}

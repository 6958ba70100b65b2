import { z } from 'zod';
import { randomStream } from '../numerics/random.ts';
import { costRules } from '../queries/costs/index.ts';
import { CostRegressors } from '../reductions/cost-regressors.ts';
import type { Dataset } from '../rows/dataset.ts';
import type { Split } from '../rows/selection/split.ts';
import { CostBuyer } from '../streams/passes/cost-buyer.ts';
import { CostOracle } from '../streams/oracles/cost-oracle.ts';
import { completeChoice, resolve, SpecError, type Choice } from './choices.ts';
import {
  choiceSchema,
  completeLearner,
  learnerFields,
  parsed,
  streamFields,
  type LearnerSpec,
  type StreamSpec,
} from './learner-spec.ts';
import type { Percentage } from './pacing.ts';
import { buildBlockLearner } from './reduction.ts';
import { requireClassLabels } from './targets.ts';

/** A run that buys single costs: the regressors' optimizer, which costs are bought, and how many may be. */
export interface CostsSpec extends Pick<LearnerSpec, 'loss' | 'optimizer' | 'update' | 'constant'>, StreamSpec {
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
  loss: choiceSchema.optional(),
  update: z.string().default('invariant'),
  optimizer: choiceSchema,
  constant: learnerFields.constant,
  budget: z
    .union([z.int().nonnegative(), z.string().regex(/^\d+(\.\d+)?%$/, 'expected a number, or a share of the costs as "10%"')])
    .optional(),
  low: z.number().default(0),
  high: z.number().default(1),
  ...streamFields,
});

/** What somebody may set; one loss alone is legal. */
export const costsFields = Object.keys(schema.shape).filter((field) => field !== 'loss');

/** The spec of a run that buys costs from outside, every default filled in; throws SpecError with what is legal. */
export function parseCosts(input: unknown): CostsSpec {
  const { rule, loss = { name: 'squared' }, update, optimizer, constant, budget, low, high, ...stream } = parsed(schema, input);
  const learner = completeLearner({ loss, update, optimizer, constant });
  if (learner.loss.name !== 'squared')
    throw new SpecError(`loss '${loss.name}': costs are regressed with squared loss, which the rules reckon with`);
  if (!(low < high)) throw new SpecError(`costs lie in [low, high], and ${low} is not below ${high}`);
  const spec: CostsSpec = {
    rule: completeChoice('rule about costs', costRules, rule),
    loss: learner.loss,
    update: learner.update,
    optimizer: learner.optimizer,
    ...(constant === undefined ? {} : { constant }),
    ...(budget === undefined ? {} : { budget: budget as number | Percentage }),
    ...{ low, high },
    ...stream,
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
export function buildCostOracle({ budget }: CostsSpec, data: Dataset, classes: number): CostOracle {
  const all = classes * data.rows.length;
  return new CostOracle(data, classes, typeof budget === 'string' ? Math.round((all * Number.parseFloat(budget)) / 100) : budget);
}

/** Throws SpecError unless every cost of every class is known and lies in the range of the spec. */
export function requireCosts(split: Split, { low, high }: CostsSpec): void {
  requireClassLabels(split, 'scoring-filter-tree');
  for (const part of [split.train, split.validation, split.test]) {
    const stray = part?.costs?.costs.find((cost) => !(cost >= low && cost <= high));
    if (stray !== undefined) throw new SpecError(`'${part!.name}' has the cost ${stray}; expected costs in [${low}, ${high}]`);
    if (part !== undefined && part.costs === undefined && (low > 0 || high < 1))
      throw new SpecError(`classes of '${part.name}' cost 0 and 1; expected costs in [${low}, ${high}]`);
  }
}

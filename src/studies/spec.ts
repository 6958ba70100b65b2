/**
 * The spec of one run of active learning: everything that decides its result, as plain data. Equal specs on equal data give
 * equal bytes.
 */
import { z } from 'zod';
import { queries } from '../queries/index.ts';
import { oracles } from '../streams/oracles/index.ts';
import { requireBuildable } from './build.ts';
import { completeChoice, type Choice } from './choices.ts';
import { choiceSchema, completeLearner, learnerFields, parsed, streamFields, type LearnerSpec } from './parsed.ts';

export interface RunSpec extends LearnerSpec {
  readonly query: Choice<typeof queries>;
  /** Smallest probability of buying any label; absent where the rule alone decides. */
  readonly floor?: number;
  /** What answers are worth and cost, each on top of the one before; absent where the oracle knows every label. */
  readonly oracle?: readonly Choice<typeof oracles>[];
  /** Cost that may be spent, a label costing 1 unless the oracle sets prices; absent without a limit. */
  readonly budget?: number;
  /** Points a factor of ten of the stream at which the curve is measured; absent where PER_DECADE (simulate.ts) will do. */
  readonly perDecade?: number;
  /** The order of the stream: as the rows lie in the data, or a random one that depends on the seed alone. */
  readonly order: 'given' | 'shuffled';
  /** Decides the shuffled order and the coins; runs with equal seeds see the same examples and toss the same coins. */
  readonly seed: number;
}

const runSpec = z.strictObject({
  ...learnerFields,
  query: choiceSchema,
  floor: z.number().positive().max(1).optional(),
  oracle: z.union([choiceSchema, z.array(choiceSchema)]).optional(),
  budget: z.number().nonnegative().optional(),
  perDecade: z.int().min(1).max(1000).optional(),
  ...streamFields,
});

export const runFields = Object.keys(runSpec.shape);

/** Checks a spec from outside, that its parts go together, and fills in every default; throws SpecError with what is legal. */
export function parseRunSpec(input: unknown): RunSpec {
  const { query, floor, oracle = [], budget, perDecade, order, seed, ...learner } = parsed(runSpec, input);
  const chain = [oracle].flat().map((choice) => completeChoice('oracle', oracles, choice));
  const spec: RunSpec = {
    ...completeLearner(learner),
    query: completeChoice('query rule', queries, query),
    ...(floor === undefined ? {} : { floor }),
    ...(chain.length === 0 ? {} : { oracle: chain }),
    ...(budget === undefined ? {} : { budget }),
    ...(perDecade === undefined ? {} : { perDecade }),
    order,
    seed,
  };
  requireBuildable(spec);
  return spec;
}

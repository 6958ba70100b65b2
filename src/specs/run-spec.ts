import { z } from 'zod';
import { queries } from '../queries/index.ts';
import { oracles } from '../streams/oracles/index.ts';
import { requireBuildable } from './build.ts';
import { completeChoice, type Choice } from './choices.ts';
import {
  choiceSchema,
  completeLearner,
  learnerFields,
  parsed,
  streamFields,
  type LearnerSpec,
  type StreamSpec,
} from './learner-spec.ts';

/**
 * The spec of one run of active learning: everything that decides its result, as plain data. Equal specs on equal data give
 * equal bytes.
 */
export interface RunSpec extends LearnerSpec, StreamSpec {
  readonly query: Choice<typeof queries>;
  /** Smallest probability of buying any label; absent where the rule alone decides. */
  readonly floor?: number;
  /**
   * Labels that are bought with probability 1 first, and more until both classes were seen (queries/warmed-up.ts); absent: none.
   */
  readonly warmUp?: number;
  /** What answers are worth and cost, each on top of the one before; absent where the oracle knows every label. */
  readonly oracle?: readonly Choice<typeof oracles>[];
  /** Cost that may be spent, a label costing 1 unless the oracle sets prices; absent without a limit. */
  readonly budget?: number;
  /** What the coins are keyed by besides the seed: the pool; absent where the seed is all (streams/coins.ts). */
  readonly coins?: 'pool';
}

const schema = z.strictObject({
  ...learnerFields,
  query: choiceSchema,
  floor: z.number().positive().max(1).optional(),
  warmUp: z.int().min(1).optional(),
  oracle: z.union([choiceSchema, z.array(choiceSchema)]).optional(),
  budget: z.number().nonnegative().optional(),
  coins: z.literal('pool').optional(),
  ...streamFields,
});

export const runFields = Object.keys(schema.shape);

/** A run as it is written in a program: defaults left out, and a single oracle without a list around it. */
export type GivenRun = Omit<RunSpec, 'order' | 'oracle'> &
  Partial<Pick<RunSpec, 'order'>> & { readonly oracle?: Choice<typeof oracles> | RunSpec['oracle'] };

/**
 * The spec of a run written in a program, every default filled in. A misspelt name, a missing parameter or one of another part is
 * a compile error.
 *
 * @throws SpecError where a value is out of range or parts do not go together.
 *
 * @example
 * const spec = runSpec({
 *   loss: { name: 'logistic' },
 *   update: 'invariant',
 *   optimizer: { name: 'gradient-descent', eta0: 1 },
 *   query: { name: 'iwal-cal', mellowness: 1e-3 },
 *   seed: 1,
 * });
 * spec.order // => 'shuffled'
 */
export function runSpec(given: GivenRun): RunSpec {
  return parseRunSpec(given);
}

/**
 * The same for a spec from outside, a file or another process, whose types nobody has checked.
 *
 * @throws SpecError with every fault and with what is legal: a field or name that does not exist, a value that is missing, of
 * another type or out of range, parts that do not go together.
 */
export function parseRunSpec(input: unknown): RunSpec {
  const {
    loss,
    update,
    optimizer,
    constant,
    query,
    floor,
    warmUp,
    oracle = [],
    budget,
    coins,
    ...stream
  } = parsed(schema, input);
  const chain = [oracle].flat().map((choice) => completeChoice('oracle', oracles, choice));
  const spec: RunSpec = {
    ...completeLearner({ loss, update, optimizer, constant }),
    query: completeChoice('query rule', queries, query),
    ...(floor === undefined ? {} : { floor }),
    ...(warmUp === undefined ? {} : { warmUp }),
    ...(chain.length === 0 ? {} : { oracle: chain }),
    ...(budget === undefined ? {} : { budget }),
    ...(coins === undefined ? {} : { coins }),
    ...stream,
  };
  requireBuildable(spec);
  return spec;
}

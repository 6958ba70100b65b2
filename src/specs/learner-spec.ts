import { z } from 'zod';
import { isConstant, LEGAL_CONSTANT, type Constant } from '../rows/constant.ts';
import { didYouMean } from '../files/did-you-mean.ts';
import type { losses } from '../losses/index.ts';
import type { optimizers } from '../optimizers/index.ts';
import type { updates } from '../updates/index.ts';
import { completeChoice, lookUp, SpecError, type Choice } from './choices.ts';
import type { RecordedParts } from './parts/recorded.ts';
import { parts } from './parts/registry.ts';

/** What learns: a loss, an update rule and an optimizer by their names, with their parameters. */
export interface LearnerSpec {
  readonly loss: Choice<typeof losses>;
  readonly update: keyof typeof updates;
  readonly optimizer: Choice<typeof optimizers>;
  /** The constant feature of the rows it learns; absent: as the rows have it, which is 1 where they were read from a file. */
  readonly constant?: Constant;
  /** The files that own parts come from; absent where all parts are built in. */
  readonly parts?: RecordedParts;
}

/** How a stream is read and its curve measured. */
export interface StreamSpec {
  /**
   * Points a factor of ten of the stream at which the curve is measured; absent where PER_DECADE (studies/cells/simulate.ts) will
   * do.
   */
  readonly perDecade?: number;
  /** As the rows lie in the data, or at random, as the seed alone decides. */
  readonly order: 'given' | 'shuffled';
  /**
   * Decides the shuffled order and, with the pool or alone, the coins: runs with equal seeds on one pool see the same examples
   * and toss the same coins.
   */
  readonly seed: number;
}

/** A name with the numbers that belong to it. */
export const choiceSchema = z.object({ name: z.string() }).catchall(z.number());

/** The fields of every spec with a learner. */
export const learnerFields = {
  loss: choiceSchema,
  update: z.string(),
  optimizer: choiceSchema,
  constant: z.custom<Constant>(isConstant, `${LEGAL_CONSTANT} is wanted`).optional(),
};

/** The fields of every spec that reads a stream. */
export const streamFields = {
  perDecade: z.int().min(1).max(1000).exactOptional(),
  order: z.enum(['given', 'shuffled']).default('shuffled'),
  seed: z.int(),
};

/** `what` is what such an object is called. */
export function parsed<S extends z.ZodObject>(schema: S, input: unknown, what = 'a spec'): z.infer<S> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw new SpecError(error.issues.map((issue) => faultOf(issue, Object.keys(schema.shape), what)).join('; '));
}

/** Names looked up, defaults filled in. */
export function completeLearner(given: z.infer<z.ZodObject<typeof learnerFields>>): LearnerSpec {
  lookUp('update', parts.updates, given.update);
  return {
    loss: completeChoice('loss', parts.losses, given.loss),
    update: given.update as LearnerSpec['update'],
    optimizer: completeChoice('optimizer', parts.optimizers, given.optimizer),
    ...(given.constant === undefined ? {} : { constant: given.constant }),
  };
}

/** "optimizer.eta0: Invalid input: expected number, received string" */
function faultOf(issue: z.core.$ZodIssue, legal: readonly string[], what: string): string {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
    return issue.keys.map((key) => `there is no '${key}'${didYouMean(key, legal)}; ${what} has ${legal.join(', ')}`).join('; ');
  }
  return `${issue.path.join('.') || what}: ${issue.message}`;
}

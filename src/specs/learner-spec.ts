import { z } from 'zod';
import { present } from '../numerics/present.ts';
import { isConstant, LEGAL_CONSTANT, type Constant } from '../rows/dataset.ts';
import { SCALINGS, type Scaling } from '../learners/feature-units.ts';
import { didYouMean } from '../files/did-you-mean.ts';
import { isTooDeep, TOO_DEEP } from '../files/nesting.ts';
import type { NumberRange } from '../streams/judge.ts';
import type { losses } from '../losses/index.ts';
import type { optimizers } from '../optimizers/index.ts';
import type { updates } from '../updates/index.ts';
import { completeChoice, lookUp, SpecError, type Choice, type LooseChoice, type Percentage } from './choices.ts';
import type { RecordedParts } from './parts/recorded.ts';
import { parts } from './parts/registry.ts';

/** What learns: a loss, an update rule and an optimizer by their names, with their parameters. */
export interface LearnerSpec {
  readonly loss: Choice<typeof losses>;
  readonly update: keyof typeof updates;
  readonly optimizer: Choice<typeof optimizers>;
  /**
   * Labels learned before the weights that predict become the mean of those that learn (optimizers/averaged-weights.ts), or "50%": a
   * share of the labels that will be learned; absent: they are the same.
   */
  readonly average?: Average;
  /** Units of the features, learned on the way (learners/feature-units.ts); absent: as they are. */
  readonly scale?: Scaling;
  /** The constant feature of the rows it learns; absent: as the rows have it, which is 1 where they were read from a file. */
  readonly constant?: Constant;
  /** The rows hold a guess of each label (rows/guesses.ts), which predicts and learns nothing; absent: what learns predicts. */
  readonly guess?: true;
  /** Answers are numbers from low to high, whose mean is wanted: nothing is learned, and a guess is such a number; absent: they are labels. */
  readonly range?: NumberRange;
  /** The files that own parts come from; absent where all parts are built in. */
  readonly parts?: RecordedParts;
}

/** When an average begins. */
export type Average = number | Percentage;

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

/** Of which one may be the step size of earlier versions (choices.ts). */
const optimizerSchema = z.object({ name: z.string() }).catchall(z.union([z.number(), z.literal('auto')], 'a number is wanted'));

/** When an average begins, as it is written. */
export const averageSchema = z
  .union(
    [
      z.int().min(0),
      z
        .string()
        .regex(/^\d+(\.\d+)?%$/)
        .refine((share) => Number.parseFloat(share) > 0 && Number.parseFloat(share) < 100),
    ],
    'a number of labels is wanted, or a share of them above 0% and below 100%',
  )
  .transform((written) => written as Average);

/** The fields of every spec with a learner. */
export const learnerFields = {
  loss: choiceSchema,
  update: z.string(),
  optimizer: optimizerSchema,
  average: averageSchema.optional(),
  scale: z.enum(Object.keys(SCALINGS) as [Scaling, ...Scaling[]]).optional(),
  constant: z.custom<Constant>(isConstant, `${LEGAL_CONSTANT} is wanted`).optional(),
};

/** Of runs that may be about guesses, or about numbers. */
export const guessField = {
  guess: z.literal(true).optional(),
  range: z
    .tuple([z.number(), z.number()])
    .refine(([low, high]) => high > low && high - low < Infinity, 'two finite numbers are wanted, the smaller one first')
    .optional(),
};

/** The fields of every spec that reads a stream. */
export const streamFields = {
  perDecade: z.int().min(1).max(1000).exactOptional(),
  order: z.enum(['given', 'shuffled']).default('shuffled'),
  seed: z.int(),
};

/**
 * Reads an object from outside by its schema; `what` is what such an object is called.
 *
 * @throws SpecError with every field that is wrong, and what is legal.
 */
export function parsed<S extends z.ZodObject>(schema: S, input: unknown, what = 'a spec'): z.infer<S> {
  if (isTooDeep(input)) throw new SpecError(`${what}: ${TOO_DEEP}`);
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw new SpecError(error.issues.map((issue) => faultOf(issue, Object.keys(schema.shape), what)).join('; '));
}

/** What learns, of any spec: names looked up, defaults filled in. */
export function completeLearner({ loss, update, optimizer, average, scale, constant, guess, range }: GivenLearner): LearnerSpec {
  lookUp('update', parts.updates, update);
  return {
    loss: completeChoice('loss', parts.losses, loss),
    update: update as LearnerSpec['update'],
    optimizer: completeChoice('optimizer', parts.optimizers, optimizer),
    ...present({ average, scale, constant, guess, range }),
  };
}

/** The fields of a learner before they are completed. */
export type GivenLearner = Readonly<Record<'loss' | 'optimizer', LooseChoice>> & { readonly update: string } & {
  readonly [K in 'average' | 'scale' | 'constant' | 'guess' | 'range']?: LearnerSpec[K] | undefined;
};

/** "optimizer.eta0: Invalid input: expected number, received string" */
function faultOf(issue: z.core.$ZodIssue, legal: readonly string[], what: string): string {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
    return issue.keys.map((key) => `there is no '${key}'${didYouMean(key, legal)}; ${what} has ${legal.join(', ')}`).join('; ');
  }
  return `${issue.path.join('.') || what}: ${issue.message}`;
}

/**
 * The spec of one run: everything that decides its result, as plain data. Equal specs on equal data give equal bytes.
 */
import { z } from 'zod';
import { losses } from '../losses/index.ts';
import { optimizers } from '../optimizers/index.ts';
import { queries } from '../queries/index.ts';
import { oracles } from '../streams/oracles/index.ts';
import { updates } from '../updates/index.ts';
import { requireBuildable } from './build.ts';
import { completeChoice, lookUp, SpecError, type Choice } from './choices.ts';

export interface RunSpec {
  readonly loss: Choice<typeof losses>;
  readonly update: keyof typeof updates;
  readonly optimizer: Choice<typeof optimizers>;
  readonly query: Choice<typeof queries>;
  /** Smallest probability of buying any label; absent where the rule alone decides. */
  readonly floor?: number;
  /** What answers are worth and cost, each on top of the one before; absent where the oracle knows every label. */
  readonly oracle?: readonly Choice<typeof oracles>[];
  /** Cost that may be spent, a label costing 1 unless the oracle sets prices; absent without a limit. */
  readonly budget?: number;
  /** The order of the stream: as the rows lie in the data, or a random one that depends on the seed alone. */
  readonly order: 'given' | 'shuffled';
  /** Decides the shuffled order and the coins; runs with equal seeds see the same examples and toss the same coins. */
  readonly seed: number;
}

const choice = z.object({ name: z.string() }).catchall(z.number());

const runSpec = z.strictObject({
  loss: choice,
  update: z.string(),
  optimizer: choice,
  query: choice,
  floor: z.number().positive().max(1).optional(),
  oracle: z.union([choice, z.array(choice)]).optional(),
  budget: z.number().nonnegative().optional(),
  order: z.enum(['given', 'shuffled']).default('shuffled'),
  seed: z.int(),
});

/** Checks a spec from outside, that its parts go together, and fills in every default; throws SpecError with what is legal. */
export function parseRunSpec(input: unknown): RunSpec {
  const parsed = runSpec.safeParse(input);
  if (!parsed.success) throw new SpecError(z.prettifyError(parsed.error));
  const { loss, update, optimizer, query, floor, oracle = [], budget, order, seed } = parsed.data;
  lookUp('update', updates, update);
  const chain = [oracle].flat().map((choice) => completeChoice('oracle', oracles, choice));
  const spec: RunSpec = {
    loss: completeChoice('loss', losses, loss),
    update: update as RunSpec['update'],
    optimizer: completeChoice('optimizer', optimizers, optimizer),
    query: completeChoice('query rule', queries, query),
    ...(floor === undefined ? {} : { floor }),
    ...(chain.length === 0 ? {} : { oracle: chain }),
    ...(budget === undefined ? {} : { budget }),
    order,
    seed,
  };
  requireBuildable(spec);
  return spec;
}

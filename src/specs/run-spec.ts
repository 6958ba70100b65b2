import { type RunSpec, requireKnownShare } from './run.ts';
import { present } from '../numerics/present.ts';
import { z } from 'zod';
import type { oracles } from '../streams/oracles/index.ts';
import type { Pace } from '../queries/pacer.ts';
import { STOP_MEASURES, type StopGoal } from '../streams/stopping/stopping.ts';
import type { LeadGoal } from '../streams/stopping/lead.ts';
import { requireBuildable } from './build.ts';
import { partsUsedBy, requireRecordedParts } from './parts/recorded.ts';
import { parts } from './parts/registry.ts';
import { completeChoice, SpecError, type Choice } from './choices.ts';
import { choiceSchema, completeLearner, guessField, learnerFields, parsed, streamFields } from './learner-spec.ts';

const fraction = z.number().gt(0).lt(1);

const schema = z.strictObject({
  ...learnerFields,
  ...guessField,
  query: choiceSchema,
  floor: z.number().positive().max(1).optional(),
  warmUp: z.int().min(1).optional(),
  oracle: z.union([choiceSchema, z.array(choiceSchema)]).optional(),
  budget: z
    .union([
      z.number().nonnegative(),
      z.string().regex(/^(\+-)?\d+(\.\d+)?%$/, 'expected a number, or a share of the rows as "10%"'),
    ])
    .optional(),
  pace: z
    .strictObject({
      window: z.int().min(10).max(100_000).default(250),
      decay: z.number().min(0).lt(1).default(0),
      rate: z.number().positive().max(1).exactOptional(),
      current: z.literal(true).exactOptional(),
      ties: z.literal('even').exactOptional(),
    })
    .optional(),
  explore: z.number().positive().max(1).optional(),
  groups: z.string().optional(),
  temper: z.number().min(0).max(1).optional(),
  final: z.enum(['best', 'fit', 'online']).optional(),
  refit: z.number().gt(1).max(100).optional(),
  words: z.number().int().min(1).optional(),
  joint: z.literal(true).optional(),
  rounds: z.int().min(1).max(100).optional(),
  stop: z
    .discriminatedUnion('measure', [
      z.strictObject({
        measure: z.enum(Object.keys(STOP_MEASURES) as (keyof typeof STOP_MEASURES)[]),
        limit: fraction,
        confidence: fraction.default(0.95),
      }),
      z.strictObject({
        measure: z.literal('lead'),
        ...{ first: z.string(), second: z.string(), of: z.int().min(1).exactOptional(), limit: fraction.exactOptional() },
        confidence: fraction.default(0.95),
      }),
    ])
    .optional(),
  coins: z.literal('pool').optional(),
  scores: z.string().optional(),
  parts: z.record(z.string(), z.string()).optional(),
  ...streamFields,
});

/** What somebody may set: `parts` follows from the names. */
export const runShape = schema.omit({ parts: true }).shape;

/** A run as it is written in a program: defaults left out, and a single oracle without a list around it. */
export type GivenRun = Omit<RunSpec, 'order' | 'oracle' | 'pace' | 'stop' | 'parts' | 'reduction' | 'classes' | 'positive'> &
  Partial<Pick<RunSpec, 'order'>> & {
    readonly oracle?: Choice<typeof oracles> | RunSpec['oracle'];
    readonly pace?: Partial<Pace>;
    readonly stop?: (Omit<StopGoal, 'confidence'> | Omit<LeadGoal, 'confidence'>) & Partial<Pick<StopGoal, 'confidence'>>;
  };

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
 * another type or out of range, parts that do not go together; own parts that are not here as they were recorded.
 */
export function parseRunSpec(input: unknown): RunSpec {
  const given = parsed(schema, input);
  requireRecordedParts(given);
  const { loss, average, scale, constant, guess, range, floor, warmUp, budget, pace, explore, query, groups } = given;
  const { temper, final, refit, words, joint, rounds, stop, coins, scores, perDecade, order, seed } = given;
  if (pace !== undefined && budget === undefined && pace.rate === undefined)
    throw new SpecError('pace spreads a budget over the stream, and there is none; expected a budget, or a rate of labels a row');
  if (pace?.rate !== undefined && pace.decay > 0)
    throw new SpecError('a rate is even, and a decay front-loads a budget; expected one of them');
  if (explore !== undefined && pace === undefined)
    throw new SpecError('explore is a share of a paced budget, and there is no pace');
  if (explore !== undefined && floor !== undefined)
    throw new SpecError('explore and floor both set the smallest probability; expected one of them');
  if (groups !== undefined && (pace === undefined || pace.rate !== undefined || floor !== undefined || (rounds ?? 1) > 1))
    throw new SpecError('groups share what a budget spreads evenly over one pass; expected a pace, and no rate, floor or rounds');
  const plain = { average, scale, refit, rounds: scores === undefined ? rounds : undefined, final, loss, constant };
  if (range !== undefined) requirePlain({ ...plain, warmUp, stop, scores, groups }, 'range', 'squared');
  else if (guess !== undefined) requirePlain(plain, 'guess', 'logistic');
  if (range !== undefined && query.name !== 'random' && query.name !== 'passive')
    throw new SpecError(`range asks for numbers, which no rule foresees; expected query rule 'random', found '${query.name}'`);
  if (scores !== undefined && !(guess && rounds === 1 && warmUp === undefined))
    throw new SpecError('scores are guesses that each pass asks by in one round; expected guess, rounds 1 and no warmUp');
  if (stop?.measure === 'lead' && guess === undefined)
    throw new SpecError('stop by a lead holds two guesses against each other; expected guess');
  if (rounds !== undefined && (rounds > 1 || scores !== undefined)) requireRoundable({ pace, floor, stop });
  const chain = [given.oracle ?? []].flat().map((choice) => completeChoice('oracle', parts.oracles, choice));
  const spec: RunSpec = {
    ...completeLearner(given),
    query: completeChoice('query rule', parts.queries, given.query),
    ...present({ floor, warmUp, oracle: chain.length === 0 ? undefined : chain }),
    ...present({ budget: budget as RunSpec['budget'], pace, explore, groups }),
    // What is so by default is not written.
    ...present({ temper: temper === 1 ? undefined : temper, final: final === 'online' ? undefined : final, refit }),
    ...present({ rounds: rounds === 1 && scores === undefined ? undefined : rounds, stop, coins, scores }),
    ...present({ perDecade, order, seed }),
  };
  requireKnownShare(spec);
  requireBuildable(spec);
  // Last, where `overFile` puts it: a ledger that is begun twice has the same bytes.
  return { ...spec, ...partsUsedBy(spec), ...present({ words, joint }) };
}

/** Throws SpecError where a spec asks what learns nothing to learn; the loss says what its labels and guesses are. */
function requirePlain(
  { final = 'online', loss, ...rest }: Partial<z.infer<typeof schema>>,
  what: 'guess' | 'range',
  expected: string,
): void {
  const field = Object.entries({ ...rest, ...(final !== 'online' && { final }) }).find(([, value]) => value !== undefined)?.[0];
  if (field !== undefined) throw new SpecError(`${field}: with ${what} nothing is learned; expected none of it beside ${what}`);
  if (loss?.name !== expected) throw new SpecError(`${what} goes with loss '${expected}', found '${loss?.name}'`);
}

/** Throws SpecError where rounds make no sense with the rest of a spec. */
function requireRoundable({ pace, floor, stop }: Partial<Pick<z.infer<typeof schema>, 'pace' | 'floor' | 'stop'>>): void {
  if (pace === undefined || pace.rate !== undefined)
    throw new SpecError('rounds share a budget that sets the knob of the rule, and there is none; expected a budget with a pace');
  if (pace.decay > 0) throw new SpecError('rounds share a budget evenly, and a decay front-loads it; expected one of them');
  if (floor !== undefined)
    throw new SpecError('the p_min of rounds is a share of their budget; expected explore in place of a floor');
  if (stop !== undefined)
    throw new SpecError('stop looks at every row, and the labels of a window are drawn together; expected no rounds, or no stop');
}

/** The same learner on the same stream with every label, of two classes or several. */
export function passiveOf({ reduction, classes, oracle, final, words, joint, coins, order, seed, ...spec }: RunSpec): RunSpec {
  const { loss, update, optimizer } = spec;
  return {
    ...present({ reduction }),
    ...completeLearner(spec),
    query: { name: 'passive' },
    ...present({ oracle, final, words, joint, coins }),
    ...{ order, seed },
    ...partsUsedBy({ loss, update, optimizer }),
    ...present({ classes }),
  };
}

import { z } from 'zod';
import { isConstant, type Constant } from '../../rows/constant.ts';
import { DataError } from '../../files/data-error.ts';
import { SCALINGS } from '../../learners/feature-units.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import { load, save, type Model } from '../../learners/model-file.ts';
import type { State } from '../../numerics/state.ts';
import type { FinalMeasured } from '../../streams/measures/measurement.ts';
import type { FittedCalibration } from '../../statistics/probability-calibration.ts';
import { buildLearner } from '../../specs/build-learner.ts';
import { lookUp, SpecError } from '../../specs/choices.ts';
import { averageSchema, completeLearner, type GivenLearner, type LearnerSpec } from '../../specs/learner-spec.ts';
import { PartsError, partsUsedBy, requireRecordedParts } from '../../specs/parts/recorded.ts';
import { Failure } from '../terminal/failure.ts';
import { Space, type FeatureSpace } from './feature-space.ts';
import { requireColumns, requireFinite, requireFit } from './fitting-state.ts';
import { inMemory, requireMemory } from '../terminal/memory.ts';

const Choice = z.object({ name: z.string() }).catchall(z.number());
/** What the models of a labelling session say of who made them. */
export const LABELLED = 'iwal label';
/** What models of every kind of linear learner record. */
export const LINEAR_FIELDS = {
  loss: Choice,
  update: z.string(),
  optimizer: Choice,
  average: averageSchema.optional(),
  scale: z.string().optional(),
  constant: z.custom<Constant>(isConstant).optional(),
  parts: z.record(z.string(), z.string()).optional(),
  space: Space,
  columns: z
    .int()
    .min(0)
    .max(2 ** 32),
  madeBy: z.literal(LABELLED).exactOptional(),
};
const Bin = z.object({ labels: z.int().min(1), predicted: z.number(), positive: z.number(), low: z.number(), high: z.number() });
/** A calibration as models record it. */
export const Calibrated: z.ZodType<FittedCalibration> = z.object({
  slope: z.number(),
  intercept: z.number(),
  labels: z.int().min(1),
  reliability: z.array(Bin),
});
const Candidate: z.ZodType<FinalMeasured['candidates'][number]> = z.object({
  name: z.enum(['online', 'fit']),
  passes: z.int().exactOptional(),
  strength: z.number().exactOptional(),
  // JSON has no Infinity.
  loss: z
    .number()
    .nullable()
    .transform((loss) => loss ?? Infinity),
  error: z.number(),
});
/** Why a model is a fit or what learned online, as models record it. */
export const Compared = z.object({ candidates: z.array(Candidate), chosen: Candidate.nullable() });
/** What was compared, and which of them the model is. */
export type Compared = Pick<FinalMeasured, 'candidates' | 'chosen'>;
const Spec = z.object({
  kind: z.literal('linear'),
  ...LINEAR_FIELDS,
  calibration: Calibrated.exactOptional(),
  compared: Compared.exactOptional(),
});

/**
 * Models of `iwal learn`: the learner's spec, the feature space its weights belong to, and the state it has reached.
 *
 * Files that number their features leave open how many there are: a model is widened for data that goes on further, by what a
 * fresh learner has there, so that learning a file in two parts ends in the same state as learning it at once.
 *
 * Errors: Failure for a model of another kind, for data of another feature space and for one that does not fit the memory;
 * DataError for a spec that is wrong and a state that does not fit it.
 */
export interface LinearModel {
  /** Where it was read, for what is said of it. */
  readonly file: string;
  readonly spec: LearnerSpec;
  readonly space: FeatureSpace;
  readonly columns: number;
  readonly state: State;
  /** Absent where `iwal learn` made it, as it is once that learns on. */
  readonly madeBy?: typeof LABELLED;
  /** How its scores become probabilities; absent where nobody has calibrated it. What learns on loses it. */
  readonly calibration?: FittedCalibration;
  /** Absent where the model was not chosen among several. */
  readonly compared?: Compared;
}

/** Writes a model of one weight vector; the file appears whole or not at all. */
export async function saveLinear(
  path: string,
  { spec, space, columns, state, madeBy, calibration, compared }: Omit<LinearModel, 'file'>,
): Promise<void> {
  const reported = { ...(madeBy && { madeBy }), ...(calibration && { calibration }), ...(compared && { compared }) };
  await save(path, { spec: { kind: 'linear', ...spec, space, columns, ...reported }, state });
}

/**
 * Reads a model of one weight vector.
 *
 * @throws DataError for another file.
 */
export function loadLinear(file: string): LinearModel {
  return linearOf(file, load(file));
}

/** The model of `iwal learn` in a model file; a Failure where it holds another kind. */
export function linearOf(file: string, contents: Model): LinearModel {
  const model = linearIn(file, contents);
  if (model === undefined)
    throw new Failure(
      `${file} is no model that iwal learn wrote of two classes or of numbers; iwal model show ${file} says what it is`,
    );
  return model;
}

/** The model of `iwal learn` in a model file; undefined where it holds another kind. */
export function linearIn(file: string, model: Model): LinearModel | undefined {
  const { spec, state } = leading(model);
  const { success, data } = Spec.safeParse(spec);
  if (!success) return undefined;
  const { space, columns, madeBy, calibration, compared, ...learner } = data;
  try {
    requireRecordedParts(spec);
    const { scale } = learner;
    if (scale !== undefined) lookUp('scale', SCALINGS, scale);
    return {
      file,
      spec: learnerSpec({ ...learner, scale: scale as LearnerSpec['scale'] }),
      space,
      columns,
      state,
      ...(madeBy && { madeBy }),
      ...(calibration && { calibration }),
      ...(compared && { compared }),
    };
  } catch (error) {
    if (error instanceof PartsError) throw error.of(file);
    if (!(error instanceof SpecError)) throw error;
    throw new DataError({ file, found: `a model whose spec is wrong: ${error.message}`, legal: 'a model that iwal learn wrote' });
  }
}

/** The spec with every default filled in; throws SpecError for names and parameters that do not exist. */
export function learnerSpec({ loss, update, optimizer, average, scale, constant }: GivenLearner): LearnerSpec {
  return {
    ...completeLearner({ loss, update, optimizer, average, scale, constant }),
    ...partsUsedBy({ loss, update, optimizer }),
  };
}

/** The learner of a model for rows with so many columns, with what it has learned. */
export function continuedLearner({ file, spec, columns: known, state }: LinearModel, columns: number): MarginLearner {
  requireColumns(file, state, known);
  const wide = Math.max(known, columns);
  const learner = newLearner(spec, wide);
  const fresh = learner.state();
  requireFit(state, { file, fresh, columns: { fresh: wide, model: known } });
  restoreFrom(file, () => {
    learner.restore(widened(state, fresh));
  });
  requireFinite(file, learner.weights());
  return learner;
}

/** A state of the right form may still say what no learner has left, a leader that there is not: that is a fault of the file. */
function restoreFrom(file: string, restore: () => void): void {
  try {
    restore();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DataError({ file, found: error.message, legal: 'the state of the learner that the model names' });
  }
}

/** Bytes a feature: the weights, and the copies of them in a state and in a model that is read or written. */
const BYTES = 3 * Float64Array.BYTES_PER_ELEMENT;

/**
 * A fresh learner of the spec.
 *
 * @throws Failure where the machine has no memory for so many features.
 */
export function newLearner(spec: LearnerSpec, columns: number, labels?: number): MarginLearner {
  requireMemory(BYTES * columns, `${columns} features`);
  return inMemory(columns, () => buildLearner(spec, columns, labels));
}

/** A fresh learner with what another one of the same spec has learned, which has met no column that the fresh one lacks. */
export function resized(learner: MarginLearner, fresh: MarginLearner): MarginLearner {
  fresh.restore(widened(learner.state(), fresh.state()));
  return fresh;
}

/** The state with its arrays continued by those of a fresh learner that has more columns, or cut where it has fewer. */
export function widened(state: State, fresh: State): State {
  const widen = (value: State[string], wider: State[string]): State[string] => {
    if (typeof value === 'number' || typeof wider === 'number') return value;
    if (!(value instanceof Float64Array)) return widened(value, wider as State);
    const array = (wider as Float64Array).slice();
    array.set(value.subarray(0, array.length));
    return array;
  };
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, widen(value, fresh[name])]));
}

/**
 * A model of versions up to 0.2 whose step sizes learned next to each other (`--eta auto`), as the model of the step size that
 * predicts; every other model as it is.
 */
export function leading({ spec, state }: Model): Model {
  const former = Former.safeParse(spec).data;
  if (former === undefined) return { spec, state };
  const { learner = state } = state as Readonly<Record<string, State>>;
  const steps = Object.keys(learner).filter((each) => each.startsWith(STEP));
  const name = steps.find((_, k) => k === learner.leader);
  if (name === undefined) return { spec, state };
  const { learner: alone } = learner[name] as { readonly learner: State };
  return {
    spec: { ...former, optimizer: { ...former.optimizer, eta0: Number(name.slice(STEP.length)) } },
    state: learner === state ? alone : { ...state, learner: alone },
  };
}

/** Begins the names of their states. */
const STEP = 'step ';
const Former = z.looseObject({ optimizer: z.looseObject({ eta0: z.literal('auto') }) });

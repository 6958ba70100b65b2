import { z } from 'zod';
import { DataError } from '../../files/data-error.ts';
import type { DatasetOptions } from '../../data/index.ts';
import { load, save, type Model } from '../../learners/model-file.ts';
import type { State } from '../../numerics/state.ts';
import { reductions } from '../../reductions/index.ts';
import type { Reduction } from '../../reductions/reduction.ts';
import type { FittedCalibration } from '../../statistics/probability-calibration.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { lookUp, SpecError } from '../../specs/choices.ts';
import { PartsError, requireRecordedParts } from '../../specs/parts/recorded.ts';
import { buildReduction, type ReductionSpec } from '../../specs/reduction.ts';
import { targetFault } from '../../specs/kinds/targets.ts';
import { Failure } from '../terminal/failure.ts';
import { inMemory, requireMemory } from '../terminal/memory.ts';
import { requireColumns, requireFinite, requireFit } from './fitting-state.ts';
import type { FeatureSpace } from './feature-space.ts';
import { Calibrated, Compared, learnerSpec, LINEAR_FIELDS, widened, type LABELLED } from './linear-model.ts';

const Spec = z.object({
  ...LINEAR_FIELDS,
  kind: z.literal('classes'),
  reduction: z.string(),
  classes: z.array(z.string()).min(2),
  calibrations: z.array(Calibrated).exactOptional(),
  compared: Compared.exactOptional(),
});

/**
 * Models of `iwal learn --reduction`: the spec, the names of the classes, the feature space, and the state that was reached.
 *
 * Errors: those of linear models.
 */
export interface ClassModel {
  readonly file: string;
  readonly spec: ReductionSpec;
  readonly classes: readonly string[];
  readonly space: FeatureSpace;
  readonly columns: number;
  readonly state: State;
  /** Absent where `iwal learn` made it. */
  readonly madeBy?: typeof LABELLED;
  /** How the scores of the classes become probabilities, one a class; absent where nobody has calibrated them. */
  readonly calibrations?: readonly FittedCalibration[];
  /** Absent where the model was not chosen among several. */
  readonly compared?: Compared;
}

/** Writes a model of several classes; the file appears whole or not at all. */
export async function saveClasses(
  path: string,
  { spec, space, columns, classes, state, madeBy, calibrations, compared }: Omit<ClassModel, 'file'>,
): Promise<void> {
  const written = {
    kind: 'classes',
    ...spec,
    classes,
    space,
    columns,
    ...(madeBy && { madeBy }),
    ...(calibrations && { calibrations }),
    ...(compared && { compared }),
  };
  await save(path, { spec: written, state });
}

/**
 * Reads a model of several classes.
 *
 * @throws DataError for another file.
 */
export function loadClasses(file: string): ClassModel {
  const model = classesIn(file, load(file));
  if (model === undefined) throw new Failure(`${file} is no model of several classes; iwal learn --reduction writes one`);
  return model;
}

/** The model of several classes in a model file; undefined where it holds another kind. */
export function classesIn(file: string, { spec, state }: Model): ClassModel | undefined {
  const { success, data } = Spec.safeParse(spec);
  if (!success) return undefined;
  const { reduction, classes, loss, update, optimizer, constant, space, columns, madeBy, calibrations, compared } = data;
  try {
    requireRecordedParts(spec);
    const learner = learnerSpec({ loss, update, optimizer, constant });
    lookUp('reduction', reductions, reduction);
    if (calibrations !== undefined && calibrations.length !== classes.length)
      throw new SpecError(`${calibrations.length} calibrations of ${classes.length} classes`);
    const of = { ...learner, reduction: reduction as ReductionSpec['reduction'] };
    return {
      ...{ file, spec: of, classes, space, columns, state },
      ...(madeBy && { madeBy }),
      ...(calibrations && { calibrations }),
      ...(compared && { compared }),
    };
  } catch (error) {
    if (error instanceof PartsError) throw error.of(file);
    if (!(error instanceof SpecError)) throw error;
    throw new DataError({ file, found: `a model whose spec is wrong: ${error.message}`, legal: 'a model that iwal learn wrote' });
  }
}

/** Bytes a feature and member: weights, sums and scales, and the copies of them in a state and in a model that is read or written. */
const BYTES = 9 * Float64Array.BYTES_PER_ELEMENT;

/** A fresh learner of K classes. */
export function newReduction(spec: ReductionSpec, classes: number, columns: number): Reduction {
  const members = lookUp('reduction', reductions, spec.reduction).members(classes);
  requireMemory(BYTES * columns * members, `${columns} features of ${members} learners`);
  return inMemory(columns, () => buildReduction(spec, classes, columns));
}

/** The learner of a model for rows with so many columns, with what it has learned. */
export function continuedReduction({ file, spec, classes, columns: known, state }: ClassModel, columns: number): Reduction {
  const members = reductions[spec.reduction].members(classes.length);
  requireColumns(file, state, known, members);
  const wide = Math.max(known, columns);
  const reduction = newReduction(spec, classes.length, wide);
  const fresh = reduction.state();
  requireFit(state, { file, fresh, columns: { fresh: wide, model: known }, members });
  reduction.restore(widened(state, fresh));
  for (let m = 0; m < members; m++) requireFinite(file, reduction.learner.block.weights(m));
  return reduction;
}

/** How to read a file for a model that knows its classes. */
export function withClasses(classes: readonly string[] | undefined, reading: DatasetOptions): DatasetOptions {
  return { ...reading, labels: 'class', ...(classes && { classNames: classes }) };
}

/** Throws unless the data says what the reduction needs to know of every example. */
export function requireTargets(
  file: string,
  dataset: Pick<Dataset, 'costs'>,
  reduction: ReductionSpec['reduction'],
  classes: number,
): void {
  const fault = targetFault(dataset, reduction, classes);
  if (fault === undefined) return;
  const { row, ...words } = fault;
  throw new DataError({ file, ...(row !== undefined && { line: dataset.costs!.lines[row] }), ...words });
}

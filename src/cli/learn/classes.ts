import { writeFile } from 'node:fs/promises';
import { DataError } from '../../files/data-error.ts';
import { type Dataset, upTo } from '../../rows/dataset.ts';
import type { DatasetOptions } from '../../data/index.ts';
import type { ReductionSpec } from '../../specs/reduction.ts';
import { targetFault } from '../../specs/kinds/targets.ts';
import { classLearn } from '../../streams/passes/class-learn.ts';
import { ClassValidation, judgedOn } from '../../streams/measures/class-validation.ts';
import { inStrides } from '../terminal/event-loop.ts';
import { withConstantOf } from '../options/spec/constant-option.ts';
import { readingRemarks } from '../data/file-remarks.ts';
import { readingFor, requireSpace, spaceRead, withClasses } from '../models/feature-space.ts';
import { continuedReduction, loadModel, newReduction, saveModel, type ClassModel } from '../models/model.ts';
import type { Session } from '../terminal/session.ts';
import type { Target } from '../options/target.ts';
import type { FileRequest } from './learned.ts';

/** What a learner of several classes learns from, as the options say it. */
export interface ClassesRequest extends FileRequest {
  /** Another file, whose predictions after the last pass are judged. */
  readonly test: string | undefined;
  /** What to begin with: a fresh learner of this spec, or the model in this file. */
  readonly start: ReductionSpec | string;
  /** Names of the classes; absent: those of the model, or of the file. */
  readonly classes: readonly string[] | undefined;
  readonly predictions: Target | undefined;
}

/** How predictions of classes fared. */
export interface ClassScores {
  readonly error: number;
  /** Mean cost; that of a class label is the error. */
  readonly cost: number;
  /** Mean cost above the cheapest class. */
  readonly excess: number;
  /** Importance by true class (rows) and predicted class. */
  readonly confusion: readonly (readonly number[])[];
}

/** What came of learning several classes, for the page and for `--json`. */
export interface LearnedClasses {
  readonly examples: number;
  readonly passes: number;
  readonly learned: number;
  /** Weights of a class: the constant's, and one an id up to the largest. */
  readonly weights: number;
  readonly classes: readonly string[];
  readonly hasCosts: boolean;
  /** Of the first pass, each prediction made before its example was learned. */
  readonly progressive: ClassScores;
  /** Of the other file, after the last pass; null without one. */
  readonly test: ClassScores | null;
  readonly spec: ReductionSpec;
}

/** Carries out `iwal learn --reduction` once its command line is checked: reads, learns, writes. Loaded only then. */
export async function learnClasses(request: ClassesRequest, session: Session): Promise<LearnedClasses> {
  const { data, test, passes, model, predictions } = request;
  const { spec, begun, reading, names } = await startOf(request);
  const dataset = await session.unlessInterrupted(request.read(data, withClasses(names, reading)));
  for (const line of readingRemarks(data, dataset)) session.note(line);
  const classes = dataset.classNames!;
  requireTargets(data, dataset, spec.reduction, classes.length);
  const space = begun?.space ?? (await spaceRead(data, reading, dataset));
  const tested = test === undefined ? undefined : await readTest(test, request, { spec, space, classes }, session);
  const columns = Math.max(dataset.rows.columns, tested?.rows.columns ?? 0);
  const reduction = begun === undefined ? newReduction(spec, classes.length, columns) : continuedReduction(begun, columns);
  const first = new Recording(dataset, classes.length);
  const stream = { ...dataset, order: upTo(dataset.rows.length) };
  const learnPass = (validation: ClassValidation): Promise<void> =>
    inStrides(stream.order.length, session, (from, to) => {
      classLearn(reduction, stream, validation, from, to);
    });
  await learnPass(first);
  for (let pass = 1; pass < passes; pass++) {
    reduction.beginPass();
    await learnPass(new ClassValidation(dataset, classes.length));
  }
  await predictions?.fill((path) => writeFile(path, first.predicted.map((k) => `${classes[k]}\n`).join('')));
  const wide = Math.max(columns, begun?.columns ?? 0);
  await model?.fill((path) =>
    saveModel(path, { kind: 'classes', spec, space, columns: wide, classes, state: reduction.state() }),
  );
  return {
    examples: dataset.rows.length,
    passes,
    learned: reduction.learner.learned,
    weights: wide,
    classes,
    hasCosts: dataset.costs !== undefined,
    progressive: scoresOf(first),
    test: tested === undefined ? null : scoresOf(judgedOn(reduction, tested, classes.length)),
    spec,
  };
}

interface Start {
  readonly spec: ReductionSpec;
  readonly begun: ClassModel | undefined;
  readonly reading: DatasetOptions;
  readonly names: readonly string[] | undefined;
}

async function startOf({ data, reading, start, classes }: ClassesRequest): Promise<Start> {
  if (typeof start !== 'string')
    return { spec: start, begun: undefined, reading: withConstantOf(start, reading), names: classes };
  const begun = loadModel(start, 'classes');
  const whole = readingFor(begun, data, reading);
  await requireSpace(start, begun, data, whole);
  return { spec: begun.spec, begun, reading: whole, names: begun.classes };
}

/** The file to test on, read as the one to learn from was. */
async function readTest(
  file: string,
  { reading, read }: ClassesRequest,
  { spec, space, classes }: Pick<ClassModel, 'spec' | 'space' | 'classes'>,
  session: Session,
): Promise<Dataset> {
  const whole = readingFor({ spec, space }, file, reading);
  await requireSpace('what was learned', { space }, file, whole);
  const dataset = await session.unlessInterrupted(read(file, withClasses(classes, whole)));
  requireTargets(file, dataset, spec.reduction, classes.length);
  return dataset;
}

/** Throws unless the data says what the reduction needs to know of every example. */
function requireTargets(
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

/** The scores of a validation, without what it keeps to compute them. */
function scoresOf({ error, cost, excess, confusion }: ClassValidation): ClassScores {
  return { error, cost, excess, confusion };
}

/** Keeps the predictions it scores. */
class Recording extends ClassValidation {
  readonly predicted: number[] = [];

  override record(i: number, predicted: number): void {
    super.record(i, predicted);
    this.predicted.push(predicted);
  }
}

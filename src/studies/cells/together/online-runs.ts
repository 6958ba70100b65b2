import { inRange } from '../../../learners/learner.ts';
import type { Dataset } from '../../../rows/dataset.ts';
import { columnsOf, splitWithConstant, type Split } from '../../../rows/selection.ts';
import { hasClasses, labelsFor } from '../../../specs/traits/labels-for.ts';
import { checkpoints, PER_DECADE } from '../../../streams/measures/checkpoints.ts';
import { ProgressiveValidation } from '../../../streams/measures/progressive.ts';
import { inOrder } from '../in-order.ts';
import { type Score, scoreOn, type ErrorsWanted } from '../measures/score.ts';
import { Members } from './members.ts';
import { passKey } from './pass.ts';
import type { LearnerSpec, StreamSpec } from '../../../specs/learner-spec.ts';

/** Passive online learning with a loss of any kind. */
export interface OnlineSpec extends LearnerSpec, StreamSpec, ErrorsWanted {
  readonly passes: number;
}

/** The scores after so many examples. */
export interface OnlineCheckpoint extends Score {
  readonly examples: number;
}

/** Scores along the stream, and afterwards on what was held out. */
export interface OnlineMeasurement {
  /** The first pass. */
  readonly curve: readonly OnlineCheckpoint[];
  readonly validation: Score | null;
  readonly test: Score | null;
  /** Weights that are not 0 in the end. */
  readonly nonZeros: number;
}

/** passKey (pass.ts) of a run of the kind `online`. */
export function onlineKey(spec: OnlineSpec): string | undefined {
  return passKey(spec, ['passes']);
}

/** Runs with one key, all at once: what the kind `online` measures of each, or undefined where learning left the range of numbers. */
export function onlineRuns(specs: readonly OnlineSpec[], asRead: Split): (OnlineMeasurement | undefined)[] {
  const data = splitWithConstant(asRead, specs[0]);
  const members = new Members(specs, columnsOf(data));
  const curves = learnPasses(members, specs, data);
  const scoresOn = (part: Dataset | undefined): ((m: number) => Score | null) => {
    if (part === undefined) return () => null;
    const evaluators = evaluatorsOf(members, specs.length, part);
    members.score({ ...part, labels: labelsFor(members.loss, part) }, evaluators);
    return (m) => scoreOn(part, evaluators[m]);
  };
  const [validation, test] = [scoresOn(data.validation), scoresOn(data.test)];
  return members.map((m) => ({
    curve: curves[m],
    validation: validation(m),
    test: test(m),
    nonZeros: members.weights(m).reduce((count, w) => (w === 0 ? count : count + 1), 0),
  }));
}

function learnPasses(members: Members, specs: readonly OnlineSpec[], data: Split): OnlineCheckpoint[][] {
  const [{ passes, perDecade = PER_DECADE }] = specs;
  const { train, order } = inOrder(data.train, specs[0]);
  const stream = { ...train, labels: labelsFor(members.loss, train), order };
  const evaluators = evaluatorsOf(members, specs.length, train);
  const withErrors = hasClasses(train);
  const curves = specs.map((): OnlineCheckpoint[] => []);
  let position = 0;
  for (const examples of checkpoints(train.rows.length, perDecade)) {
    members.learn(stream, evaluators, position, examples);
    position = examples;
    members.map((m) => {
      const { loss, error } = evaluators[m];
      curves[m].push({ examples, loss: inRange(examples, 'average loss', loss), error: withErrors ? error : null });
    });
  }
  for (let pass = 1; pass < passes; pass++) {
    members.beginPass();
    members.learn(stream, [], 0, train.rows.length);
  }
  return curves;
}

function evaluatorsOf({ loss }: Members, size: number, part: Dataset): ProgressiveValidation[] {
  const labels = labelsFor(loss, part);
  return Array.from({ length: size }, () => new ProgressiveValidation(loss, labels, part.importances));
}

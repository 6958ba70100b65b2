import type { AnyActiveLearner } from '../../streams/active-learner.ts';
import { judgeOfClasses, judgeOfLoss, type Judge } from '../../streams/judge.ts';
import { buildActiveClasses, parseActiveClasses, type ActiveClassesSpec } from './active-classes.ts';
import { buildLoss } from '../build-learner.ts';
import { buildActiveLearner } from '../build.ts';
import { SpecError } from '../choices.ts';
import type { Pool, RunSpec } from '../run.ts';
import { parseRunSpec } from '../run-spec.ts';

/** The spec of a run over classes that are named beforehand, as those are that somebody labels. */
export interface NamedClassesSpec extends ActiveClassesSpec {
  readonly classes: number;
}

/** Whether a spec is of several classes, whose number it says. */
export function isOfSeveral(spec: RunSpec): spec is NamedClassesSpec {
  return spec.reduction !== undefined;
}

/**
 * The spec of one run from outside, of two classes or, where it has a `reduction`, of several, every default filled in.
 *
 * @throws SpecError as parseRunSpec and parseActiveClasses do, and where several classes are not counted.
 */
export function parseAnyRun(input: unknown): RunSpec {
  if ((input as Partial<RunSpec> | undefined)?.reduction === undefined) return parseRunSpec(input);
  const spec = parseActiveClasses(input);
  if (spec.classes === undefined)
    throw new SpecError(`reduction '${spec.reduction}' of unknown classes; expected how many there are, as classes`);
  return spec;
}

/**
 * Learner, rule and coins of a spec for a pool of these rows.
 *
 * @throws SpecError where parts do not go together.
 */
export function buildAnyActiveLearner(spec: RunSpec, pool: Pool, columns = pool.rows.columns): AnyActiveLearner {
  return isOfSeveral(spec) ? buildActiveClasses(spec, spec.classes, pool, columns) : buildActiveLearner(spec, pool, columns);
}

/** What judges the predictions of a run of this spec. */
export function judgeOf(spec: RunSpec): Judge {
  return isOfSeveral(spec) ? judgeOfClasses(spec.classes, spec.positive) : judgeOfLoss(buildLoss(spec));
}

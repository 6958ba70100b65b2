import { CompositionError } from '../numerics/composition-error.ts';
import { reductions } from '../reductions/index.ts';
import type { Dataset } from '../rows/dataset.ts';
import type { Split } from '../rows/split.ts';
import { ActiveClassLearner } from '../streams/active-class-learner.ts';
import { coinsOf } from '../streams/coins.ts';
import { LabelOracle } from '../streams/oracle.ts';
import { buildQuery, NO_POOL } from './build.ts';
import { lookUp, SpecError } from './choices.ts';
import { budgetOf, type Pool } from './pacing.ts';
import { buildReduction, type ReductionSpec } from './reduction.ts';
import { parseRunSpec, runFields, type GivenRun, type RunSpec } from './run-spec.ts';
import { requireClassLabels } from './targets.ts';

/** What a run of several classes has no use for, with the reason. */
const OMITTED = {
  average: 'averages are of one margin',
  scale: 'units are learned by learners of two classes',
  oracle: 'answers that err or come late are of two classes; the labels of the data answer',
  stop: 'certificates are of two classes',
} as const;

/** The spec of one run of active learning of several classes: that of a run of two, and how K classes become one. */
export interface ActiveClassesSpec extends Omit<RunSpec, keyof typeof OMITTED>, Omit<ReductionSpec, 'average' | 'scale'> {}

/** The same as it is written in a program, defaults left out. */
export type GivenActiveClasses = Omit<GivenRun, keyof typeof OMITTED> & Pick<ReductionSpec, 'reduction'>;

/** What somebody may set. */
export const activeClassesFields = ['reduction', ...runFields.filter((field) => !(field in OMITTED))];

/**
 * The spec of a run of several classes from outside, every default filled in.
 *
 * @throws SpecError as parseRunSpec does, for a reduction that does not suit the loss or the rule, and for fields of two classes.
 */
export function parseActiveClasses(input: unknown): ActiveClassesSpec {
  const { reduction, ...run } = (input ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof reduction !== 'string') throw new SpecError(`reduction: expected one of ${Object.keys(reductions).join(', ')}`);
  for (const [field, why] of Object.entries(OMITTED))
    if (run[field] !== undefined) throw new SpecError(`several classes have no ${field}: ${why}`);
  lookUp('reduction', reductions, reduction);
  const spec = { reduction: reduction as ReductionSpec['reduction'], ...parseRunSpec(run) };
  buildActiveClasses(spec, 2, NO_POOL);
  return spec;
}

/** Learner, rule and coins of a spec for K classes and a pool of these rows; throws SpecError where parts do not go together. */
export function buildActiveClasses(
  spec: ActiveClassesSpec,
  classes: number,
  pool: Pool,
  columns = pool.rows.columns,
): ActiveClassLearner {
  try {
    return new ActiveClassLearner({
      learner: buildReduction(spec, classes, columns),
      query: buildQuery(spec, columns, pool, 'classes'),
      coin: coinsOf(spec, pool.rows),
      ...(spec.temper !== undefined && { temper: spec.temper }),
    });
  } catch (error) {
    if (error instanceof CompositionError) throw new SpecError(`reduction '${spec.reduction}': ${error.message}`);
    throw error;
  }
}

/** Sells the labels of these rows within the budget of the spec. */
export function buildClassOracle(spec: ActiveClassesSpec, { rows, labels }: Pick<Dataset, 'rows' | 'labels'>): LabelOracle {
  return new LabelOracle(labels, budgetOf(spec, rows.length));
}

/** Throws SpecError unless every label of every part is a class, counted from 1, and no part lists costs. */
export function requireClassesToAsk(split: Split, reduction: ReductionSpec['reduction']): void {
  for (const part of [split.train, split.validation, split.test])
    if (part?.costs !== undefined)
      throw new SpecError(
        `'${part.name}' has costs of classes; expected a class on every line: a label that is bought is a class`,
      );
  requireClassLabels(split, reduction);
}

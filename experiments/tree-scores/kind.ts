import { z } from 'zod';
import { columnsOf, splitWithConstant } from '../../src/rows/dataset.ts';
import { buildReduction, type ReductionSpec } from '../../src/specs/build-learner.ts';
import { classesIn, requireClassLabels } from '../../src/specs/kinds/targets.ts';
import { completeLearner, parsed } from '../../src/specs/learner-spec.ts';
import { orderOf } from '../../src/specs/run.ts';
import { ClassValidation } from '../../src/streams/measures/class-validation.ts';
import { classLearn } from '../../src/streams/passes/passive-learn.ts';
import { type Kind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';

const schema = z.strictObject({
  reduction: z.enum(['scoring-filter-tree', 'static-scoring-filter-tree']),
  /** Steps eta0 / sqrt(1 + t), t the matches that a class has learned. */
  eta0: z.number().positive(),
  seed: z.int(),
});
type Spec = Readonly<z.infer<typeof schema>>;

/** Scores w_k.x that a learned example takes, mean over a pass. */
export interface Scores {
  /** Progressive error. */
  readonly error: number;
  /** With recomputing until all who are still in cost the same. */
  readonly shortCircuit: number;
  /** What this program takes, which adds to a score what its step has moved it by. */
  readonly ours: number;
}

/**
 * Counts the scores of the scoring filter tree on classes (logistic loss, invariant updates), in the procedure as it is printed and in
 * this program; a count is a number that no clock has a part in.
 *
 *   K classes, n_j = ceil(K / 2^j) of them in before level j:  once K,  recomputed K + n_1 + … + n_last,
 *   short circuit K + n_1 + … + n_j, j the last level in which the class of the example played: after it all others cost the same
 *
 * Two classes k and l meet at the level of the highest bit in which k and l differ.
 *
 * Source: Mineiro, More importance-aware updates (machinedlearnings.com, 13 July 2011), the procedure of the scoring filter tree.
 */
export const treeScores: Kind<Spec, Spec, Scores> = {
  shape: schema.shape,
  parse: (given) => parsed(schema, given),
  admit: ({ reduction }, data) => {
    requireClassLabels(data, reduction);
  },
  run({ reduction: name, eta0, seed }, asRead) {
    const optimizer = { name: 'gradient-descent', eta0, power: 0.5 } as const;
    const learner = completeLearner({ loss: { name: 'logistic' }, update: 'invariant', optimizer });
    const spec: ReductionSpec = { reduction: name, ...learner };
    const data = splitWithConstant(asRead, spec);
    const { train } = data;
    const examples = train.rows.length;
    const classes = classesIn(data);
    const reduction = buildReduction(spec, classes, columnsOf(data), examples);
    const { block } = reduction.learner;
    const counts = { last: 0, recomputed: 0, ours: 0 };
    const [margins, prepare] = [block.margins.bind(block), block.prepare.bind(block)];
    block.margins = (rows, i, out) => {
      counts.ours += out.length;
      margins(rows, i, out);
    };
    block.prepare = (rows, i, importances, slopes, out) => {
      const [left, right] = [importances.findIndex((h) => h > 0), importances.findLastIndex((h) => h > 0)];
      counts.last = 31 - Math.clz32(left ^ right);
      prepare(rows, i, importances, slopes, out);
    };
    const stream = { ...train, order: orderOf({ order: 'shuffled', seed }, examples) };
    const evaluator = new ClassValidation(train, classes);
    for (let t = 0; t < examples; t++) {
      classLearn(reduction, stream, evaluator, t, t + 1);
      counts.recomputed += stillIn(classes, counts.last);
    }
    return { error: evaluator.error, shortCircuit: classes + counts.recomputed / examples, ours: counts.ours / examples };
  },
  measured: measured({ error: stored, shortCircuit: stored, ours: stored }),
  quantities: { 'scores with short circuit': ({ shortCircuit }) => shortCircuit, 'scores of this program': ({ ours }) => ours },
};

/** Scores of an example where those still in have theirs recomputed after every level but the last. */
export function recomputedScores(classes: number): number {
  return classes + stillIn(classes, Math.ceil(Math.log2(classes)) - 1);
}

/** n_1 + … + n_last: classes that are in before the levels after the first, up to this one. */
function stillIn(classes: number, last: number): number {
  let sum = 0;
  for (let level = 1; level <= last; level++) sum += Math.ceil(classes / 2 ** level);
  return sum;
}

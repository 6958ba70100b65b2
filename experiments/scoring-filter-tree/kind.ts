import { z } from 'zod';
import { reductions } from '../../src/reductions/index.ts';
import type { Reduction, ReductionKind } from '../../src/reductions/reduction.ts';
import { type Dataset, columnsOf, type Split, splitWithConstant } from '../../src/rows/dataset.ts';
import { lookUp } from '../../src/specs/choices.ts';
import { buildLoss, buildReduction, type ReductionSpec } from '../../src/specs/build-learner.ts';
import { completeLearner, learnerFields, parsed, streamFields } from '../../src/specs/learner-spec.ts';
import type { StreamSpec } from '../../src/specs/learner-spec.ts';
import { orderOf } from '../../src/specs/run.ts';
import { classesIn, requireClassLabels } from '../../src/specs/kinds/targets.ts';
import { checkpoints, PER_DECADE } from '../../src/streams/measures/measurement.ts';
import { classLearn } from '../../src/streams/passes/passive-learn.ts';
import { ClassValidation, judgedOn } from '../../src/streams/measures/class-validation.ts';
import { type ClassScore, classScore } from '../../src/studies/cells/score.ts';
import { curveOf, type Kind, measured, numbers, stored } from '../../src/studies/cells/kinds/kind.ts';
import type { Loss } from '../../src/losses/loss.ts';
import type { Block } from '../../src/optimizers/blocks/block.ts';

/** A run of several classes: what learns, how classes become one, the stream, and how often it is read. */
export interface ClassesSpec extends ReductionSpec, StreamSpec {
  readonly passes: number;
}

/** The same as a study writes it. */
export type ClassesGiven = Omit<ClassesSpec, 'passes' | 'order'> & Partial<Pick<ClassesSpec, 'passes' | 'order'>>;

/** After so many examples. */
export interface ClassCheckpoint extends ClassScore {
  readonly examples: number;
}

/** What a run of several classes measures. */
export interface ClassesMeasurement {
  /** The first pass, every prediction made before its example is learned. */
  readonly curve: readonly ClassCheckpoint[];
  readonly validation: ClassScore | null;
  readonly test: ClassScore | null;
  /** Steps of members an example, all passes. */
  readonly steps: number;
  /** Share of matches whose margin a step carried over its label (countSteps); null where there are none. */
  readonly overruns: number | null;
}

const schema = z.strictObject({ reduction: z.string(), ...learnerFields, passes: z.int().min(1).default(1), ...streamFields });

/**
 * Online learning of several classes with every label: one or several passes of a reduction (src/reductions), measured by the
 * error and mean cost of predictions made before their examples were learned, and on the parts that judge.
 */
export const classes: Kind<ClassesGiven, ClassesSpec, ClassesMeasurement> = {
  shape: schema.shape,
  parse(given) {
    const { reduction, loss, update, optimizer, average, scale, constant, ...stream } = parsed(schema, given);
    lookUp('reduction', reductions, reduction);
    const spec: ClassesSpec = {
      reduction: reduction as ReductionSpec['reduction'],
      ...completeLearner({ loss, update, optimizer, average, scale, constant }),
      ...stream,
    };
    buildReduction(spec, 2, 1);
    return spec;
  },
  admit({ reduction }, data) {
    requireClassLabels(data, reduction);
  },
  run(spec, asRead) {
    const data = splitWithConstant(asRead, spec);
    const reduction = buildReduction(spec, classesIn(data), columnsOf(data), spec.passes * data.train.rows.length);
    const counts = countSteps(reduction.learner.block);
    const curve = learnPasses(reduction, spec, data);
    const { steps, matches, overruns } = counts;
    const kind: ReductionKind = reductions[spec.reduction];
    const hasMatches = kind.matches === true && matches > 0 && canOverrun(buildLoss(spec));
    const scoreOn = (part: Dataset | undefined): ClassScore | null =>
      classScore(part && judgedOn(reduction, part, reduction.classes));
    return {
      curve,
      validation: scoreOn(data.validation),
      test: scoreOn(data.test),
      steps: steps / reduction.learner.learned,
      overruns: hasMatches ? overruns / matches : null,
    };
  },
  measured: measured({
    curve: curveOf('examples', 'error', 'cost'),
    validation: numbers('error', 'cost').nullable(),
    test: numbers('error', 'cost').nullable(),
    steps: stored,
    overruns: stored,
  }),
  quantities: {
    'progressive cost': ({ curve }) => curve.at(-1)!.cost,
    'progressive error': ({ curve }) => curve.at(-1)!.error,
    'test error': ({ test }) => test?.error ?? null,
  },
  score: ({ validation, curve }) => validation?.cost ?? curve.at(-1)!.cost,
};

function learnPasses(reduction: Reduction, spec: ClassesSpec, { train }: Split): ClassCheckpoint[] {
  const n = train.rows.length;
  const stream = { ...train, order: orderOf(spec, n) };
  const evaluator = new ClassValidation(train, reduction.classes);
  let position = 0;
  const curve = checkpoints(n, spec.perDecade ?? PER_DECADE).map((examples): ClassCheckpoint => {
    classLearn(reduction, stream, evaluator, position, examples);
    position = examples;
    return { examples, error: evaluator.error, cost: evaluator.cost };
  });
  for (let pass = 1; pass < spec.passes; pass++) {
    reduction.beginPass();
    classLearn(reduction, stream, new ClassValidation(train, reduction.classes), 0, n);
  }
  return curve;
}

/** Rounding of a margin, as a share of its label, that is no overrun. */
const ROUNDING = 1e-9;

/**
 * Counts from now on what the members of a block do: the steps they take, and the matches of a tournament whose margin a step carries
 * over its label. The counts are live.
 *
 *   match of members l and r, learned with the label y = +1 where l gives way, else -1:  m = s_l - s_r
 *   overrun:  y m < 1 before the step, y m > 1 after it, both taken with the weights as they are then
 *
 * A match is two members that were prepared together; a step of any other number of them is none. The block's own `prepare` and
 * `push` do the work: nothing that is learned depends on the counting.
 */
export function countSteps(block: Block): { readonly steps: number; readonly matches: number; readonly overruns: number } {
  const { size } = block;
  const counts = { steps: 0, matches: 0, overruns: 0 };
  const [before, after] = [new Float64Array(size), new Float64Array(size)];
  const isPrepared = new Uint8Array(size);
  const [prepare, push] = [block.prepare.bind(block), block.push.bind(block)];
  block.prepare = (rows, i, importances, slopes, out) => {
    for (let m = 0; m < size; m++) isPrepared[m] = importances[m] > 0 ? 1 : 0;
    prepare(rows, i, importances, slopes, out);
  };
  block.push = (rows, i, steps) => {
    const prepared = isPrepared.reduce((sum, each) => sum + each, 0);
    counts.steps += prepared;
    if (prepared !== 2) {
      push(rows, i, steps);
      return;
    }
    const [left, right] = [isPrepared.indexOf(1), isPrepared.lastIndexOf(1)];
    block.margins(rows, i, before);
    push(rows, i, steps);
    block.margins(rows, i, after);
    counts.matches++;
    if (isOverrun(before[left] - before[right], after[left] - after[right])) counts.overruns++;
  };
  return counts;
}

/** The margin of a match moves towards its label. */
function isOverrun(before: number, after: number): boolean {
  const y = after >= before ? 1 : -1;
  return y * before < 1 && y * after > 1 + ROUNDING;
}

/** Whether a margin can go too far: whether the loss does not fall any more beyond the label 1. */
export function canOverrun(loss: Loss): boolean {
  return loss.slope(1 + ROUNDING, 1) >= 0;
}

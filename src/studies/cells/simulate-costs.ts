import type { CostRegressors } from '../../reductions/cost-regressors.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { columnsOf, splitWithConstant, type Split } from '../../rows/selection.ts';
import { buildCostBuyer, buildCostOracle, type CostsSpec } from '../../specs/kinds/costs.ts';
import { orderOf } from '../../specs/order.ts';
import { classesIn } from '../../specs/kinds/targets.ts';
import { checkpoints, PER_DECADE } from '../../streams/measures/checkpoints.ts';
import { ClassValidation, judgedOn } from '../../streams/measures/class-validation.ts';
import { costLearn } from '../../streams/passes/cost-buyer.ts';
import type { ClassScore } from './kinds/classes.ts';

/** After so many examples. */
export interface CostsCheckpoint extends ClassScore {
  readonly examples: number;
  /** Costs bought. */
  readonly bought: number;
  /** Share of wrong predictions on the test part; null without one. */
  readonly testError: number | null;
}

/** What a run that buys costs measures. */
export interface CostsMeasurement {
  /** Every prediction made before its example is learned. */
  readonly curve: readonly CostsCheckpoint[];
  readonly validation: ClassScore | null;
  readonly test: ClassScore | null;
  /** K: costs that an example has. */
  readonly classes: number;
}

/** A run that bought costs: what was measured, and what judged its predictions, those on the way and those of its end. */
export interface CostsRun {
  readonly measurement: CostsMeasurement;
  /** Of the predictions on the way. */
  readonly progressive: ClassValidation;
  /** Of the model in the end on the test part; undefined without one. */
  readonly tested: ClassValidation | undefined;
}

/**
 * One simulated run that buys single costs: a spec and its data in, the measured curve out.
 *
 * @throws SpecError where the parts of the spec do not go together.
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function simulateCosts(spec: CostsSpec, asRead: Split): CostsRun {
  const split = splitWithConstant(asRead, spec);
  const { train, validation, test } = split;
  const classes = classesIn(split);
  const buyer = buildCostBuyer(spec, classes, columnsOf(split));
  const oracle = buildCostOracle(spec, train, classes);
  const progressive = new ClassValidation(train, classes);
  const stream = { ...train, order: orderOf(spec, train.rows.length) };
  let position = 0;
  const curve = checkpoints(train.rows.length, spec.perDecade ?? PER_DECADE).map((examples): CostsCheckpoint => {
    costLearn(buyer, stream, oracle, progressive, position, examples);
    position = examples;
    const { error, cost } = progressive;
    return { examples, bought: oracle.sold, error, cost, testError: judged(buyer.learner, test)?.error ?? null };
  });
  const tested = judged(buyer.learner, test);
  const measurement = { curve, validation: scoreOf(judged(buyer.learner, validation)), test: scoreOf(tested), classes };
  return { measurement, progressive, tested };
}

function judged(learner: CostRegressors, part: Dataset | undefined): ClassValidation | undefined {
  return part && judgedOn(learner, part, learner.learner.size);
}

function scoreOf(validation: ClassValidation | undefined): ClassScore | null {
  return validation === undefined ? null : { error: validation.error, cost: validation.cost };
}

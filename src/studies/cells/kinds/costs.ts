import type { Dataset } from '../../../rows/dataset.ts';
import { columnsOf, splitWithConstant } from '../../../rows/selection/split.ts';
import type { CostRegressors } from '../../../reductions/cost-regressors.ts';
import {
  buildCostBuyer,
  buildCostOracle,
  costsFields,
  parseCosts,
  requireCosts,
  type CostsSpec,
  type GivenCosts,
} from '../../../specs/costs.ts';
import { orderOf } from '../../../specs/order.ts';
import { classesIn } from '../../../specs/targets.ts';
import { checkpoints, PER_DECADE } from '../../../streams/measures/checkpoints.ts';
import { ClassValidation } from '../../../streams/measures/class-validation.ts';
import { costLearn } from '../../../streams/passes/cost-buyer.ts';
import type { ClassScore } from './classes.ts';
import type { Kind } from './kind.ts';
import { curveOf, measured, numbers } from './measured.ts';

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

/** Cost-sensitive learning of several classes with an oracle that sells single costs: what is bought, and what comes of it. */
export const costs: Kind<GivenCosts, CostsSpec, CostsMeasurement> = {
  fields: costsFields,
  parse: parseCosts,
  admit(spec, data) {
    requireCosts(data, spec);
  },
  run(spec, asRead) {
    const split = splitWithConstant(asRead, spec);
    const { train, validation, test } = split;
    const classes = classesIn(split);
    const buyer = buildCostBuyer(spec, classes, columnsOf(split));
    const oracle = buildCostOracle(spec, train, classes);
    const evaluator = new ClassValidation(train, classes);
    const stream = { rows: train.rows, order: orderOf(spec, train.rows.length) };
    let position = 0;
    const curve = checkpoints(train.rows.length, spec.perDecade ?? PER_DECADE).map((examples): CostsCheckpoint => {
      costLearn(buyer, stream, oracle, evaluator, position, examples);
      position = examples;
      const { error, cost } = evaluator;
      return { examples, bought: oracle.sold, error, cost, testError: scoreOn(buyer.learner, test)?.error ?? null };
    });
    const { learner } = buyer;
    return { curve, validation: scoreOn(learner, validation), test: scoreOn(learner, test), classes };
  },
  measured: measured({
    curve: curveOf('examples', 'bought', 'error', 'cost', 'testError'),
    validation: numbers('error', 'cost').nullable(),
    test: numbers('error', 'cost').nullable(),
  }),
};

function scoreOn(learner: CostRegressors, part: Dataset | undefined): ClassScore | null {
  if (part === undefined) return null;
  const evaluator = new ClassValidation(part, learner.learner.size);
  for (let i = 0; i < part.rows.length; i++) evaluator.record(i, learner.predict(part.rows, i));
  return { error: evaluator.error, cost: evaluator.cost };
}

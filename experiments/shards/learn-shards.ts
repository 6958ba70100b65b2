import { shardModel, type ShardModel } from '../../src/learners/average-models.ts';
import { type Dataset, selectRows, shardsOf } from '../../src/rows/dataset.ts';
import { buildLoss, labelsFor } from '../../src/specs/build-learner.ts';
import { buildActiveLearner, buildOracle } from '../../src/specs/build.ts';
import { orderOf, type RunSpec } from '../../src/specs/run.ts';
import { activeLearn, type Observer } from '../../src/streams/passes/active-learn.ts';
import type { ActiveLearner } from '../../src/streams/active-learner.ts';
import { type ClassMeasures, TwoClassValidation, ProgressiveValidation } from '../../src/streams/measures/class-measures.ts';

/** What one shard has learned, and how its run went. */
export interface Learned {
  readonly model: ShardModel;
  /** Importance of what it has learned, tempered as it was learned. */
  readonly mass: number;
  readonly labels: number;
  readonly importanceSum: number;
  /** Importance of the rows it has considered. */
  readonly considered: number;
  readonly progressiveLoss: number;
  readonly progressiveError: number;
  readonly errorEstimate: number;
}

/**
 * A run of the spec on every shard of the rows, one after the other: the order inside a shard, its coins and its budget are those of
 * a run on its rows alone. Shards without rows are left out. `classes` is told every prediction with the label that judges it.
 *
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function learnShards(spec: RunSpec, train: Dataset, shards: number, columns: number, classes?: ClassMeasures): Learned[] {
  const labels = labelsFor(buildLoss(spec), train);
  return shardsOf(train.rows.length, shards)
    .filter(({ length }) => length > 0)
    .map((rows) => {
      if (shards === 1) return learnShard(spec, train, labels, columns, classes);
      // Labels as the whole data have them: those of one shard may be of one class.
      const own = Float64Array.from(rows, (row) => labels[row]);
      return learnShard(spec, selectRows(train, rows, train.name), own, columns, classes);
    });
}

/** The model, every weight of which counts by the importance learned. */
export function byMass({ model: { weights }, mass }: Learned): ShardModel {
  return { weights, mass };
}

function learnShard(
  spec: RunSpec,
  shard: Dataset,
  labels: Float64Array,
  columns: number,
  classes: ClassMeasures | undefined,
): Learned {
  const active = buildActiveLearner(spec, shard, columns);
  const { learner } = active;
  const oracle = buildOracle(spec, learner.loss, shard.rows, labels);
  const judged = [learner.loss, labels, shard.importances] as const;
  const evaluator = classes === undefined ? new ProgressiveValidation(...judged) : new TwoClassValidation(...judged, classes);
  const n = shard.rows.length;
  const scale = new Scale();
  activeLearn(active, { ...shard, order: orderOf(spec, n) }, oracle, evaluator, 0, n, scale);
  return {
    model: shardModel(learner, scale.mass),
    mass: scale.mass,
    labels: oracle.sold,
    importanceSum: active.importanceSum,
    considered: active.consideredImportance,
    progressiveLoss: evaluator.finiteLoss,
    progressiveError: evaluator.error,
    errorEstimate: active.errorEstimate,
  };
}

/** Adds up what labels are learned with. */
class Scale implements Observer {
  mass = 0;

  considered(): void {
    // Only what is learned counts.
  }

  answered(active: ActiveLearner): void {
    this.mass += active.learnedImportance(active.decision.importance);
  }
}

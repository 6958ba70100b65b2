import { CompositionError } from '../numerics/iwal-error.ts';
import type { Loss } from '../losses/loss.ts';
import type { Reads } from '../queries/query.ts';
import { emptyOutlook, type Reduction, Targets } from '../reductions/reduction.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { AnyActiveLearner, type ActiveParts } from './active-learner.ts';
import { judgeOfClasses, type Judge } from './judge.ts';
import type { Filled } from '../queries/past-situations.ts';

/**
 * Active learning of several classes: labels and predictions are classes, 1 … K, and what could change the prediction is a label of
 * any other class (reductions/reduction.ts). Rules, coins, importances, budget and sums are those of two classes.
 *
 *   distance     = score of the predicted class less that of the next one
 *   weightToFlip = smallest importance with which a label of another class would make that class win
 *
 * With one-against-all and K = 2 both scores mirror each other: `weightToFlip` is that of the binary learner, and `distance` twice its
 * own.
 *
 * @throws CompositionError, the constructor, for a reduction that does not say how near another class is where the rule asks, and for
 * a rule that keeps learners of two classes.
 */
export class ActiveClassLearner extends AnyActiveLearner<Reduction> {
  readonly judge: Judge;
  readonly #outlook = emptyOutlook();
  /** Where the label that is learned is put: a set of one row. */
  readonly #label = new Float64Array(1);
  readonly #targets: Targets;

  /** `positive`: the class whose rows are looked for; the second of two if absent, and none of more. */
  constructor({ positive, ...parts }: ActiveParts<Reduction> & { readonly positive?: number }) {
    const { learner, query } = parts;
    if (query.ofTwoClasses === true)
      throw new CompositionError(`query rule '${query.name}' keeps learners of two classes; all others ask about several, too`);
    if (learner.look === undefined && query.reads !== 'counts')
      throw new CompositionError(
        'classes that meet in matches do not say how near another class is; one-against-all and cost-sensitive do, and ' +
          'passive and random do not ask',
      );
    super(parts);
    this.judge = judgeOfClasses(learner.classes, positive);
    this.#targets = new Targets({ labels: this.#label }, learner.classes);
  }

  override get loss(): Loss {
    return this.learner.learner.loss;
  }

  override predictionOf(model: Reduction, rows: SparseRows, i: number): number {
    return model.predict(rows, i) + 1;
  }

  override labelOf(prediction: number): number {
    return prediction;
  }

  override weightsTowards(prediction: number): Float64Array {
    const learner = this.model;
    return learner.weightsOf?.(prediction - 1) ?? new Float64Array(learner.learner.block.weights(0).length);
  }

  override importanceToChange(rows: SparseRows, i: number): number {
    if (this.learner.look === undefined || this.model !== this.learner) return Infinity;
    const outlook = emptyOutlook();
    this.learner.look(rows, i, 'importance', outlook);
    return outlook.importance;
  }

  protected override appraise(rows: SparseRows, i: number, reads: Reads, situation: Filled): void {
    const learner = this.model;
    if (reads === 'counts') {
      situation.prediction = learner.predict(rows, i) + 1;
      return;
    }
    const outlook = this.#outlook;
    learner.look!(rows, i, reads === 'flip' ? 'importance' : 'margin', outlook);
    situation.prediction = outlook.predicted + 1;
    situation.distance = outlook.margin;
    if (reads === 'prediction') return;
    situation.sensitivity = outlook.sensitivity;
    situation.weightToFlip = outlook.importance;
  }

  protected override learnLabel(rows: SparseRows, i: number, label: number, h: number): void {
    this.#label[0] = label;
    this.learner.learn(rows, i, this.#targets.of(0), h);
  }

  protected override learnPrediction(rows: SparseRows, i: number): void {
    this.learnLabel(rows, i, this.situation.prediction, this.situation.rowImportance);
  }
}

import { partIn } from '../../numerics/state.ts';
import type { Parameters, Values } from '../../numerics/recipe.ts';
import { CellMeans, CONFIDENCES, confidenceOf } from '../../statistics/cell-means.ts';
import { type PredictionSituation, type RuleContext, committeeRecipe, type RuleActions } from '../query.ts';

const parameters = {
  factor: { above: 0, default: 1, asks: 'more', meaning: 'times the standard deviation of a mistake, as a probability' },
} as const satisfies Parameters;

function rule({ factor }: Values<typeof parameters>, context: RuleContext): RuleActions<'prediction'> {
  const { judge = ofMargins(context) } = context;
  const means = new CellMeans(2, CONFIDENCES);
  const cellOf = ({ prediction, distance }: PredictionSituation): number =>
    judge.predictedClass(prediction) * CONFIDENCES + confidenceOf(distance);
  /** Standard deviation of a mistake by cell, as far as it was asked for since the last label. */
  let deviations: number[] = [];
  const deviationIn = (cell: number): number => {
    const { labels } = means;
    // A label more, half of it a mistake: where none was seen yet the rule still asks.
    const m = (labels * means.guesses(cell)[1] + 0.5) / (labels + 1);
    return Math.sqrt(m * (1 - m));
  };
  const probability = (situation: PredictionSituation, times: number): number => {
    const cell = cellOf(situation);
    deviations[cell] ??= deviationIn(cell);
    return Math.min(1, Math.max(Number.MIN_VALUE, times * deviations[cell]));
  };
  return {
    probability: (situation) => probability(situation, factor),
    knob: { value: factor, to: Infinity, probability },
    settle: (situation, _rows, _i, label, h) => {
      if (label === undefined) return;
      means.add(cellOf(situation), judge.isWrong(situation.prediction, label) ? 1 : 0, h);
      deviations = [];
    },
    state: () => ({ means: means.state() }),
    restore: (state) => {
      means.restore(partIn(state, 'means'));
      deviations = [];
    },
  };
}

function ofMargins({ newLearner }: RuleContext): NonNullable<RuleContext['judge']> {
  const learner = newLearner();
  return {
    isWrong: (p, label) => learner.side(p) !== learner.side(label),
    predictedClass: (p) => (learner.side(p) === learner.side(Infinity) ? 1 : 0),
  };
}

/**
 * Where a mistake is least certain: p = c sqrt(m (1 - m)), m the probability that the prediction is wrong, as the labels bought say of
 * rows of the same predicted class and confidence (statistics/cell-means.ts), and one label more, half of it a mistake, so that p stays
 * above 0 where none was seen.
 *
 * It is the rule that estimates: of all that buy as many labels it leaves the error of the predictions with the smallest variance, if m is
 * right. Unbiased; reads the prediction, which is to mean log-odds: that of a guess (optimizers/averaged-weights.ts) or of the logistic loss. The
 * knob is c; a budget finds it.
 *
 * Source: Neyman allocation; T. Zrnic & E. J. Candes, Active statistical inference (ICML 2024), section 3.
 *
 * @example
 * queries.mistake.traits.unbiased // => true
 */
export const mistake = committeeRecipe('mistake', { reads: 'prediction' }, parameters, rule);

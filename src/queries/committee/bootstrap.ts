import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { Values } from '../../numerics/recipe.ts';
import type { RandomStream } from '../../numerics/random.ts';
import { Kept } from '../../numerics/state.ts';
import { committeeParameters } from './committee.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import { type PredictionSituation, type RuleContext, committeeRecipe, type RuleActions } from '../query.ts';

class Bootstrap extends Kept implements RuleActions<'prediction'> {
  readonly #members: readonly MarginLearner[];
  readonly #pMin: number;
  readonly #random: RandomStream;
  /** The first bought rows, their labels and their importances. */
  readonly #rows: Float64Array;
  readonly #labels: Float64Array;
  readonly #importances: Float64Array;
  readonly #count = { bought: 0 };

  constructor({ members, first, pMin }: Values<typeof committeeParameters>, { newLearner, random }: RuleContext) {
    super();
    this.#members = Array.from({ length: members }, newLearner);
    this.#pMin = pMin;
    this.#random = random;
    const [rows, labels, importances] = Array.from({ length: 3 }, () => new Float64Array(first));
    [this.#rows, this.#labels, this.#importances] = [rows, labels, importances];
    this.keep({ members: [...this.#members], random, rows, labels, importances }, this.#count);
  }

  probability({ prediction }: PredictionSituation, rows: SparseRows, i: number): number {
    if (this.#count.bought < this.#rows.length) return 1;
    const [judge] = this.#members;
    const stake = Math.max(this.#range(rows, i, judge.side(prediction)), this.#range(rows, i, judge.otherSide(prediction)));
    return this.#pMin + (1 - this.#pMin) * stake;
  }

  readonly settle: RuleActions<'prediction'>['settle'] = (_situation, rows, i, label, _h, learned) => {
    if (label === undefined || this.#count.bought === this.#rows.length) return;
    this.#rows[this.#count.bought] = i;
    this.#labels[this.#count.bought] = label;
    this.#importances[this.#count.bought] = learned;
    this.#count.bought++;
    if (this.#count.bought === this.#rows.length) this.#train(rows);
  };

  #train(rows: SparseRows): void {
    for (const member of this.#members) {
      for (let draw = 0; draw < this.#count.bought; draw++) {
        const d = this.#random.below(this.#count.bought);
        member.learn(rows, this.#rows[d], this.#labels[d], this.#importances[d]);
      }
    }
  }

  /** Largest difference of two predictors' losses, in [0, 1], should the label be y. */
  #range(rows: SparseRows, i: number, y: number): number {
    let least = 1;
    let most = 0;
    for (const member of this.#members) {
      const { loss } = member;
      const share = Math.min(1, loss.excess(member.margin(rows, i), y) / loss.excess(loss.threshold!, y));
      least = Math.min(least, share);
      most = Math.max(most, share);
    }
    return most - least;
  }
}

/**
 * Bootstrap IWAL, a loss-weighting rule: the first b labels are bought, H predictors are trained on bootstrap samples of them,
 * and from then on, unchanged, they say how much the label could matter:
 *
 *   p = pMin + (1 - pMin) max over classes y, predictors i and j of l(h_i, y) - l(h_j, y)
 *
 * The paper takes losses in [0, 1]; ours is the loss above its infimum, in units of what it is on the threshold, cut at 1:
 * predictors that agree on the class differ a little, opposed ones by up to 1. Unbiased, for p >= pMin. Keeps H (`members`)
 * learners, each trained once over b (`first`) rows drawn with replacement, and remembers those rows by their numbers.
 *
 * The knob is pMin (the paper's 0.1), the share bought where all agree; useful range: 0.001 … 0.3.
 *
 * Source: Beygelzimer, Dasgupta & Langford, Importance weighted active learning (2009), the bootstrap scheme.
 */
export const bootstrap = committeeRecipe(
  'bootstrap',
  { reads: 'prediction', ofTwoClasses: true },
  committeeParameters,
  (values, context) => new Bootstrap(values, context),
);

import { COLUMNS, sampleRows } from '../../../src/laws/optimizer-laws.ts';
import { LinearLearner } from '../../../src/learners/margin-learner.ts';
import { losses } from '../../../src/losses/index.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import type { RandomStream } from '../../../src/numerics/random.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../../src/optimizers/optimizer.ts';
import { pairWeights, type PairWeights, DifferenceRow, PairwiseRanking } from '../../../src/reductions/pairwise-ranking.ts';
import { CONSTANT } from '../../../src/rows/dataset.ts';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { areaUnderCurve } from '../../../src/statistics/curves/auc.ts';
import { ndcg } from '../../../src/statistics/curves/discounted-gain.ts';
import { updates } from '../../../src/updates/index.ts';
import { rowOf, rowsOf } from '../rows/rows.ts';

/** The laws of pairwise ranking (src/reductions/pairwise-ranking.ts), as functions to a counterexample (or undefined). */

type Law = (random: RandomStream) => string | undefined;

const signed: readonly Loss[] = [losses.logistic, losses.hinge, losses.squared, losses.exponential];
const descent = (): OptimizerFactory => optimizers['gradient-descent']({ eta0: 0.2 });
const weightsOf = ({ learner }: PairwiseRanking): Float64Array => learner.weights();

export function rankingOf(
  loss: Loss = losses.logistic,
  factory = descent(),
  pairs: PairWeights = pairWeights.uniform(),
): PairwiseRanking {
  return new PairwiseRanking(new LinearLearner(loss, updates.invariant, factory(COLUMNS)), pairs);
}

/** Dense rows, so that differences are held against subtraction entry by entry. */
function dense(rows: SparseRows, i: number): Float64Array {
  const x = new Float64Array(COLUMNS);
  for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) x[rows.indices[k]] = rows.values[k];
  return x;
}

/** Row i of the rows, with the constant set to c. */
function withConstants(rows: SparseRows, c: number): SparseRows {
  const row = (_: unknown, i: number) => rowOf(COLUMNS, (j) => (j === CONSTANT ? c : dense(rows, i)[j]));
  return rowsOf(Array.from({ length: rows.length }, row), COLUMNS);
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  return a.every((x, j) => x === b[j]);
}

/** A row that holds the difference is canonical, and teaches the ordinary learner what the pair does, bit for bit. */
export function pairIsDifference(loss: Loss, factory: OptimizerFactory, random: RandomStream): string | undefined {
  const rows = sampleRows(random, 8);
  const ranking = rankingOf(loss, factory);
  const alone = new LinearLearner(loss, updates.invariant, factory(COLUMNS));
  for (let t = 0; t < 20; t++) {
    const [i, j] = [random.below(rows.length), random.below(rows.length)];
    const h = [0.5, 1, 3][random.below(3)];
    const [left, right] = [dense(rows, i), dense(rows, j)];
    const row = rowOf(COLUMNS, (k) => (k === CONSTANT ? undefined : Math.fround(left[k] - right[k])));
    const difference = rowsOf([row], COLUMNS);
    const found = ranking.learnPair(rows, i, j, h);
    const expected = difference.nonZeros === 0 ? 0 : alone.margin(difference, 0);
    if (difference.nonZeros > 0) alone.learn(difference, 0, 1, h);
    if (!Object.is(found, expected) && !(found === 0 && expected === 0))
      return `pair ${t}: margin ${found}, of the difference ${expected}`;
    if (!isSame(weightsOf(ranking), alone.weights())) return `pair ${t}: other weights than those of the difference`;
    if (random.below(8) === 0) {
      ranking.beginPass();
      alone.beginPass();
    }
  }
  return undefined;
}

const antisymmetry: Law = (random) => {
  const rows = sampleRows(random, 6);
  const loss = signed[random.below(signed.length)];
  const ranking = rankingOf(loss);
  const swapped = new LinearLearner(loss, updates.invariant, descent()(COLUMNS));
  for (let t = 0; t < 10; t++) {
    const [i, j] = [random.below(6), random.below(6)];
    ranking.learnPair(rows, i, j, 2);
    const difference = new DifferenceRow(COLUMNS, 2 * COLUMNS);
    if (difference.take(rows, j, i)) swapped.learn(difference.row, 0, -1, 2);
  }
  return isSame(weightsOf(ranking), swapped.weights()) ? undefined : '(i, j) with +1 is not (j, i) with -1';
};

const constantCancels: Law = (random) => {
  const rows = sampleRows(random, 6);
  const [some, other] = [withConstants(rows, 1), withConstants(rows, 0.25 + random.below(9))];
  const [a, b] = [rankingOf(), rankingOf()];
  for (let t = 0; t < 10; t++) {
    const [i, j] = [random.below(6), random.below(6)];
    a.learnPair(some, i, j, 1);
    b.learnPair(other, i, j, 1);
  }
  if (!isSame(weightsOf(a), weightsOf(b))) return 'another constant, other weights';
  return weightsOf(a)[CONSTANT] === 0 ? undefined : 'a constant was learned';
};

/** Of squared and hinge loss a margin short of 1 stays so, whatever the importance; and q is eta d.d, or it would stop elsewhere. */
const flowStops: Law = (random) => {
  const rows = sampleRows(random, 4);
  const loss = [losses.squared, losses.hinge][random.below(2)];
  const ranking = rankingOf(loss);
  for (let t = 0; t < 6; t++) {
    const [i, j] = [random.below(4), random.below(4)];
    const margin = (): number => ranking.learner.predict(rows, i) - ranking.learner.predict(rows, j);
    const before = margin();
    const h = [1, 1e3, 1e6][random.below(3)];
    ranking.learnPair(rows, i, j, h);
    const after = margin();
    if (before <= 1 && after > 1 + 1e-6) return `the margin ${before} went to ${after}, over its label`;
    const difference = new DifferenceRow(COLUMNS, 2 * COLUMNS);
    if (!difference.take(rows, i, j)) continue;
    const expected = before + updates.invariant(loss, before, 1, h * 0.2 * difference.row.squaredNorms[0]);
    if (Math.abs(after - expected) > 1e-5 * (1 + Math.abs(expected)))
      return `the margin went to ${after}, and its flow to ${expected}`;
  }
  return undefined;
};

/** A pair is one step on the difference: not one on each row, which is regression on a balanced sample. */
const notTwoSteps: Law = () => {
  const rows = rowsOf([rowOf(3, Math.sign), [[2, 1]]], COLUMNS);
  const ranking = rankingOf();
  ranking.learnPair(rows, 0, 1, 1);
  const [, own, common] = weightsOf(ranking);
  return own > 0 && common === 0 ? undefined : `weights ${own} and ${common} of what differs and what does not`;
};

/** |NDCG with two places exchanged - NDCG| is the weight of their pair, where all places count and where the list is cut. */
const weightIsSwap: Law = (random) => {
  const count = 2 + random.below(12);
  const cutOff = 1 + random.below(count + 3);
  const relevances = Float64Array.from({ length: count }, () => random.below(5));
  const places = Uint32Array.from({ length: count }, (_, k) => k + 1);
  const weights = pairWeights.ndcg({ cutOff });
  weights.begin(relevances, places, count);
  const scores = Array.from(places, (place) => -place);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) {
      if (a === b) continue;
      const swapped = scores.slice();
      [swapped[a], swapped[b]] = [swapped[b], swapped[a]];
      const [before, after] = [scores, swapped].map((each) => ndcg(each, relevances, cutOff));
      const change = before === undefined || after === undefined ? 0 : Math.abs(after - before);
      const weight = weights.of(a, b);
      if (Math.abs(weight - change) > 1e-13)
        return `exchanging ${a} and ${b} changes NDCG by ${change}, and their pair weighs ${weight}`;
    }
  }
  return undefined;
};

/** As it is printed. */
const dcgAsPrinted: Law = (random) => {
  const relevances = Float64Array.of(random.below(5), random.below(5));
  const [one, other] = [1 + random.below(9), 10 + random.below(9)];
  const weights = pairWeights.dcg({ cutOff: 12 });
  weights.begin(relevances, Uint32Array.of(one, other), 2);
  const beyond = other > 12 ? 0 : 1 / Math.log2(1 + other);
  const expected = Math.abs(2 ** relevances[0] - 2 ** relevances[1]) * Math.abs(1 / Math.log2(1 + one) - beyond);
  const found = weights.of(0, 1);
  return Math.abs(found - expected) < 1e-12 ? undefined : `the weight ${found}, as it is printed ${expected}`;
};

/** The pairs of a query weigh 1 each, or 1 together. */
const queryWeights: Law = (random) => {
  const count = 2 + random.below(8);
  const relevances = Float64Array.from({ length: count }, () => random.below(3));
  const sum = (weights: PairWeights): [number, number] => {
    weights.begin(relevances, Uint32Array.from(relevances.keys()), count);
    let [pairs, total] = [0, 0];
    for (let a = 0; a < count; a++)
      for (let b = 0; b < count; b++)
        if (relevances[a] > relevances[b]) {
          pairs++;
          total += weights.of(a, b);
        }
    return [pairs, total];
  };
  const [pairs, uniform] = sum(pairWeights.uniform());
  const [, balanced] = sum(pairWeights['query-balanced']());
  if (uniform !== pairs) return `${pairs} pairs weigh ${uniform}`;
  return pairs === 0 || Math.abs(balanced - 1) < 1e-12 ? undefined : `balanced, the pairs of a query weigh ${balanced}`;
};

/** A query is its pairs, in order, with the weights at the places before the first: by descending score, ties by index. */
const queryIsPairs: Law = (random) => {
  const rows = sampleRows(random, 9);
  const relevances = Float64Array.from({ length: 9 }, () => random.below(4));
  const name = (['uniform', 'query-balanced', 'dcg', 'ndcg'] as const)[random.below(4)];
  const cutOff = { cutOff: 1 + random.below(9) };
  const make = (): PairWeights => (name === 'dcg' || name === 'ndcg' ? pairWeights[name](cutOff) : pairWeights[name]());
  const [query, pairs] = [rankingOf(losses.logistic, descent(), make()), rankingOf()];
  const members = Uint32Array.of(4, 0, 7, 2, 8, 1);
  for (let t = 0; t < 3; t++) {
    const learned = query.learnQuery(rows, members, 1, 6, relevances, 2);
    let expected = 0;
    const own = [...members.subarray(1, 6)];
    const scores = own.map((i) => pairs.learner.margin(rows, i));
    const order = own.map((_, a) => a).sort((a, b) => scores[b] - scores[a] || a - b);
    const weights = make();
    const ranks = Uint32Array.from(own, (_, a) => order.indexOf(a) + 1);
    weights.begin(
      Float64Array.from(own, (i) => relevances[i]),
      ranks,
      own.length,
    );
    own.forEach((i, a) => {
      own.forEach((j, b) => {
        if (!(relevances[i] > relevances[j] && weights.of(a, b) > 0)) return;
        pairs.learnPair(rows, i, j, 2 * weights.of(a, b));
        expected++;
      });
    });
    if (learned !== expected) return `${name}: ${learned} pairs learned, not ${expected}`;
    if (!isSame(weightsOf(query), weightsOf(pairs))) return `${name}: a query is not its pairs`;
  }
  return undefined;
};

/** AUC is the share of pairs in the right order, ties a half, each with the importances of both. */
const aucIsPairs: Law = (random) => {
  const n = 2 + random.below(20);
  const scores = Array.from({ length: n }, () => random.below(5) - 2);
  const isPositive = Array.from({ length: n }, (_, i) => i === 0 || (i > 1 && random.below(2) === 0));
  const h = Array.from({ length: n }, () => 0.5 + random.below(4));
  let [won, all] = [0, 0];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      if (isPositive[i] && !isPositive[j]) {
        all += h[i] * h[j];
        won += h[i] * h[j] * (scores[i] > scores[j] ? 1 : scores[i] === scores[j] ? 0.5 : 0);
      }
  const found = areaUnderCurve(scores, isPositive, h);
  return Math.abs(found - won / all) < 1e-12 ? undefined : `AUC ${found}, of the pairs ${won / all}`;
};

/** With ties NDCG is the mean over all orders of the tied rows. */
const ndcgOfTies: Law = (random) => {
  const n = 2 + random.below(4);
  const scores = Array.from({ length: n }, () => random.below(3));
  const relevances = Array.from({ length: n }, () => random.below(4));
  const cutOff = 1 + random.below(n + 1);
  const gains = (order: readonly number[]): number =>
    order.slice(0, cutOff).reduce((sum, i, k) => sum + (2 ** relevances[i] - 1) / Math.log2(k + 2), 0);
  const orders = permutations(Array.from({ length: n }, (_, i) => i));
  const legal = orders.filter((order) => order.every((i, k) => k === 0 || scores[order[k - 1]] >= scores[i]));
  const ideal = Math.max(...orders.map(gains));
  const found = ndcg(scores, relevances, cutOff);
  if (ideal === 0) return found === undefined ? undefined : `NDCG ${found} of rows worth nothing`;
  const expected = legal.reduce((sum, order) => sum + gains(order) / ideal, 0) / legal.length;
  return Math.abs(found! - expected) < 1e-12 ? undefined : `NDCG ${found}, over all orders ${expected}`;
};

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, k) => permutations(items.filter((_, other) => other !== k)).map((rest) => [item, ...rest]));
}

/** Every law, by its title. */
export const rankingLaws: Readonly<Record<string, Law>> = {
  'a pair is one step on the difference': (random) =>
    pairIsDifference(signed[random.below(signed.length)], optimizers['gradient-descent']({ eta0: 0.2, power: 0.5 }), random),
  '(i, j) with +1 is (j, i) with -1': antisymmetry,
  'a constant cancels': constantCancels,
  'no step carries a margin over its label': flowStops,
  'one step on a pair is not two steps': notTwoSteps,
  'exchanging two rows changes NDCG by the weight of their pair': weightIsSwap,
  'DCG weights are those printed': dcgAsPrinted,
  'the pairs of a query weigh 1 each, or 1 together': queryWeights,
  'a query is its pairs at the places before': queryIsPairs,
  'AUC is the share of pairs in the right order': aucIsPairs,
  'NDCG of ties is the mean over their orders': ndcgOfTies,
};

/**
 * Area under the ROC curve: the probability that a positive row drawn at random scores above a negative one, ties counted half.
 *
 *   AUC = (sum over positive i, negative j of h_i h_j ([s_i > s_j] + [s_i = s_j] / 2)) / (H+ H-)
 *
 * One sort and one sweep over the scores; with all importances 1 it is (sum of the ranks of positives, ties averaged, - P (P + 1) / 2)
 * / (P N). NaN where a class has no row.
 *
 * @throws RangeError for a score that is no number.
 *
 * @example
 * areaUnderCurve([3, 2, 2, 1], [true, true, false, false]) // => 0.875
 *
 * Source: Hanley & McNeil, The meaning and use of the area under a ROC curve (1982).
 */
export function areaUnderCurve(
  scores: ArrayLike<number>,
  isPositive: ArrayLike<boolean>,
  importances?: ArrayLike<number>,
): number {
  const order = Array.from({ length: scores.length }, (_, i) => i);
  const stray = order.find((i) => Number.isNaN(scores[i]));
  if (stray !== undefined) throw new RangeError(`the score of row ${stray} is no number`);
  order.sort((a, b) => scores[a] - scores[b]);
  let positive = 0;
  let negative = 0;
  let won = 0;
  for (let from = 0; from < order.length;) {
    let to = from;
    const tied = { positive: 0, negative: 0 };
    for (; to < order.length && scores[order[to]] === scores[order[from]]; to++) {
      tied[isPositive[order[to]] ? 'positive' : 'negative'] += importances?.[order[to]] ?? 1;
    }
    won += tied.positive * (negative + tied.negative / 2);
    positive += tied.positive;
    negative += tied.negative;
    from = to;
  }
  return won / (positive * negative);
}

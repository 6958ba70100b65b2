/**
 * Share of the rows that are of the smaller class, each counted with its importance: the error of always saying the larger class,
 * which every classifier has to beat. Labels above the threshold are positive: 0 for the labels of a dataset.
 */
export function smallerClass(labels: Float64Array, threshold = 0, importances?: Float64Array): number {
  let mass = 0;
  let positive = 0;
  labels.forEach((y, i) => {
    const importance = importances === undefined ? 1 : importances[i];
    mass += importance;
    if (y > threshold) positive += importance;
  });
  return Math.min(positive, mass - positive) / mass;
}

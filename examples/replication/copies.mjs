// Replicates one sentence of a talk: "An example with importance i is equivalent to the example i times in the dataset"
// (Karampatziakis & Langford, 2011). One cell learns the example at once, another in a hundred parts.
//
//   iwal study run copies.mjs --out reproduced
import { exactly, ofKind } from 'iwal';

const LARGEST = 1e-12;

/** @param {import('iwal').Findings} findings @param {string} update */
function largestDifference({ results }, update) {
  const ends = ofKind(results, 'displacement').filter(({ cell }) => cell.run.update === update);
  const differences = ends
    .filter(({ cell }) => cell.run.steps === 1)
    .map(({ cell: { run }, outcome }) => {
      const isSame = (other) => other.loss.name === run.loss.name && other.importance === run.importance && other.steps !== 1;
      const inParts = ends.find(({ cell }) => isSame(cell.run));
      return Math.abs(outcome.measurement.prediction - inParts.outcome.measurement.prediction);
    });
  return Math.max(...differences);
}

export default {
  id: 'copies',
  title: 'An importance is a number of copies',
  question: 'Does an example of importance h move a prediction as its copies do?',
  source: 'Karampatziakis & Langford, Online importance weight aware updates, talk of 17 July 2011',
  kind: 'displacement',
  axes: {
    loss: ['squared', 'logistic', 'hinge'],
    update: ['invariant', 'naive'],
    prediction: -0.6,
    label: 1,
    sensitivity: 0.125,
    importance: [1, 10, 100],
    steps: [1, 100],
  },
  /** @param {import('iwal').Findings} findings */
  claims: (findings) =>
    ['invariant', 'naive'].map((update) => {
      const difference = exactly(largestDifference(findings, update), 'the largest of nine differences, no interval');
      return {
        claim: `the ${update} update of an importance, learned at once, ends where a hundred parts of it end`,
        cases: [{ what: 'largest difference', ...difference, unit: 'number', criterion: { atMost: LARGEST } }],
        tried: 'Three losses; one prediction, one label and one sensitivity; importances of 1, 10 and 100.',
      };
    }),
};

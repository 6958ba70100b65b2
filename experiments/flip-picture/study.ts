import { cell, type Cell, combinations, grid } from '../../src/studies/cells/cell.ts';
import { canonical } from '../../src/specs/hash.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { report } from './report.ts';
import { BIG, EXAMPLE, FLIP_MARGINS, IMPORTANCES, LOSSES, PARTS, PATH, printedFlipWeight, STEP_SIZE } from './settings.ts';

/**
 * One example in the plane: "Failure of naive approach" and "Multiple updates" of Karampatziakis & Langford's talk, with the
 * importance that flips a prediction.
 *
 * Protocol. Nothing is learned from data and nothing is random. An example x = (1, 1/2) with label +1 is predicted -0.6; it is
 * learned with importances 1 … 1000 and a step size of 1/10, at once or in equal parts, and the prediction afterwards is
 * recorded.
 */
export const flipPicture = defineStudy({
  id: 'flip-picture',
  title: 'Failure of the naive approach, and the limit of many updates',
  question: 'Why does a gradient scaled by a large importance overshoot, and what is the limit of many small steps?',
  source:
    'Karampatziakis & Langford, Online importance weight aware updates, talk of 17 July 2011, "Failure of Naive ' +
    'Approach", "Multiple updates", "Importance Invariant Updates", "Estimating Difference in Error Rates"',
  seeds: { default: 1, full: 1 },
  datasets: () => [],
  cells: () => distinct([...atOnce(), ...inParts(), ...flips()]),
  report,
});

const LOSS_CHOICES = LOSSES.map((name) => ({ name }));
const { prediction, label, sensitivity } = EXAMPLE;
const START = { prediction, label, sensitivity };

/** Every update at every importance: as one step, in two halves, and as so many copies of importance one. */
function atOnce(): Cell[] {
  const copies = IMPORTANCES.flatMap((importance) =>
    grid({
      kind: 'displacement',
      run: { ...START, loss: LOSS_CHOICES, update: ['naive', 'invariant'], importance, steps: importance },
    }),
  );
  return [
    ...grid({
      kind: 'displacement',
      run: { ...START, loss: LOSS_CHOICES, update: ['naive', 'invariant', 'implicit'], importance: IMPORTANCES, steps: [1, 2] },
    }),
    ...copies,
  ];
}

/** The plain step in ever more parts, and the way it takes through the plane in a few. */
function inParts(): Cell[] {
  const path = PATH.flatMap((parts) =>
    Array.from({ length: parts }, (_, k) =>
      cell({
        kind: 'displacement',
        run: { ...START, loss: { name: 'squared' }, update: 'naive', importance: (BIG * (k + 1)) / parts, steps: k + 1 },
      }),
    ),
  );
  return [
    ...grid({
      kind: 'displacement',
      run: { ...START, loss: LOSS_CHOICES, update: ['naive', 'invariant'], importance: [10, 100, 1000], steps: PARTS },
    }),
    ...path,
  ];
}

/**
 * Invariant logistic steps towards the label opposite to the prediction, with the importance that the slides print, and that over
 * x.x.
 */
function flips(): Cell[] {
  return (
    combinations({ margin: FLIP_MARGINS, squaredNorm: [1, 4], divisor: [1, 4] }) as {
      margin: number;
      squaredNorm: number;
      divisor: number;
    }[]
  ).map(({ margin, squaredNorm, divisor }) =>
    cell({
      kind: 'displacement',
      run: {
        loss: { name: 'logistic' },
        update: 'invariant',
        prediction: margin,
        label: -1,
        importance: printedFlipWeight(margin) / divisor,
        sensitivity: STEP_SIZE * squaredNorm,
      },
    }),
  );
}

function distinct(cells: readonly Cell[]): Cell[] {
  return [...new Map(cells.map((each) => [canonical(each), each])).values()];
}

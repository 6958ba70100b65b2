import { rounded } from '../../src/numerics/display.ts';
import type { CurvePanel, PlanePanel, Point, Series } from '../../src/figures/model/figure.ts';
import { flipPanel, type Stop, type Weights } from './flip-panel.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { CONVERGED, SAME_NUMBER } from '../support/criteria.ts';
import { claims } from './claims.ts';
import {
  BIG,
  EXAMPLE,
  FILES,
  FLIP_MARGINS,
  flipped,
  FLIPS,
  gap,
  IMPORTANCES,
  LOSSES,
  Measured,
  PARTS,
  PATH,
  SQUARED_NORM,
  STEP_SIZE,
  WEIGHTS,
  X,
  type Displacement,
  type LossName,
  type Spec,
} from './settings.ts';

/** The report of flip-picture: predictions after updates of one example, and what they say of every claim. */
export function report(findings: Findings): StudyReport {
  const measured = new Measured(findings);
  return {
    title: 'Failure of the naive approach, and the limit of many updates',
    protocol: [
      `One example x = (${X.join(', ')}) with label +1, predicted ${EXAMPLE.prediction} by the weights ` +
        `(${WEIGHTS.join(', ')}), step size ${STEP_SIZE}: q = ${EXAMPLE.sensitivity}. ` +
        'It is learned with importances h from 1 to 1000. No data and no randomness; squared loss is (p - y)^2 / 2.',
      'Steps in parts are n plain gradient steps of importance h / n each; h single steps are the example presented h ' +
        `times in a row. Converged means a gap of at most ${100 * CONVERGED}% of the invariant move; ` +
        `equal means within ${SAME_NUMBER} of the size of the prediction, for seven digits are stored.`,
    ],
    figures: [
      {
        file: 'plane.png',
        figure: { panels: [naivePicture(measured), manyPicture(measured)] },
        caption:
          `The example learned with importance ${BIG}, in the plane of its two weights: ` +
          'all updates move along x, and differ in how far. Lanes are shifted sideways to be told apart.',
      },
      {
        file: FILES.importance,
        figure: { panels: LOSSES.map((loss) => importancePanel(measured, loss)) },
        caption: 'Prediction after the update, against importance.',
      },
      {
        file: FILES.parts,
        figure: { panels: LOSSES.map((loss) => partsPanel(measured, loss)) },
        caption: 'How far n plain steps of importance h / n end from the invariant update.',
      },
      {
        file: FILES.flips,
        figure: { panels: [flipsPanel(measured)] },
        caption: 'Logistic loss: where the importance i_t of the slides brings a prediction, which should be 0.',
      },
    ],
    tables: [table(measured)],
    claims: claims(measured),
    notes: [],
    command: 'npm run reproduce -- flip-picture',
  };
}

/** Weights with which the example is predicted so: along x from where they were. */
function weightsAt(prediction: number): Weights {
  const along = (prediction - EXAMPLE.prediction) / SQUARED_NORM;
  return [WEIGHTS[0] + along * X[0], WEIGHTS[1] + along * X[1]];
}

const MARGINS = { 'prediction flips': 0, label: EXAMPLE.label };

/** From where the example is met through these updates of it; the cell of the first says where that was. */
function path(updates: readonly Displacement[]): Stop[] {
  return [
    { weights: WEIGHTS, cells: updates[0].cells },
    ...updates.map(({ prediction, cells }) => ({ weights: weightsAt(prediction), cells })),
  ];
}

function naivePicture(measured: Measured): PlanePanel {
  const atOnce = (update: Spec['update']): Stop[] => path([measured.after({ update, importance: BIG }, 'squared')]);
  return flipPanel({
    title: 'failure of the naive approach',
    example: X,
    margins: MARGINS,
    updates: { naive: atOnce('naive'), invariant: atOnce('invariant'), implicit: atOnce('implicit') },
  });
}

function manyPicture(measured: Measured): PlanePanel {
  const inParts = (parts: number): Stop[] =>
    path(
      Array.from({ length: parts }, (_, k) =>
        measured.after({ update: 'naive', importance: (BIG * (k + 1)) / parts, steps: k + 1 }, 'squared'),
      ),
    );
  return flipPanel({
    title: 'multiple updates',
    example: X,
    margins: MARGINS,
    updates: {
      ...Object.fromEntries(PATH.map((parts) => [parts === 1 ? 'naive' : `naive, ${parts} parts`, inParts(parts)])),
      invariant: path([measured.after({ update: 'invariant', importance: BIG }, 'squared')]),
    },
  });
}

/** Beyond these, predictions are drawn at the edge. */
const CEILINGS: Readonly<Record<LossName, number>> = { squared: 3, logistic: 8, hinge: 3 };

function importancePanel(measured: Measured, loss: LossName): CurvePanel {
  const line = (label: string, update: Spec['update'], stepsOf: (importance: number) => number): Series => ({
    label,
    points: IMPORTANCES.map((importance): Point => {
      const { prediction, cells } = measured.after({ update, importance, steps: stepsOf(importance) }, loss);
      return { x: importance, y: prediction, cells };
    }),
  });
  return {
    kind: 'curves',
    title: `${loss} loss`,
    x: { label: 'importance h', scale: 'log' },
    y: { label: 'prediction afterwards', scale: 'linear', min: -1, max: CEILINGS[loss] },
    references: loss === 'logistic' ? [] : [{ y: EXAMPLE.label, label: 'label' }],
    series: [
      line('naive', 'naive', () => 1),
      line('h single steps', 'naive', (h) => h),
      line('invariant', 'invariant', () => 1),
      line('implicit', 'implicit', () => 1),
    ],
  };
}

function partsPanel(measured: Measured, loss: LossName): CurvePanel {
  return {
    kind: 'curves',
    title: `${loss} loss`,
    x: { label: 'parts n', scale: 'log' },
    y: { label: 'gap over the invariant move', scale: 'log', min: 1e-6, max: 100 },
    references: [{ y: CONVERGED, label: '1%' }],
    series: [10, 100, 1000].map((importance) => ({
      label: `h = ${importance}`,
      points: PARTS.map((steps) => gap(measured, loss, importance, steps)),
    })),
  };
}

function flipsPanel(measured: Measured): CurvePanel {
  return {
    kind: 'curves',
    title: 'importance i_t of the slides',
    x: { label: 'prediction before', scale: 'linear', min: 0, max: 4.5 },
    y: { label: 'prediction afterwards', scale: 'linear', max: 0.5 },
    references: [{ y: 0, label: 'prediction flips' }],
    series: FLIPS.map((flip) => ({
      label: flip.words,
      points: FLIP_MARGINS.map((margin): Point => {
        const { prediction, cells } = flipped(measured, flip, margin);
        return { x: margin, y: prediction, cells };
      }),
    })),
  };
}

function table(measured: Measured): Table {
  const at = (loss: LossName, importance: number): string[] => [
    ...(['naive', 'invariant', 'implicit'] as const).map((update) =>
      digits(measured.after({ update, importance }, loss).prediction),
    ),
    digits(measured.after({ update: 'naive', importance, steps: importance }, loss).prediction),
  ];
  return {
    title: `Predictions after one update (${EXAMPLE.prediction} before)`,
    header: ['loss', 'importance', 'naive', 'invariant', 'implicit', 'h single naive steps'],
    rows: LOSSES.flatMap((loss) => [1, 10, 100, 1000].map((importance) => [loss, `${importance}`, ...at(loss, importance)])),
  };
}

/** Three significant digits; what is below the stored precision counts as 0. */
function digits(value: number): string {
  return Math.abs(value) < 1e-12 ? '0' : `${rounded(value, 3)}`;
}

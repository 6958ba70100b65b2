import type { Claim } from '../../src/studies/results/claims.ts';
import type { CurvePanel, PlanePanel, Point, Series, Traced } from '../../src/figures/model/figure.ts';
import { flipPanel, type Stop, type Weights } from '../../src/figures/charts/flip-picture.ts';
import type { Table } from '../../src/studies/report.ts';
import type { MeasurementOf, SpecOf } from '../../src/studies/cells/cell.ts';
import { canonical } from '../../src/specs/hash.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';

export const LOSSES = ['squared', 'logistic', 'hinge'] as const;
type LossName = (typeof LOSSES)[number];

/** x, the weights it meets, and what follows: prediction w.x, squared norm x.x, sensitivity step size times x.x. */
const X: Weights = [1, 0.5];
const WEIGHTS: Weights = [-0.8, 0.4];
const SQUARED_NORM = X[0] ** 2 + X[1] ** 2;
export const STEP_SIZE = 0.1;
export const EXAMPLE = { prediction: -0.6, label: 1, sensitivity: STEP_SIZE * SQUARED_NORM };

/** Whole numbers, because so many copies of importance one are learned besides. */
export const IMPORTANCES = [1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 100, 140, 200, 300, 500, 700, 1000];
/** The importance of the pictures in the plane, and the numbers of steps it is split into there. */
export const BIG = 20;
export const PATH = [1, 3, 10];
/** Parts of one update. */
export const PARTS = Array.from({ length: 15 }, (_, k) => 2 ** k);
export const FLIP_MARGINS = [0.1, 0.5, 1, 2, 4];

/** Examples for which the importance of the slides is taken: their x.x, and what the importance is divided by. */
const FLIPS = [
  { words: 'as printed, x.x = 1', squaredNorm: 1, divisor: 1 },
  { words: 'as printed, x.x = 4', squaredNorm: 4, divisor: 1 },
  { words: 'divided by x.x = 4', squaredNorm: 4, divisor: 4 },
] as const;
type Flip = (typeof FLIPS)[number];

const FILES = { importance: 'importance.png', parts: 'many-updates.png', flips: 'flip-weights.png' };

/** Of the claims about arithmetic alone. */
const NOTHING = 'Nothing was tried: neither data nor chance comes into it.';

/**
 * Gap to the limit, over the limit's move, that counts as converged; difference that counts as none (seven digits are stored).
 */
const CONVERGED = 0.01;
const SAME = 1e-5;

/** i_t of the slides for a prediction of this margin, (1 - e^z - z) / eta with z = -margin. */
export function printedFlipWeight(margin: number): number {
  return (1 - Math.exp(-margin) + margin) / STEP_SIZE;
}

type Spec = SpecOf<'displacement'>;

/** What an update did, and the cell that says so. */
type Displacement = MeasurementOf<'displacement'> & Traced;

/** Looks up what was measured. */
class Measured {
  readonly #bySpec: ReadonlyMap<string, Displacement>;

  constructor({ results }: Findings) {
    this.#bySpec = new Map(
      ofKind(results, 'displacement').flatMap(({ hash, cell, outcome }) =>
        'measurement' in outcome ? [[canonical(cell.run), { ...outcome.measurement, cells: [hash] }] as const] : [],
      ),
    );
  }

  /** Of the example, unless the spec says otherwise. */
  after(spec: Partial<Spec> & Pick<Spec, 'update' | 'importance'>, loss: LossName): Displacement {
    const found = this.#bySpec.get(canonical({ ...EXAMPLE, loss: { name: loss }, steps: 1, ...spec }));
    if (found === undefined) throw new Error(`no measurement of ${JSON.stringify(spec)}, ${loss} loss`);
    return found;
  }
}

/** The report of flip-picture: predictions after updates of one example, and what they say of every claim. */
export function report(findings: Findings): StudyReport {
  const measured = new Measured(findings);
  return {
    title: 'Failure of the naive approach, and the limit of many updates',
    protocol: [
      `One example x = (${X.join(', ')}) with label +1, predicted ${EXAMPLE.prediction} by the weights (${WEIGHTS.join(', ')}), step size ${STEP_SIZE}: q = ${EXAMPLE.sensitivity}. It is learned with importances h from 1 to 1000. No data and no randomness; squared loss is (p - y)^2 / 2.`,
      `Steps in parts are n plain gradient steps of importance h / n each; h single steps are the example presented h times in a row. Converged means a gap of at most ${100 * CONVERGED}% of the invariant move; equal means within ${SAME} of the size of the prediction, for seven digits are stored.`,
    ],
    figures: [
      {
        file: 'plane.png',
        figure: { panels: [naivePicture(measured), manyPicture(measured)] },
        caption: `The example learned with importance ${BIG}, in the plane of its two weights: all updates move along x, and differ in how far. Lanes are shifted sideways to be told apart.`,
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
    claims: [
      crossesClaim(measured),
      ...(['invariant', 'implicit'] as const).map((update) => safetyClaim(measured, update)),
      approachesClaim(measured),
      limitClaim(measured),
      invarianceClaim(measured),
      notInvariantClaim(measured),
      similarClaim(measured),
      flipClaim(
        measured,
        'The importance i_t of the slides, (1 - e^z - z) / eta, brings a prediction to 0 where x.x = 1',
        FLIPS[0],
      ),
      flipClaim(measured, 'The same as printed, for an example with x.x = 4', FLIPS[1]),
      flipClaim(measured, 'Divided by x.x, for an example with x.x = 4', FLIPS[2]),
    ],
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

/** Gap between n plain steps and the invariant update, over the invariant move: a point at n. */
function gap(measured: Measured, loss: LossName, importance: number, steps: number): Point {
  const limit = measured.after({ update: 'invariant', importance }, loss);
  const plain = measured.after({ update: 'naive', importance, steps }, loss);
  const y = Math.abs(plain.prediction - limit.prediction) / Math.abs(limit.prediction - EXAMPLE.prediction);
  return { x: steps, y, cells: [...plain.cells, ...limit.cells] };
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

/** Learned with the importance of the slides, from this margin on. */
function flipped(measured: Measured, { squaredNorm, divisor }: Flip, margin: number): Displacement {
  return measured.after(
    {
      update: 'invariant',
      prediction: margin,
      label: -1,
      importance: printedFlipWeight(margin) / divisor,
      sensitivity: STEP_SIZE * squaredNorm,
    },
    'logistic',
  );
}

function flipsPanel(measured: Measured): CurvePanel {
  return {
    kind: 'curves',
    title: 'importance i_t of the slides',
    x: { label: 'prediction before', scale: 'linear', min: 0 },
    y: { label: 'prediction afterwards', scale: 'linear' },
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

function crossesClaim(measured: Measured): Claim {
  const wrong = IMPORTANCES.filter(
    (importance) =>
      measured.after({ update: 'naive', importance }, 'squared').overshoot > 0 !== importance * EXAMPLE.sensitivity > 1,
  );
  const crossing = IMPORTANCES.filter((importance) => importance * EXAMPLE.sensitivity > 1);
  return {
    claim: 'Squared loss: the naive update crosses the label where, and only where, h eta x.x > 1',
    measured: `expected at ${crossing.length} of ${IMPORTANCES.length} importances, ${wrong.length} exceptions; at h = 1000 it ends ${digits(measured.after({ update: 'naive', importance: 1000 }, 'squared').overshoot)} beyond`,
    holds: wrong.length === 0,
    figure: FILES.importance,
    tried: NOTHING,
  };
}

function safetyClaim(measured: Measured, update: 'invariant' | 'implicit'): Claim {
  const losses = ['squared', 'hinge'] as const;
  const farthest = Math.max(
    ...losses.flatMap((loss) => IMPORTANCES.map((importance) => measured.after({ update, importance }, loss).overshoot)),
  );
  return {
    claim: `"Safety: update never overshoots" (${update}; squared and hinge loss, which have a label to overshoot)`,
    measured: `at most ${farthest} beyond the label, at ${IMPORTANCES.length} importances up to 1000`,
    holds: farthest === 0,
    figure: FILES.importance,
    tried: NOTHING,
  };
}

function approachesClaim(measured: Measured): Claim {
  const distances = IMPORTANCES.map((importance) =>
    Math.abs(EXAMPLE.label - measured.after({ update: 'invariant', importance }, 'squared').prediction),
  );
  const last = distances.at(-1)!;
  return {
    claim: 'Squared loss: the invariant update approaches the label as the importance grows',
    measured: `distance ${digits(distances[0])} at h = 1, ${digits(last)} at h = 1000, never growing in between`,
    holds: distances.every((distance, h) => h === 0 || distance <= distances[h - 1]) && last <= SAME,
    figure: FILES.importance,
    tried: NOTHING,
  };
}

function limitClaim(measured: Measured): Claim {
  const most = PARTS.at(-1)!;
  const gaps = LOSSES.map((loss) => ({
    loss,
    largest: Math.max(...[10, 100, 1000].map((importance) => gap(measured, loss, importance, most).y)),
  }));
  return {
    claim: '"Multiple updates": plain steps of importance h / n tend to the invariant update as n grows',
    measured: `largest gap with ${most} parts, over h = 10, 100, 1000: ${gaps.map(({ loss, largest }) => `${loss} ${(100 * largest).toFixed(3)}%`).join(', ')}`,
    holds: gaps.every(({ largest }) => largest <= CONVERGED),
    figure: FILES.parts,
    tried: `Nothing was tried beyond ${most} parts.`,
  };
}

/** Largest difference between one update and the same importance in parts, over the size of the prediction. */
function variance(
  measured: Measured,
  update: 'naive' | 'invariant' | 'implicit',
  partsOf: (importance: number) => number,
): number {
  const differences = LOSSES.flatMap((loss) =>
    IMPORTANCES.map((importance) => {
      const [whole, parts] = [1, partsOf(importance)].map(
        (steps) => measured.after({ update, importance, steps }, loss).prediction,
      );
      return Math.abs(whole - parts) / Math.max(1, Math.abs(whole));
    }),
  );
  return Math.max(...differences);
}

function invarianceClaim(measured: Measured): Claim {
  const [copies, halves] = [(h: number) => h, () => 2].map((partsOf) => variance(measured, 'invariant', partsOf));
  return {
    claim:
      '"An example with importance i is equivalent to the example i times in the dataset": invariant updates of importance h, of h copies, and of two halves are equal',
    measured: `largest difference ${digits(copies)} from h copies, ${digits(halves)} from two halves (three losses)`,
    holds: copies <= SAME && halves <= SAME,
    figure: FILES.importance,
    tried: NOTHING,
  };
}

function notInvariantClaim(measured: Measured): Claim {
  const [naive, implicit] = (['naive', 'implicit'] as const).map((update) => variance(measured, update, () => 2));
  return {
    claim: 'Implicit updates are "not invariant", and naive ones are not either: two halves are not the whole',
    measured: `largest difference ${digits(implicit)} (implicit), ${digits(naive)} (naive)`,
    holds: implicit > SAME && naive > SAME,
    tried: NOTHING,
  };
}

function similarClaim(measured: Measured): Claim {
  const exceptions = LOSSES.flatMap((loss) => IMPORTANCES.map((importance) => ({ loss, importance }))).filter(
    ({ loss, importance }) => {
      const [implicit, invariant] = (['implicit', 'invariant'] as const).map(
        (update) => measured.after({ update, importance }, loss).prediction - EXAMPLE.prediction,
      );
      return !(implicit > 0 && implicit <= invariant + SAME);
    },
  );
  return {
    claim: 'Implicit updates are "qualitatively very similar" to invariant ones: they go the same way, and never farther',
    measured: `${exceptions.length} exceptions in ${LOSSES.length * IMPORTANCES.length} updates`,
    holds: exceptions.length === 0,
    figure: FILES.importance,
    tried: NOTHING,
  };
}

function flipClaim(measured: Measured, claim: string, flip: Flip): Claim {
  const after = FLIP_MARGINS.map((margin) => Math.abs(flipped(measured, flip, margin).prediction));
  return {
    claim,
    measured: `logistic loss, predictions of ${FLIP_MARGINS.join(', ')}: afterwards at most ${digits(Math.max(...after))} away from 0`,
    holds: Math.max(...after) <= SAME,
    figure: FILES.flips,
    tried: 'The printed importance lacks x.x (docs/ERRATA.md, S2); dividing by it was tried, and is a claim of its own.',
  };
}

/** Three significant digits; what is below the stored precision counts as 0. */
function digits(value: number): string {
  return Math.abs(value) < 1e-12 ? '0' : `${Number(value.toPrecision(3))}`;
}

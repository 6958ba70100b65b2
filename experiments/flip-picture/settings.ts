import type { Point, Traced } from '../../src/figures/model/figure.ts';
import type { Weights } from './flip-panel.ts';
import type { MeasurementOf, SpecOf } from '../../src/studies/cells/cell.ts';
import { canonical } from '../../src/specs/hash.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';
import { exp } from '../../src/numerics/elementary.ts';

export const LOSSES = ['squared', 'logistic', 'hinge'] as const;
export type LossName = (typeof LOSSES)[number];

/** x, the weights it meets, and what follows: prediction w.x, squared norm x.x, sensitivity step size times x.x. */
export const X: Weights = [1, 0.5];
export const WEIGHTS: Weights = [-0.8, 0.4];
export const SQUARED_NORM = X[0] ** 2 + X[1] ** 2;
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
export const FLIPS = [
  { words: 'as printed, x.x = 1', squaredNorm: 1, divisor: 1 },
  { words: 'as printed, x.x = 4', squaredNorm: 4, divisor: 1 },
  { words: 'divided by x.x = 4', squaredNorm: 4, divisor: 4 },
] as const;
export type Flip = (typeof FLIPS)[number];

export const FILES = { importance: 'importance.png', parts: 'many-updates.png', flips: 'flip-weights.png' };

/** i_t of the slides for a prediction of this margin, (1 - e^z - z) / eta with z = -margin. */
export function printedFlipWeight(margin: number): number {
  return (1 - exp(-margin) + margin) / STEP_SIZE;
}

export type Spec = SpecOf<'displacement'>;

/** What an update did, and the cell that says so. */
export type Displacement = MeasurementOf<'displacement'> & Traced;

/** Looks up what was measured. */
export class Measured {
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

/** Gap between n plain steps and the invariant update, over the invariant move: a point at n. */
export function gap(measured: Measured, loss: LossName, importance: number, steps: number): Point {
  const limit = measured.after({ update: 'invariant', importance }, loss);
  const plain = measured.after({ update: 'naive', importance, steps }, loss);
  const y = Math.abs(plain.prediction - limit.prediction) / Math.abs(limit.prediction - EXAMPLE.prediction);
  return { x: steps, y, cells: [...plain.cells, ...limit.cells] };
}

/** Learned with the importance of the slides, from this margin on. */
export function flipped(measured: Measured, { squaredNorm, divisor }: Flip, margin: number): Displacement {
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

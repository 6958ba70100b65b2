import { losses } from '../../src/losses/index.ts';
import type { Loss } from '../../src/losses/loss.ts';
import { exp, expm1, log } from '../../src/numerics/elementary.ts';
import { pow } from '../../src/numerics/pow.ts';
import { invariant, resampled } from '../../src/updates/rules.ts';
import type { Law } from './laws.ts';

/** A point of the grid: prediction, label, importance times step size, and X = x.x. */
interface Point {
  readonly p: number;
  readonly y: number;
  readonly h: number;
  readonly X: number;
}

/** A formula as a source prints it, and what the library computes in its place. */
export interface ClosedForm {
  /** The documents that print it. */
  readonly in: string;
  /** The loss, and the formula, as printed. */
  readonly loss: string;
  readonly printed: string;
  /** What the library computes. */
  readonly ours: string;
  /** Where the printed formula is right. */
  readonly right: string;
  readonly erratum?: string;
  readonly law: Law;
  readonly points: readonly Point[];
  /** How far the printed formula moves the prediction, or the number that it prints, and the same of the library. */
  readonly compared: (point: Point) => readonly [printed: number, ours: number];
  /** Whether the printed formula is right at this point. */
  readonly isRight: (point: Point) => boolean;
}

/** The largest differences between a printed formula and the library, over all points and over those where it is right. */
export interface Difference {
  readonly anywhere: number;
  readonly whereRight: number;
}

/** More than rounding makes of a difference on a grid. */
export const ROUNDING = 1e-9;

const STEPS = [0.01, 0.1, 1, 5, 20];
const NORMS = [0.25, 1, 4];

function grid(predictions: readonly number[], labels: readonly number[]): readonly Point[] {
  return predictions.flatMap((p) => labels.flatMap((y) => STEPS.flatMap((h) => NORMS.map((X) => ({ p, y, h, X })))));
}

const REAL = grid([-3, -1.5, -0.5, 0.2, 1.2, 2.5], [-1, 0.5, 1]);
const SIGNS = grid([-3, -1.5, -0.5, 0.2, 1.2, 2.5], [-1, 1]);
const UNITS = grid([0.05, 0.25, 0.5, 0.75, 0.95], [0, 1]);

const FLOW: Law = ['test/support/references/loss-definitions.ts', 'flowSolvesItsEquation'];
/** Minus X times the printed s: how far it moves the prediction. */
function moved(s: (point: Point) => number, loss: Loss): ClosedForm['compared'] {
  return (point) => [-point.X * s(point), invariant(loss, point.p, point.y, point.h * point.X)];
}

/** W(e^z), the Lambert function: the root of w + ln w = z. Where e^z overflows the formulas as printed have no value in doubles. */
function lambertOfExp(z: number): number {
  let w = z > 1 ? z - log(z) : exp(z) / (1 + exp(z));
  for (let n = 0; n < 60; n++) w *= (1 + z - log(w)) / (1 + w);
  return w;
}

const printedSquared = ({ p, y, h, X }: Point): number => ((p - y) / X) * -expm1(-h * X);
const printedLogistic = ({ p, y, h, X }: Point): number =>
  (lambertOfExp(h * X + y * p + exp(y * p)) - h * X - exp(y * p)) / (y * X);
const printedExponential = ({ p, y, h, X }: Point): number => (p * y - log(h * X + exp(p * y))) / (X * y);
const printedHinge = ({ p, y, h, X }: Point): number => -y * Math.min(h, (1 - y * p) / X);
const printedLogarithmic = ({ p, y, h, X }: Point): number =>
  y === 0 ? (p - 1 + Math.sqrt((p - 1) ** 2 + 2 * h * X)) / X : (p - Math.sqrt(p ** 2 + 2 * h * X)) / X;
const printedHellinger = ({ p, y, h, X }: Point): number => {
  const risen = (s: number): number => pow(12 * h * X + 8 * pow(s, 1.5), 2 / 3) / 4;
  return y === 0 ? (p - 1 + risen(1 - p)) / X : (p - risen(p)) / X;
};
const LEVEL = 0.9;
const printedQuantile = ({ p, y, h, X }: Point): number =>
  y > p ? -LEVEL * Math.min(h, (y - p) / (LEVEL * X)) : (1 - LEVEL) * Math.min(h, (p - y) / ((1 - LEVEL) * X));

/** Whether the printed step ends within [0, 1]. */
const staysInUnit =
  (s: (point: Point) => number): ClosedForm['isRight'] =>
  (point) => {
    const end = point.p - point.X * s(point);
    return 0 <= end && end <= 1;
  };

const anywhere = (): boolean => true;

/** The closed forms that the sources print, in the order of the documents. */
export const closedForms = {
  'talk squared': {
    in: 'talk',
    loss: '(y - p)²',
    printed: '(p - y)/X (1 - e^(-i eta X))',
    ours: '(p - y) expm1(-2 tau)',
    right: 'nowhere: it is the step of ½ (y - p)²',
    erratum: 'S1',
    law: FLOW,
    points: REAL,
    compared: (point) => [-point.X * printedSquared(point), invariant(losses.squared, point.p, point.y, 2 * point.h * point.X)],
    isRight: () => false,
  },
  squared: {
    in: 'Chen & Orabona, overview',
    loss: '½ (y - p)²',
    printed: '(p - y)/X (1 - e^(-h eta X))',
    ours: '(p - y) expm1(-tau)',
    right: 'everywhere',
    law: FLOW,
    points: REAL,
    compared: moved(printedSquared, losses.squared),
    isRight: anywhere,
  },
  logistic: {
    in: 'talk, Chen & Orabona, overview',
    loss: 'log(1 + e^(-y p))',
    printed: '(W(e^(h eta X + y p + e^(y p))) - h eta X - e^(y p)) / (y X)',
    ours: 'y d, where d + e^u expm1(d) = tau',
    right: 'everywhere, in exact arithmetic: e^(…) overflows for large margins',
    law: FLOW,
    points: SIGNS,
    compared: moved(printedLogistic, losses.logistic),
    isRight: anywhere,
  },
  hinge: {
    in: 'talk, overview',
    loss: 'max(0, 1 - y p)',
    printed: '-y min(h eta, (1 - y p)/X)',
    ours: 'y min(tau, max(0, 1 - u))',
    right: 'u <= 1: beyond, the printed step is uphill',
    erratum: 'S3',
    law: FLOW,
    points: SIGNS,
    compared: moved(printedHinge, losses.hinge),
    isRight: ({ p, y }) => y * p <= 1,
  },
  'hinge twice': {
    in: 'Chen & Orabona',
    loss: 'max(0, 1 - y p)',
    printed: 'the IWA and the proximal update coincide',
    ours: 'the flow and the implicit step',
    right: 'everywhere',
    law: ['src/laws/loss-laws.ts', 'proximalIsStationary'],
    points: SIGNS,
    compared: ({ p, y, h, X }) => [losses.hinge.proximal(p, y, h * X), losses.hinge.flow(p, y, h * X)],
    isRight: anywhere,
  },
  exponential: {
    in: 'Chen & Orabona, overview',
    loss: 'e^(-y p)',
    printed: '(p y - log(h eta X + e^(p y))) / (X y)',
    ours: 'y (ln(tau + e^u) - u)',
    right: 'everywhere',
    law: FLOW,
    points: SIGNS,
    compared: moved(printedExponential, losses.exponential),
    isRight: anywhere,
  },
  logarithmic: {
    in: 'Chen & Orabona, overview',
    loss: 'y ln(y/p) + (1 - y) ln((1 - y)/(1 - p))',
    printed: 'y = 1: (p - sqrt(p² + 2 h eta X)) / X; y = 0: mirrored',
    ours: 's to min(1, sqrt(s² + 2 tau)), s = p or 1 - p',
    right: 'until the prediction is at 0 or 1: the printed step goes on',
    erratum: 'S17',
    law: FLOW,
    points: UNITS,
    compared: moved(printedLogarithmic, losses.logarithmic),
    isRight: staysInUnit(printedLogarithmic),
  },
  hellinger: {
    in: 'overview',
    loss: '2 (1 - sqrt(p y) - sqrt((1 - p)(1 - y)))',
    printed: 'y = 1: (p - ¼ (12 h eta X + 8 p^1.5)^(2/3)) / X; y = 0: mirrored',
    ours: 's to min(1, (s^1.5 + 1.5 tau)^(2/3)), s = p or 1 - p',
    right: 'until the prediction is at 0 or 1: the printed step goes on',
    erratum: 'S17',
    law: FLOW,
    points: UNITS,
    compared: moved(printedHellinger, losses.hellinger),
    isRight: staysInUnit(printedHellinger),
  },
  quantile: {
    in: 'overview',
    loss: 'tau (y - p) for y > p, else (1 - tau)(p - y); tau = 0.9 on the grid',
    printed: 'y > p: -tau min(h eta, (y - p)/(tau X)); else (1 - tau) min(h eta, (p - y)/((1 - tau) X))',
    ours: 'the same, as a displacement',
    right: 'everywhere',
    law: FLOW,
    points: REAL,
    compared: moved(printedQuantile, losses.quantile({ level: LEVEL })),
    isRight: anywhere,
  },
  'squared copies': {
    in: 'overview',
    loss: '½ (y - p)², h copies one by one; h = 3 on the grid',
    printed: '(p - y)/X (1 - (1 - eta X)^h)',
    ours: 'h plain steps (resampled)',
    right: 'everywhere',
    law: ['test/laws/scalar/updates.test.ts', 'resampled converges to invariant'],
    points: REAL,
    // Copies are whole numbers: h of a point is the step size of each.
    compared: ({ p, y, h, X }) => [(y - p) * (1 - (1 - h * X) ** 2 * (1 - h * X)), resampled(losses.squared, p, y, 3 * h * X, 3)],
    isRight: anywhere,
  },
  'flip weight': {
    in: 'talk',
    loss: 'logistic: the importance that flips a prediction',
    printed: '(1 - e^z - z)/eta, z = -|p|',
    ours: '(1 + |p| - e^(-|p|)) / (eta X)',
    right: 'X = 1',
    erratum: 'S2',
    law: ['test/laws/scalar/updates.test.ts', 'the importance weight that flips a prediction'],
    points: SIGNS.filter(({ p, y }) => p * y < 0),
    compared: ({ p, y, X }) => [1 - exp(-Math.abs(p)) + Math.abs(p), losses.logistic.timeTo(p, 0, y) / X],
    isRight: ({ X }) => X === 1,
  },
} as const satisfies Record<string, ClosedForm>;

/** The name of a closed form. */
export type FormName = keyof typeof closedForms;

/** The largest differences of a form over its points. */
export function differenceOf({ points, compared, isRight }: ClosedForm): Difference {
  const over = (some: readonly Point[]): number =>
    some.reduce((most, point) => {
      const [printed, ours] = compared(point);
      return Math.max(most, Math.abs(printed - ours));
    }, 0);
  return { anywhere: over(points), whereRight: over(points.filter(isRight)) };
}

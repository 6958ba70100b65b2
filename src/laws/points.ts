import type { LabelKind, Loss } from '../losses/loss.ts';
import { clip, log } from '../numerics/elementary.ts';
import { pow } from '../numerics/pow.ts';
import type { RandomStream } from '../numerics/random.ts';

/** A point (p, y, tau) at which the laws of losses and updates are tried. */
export interface Point {
  readonly p: number;
  readonly y: number;
  readonly tau: number;
  /** A share in (0, 1), where a law needs a point between two others. */
  readonly share: number;
}

/** The largest finite number. */
export const LARGEST = Number.MAX_VALUE;

/** Corners of predictions, labels and times: what overflows, underflows or cancels. */
export const NUMBERS = [
  ...[0, 5e-324, 1e-300, 1e-160, 1e-16, 1e-8, 0.5, 1, 1 + 2 ** -52],
  ...[36, 37, 700, 709, 710, 745, 1e8, 1e16, 1e160, 1e300, LARGEST],
];

/** Predictions and labels in [0, 1] where digits are lost first. */
export const SHARES = [0, 5e-324, 1e-300, 1e-160, 1e-16, 1e-8, 0.25, 0.5, 0.75, 1 - 1e-8, 1 - 2 ** -53, 1];
const REAL_LABELS = [0, 5e-324, 1e-300, 1e-16, 1, 36, 1e16, 1e300, LARGEST];

/** Labels that are counts, up to the largest that are tried. */
export const COUNTS = [0, 1, 2, 10, 1e6, 1e16, 1e300];

/** Flow times, from 0 to the largest that are tried. */
export const TIMES = [0, 5e-324, 1e-300, 1e-160, 1e-16, 1e-8, 0.1, 1, 10, 36, 700, 1e8, 1e16, 1e160, 1e300, LARGEST];

/** Of each number both signs. */
export const both = (numbers: readonly number[]): number[] => numbers.flatMap((x) => [x, -x]);

const extremeLabels: Record<LabelKind, readonly number[]> = {
  sign: [-1, 1],
  unit: SHARES,
  real: both(REAL_LABELS),
  count: COUNTS,
};

/** Every combination of the corners. */
export function* extremePoints(kind: LabelKind): Generator<Point> {
  for (const p of kind === 'unit' ? SHARES : both(NUMBERS)) {
    for (const y of extremeLabels[kind]) for (const tau of TIMES) yield { p, y, tau, share: 0.25 };
  }
}

/** The prediction that is this share beside the one at which the loss is smallest. */
export function nextTo(kind: LabelKind, y: number, near: number): number {
  if (kind === 'unit') return clip(y * (1 + near), 0, 1);
  return (kind === 'count' ? log(Math.max(y, 1)) : y) * (1 + near);
}

/** A law of one loss at one point: what it found, or undefined. */
export type ScalarLaw = (loss: Loss, point: Point, parameters: Readonly<Record<string, number>>) => string | undefined;

/** A point of any size: mostly an ordinary one, sometimes of any magnitude or a corner; every fifth next to the label. */
export function samplePoint(kind: LabelKind, random: RandomStream): Point {
  const oneOf = (numbers: readonly number[]): number => numbers[random.below(numbers.length)];
  const magnitude = (): number => (random.below(2) === 0 ? 1 : -1) * pow(10, 600 * random.next() - 300);
  const ordinary = (): number => 12 * random.next() - 6;
  const prediction = (): number => [ordinary, ordinary, ordinary, magnitude, () => oneOf(both(NUMBERS))][random.below(5)]();
  const share = (): number => (random.below(4) === 0 ? oneOf(SHARES) : random.next());
  const labels: Record<LabelKind, () => number> = {
    sign: () => oneOf([-1, 1]),
    unit: () => (random.below(2) === 0 ? random.below(2) : share()),
    real: prediction,
    count: () => (random.below(5) === 0 ? oneOf(COUNTS) : random.below(20)),
  };
  const y = labels[kind]();
  const near = oneOf([0, 0, 0, 0, 1e-3, -1e-9, 1e-15]);
  const tau = random.below(5) === 0 ? oneOf(TIMES) : pow(10, 16 * random.next() - 8);
  const p = near === 0 ? (kind === 'unit' ? share() : prediction()) : nextTo(kind, y, near);
  return { p, y, tau, share: (1 + random.below(999)) / 1000 };
}

/** Relative error of one rounding. */
export const EPS = 2 ** -53;
/** How many of them are a few: a result may be off by what so many roundings of its inputs and operations cost. */
export const FEW = 32;
/** Results below it have lost digits to underflow. */
export const TINY = 2 ** -1022;

/** Size of the numbers that are rounded on the way to a move, besides the move: predictions, and labels or margins. */
export function size(loss: Loss, p: number, y: number): number {
  return Math.abs(p) + (loss.labels === 'real' ? Math.abs(y) : loss.labels === 'unit' ? 0 : 1);
}

/** Whether no coordinate has lost digits to underflow or is about to overflow. */
export function hasDigits({ p, y, tau }: Point): boolean {
  return [p, y, tau].every((x) => x === 0 || (Math.abs(x) >= TINY && Math.abs(x) <= 1e300));
}

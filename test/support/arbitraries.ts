/**
 * Points (p, y, tau) at which the laws of losses and updates are tried: ordinary ones that shrink to readable numbers, every
 * order of magnitude, predictions next to the label, and the corners.
 */
import fc from 'fast-check';
import { losses } from '../../src/losses/index.ts';
import type { LabelKind, Loss } from '../../src/losses/loss.ts';
import { clip } from '../../src/numerics/elementary.ts';
import type { Parameters } from '../../src/numerics/parameters.ts';

export interface Point {
  readonly p: number;
  readonly y: number;
  readonly tau: number;
  /** A share in (0, 1), where a law needs a point between two others. */
  readonly share: number;
}

/** An entry of the registry: a loss, or a recipe for some. */
export type LossEntry = Loss | (((parameters: Given) => Loss) & { readonly parameters: Parameters });

export const lossEntries = Object.entries(losses) as unknown as readonly (readonly [name: string, entry: LossEntry])[];

export type Given = Readonly<Record<string, number>>;

export function build(entry: LossEntry, parameters: Given): Loss {
  return typeof entry === 'object' ? entry : entry(parameters);
}

/** Ordinary parameters of an entry, none for a plain loss. */
export function parametersOf(entry: LossEntry): fc.Arbitrary<Given> {
  if (typeof entry === 'object') return fc.constant({});
  return fc.record(Object.fromEntries(Object.entries(entry.parameters).map(([name, { below }]) => [name, below === 1 ? share : scale])));
}

/** Each parameter of an entry at its corners. */
export function extremeParametersOf(entry: LossEntry): readonly Given[] {
  if (typeof entry === 'object') return [{}];
  return Object.entries(entry.parameters).flatMap(([name, { below }]) =>
    (below === 1 ? [1e-300, 0.3, 1 - 2 ** -53] : [1e-300, 1e-3, 1, 1e300]).map((value) => ({ [name]: value })),
  );
}

const share = fc.integer({ min: 1, max: 999 }).map((n) => n / 1000);
/** 1e-2 … 1e2. */
const scale = fc.integer({ min: -200, max: 200 }).map((n) => 10 ** (n / 100));
/** -6 … 6. */
const ordinary = fc.integer({ min: -60_000, max: 60_000 }).map((n) => n / 10_000);
/** Every order of magnitude alike. */
const anyNumber = fc.double({ min: -1e300, max: 1e300, noNaN: true });

const NUMBERS = [0, 5e-324, 1e-300, 1e-160, 1e-16, 1e-8, 0.5, 1, 1 + 2 ** -52, 36, 37, 700, 709, 710, 745, 1e8, 1e16, 1e160, 1e300, Number.MAX_VALUE];
const SHARES = [0, 5e-324, 1e-300, 1e-160, 1e-16, 1e-8, 0.25, 0.5, 0.75, 1 - 1e-8, 1 - 2 ** -53, 1];
const REAL_LABELS = [0, 5e-324, 1e-300, 1e-16, 1, 36, 1e16, 1e300, Number.MAX_VALUE];
const COUNTS = [0, 1, 2, 10, 1e6, 1e16, 1e300];
const TIMES = [0, 5e-324, 1e-300, 1e-160, 1e-16, 1e-8, 0.1, 1, 10, 36, 700, 1e8, 1e16, 1e160, 1e300, Number.MAX_VALUE];

const both = (numbers: readonly number[]): number[] => numbers.flatMap((x) => [x, -x]);

const extremeLabels: Record<LabelKind, readonly number[]> = { sign: [-1, 1], unit: SHARES, real: both(REAL_LABELS), count: COUNTS };

const predictions = fc.oneof({ weight: 4, arbitrary: ordinary }, { weight: 1, arbitrary: anyNumber }, fc.constantFrom(...both(NUMBERS)));
const unitInterval = fc.oneof(
  { weight: 3, arbitrary: share },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  fc.constantFrom(...SHARES),
);

const labels: Record<LabelKind, fc.Arbitrary<number>> = {
  sign: fc.constantFrom(-1, 1),
  unit: fc.oneof({ weight: 1, arbitrary: fc.constantFrom(0, 1) }, { weight: 1, arbitrary: unitInterval }),
  real: predictions,
  count: fc.oneof({ weight: 4, arbitrary: fc.nat(20) }, { weight: 1, arbitrary: fc.nat(1_000_000) }, fc.constantFrom(...COUNTS)),
};

const times = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -800, max: 800 }).map((n) => 10 ** (n / 100)) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1e300, noNaN: true }) },
  fc.constantFrom(...TIMES),
);

/** Points of every kind in the loss's domain; every fifth next to the label. */
export function anyPoint(kind: LabelKind): fc.Arbitrary<Point> {
  return fc
    .tuple(kind === 'unit' ? unitInterval : predictions, labels[kind], times, share, fc.constantFrom(0, 0, 0, 0, 1e-3, -1e-9, 1e-15))
    .map(([p, y, tau, part, near]) => ({ p: near === 0 ? p : nextTo(kind, y, near), y, tau, share: part }));
}

function nextTo(kind: LabelKind, y: number, near: number): number {
  if (kind === 'unit') return clip(y * (1 + near), 0, 1);
  return (kind === 'count' ? Math.log(Math.max(y, 1)) : y) * (1 + near);
}

/** Points that an adaptive integrator can handle: |p| <= 6 or 0.01 <= p <= 0.99, times 1e-3 … 1e2. */
export function ordinaryPoint(kind: LabelKind): fc.Arbitrary<Point> {
  const inside = fc.integer({ min: 100, max: 9900 }).map((n) => n / 10_000);
  const y = { sign: labels.sign, unit: fc.oneof(fc.constantFrom(0, 1), inside), real: ordinary, count: fc.nat(20) }[kind];
  const tau = fc.integer({ min: -300, max: 200 }).map((n) => 10 ** (n / 100));
  return fc.record({ p: kind === 'unit' ? inside : ordinary, y, tau, share });
}

/** Every combination of the corners. */
export function* extremePoints(kind: LabelKind): Generator<Point> {
  for (const p of kind === 'unit' ? SHARES : both(NUMBERS)) {
    for (const y of extremeLabels[kind]) for (const tau of TIMES) yield { p, y, tau, share: 0.25 };
  }
}

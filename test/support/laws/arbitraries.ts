import fc from 'fast-check';
import { losses } from '../../../src/losses/index.ts';
import type { LabelKind, Loss } from '../../../src/losses/loss.ts';
import { both, COUNTS, nextTo, NUMBERS, SHARES, TIMES, type Point } from '../../../src/laws/points.ts';
import type { Parameters } from '../../../src/numerics/recipe.ts';

/**
 * Points (p, y, tau) at which the laws of losses and updates are tried: ordinary ones that shrink to readable numbers, every
 * order of magnitude, predictions next to the label, and the corners.
 */

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
  return fc.record(
    Object.fromEntries(Object.entries(entry.parameters).map(([name, { below }]) => [name, below === 1 ? share : scale])),
  );
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

const predictions = fc.oneof(
  { weight: 4, arbitrary: ordinary },
  { weight: 1, arbitrary: anyNumber },
  fc.constantFrom(...both(NUMBERS)),
);
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
    .tuple(
      kind === 'unit' ? unitInterval : predictions,
      labels[kind],
      times,
      share,
      fc.constantFrom(0, 0, 0, 0, 1e-3, -1e-9, 1e-15),
    )
    .map(([p, y, tau, part, near]) => ({ p: near === 0 ? p : nextTo(kind, y, near), y, tau, share: part }));
}

const sign = fc.constantFrom(-1, 1);
const power = (low: number, high: number): fc.Arbitrary<number> =>
  fc.noBias(fc.integer({ min: 100 * low, max: 100 * high })).map((n) => 10 ** (n / 100));
/** Around what exponentials take, as large as margins get, and every small one. */
const farMargins = fc.oneof(
  fc.noBias(fc.integer({ min: -15_000, max: 15_000 })).map((n) => n / 10),
  fc.tuple(sign, fc.oneof(power(-300, 0), power(0, 10))).map(([s, x]) => s * x),
  fc.constantFrom(-1, 0, 1),
);
const FAR_MARGINS = [1, 720, 1400, 1e10];
const FAR_SHARES = [0, 1e-300, 1e-8, 0.5, 1 - 1e-8, 1];
const FAR_LABELS: Record<LabelKind, readonly number[]> = {
  sign: [-1, 1],
  unit: [0, 1e-300, 0.25, 1],
  real: [-1e10, 1],
  count: [0, 1, 1e6],
};
const FAR_TIMES = [1e-300, 1e-160, 1, 1e160, 1e300];
const farTimes = fc.oneof(
  { weight: 3, arbitrary: power(-300, 300) },
  { weight: 1, arbitrary: fc.constantFrom(1e-300, 1e-299, 1e299, 1e300) },
);
const farShares = fc.oneof(
  share,
  power(-300, 0),
  power(-15, 0).map((x) => 1 - x),
  fc.constantFrom(0, 0.5, 1),
);
const farLabels: Record<LabelKind, fc.Arbitrary<number>> = {
  sign,
  unit: fc.oneof(fc.constantFrom(0, 1), farShares),
  real: farMargins,
  count: fc.oneof(fc.nat(20), fc.nat(1_000_000), power(6, 300).map(Math.round)),
};

/**
 * Points for references that hold at any size: margins up to 1e10 both ways, times from 1e-300 to 1e300, every other one of them
 * as long as the margin's own exponential, and every fifth point next to the label or on it.
 */
export function farPoint(kind: LabelKind): fc.Arbitrary<Point> {
  return fc
    .tuple(
      kind === 'unit' ? farShares : farMargins,
      farLabels[kind],
      farTimes,
      power(-3, 3),
      share,
      fc.constantFrom(0, 0, 0, 1e-3, -1e-9, 1e-15, 1),
    )
    .map(([p, y, tau, scale, part, near]) => {
      const at = near === 0 ? p : nextTo(kind, y, near === 1 ? 0 : near);
      const own = Math.exp(Math.abs(at)) * scale;
      return { p: at, y, tau: part < 0.5 && own < 1e300 ? own : tau, share: part };
    });
}

/** Every combination of their corners. */
export function* farCorners(kind: LabelKind): Generator<Point> {
  for (const p of kind === 'unit' ? FAR_SHARES : both(FAR_MARGINS)) {
    for (const y of FAR_LABELS[kind]) for (const tau of FAR_TIMES) yield { p, y, tau, share: 0.25 };
  }
}

/** Points that an adaptive integrator can handle: |p| <= 6 or 0.01 <= p <= 0.99, times 1e-3 … 1e2. */
export function ordinaryPoint(kind: LabelKind): fc.Arbitrary<Point> {
  const inside = fc.integer({ min: 100, max: 9900 }).map((n) => n / 10_000);
  const y = { sign: labels.sign, unit: fc.oneof(fc.constantFrom(0, 1), inside), real: ordinary, count: fc.nat(20) }[kind];
  const tau = fc.integer({ min: -300, max: 200 }).map((n) => 10 ** (n / 100));
  return fc.record({ p: kind === 'unit' ? inside : ordinary, y, tau, share });
}

import { losses } from '../../src/losses/index.ts';
import type { Loss } from '../../src/losses/loss.ts';

/** s' and s at a share h of an IWA update of importance tau, X = 1. */
interface Place {
  readonly h: number;
  readonly speed: number;
  readonly moved: number;
}

const SHARES = Array.from({ length: 33 }, (_, k) => k / 32);
const TIMES = [0.01, 0.1, 0.3, 1, 5, 20];

/** An update from p towards y, in equal shares. */
function way(loss: Loss, p: number, y: number, tau: number): readonly Place[] {
  return SHARES.map((h) => {
    const moved = -loss.flow(p, y, tau * h);
    return { h, speed: tau * loss.slope(p - moved, y), moved };
  });
}

const PREDICTIONS = [-3, -1, 0, 0.5, 2, 4];

/** Ways of the losses for each label and importance. */
function waysOf(each: (y: number, tau: number) => (readonly Place[])[]): (readonly Place[])[] {
  return [-1, 1].flatMap((y) => TIMES.flatMap((tau) => each(y, tau)));
}

/**
 * Ways on which first and third derivative have one sign: all of squared and exponential loss, those of logistic loss that begin at
 * u >= 0, and those of logarithmic loss that end before the label.
 */
function waysOfOneSign(): (readonly Place[])[] {
  return waysOf((y, tau) => [
    ...PREDICTIONS.flatMap((p) => [way(losses.squared, p, y, tau), way(losses.exponential, p, y, tau)]),
    ...PREDICTIONS.filter((p) => p * y >= 0).map((p) => way(losses.logistic, p, y, tau)),
    ...[0.1, 0.4, 0.7]
      .filter((s) => s ** 2 + 2 * tau < 1)
      .map((s) => way(losses.logarithmic, y === 1 ? s : 1 - s, y === 1 ? 1 : 0, tau)),
  ]);
}

function waysOfLogistic(): (readonly Place[])[] {
  return waysOf((y, tau) => PREDICTIONS.map((p) => way(losses.logistic, p, y, tau)));
}

/** How far an inequality of a proof is broken at the place k of a way, at most 0 where it holds; its unit is that of a speed. */
type Excess = (places: readonly Place[], k: number) => number;

/** Lemma 3.3: |s'| does not grow, and is convex. */
const speed: Excess = (places, k) => {
  const [before, here, after] = [k - 1, k, k + 1].map((n) => Math.abs(places[Math.min(Math.max(n, 0), SHARES.length - 1)].speed));
  return Math.max(after - here, k === 0 || k === SHARES.length - 1 ? 0 : 2 * here - before - after);
};

/** Lemma 3.4: |s(h)| is at most the area of the trapezium with the sides |s'(0)| and |s'(h)|. */
const area: Excess = (places, k) => {
  const [{ speed: first }, { h, speed: last, moved }] = [places[0], places[k]];
  return Math.abs(moved) - (h / 2) * (Math.abs(first) + Math.abs(last));
};

/** (5). */
const reduced: Excess = (places, k) => {
  const [{ speed: first }, { speed: last, moved }] = [places[0], places[k]];
  return ((last - first) * ((first + last) / 2 - moved)) / Math.abs(first);
};

/** The inequalities of Chen & Orabona's proof of theorem 3.2, and the ways on which they are computed. */
const inequalities = {
  speed: [speed, waysOfOneSign],
  area: [area, waysOfOneSign],
  reduced: [reduced, waysOfOneSign],
  /** (5) for logistic loss from every prediction, where the paper says that its condition is met. */
  logistic: [reduced, waysOfLogistic],
} as const;

/** The name of an inequality. */
export type InequalityName = keyof typeof inequalities;

/** The most by which an inequality is broken on any of its ways, in units of their first speeds; at least 0. */
export function mostBroken(name: InequalityName): number {
  const [excess, ways] = inequalities[name];
  return ways()
    .filter(([{ speed: first }]) => first !== 0)
    .flatMap((places) => places.map((_, k) => excess(places, k) / Math.abs(places[0].speed)))
    .reduce((most, each) => Math.max(most, each), 0);
}

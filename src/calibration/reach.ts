import { exp } from '../numerics/functions/portable.ts';

/** Standard deviation of ln error about the curve: what an active error of a pilot is off by. */
const NOISE = 0.12;
/** Reaches that are weighed, from 0 to 1. */
const STEPS = 20;

/**
 * How far a rule reaches, in [0, 1]: r such that m labels that it buys of M rows teach what m^(1 - r) M^r labels teach that come as they
 * come. 0: no more than passive learning; 1: as much as all labels of the rows.
 *
 * The posterior mean, each r as likely as another beforehand, from the active errors of a pilot against its passive curve:
 *
 *   weight(r) = exp(-sum over m of (ln active(m) - ln passive(m^(1 - r) M^r))^2 / (2 NOISE^2))
 *
 * All are logarithms: of labels, ascending, the last is M; of passive errors at these; of active ones at the first of them. Where the
 * passive curve is flat, it cannot tell one reach from another, and the mean is a half.
 */
export function reachOf(labels: readonly number[], passive: readonly number[], active: readonly number[]): number {
  const all = labels.at(-1)!;
  let weights = 0;
  let sum = 0;
  for (let step = 0; step <= STEPS; step++) {
    const r = step / STEPS;
    const squares = active.reduce((total, error, at) => {
      const reached = interpolated(labels, passive, labels[at] + r * (all - labels[at]));
      return total + (error - reached) ** 2;
    }, 0);
    const weight = exp(-squares / (2 * NOISE ** 2));
    weights += weight;
    sum += weight * r;
  }
  return weights > 0 ? sum / weights : 1 / 2;
}

/** The value at x on the line through points of ascending places; beyond the first and the last, that of theirs. */
export function interpolated(places: readonly number[], values: readonly number[], x: number): number {
  const next = places.findIndex((each) => each >= x);
  if (next === 0) return values[0];
  if (next < 0) return values.at(-1)!;
  const share = (x - places[next - 1]) / (places[next] - places[next - 1]);
  return values[next - 1] + share * (values[next] - values[next - 1]);
}

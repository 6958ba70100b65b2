/**
 * Ordered pivotal sampling: a sample of a whole number of units with given inclusion probabilities, of neighbours rarely both.
 *
 * The units are met in their order. The first two whose lot is open meet in a duel that one of them leaves with probability 0 or 1 and the
 * other one with the rest, a + b or a + b - 1; the other one meets the next. `toss` decides a duel: true with that probability.
 *
 *   a + b <= 1   a goes on with probability a / (a + b), else b           a + b > 1   a is taken with probability (1 - b) / (2 - a - b), else b
 *
 * P(unit k is taken) = p_k exactly, and where the p sum to a whole number n just n units are taken. Returns 1 for each unit that is taken,
 * in the order of `probabilities`.
 *
 * Source: Deville & Tillé, Unequal probability sampling without replacement through a splitting method (Biometrika 85, 1998).
 *
 * @example
 * [...orderedPivotal(Float64Array.of(0.5, 1, 0.5), Uint32Array.of(0, 1, 2), () => true)] // => [1, 1, 0]
 */
export function orderedPivotal(
  probabilities: Float64Array,
  order: Uint32Array,
  toss: (probability: number) => boolean,
): Uint8Array {
  const taken = new Uint8Array(probabilities.length);
  let [held, a] = [-1, 0];
  for (const next of order) {
    const b = probabilities[next];
    if (b <= 0) continue;
    if (b >= 1) taken[next] = 1;
    else if (held < 0) [held, a] = [next, b];
    else if (a + b <= 1) {
      if (!toss(a / (a + b))) held = next;
      a += b;
    } else {
      const isHeld = toss((1 - b) / (2 - a - b));
      taken[isHeld ? held : next] = 1;
      if (isHeld) held = next;
      a = a + b - 1;
    }
  }
  // 0 or 1, but for what was rounded on the way.
  if (held >= 0 && a > 0.5) taken[held] = 1;
  return taken;
}

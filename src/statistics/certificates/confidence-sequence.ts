import { log, log1p, solve } from '../../numerics/elementary.ts';
import { requireConfidence } from '../estimate.ts';

/** Largest share of the capital that is bet, and the cap of lambda in the empirical-Bernstein bounds. */
const CAP = 0.5;

/**
 * The predictable plug-in lambda_t of every t, at this alpha.
 *
 *   muhat_t = (1/2 + sum X) / (t + 1),  s2_t = (1/4 + sum (X_i - muhat_i)^2) / (t + 1)   (muhat at most 1)
 *   lambda_t = sqrt(2 ln(1/a) / (s2_(t-1) t ln(1 + t))),  predictable: it knows X_1 … X_(t-1) only
 *
 * Source: Waudby-Smith & Ramdas, Estimating means of bounded random variables by betting, JRSSB 86 (2024); the numbers agree with
 * their program confseq (betting.py, predmix.py).
 */
export function plugIn(xs: readonly number[], alpha: number): Float64Array {
  const lambdas = new Float64Array(xs.length);
  let sum = 0.5;
  let squares = 0.25;
  for (let t = 1; t <= xs.length; t++) {
    lambdas[t - 1] = Math.sqrt((2 * log(1 / alpha)) / ((squares / t) * t * log1p(t)));
    const x = xs[t - 1];
    sum += x;
    squares += (x - Math.min(1, sum / (t + 1))) ** 2;
  }
  return lambdas;
}

/**
 * A confidence sequence for the mean of numbers in [0, 1] with one conditional mean, E[X_t | past] = mu: bounds that hold at every
 * time at once, but with probability alpha.
 *
 * Empirical-Bernstein bounds on the mean after all of `xs`, clipped to [0, 1]; valid at every earlier time with its own prefix.
 *
 *   low = [sum lambda X - ln(1/a) - sum psi(lambda) (X - m)^2] / sum lambda,  psi(l) = -ln(1 - l) - l,  m the mean before, a = alpha / 2
 *
 * Source: Waudby-Smith & Ramdas, Estimating means of bounded random variables by betting, JRSSB 86 (2024); the numbers agree with
 * their program confseq (betting.py, predmix.py).
 *
 * @throws RangeError for a confidence outside (0, 1).
 */
export function bernsteinSequence(xs: readonly number[], confidence: number): readonly [low: number, high: number] {
  requireConfidence(confidence);
  const alpha = (1 - confidence) / 2;
  const lambdas = plugIn(xs, alpha);
  const lower = (ys: readonly number[]): number => {
    let [bets, spread, total, sum] = [0, 0, 0, 0];
    ys.forEach((y, t) => {
      const lambda = Math.min(lambdas[t], CAP);
      const before = t === 0 ? 0 : sum / t;
      bets += lambda * y;
      spread += (-log1p(-lambda) - lambda) * (y - before) ** 2;
      total += lambda;
      sum += y;
    });
    return (bets - log(1 / alpha) - spread) / total;
  };
  return [Math.max(0, lower(xs)), Math.min(1, 1 - lower(xs.map((x) => 1 - x)))];
}

/** ln of the capital of one who bets that the mean is above m (+1) or below it (-1), after all of `xs`. */
export function logCapital(xs: readonly number[], lambdas: Float64Array, m: number, side: 1 | -1): number {
  const most = CAP / (side === 1 ? m : 1 - m);
  let sum = 0;
  for (let t = 0; t < xs.length; t++) sum += log1p(side * Math.min(lambdas[t], most) * (xs[t] - m));
  return sum;
}

/**
 * Hedged betting: {m : max(K+ / 2, K- / 2) < 1 / alpha}, an interval: K+ falls and K- rises with m. Costs O(n) an evaluation.
 *
 * @throws RangeError for a confidence outside (0, 1).
 */
export function bettingSequence(xs: readonly number[], confidence: number): readonly [low: number, high: number] {
  requireConfidence(confidence);
  const alpha = 1 - confidence;
  const lambdas = plugIn(xs, alpha / 2);
  const target = log(2 / alpha);
  const low = solve((m) => -logCapital(xs, lambdas, m, 1), -target, 0, 1);
  const high = solve((m) => logCapital(xs, lambdas, m, -1), target, 0, 1);
  return [low, high];
}

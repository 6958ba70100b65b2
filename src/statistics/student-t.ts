import { solve } from '../numerics/equations.ts';

/**
 * Student's t for a whole number of degrees of freedom: the half-width of a confidence interval in standard errors.
 *
 * With t = sqrt(df) tan(angle), P(|T| <= t) is a finite sum: of 1, c^2/2, (1*3)/(2*4) c^4, … times sin(angle) for even df, and
 * (2/pi) (angle + sin(angle) (c + 2/3 c^3 + …)) for odd df, c = cos(angle). All terms are positive: nothing cancels.
 *
 * The t for which P(|T| <= t) = confidence; 0 <= confidence < 1, df >= 1 a whole number.
 *
 * @example
 * Math.round(1e6 * criticalT(0.95, 4)) / 1e6 // => 2.776445
 *
 * Source: Abramowitz & Stegun, Handbook of mathematical functions, 26.7.3 and 26.7.4.
 */
export function criticalT(confidence: number, df: number): number {
  return Math.sqrt(df) * Math.tan(solve(centralProbability, confidence, 0, Math.PI / 2, df));
}

/** P(|T| <= sqrt(df) tan(angle)). */
function centralProbability(angle: number, df: number): number {
  const cosine = Math.cos(angle);
  const first = df % 2 === 0 ? 0 : 1;
  let term = first === 0 ? 1 : cosine;
  let sum = 0;
  for (let power = first; power <= df - 2; power += 2) {
    sum += term;
    term *= (cosine * cosine * (power + 1)) / (power + 2);
  }
  return first === 0 ? Math.sin(angle) * sum : (2 / Math.PI) * (angle + Math.sin(angle) * sum);
}

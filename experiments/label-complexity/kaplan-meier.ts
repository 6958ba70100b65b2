import { requireConfidence, UNKNOWN, type Estimate } from '../../src/statistics/estimate.ts';
import { normalQuantile } from '../../src/statistics/normal.ts';
import { log } from '../../src/numerics/elementary.ts';

/** One run: where it reached the goal, or where it ended without. */
export interface Observation {
  /** Labels, examples or seconds; finite, >= 0. */
  readonly at: number;
  readonly outcome: 'reached' | 'censored';
}

/** The curve just after one of its steps. */
export interface Survival {
  readonly at: number;
  /** Runs that got this far. */
  readonly atRisk: number;
  /** Runs that reach the goal here. */
  readonly reached: number;
  /** S. */
  readonly short: number;
  /** Standard error of S. */
  readonly standardError: number;
}

/** S is a product of a few exact quotients: what is nearer to 1/2 than this is 1/2. */
const ROUNDING = 1e-12;

/**
 * How much it takes to reach a goal when some runs ended before they did: Kaplan and Meier's curve and its median.
 *
 *   S(t) = prod over t_i <= t of (1 - d_i / n_i)         share still short of the goal after t
 *   G(t) = sum  over t_i <= t of d_i / (n_i (n_i - d_i))   Greenwood: var S = S^2 G
 *
 * d_i of the n_i runs that got as far as t_i reach the goal there. A run that ended short of it (right-censored) counts among the
 * n_i as far as it went: neither dropped, which would make the goal look near, nor taken as having reached it at its end.
 *
 * Median: the smallest t with S(t) <= 1/2, or the middle of the stretch where S is 1/2 (without censoring, the ordinary median);
 * Infinity where S stays above. Its interval (Brookmeyer and Crowley) holds the t at which 1/2 is a plausible value of S on the
 * scale ln(-ln S), where S keeps within (0, 1): |ln(-ln S) - ln(ln 2)| <= z sqrt(G) / |ln S|. Where S = 0 there is no such
 * statement, and no upper end: five runs cannot bound a median at 95%, whatever they say (2/32 > 5%).
 *
 * The steps of the curve, ascending. At equal places those that reach the goal come before those that end.
 *
 * @throws RangeError for a run that ends at no finite number >= 0.
 *
 * @example
 * const run = (at, outcome) => ({ at, outcome });
 * const steps = kaplanMeier([run(3, 'reached'), run(5, 'censored'), run(8, 'reached')]);
 * steps.map(({ at, short }) => [at, short]) // => [[3, 2 / 3], [8, 0]]
 *
 * Sources: Kaplan & Meier, JASA 53 (1958); Brookmeyer & Crowley, A confidence interval for the median survival time, Biometrics
 * 38 (1982); Kalbfleisch & Prentice, The statistical analysis of failure time data (1980), for the scale.
 */
export function kaplanMeier(runs: readonly Observation[]): Survival[] {
  const stray = runs.find(({ at }) => !(at >= 0 && at < Infinity));
  if (stray !== undefined) throw new RangeError(`a run ends at a finite number >= 0, found ${stray.at}`);
  const places = [...new Set(runs.flatMap(({ at, outcome }) => (outcome === 'reached' ? at : [])))].sort((a, b) => a - b);
  let short = 1;
  let greenwood = 0;
  return places.map((place) => {
    const atRisk = runs.filter(({ at }) => at >= place).length;
    const reached = runs.filter(({ at, outcome }) => at === place && outcome === 'reached').length;
    short *= (atRisk - reached) / atRisk;
    greenwood += reached / (atRisk * (atRisk - reached));
    return { at: place, atRisk, reached, short, standardError: short === 0 ? 0 : short * Math.sqrt(greenwood) };
  });
}

/**
 * The median of what it takes to reach the goal, with its interval.
 *
 * @throws RangeError for a run that ends at no finite number >= 0, and for a confidence outside (0, 1).
 */
export function medianToReach(runs: readonly Observation[], confidence: number): Estimate {
  requireConfidence(confidence);
  if (runs.length === 0) return UNKNOWN;
  const steps = kaplanMeier(runs);
  const z = normalQuantile((1 + confidence) / 2);
  const firstWhere = (holds: (step: Survival) => boolean): number => steps.find(holds)?.at ?? Infinity;
  return {
    value: (firstWhere(({ short }) => short <= 0.5 + ROUNDING) + firstWhere(({ short }) => short < 0.5 - ROUNDING)) / 2,
    low: firstWhere((step) => step.short === 0 || distanceFromHalf(step) >= -z),
    high: firstWhere((step) => step.short > 0 && distanceFromHalf(step) > z),
  };
}

/** How far S is below 1/2, in standard errors of ln(-ln S). */
function distanceFromHalf({ short, standardError }: Survival): number {
  const logarithm = -log(short);
  return (log(logarithm) - log(Math.LN2)) * logarithm * (short / standardError);
}

import { exp, log } from '../numerics/elementary.ts';
import type { Dataset } from '../rows/dataset.ts';
import type { RunSpec } from '../specs/run.ts';
import { nonIncreasing } from '../statistics/isotonic.ts';
import { normalQuantile } from '../statistics/normal.ts';
import { type PilotCurve, pilotCurve } from './pilot-curve.ts';

/** An error that is forecast, a share in [0, 1]: nine runs in ten end between `low` and `high`. */
export interface ErrorForecast {
  /** The middle of what is expected; absent where the pilot cannot tell. */
  readonly value?: number;
  /** 0 where the pilot says nothing of how far down the error goes. */
  readonly low: number;
  readonly high: number;
}

/** Of the runs, how many end within the range of a forecast. */
export const CONFIDENCE = 0.9;

/**
 * Fitted by likelihood on learning curves of 25 tasks, with three pilots of two sizes each and pools of up to 4,200 rows, and rounded;
 * the study `calibration` says how they do on others.
 *
 * FALL: by how much errors fall faster beyond the pilot than a power law through its end and the larger class. The others are standard
 * deviations of ln error: of one run about its mean, and of what a rule gains, in units of the slope times ln(rows / labels).
 */
const FALL = 0.1;
const OF_A_RUN = 0.16;
const OF_THE_RULE = 0.4;

/** Rows added to the mistakes, so that none has a logarithm. */
const HALF = 0.5;
/** A range whose ends lie further apart than this factor has no middle to name: six mistakes in a pilot are too few for one. */
const WIDEST = 4;
/** Standard errors that the mistakes have to be below those of the larger class before the pilot counts as having taught anything. */
const TAUGHT = 1.645;

/**
 * From the learning curve of a pilot to the error after any number of labels, of a pool of so many rows.
 *
 *   ln e(m) = the isotonic curve of the pilot, linear between its points in ln m, for m up to its last point M
 *           = ln e(M) - (FALL + s) ln(m / M)   beyond;   s = ln(e(0) / e(M)) / ln M, from e(0), always the larger class, to e(M)
 *   m = labels, where they are the first of the stream
 *     = labels^(1 - r) N^r, where the rule spends them on a pool of N rows, r its reach in the pilot
 *   variance = 1 / mistakes at M + OF_A_RUN^2 + (s |ln(m / the nearest point)|)^2 [+ (OF_THE_RULE s ln(N / labels))^2]
 *
 * where e has half a row added, and the range is normal in ln e. What is fitted is empirical: the slope beyond the pilot goes with the
 * slope up to it, and is about as uncertain as it is large. A pilot whose learner is not clearly better than always the larger class has
 * no slope to go by, and says no more than how large an error will be at most.
 */
export function pilotForecast({ labels, passive, active, rows, smallerClass }: PilotCurve, pool: number) {
  const half = HALF / rows;
  const logs = (errors: readonly number[]): number[] => errors.map((error) => log(error + half));
  const places = labels.map(log);
  const curve = nonIncreasing(logs(passive));
  const [M, end] = [places.at(-1)!, curve.at(-1)!];
  const reach = reachOf(places, curve, logs(active));
  const slope = Math.max(0, (log(smallerClass + half) - end) / M);
  const mistakes = rows * exp(end);
  const hasTaught = mistakes < rows * smallerClass - TAUGHT * Math.sqrt(rows * smallerClass);

  /** `more`: variance besides. */
  const forecast = (x: number, more: number): ErrorForecast => {
    const middle = interpolated(places, curve, x) - (FALL + slope) * Math.max(0, x - M);
    const beyond = Math.max(0, x - M, places[0] - x);
    const variance = 1 / mistakes + OF_A_RUN ** 2 + (slope * beyond) ** 2 + more;
    const away = normalQuantile((1 + CONFIDENCE) / 2) * Math.sqrt(variance);
    const error = (at: number): number => Math.min(1, Math.max(0, exp(at) - half));
    const high = error(middle + away);
    if (!hasTaught) return { low: 0, high };
    const range = { low: error(middle - away), high };
    return 2 * away <= log(WIDEST) ? { value: error(middle), ...range } : range;
  };
  return {
    /** Of the first ones of the stream. */
    passive: (m: number): ErrorForecast => forecast(log(m), 0),
    /** Of as many as the rule spends. */
    active(m: number): ErrorForecast {
      const left = log(pool) - log(m);
      return forecast(log(pool) - (1 - reach) * left, (OF_THE_RULE * slope * left) ** 2);
    },
  };
}

/** Labels that an error takes. */
export type LabelsForecast = ReturnType<typeof labelsFor>;

/** The least labels, to one percent, with which a forecast is at most `error`; from `fewest` to all `rows`. */
export function labelsFor(
  error: number,
  forecast: (labels: number) => ErrorForecast,
  { fewest, rows }: { readonly fewest: number; readonly rows: number },
) {
  const range = log(rows / fewest);
  const steps = Math.max(1, Math.ceil(range / 0.01));
  const labels = Array.from({ length: steps + 1 }, (_, k) => Math.min(rows, Math.ceil(fewest * exp((k / steps) * range))));
  const first = (of: (each: ErrorForecast) => number): number | null => labels.find((m) => of(forecast(m)) <= error) ?? null;
  return {
    // As forecast, `most` where the pilot tells no middle; null where all rows do not suffice.
    expected: first(({ value, high }) => value ?? high),
    // With so many 19 runs of 20 reach it; null where all rows do not suffice for that.
    most: first(({ high }) => high),
    // Whether one run of 20 reaches it with every label.
    isInReach: forecast(rows).low <= error,
  };
}

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
function interpolated(places: readonly number[], values: readonly number[], x: number): number {
  const next = places.findIndex((each) => each >= x);
  if (next === 0) return values[0];
  if (next < 0) return values.at(-1)!;
  const share = (x - places[next - 1]) / (places[next] - places[next - 1]);
  return values[next - 1] + share * (values[next] - values[next - 1]);
}

/** What `forecastBudgets` takes. */
export interface BudgetsRequest {
  /** Learner and paced rule. */
  readonly spec: RunSpec;
  /** Rows with labels, -1 and +1, or the numbers of several classes. */
  readonly pilot: Dataset;
  /** Rows of the pool, N. */
  readonly poolSize: number;
  /** In labels, each in [1, N]. */
  readonly budgets: readonly number[];
  /** How often the pilot is cut anew. */
  readonly runs: number;
  /** Told after every part of a cut, of four. */
  readonly tried?: (parts: number) => void;
}

/** What a budget would buy: errors of the learner in the end, on rows like those of the pool. */
export interface BudgetForecast {
  readonly budget: number;
  readonly error: ErrorForecast;
  /** Of passive learning that stops after as many labels. */
  readonly passiveError: ErrorForecast;
}

/** What `forecastBudgets` finds. */
export interface Budgets {
  /** In the order of the budgets. */
  readonly frontier: readonly BudgetForecast[];
  /** The error with every label. */
  readonly everyLabel: ErrorForecast;
  /** What the pilot showed. */
  readonly curve: PilotCurve;
}

/**
 * From a labelled pilot to the error that each budget would end with, active and passive, before any of it is paid for.
 *
 * The learner and the rule run on parts of the pilot and are judged on the others (pilot-curve.ts); what lies beyond the pilot follows
 * from that by the way in which errors fall, with a range that says how far it is to be trusted (error-forecast.ts).
 *
 * @throws DivergenceError where learning fails
 */
export function forecastBudgets({ spec, pilot, poolSize, budgets, runs, tried = () => undefined }: BudgetsRequest): Budgets {
  let parts = 0;
  const curve = pilotCurve(spec, pilot, runs, () => tried(++parts));
  const forecast = pilotForecast(curve, poolSize);
  const frontier = budgets.map((budget) => ({ budget, error: forecast.active(budget), passiveError: forecast.passive(budget) }));
  return { frontier, everyLabel: forecast.passive(poolSize), curve };
}

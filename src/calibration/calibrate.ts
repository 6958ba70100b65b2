import { log } from '../numerics/functions/portable.ts';
import { count, rounded } from '../numerics/display.ts';
import { pow } from '../numerics/functions/pow.ts';
import type { Dataset } from '../rows/dataset.ts';
import { smallerClass } from '../rows/smaller-class.ts';
import { forecastStream, type StreamForecast } from './forecast.ts';
import { drawnStreams } from './drawn-streams.ts';
import { spreadOf, type Spread } from './spread.ts';
import { parametersOf, lookUp, SpecError } from '../specs/choices.ts';
import { parts } from '../specs/parts/registry.ts';
import { parseRunSpec } from '../specs/run-spec.ts';
import type { RunSpec } from '../specs/run.ts';

/** What `calibrate` takes. */
export interface CalibrationRequest {
  /** The learner and the rule; its mellowness is what is sought. */
  readonly spec: RunSpec;
  /** Rows with labels, -1 and +1. */
  readonly pilot: Dataset;
  /** All N rows; their labels are not read. */
  readonly pool: Dataset;
  /** Labels to buy, in (0, N]. */
  readonly budget: number;
  /** Streams of the pool that every value is tried on, each with labels of its own; their seeds follow that of the spec. */
  readonly runs: number;
  /** Told after every value that was tried: of the prior, of the sharpness, and then of the mellowness. */
  readonly tried?: (values: number) => void;
}

/** What a mellowness would buy, and the error it would end with. */
export interface Forecast {
  readonly mellowness: number;
  /** Labels bought of the pool. */
  readonly labels: Spread;
  /** Of the learner at the end of the stream, on drawn labels. */
  readonly error: Spread;
}

/** What `calibrate` finds. */
export interface Calibration {
  /** In order of mellowness; the suggestion is among them. */
  readonly frontier: readonly Forecast[];
  readonly suggestion: Forecast;
  /** The error with every label. */
  readonly passiveError: Spread;
  /** For a person, where the pilot is too small for the suggestion to be relied on. */
  readonly remark?: string;
}

/**
 * Labels of the pilot's smaller class with which a suggestion is to be relied on. In reports/calibration, streams kept the budget within a
 * quarter 225 times of 240 where pilots had more (59 to 1,000), and 39 times of 96 where they had fewer (15 to 50).
 */
const RELIED_ON = 55;
const START = 1e-6;
const STEP = Math.sqrt(10);
const [LEAST, GREATEST] = [1e-15, 1e9];
/** How far around the budget the frontier reaches, as a factor of labels. */
const AROUND = 4;
/** Near enough to the budget, as a factor, and values tried to get there. */
const NEAR = 1.02;
const REFINEMENTS = 4;

/**
 * Calibration: from a labelled pilot to the mellowness with which a rule will buy about so many labels of a whole pool.
 *
 * The pilot says how likely either label of every row is (pilot-labels.ts); the pool with labels drawn accordingly is streamed
 * with one mellowness after the other (forecast.ts).
 *
 * The frontier holds mellowness against labels and error on a grid of factors of sqrt 10, walked in both directions until it
 * reaches well around the budget. The suggestion is interpolated on it, log labels against log mellowness, and tried like any
 * other value: what is reported of it is its own forecast. Every value is tried on the same streams with the same coins. Where
 * labels do not rise with mellowness all along (a learner that starts too slowly), the largest mellowness that will do is taken.
 *
 * Where few rows of the pilot are of one class, the drawn labels leave less to find than the real ones, and a stream may buy twice the
 * budget; `remark` says so. A run with a budget (`budget` and `pace` of its spec) keeps it whatever the pilot is.
 *
 * @throws SpecError where the rule has no mellowness or none buys so many labels, DivergenceError where learning fails.
 */
export function calibrate(request: CalibrationRequest): Calibration {
  const { spec, pilot, pool, budget, runs, tried = () => undefined } = request;
  requireMellow(spec);
  let values = 0;
  const counted = (): void => {
    tried(++values);
  };
  const streams = drawnStreams(spec, pilot, pool, runs, counted);
  const attempt = (query: RunSpec['query'] | { name: string; mellowness: number }): StreamForecast[] =>
    streams.map(({ seed, drawn }) => forecastStream(parseRunSpec({ ...spec, query, seed }), drawn, budget));
  const forecast = (mellowness: number): Forecast => {
    const found = forecastOf(mellowness, attempt({ ...spec.query, mellowness }));
    counted();
    return found;
  };
  const grid = walk(forecast, budget, pool.rows.length);
  const suggestion = suggest(forecast, grid, budget);
  return {
    frontier: [...grid.filter(({ mellowness }) => mellowness !== suggestion.mellowness), suggestion].toSorted(
      (a, b) => a.mellowness - b.mellowness,
    ),
    suggestion,
    passiveError: spreadOf(attempt({ name: 'passive' }).map(({ error }) => error)),
    ...remarkOn(pilot),
  };
}

function remarkOn({ labels }: Dataset): Pick<Calibration, 'remark'> {
  const few = Math.round(smallerClass(labels) * labels.length);
  if (few >= RELIED_ON) return {};
  const found = `${count(few)} of the ${count(labels.length)} rows of the pilot`;
  return {
    remark:
      `${found} are of the smaller class, fewer than ${RELIED_ON}: a stream may buy twice as many labels as were suggested for; ` +
      'a budget that sets the knob (pace) is kept whatever the pilot is',
  };
}

/** Throws SpecError unless the rule has the knob. */
export function requireMellow({ query }: RunSpec): void {
  const isMellow = (name: string): boolean => 'mellowness' in parametersOf(lookUp('query rule', parts.queries, name));
  if (isMellow(query.name)) return;
  throw new SpecError(
    `query rule '${query.name}' has no mellowness to calibrate; of ` +
      `${Object.keys(parts.queries).filter(isMellow).join(', ')} one has`,
  );
}

/** The grid from well below the budget to well above it. */
function walk(forecast: (mellowness: number) => Forecast, budget: number, poolSize: number): Forecast[] {
  const ceiling = Math.max(budget, Math.min(AROUND * budget, 0.95 * poolSize));
  const grid = [forecast(START)];
  for (let k = 1; grid[0].labels.mean > budget / AROUND && START / pow(STEP, k) >= LEAST; k++)
    grid.unshift(forecast(typed(START / pow(STEP, k))));
  for (let k = 1; grid[grid.length - 1].labels.mean < ceiling && START * pow(STEP, k) <= GREATEST; k++)
    grid.push(forecast(typed(START * pow(STEP, k))));
  return grid;
}

function suggest(forecast: (mellowness: number) => Forecast, grid: readonly Forecast[], budget: number): Forecast {
  const above = grid.findLastIndex((each, k) => k > 0 && each.labels.mean >= budget && grid[k - 1].labels.mean <= budget);
  if (above < 0) {
    const [least, most] = [grid[0], grid[grid.length - 1]].map(({ labels }) => Math.round(labels.mean));
    throw new SpecError(
      `no mellowness from ${LEAST} to ${GREATEST} buys ${budget} labels: the least buys ${least}, the greatest ${most}`,
    );
  }
  let [low, high] = [grid[above - 1], grid[above]];
  for (let k = 0; k < REFINEMENTS; k++) {
    const between = forecast(interpolated(low, high, budget));
    if (between.labels.mean > budget) high = between;
    else low = between;
    if (distance(between, budget) <= log(NEAR)) break;
  }
  return distance(low, budget) < distance(high, budget) ? low : high;
}

/** Where log labels, linear in log mellowness, meet the budget. */
function interpolated(low: Forecast, high: Forecast, budget: number): number {
  const [from, to] = [low, high].map(({ labels }) => log(labels.mean));
  const share = to > from ? (log(budget) - from) / (to - from) : 1 / 2;
  return typed(low.mellowness * pow(high.mellowness / low.mellowness, share));
}

function distance({ labels }: Forecast, budget: number): number {
  return Math.abs(log(labels.mean / budget));
}

function forecastOf(mellowness: number, streams: readonly StreamForecast[]): Forecast {
  return {
    mellowness,
    labels: spreadOf(streams.map(({ labels }) => labels)),
    error: spreadOf(streams.map(({ error }) => error)),
  };
}

/** Three digits, as a person would type it. */
function typed(mellowness: number): number {
  return rounded(mellowness, 3);
}

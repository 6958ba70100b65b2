import { detectedFormat, readDataset, type DatasetOptions } from '../../data/index.ts';
import { programVersion } from '../../files/own-package.ts';
import { meanTold } from '../../ledger/audit/over-passes.ts';
import type { Mean } from '../../ledger/audit/quantities.ts';
import { floorOf } from '../../ledger/entry.ts';
import { headerOf } from '../../ledger/header.ts';
import { count, inDigits, plural, significant } from '../../numerics/display.ts';
import { permutation, randomStream } from '../../numerics/random.ts';
import { present } from '../../numerics/present.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { buildActiveLearner, buildOracle } from '../../specs/build.ts';
import { DEFAULT_BUDGET } from '../../specs/defaults.ts';
import { orderOf, type RunSpec } from '../../specs/run.ts';
import { criticalT } from '../../statistics/estimate.ts';
import { mean, standardError } from '../../statistics/small-samples.ts';
import type { NumberRange } from '../../streams/judge.ts';
import { ErrorMeter } from '../../streams/measures/error-meter.ts';
import { activeLearn } from '../../streams/passes/active-learn.ts';
import { refuseOfClasses } from '../label/contradictions.ts';
import { requireFile } from '../options/inputs.ts';
import { readingOf } from '../options/reading-options.ts';
import { readSpecs } from '../options/spec/spec-options.ts';
import { UsageError } from '../terminal/failure.ts';
import { columnsText } from '../terminal/layout.ts';
import type { Session } from '../terminal/session.ts';
import type { SimulateValues } from './options.ts';

/** The ends of an interval of a mean; null where too few labels have come to say one. */
type Interval = readonly [low: number, high: number] | null;

/** What is about classes, or about models. */
const OTHERS = 'compare test holdout curve ledger oracle importance-column lowest-cost highest-cost'.split(' ');

/**
 * What `iwal simulate --range` prints: how wide the interval of the mean is and what is certified, beside as many numbers drawn at random,
 * and how often the true mean is inside.
 *
 * @throws UsageError for what is about classes or models; DataError with the line of a label that is no number of the range.
 */
export async function numbersSimulated(values: SimulateValues, range: NumberRange, session: Session): Promise<string> {
  const { train, seeds, guess, json } = values;
  refuseOfClasses(values, OTHERS);
  await requireFile(train);
  const [spec] = await readSpecs(values, { budget: DEFAULT_BUDGET });
  const pool = await session.unlessInterrupted(numbersOf(train, await readingOf(train, values), range));
  const { labels } = pool;
  const truth = mean([...labels]);
  const found: Record<string, Interval[]> = {};
  const asked: number[] = [];
  for (let seed = spec.seed; seed < spec.seed + seeds; seed++) {
    session.signal.throwIfAborted();
    const own = meanOf({ ...spec, seed }, pool);
    asked.push(own.labels);
    const ways: Readonly<Record<string, Interval>> = {
      'labels spread evenly': ends(guess === undefined ? own : meanOf(present({ ...spec, guess: undefined, seed }), pool)),
      ...(guess !== undefined && { [`and guesses of ${guess}`]: ends(own) }),
      'certified at any look': own.certified,
      'drawn at random, t': randomInterval(labels, own.labels, seed),
    };
    for (const [name, interval] of Object.entries(ways)) (found[name] ??= []).push(interval);
    await new Promise(setImmediate);
  }
  const ways = Object.entries(found).map(([name, intervals]) => ({ name, ...toldBy(intervals, truth) }));
  const bought = mean(asked);
  if (json) return JSON.stringify({ rows: labels.length, truth, seeds, labels: bought, ways });
  return [
    `${count(labels.length)} numbers of ${train}, their mean ${significant(truth, 6)}; ` +
      `${plural(seeds, 'run')} with ${bought === 1 ? '1 label' : `${significant(bought, 6)} labels`}:`,
    ...columnsText(ways, [
      ['', ({ name }) => name],
      ['95% interval, width', ({ width }) => (Number.isNaN(width) ? 'none' : inDigits(width, 3))],
      ['true mean inside', ({ inside, runs }) => `${inside} of ${runs}`],
    ]),
  ].join('\n');
}

function ends({ low, high }: Mean): Interval {
  return low === null || high === null ? null : [low, high];
}

/** How wide intervals are on average, in the units of the numbers, and how many of how many hold the mean of all rows. */
function toldBy(all: readonly Interval[], truth: number) {
  const intervals = all.filter((each) => each !== null);
  // Where every number was bought, both are sums of them in another order.
  const rounding = 1e-9 * Math.max(1, Math.abs(truth));
  const inside = intervals.filter(([low, high]) => low - rounding <= truth && truth <= high + rounding).length;
  return { width: mean(intervals.map(([low, high]) => high - low)), inside, runs: intervals.length };
}

/** The mean as a run of this spec tells it. */
function meanOf(spec: RunSpec, { name, rows, labels }: Dataset): Mean {
  const header = headerOf({ spec, pool: { name, rows }, record: 'considered', iwal: programVersion() });
  const meter = new ErrorMeter({ classes: 0, floor: floorOf(header) });
  const active = buildActiveLearner(spec, { rows });
  const oracle = buildOracle(spec, active.loss, rows, labels);
  activeLearn(active, { rows, order: orderOf(spec, rows.length) }, oracle, { record: () => undefined }, 0, rows.length, meter);
  return meanTold(meter.numbers!, spec.range!, 'over', undefined);
}

/** Student's interval of so many labels drawn without replacement; nothing can be said of fewer than two. */
function randomInterval(labels: Float64Array, n: number, seed: number): Interval {
  if (n < 2) return null;
  const drawn = Array.from(permutation(labels.length, randomStream(seed, 'sample')).subarray(0, n), (row) => labels[row]);
  const half = criticalT(0.95, n - 1) * standardError(drawn) * Math.sqrt(1 - n / labels.length);
  return [mean(drawn) - half, mean(drawn) + half];
}

/** The numbers, which are hidden until they are bought, and rows of guesses; without these any rows do, of which nothing is predicted. */
async function numbersOf(file: string, reading: DatasetOptions, range: NumberRange): Promise<Dataset> {
  const format = await detectedFormat(file, reading.format);
  if (format !== 'csv' && format !== 'jsonl') throw new UsageError(`--range is for CSV and JSON lines, which ${file} is not`);
  const { labelColumn = 'label', guess = { column: labelColumn } } = reading;
  return readDataset(file, { ...reading, labels: 'real', range, labelColumn, guess });
}

import { documentFormats } from '../../data/documents/read-documents.ts';
import { Guesses } from '../../data/documents/guesses.ts';
import { detectedFormat, type DatasetOptions } from '../../data/index.ts';
import { DataError } from '../../files/data-error.ts';
import { programVersion } from '../../files/own-package.ts';
import { meanTallyOf, type Mean } from '../../ledger/audit/mean.ts';
import { headerOf } from '../../ledger/header.ts';
import { Recorder } from '../../ledger/recorder.ts';
import { decimal } from '../../numerics/decimals.ts';
import { count, inDigits, plural, significant } from '../../numerics/display.ts';
import { permutation, randomStream } from '../../numerics/random.ts';
import { numberRows } from '../../rows/guesses.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { buildActiveLearner, buildOracle } from '../../specs/build.ts';
import { DEFAULT_BUDGET } from '../../specs/defaults.ts';
import { budgetOf, orderOf, type RunSpec } from '../../specs/run.ts';
import { criticalT } from '../../statistics/estimate.ts';
import { mean, standardError } from '../../statistics/small-samples.ts';
import { judgeOfNumbers, type NumberRange } from '../../streams/judge.ts';
import { activeLearn } from '../../streams/passes/active-learn.ts';
import { refuseOfClasses } from '../label/contradictions.ts';
import { requireFile } from '../options/inputs.ts';
import { readingOf } from '../options/reading-options.ts';
import { readSpecs } from '../options/spec/spec-options.ts';
import { UsageError } from '../terminal/failure.ts';
import { table } from '../terminal/layout.ts';
import type { Session } from '../terminal/session.ts';
import type { SimulateValues } from './options.ts';

/** Numbers of a table that are hidden until they are bought, and what was guessed of them. */
interface Numbers {
  readonly labels: Float64Array;
  /** Guesses, or rows of which nothing is predicted. */
  readonly rows: SparseRows;
}

/** The ends of an interval of a mean. */
interface Interval {
  readonly low: number;
  readonly high: number;
}

/** What a way to estimate the mean came to, in the units of the numbers. */
interface Way {
  readonly name: string;
  /** Of its intervals, on average. */
  readonly width: number;
  /** Runs in whose interval the mean of all rows lies, of so many that have one. */
  readonly inside: number;
  readonly runs: number;
}

/**
 * What `iwal simulate --range` prints: how wide the interval of the mean is and what is certified, beside as many numbers drawn at random,
 * and how often the true mean is inside.
 *
 * @throws UsageError for what is about classes or models; DataError with the line of a label that is no number of the range.
 */
export async function numbersSimulated(values: SimulateValues, range: NumberRange, session: Session): Promise<string> {
  const { train, seeds, guess, json } = values;
  refuseOfClasses(values, [
    'compare',
    'test',
    'holdout',
    'curve',
    'ledger',
    'oracle',
    'importance-column',
    'lowest-cost',
    'highest-cost',
  ]);
  await requireFile(train);
  const [spec] = await readSpecs(values, { budget: DEFAULT_BUDGET });
  const numbers = await session.unlessInterrupted(numbersOf(train, await readingOf(train, values), range));
  const truth = mean([...numbers.labels]);
  const runs: Readonly<Record<string, Interval | null>>[] = [];
  const labels: number[] = [];
  for (let seed = spec.seed; seed < spec.seed + seeds; seed++) {
    session.signal.throwIfAborted();
    const [own, plain] = meansOf({ ...spec, seed }, numbers, train);
    labels.push(own.labels);
    const certified = own.certified && { low: own.certified[0], high: own.certified[1] };
    const random = randomInterval(numbers.labels, own.labels, seed);
    runs.push({
      'labels spread evenly': ends(plain),
      ...(guess !== undefined && { [`and guesses of ${guess}`]: ends(own) }),
      'certified at any look': certified,
      'drawn at random, t': random,
    });
    await new Promise(setImmediate);
  }
  const ways = Object.keys(runs[0]).map((name) => wayOf(name, runs, truth));
  const asked = mean(labels);
  if (json) return JSON.stringify({ rows: numbers.labels.length, truth, seeds, labels: asked, ways });
  return [
    `${count(numbers.labels.length)} numbers of ${train}, their mean ${significant(truth, 6)}; ` +
      `${plural(seeds, 'run')} with ${asked === 1 ? '1 label' : `${significant(asked, 6)} labels`}:`,
    ...table(
      [
        ['', '95% interval, width', 'true mean inside'],
        ...ways.map(({ name, width, inside, runs: of }) => [
          name,
          Number.isNaN(width) ? 'none' : inDigits(width, 3),
          `${inside} of ${of}`,
        ]),
      ],
      'names',
    ),
  ].join('\n');
}

/** Nothing where too few labels have come to say one. */
function ends({ low, high }: Mean): Interval | null {
  return low === null || high === null ? null : { low, high };
}

function wayOf(name: string, runs: readonly Readonly<Record<string, Interval | null>>[], truth: number): Way {
  const intervals = runs.flatMap((run) => run[name] ?? []);
  // Where every number was bought, both are sums of them in another order.
  const rounding = 1e-9 * Math.max(1, Math.abs(truth));
  const inside = intervals.filter(({ low, high }) => low - rounding <= truth && truth <= high + rounding).length;
  return { name, width: mean(intervals.map(({ low, high }) => high - low)), inside, runs: intervals.length };
}

/** The mean as a run of this spec tells it, and without its guesses. */
function meansOf(spec: RunSpec, { labels, rows }: Numbers, name: string): readonly [Mean, Mean] {
  const [header, plain] = [spec, withoutGuess(spec)].map((each) =>
    headerOf({ spec: each, pool: { name, rows }, record: 'considered', iwal: programVersion() }),
  );
  const left = (_row: number, spent: number): number => budgetOf(spec, rows.length) - spent;
  const tallies = [header, plain].map((each) => meanTallyOf(each, left)!);
  const active = buildActiveLearner(spec, { rows });
  const recorder = new Recorder({
    record: 'considered',
    cost: () => 1,
    take: (draft) => {
      for (const tally of tallies) tally.see(draft);
    },
  });
  const stream = { rows, order: orderOf(spec, rows.length) };
  const oracle = buildOracle(spec, active.loss, rows, labels);
  activeLearn(active, stream, oracle, { record: () => undefined }, 0, rows.length, recorder);
  const [own, without] = tallies.map((tally) => tally.mean('over'));
  return [own, without];
}

/** The same spec of rows of which nothing is guessed. */
function withoutGuess({ guess: _guess, ...spec }: RunSpec): RunSpec {
  return spec;
}

/** Student's interval of so many labels drawn without replacement; nothing can be said of fewer than two. */
function randomInterval(labels: Float64Array, n: number, seed: number): Interval | null {
  if (n < 2) return null;
  const drawn = Array.from(permutation(labels.length, randomStream(seed, 'sample')).subarray(0, n), (row) => labels[row]);
  const half = criticalT(0.95, n - 1) * standardError(drawn) * Math.sqrt(1 - n / labels.length);
  return { low: mean(drawn) - half, high: mean(drawn) + half };
}

/** The column of labels and that of guesses, if there is one. */
async function numbersOf(file: string, reading: DatasetOptions, range: NumberRange): Promise<Numbers> {
  const format = await detectedFormat(file, reading.format);
  if (format !== 'csv' && format !== 'jsonl') throw new UsageError(`--range is for CSV and JSON lines, which ${file} is not`);
  const { labelColumn = 'label', guess } = reading;
  const guesses = guess && new Guesses({ ...guess, range });
  const wanted = [
    { use: 'labels', columns: [labelColumn], need: 'must' as const },
    ...(guess === undefined ? [] : [{ use: 'guesses', columns: [guess.column], need: 'must' as const }]),
  ];
  const [labels, lines]: [number[], number[]] = [[], []];
  const judge = judgeOfNumbers(range);
  for await (const piece of documentFormats[format](file, wanted, reading))
    for (const { line, values } of piece) {
      const label = decimal(values[0]?.trim() ?? '');
      const legal = `a number from ${range[0]} to ${range[1]}`;
      if (!judge.isLabel(label))
        throw new DataError({ file, line, found: `the label ${JSON.stringify(values[0] ?? '')}`, legal });
      labels.push(label);
      lines.push(line);
      guesses?.take(values);
    }
  if (labels.length === 0) throw new DataError({ file, found: 'no rows', legal: 'one at least' });
  const rows = guesses?.rows({ file, lines: Uint32Array.from(lines) }, undefined).rows ?? numberRows(labels.map(() => 0));
  return { labels: Float64Array.from(labels), rows };
}

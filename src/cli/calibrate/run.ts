import { shellWord } from '../../data/readers/column-kinds.ts';
import { type Dataset, selected, selectRows, smallerClasses, upTo, requireFeatures } from '../../rows/dataset.ts';
import { permutation, randomStream } from '../../numerics/random.ts';
import { parseActiveClasses } from '../../specs/kinds/active-classes.ts';
import { overFile } from '../../specs/fitting.ts';
import { type RunSpec, budgetOf } from '../../specs/run.ts';
import { Failure, unlearned, UsageError } from '../terminal/failure.ts';
import { classesOfKind, type ReadFile, withoutDocuments } from '../data/labelled.ts';
import { readPoolOf, type RecordedRun } from '../data/recorded-run.ts';
import { freshLabelsOf, labelsIn, passesOf } from '../../ledger/passes.ts';
import { recordedSpec } from '../../ledger/recorded-spec.ts';
import { count } from '../../numerics/display.ts';
import { LEAST_OF_PILOT, SHARES } from './shares.ts';
import { type CalibrationResult, certifiableOf } from './result.ts';
import type { DatasetOptions } from '../../data/index.ts';
import { readingRemarks } from '../data/file-remarks.ts';
import { type Budgets, labelsFor, pilotForecast } from '../../calibration/error-forecast.ts';
import { FOLDS } from '../../calibration/pilot-curve.ts';
import { onThread } from '../../files/on-thread.ts';
import { threadFile } from '../../files/own-package.ts';
import type { Message, Work } from './thread.ts';
import { featuresMet } from '../../rows/describe.ts';
import type { Session } from '../terminal/session.ts';
import type { Target } from '../options/target.ts';

/**
 * The pilot of a pool: labelled rows of both classes, drawn at random from those with labels, or the first rows.
 *
 * Errors (Failure): a pilot of more rows than there are, or than are labelled; a first row without a label; labels that are no
 * classes; a pilot of one class, or of importance 0 alone.
 *
 * `size` rows of the pool, labelled -1 and +1, or with the numbers of several classes.
 */
export function pilotOf(pool: Dataset, size: number, { order, seed }: Pick<RunSpec, 'order' | 'seed'>): Dataset {
  const { name, rows } = pool;
  if (size > rows.length) throw new Failure(`${name} has ${count(rows.length)} rows, too few for a pilot of ${count(size)}`);
  const chosen = order === 'given' ? firstRows(pool, size) : drawnRows(pool, size, seed);
  const pilot = selectRows(pool, chosen, `${name}, pilot`);
  const labels = pool.classNames === undefined ? classesIn(pilot, chosen) : pilot.labels;
  requireTwo({ ...pilot, labels });
  return { ...pilot, labels };
}

/** Words of a command that asks for labels of rows drawn at random. */
const AT_RANDOM = '--classes NO,YES --query random --budget 100 --project pilot';

/** Labelled rows that a pilot takes unless it is said: 500, or all there are. */
function usualPilot(file: string, { name, labels }: Dataset): number {
  const labelled = labels.reduce((sum, label) => sum + (Number.isNaN(label) ? 0 : 1), 0);
  if (labelled > 0) return Math.max(LEAST_OF_PILOT, Math.min(USUAL, labelled));
  throw new Failure(
    `no row of ${name} has a label to forecast from: iwal label ${shellWord(file)} ${AT_RANDOM} asks for some of them; then ` +
      'iwal calibrate pilot',
  );
}

const USUAL = 500;

function firstRows({ name, labels }: Dataset, size: number): Uint32Array {
  const unlabelled = labels.subarray(0, size).findIndex(Number.isNaN);
  if (unlabelled >= 0) throw new Failure(`row ${unlabelled + 1} of ${name} is in the pilot and has no label`);
  return upTo(size);
}

function drawnRows({ name, labels }: Dataset, size: number, seed: number): Uint32Array {
  const labelled = selected(upTo(labels.length), (i) => !Number.isNaN(labels[i]));
  if (size > labelled.length)
    throw new Failure(`${name} has ${count(labelled.length)} labelled rows, too few for a pilot of ${count(size)}`);
  return permutation(labelled.length, randomStream(seed, 'pilot of the pool'))
    .subarray(0, size)
    .map((at) => labelled[at])
    .toSorted();
}

function classesIn({ labels }: Dataset, rows: Uint32Array): Float64Array {
  const classes = classesOfKind('sign', labels);
  const stray = classes.findIndex((y) => Math.abs(y) !== 1);
  if (stray >= 0)
    throw new Failure(
      `row ${rows[stray] + 1} of the pool has the label ${labels[stray]}; calibrate needs two classes, -1 and +1 or 0 and 1, ` +
        'or --classes, their names',
    );
  return classes;
}

function requireTwo({ name, labels, importances }: Dataset): void {
  const counting = labels.filter((_, i) => importances?.[i] !== 0);
  if (counting.length === 0) throw new Failure(`all ${count(labels.length)} rows of ${name} have the importance 0`);
  if (counting.every((y) => y === counting[0]))
    throw new Failure(
      `all ${count(counting.length)} rows of ${name}${counting.length < labels.length ? ' that have an importance' : ''} ` +
        'are of one class; the rule needs examples of both',
    );
}

/** What is to be calibrated, as the options say it. */
export interface CalibrationOrder {
  readonly file: string;
  readonly reading: DatasetOptions;
  readonly read: ReadFile;
  /** What tells the labels in place of the file. */
  readonly recorded: RecordedRun | undefined;
  /** Its rows; undefined: 500, or all that have labels where they are fewer. */
  readonly pilot: number | undefined;
  /** Whether the budget of the spec was asked for, and is to be forecast beside the usual shares. */
  readonly isAsked: boolean;
  /** An error to be reached, a share. */
  readonly error: number | undefined;
  readonly runs: number;
  /** Paced. Of several classes without their number, which the data tell. */
  readonly spec: RunSpec;
}

/** Fewer labels teach too little to be forecast. */
const FEWEST = 10;

/** Carries out `iwal calibrate` once its command line is checked: reads, forecasts on a thread, draws. Loaded only then. */
export async function calibrateFile(
  { file, reading, read, recorded, pilot: wanted, isAsked, error, runs, spec: written }: CalibrationOrder,
  curve: Target | undefined,
  session: Session,
): Promise<CalibrationResult> {
  const given = await session.unlessInterrupted(
    recorded === undefined ? read(file, { labels: 'optional', ...reading }) : withLabelsOf(recorded, file, reading, session),
  );
  for (const line of readingRemarks(file, given)) session.note(line);
  const dataset = withoutDocuments(given);
  const { classNames } = dataset;
  const several = classNames === undefined ? written : parseActiveClasses({ ...written, classes: classNames.length });
  const spec = overFile(several, given);
  requireFeatures(file, dataset.rows);
  const rows = dataset.rows.length;
  const size = wanted ?? usualPilot(file, dataset);
  const pilot = pilotOf(dataset, size, spec);
  const asked = isAsked ? budgetOf(written, rows) : null;
  if (asked !== null && asked > rows)
    throw new UsageError(`--budget ${count(asked)} is more than the pool's ${count(rows)} rows`);
  const usual = SHARES.map((budget) => budgetOf({ budget }, rows)).filter((labels) => labels >= FEWEST);
  const budgets = [...new Set([...usual, ...(asked === null ? [] : [asked])])].sort((a, b) => a - b);
  if (budgets.length === 0)
    throw new Failure(`${dataset.name} has ${count(rows)} rows, too few for a budget; name one with --budget`);
  const forecast = await forecastOn({ spec, pilot, poolSize: rows, budgets, runs }, session);
  const result: CalibrationResult = {
    pool: { name: dataset.name, rows, features: featuresMet(dataset.rows) },
    pilot: {
      rows: size,
      ...(classNames === undefined
        ? { positive: rowsOf(pilot, 1) }
        : { classes: Object.fromEntries(classNames.map((name, k) => [name, rowsOf(pilot, k + 1)])) }),
      smallerClass: smallerClasses(pilot.labels),
    },
    asked,
    runs,
    spec,
    ...forecast,
    certifiable: certifiableOf(spec, dataset, budgets),
    ...(error !== undefined && { goal: goalOf(error, forecast, rows) }),
  };
  if (curve !== undefined) {
    const { calibrationFigure } = await import('./page.ts');
    await curve.draw(calibrationFigure(result));
  }
  return result;
}

/**
 * The pool with the labels of a ledger that are of rows drawn at random: all of random sampling, else the fresh ones alone.
 *
 * Errors: a Failure where none are, for the labels that a rule has chosen are no sample of the pool; DataError for another pool.
 */
async function withLabelsOf(recorded: RecordedRun, file: string, reading: DatasetOptions, session: Session) {
  const { ledger, spec } = recorded;
  const why = unlearned(spec);
  if (why !== undefined)
    throw new UsageError(`calibrate forecasts the error of a model, and ${ledger.file} ${why.does}; audit says ${why.told}`);
  const { dataset } = await readPoolOf(recorded, file, reading);
  const rules = passesOf(ledger).map(({ header }) => recordedSpec(ledger.file, header).query.name);
  const rule = rules.find((name) => name !== 'random');
  const told = new Map([...(rule === undefined ? labelsIn(ledger) : []), ...freshLabelsOf(ledger)]);
  const ofProject = /^(.+)\/ledger\.jsonl$/.exec(ledger.file)?.[1];
  if (told.size === 0)
    throw new Failure(
      `${ledger.file} has no labels of rows drawn at random to forecast from: ${rule} has chosen its rows; ` +
        `iwal label ${ofProject ? shellWord(ofProject) : '…'} --fresh 50 asks for some after its end, and ` +
        `iwal label ${shellWord(file)} ${AT_RANDOM} in a project of their own`,
    );
  if (rule !== undefined) session.note('the pilot: fresh labels, of rows that the model has not learned');
  const labels = dataset.labels.map((_, row) => told.get(row) ?? NaN);
  return { ...dataset, labels: classesOfKind('sign', labels), ...(spec.reduction && { classNames: ledger.header.classes! }) };
}

function rowsOf({ labels }: Dataset, label: number): number {
  return labels.reduce((rows, y) => (y === label ? rows + 1 : rows), 0);
}

function goalOf(error: number, { curve }: Budgets, rows: number): NonNullable<CalibrationResult['goal']> {
  const forecast = pilotForecast(curve, rows);
  const range = { fewest: FEWEST, rows };
  return {
    error,
    rule: labelsFor(error, (labels) => forecast.active(labels), range),
    passive: labelsFor(error, (labels) => forecast.passive(labels), range),
  };
}

async function forecastOn(work: Work, session: Session): Promise<Budgets> {
  const messages = await session.underBar('calibrate', (update) =>
    onThread<Message>(threadFile('cli/calibrate/thread'), work, session.signal, (message) => {
      if ('tried' in message) update(message.tried, work.runs * FOLDS);
    }),
  );
  const last = messages.at(-1)!;
  if ('failure' in last) throw last.reason === 'refused' ? new UsageError(last.failure) : new Failure(last.failure);
  if ('tried' in last) throw new Error('the thread of calibrate ended without a result');
  return last;
}

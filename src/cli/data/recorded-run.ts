import { present } from '../../numerics/present.ts';
import { DataError } from '../../files/data-error.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { legalFormat, readDataset, type DatasetOptions } from '../../data/index.ts';
import type { Header } from '../../ledger/entry.ts';
import { poolIdentity } from '../../ledger/pool-identity.ts';
import { LEGAL_LABELS } from '../../losses/loss.ts';
import { cutOffRemark, readLedger, type Ledger } from '../../ledger/file/read-ledger.ts';
import type { LabelsLeft } from '../../ledger/replay/recorded-oracle.ts';
import { requireFreshPredictions, considered, startOf, streamOf } from '../../ledger/passes.ts';
import { verify, verifyUncorrected, type Accounts, type Verified } from '../../ledger/replay/replay.ts';
import { recordedSpec } from '../../ledger/recorded-spec.ts';
import { requireSamePool } from '../../ledger/replay/same-run.ts';
import type { Documents } from '../../data/documents/read-documents.ts';
import { differenceFrom } from '../../labelling/changed-rows.ts';
import { sessionCost } from '../../labelling/labelling.ts';
import type { Stateful } from '../../numerics/state.ts';
import type { Work } from '../../numerics/work.ts';
import type { AnyActiveLearner } from '../../streams/active-learner.ts';
import type { Final } from '../../streams/refits.ts';
import type { AnyStopping } from '../../streams/stopping/lead.ts';
import { buildAnyActiveLearner, isOfSeveral } from '../../specs/kinds/active-classes.ts';
import { buildLoss } from '../../specs/build-learner.ts';
import { buildAnnotator, NO_POOL } from '../../specs/build.ts';
import { withStep } from '../../specs/choices.ts';
import { budgetOf, type Pool, type RunSpec, type Start } from '../../specs/run.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import { orFault, UsageError } from '../terminal/failure.ts';
import { withConstantOf } from '../options/spec/constant-option.ts';
import { classesOfKind, readOptionally } from './labelled.ts';
import { groupedPool } from './several-seen.ts';
import type { Session } from '../terminal/session.ts';
import { readSplit } from '../simulate/split.ts';

/**
 * The run that a ledger is about: its spec, what that builds, and the pool it was kept of, read from the user's file.
 *
 * Errors: DataError for a ledger without a header, a spec that this version cannot build, and another pool.
 */
export interface RecordedRun {
  readonly ledger: Ledger;
  readonly spec: RunSpec;
  /** Built for no rows: its loss and its rule are those of the run. */
  readonly active: AnyActiveLearner;
}

/** A cut-off tail is never silent. */
export async function readRecordedRun(file: string, session: Session): Promise<RecordedRun> {
  const ledger = await interruptibly(readLedger(file), session);
  if (ledger === undefined) {
    const found = 'no complete header';
    throw new DataError({ file, found, legal: 'a ledger, as iwal label and iwal simulate --ledger write it' });
  }
  const remark = cutOffRemark(ledger);
  if (remark !== undefined) session.note(remark);
  const spec = recordedSpec(file, ledger.header);
  return { ledger, spec, active: buildAnyActiveLearner({ ...spec, optimizer: withStep(spec.optimizer) }, NO_POOL) };
}

/** The pool with its labels as the run's loss reads them; undefined where the file does not tell two classes apart. */
export async function readPoolOf(
  { ledger, spec, active }: RecordedRun,
  file: string,
  reading: DatasetOptions,
): Promise<{ dataset: Dataset & Partial<Documents>; labels: Float64Array | undefined }> {
  const { header } = ledger;
  const { classes } = header;
  if (spec.scores !== undefined)
    throw new UsageError(`${ledger.file} is one of iwal next: --labels has its labels, audit needs no --data`);
  if (spec.guess && reading.guess === undefined)
    throw new UsageError(`${ledger.file} judges guesses: --guess names their column in ${file}`);
  const known = {
    ...reading,
    ...present({ range: spec.range, guess: reading.guess && { ...reading.guess, ...present({ classes }) } }),
  };
  if (isOfSeveral(spec)) return readClassesOf({ ledger, spec }, file, known);
  const { loss } = active;
  const { holdout } = header.data;
  const read = withConstantOf(spec, known);
  const dataset =
    holdout === undefined
      ? spec.range === undefined && isLabelledTable(header, file, reading)
        ? await readDataset(file, { ...read, labels: 'real' })
        : (await readOptionally((options) => readDataset(file, options), read)).dataset
      : (await readSplit({ train: file, test: undefined, holdout, reading: read, read: readDataset, seed: spec.seed })).train;
  const pool = await groupedPool(dataset, spec, { file, reading });
  requirePoolOf(ledger, pool);
  const labels = classesOfKind(loss.labels, dataset.labels);
  // A pool that nobody has labelled is often written with one label for all.
  const isLabelled = spec.range === undefined && new Set(labels).size > 1 && labels.every(LEGAL_LABELS[loss.labels].includes);
  return { dataset: pool, labels: isLabelled ? labels : undefined };
}

/**
 * The same of several classes, whose labels are the numbers of their names; undefined where the file has none of these names in every
 * row.
 */
async function readClassesOf(
  { ledger, spec }: Pick<RecordedRun, 'ledger' | 'spec'>,
  file: string,
  reading: DatasetOptions,
): Promise<{ dataset: Dataset & Partial<Documents>; labels: Float64Array | undefined }> {
  const { header } = ledger;
  // Which classes there are is the ledger's to say, and which one is looked for is no matter of reading.
  const read = present({ ...withConstantOf(spec, reading), classes: undefined, positive: undefined });
  const named = await orFault(readDataset(file, { ...read, labels: 'class', classNames: header.classes ?? [] }));
  const isNamed = !(named instanceof DataError);
  const dataset = isNamed ? named : await readDataset(file, { ...read, labels: 'optional' });
  const pool = await groupedPool(dataset, spec, { file, reading });
  requirePoolOf(ledger, pool);
  return { dataset: pool, labels: isNamed ? dataset.labels : undefined };
}

/** Throws a DataError, with the rows that differ where that is known, unless these are the rows of a ledger. */
function requirePoolOf({ file, header: { data } }: Ledger, dataset: Dataset & Partial<Documents> & Pick<Pool, 'shares'>): void {
  const given = poolIdentity(dataset);
  requireSamePool(file, data, given, () => differenceFrom(file, data, dataset)?.words);
}

/** A table that was simulated on has a column of labels, its first one if need be; one that was labelled live may have none. */
function isLabelledTable({ classes }: Header, file: string, { format }: DatasetOptions): boolean {
  return classes === undefined && legalFormat(file, format) === 'csv';
}

/** A run computed anew, what its pass began with (undefined for the first one), what it waited for, and the model that it ends with. */
export interface VerifiedRun extends Verified {
  readonly start: Start | undefined;
  readonly stopping: AnyStopping | undefined;
  readonly final: () => Work<Final<Stateful>>;
}

/** Computes the run anew on its pool, all its passes, and compares every entry. */
export function* verifyRun({ ledger, spec }: RecordedRun, pool: Dataset, labels: Float64Array | undefined): Work<VerifiedRun> {
  const { rows } = pool;
  const truth = labels ?? new Float64Array(rows.length);
  const accountsOf = (each: RunSpec): Accounts => {
    const annotator = buildAnnotator(each, buildLoss(each), rows, truth);
    const left: LabelsLeft = (row, spent) => (budgetOf(each, rows.length) - spent) / annotator.price(row);
    // Somebody who was asked live is not paid for what he cannot tell; an oracle answers in simulations alone.
    const isLive = (ledger.header.classes ?? each.range) !== undefined && each.oracle === undefined;
    return { left, cost: isLive ? sessionCost : (row) => annotator.cost(row) };
  };
  const start = yield* startOf(ledger, { pool, accountsOf, ...present({ labels }) });
  const build = (): AnyActiveLearner => buildAnyActiveLearner(spec, { ...pool, ...(start && { start }) });
  const [active, stream] = [build(), considered(streamOf(spec, pool, labels), start)];
  yield* verifyUncorrected(ledger, build, stream, accountsOf(spec));
  const verified = yield* verify(ledger, active, stream, accountsOf(spec));
  const final = (): Work<Final<Stateful>> => active.final();
  if (ledger.fresh !== undefined) {
    const { learner } = yield* final();
    requireFreshPredictions(ledger, (row) => active.predictionOf(learner, rows, row));
  }
  return { ...verified, start, stopping: active.stopping, final };
}

/** How far the budget of a run on these rows reaches. */
export function leftOf({ spec, active }: RecordedRun, { rows }: Pick<Dataset, 'rows'>): LabelsLeft {
  if (spec.rounds !== undefined) return () => Infinity;
  const annotator = buildAnnotator(spec, active.loss, rows, new Float64Array(rows.length));
  return (row, spent) => (budgetOf(spec, rows.length) - spent) / annotator.price(row);
}

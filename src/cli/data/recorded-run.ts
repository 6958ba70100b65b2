import { present } from '../../numerics/present.ts';
import { DataError } from '../../files/data-error.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { legalFormat, readDataset, type DatasetOptions } from '../../data/index.ts';
import type { Part } from '../../ledger/audit/certificates/merged.ts';
import { poolIdentity } from '../../ledger/pool-identity.ts';
import { LEGAL_LABELS } from '../../losses/loss.ts';
import { cutOffRemark, readLedger } from '../../ledger/file/read-ledger.ts';
import type { LabelsLeft } from '../../ledger/replay/recorded-oracle.ts';
import { requireFreshPredictions, verifiedPass } from '../../ledger/passes.ts';
import type { Accounts, Verified } from '../../ledger/replay/replay.ts';
import { recordedSpec } from '../../ledger/recorded-spec.ts';
import { requireSamePool } from '../../ledger/replay/same-run.ts';
import type { Documents } from '../../data/documents/read-documents.ts';
import { differenceFrom } from '../../labelling/changed-rows.ts';
import { sessionCost } from '../../labelling/labelling.ts';
import type { Stateful } from '../../numerics/state.ts';
import type { Work } from '../../numerics/work.ts';
import type { Final } from '../../streams/refits.ts';
import type { AnyStopping } from '../../streams/stopping/lead.ts';
import { isOfSeveral } from '../../specs/kinds/active-classes.ts';
import { buildLoss } from '../../specs/build-learner.ts';
import { buildAnnotator } from '../../specs/build.ts';
import { budgetOf, type RunSpec, type Start } from '../../specs/run.ts';
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
export type RecordedRun = Part;

/** A cut-off tail is never silent. */
export async function readRecordedRun(file: string, session: Session): Promise<RecordedRun> {
  const ledger = await interruptibly(readLedger(file), session);
  if (ledger === undefined) {
    const found = 'no complete header';
    throw new DataError({ file, found, legal: 'a ledger, as iwal label and iwal simulate --ledger write it' });
  }
  const remark = cutOffRemark(ledger);
  if (remark !== undefined) session.note(remark);
  return { ledger, spec: recordedSpec(file, ledger.header) };
}

/** The rows of a pool, and their labels as the run reads them; undefined where the file does not tell them. */
interface LabelledPool {
  readonly dataset: Dataset & Partial<Documents>;
  readonly labels: Float64Array | undefined;
}

/** The pool of a run. Throws a DataError, with the rows that differ where that is known, unless its rows are those of the ledger. */
export async function readPoolOf(run: RecordedRun, file: string, reading: DatasetOptions): Promise<LabelledPool> {
  const { ledger, spec } = run;
  const { data, classes } = ledger.header;
  if (spec.scores !== undefined)
    throw new UsageError(`${ledger.file} is one of iwal next: --labels has its labels, audit needs no --data`);
  if (spec.guess && reading.guess === undefined)
    throw new UsageError(`${ledger.file} judges guesses: --guess names their column in ${file}`);
  const guess = reading.guess && { ...reading.guess, ...present({ classes }) };
  const known = withConstantOf(spec, { ...reading, ...present({ range: spec.range, guess }) });
  const { dataset, labels } = await (isOfSeveral(spec) ? readClassesOf : readLabelsOf)(run, file, known);
  const pool = await groupedPool(dataset, spec, { file, reading });
  requireSamePool(ledger.file, data, poolIdentity(pool), () => differenceFrom(ledger.file, data, pool)?.words);
  return { dataset: pool, labels };
}

/** Of two classes or of numbers; labels are undefined where the file does not tell two classes apart. */
async function readLabelsOf({ ledger, spec }: RecordedRun, file: string, read: DatasetOptions): Promise<LabelledPool> {
  const { data, classes } = ledger.header;
  const { holdout } = data;
  // A table that was simulated on has a column of labels, its first one if need be; one that was labelled live may have none.
  const isLabelledTable = spec.range === undefined && classes === undefined && legalFormat(file, read.format) === 'csv';
  const dataset =
    holdout === undefined
      ? isLabelledTable
        ? await readDataset(file, { ...read, labels: 'real' })
        : (await readOptionally((options) => readDataset(file, options), read)).dataset
      : (await readSplit({ train: file, test: undefined, holdout, reading: read, read: readDataset, seed: spec.seed })).train;
  const { labels: kind } = buildLoss(spec);
  const labels = classesOfKind(kind, dataset.labels);
  // A pool that nobody has labelled is often written with one label for all.
  const isLabelled = spec.range === undefined && new Set(labels).size > 1 && labels.every(LEGAL_LABELS[kind].includes);
  return { dataset, labels: isLabelled ? labels : undefined };
}

/** Of several classes, whose labels are the numbers of their names; undefined where the file has none of these names in every row. */
async function readClassesOf({ ledger }: RecordedRun, file: string, reading: DatasetOptions): Promise<LabelledPool> {
  // Which classes there are is the ledger's to say, and which one is looked for is no matter of reading.
  const read = present({ ...reading, classes: undefined, positive: undefined });
  const dataset = await orFault(readDataset(file, { ...read, labels: 'class', classNames: ledger.header.classes ?? [] }));
  if (!(dataset instanceof DataError)) return { dataset, labels: dataset.labels };
  return { dataset: await readDataset(file, { ...read, labels: 'optional' }), labels: undefined };
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
  const { active, ...verified } = yield* verifiedPass(ledger, spec, { pool, accountsOf, ...present({ labels }) });
  const final = (): Work<Final<Stateful>> => active.final();
  if (ledger.fresh !== undefined) {
    const { learner } = yield* final();
    requireFreshPredictions(ledger, (row) => active.predictionOf(learner, rows, row));
  }
  return { ...verified, stopping: active.stopping, final };
}

/** How far the budget of a run on these rows reaches. */
export function leftOf({ spec }: RecordedRun, { rows }: Pick<Dataset, 'rows'>): LabelsLeft {
  if (spec.rounds !== undefined) return () => Infinity;
  const annotator = buildAnnotator(spec, buildLoss(spec), rows, new Float64Array(rows.length));
  return (row, spent) => (budgetOf(spec, rows.length) - spent) / annotator.price(row);
}

import { caught } from '../../numerics/iwal-error.ts';
import { isDeepStrictEqual } from 'node:util';
import { DataError } from '../../files/data-error.ts';
import { programVersion, threadFile } from '../../files/own-package.ts';
import type { ColumnOptions, Recorded } from '../../ledger/entry.ts';
import { headerOf } from '../../ledger/header.ts';
import type { Dataset, Split } from '../../rows/dataset.ts';
import { parseActiveClasses } from '../../specs/kinds/active-classes.ts';
import { strayCost, unknownCosts, type CostsSpec } from '../../specs/kinds/costs.ts';
import { classesIn, refuseInFile, requireClassLabels, type TargetFault } from '../../specs/kinds/targets.ts';
import { overFile } from '../../specs/fitting.ts';
import type { RunSpec } from '../../specs/run.ts';
import { scaleRemarks, stopRemarks } from '../data/remarks.ts';
import { groupedPool } from '../data/several-seen.ts';
import { withClasses } from '../models/feature-space.ts';
import { numberOf } from '../options/class-names.ts';
import { withConstantOf } from '../options/spec/constant-option.ts';
import type { Target } from '../options/target.ts';
import { QUICK } from '../terminal/event-loop.ts';
import { Failure } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { contested, type Contested } from './result.ts';
import { buysCosts, onSeeds, plainest, PLAIN, watchCosts, watchLabels } from './watched.ts';
import type { Contestant, WatchedLabels, FirstRun, Watched } from './watched.ts';
import { readSplit, type SplitRequest } from './split.ts';
import { count, plural } from '../../numerics/display.ts';
import { present, presentIn } from '../../numerics/present.ts';
import type { SimulateValues } from './options.ts';
import { onThread } from '../../files/on-thread.ts';
import { loadedParts } from '../../specs/parts/loaded.ts';
import { type Failed, attempted } from '../../studies/cells/cell.ts';

/** The runs that a command line asks for. */
interface SimulationRequest extends Pick<SimulateValues, 'seeds' | 'workers' | 'classes' | 'positive' | 'fresh'> {
  /** On the first seed; those of several classes have a reduction. */
  readonly runs: readonly Contestant[];
  readonly data: Omit<SplitRequest, 'seed'> & { readonly columns: ColumnOptions | undefined };
  /** A file for the learning curves. */
  readonly curve: Target | undefined;
  /** A new file for the ledger of the first run. */
  readonly ledger: { readonly file: string; readonly record: Recorded } | undefined;
  /** Whether anybody is shown what labels say of the models in the end. */
  readonly judges: boolean;
}

/**
 * What `iwal simulate` does once its command line is checked: reads once, runs all and beside them the plainest run, draws the curves
 * where there is a target for them. Loaded only then.
 */
export async function simulateFile(request: SimulationRequest, session: Session): Promise<Contested[]> {
  const { data, seeds, workers, curve, ledger, fresh, judges } = request;
  const [{ spec: first }] = request.runs;
  const isOfSeveral = buysCosts(first) || first.reduction !== undefined;
  // Before anything is read: a spec that cannot be built.
  request.runs.forEach((run) => counted(run, request, undefined));
  const reading = withConstantOf(first, isOfSeveral ? withClasses(request.classes, data.reading) : data.reading);
  const read = await session.unlessInterrupted(readSplit({ ...data, reading, seed: first.seed }, session.note));
  const pool = { ...read.train, ...present({ differing: read.differing }) };
  const train = buysCosts(first) ? pool : await groupedPool(pool, first, { file: data.train, reading });
  const split: Split = { train, ...present({ test: read.test }) };
  if (isOfSeveral) requireClasses(data, split, first);
  if (fresh !== undefined && split.train.importances !== undefined)
    throw new Failure('--fresh counts rows, and these have importances of their own');
  const asked = request.runs.map((run) => {
    const { label, spec } = counted(run, request, split.train.classNames);
    return { label, spec: buysCosts(spec) ? spec : overFile(spec, read) };
  });
  const runs = onSeeds(asked, seeds);
  for (const line of new Set(runs.flatMap((run) => remarksOn(run, split)))) session.note(line);
  const header = ledger && {
    file: ledger.file,
    header: headerOf({
      spec: asked[0].spec as RunSpec,
      pool: split.train,
      record: ledger.record,
      iwal: programVersion(),
      ...(isOfSeveral && { classes: split.train.classNames! }),
      ...present({ holdout: data.holdout, columns: data.columns }),
    }),
  };
  const { signal } = session;
  const fitted = runs.findIndex(fitsAll);
  const isLater = (r: number): boolean => r > fitted && fitsAll(runs[r]);
  // What learns along the way is another one on every seed.
  const online = (spec: RunSpec): RunSpec => present({ ...spec, final: undefined });
  const learned = runs.map((run, r) => (isLater(r) ? { ...run, spec: online(run.spec as RunSpec) } : run));
  const measured = await runAll(learned, split, { ledger: header, fresh, judges }, { workers, signal });
  const ended = measured.map((each, r) =>
    isLater(r) ? endedAs(measured[fitted] as WatchedLabels, each as WatchedLabels, split) : each,
  );
  const results = runs.map((run, r) => contested(run, split, ended[r]));
  if (curve !== undefined) {
    const { learningCurves } = await import('./figure.ts');
    await curve.draw(learningCurves(results, split));
  }
  return results;
}

/** Whether a model is fitted to every true label, which one run does for all seeds: they learn the same labels in other orders. */
function fitsAll({ spec }: Contestant): boolean {
  return !buysCosts(spec) && spec.final !== undefined && spec.oracle === undefined && isDeepStrictEqual(spec, plainest(spec));
}

/** A run with every label, as it ends with the model that the run of the first seed has fitted to them. */
function endedAs(
  { measurement: { final }, ofModel, ...first }: WatchedLabels,
  run: WatchedLabels,
  { test }: Split,
): WatchedLabels {
  const { passiveError, classes, confusion } = test === undefined ? run : first;
  return {
    ...run,
    ...{ measurement: { ...run.measurement, final: final! }, passiveError },
    ...present({ ofModel, classes, confusion }),
  };
}

/** A run of several classes whose classes are counted, as far as the names are known; any other as it is. */
function counted({ label, spec }: Contestant, { positive }: SimulationRequest, names: readonly string[] | undefined): Contestant {
  if (buysCosts(spec) || spec.reduction === undefined) return { label, spec };
  const known = names === undefined ? {} : { classes: names.length };
  const looked = positive === undefined ? {} : { positive: names === undefined ? 1 : numberOf(positive, names) };
  return { label, spec: parseActiveClasses({ ...spec, ...known, ...looked }) };
}

function remarksOn({ spec }: Contestant, { train }: Split): string[] {
  if (buysCosts(spec)) return [];
  const classes = train.classNames?.length ?? 2;
  const rows = plural(train.rows.length, 'row');
  const many = `${train.name}: ${count(classes)} classes in ${rows}; --label-column names another column of labels`;
  return presentIn([classes > MANY && many, ...stopRemarks(spec, train), ...scaleRemarks(spec, train.rows)]);
}

/** From more classes on a column of labels may be another one, which runs take long to show. */
const MANY = 100;

/** Throws unless the rows say what somebody who answers about several classes, or sells single costs, has to know. */
function requireClasses({ train, test }: Omit<SplitRequest, 'seed'>, split: Split, spec: RunSpec | CostsSpec): void {
  const classes = classesIn(split);
  const refuse = (fault: (data: Dataset) => TargetFault | undefined): void => {
    refuseInFile(train, split.train, fault(split.train));
    if (split.test !== undefined) refuseInFile(test ?? train, split.test, fault(split.test));
  };
  if (!buysCosts(spec)) {
    const legal = 'a class: the label that is bought is one; --query coal buys single costs';
    refuse(({ costs }) => costs && { row: 0, found: 'costs of classes', legal });
    requireClassLabels(split, spec.reduction!);
    return;
  }
  refuse((data) => {
    const stray = strayCost(data, spec);
    const legal = `${stray?.legal}; --lowest-cost and --highest-cost say how far they go`;
    return unknownCosts(data, classes) ?? (stray && { ...stray, legal });
  });
}

/** Runs on one dataset. */
export interface Work {
  readonly split: Split;
  readonly runs: readonly Contestant[];
  readonly first: FirstRun;
  /** How many runs have begun, shared by all threads. */
  readonly begun: Int32Array;
}

/** A run by its place, and what came of it. */
export type Message = readonly [at: number, Watched | Pick<Failed, 'failure'>];

/**
 * Runs specs on a dataset, on as many threads as `workers` says, the first on a ledger where one is asked for. What is measured does
 * not depend on the threads.
 *
 * @throws Failure with what a run or its ledger says.
 */
export async function runAll(
  runs: readonly Contestant[],
  split: Split,
  first: FirstRun,
  { workers, signal }: { readonly workers: number; readonly signal: AbortSignal },
): Promise<Watched[]> {
  const work: Work = { split, runs, first, begun: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) };
  signal.throwIfAborted();
  const thread = (): Promise<Message[]> => onThread<Message>(threadFile('cli/simulate/thread'), work, signal);
  const ended = isQuick(work)
    ? [...runsLeft(work)]
    : (await Promise.all(Array.from({ length: Math.min(workers, runs.length) }, thread))).flat();
  return ended
    .toSorted(([one], [other]) => one - other)
    .map(([at, each]) => {
      if (!('failure' in each)) return each;
      // The first of two is the run that was asked for; the plainest one beside it was not.
      throw new Failure(runs.length <= 2 && at === 0 ? each.failure : `${runs[at].label}: ${each.failure}`);
    });
}

/** Runs what nobody has begun, one after the other. What goes wrong with the ledger is no bug. */
export function* runsLeft({ split, runs, first, begun }: Work): Generator<Message> {
  for (let at = Atomics.add(begun, 0, 1); at < runs.length; at = Atomics.add(begun, 0, 1)) {
    const { spec } = runs[at];
    const look = at === 0 ? first : { ...PLAIN, judges: first.judges ?? true };
    const run = (): Message[1] => (buysCosts(spec) ? watchCosts(spec, split) : watchLabels(spec, split, look));
    yield [at, attempted(() => caught(DataError, run, ({ message }) => ({ failure: message })))];
  }
}

/** Whether nobody notices that the terminal waits. Parts of one's own may take any time; what learns several classes learns each of them. */
function isQuick({ split: { train, test }, runs }: Work): boolean {
  const sizes = [train.rows, ...(test === undefined ? [] : [test.rows])].map(({ length, nonZeros }) => length + nonZeros);
  const size = sizes.reduce((sum, each) => sum + each, 0);
  return loadedParts().length === 0 && runs.length * size * (train.classNames?.length ?? 1) <= QUICK;
}

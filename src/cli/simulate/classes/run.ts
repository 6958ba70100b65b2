import { DataError } from '../../../files/data-error.ts';
import { onThread } from '../../../files/on-thread.ts';
import { threadFile } from '../../../files/own-package.ts';
import type { Recorded } from '../../../ledger/entry.ts';
import { headerOf } from '../../../ledger/header.ts';
import { programVersion } from '../../../files/own-package.ts';
import { stopRemarks } from '../../data/stop-remarks.ts';
import { numberOf } from '../../options/class-names.ts';
import type { Split } from '../../../rows/selection/split.ts';
import type { Dataset } from '../../../rows/dataset.ts';
import { featuresMet } from '../../../rows/describe.ts';
import { parseActiveClasses, type ActiveClassesSpec } from '../../../specs/kinds/active-classes.ts';
import type { ReductionSpec } from '../../../specs/reduction.ts';
import type { RunSpec } from '../../../specs/run.ts';
import { requireClassLabels } from '../../../specs/kinds/targets.ts';
import { estimateFields } from '../../../streams/measures/error-words.ts';
import type { ActiveClassesCheckpoint, ActiveClassesMeasurement } from '../../../studies/cells/simulate-classes.ts';
import { withClasses } from '../../models/class-model.ts';
import { Failure } from '../../terminal/failure.ts';
import type { Session } from '../../terminal/session.ts';
import type { Message, Work } from './thread.ts';
import { ending, type Result } from '../page.ts';
import type { LedgerRequest } from '../watched.ts';
import { readSplit, type SplitRequest } from '../split.ts';
import { onSeeds, type Contestant, type Contested } from '../compared/contested.ts';
import type { CurveRequest } from '../compared/figure.ts';
import { passiveClasses, type WatchedClasses } from './watched.ts';

/** The result of a simulation of several classes, as `--json` prints it. Errors are shares in [0, 1]; null without a test set. */
export interface ClassesResult
  extends
    ActiveClassesCheckpoint,
    Omit<ActiveClassesMeasurement['sample'], 'errorEstimate'>,
    ReturnType<typeof estimateFields>,
    Pick<WatchedClasses, 'seconds' | 'unbiased' | 'passiveError' | 'confusion' | 'stop'> {
  readonly label: string;
  readonly fractionQueried: number;
  readonly classes: readonly string[];
  readonly spec: ActiveClassesSpec;
  readonly data: {
    readonly name: string;
    readonly rows: number;
    readonly features: number;
    readonly testExamples: number | null;
  };
  readonly curve: readonly ActiveClassesCheckpoint[];
  /** As Result has them. */
  readonly alongTheWay?: NonNullable<Result['alongTheWay']>;
  readonly final?: NonNullable<Result['final']>;
}

/** Runs of several classes that are to be compared. */
export interface ClassesRuns extends CurveRequest {
  readonly reduction: ReductionSpec['reduction'];
  readonly runs: readonly Contestant<RunSpec>[];
  readonly seeds: number;
  /** Names of the classes; absent: those of the file. */
  readonly classes: readonly string[] | undefined;
  /** The one whose rows are looked for; undefined: none. */
  readonly positive: string | undefined;
  /** A new file for the ledger of the first run. */
  readonly ledger: { readonly file: string; readonly record: Recorded } | undefined;
}

/**
 * Carries out `iwal simulate --reduction` once its command line is checked. Loaded only then.
 *
 * Runs all on one reading of the data, and beside them the same learner on the same stream with every label.
 */
export async function simulateClassFile(
  { reduction, runs, seeds, classes, positive, ledger, curve }: ClassesRuns,
  request: Omit<SplitRequest, 'seed'>,
  session: Session,
): Promise<Contested<ClassesResult>[]> {
  const specOf = (spec: RunSpec, more: object): ActiveClassesSpec => parseActiveClasses({ ...spec, reduction, ...more });
  // Before anything is read: a spec that cannot be built.
  for (const { spec } of runs) specOf(spec, positive === undefined ? {} : { positive: 1 });
  const { seed } = runs[0].spec;
  const reading = withClasses(classes, request.reading);
  const split = await session.unlessInterrupted(readSplit({ ...request, reading, seed }, session.note));
  requireNoCosts(request.train, split.train);
  if (split.test !== undefined) requireNoCosts(request.test ?? request.train, split.test);
  requireClassLabels(split, reduction);
  const names = split.train.classNames!;
  const counted = {
    classes: names.length,
    ...(positive !== undefined && { positive: numberOf(positive, names) }),
  };
  const asked = runs.map(({ label, spec }) => ({ label, spec: specOf(spec, counted) }));
  const [{ spec: first }] = asked;
  const all = onSeeds(asked, seeds, besidePassive);
  const specs = all.map(({ spec }) => spec);
  for (const line of new Set(asked.flatMap(({ spec }) => stopRemarks(spec, split.train)))) session.note(line);
  const work: Work = { split, specs, ledger: ledger && ledgerRequest(ledger, first, names, split, request.holdout) };
  const ended = await onThread<Message>(threadFile('cli/simulate/classes/thread'), work, session.signal);
  const contested = ended.map((found, n): Contested<ClassesResult> => {
    const { label, spec } = all[n];
    if ('failure' in found) throw new Failure(n === 0 ? found.failure : `${label}: ${found.failure}`);
    return { label, result: resultOf(label, spec, split, found) };
  });
  if (curve !== undefined) {
    const { classCurves, drawn } = await import('../compared/figure.ts');
    await drawn(curve, classCurves(contested, split));
  }
  return contested;
}

/** The runs, and after them the same learner on the same stream with every label. */
function besidePassive(runs: readonly Contestant<ActiveClassesSpec>[]): Contestant<ActiveClassesSpec>[] {
  return [...runs, { label: 'passive, every label', spec: passiveClasses(runs[0].spec) }];
}

function resultOf(
  label: string,
  spec: ActiveClassesSpec,
  { train, test }: Split,
  { measurement, estimate, ...watched }: WatchedClasses,
): ClassesResult {
  const { curve, sample, final } = measurement;
  const last = curve[curve.length - 1];
  const { name, rows } = train;
  return {
    label,
    ...last,
    ...ending(last, final),
    ...sample,
    ...estimateFields(estimate),
    ...watched,
    fractionQueried: last.queried / rows.length,
    classes: train.classNames!,
    spec,
    data: { name, rows: rows.length, features: featuresMet(rows), testExamples: test?.rows.length ?? null },
    curve,
  };
}

/** The ledger of a run: its names of classes say what its labels are. */
function ledgerRequest(
  { file, record }: NonNullable<ClassesRuns['ledger']>,
  spec: ActiveClassesSpec,
  classes: readonly string[],
  { train }: Split,
  holdout: number | undefined,
): LedgerRequest {
  const said = { spec, pool: train, record, iwal: programVersion(), classes };
  return { file, header: headerOf({ ...said, ...(holdout !== undefined && { holdout }) }) };
}

/** A label that is bought is a class. */
function requireNoCosts(file: string, { costs }: Dataset): void {
  if (costs === undefined) return;
  throw new DataError({
    file,
    line: costs.lines[0],
    found: 'costs of classes',
    legal: 'a class: the label that is bought is one; --query coal buys single costs',
  });
}

import { isDeepStrictEqual } from 'node:util';
import { DataError } from '../../../files/data-error.ts';
import { onThread } from '../../../files/on-thread.ts';
import { threadFile } from '../../../files/own-package.ts';
import type { Dataset } from '../../../rows/dataset.ts';
import { featuresMet } from '../../../rows/describe.ts';
import { strayCost, unknownCosts, type CostsSpec } from '../../../specs/kinds/costs.ts';
import { classesIn, type TargetFault } from '../../../specs/kinds/targets.ts';
import type { CostsCheckpoint } from '../../../studies/cells/simulate-costs.ts';
import { withConstantOf } from '../../options/spec/constant-option.ts';
import { withClasses } from '../../models/class-model.ts';
import { Failure } from '../../terminal/failure.ts';
import type { Session } from '../../terminal/session.ts';
import { onSeeds, type Contestant, type Contested } from '../compared/contested.ts';
import type { CurveRequest } from '../compared/figure.ts';
import { readSplit, type SplitRequest } from '../split.ts';
import type { Message, Work } from './thread.ts';
import { everyCost, type WatchedCosts } from './watched.ts';

/** The result of a run that buys single costs, as `--json` prints it. Errors are shares in [0, 1]; null without a test set. */
export interface CostsResult extends CostsCheckpoint, Pick<WatchedCosts, 'seconds' | 'passiveError' | 'confusion'> {
  readonly label: string;
  /** Of all costs of the stream, one a row and class. */
  readonly fractionBought: number;
  /** Mean cost of the predictions on the test part. */
  readonly testCost: number | null;
  /** Whether the file says what classes cost: else they cost 0 and 1, and the mean cost is the error. */
  readonly hasCosts: boolean;
  readonly classes: readonly string[];
  readonly spec: CostsSpec;
  readonly data: {
    readonly name: string;
    readonly rows: number;
    readonly features: number;
    readonly testExamples: number | null;
  };
  readonly curve: readonly CostsCheckpoint[];
}

/** Runs that buy costs and are to be compared. */
export interface CostsRuns extends CurveRequest {
  readonly runs: readonly Contestant<CostsSpec>[];
  readonly seeds: number;
  /** Names of the classes; absent: those of the file. */
  readonly classes: readonly string[] | undefined;
}

/**
 * Carries out `iwal simulate` where single costs are bought, once its command line is checked. Loaded only then.
 *
 * Runs all on one reading of the data, and beside them the same regressors on the same stream with every cost.
 */
export async function simulateCostsFile(
  { runs, seeds, classes, curve }: CostsRuns,
  request: Omit<SplitRequest, 'seed'>,
  session: Session,
): Promise<Contested<CostsResult>[]> {
  const [{ spec: first }] = runs;
  const reading = withConstantOf(first, withClasses(classes, request.reading));
  const split = await session.unlessInterrupted(readSplit({ ...request, reading, seed: first.seed }, session.note));
  const many = classesIn(split);
  requireCosts(request.train, split.train, first, many);
  if (split.test !== undefined) requireCosts(request.test ?? request.train, split.test, first, many);
  const all = onSeeds(runs, seeds, besideEveryCost);
  const work: Work = { split, specs: all.map(({ spec }) => spec) };
  const ended = await onThread<Message>(threadFile('cli/simulate/costs/thread'), work, session.signal);
  const { name, rows, classNames, costs } = split.train;
  const contested = ended.map((found, n): Contested<CostsResult> => {
    const { label, spec } = all[n];
    if ('failure' in found) throw new Failure(n === 0 ? found.failure : `${label}: ${found.failure}`);
    const { measurement, ...watched } = found;
    const last = measurement.curve[measurement.curve.length - 1];
    const result = {
      label,
      ...last,
      ...watched,
      fractionBought: last.bought / (many * rows.length),
      testCost: measurement.test?.cost ?? null,
      hasCosts: costs !== undefined,
      classes: classNames!,
      spec,
      data: { name, rows: rows.length, features: featuresMet(rows), testExamples: split.test?.rows.length ?? null },
      curve: measurement.curve,
    };
    return { label, result };
  });
  if (curve !== undefined) {
    const { classCurves, drawn } = await import('../compared/figure.ts');
    const curves = contested.map(({ label, result }) => ({ label, result: { ...result, curve: result.curve.map(asPoint) } }));
    await drawn(curve, classCurves(curves, split, 'costs bought'));
  }
  return contested;
}

/** What was bought and missed, under the names that labels have. */
export function asPoint<C extends Pick<CostsCheckpoint, 'bought' | 'error'>>(at: C) {
  return { ...at, queried: at.bought, progressiveError: at.error };
}

/** The runs, and after them the same regressors on the same stream with every cost. */
function besideEveryCost(runs: readonly Contestant<CostsSpec>[]): Contestant<CostsSpec>[] {
  const spec = everyCost(runs[0].spec);
  return [...runs.filter((run) => !isDeepStrictEqual(run.spec, spec)), { label: 'every cost', spec }];
}

/** Only what is known can be sold, and only within the range that the rules reckon with. */
function requireCosts(file: string, data: Dataset, spec: CostsSpec, classes: number): void {
  refuse(file, data, unknownCosts(data, classes));
  const stray = strayCost(data, spec);
  if (stray !== undefined)
    refuse(file, data, { ...stray, legal: `${stray.legal}; --lowest-cost and --highest-cost say how far they go` });
}

function refuse(file: string, { costs }: Dataset, fault: TargetFault | undefined): void {
  if (fault === undefined) return;
  const { row, ...words } = fault;
  throw new DataError({ file, ...(row !== undefined && { line: costs!.lines[row] }), ...words });
}

import { featuresMet } from '../../rows/describe.ts';
import type { Split } from '../../rows/dataset.ts';
import type { CostsSpec } from '../../specs/kinds/costs.ts';
import type { RunSpec } from '../../specs/run.ts';
import { ruleTraits } from '../../specs/traits/rule-traits.ts';
import { estimateFields } from '../../streams/measures/error-words.ts';
import type { FinalMeasured, Sample } from '../../streams/measures/measurement.ts';
import type { CostsCheckpoint } from '../../studies/cells/simulate.ts';
import type { Quantity } from '../../ledger/audit/quantities.ts';
import { present } from '../../numerics/present.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { labelsAtRandom } from '../../statistics/intervals/wilson-interval.ts';
import { buysCosts } from './watched.ts';
import type { Contestant, Classes, LabelsCheckpoint, Watched, WatchedCosts, WatchedLabels } from './watched.ts';

/** What the results of all runs have. Errors are shares in [0, 1]; null without a test set. */
interface AnyResult extends Pick<WatchedLabels, 'seconds' | 'passiveError' | 'confusion'> {
  /** The name of the run in tables; absent where there are two classes. */
  readonly label?: string;
  /** Names of the classes; absent likewise. */
  readonly classes?: readonly string[];
  readonly data: {
    readonly name: string;
    readonly rows: number;
    readonly features: number;
    readonly testExamples: number | null;
  };
}

/** The result of a run that buys labels, as the object that `--json` prints. */
export interface Result
  extends
    AnyResult,
    Omit<LabelsCheckpoint, keyof Classes>,
    Omit<Sample, 'errorEstimate'>,
    ReturnType<typeof estimateFields>,
    Partial<Classes>,
    Pick<WatchedLabels, 'remarks' | 'stop' | 'fresh'> {
  readonly fractionQueried: number;
  /** Whether the rule claims that estimates from its sample are. */
  readonly unbiased: boolean;
  readonly spec: RunSpec;
  readonly curve: readonly LabelsCheckpoint[];
  /** What was measured of the model along the way, where the run ends with another; `testError` is that of the model it ends with. */
  readonly alongTheWay?: { readonly testError: number | null };
  /** What the labels bought say of the model that the run ends with; absent where none was chosen. */
  readonly ofModel?: ReturnType<typeof estimateFields>;
  /** What the labels tell of guesses: the share of each class, and their error; absent where none came with the rows. */
  readonly quantities?: readonly Told[];
  /** What was compared for the model that the run ends with; absent where only one learned. */
  readonly final?: FinalMeasured;
}

/** What labels tell of one quantity, a share of the rows considered: null where they tell nothing. */
export interface Told extends Pick<Quantity, 'name' | 'class' | 'value' | 'low' | 'high'> {
  /** By the true labels. */
  readonly truth: number;
  /** So many labels drawn at random tell it as closely (labelsAtRandom); null where nothing is told. */
  readonly atRandom: number | null;
}

/** The result of a run that buys single costs, likewise. */
export interface CostsResult extends AnyResult, CostsCheckpoint {
  /** Of all costs of the stream, one a row and class. */
  readonly fractionBought: number;
  /** Mean cost of the predictions on the test part. */
  readonly testCost: number | null;
  /** Whether the file says what classes cost: else they cost 0 and 1, and the mean cost is the error. */
  readonly hasCosts: boolean;
  readonly classes: readonly string[];
  readonly spec: CostsSpec;
  readonly curve: readonly CostsCheckpoint[];
}

/** The result of any run, by its label. */
export interface Contested {
  readonly label: string;
  readonly result: Result | CostsResult;
}

/** Whether a result is that of a run that buys single costs. */
export function isOfCosts(result: Result | CostsResult): result is CostsResult {
  return buysCosts(result.spec);
}

/** The result of one run on its data. */
export function contested({ label, spec }: Contestant, split: Split, watched: Watched): Contested {
  if (buysCosts(spec)) return { label, result: costsResult(label, spec, split, watched as WatchedCosts) };
  const result = resultOf(spec, split, watched as WatchedLabels);
  return { label, result: result.classes === undefined ? result : { label, ...result } };
}

/** The result of one run that buys labels. */
export function resultOf(spec: RunSpec, split: Split, watched: WatchedLabels): Result {
  const { measurement, estimate, ofModel, classes, stop, fresh, remarks, seconds, passiveError, confusion } = watched;
  const { curve, sample, final } = measurement;
  const last = curve.at(-1)!;
  return {
    ...last,
    ...(final && { testError: final.testError, alongTheWay: { testError: last.testError }, final }),
    ...sample,
    ...estimateFields(estimate),
    ...(ofModel && { ofModel: estimateFields(ofModel) }),
    ...classes,
    ...(watched.shares && { quantities: quantitiesOf(watched, split) }),
    ...(stop && { stop }),
    ...(fresh && { fresh }),
    remarks,
    fractionQueried: last.queried / split.train.rows.length,
    unbiased: ruleTraits(spec).unbiased,
    ...{ seconds, spec, passiveError },
    ...(spec.reduction !== undefined && { classes: split.train.classNames!, confusion: confusion! }),
    ...{ data: dataOf(split), curve },
  };
}

function quantitiesOf({ measurement, estimate, shares = [] }: WatchedLabels, { train }: Split): Told[] {
  const { queried, progressiveError } = measurement.curve.at(-1)!;
  const names = train.classNames ?? train.classes ?? ['negative', 'positive'];
  const told = (name: Told['name'], of: ErrorEstimate & Pick<Told, 'class' | 'truth'>): Told => {
    const { value, low, high, truth, rows } = { ...of, value: of.value ?? of.middle ?? null };
    const atRandom = labelsAtRandom({ value, low, high }, queried, rows);
    return present({ name, class: of.class, truth, value, low, high, atRandom: Number.isFinite(atRandom) ? atRandom : null });
  };
  return [
    ...shares.map((share, k) => told('share', { ...share, class: names[k] })),
    told('error', { ...estimate, truth: progressiveError }),
  ];
}

function costsResult(label: string, spec: CostsSpec, split: Split, { measurement, ...others }: WatchedCosts): CostsResult {
  const { curve, test } = measurement;
  const { rows, classNames, costs } = split.train;
  const last = curve.at(-1)!;
  return {
    ...{ label, ...last, ...others },
    fractionBought: last.bought / (measurement.classes * rows.length),
    testCost: test?.cost ?? null,
    hasCosts: costs !== undefined,
    classes: classNames!,
    ...{ spec, data: dataOf(split), curve },
  };
}

function dataOf({ train: { name, rows }, test }: Split): AnyResult['data'] {
  return { name, rows: rows.length, features: featuresMet(rows), testExamples: test?.rows.length ?? null };
}

/** What figures and tables show of a checkpoint. */
type Point = Pick<
  LabelsCheckpoint,
  'examples' | 'queried' | 'progressiveLoss' | 'progressiveError' | 'testError' | 'balancedError' | 'fScore'
>;

/** A checkpoint, or the end of a run, under the names that labels have: what was bought, and the errors. */
export function pointOf(at: Point | CostsCheckpoint): Point {
  return 'bought' in at ? { ...at, queried: at.bought, progressiveError: at.error } : at;
}

/** The test error where there is one, else the progressive error. */
export function errorOf(at: Result | CostsResult): number {
  const { testError, progressiveError } = pointOf(at);
  return testError ?? progressiveError;
}

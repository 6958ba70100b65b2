/** The result of a simulation: as the object that `--json` prints, and as text for a person. */
import { buildQuery } from '../../specs/build.ts';
import type { Checkpoint, Sample } from '../../streams/measurement.ts';
import type { Split } from '../../rows/split.ts';
import type { RunSpec } from '../../specs/run-spec.ts';
import { count, percent, table } from '../terminal/layout.ts';
import { estimateFields } from '../../streams/error-words.ts';
import type { Watched } from './watched.ts';

/** Errors are shares in [0, 1]; null without a test set. */
export interface Result extends Checkpoint, Omit<Sample, 'errorEstimate'>, ReturnType<typeof estimateFields> {
  readonly fractionQueried: number;
  /** Whether the rule claims that estimates from its sample are. */
  readonly unbiased: boolean;
  /** What a person should know of the sample, a line each. */
  readonly remarks: readonly string[];
  /** Time of learning: reading and testing do not count. */
  readonly seconds: number;
  readonly spec: RunSpec;
  readonly data: {
    readonly name: string;
    readonly features: number;
    readonly testExamples: number | null;
  };
  readonly curve: readonly Checkpoint[];
}

export function resultOf(
  spec: RunSpec,
  { train, test }: Split,
  { measurement: { curve, sample }, seconds, estimate, remarks }: Watched,
): Result {
  const last = curve[curve.length - 1];
  return {
    ...last,
    ...sample,
    ...estimateFields(estimate),
    remarks,
    fractionQueried: last.queried / last.examples,
    unbiased: buildQuery(spec, 1).unbiased,
    seconds,
    spec,
    data: { name: train.name, features: train.rows.columns, testExamples: test === undefined ? null : test.rows.length },
    curve,
  };
}

/** Some lines: the run, its course at powers of ten, its end. */
export function summary(result: Result, passive: Result | undefined): string {
  const {
    spec,
    curve,
    examples,
    importanceSum,
    consideredImportance,
    refusedImportance,
    seconds,
    errorText: error,
    remarks,
  } = result;
  const refused = refusedImportance === 0 ? '' : `, and ${count(Math.round(refusedImportance))} that the budget refused,`;
  const considered = consideredImportance === undefined ? '' : `an importance of ${count(Math.round(consideredImportance))} in `;
  return [
    dataText(result),
    `${learnerText(spec)}; ${ruleText(spec)}; seed ${spec.seed}`,
    '',
    ...course(curve.filter((point) => Number.isInteger(Math.log10(point.examples)) || point === curve.at(-1))),
    '',
    purchaseText(result),
    `${errorText(result)}${passive === undefined ? '' : `; passive, with every label: ${errorText(passive)}`}`,
    `sum of importance ${count(Math.round(importanceSum))}${refused} for ${considered}${count(examples)} examples; ${seconds.toFixed(3)} s of learning`,
    `error of the predictions, by the labels bought: ${error}`,
    ...remarks.map((remark) => `note: ${remark}`),
  ].join('\n');
}

export function dataText({ data, examples }: Result): string {
  const tested = data.testExamples === null ? '' : `, tested on ${count(data.testExamples)} others`;
  return `${data.name}: ${count(examples)} examples, ${count(data.features)} features${tested}`;
}

export function learnerText({ loss, update, optimizer, constant, oracle }: RunSpec): string {
  const answers = oracle === undefined ? '' : `; answers ${oracle.map(choiceText).join(', ')}`;
  return `${choiceText(loss)} loss, ${update} updates, ${choiceText(optimizer)}${constant === undefined ? '' : `, constant ${constant}`}${answers}`;
}

/** "margin (width 0.5), at least 0.01, warm-up 10" */
export function ruleText({
  query,
  floor,
  warmUp,
}: Pick<RunSpec, 'floor' | 'warmUp'> & { readonly query: { readonly name: string } }): string {
  return [
    choiceText(query),
    ...(floor === undefined ? [] : [`at least ${floor}`]),
    ...(warmUp === undefined ? [] : [`warm-up ${warmUp}`]),
  ].join(', ');
}

/** "bought 87 of 500 labels (17.40%), 3 still to come, for 130.5 of a budget of 150" */
function purchaseText({ spec, examples, queried, fractionQueried, spent, awaited }: Result): string {
  const late = awaited === 0 ? '' : `, ${count(awaited)} still to come`;
  const cost = spent === queried ? '' : ` for ${count(spent)}`;
  const budget = spec.budget === undefined ? '' : ` of a budget of ${count(spec.budget)}`;
  return `bought ${count(queried)} of ${count(examples)} labels (${percent(fractionQueried)})${late}${cost}${budget}`;
}

/** The test error where there is one, else the progressive error. */
export function errorOf({ testError, progressiveError }: Checkpoint): number {
  return testError ?? progressiveError;
}

/** One line a checkpoint, below a header. */
function course(curve: readonly Checkpoint[]): string[] {
  const tested = curve.some(({ testError }) => testError !== null);
  const lines = curve.map(({ examples, queried, progressiveLoss, progressiveError, testError }) => [
    count(examples),
    count(queried),
    progressiveLoss.toFixed(4),
    percent(progressiveError),
    ...(testError === null ? [] : [percent(testError)]),
  ]);
  return table(
    [['examples', 'labels', 'progressive loss', 'progressive error', ...(tested ? ['test error'] : [])], ...lines],
    'numbers',
  );
}

function errorText(checkpoint: Checkpoint): string {
  return `${checkpoint.testError === null ? 'progressive' : 'test'} error ${percent(errorOf(checkpoint))}`;
}

/** "variance-aware (mellowness 0.000001)" */
export function choiceText({ name, ...parameters }: { readonly name: string }): string {
  const parts = Object.entries(parameters).map(([key, value]) => `${key} ${String(value)}`);
  return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
}

/** The result of a simulation: as the object that `--json` prints, and as text for a person. */
import type { Checkpoint, Split } from '../studies/simulate.ts';
import type { RunSpec } from '../studies/spec.ts';
import { count, percent, table } from './layout.ts';
import type { Run } from './runs.ts';

/** Errors are shares in [0, 1]; null without a test set. */
export interface Result extends Checkpoint {
  readonly fractionQueried: number;
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

export function resultOf(spec: RunSpec, { train, test }: Split, { measurement: { curve }, seconds }: Run): Result {
  const last = curve[curve.length - 1];
  return {
    ...last,
    fractionQueried: last.queried / last.examples,
    seconds,
    spec,
    data: { name: train.name, features: train.rows.columns, testExamples: test === undefined ? null : test.rows.length },
    curve,
  };
}

/** Some lines: the run, its course at powers of ten, its end. */
export function summary(result: Result, passive: Result | undefined): string {
  const { spec, data, curve, examples, queried, fractionQueried, importanceSum, seconds } = result;
  const tested = data.testExamples === null ? '' : `, tested on ${count(data.testExamples)} others`;
  return [
    `${data.name}: ${count(examples)} examples, ${count(data.features)} features${tested}`,
    `${choiceText(spec.loss)} loss, ${spec.update} updates, ${choiceText(spec.optimizer)}; ${choiceText(spec.query)}; seed ${spec.seed}`,
    '',
    ...course(curve.filter((point) => Number.isInteger(Math.log10(point.examples)) || point === curve.at(-1))),
    '',
    `bought ${count(queried)} of ${count(examples)} labels (${percent(fractionQueried)})${spec.budget === undefined ? '' : ` of a budget of ${count(spec.budget)}`}`,
    `${errorText(result)}${passive === undefined ? '' : `; passive, with every label: ${errorText(passive)}`}`,
    `sum of importance ${count(Math.round(importanceSum))} for ${count(examples)} examples; ${seconds.toFixed(3)} s of learning`,
  ].join('\n');
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
  return table([['examples', 'labels', 'progressive loss', 'progressive error', ...(tested ? ['test error'] : [])], ...lines], 'numbers');
}

function errorText({ testError, progressiveError }: Checkpoint): string {
  return testError === null ? `progressive error ${percent(progressiveError)}` : `test error ${percent(testError)}`;
}

/** "variance-aware (mellowness 0.000001)" */
function choiceText({ name, ...parameters }: { readonly name: string }): string {
  const parts = Object.entries(parameters).map(([key, value]) => `${key} ${String(value)}`);
  return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
}

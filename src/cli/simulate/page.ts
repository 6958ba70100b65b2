import { ruleTraits } from '../../specs/traits/rule-traits.ts';
import { budgetOf } from '../../specs/pacing.ts';
import type { Checkpoint, FinalMeasured, Sample } from '../../streams/measures/measurement.ts';
import type { Split } from '../../rows/selection/split.ts';
import { featuresMet } from '../../rows/describe.ts';
import type { RunSpec } from '../../specs/run.ts';
import { count, decimals, percent } from '../../numerics/display.ts';
import { table } from '../terminal/layout.ts';
import { optionOf } from '../options/spec/option-of.ts';
import { finalText, learnerTerms } from '../terminal/learner-words.ts';
import { estimateFields } from '../../streams/measures/error-words.ts';
import { goalText } from '../../streams/stopping/stop-words.ts';
import { shareText, smallClassText } from '../../streams/measures/small-class.ts';
import type { Fresh } from './fresh.ts';
import type { Classes, Stopped, Watched } from './watched.ts';

/** The result of a simulation, as the object that `--json` prints. Errors are shares in [0, 1]; null without a test set. */
export interface Result
  extends Omit<Checkpoint, keyof Classes>, Omit<Sample, 'errorEstimate'>, ReturnType<typeof estimateFields>, Classes {
  readonly fractionQueried: number;
  /** Whether the rule claims that estimates from its sample are. */
  readonly unbiased: boolean;
  /** What a person should know of the sample, a line each. */
  readonly remarks: readonly string[];
  /** Time of learning: reading and testing do not count. */
  readonly seconds: number;
  readonly spec: RunSpec;
  readonly stop?: Stopped;
  /** The model in the end by labels that it did not learn; absent where none were asked for. */
  readonly fresh?: Fresh;
  /** Test error of passive learning stopped after as many labels as were bought here; null without a test set, and where it diverges. */
  readonly passiveError: number | null;
  readonly data: {
    readonly name: string;
    readonly rows: number;
    readonly features: number;
    readonly testExamples: number | null;
  };
  readonly curve: readonly Checkpoint[];
  /** What was measured of the model along the way, where the run ends with another; `testError` is that of the model it ends with. */
  readonly alongTheWay?: { readonly testError: number | null };
  /** What was compared for the model that the run ends with; absent where only one learned. */
  readonly final?: FinalMeasured;
}

/** The result of one simulated run, for the page and for `--json`. */
export function resultOf(
  spec: RunSpec,
  { train, test }: Split,
  { measurement: { curve, sample, final }, seconds, estimate, remarks, passiveError, classes, stop, fresh }: Watched,
): Result {
  const last = curve[curve.length - 1];
  const { name, rows } = train;
  return {
    ...last,
    ...ending(last, final),
    ...sample,
    ...estimateFields(estimate),
    ...classes,
    ...(stop && { stop }),
    ...(fresh && { fresh }),
    remarks,
    fractionQueried: last.queried / rows.length,
    unbiased: ruleTraits(spec).unbiased,
    seconds,
    spec,
    passiveError,
    data: { name, rows: rows.length, features: featuresMet(rows), testExamples: test === undefined ? null : test.rows.length },
    curve,
  };
}

/** The test error of the model that a run ends with in place of that of the model which learned along the way. */
export function ending(
  { testError }: Pick<Checkpoint, 'testError'>,
  final: FinalMeasured | undefined,
): Partial<Pick<Result, 'testError' | 'alongTheWay' | 'final'>> {
  return final === undefined ? {} : { testError: final.testError, alongTheWay: { testError }, final };
}

/** The result as text for a person: the run, its course at powers of ten, its end. */
export function summary(result: Result, passive: Result): string {
  const { spec, curve, errorText: error, remarks } = result;
  return [
    dataText(result),
    `${learnerText(spec)}; ${ruleText(spec)}; seed ${spec.seed}`,
    '',
    ...course(curve.filter((point) => Number.isInteger(Math.log10(point.examples)) || point === curve.at(-1))),
    '',
    purchaseText(result),
    `${errorText(result)}; ${comparedText(result, passive, passiveText(result))}`,
    ...modelText(result),
    ...smallClassText(result, shareText),
    importanceText(result),
    `error of the predictions, by the labels bought: ${error}`,
    ...freshText(result),
    ...stopText(result),
    ...temperText(result),
    ...[...remarks, ...adviceOn(result)].map((remark) => `note: ${remark}`),
  ].join('\n');
}

/** "with as many random labels 4.70%, with every label 2.10%": what the same learner has without choosing. */
export function comparedText(
  { testError, spec: { order } }: Pick<Result, 'testError'> & { readonly spec: Pick<RunSpec, 'order'> },
  passive: Pick<Checkpoint, 'testError' | 'progressiveError'>,
  asMany: string | undefined,
): string {
  const others = order === 'shuffled' ? 'as many random labels' : 'the first labels, as many,';
  return `${testError === null ? '' : `with ${others} ${asMany}, `}with every label ${percent(errorOf(passive))}`;
}

/** The model that a run ends with, and what the one along the way was worth; nothing where they are one. */
export function modelText({
  final,
  alongTheWay,
  queried,
}: Partial<Pick<Result, 'final' | 'alongTheWay'>> & Pick<Result, 'queried'>): string[] {
  if (final === undefined) return [];
  const along = alongTheWay?.testError ?? undefined;
  return [
    `model: ${finalText(final, queried)}`,
    ...(along === undefined ? [] : [`test error along the way, of the model that asked last: ${percent(along)}`]),
  ];
}

/** What was learned from and tested on, in words; the classes where there are several. */
export function dataText({ data }: Pick<Result, 'data'>, classes?: readonly string[]): string {
  const several = classes === undefined ? '' : `, ${count(classes.length)} classes`;
  const tested = data.testExamples === null ? '' : `, tested on ${count(data.testExamples)} others`;
  return `${data.name}: ${count(data.rows)} examples, ${count(data.features)} features${several}${tested}`;
}

/** Loss, update and optimizer of a run, in words. */
export function learnerText({ oracle, ...spec }: RunSpec): string {
  const { loss, update, optimizer } = spec;
  const answers = oracle === undefined ? '' : `; answers ${oracle.map(choiceText).join(', ')}`;
  return `${choiceText(loss)} loss, ${update} updates, ${choiceText(optimizer)}${learnerTerms(spec)}${answers}`;
}

/** "margin (width 0.5), at least 0.01, warm-up 10"; "soft-margin, paced, explore 0.1, warm-up 10, temper 0" */
export function ruleText({ query, pace, explore, floor, warmUp, temper }: RuleTerms): string {
  return [
    ...(pace === undefined
      ? [choiceText(query)]
      : [query.name, pace.rate === undefined ? 'paced by the budget' : `paced at ${percent(pace.rate)} of the rows`]),
    ...(pace === undefined || pace.decay === 0 ? [] : [`decay ${pace.decay}`]),
    ...(explore === undefined ? [] : [`explore ${explore}`]),
    ...(temper === undefined ? [] : [`temper ${temper}`]),
    ...(floor === undefined ? [] : [`at least ${floor}`]),
    ...(warmUp === undefined ? [] : [`warm-up ${warmUp}`]),
  ].join(', ');
}

/** "sum of importance 812 for 800 examples; 0.012 s of learning" */
export function importanceText({
  importanceSum,
  refusedImportance,
  consideredImportance,
  examples,
  seconds,
}: Pick<Result, 'importanceSum' | 'refusedImportance' | 'consideredImportance' | 'examples' | 'seconds'>): string {
  const refused = refusedImportance === 0 ? '' : `, and ${count(Math.round(refusedImportance))} that the budget refused,`;
  const considered = consideredImportance === undefined ? '' : `an importance of ${count(Math.round(consideredImportance))} in `;
  return (
    `sum of importance ${count(Math.round(importanceSum))}${refused} for ${considered}${count(examples)} examples; ` +
    `${decimals(seconds, 3)} s of learning`
  );
}

type RuleTerms = Pick<RunSpec, 'pace' | 'explore' | 'floor' | 'warmUp' | 'temper'> & {
  readonly query: { readonly name: string };
};

/** "bought 87 of 500 labels (17.40%), 3 still to come, for 130.5 of a budget of 150" */
function purchaseText(result: Result): string {
  const { spec, data, queried, fractionQueried, spent, awaited } = result;
  const late = awaited === 0 ? '' : `, ${count(awaited)} still to come`;
  const cost = spent === queried ? '' : ` for ${count(spent)}`;
  const budget = spec.budget === undefined ? '' : budgetText(spec, budgetOf(spec, data.rows), 'the rows');
  return `bought ${count(queried)} of ${count(data.rows)} labels (${percent(fractionQueried)})${late}${cost}${budget}${endText(result)}`;
}

/** How far a run came: nothing where it met every row once. */
export function endText({
  spec: { rounds },
  data,
  examples,
  stop,
}: Pick<Result, 'examples' | 'stop'> & {
  readonly spec: Pick<RunSpec, 'rounds'>;
  readonly data: Pick<Result['data'], 'rows'>;
}): string {
  if (rounds !== undefined) return ` in ${rounds} rounds over them`;
  return examples === data.rows || stop?.isReached === true ? '' : `; the budget was spent after ${count(examples)} of them`;
}

/** " of a budget of 150 (5% of the rows)", and whether it is no more than a cap on a rule whose knob it does not set. */
export function budgetText({ budget, pace }: Pick<RunSpec, 'budget' | 'pace'>, labels: number, all: string): string {
  const share = typeof budget === 'string' ? ` (${budget} of ${all})` : '';
  return ` of a budget of ${count(labels)}${share}${pace === undefined ? ', a hard cap' : ''}`;
}

/** The test error of passive learning after as many labels; for results with a test set. */
export function passiveText({ passiveError }: Result): string {
  return passiveError === null ? 'diverged' : percent(passiveError);
}

/** What labels that nothing learned say of the model in the end. */
function freshText({ fresh }: Result): string[] {
  if (fresh === undefined) return [];
  const { text, trueError, trueClasses } = fresh;
  const truth = `the true error there is ${trueError === null ? 'none' : percent(trueError)}`;
  return [[text, truth, ...smallClassText(trueClasses, shareText)].join('; ')];
}

/** What `--stop` has come to; nothing without it. */
export function stopText({
  stop,
  spec,
  examples,
  data,
}: Pick<Result, 'stop' | 'spec' | 'examples'> & { readonly data: Pick<Result['data'], 'rows'> }): string[] {
  if (stop === undefined || spec.stop === undefined) return [];
  const end = stop.isReached ? `reached after ${count(examples)} of ${count(data.rows)} rows` : 'not reached';
  return [`--stop ${goalText(spec.stop)}: ${end}; ${stop.words}`];
}

/** What tempered importances mean for whoever uses the sample or the model; nothing where every p was 1. */
export function temperText({ spec: { temper = 1 }, importanceSum, consideredImportance, queried, examples }: Tempered): string[] {
  const isCertain = queried === examples && importanceSum === (consideredImportance ?? examples);
  if (temper === 1 || isCertain) return [];
  const learned = temper === 0 ? 'every label was learned once' : `labels were learned with the importance (1/p)^${temper}`;
  return [
    `${learned}, not with the importance 1/p: the sample and its estimates are unbiased, the model is not (--temper 1 ` +
      'makes it so)',
  ];
}

type Tempered = Pick<Result, 'importanceSum' | 'consideredImportance' | 'queried' | 'examples'> & {
  readonly spec: Pick<RunSpec, 'temper'>;
};

/** Rules that anybody may try, of two classes or of several. */
const OTHERS = ['soft-margin', 'random', 'iwal-cal'];

/** What to do next, of two classes or of several. */
export function adviceOn(result: Advised): string[] {
  const { spec, testError, passiveError, queried, data } = result;
  if (spec.query.name === 'passive' || queried === data.rows) return [];
  if (testError === null)
    return [
      'progressive errors judge a model while it still learns; --holdout 0.25 measures the model in the end, and that of as many ' +
        'random labels',
    ];
  if (passiveError === null || testError < passiveError) return [];
  return [
    'as many random labels do no worse on this stream: try a larger --budget, and other rules on other seeds ' +
      `(--compare ${[...new Set([spec.query.name, ...OTHERS])].join(',')} --seeds 10), before paying for labels`,
  ];
}

type Advised = Pick<Result, 'testError' | 'passiveError' | 'queried'> & {
  readonly spec: Pick<RunSpec, 'query'>;
  readonly data: Pick<Result['data'], 'rows'>;
};

/** The test error where there is one, else the progressive error. */
export function errorOf({ testError, progressiveError }: Pick<Checkpoint, 'testError' | 'progressiveError'>): number {
  return testError ?? progressiveError;
}

/** One line a checkpoint, below a header. */
function course(curve: readonly Checkpoint[]): string[] {
  const tested = curve.some(({ testError }) => testError !== null);
  const lines = curve.map(({ examples, queried, progressiveLoss, progressiveError, testError }) => [
    count(examples),
    count(queried),
    decimals(progressiveLoss, 4),
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
  const parts = Object.entries(parameters).map(([key, value]) => `${optionOf(key)} ${String(value)}`);
  return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
}

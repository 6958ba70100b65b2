import { count, decimals, percent, points } from '../../numerics/display.ts';
import { costsBudget } from '../../specs/kinds/costs.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { budgetOf, type RunSpec } from '../../specs/run.ts';
import { presentIn } from '../../numerics/present.ts';
import { SMALL_CLASS } from '../../streams/measures/class-measures.ts';
import { modelText, shareText, smallClassText } from '../../streams/measures/error-words.ts';
import { stopText } from '../../streams/stopping/stop-words.ts';
import { confusionLines } from '../learn/page.ts';
import { optionOf } from '../syntax/option.ts';
import { columnsText, finalText, learnerTerms } from '../terminal/layout.ts';
import { COSTS_REDUCTION } from './options.ts';
import { errorOf, isOfCosts, pointOf, type Contested, type CostsResult, type Result, type Told } from './result.ts';
import { meanInterval, type Estimate } from '../../statistics/estimate.ts';
import { mean } from '../../statistics/small-samples.ts';

/** What pages call what is bought, and the plainest run beside the others. */
export const WORDS = {
  labels: { bought: 'labels', plainest: 'passive' },
  costs: { bought: 'costs', plainest: 'every cost' },
} as const;

/** A run of two classes shows both of them, of several what was taken for what. */
type AnyResult = Result | CostsResult;

/** One run for a person: its course at powers of ten, its end, beside the plainest run. */
export function summary(result: AnyResult, plainest: AnyResult): string {
  const { spec, classes, confusion, data } = result;
  const [dataLine, learner] = headLines(result);
  const rule = isOfCosts(result)
    ? `${choiceText(result.spec.rule)}; costs in [${result.spec.low}, ${result.spec.high}]`
    : ruleText(result.spec);
  const run = `${rule}; seed ${spec.seed}`;
  return [
    dataLine,
    ...(classes === undefined ? [`${learner}; ${run}`] : [learner, run]),
    '',
    ...course(result),
    '',
    ...(isOfCosts(result)
      ? costsLines(result, plainest as CostsResult)
      : result.spec.guess
        ? guessLines(result)
        : labelsLines(result, plainest as Result)),
    ...(confusion === undefined ? [] : confusionLines(confusion, classes!, data.testExamples === null ? 'progressive' : 'test')),
  ].join('\n');
}

/** Several runs on one stream, a line each; the last one, with every label or cost, is what the others are measured by. */
export function comparisonText(contested: readonly Contested[]): string {
  const { result: plainest } = contested.at(-1)!;
  const { bought, plainest: name } = WORDS[isOfCosts(plainest) ? 'costs' : 'labels'];
  const isSmall = !isOfCosts(plainest) && (plainest.smallerClass ?? NaN) < SMALL_CLASS;
  const of = (cell: (result: Result) => string) => (each: Contested) => cell(each.result as Result);
  const [data, learner] = headLines(plainest);
  const seed = `seed ${plainest.spec.seed}`;
  return [
    data,
    ...(plainest.classes === undefined ? [`${learner}; ${seed}`] : [learner, seed]),
    '',
    ...columnsText(contested, [
      ['rule', ({ label }) => label],
      [bought, ({ result }) => count(pointOf(result).queried)],
      ['of all', ({ result }) => percent(isOfCosts(result) ? result.fractionBought : result.fractionQueried)],
      [errorName(plainest), ({ result }) => percent(errorOf(result))],
      isSmall && ['balanced', of(({ balancedError }) => shareText(balancedError!))],
      isSmall && ['F-score', of(({ fScore }) => shareText(fScore!))],
      isOfCosts(plainest) && plainest.hasCosts && ['mean cost', ({ result }) => decimals(costOf(result as CostsResult), 4)],
      plainest.testError !== null && [`${name}, as many`, ({ result }) => asManyText(result)],
      !isOfCosts(plainest) && [
        'importance / n',
        of(({ importanceSum, consideredImportance, examples }) =>
          decimals(importanceSum / (consideredImportance ?? examples), 3),
        ),
      ],
      !isOfCosts(plainest) && ['sample unbiased', of(unbiasedText)],
    ]),
    ...toldByRule(byRule(contested)),
  ].join('\n');
}

/** The lines of what was learned from and tested on, and of what learned. */
export function headLines(result: AnyResult): readonly [data: string, learner: string] {
  const { data, classes } = result;
  const several = classes === undefined ? '' : `, ${count(classes.length)} classes`;
  const tested = data.testExamples === null ? '' : `, tested on ${count(data.testExamples)} others`;
  const reduction = isOfCosts(result) ? COSTS_REDUCTION : result.spec.reduction;
  return [
    `${data.name}: ${count(data.rows)} examples, ${count(data.features)} features${several}${tested}`,
    `${reduction === undefined ? '' : `${reduction}: `}${learnerText(result.spec)}`,
  ];
}

/** Loss, update and optimizer of a run, in words. */
export function learnerText(spec: LearnerSpec & Pick<RunSpec, 'guess' | 'scores' | 'oracle'>): string {
  const { loss, update, optimizer, guess, scores, oracle } = spec;
  const answers = oracle === undefined ? '' : `; answers ${oracle.map(choiceText).join(', ')}`;
  if (guess)
    return `${scores === undefined ? 'guesses' : `scores (${scores} the last ones)`} that came with the rows; nothing is learned${answers}`;
  return `${choiceText(loss)} loss, ${update} updates, ${choiceText(optimizer)}${learnerTerms(spec)}${answers}`;
}

/** "margin (width 0.5), at least 0.01, warm-up 10"; "soft-margin, paced, explore 0.1, warm-up 10, temper 0" */
export function ruleText({ query, pace, explore, floor, warmUp, temper }: RunSpec): string {
  return presentIn([
    pace === undefined ? choiceText(query) : query.name,
    pace && (pace.rate === undefined ? 'paced by the budget' : `paced at ${percent(pace.rate)} of the rows`),
    pace && pace.decay !== 0 && `decay ${pace.decay}`,
    explore !== undefined && `explore ${explore}`,
    temper !== undefined && `temper ${temper}`,
    floor !== undefined && `at least ${floor}`,
    warmUp !== undefined && `warm-up ${warmUp}`,
  ]).join(', ');
}

/** "variance-aware (mellowness 0.000001)" */
export function choiceText({ name, ...parameters }: { readonly name: string }): string {
  const parts = Object.entries(parameters).map(([key, value]) => `${optionOf(key)} ${String(value)}`);
  return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
}

/** What the error of a result is called. */
export function errorName({ testError }: Pick<AnyResult, 'testError'>): string {
  return `${testError === null ? 'progressive' : 'test'} error`;
}

/** One line a checkpoint at a power of ten, and the last one. */
function course({ curve }: AnyResult): string[] {
  const points = curve.map(pointOf).filter(({ examples }, n) => Number.isInteger(Math.log10(examples)) || n === curve.length - 1);
  return columnsText(
    points,
    [
      ['examples', ({ examples }) => count(examples)],
      ['bought' in curve[0] ? 'costs' : 'labels', ({ queried }) => count(queried)],
      'progressiveLoss' in curve[0] && ['progressive loss', (at) => decimals(at.progressiveLoss!, 4)],
      ['progressive error', ({ progressiveError }) => percent(progressiveError)],
      points.some(({ testError }) => testError !== null) && ['test error', ({ testError }) => percent(testError!)],
    ],
    'numbers',
  );
}

/** The end of a run that buys labels. */
function labelsLines(result: Result, passive: Result): string[] {
  const { spec, final, alongTheWay, queried, smallerClass, balancedError, fScore, errorText, ofModel, fresh, remarks } = result;
  const others = spec.order === 'shuffled' ? 'as many random labels' : 'the first labels, as many,';
  const asMany = result.testError === null ? '' : `with ${others} ${asManyText(result)}, `;
  const along = alongTheWay?.testError ?? undefined;
  return presentIn([
    purchaseText(result),
    `${errorName(result)} ${percent(errorOf(result))}; ${asMany}with every label ${percent(errorOf(passive))}`,
    final && `model: ${finalText(final, queried)}`,
    along !== undefined && `test error along the way, of the model that asked last: ${percent(along)}`,
    ...(smallerClass === undefined
      ? []
      : smallClassText({ smallerClass, balancedError: balancedError!, fScore: fScore! }, shareText)),
    importanceText(result),
    `error of the predictions, by the labels bought: ${errorText}`,
    ofModel && modelText(ofModel),
    fresh && freshText(fresh),
    stopLine(result),
    temperText(result),
    ...[...remarks, ...adviceOn(result)].map((remark) => `note: ${remark}`),
  ]);
}

/** The end of a run that judges guesses. */
function guessLines(result: Result): string[] {
  const { errorLow, errorText, remarks } = result;
  return presentIn([
    purchaseText(result),
    ...toldLines([result]),
    errorLow === null && `error of the guesses: ${errorText}`,
    importanceText(result),
    stopLine(result),
    ...remarks.map((remark) => `note: ${remark}`),
    'note: --ledger FILE keeps the labels bought; iwal audit FILE has precision and recall of each class, too',
  ]);
}

/** What the labels of runs of one rule tell, means over those that tell something, beside the truth and labels drawn at random. */
function toldLines(results: readonly Result[]): string[] {
  const [{ quantities = [] }] = results;
  const runs = quantities.map((_, n) => results.map((each) => each.quantities![n]).filter(({ low }) => low !== null));
  const over = (n: number, of: (run: Told) => number): number => mean(runs[n].map(of));
  // Where all rows were bought both are sums in another order.
  const holds = ({ truth, low, high }: Told): boolean => low! - 1e-9 <= truth && truth <= high! + 1e-9;
  const told = [...quantities.keys()].filter((n) => runs[n].length > 0);
  if (told.length === 0) return [];
  return columnsText(told, [
    ['of the rows considered', (n) => (quantities[n].class ? `share of '${quantities[n].class}'` : 'error of the guesses')],
    ['truth', (n) => percent(over(n, ({ truth }) => truth))],
    ['by the labels', (n) => percent(over(n, ({ value }) => value!))],
    ['95% interval', (n) => `${percent(over(n, ({ low }) => low!))} to ${percent(over(n, ({ high }) => high!))}`],
    results.length > 1 && ['holds the truth', (n) => `${runs[n].filter(holds).length} of ${results.length}`],
    ['random labels that tell as much', (n) => count(Math.round(over(n, ({ atRandom }) => atRandom!)))],
  ]);
}

/** The same of all rules but the plainest, where guesses are judged. */
function toldByRule(rules: readonly Repeated[]): string[] {
  const lines = rules.slice(0, -1).map(({ label, results }) => ['', `${label}:`, ...toldLines(results as Result[])]);
  return rules[0].results[0].spec.guess ? lines.flat() : [];
}

/** The end of a run that buys single costs. */
function costsLines(result: CostsResult, everyCost: CostsResult): string[] {
  const { spec, data, bought, classes, hasCosts, testError, testCost, seconds } = result;
  const all = classes.length * data.rows;
  const budget = spec.budget === undefined ? '' : budgetText(spec, costsBudget(spec, all), 'all');
  const asMany = testError === null ? '' : `until as many were bought: ${asManyText(result)}, `;
  const costs =
    `${testCost === null ? 'progressive' : 'test'} cost ${decimals(costOf(result), 4)}; ` +
    `with every cost: ${decimals(costOf(everyCost), 4)}`;
  return presentIn([
    `bought ${count(bought)} of ${count(all)} costs (${percent(result.fractionBought)})${budget}`,
    `${errorName(result)} ${percent(errorOf(result))}; every cost of an example ${asMany}to the end: ${percent(errorOf(everyCost))}`,
    hasCosts && costs,
    'learned with the importance of its row, never with 1/p: nothing can be estimated from what was bought; ' +
      `${decimals(seconds, 3)} s of learning`,
    ...adviceOnCosts(result).map((advice) => `note: ${advice}`),
  ]);
}

/** "bought 87 of 500 labels (17.40%), 3 still to come, for 130.5 of a budget of 150" */
function purchaseText(result: Result): string {
  const { spec, data, queried, fractionQueried, spent, awaited } = result;
  const late = awaited === 0 ? '' : `, ${count(awaited)} still to come`;
  const cost = spent === queried ? '' : ` for ${count(spent)}`;
  const budget = spec.budget === undefined ? '' : budgetText(spec, budgetOf(spec, data.rows), 'the rows');
  return `bought ${count(queried)} of ${count(data.rows)} labels (${percent(fractionQueried)})${late}${cost}${budget}${endText(result)}`;
}

/** How far a run came: nothing where it met every row once. */
function endText({ spec: { rounds }, data, examples, stop }: Result): string {
  if (rounds !== undefined) return ` in ${rounds} rounds over them`;
  return examples === data.rows || stop?.isReached === true ? '' : `; the budget was spent after ${count(examples)} of them`;
}

/** " of a budget of 150 (5% of the rows)", and whether it is no more than a cap on a rule whose knob it does not set. */
function budgetText({ budget, pace }: Pick<RunSpec, 'budget' | 'pace'>, labels: number, all: string): string {
  const told = `${budget!} of ${all}`.replace(/^\+-(.*%).*/, 'shares to $1 either way');
  const share = typeof budget === 'string' ? ` (${told})` : '';
  return ` of a budget of ${count(labels)}${share}${pace === undefined ? ', a hard cap' : ''}`;
}

/** The test error of the plainest run after as many purchases; for results with a test set. */
function asManyText({ passiveError }: AnyResult): string {
  return passiveError === null ? 'diverged' : percent(passiveError);
}

/** "sum of importance 812 for 800 examples; 0.012 s of learning" */
function importanceText({ importanceSum, refusedImportance, consideredImportance, examples, seconds }: Result): string {
  const refused = refusedImportance === 0 ? '' : `, and ${count(Math.round(refusedImportance))} that the budget refused,`;
  const considered = consideredImportance === undefined ? '' : `an importance of ${count(Math.round(consideredImportance))} in `;
  return (
    `sum of importance ${count(Math.round(importanceSum))}${refused} for ${considered}${count(examples)} examples; ` +
    `${decimals(seconds, 3)} s of learning`
  );
}

/** What labels that nothing learned say of the model in the end, beside the truth. */
function freshText({ text, trueError, trueClasses }: NonNullable<Result['fresh']>): string {
  const truth = `the true error there is ${trueError === null ? 'none' : percent(trueError)}`;
  return [text, truth, ...(trueClasses === undefined ? [] : smallClassText(trueClasses, shareText))].join('; ');
}

/** What `--stop` has come to; nothing without it. */
function stopLine({ stop, spec, examples, data }: Result): string | undefined {
  return stop && spec.stop && stopText(stop, spec.stop, ` after ${count(examples)} of ${count(data.rows)} rows`);
}

/** What tempered importances mean for whoever uses the sample or the model; nothing where every p was 1. */
function temperText({ spec: { temper = 1 }, importanceSum, consideredImportance, queried, examples }: Result) {
  const isCertain = queried === examples && importanceSum === (consideredImportance ?? examples);
  if (temper === 1 || isCertain) return undefined;
  const learned = temper === 0 ? 'every label was learned once' : `labels were learned with the importance (1/p)^${temper}`;
  return (
    `${learned}, not with the importance 1/p: the sample and its estimates are unbiased, the model is not (--temper 1 ` +
    'makes it so)'
  );
}

function unbiasedText({ unbiased, refusedImportance }: Result): string {
  if (!unbiased) return 'no';
  return refusedImportance === 0 ? 'yes' : 'up to the budget';
}

function costOf({ testCost, cost }: CostsResult): number {
  return testCost ?? cost;
}

/** Rules that anybody may try, of two classes or of several. */
const OTHERS = ['soft-margin', 'random', 'iwal-cal'];

/** What to do next, of two classes or of several. */
export function adviceOn({ spec, testError, passiveError, queried, data }: Result): string[] {
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

/** A rule that has bought a smaller share of the costs has as good as ended. */
const ENDED = 0.01;

function adviceOnCosts({ spec: { rule }, fractionBought, testError, passiveError }: CostsResult): string[] {
  if (rule.name === 'coal' && fractionBought < ENDED)
    return [
      'hardly any cost was asked for: with a small mellowness the first example may rule out every class but its own; ' +
        '--first 100 buys every cost of 100 examples before that, and a larger --mellowness asks more',
    ];
  if (rule.name === 'every-cost' || testError === null || passiveError === null || testError < passiveError) return [];
  return [
    'every cost of fewer examples does no worse on this stream: try a larger --mellowness or --first 100, and other seeds ' +
      'before paying for costs',
  ];
}

const CONFIDENCE = 0.95;

/** The results of one rule, a seed each. */
export interface Repeated {
  readonly label: string;
  readonly results: readonly (Result | CostsResult)[];
}

/** The results by rule, in the order of the runs. */
export function byRule(contested: readonly Contested[]): Repeated[] {
  const labels = [...new Set(contested.map(({ label }) => label))];
  return labels.map((label) => ({
    label,
    results: contested.filter((each) => each.label === label).map(({ result }) => result),
  }));
}

/**
 * A line a rule: means over seeds with 95% t intervals. The difference from the plainest rule after as many purchases is paired, seed
 * by seed.
 */
export function repetitionText(rules: readonly Repeated[]): string {
  const [{ results }] = rules;
  const [first] = results;
  const { bought, plainest } = WORDS[isOfCosts(first) ? 'costs' : 'labels'];
  const isTested = first.testError !== null;
  const [data, learner] = headLines(first);
  const share = (name: 'balancedError' | 'fScore') => (runs: readonly (Result | CostsResult)[]) =>
    shares(runs.map((run) => (isOfCosts(run) ? null : run[name])));
  const isSmall = !isOfCosts(first) && (first.smallerClass ?? NaN) < SMALL_CLASS;
  const last = first.spec.seed + results.length - 1;
  return [
    data,
    `${learner}; seeds ${first.spec.seed} to ${last}; means with 95% intervals over seeds`,
    '',
    ...columnsText(rules, [
      ['rule', ({ label }) => label],
      [bought, ({ results: runs }) => count(Math.round(mean(runs.map((run) => pointOf(run).queried))))],
      [errorName(first), ({ results: runs }) => shares(runs.map(errorOf))],
      isSmall && ['balanced', ({ results: runs }) => share('balancedError')(runs)],
      isSmall && ['F-score', ({ results: runs }) => share('fScore')(runs)],
      isTested && [`above ${plainest}, as many (points)`, ({ results: runs }) => lead(runs)],
      !isOfCosts(first) && [
        'sample unbiased',
        ({ results: runs }) => (runs.every((run) => !isOfCosts(run) && run.unbiased) ? 'yes' : 'no'),
      ],
    ]),
    ...toldByRule(rules),
  ].join('\n');
}

/** Paired differences from the plainest rule after as many purchases; nothing for that rule itself. */
function lead(runs: readonly (Result | CostsResult)[]): string {
  const differences = runs.map((run) => (run.passiveError === null ? NaN : errorOf(run) - run.passiveError));
  if (differences.some(Number.isNaN)) return 'diverged';
  return differences.every((each) => each === 0) ? '' : interval(meanInterval(differences, CONFIDENCE), points);
}

/** The mean over seeds of a share that some of them may not know; its interval ends where shares end. */
function shares(known: readonly (number | null | undefined)[]): string {
  const numbers = known.filter((each) => each !== null && each !== undefined);
  if (numbers.length < known.length) return 'unknown';
  const { value, low, high } = meanInterval(numbers, CONFIDENCE);
  // Student's interval knows nothing of the ends of a share.
  return interval({ value, low: Math.max(low, 0), high: Math.min(high, 1) }, percent);
}

/** "8.96% (8.10% to 9.82%)"; "8.96%" where all seeds have the same, as of a model of every label, which is fitted once. */
function interval({ value, low, high }: Estimate, write: (share: number) => string): string {
  return low === high ? write(value) : `${write(value)} (${write(low)} to ${write(high)})`;
}

import { count, decimals, percent } from '../../../numerics/display.ts';
import { budgetOf } from '../../../specs/pacing.ts';
import { confusionLines } from '../../learn/class-page.ts';
import { table } from '../../terminal/layout.ts';
import type { ClassesResult } from './run.ts';
import type { Contested, Telling } from '../compared/contested.ts';
import { repetitionText } from '../compared/repetition.ts';
import {
  adviceOn,
  budgetText,
  endText,
  choiceText,
  comparedText,
  dataText,
  errorOf,
  importanceText,
  modelText,
  ruleText,
  stopText,
  temperText,
} from '../page.ts';

/** Runs of several classes in words. */
export const telling: Telling<ClassesResult> = {
  summary,
  comparison,
  repetition(rules) {
    const [data, learner] = headLines(rules[0].results[0]);
    return repetitionText(rules, { data, learner, bought: 'labels', plainest: 'passive' });
  },
};

/** What `iwal simulate --reduction` prints of one run, beside the same learner with every label. */
function summary(result: ClassesResult, passive: ClassesResult): string {
  const { spec, data, curve, errorText, confusion, classes } = result;
  const as = passiveWords(result);
  return [
    ...headLines(result),
    `${ruleText(spec)}; seed ${spec.seed}`,
    '',
    ...course(curve.filter((point) => Number.isInteger(Math.log10(point.examples)) || point === curve.at(-1))),
    '',
    `bought ${count(result.queried)} of ${count(data.rows)} labels (${percent(result.fractionQueried)})${spentText(result)}`,
    `${errorName(result)} ${percent(errorOf(result))}; ${comparedText(result, passive, as)}`,
    ...modelText(result),
    importanceText(result),
    `error of the predictions, by the labels bought: ${errorText}`,
    ...stopText(result),
    ...temperText(result),
    ...adviceOn(result).map((advice) => `note: ${advice}`),
    ...confusionLines(confusion, classes, data.testExamples === null ? 'progressive' : 'test'),
  ].join('\n');
}

/** A line a run; the last one, with every label, is what the others are measured by. */
function comparison(contested: readonly Contested<ClassesResult>[]): string {
  const results = contested.map(({ result }) => result);
  const [first] = results;
  const isTested = first.testError !== null;
  const lines = results.map((result) => [
    result.label,
    count(result.queried),
    percent(result.fractionQueried),
    percent(errorOf(result)),
    ...(isTested ? [passiveWords(result) ?? ''] : []),
    decimals(result.importanceSum / (result.consideredImportance ?? result.examples), 3),
    result.unbiased ? (result.refusedImportance === 0 ? 'yes' : 'up to the budget') : 'no',
  ]);
  const head = [
    ...['rule', 'labels', 'of all', errorName(first)],
    ...(isTested ? ['passive, as many'] : []),
    ...['importance / n', 'sample unbiased'],
  ];
  return [...headLines(first), `seed ${first.spec.seed}`, '', ...table([head, ...lines], 'names')].join('\n');
}

function headLines({ data, classes, spec }: ClassesResult): readonly [data: string, learner: string] {
  const { reduction, loss, update, optimizer } = spec;
  return [dataText({ data }, classes), `${reduction}: ${choiceText(loss)} loss, ${update} updates, ${choiceText(optimizer)}`];
}

function course(curve: ClassesResult['curve']): string[] {
  const tested = curve.some(({ testError }) => testError !== null);
  const lines = curve.map(({ examples, queried, progressiveError, testError }) => [
    count(examples),
    count(queried),
    percent(progressiveError),
    ...(testError === null ? [] : [percent(testError)]),
  ]);
  return table([['examples', 'labels', 'progressive error', ...(tested ? ['test error'] : [])], ...lines], 'numbers');
}

function spentText(result: ClassesResult): string {
  const { spec, data } = result;
  return spec.budget === undefined ? '' : `${budgetText(spec, budgetOf(spec, data.rows), 'the rows')}${endText(result)}`;
}

function passiveWords({ passiveError, testError }: ClassesResult): string | undefined {
  if (testError === null) return undefined;
  return passiveError === null ? 'diverged' : percent(passiveError);
}

function errorName({ testError }: ClassesResult): string {
  return testError === null ? 'progressive error' : 'test error';
}

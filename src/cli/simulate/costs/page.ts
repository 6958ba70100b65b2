import { count, decimals, percent } from '../../../numerics/display.ts';
import { costsBudget } from '../../../specs/kinds/costs.ts';
import { confusionLines } from '../../learn/class-page.ts';
import { table } from '../../terminal/layout.ts';
import type { Contested, Telling } from '../compared/contested.ts';
import { budgetText, choiceText, dataText } from '../page.ts';
import { repetitionText } from '../compared/repetition.ts';
import { COSTS_REDUCTION } from './options.ts';
import { asPoint, type CostsResult } from './run.ts';

/** A rule that has bought a smaller share of the costs has as good as ended. */
const ENDED = 0.01;

/** Runs that buy single costs in words. */
export const telling: Telling<CostsResult> = {
  summary,
  comparison,
  repetition(rules) {
    const [data, learner] = headLines(rules[0].results[0]);
    const runs = rules.map(({ label, results }) => ({ label, results: results.map(asPoint) }));
    return repetitionText(runs, { data, learner, bought: 'costs', plainest: 'every cost' });
  },
};

function summary(result: CostsResult, everyCost: CostsResult): string {
  const { spec, data, curve, bought, classes, seconds, confusion } = result;
  const all = classes.length * data.rows;
  const asMany = passiveWords(result);
  const budget = spec.budget === undefined ? '' : budgetText(spec, costsBudget(spec, all), 'all');
  return [
    ...headLines(result),
    `${choiceText(spec.rule)}; costs in [${spec.low}, ${spec.high}]; seed ${spec.seed}`,
    '',
    ...course(curve.filter(({ examples }) => Number.isInteger(Math.log10(examples)) || examples === data.rows)),
    '',
    `bought ${count(bought)} of ${count(all)} costs (${percent(result.fractionBought)})${budget}`,
    `${errorName(result)} ${percent(errorOf(result))}; every cost of an example ` +
      `${asMany === undefined ? '' : `until as many were bought: ${asMany}, `}to the end: ${percent(errorOf(everyCost))}`,
    ...costLines(result, everyCost),
    'learned with the importance of its row, never with 1/p: nothing can be estimated from what was bought; ' +
      `${decimals(seconds, 3)} s of learning`,
    ...adviceOn(result).map((advice) => `note: ${advice}`),
    ...confusionLines(confusion, classes, data.testExamples === null ? 'progressive' : 'test'),
  ].join('\n');
}

/** A line a run; the last one, with every cost, is what the others are measured by. */
function comparison(contested: readonly Contested<CostsResult>[]): string {
  const [{ result: first }] = contested;
  const isTested = first.testError !== null;
  const lines = contested.map(({ label, result }) => [
    label,
    count(result.bought),
    percent(result.fractionBought),
    percent(errorOf(result)),
    ...(first.hasCosts ? [decimals(costOf(result), 4)] : []),
    ...(isTested ? [passiveWords(result) ?? ''] : []),
  ]);
  const head = [
    ...['rule', 'costs', 'of all', errorName(first)],
    ...(first.hasCosts ? ['mean cost'] : []),
    ...(isTested ? ['every cost, as many'] : []),
  ];
  return [...headLines(first), `seed ${first.spec.seed}`, '', ...table([head, ...lines], 'names')].join('\n');
}

function headLines({ data, classes, spec }: CostsResult): readonly [data: string, learner: string] {
  const { loss, update, optimizer } = spec;
  return [
    dataText({ data }, classes),
    `${COSTS_REDUCTION}: ${choiceText(loss)} loss, ${update} updates, ${choiceText(optimizer)}`,
  ];
}

function course(curve: CostsResult['curve']): string[] {
  const tested = curve.some(({ testError }) => testError !== null);
  const lines = curve.map(({ examples, bought, error, testError }) => [
    count(examples),
    count(bought),
    percent(error),
    ...(testError === null ? [] : [percent(testError)]),
  ]);
  return table([['examples', 'costs', 'progressive error', ...(tested ? ['test error'] : [])], ...lines], 'numbers');
}

/** Where the file says what classes cost, a mean cost beside the error. */
function costLines(result: CostsResult, everyCost: CostsResult): string[] {
  if (!result.hasCosts) return [];
  const name = result.testCost === null ? 'progressive' : 'test';
  return [`${name} cost ${decimals(costOf(result), 4)}; with every cost: ${decimals(costOf(everyCost), 4)}`];
}

/** What to do next. */
function adviceOn({ spec, fractionBought, testError, passiveError }: CostsResult): string[] {
  const { rule } = spec;
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

function passiveWords({ passiveError, testError }: CostsResult): string | undefined {
  if (testError === null) return undefined;
  return passiveError === null ? 'diverged' : percent(passiveError);
}

function errorOf({ testError, error }: CostsResult): number {
  return testError ?? error;
}

function costOf({ testCost, cost }: CostsResult): number {
  return testCost ?? cost;
}

function errorName({ testError }: CostsResult): string {
  return testError === null ? 'progressive error' : 'test error';
}

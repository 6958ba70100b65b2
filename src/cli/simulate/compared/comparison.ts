import { isDeepStrictEqual } from 'node:util';
import { SMALL_CLASS } from '../../../streams/measures/class-measures.ts';
import { shareText } from '../../../streams/measures/small-class.ts';
import { UsageError } from '../../terminal/failure.ts';
import { count, decimals, percent } from '../../../numerics/display.ts';
import { table } from '../../terminal/layout.ts';
import { dataText, errorOf, learnerText, passiveText, summary, type Result } from '../page.ts';
import type { Contestant, Contested, Telling } from './contested.ts';
import { repetitionText } from './repetition.ts';

/** Throws a UsageError where two runs are the same. */
export function requireDistinct(runs: readonly Contestant<object>[]): void {
  runs.forEach(({ label, spec }, r) => {
    const twin = runs.slice(0, r).find((earlier) => isDeepStrictEqual(earlier.spec, spec));
    if (twin === undefined) return;
    throw new UsageError(
      twin.label === label
        ? `--compare lists '${label}' twice`
        : `--compare lists '${twin.label}' and '${label}', which are the same`,
    );
  });
}

/** Runs of two classes in words. */
export const telling: Telling<Result> = {
  summary,
  comparison: comparisonText,
  repetition(rules) {
    const [first] = rules[0].results;
    const head = { data: dataText(first), learner: learnerText(first.spec) };
    return repetitionText(rules, { ...head, bought: 'labels', plainest: 'passive' });
  },
};

/** How several rules on one stream fared: a line a run; the last run, with every label, is what the others are measured by. */
export function comparisonText(contested: readonly Contested<Result>[]): string {
  const { result: passive } = contested[contested.length - 1];
  const error = passive.testError === null ? 'progressive error' : 'test error';
  const isTested = passive.testError !== null;
  const isSmall = passive.smallerClass < SMALL_CLASS;
  const head = [
    'rule',
    'labels',
    'of all',
    error,
    ...(isSmall ? ['balanced', 'F-score'] : []),
    ...(isTested ? ['passive, as many'] : []),
    'importance / n',
    'sample unbiased',
  ];
  const lines = contested.map(({ label, result }) => [
    label,
    count(result.queried),
    percent(result.fractionQueried),
    percent(errorOf(result)),
    ...(isSmall ? [shareText(result.balancedError), shareText(result.fScore)] : []),
    ...(isTested ? [passiveText(result)] : []),
    decimals(result.importanceSum / (result.consideredImportance ?? result.examples), 3),
    unbiasedText(result),
  ]);
  return [
    dataText(passive),
    `${learnerText(passive.spec)}; seed ${passive.spec.seed}`,
    '',
    ...table([head, ...lines], 'names'),
  ].join('\n');
}

function unbiasedText({ unbiased, refusedImportance }: Result): string {
  if (!unbiased) return 'no';
  return refusedImportance === 0 ? 'yes' : 'up to the budget';
}

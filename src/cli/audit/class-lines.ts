import type { Measures } from '../../ledger/audit/measures.ts';
import type { AnnotatorAgreement } from '../../ledger/audit/agreement.ts';
import type { Comparison } from '../../ledger/audit/comparison.ts';
import { SMALLEST_GROUP, type GroupQuantities } from '../../ledger/audit/groups.ts';
import type { Quantity, QuantityKind } from '../../ledger/audit/quantities.ts';
import { printable } from '../../files/printable.ts';
import { count, decimals, percent, plural, significant } from '../../numerics/display.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { SMALL_CLASS } from '../../streams/measures/class-measures.ts';
import { presentIn } from '../../numerics/present.ts';
import { estimateText, predictionsName, shareSentence } from '../../streams/measures/error-words.ts';
import { columnsText, table } from '../terminal/layout.ts';
import type { Audited } from './run.ts';

/** A sentence a class: of two the positive one alone, for the other one has the rest. */
export function shareLines({ quantities, classMeasures, error: { rows, isStopped } }: Audited): string[] {
  const shares = quantities.filter(({ name }) => name === 'share');
  return (classMeasures === undefined ? shares.slice(1) : shares).map((share) =>
    shareSentence({ ...share, name: share.class!, rows, isStopped }),
  );
}

/** Precision and recall by class; of two classes also what an error is worth where one of them is small. */
export function classLines({ quantities, measures, spec }: Audited): string[] {
  const of = (wanted: QuantityKind): Quantity[] => quantities.filter(({ name }) => name === wanted);
  const recalls = of('recall');
  return [
    spec.guess ? `of the ${predictionsName(spec)}:` : 'of the predictions made on these rows, not of the model in the end:',
    ...columnsText(
      of('precision').map((precision, k) => ({ precision, recall: recalls[k] })),
      [
        ['  class', ({ precision }) => `  ${precision.class}`],
        ['precision, of the rows predicted so', ({ precision }) => quantityText(precision)],
        ['recall, of its rows', ({ recall }) => quantityText(recall)],
      ],
    ),
    ...(measures === undefined ? [] : smallClassLines(measures)),
  ];
}

/** Of every group of rows the shares of classes, of two that of the positive one, and the error. */
export function groupLines(groups: readonly GroupQuantities[], audited: Audited): string[] {
  const { header, rows } = groupRows(groups, audited);
  const small = groups.filter(({ together }) => together.length === 0).map(groupName);
  const lines = [header, ...rows].map(([name, ...cells]) => [`  ${name}`, ...cells]);
  if (rows.length === 0) return [`by group: nothing can be said, for every group has fewer than ${SMALLEST_GROUP} rows`];
  return [
    `by group, with 95% intervals that hold for ${rows.length === 1 ? 'it' : `all ${rows.length} together`}:`,
    ...table(lines, 'names'),
    ...(small.length > 0 ? [`  left out, for they have fewer than ${SMALLEST_GROUP} rows: ${small.join(', ')}`] : []),
  ];
}

function groupName({ group }: GroupQuantities): string {
  return group === '' ? '(empty)' : printable(group, 40);
}

/** The same as a table of the groups that are told. */
export function groupRows(
  groups: readonly GroupQuantities[],
  { spec, classMeasures }: Audited,
): { readonly header: string[]; readonly rows: string[][] } {
  const shown = ({ together }: GroupQuantities): Quantity[] => [
    ...together.filter(({ name }) => name === 'share').slice(classMeasures === undefined ? 1 : 0),
    ...together.filter(({ name }) => name === 'error'),
  ];
  const told = groups.filter(({ together }) => together.length > 0);
  const head = told
    .slice(0, 1)
    .flatMap(shown)
    .map((each) => each.class ?? `error of the ${predictionsName(spec)}`);
  const rows = told.map((each) => [groupName(each), count(each.rows), count(each.labels), ...shown(each).map(quantityText)]);
  return { header: ['group', 'rows', 'labels', ...head], rows };
}

/** Which of two guesses is right more often, where that is decided, and by how much. */
export function comparisonLines({ names, rows, differing, first, second, neither, lead }: Comparison): string[] {
  const [one, other] = names.map((name) => printable(name, 40));
  const where = `${one} and ${other} differ in ${count(differing)} of ${count(rows)} rows (${percent(differing / rows)})`;
  if (lead === null) return [`${where}; which of them is right more often is not known: ${first.why}`];
  const { value, low, high } = lead;
  const [ahead, behind] = value < 0 ? [other, one] : [one, other];
  const points = (share: number): string => significant(100 * Math.abs(share), 3);
  const base = first.rows < differing ? `the ${count(first.rows)} of these rows considered` : 'all rows';
  const [near, far] = [low, high].map(Math.abs).sort((a, b) => a - b);
  return [
    where,
    `where they differ ${one} is right in ${estimateText(first)}, ${other} in ${estimateText(second)}` +
      (neither === undefined ? '' : `, neither in ${estimateText(neither)}`),
    low > 0 || high < 0
      ? `${ahead} is right more often than ${behind}: by ${points(value)} points of ${base}, 95% interval ${points(near)} to ` +
        points(far)
      : `which of them is right more often is not decided: ${one} leads by at most ${points(high)} points of ${base}, ` +
        `${other} by at most ${points(low)}`,
  ];
}

/** An estimate with its interval. */
export function quantityText({ value, low, high, quoted }: Quantity): string {
  if (!quoted) return 'unknown';
  if (value === null) return `at most ${percent(high!)}`;
  const [from, to] = [percent(low!), percent(high!)];
  return from === to ? percent(value) : `${percent(value)} (${from} to ${to})`;
}

function smallClassLines({ fScore, balancedError, smallerClass }: Measures): string[] {
  return presentIn([
    `F-score ${estimateText(fScore)}; balanced error, mean of both classes, ${estimateText(balancedError)}`,
    smallerClass !== null &&
      smallerClass < SMALL_CLASS &&
      `note: the smaller class has ${percent(smallerClass)} of the rows, by the labels bought: ` +
        'go by the balanced error and the F-score',
  ]);
}

/** How far people agree, and what of their answers was learned. */
export function agreementLines({ rows, settled, disputed, waiting, pairs, alpha }: AnnotatorAgreement): string[] {
  if (rows === 0) return ['agreement: no row was asked of several people (--overlap)'];
  const text = ({ value, low, high }: Estimate): string =>
    Number.isNaN(value) ? 'unknown' : `${decimals(value, 2)} (${decimals(low, 2)} to ${decimals(high, 2)})`;
  const measured = [...pairs, { annotators: ["all, Krippendorff's alpha"], ...alpha }];
  const counts = presentIn([
    ...Object.entries(settled).map(([name, n]) => `${count(n)} decided by ${name}`),
    disputed > 0 && `${count(disputed)} with answers that differ`,
    waiting > 0 && `${count(waiting)} with answers to come`,
  ]);
  return [
    `agreement on ${plural(rows, 'row')} that several people were asked (${counts.join(', ')}), with 95% intervals:`,
    ...columnsText(measured, [
      ['  ', ({ annotators }) => `  ${annotators.join(', ')}`],
      ['rows', ({ units }) => count(units)],
      ['agree', ({ agreed }) => text(agreed)],
      ['kappa or alpha', ({ coefficient }) => text(coefficient)],
    ]),
    '  these are rows that the rule asked about: on rows at random people may agree more often',
  ];
}

/** Which class is taken for which. */
export function confusionLines({ classMeasures, measures, quantities }: Audited): string[] {
  const names = quantities.filter(({ name }) => name === 'share').map((share) => share.class!);
  return [
    'shares of all rows, a row a true class, a column a predicted one:',
    ...table(
      [
        ['  ', ...names],
        ...(classMeasures?.confusion ?? matrixOf(measures!)).map((row, k) => [`  ${names[k]}`, ...row.map(estimateText)]),
      ],
      'names',
    ),
  ];
}

/** Of two classes, the negative one first. */
function matrixOf({ confusion }: Measures): ErrorEstimate[][] {
  const { truePositive, falsePositive, falseNegative, trueNegative } = confusion;
  return [
    [trueNegative, falsePositive],
    [falseNegative, truePositive],
  ];
}

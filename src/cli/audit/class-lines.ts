import type { Measures } from '../../ledger/audit/measures.ts';
import type { Quantity, QuantityKind } from '../../ledger/audit/quantities.ts';
import { percent } from '../../numerics/display.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { SMALL_CLASS } from '../../streams/measures/class-measures.ts';
import { shareSentence } from '../../streams/measures/share-words.ts';
import { estimateText } from '../../streams/measures/small-class.ts';
import { table } from '../terminal/layout.ts';
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
    spec.guess ? 'of the guesses:' : 'of the predictions made on these rows, not of the model in the end:',
    ...table(
      [
        ['  class', 'precision, of the rows predicted so', 'recall, of its rows'],
        ...of('precision').map((precision, k) => [`  ${precision.class}`, ...[precision, recalls[k]].map(quantityText)]),
      ],
      'names',
    ),
    ...(measures === undefined ? [] : smallClassLines(measures)),
  ];
}

function quantityText({ value, low, high, quoted }: Quantity): string {
  if (!quoted) return 'unknown';
  if (value === null) return `at most ${percent(high!)}`;
  return low === high ? percent(value) : `${percent(value)} (${percent(low!)} to ${percent(high!)})`;
}

function smallClassLines({ fScore, balancedError, smallerClass }: Measures): string[] {
  return [
    `F-score ${estimateText(fScore)}; balanced error, mean of both classes, ${estimateText(balancedError)}`,
    ...(smallerClass !== null && smallerClass < SMALL_CLASS
      ? [
          `note: the smaller class has ${percent(smallerClass)} of the rows, by the labels bought: ` +
            'go by the balanced error and the F-score',
        ]
      : []),
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

import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import type { Certification } from './certificates/certified.ts';
import type { ClassMeasures } from './class-measures.ts';
import type { Measures } from './measures.ts';

/** What a quantity is: a share of the rows considered, or of those of a class, or of those predicted as one; or the mean of numbers. */
export type QuantityKind = 'share' | 'error' | 'precision' | 'recall' | 'mean';

/** One number that the labels of a ledger tell, in shares of 1, of numbers in their own units: the list that the page of an audit begins with, and its JSON has. */
export interface Quantity {
  readonly name: QuantityKind;
  /** The class that it is about; absent of the error and of a mean. */
  readonly class?: string;
  /** null where no estimate can be made, or no such row was seen. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Bounds that hold at every look; null where nothing was certified. */
  readonly certified: readonly [low: number, high: number] | null;
  /** Whether the page states it: there is an estimate. */
  readonly quoted: boolean;
}

/** What quantities are made of. */
interface Found {
  readonly error: ErrorEstimate;
  /** Of two classes. */
  readonly measures?: Measures;
  /** Of several. */
  readonly classMeasures?: ClassMeasures;
  /** What the classes are called, the negative one of two first. */
  readonly names: readonly string[];
  readonly certified?: Certification;
}

/** Shares of the classes, the error of the predictions, precision and recall, in this order. */
export function quantitiesOf({ error, measures, classMeasures, names, certified }: Found): Quantity[] {
  const bounds = (target: 'error' | 'positives'): Quantity['certified'] => {
    if (certified === undefined || 'why' in certified) return null;
    const count = certified.counts.find((each) => each.target === target);
    return count === undefined ? null : [count.low / count.rows, count.high / count.rows];
  };
  const classes = classMeasures?.classes ?? (measures === undefined ? [] : twoClasses(measures, names));
  const isTwo = classMeasures === undefined;
  return [
    ...classes.map(({ name, share }, k) => quantity('share', name, share, isTwo && k === 1 ? bounds('positives') : null)),
    quantity('error', undefined, error, bounds('error')),
    ...classes.flatMap(({ name, precision, recall }) => [
      quantity('precision', name, precision, null),
      quantity('recall', name, recall, null),
    ]),
  ];
}

function quantity(
  name: QuantityKind,
  of: string | undefined,
  estimate: ErrorEstimate,
  certified: Quantity['certified'],
): Quantity {
  const { kind, value, middle, low, high } = estimate;
  return {
    name,
    ...(of !== undefined && { class: of }),
    ...{ value: value ?? middle ?? null, low, high, certified, quoted: kind !== 'nothing' },
  };
}

/** Two classes as several have them: what is said of the negative one mirrors the positive one. */
function twoClasses(
  { prevalence, precision, recall, negative }: Measures,
  [less, more]: readonly string[],
): ClassMeasures['classes'] {
  return [
    { name: less, share: mirrored(prevalence), ...negative },
    { name: more, share: prevalence, precision, recall },
  ];
}

/** The rows that are not in a share. */
export function mirrored(share: ErrorEstimate): ErrorEstimate {
  const rest = (x: number | null): number | null => (x === null ? null : 1 - x);
  const { value, middle, low, high } = share;
  return {
    ...share,
    ...{ value: rest(value), low: rest(high), high: rest(low) },
    ...(middle !== undefined && { middle: 1 - middle }),
  };
}

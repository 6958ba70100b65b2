import { count, decimals, plural, significant } from '../../numerics/display.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import type { NumberRange } from '../../streams/judge.ts';
import { FEWEST, isSaid } from '../../streams/measures/error-words.ts';
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

/** The mean of the numbers of the rows considered, in their own units, and what it stands on. */
export interface Mean extends Quantity, Pick<ErrorEstimate, 'kind' | 'unanswered' | 'isStopped'> {
  /** Rows that it is about, or their importance where they have some. */
  readonly rows: number;
  readonly labels: number;
}

/** A mean in shares of a range, in its units. */
export function meanOf(
  [low, high]: NumberRange,
  estimate: ErrorEstimate & { readonly labels: number },
  certified: Quantity['certified'] | undefined,
): Mean {
  const inUnits = (share: number): number => low + share * (high - low);
  const { kind, rows, labels, unanswered, isStopped } = estimate;
  const quoted = isSaid(estimate) || kind === 'counted';
  const said = quantity('mean', undefined, estimate, null);
  const told = (share: number | null): number | null => (quoted && share !== null ? inUnits(share) : null);
  return {
    ...{ name: 'mean', kind, value: told(said.value), low: told(said.low), high: told(said.high) },
    certified: certified ? [inUnits(certified[0]), inUnits(certified[1])] : null,
    ...{ quoted, rows, labels, unanswered, isStopped },
  };
}

/** What programs are told of a mean. */
export function meanFields({ value, low, high, certified }: Mean) {
  return { value, low, high, certified: certified && ([...certified] as [number, number]) };
}

/**
 * A mean in words: the same on every screen, in every summary and in the audit. As many decimals as the interval is exact to.
 *
 * @example
 * const scope = { name: 'mean', kind: 'point', quoted: true, rows: 500, labels: 60, unanswered: 0, isStopped: false };
 * meanText({ ...scope, value: 6.312, low: 6.12, high: 6.5, certified: [5.8, 6.83] }) // => 'mean of the numbers: estimated 6.31, 95% interval 6.12 to 6.50 (approximate); certified with 95% confidence, at any look: 5.80 to 6.83'
 */
export function meanText({ kind, quoted, value, low, high, certified, rows, labels, unanswered, isStopped }: Mean): string {
  const isCounted = kind === 'counted';
  const [from, to] = quoted ? [low!, high!] : (certified ?? [0, 1]);
  let digits = 0;
  for (let half = (to - from) / 2; half > 0 && half < 10 && digits < 12; half *= 10) digits++;
  const text = (x: number): string => (to > from ? decimals(x, digits) : significant(x, 6));
  const interval = (): string => `estimated ${text(value!)}, 95% interval ${text(low!)} to ${text(high!)} (approximate)`;
  return [
    `mean of the numbers: ${
      isCounted
        ? `${text(value!)}, counted on ${plural(rows, 'row')}: every number was asked for`
        : quoted
          ? interval()
          : `no estimate (${plural(labels, 'number')}; an interval takes ${FEWEST})`
    }`,
    ...(unanswered > 0 ? [`${count(unanswered)} bought without an answer, from one end of the range to the other`] : []),
    ...(certified === null || isCounted
      ? []
      : [`certified with 95% confidence, at any look: ${text(certified[0])} to ${text(certified[1])}`]),
    ...(isStopped ? [`on the first ${count(rows)} rows, as far as the budget went`] : []),
  ].join('; ');
}

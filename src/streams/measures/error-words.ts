import { count, percent, plural, significant } from '../../numerics/display.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { labelsAtRandom, wilsonOfPool } from '../../statistics/intervals/wilson-interval.ts';
import type { FreshEstimate } from '../fresh.ts';
import { SMALL_CLASS, type ByClass } from './class-measures.ts';

/** Labels from which on an error is said in percent, and a mean in numbers. */
export const FEWEST = 20;

/** Whether there is an estimate, on labels enough to say it in percent. */
export function isSaid(estimate: ErrorEstimate): boolean {
  return estimate.kind !== 'nothing' && labelsOf(estimate) >= FEWEST;
}

/** Labels that it stands on; Infinity where they are not counted. */
function labelsOf({ kind, rows, labels = kind === 'counted' ? rows : Infinity }: ErrorEstimate): number {
  return labels;
}

/** Whose errors they are: what learned on the way, or what came with the rows. */
export function predictionsName({ guess, scores }: { readonly guess?: true; readonly scores?: string }): string {
  if (scores !== undefined) return 'scores, each row by those before its label';
  return guess ? 'guesses' : 'predictions';
}

/**
 * An error estimate in words, to be said after "error of the predictions: ": the same on every screen, in every summary and in
 * the audit.
 *
 * @example
 * const estimate = { kind: 'at most', value: null, low: 0, high: 0.0384, why: null, rows: 100, isStopped: false, unanswered: 0 };
 * errorWords(estimate) // => 'at most 3.84%, with 95% confidence; no mistake was seen'
 */
export function errorWords(estimate: ErrorEstimate): string {
  const { kind, value, low, high, why, rows, isStopped, unanswered } = estimate;
  if (kind !== 'nothing' && !isSaid(estimate))
    return `no estimate (${plural(labelsOf(estimate), 'label')}; a percentage takes ${FEWEST})`;
  const interval = `${percent(low!)} to ${percent(high!)}`;
  const doubt = unanswered === 0 ? '' : `; ${count(unanswered)} bought without an answer`;
  const scope = isStopped ? `; on the first ${count(rows)} rows, as far as the budget went` : '';
  // A range that has come down to a number: whatever p was, every row so far was bought.
  if (kind === 'counted' || (kind === 'range' && low === high))
    return `${percent(low!)}, counted on ${plural(rows, 'row')}: every label was bought${scope}`;
  switch (kind) {
    case 'point':
      return `estimated ${percent(value!)}, 95% interval ${interval}${scope}`;
    case 'range':
      return `between ${percent(low!)} and ${percent(high!)}, with 95% confidence${doubt}${scope}`;
    case 'at most':
      return `at most ${percent(high!)}, with 95% confidence; no mistake was seen${doubt}${scope}`;
    case 'nothing':
      return `no estimate (${why!})`;
  }
}

/** The same for programs: shares in [0, 1], null for what is not to be said, and the words. */
export function estimateFields(estimate: ErrorEstimate) {
  const { value, low, high } = estimate;
  return { errorEstimate: value, errorLow: low, errorHigh: high, errorText: errorWords(estimate) };
}

/** What the labels bought say of the model that learned them. */
export function modelText({ errorText, errorLow }: Pick<ReturnType<typeof estimateFields>, 'errorText' | 'errorLow'>): string {
  const how = errorLow === null ? '' : '; approximate and rather too high, by cross-validation on the labels bought';
  return `error of the model in the end on new rows: ${errorText}${how}`;
}

/** What fresh labels say of the model in the end: its error, and what it is worth where one class is small. */
export function finalText({ labels, estimate, classes }: FreshEstimate): string {
  const said = [errorWords(estimate), ...(isSaid(estimate) ? smallClassText(classes, estimateText) : [])];
  return (
    `error of the model in the end on the ${count(estimate.rows)} rows it did not learn, by ${plural(labels, 'fresh label')}: ` +
    said.join('; ')
  );
}

/**
 * What stands beside an error wherever one is shown: where the smaller class has less than 20% of the rows, always saying the larger one
 * would have a small error too. One line, or none.
 *
 * @example
 * const small = { smallerClass: 0.1, balancedError: 0.5, fScore: 0.2 };
 * smallClassText(small, String) // => ['the smaller class has 10.00% of the rows: balanced error 0.5, F-score 0.2']
 * smallClassText({ ...small, smallerClass: 0.4 }, String) // => []
 */
export function smallClassText<Share>(
  { smallerClass, balancedError, fScore }: ByClass<Share>,
  words: (share: Share) => string,
): string[] {
  if (!(smallerClass < SMALL_CLASS)) return [];
  return [
    `the smaller class has ${percent(smallerClass)} of the rows: balanced error ${words(balancedError)}, F-score ` +
      words(fScore),
  ];
}

/** A share that is known, in words. */
export function shareText(share: number | null): string {
  return share === null ? 'unknown' : percent(share);
}

/** An estimated share with its 95% interval: "12.3% (10.1% to 15.2%)", "10.1% to 25.2%", "at most 3.4%", "unknown". */
export function estimateText({ kind, value, low, high }: ErrorEstimate): string {
  switch (kind) {
    case 'counted':
      return percent(value!);
    case 'point':
      return `${percent(value!)} (${percent(low!)} to ${percent(high!)})`;
    case 'range':
      return `${percent(low!)} to ${percent(high!)}`;
    case 'at most':
      return `at most ${percent(high!)}`;
    case 'nothing':
      return 'unknown';
  }
}

/** The share of a class: no value where no such row was seen. */
export interface ShareOfClass extends Pick<ErrorEstimate, 'value' | 'low' | 'high'> {
  readonly name: string;
  /** The rows that it is a share of. */
  readonly rows: number;
  /** Whether a budget ended before the others. */
  readonly isStopped: boolean;
}

/**
 * The share of a class in a sentence. The interval is said by its ends: it need not have the share in its middle.
 *
 * @example
 * shareSentence({ name: 'spam', value: 0.31, low: 0.27, high: 0.36, rows: 500, isStopped: false }) // => "31.00% of the rows are 'spam'; between 27.00% and 36.00%, with 95% confidence"
 */
export function shareSentence({ name, value, low, high, rows, isStopped }: ShareOfClass): string {
  const of = `of the ${isStopped ? `first ${count(rows)} ` : ''}rows are '${name}'`;
  if (value === null) return `at most ${percent(high!)} ${of}, with 95% confidence`;
  const are = `${percent(value)} ${of}`;
  return low === high ? are : `${are}; between ${percent(low!)} and ${percent(high!)}, with 95% confidence`;
}

/**
 * What as many labels drawn at random would have given, in a sentence: of the share whose interval they would leave widest. None where
 * all rows have labels.
 *
 * @example
 * const spam = { name: 'spam', value: 0.3, low: 0.27, high: 0.36, rows: 4000, isStopped: false };
 * randomSentence([spam], 200) // => ["with as many labels drawn at random, the share of 'spam' would be known give or take about 6.1 points; these labels tell as much as about 373 random ones"]
 */
export function randomSentence(shares: readonly ShareOfClass[], labels: number): string[] {
  const halves = shares.flatMap((share) => {
    const { name, value, rows } = share;
    if (value === null || labels === 0) return [];
    const { low, high } = wilsonOfPool(value, Math.min(labels, rows), rows, 0.95);
    return [{ name, half: 50 * (high - low), asMuch: labelsAtRandom(share, labels, rows) }];
  });
  const widest = Math.max(0, ...halves.map(({ half }) => half));
  const found = halves.find(({ half }) => half === widest && half > 0);
  if (found === undefined) return [];
  const { name, half, asMuch } = found;
  return [
    `with as many labels drawn at random, the share of '${name}' would be known give or take about ${significant(half, 2)} points; ` +
      `these labels tell as much as about ${count(Math.round(asMuch))} random ones`,
  ];
}

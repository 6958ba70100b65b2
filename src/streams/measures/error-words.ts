import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { count, percent, plural } from '../../numerics/display.ts';
import type { FreshEstimate } from '../fresh.ts';
import { estimateText, smallClassText } from './small-class.ts';

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
  switch (kind) {
    case 'counted':
      return `${percent(value!)}, counted on ${plural(rows, 'row')}: every label was bought${scope}`;
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

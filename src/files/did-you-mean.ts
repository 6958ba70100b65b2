import { closest, distance } from 'fastest-levenshtein';

/** Letters from which on the beginning of a name stands for it. */
const BEGINNING = 3;

/**
 * The end of an error message about a name: `, did you mean 'x'?` when a legal name begins with it or is near, else nothing.
 *
 * @example
 * didYouMean('--label', ['--level', '--label-column']) // => ", did you mean '--label-column'?"
 * didYouMean('--error', ['--floor']) // => ''
 */
export function didYouMean(found: string, legal: readonly string[]): string {
  if (legal.length === 0) return '';
  const letters = found.replace(/^-+/, '').length;
  const begun = letters < BEGINNING ? [] : legal.filter((name) => name.startsWith(found));
  if (begun.length > 0) return `, did you mean '${closest(found, begun)}'?`;
  const nearest = closest(found, legal);
  return distance(found, nearest) <= Math.ceil(letters / 3) ? `, did you mean '${nearest}'?` : '';
}

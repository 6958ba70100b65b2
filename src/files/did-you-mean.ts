import { closest, distance } from 'fastest-levenshtein';

/** Letters from which on the beginning of a name stands for it. */
const BEGINNING = 3;

/**
 * The end of an error message about a name: `, did you mean 'x'?` when a legal name begins with it, ends with it as a word, or is near, else nothing.
 *
 * @example
 * didYouMean('--label', ['--level', '--label-column']) // => ", did you mean '--label-column'?"
 * didYouMean('--confidence', ['--guess-confidence', '--level']) // => ", did you mean '--guess-confidence'?"
 * didYouMean('--error', ['--floor']) // => ''
 */
export function didYouMean(found: string, legal: readonly string[]): string {
  if (legal.length === 0) return '';
  const bare = found.replace(/^-+/, '');
  const begun = bare.length < BEGINNING ? [] : legal.filter((name) => name.startsWith(found));
  if (begun.length > 0) return `, did you mean '${closest(found, begun)}'?`;
  const ended = bare.length < BEGINNING ? [] : legal.filter((name) => name.endsWith(`-${bare}`));
  if (ended.length > 0) return `, did you mean '${ended.join("' or '")}'?`;
  const nearest = closest(found, legal);
  return distance(found, nearest) <= Math.ceil(bare.length / 3) ? `, did you mean '${nearest}'?` : '';
}

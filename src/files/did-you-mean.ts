import { closest, distance } from 'fastest-levenshtein';

/** The end of an error message about a name: `, did you mean 'x'?` when a legal name is near, else nothing. */
export function didYouMean(found: string, legal: readonly string[]): string {
  if (legal.length === 0) return '';
  const nearest = closest(found, legal);
  return distance(found, nearest) <= Math.ceil(found.length / 3) ? `, did you mean '${nearest}'?` : '';
}

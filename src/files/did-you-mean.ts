import { createRequire } from 'node:module';
import type * as levenshtein from 'fastest-levenshtein';

const require = createRequire(import.meta.url);

/** The end of an error message about a name: `, did you mean 'x'?` when a legal name is near, else nothing. */
export function didYouMean(found: string, legal: readonly string[]): string {
  if (legal.length === 0) return '';
  // Loaded with the first misspelt name: most programs meet none.
  const { closest, distance } = require('fastest-levenshtein') as typeof levenshtein;
  const nearest = closest(found, legal);
  return distance(found, nearest) <= Math.ceil(found.length / 3) ? `, did you mean '${nearest}'?` : '';
}

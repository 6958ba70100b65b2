import { FIRST_WORD, idfOf, wordFeatures, type Vectorizer } from '../../text/vectorizer.ts';
import type { FeatureSpace } from '../models/feature-space.ts';

/** The words that move predictions of a class most: towards it, and of several classes away from it. */
export interface Telling {
  readonly class: string;
  readonly for: readonly string[];
  readonly against?: readonly string[];
}

/** Words that are listed of a kind. */
const MOST = 12;
/** Words of a larger share of the documents are left out: they tell how documents are written, not what they are about. */
const COMMON = 0.5;

/**
 * The words of each class that matter most in the documents that the model's words come from: by weight times spread. A word in df of N
 * documents is a feature of some idf in a share q = df/N of them, and of 0 in the others, a spread of
 *
 *   idf sqrt(q (1 - q))
 *
 * up to the length of the documents: so no word of a single document leads.
 *
 * `members`: the weights of each class; of two classes those of the second, which speak for the first where they are below 0. Nothing is
 * told where words are hashed or have no idf.
 */
export function tellingWords(space: FeatureSpace, classes: readonly string[], members: readonly Float64Array[]): Telling[] {
  if (space.kind !== 'words') return [];
  const { vectorizer } = space;
  const { words = [] } = vectorizer;
  if (words.length === 0 || vectorizer.frequencies.length !== words.length) return [];
  const spreads = spreadsOf(vectorizer);
  const leading = (weights: Float64Array, sign: 1 | -1): string[] => {
    const effect = (f: number): number => sign * (weights[FIRST_WORD + f] ?? 0) * spreads[f];
    return words
      .map((_, f) => f)
      .filter((f) => effect(f) > 0)
      .sort((a, b) => effect(b) - effect(a))
      .slice(0, MOST)
      .map((f) => words[f]);
  };
  if (members.length === 1) return classes.map((name, k) => ({ class: name, for: leading(members[0], k === 1 ? 1 : -1) }));
  return members.map((weights, k) => ({ class: classes[k], for: leading(weights, 1), against: leading(weights, -1) }));
}

function spreadsOf(vectorizer: Vectorizer): Float64Array {
  const { documents, frequencies } = vectorizer;
  return Float64Array.from({ length: wordFeatures(vectorizer) }, (_, f) => {
    const share = frequencies[f] / documents;
    return share > COMMON ? 0 : idfOf(documents, frequencies[f]) * Math.sqrt(share * (1 - share));
  });
}

/** Made for the first text: the language services of the engine take long to start. */
let segmenter: Intl.Segmenter | undefined;

/**
 * The letters of a text as people see them: each keeps its accents, and an emoji is one.
 *
 * @example
 * lettersOf('e\u0301a') // => ['e\u0301', 'a']
 */
export function lettersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

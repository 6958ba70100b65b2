/** What the claims about the time of an active pass have in common. */

/** In a sentence: what was tried to make an active pass cost no more than a passive one with this loss. */
export function triedForTime(loss: string): string {
  const skipped =
    loss === 'hinge'
      ? ', and a passive pass with hinge loss skips the update of every row beyond the margin by itself, so that there is less to save: not even loops fused by hand cost the same (npm run bench -- passes)'
      : '';
  return `The margin of the decision is used again for the update, and no slope is computed that its step does not need; coin, flip weight and rule are still paid for on every row${skipped}.`;
}

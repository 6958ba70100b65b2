/** How many of the pairs were won, tied and lost. */
export interface WinTieLoss {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/**
 * Wins, ties and losses of one method against another over paired results, the smaller being the better (errors, labels).
 *
 * A win is a result smaller by more than the margin. A run that diverged (Infinity) loses against any that did not.
 *
 * @throws RangeError for lists of unequal length, a NaN, a margin that is negative.
 *
 * @example
 * winTieLoss([0.1, 0.2, Infinity], [0.2, 0.201, 0.3], 0.01) // => { wins: 1, ties: 1, losses: 1 }
 */
export function winTieLoss(first: readonly number[], second: readonly number[], margin: number): WinTieLoss {
  if (!(margin >= 0)) throw new RangeError(`a margin is a number >= 0, found ${margin}`);
  if (first.length !== second.length)
    throw new RangeError(`pairs need lists of one length, found ${first.length} and ${second.length}`);
  const stray = [...first, ...second].findIndex(Number.isNaN);
  if (stray >= 0)
    throw new RangeError(`result ${stray % first.length} is NaN; a run that failed needs a value, perhaps Infinity`);
  const wins = first.filter((x, i) => x < second[i] - margin).length;
  const losses = first.filter((x, i) => second[i] < x - margin).length;
  return { wins, ties: first.length - wins - losses, losses };
}

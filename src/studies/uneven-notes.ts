import { percent } from '../numerics/display.ts';
import type { Split } from '../rows/selection/split.ts';
import { smallerClass } from '../rows/smaller-class.ts';
import { SMALL_CLASS } from '../streams/measures/class-measures.ts';

/**
 * What every report says of sets of two classes, one of which is small: errors of its tables and figures are to be read beside that of
 * always saying the larger class. A line a set, in their order; of labels other than -1 and 1 there is nothing to say.
 */
export function unevenNotes(splits: ReadonlyMap<string, Split>): string[] {
  return [...splits].flatMap(([name, { train }]) => {
    const { labels, importances } = train;
    if (!labels.every((y) => Math.abs(y) === 1)) return [];
    const share = smallerClass(labels, 0, importances);
    return share < SMALL_CLASS ? [`${name}: who always says the larger class is wrong on ${percent(share)} of the rows.`] : [];
  });
}

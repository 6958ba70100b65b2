/** How large a figure's writing is on paper. */
import type { Composition } from '../../../src/figures/layout/composition.ts';
import type { Figure } from '../../../src/figures/model/figure.ts';

/**
 * Points (1/72 inch) of the labels of ticks in a figure as wide as the text, 165 mm, or small multiples as wide as a column, 85
 * mm.
 */
export function pointsInPrint({ format }: Figure, { width, format: { font } }: Composition): number {
  const millimetres = format === 'small multiples' ? 85 : 165;
  return (font.tick * (millimetres / 25.4) * 72) / width;
}

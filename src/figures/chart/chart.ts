import type { Figure } from '../model/figure.ts';

/**
 * Draws a figure as a PNG: panels in rows and columns on white, one legend below them. Equal figures give equal bytes.
 *
 * @throws RangeError where there is no panel, an axis contradicts itself or a point has no place.
 */
export async function renderFigure(figure: Figure): Promise<Buffer> {
  // Loaded with the first figure: most programs that import iwal draw none.
  const { drawFigure } = await import('./draw-figure.ts');
  return drawFigure(figure);
}

/**
 * Draws the same figure as an SVG, letters as outlines, so that it looks alike on every machine and in print. Its width and height
 * are in CSS pixels. Equal figures give equal text.
 *
 * @throws RangeError as renderFigure.
 */
export async function renderVectorFigure(figure: Figure): Promise<string> {
  const { drawVectorFigure } = await import('./draw-figure.ts');
  return drawVectorFigure(figure);
}

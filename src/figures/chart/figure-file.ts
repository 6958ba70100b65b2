import type { Figure } from '../model/figure.ts';
import { figureData } from '../model/figure-data.ts';
import { renderFigure, renderVectorFigure } from './chart.ts';

/** A figure as it may be written: pixels, vectors, numbers. */
const FORMATS = { '.png': renderFigure, '.svg': renderVectorFigure, '.csv': figureData } as const;

/** The ending of a figure's file, which decides its format. */
export type FigureEnding = keyof typeof FORMATS;

/** The endings of files that hold a figure. */
export const FIGURE_ENDINGS = Object.keys(FORMATS) as FigureEnding[];

/** The content of a file of this name that holds the figure; the name ends as one of FIGURE_ENDINGS. */
export async function figureFile(figure: Figure, name: string): Promise<string | Uint8Array> {
  const ending = FIGURE_ENDINGS.find((each) => name.endsWith(each));
  if (ending === undefined) throw new RangeError(`a figure is written as ${FIGURE_ENDINGS.join(', ')}; found '${name}'`);
  return FORMATS[ending](figure);
}

import type { Drawing, PanelContext } from '../model/drawing.ts';
import type { Figure, Panel } from '../model/figure.ts';
import { type Style, styleOf, stylesFor } from '../model/styles.ts';
import { drawBars } from '../panels/bars.ts';
import { drawCurves, drawPaths, drawScatter } from '../panels/curves.ts';
import { drawForest } from '../panels/forest.ts';
import { drawPlane } from '../panels/plane.ts';
import { endLabels, type EndLabels, NO_END_LABELS, ways } from './end-labels.ts';
import { type PlacedReference, placedReferences } from './references.ts';
import { type Format, type Lettering, LINE_HEIGHT, type Ruler, wrappedText } from './sizes.ts';

/** How far a title may reach over its plot, in gaps. */
const OVERHANG = 2;

/** A panel ready to be drawn by any means: its marks, what is written around it, and where its references have their labels. */
export interface PreparedPanel {
  readonly drawing: Drawing;
  readonly lettering: Lettering;
  readonly references: readonly PlacedReference[];
  /** The names that its lines lead to. */
  readonly ends: EndLabels;
}

/** Throws RangeError where there is no panel, or several with names at the ends, an axis contradicts itself or a point has no place. */
export function preparedPanels(
  { panels, legend }: Pick<Figure, 'panels' | 'legend'>,
  format: Format,
  ruler: Ruler,
): PreparedPanel[] {
  if (panels.length === 0) throw new RangeError('a figure needs at least one panel');
  const isNamedAtEnds = legend === 'at the ends';
  if (isNamedAtEnds && panels.length > 1)
    throw new RangeError(`lines are named at their ends in a figure of one panel, found ${panels.length}`);
  const chosen = stylesFor(panels);
  const { font, plot, grain } = format;
  const context: PanelContext = {
    look: (label): Style => styleOf(chosen.get(label)!),
    measure: ruler(font.tick, 'normal'),
    lineHeight: font.tick * LINE_HEIGHT,
    size: plot,
    grain,
  };
  return panels.map((panel, i) => {
    const drawing = drawPanel(panel, context);
    const ends = isNamedAtEnds ? endLabels(drawing, font.legend, ruler(font.legend, 'normal')) : NO_END_LABELS;
    const references = panel.kind === 'forest' ? [] : (panel.references ?? []);
    const title = panels.length > 1 && format.axes === 'of each panel' ? `(${letterOf(i)}) ${panel.title}` : panel.title;
    return {
      drawing,
      lettering: {
        title: wrappedText(title, drawing.size.width + OVERHANG * format.gap, ruler(font.title, 'bold')),
        x: wrappedText(drawing.x.label, drawing.size.width, ruler(font.axis, 'normal')),
        y: wrappedText(drawing.y.label, drawing.size.height, ruler(font.axis, 'normal')),
        labelled: ['x', 'y'],
      },
      references: placedReferences(references, drawing, font.reference, ruler(font.reference, 'normal'), ways(ends)),
      ends,
    };
  });
}

/** a … z, then aa, ab, … */
function letterOf(i: number): string {
  return `${i < 26 ? '' : letterOf(Math.floor(i / 26) - 1)}${String.fromCharCode(97 + (i % 26))}`;
}

/**
 * The axes and marks of a panel, by its kind.
 */
export function drawPanel(panel: Panel, context: PanelContext): Drawing {
  switch (panel.kind) {
    case 'curves':
      return drawCurves(panel, context);
    case 'paths':
      return drawPaths(panel, context);
    case 'scatter':
      return drawScatter(panel, context);
    case 'bars':
      return drawBars(panel, context);
    case 'forest':
      return drawForest(panel, context);
    case 'plane':
      return drawPlane(panel, context);
  }
}

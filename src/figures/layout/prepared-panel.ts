import type { Drawing, PanelContext } from '../model/drawing.ts';
import type { Figure } from '../model/figure.ts';
import { LINE_HEIGHT, wrappedText, type Format, type Lettering, type Ruler } from './sizes.ts';
import { drawPanel } from '../panels/kinds.ts';
import { endLabels, NO_END_LABELS, ways, type EndLabels } from './end-labels.ts';
import { placedReferences, type PlacedReference } from './references.ts';
import { styleOf, stylesFor, type Style } from '../model/styles.ts';

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

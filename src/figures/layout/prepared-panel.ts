import type { Drawing, PanelContext } from '../model/drawing.ts';
import type { Panel } from '../model/figure.ts';
import { LINE_HEIGHT, wrappedText, type Format, type Lettering, type Ruler } from './sizes.ts';
import { drawPanel } from '../panels/kinds.ts';
import { placedReferences, type PlacedReference } from './references.ts';
import { styleOf, stylesFor, type Style } from '../model/styles.ts';

/** How far a title may reach over its plot, in gaps. */
const OVERHANG = 2;

/** A panel ready to be drawn by any means: its marks, what is written around it, and where its references have their labels. */
export interface PreparedPanel {
  readonly drawing: Drawing;
  readonly lettering: Lettering;
  readonly references: readonly PlacedReference[];
}

/** Throws RangeError where there is no panel, an axis contradicts itself or a point has no place. */
export function preparedPanels(panels: readonly Panel[], format: Format, ruler: Ruler): PreparedPanel[] {
  if (panels.length === 0) throw new RangeError('a figure needs at least one panel');
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
      references: placedReferences(references, drawing, font.reference, ruler(font.reference, 'normal')),
    };
  });
}

/** a … z, then aa, ab, … */
function letterOf(i: number): string {
  return `${i < 26 ? '' : letterOf(Math.floor(i / 26) - 1)}${String.fromCharCode(97 + (i % 26))}`;
}

/** The kinds of panel, one line each. */
import { drawBars } from './bar-panel.ts';
import { drawCurves } from './curve-panel.ts';
import type { Drawing, StyleBook } from './drawing.ts';
import type { Panel } from './figure.ts';
import { drawScatter } from './scatter-panel.ts';
import type { Measure } from './text.ts';

/** The marks of a panel; `measure` gives the width of a tick's label. */
export function drawPanel(panel: Panel, look: StyleBook, measure: Measure): Drawing {
  switch (panel.kind) {
    case 'curves': return drawCurves(panel, look);
    case 'scatter': return drawScatter(panel, look);
    case 'bars': return drawBars(panel, look, measure);
  }
}

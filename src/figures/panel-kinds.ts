/** The kinds of panel, one line each. */
import { drawBars } from './bar-panel.ts';
import { drawCurves } from './curve-panel.ts';
import type { Drawing, Easel } from './drawing.ts';
import type { Panel } from './figure.ts';
import { drawForest } from './forest-panel.ts';
import { drawPaths } from './path-panel.ts';
import { drawPlane } from './plane-panel.ts';
import { drawScatter } from './scatter-panel.ts';

/** The axes and marks of a panel. */
export function drawPanel(panel: Panel, easel: Easel): Drawing {
  switch (panel.kind) {
    case 'curves': return drawCurves(panel, easel);
    case 'paths': return drawPaths(panel, easel);
    case 'scatter': return drawScatter(panel, easel);
    case 'bars': return drawBars(panel, easel);
    case 'forest': return drawForest(panel, easel);
    case 'plane': return drawPlane(panel, easel);
  }
}

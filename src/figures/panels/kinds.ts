import { drawBars } from './bars.ts';
import { drawCurves } from './curves.ts';
import type { Drawing, PanelContext } from '../model/drawing.ts';
import type { Panel } from '../model/figure.ts';
import { drawForest } from './forest.ts';
import { drawPaths } from './path.ts';
import { drawPlane } from './plane.ts';
import { drawScatter } from './scatter.ts';

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

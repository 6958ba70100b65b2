import { drawBars } from './bars.ts';
import { drawCurves } from './curves.ts';
import type { Drawing, Easel } from '../model/drawing.ts';
import type { Panel } from '../model/figure.ts';
import { drawForest } from './forest.ts';
import { drawPaths } from './path.ts';
import { drawPlane } from './plane.ts';
import { drawScatter } from './scatter.ts';

/**
 * The axes and marks of a panel, by its kind.
 */
export function drawPanel(panel: Panel, easel: Easel): Drawing {
  switch (panel.kind) {
    case 'curves':
      return drawCurves(panel, easel);
    case 'paths':
      return drawPaths(panel, easel);
    case 'scatter':
      return drawScatter(panel, easel);
    case 'bars':
      return drawBars(panel, easel);
    case 'forest':
      return drawForest(panel, easel);
    case 'plane':
      return drawPlane(panel, easel);
  }
}

import { openStudio, type Pen } from './canvas.ts';
import { compose } from '../layout/composition.ts';
import type { Figure } from '../model/figure.ts';
import { FONT_FAMILY, LINE_HEIGHT, TITLE_GAP, textHeight } from '../layout/sizes.ts';
import { drawLegend } from '../layout/legend.ts';
import { chartOf } from './panel-chart.ts';
import { INK } from '../model/styles.ts';

/** What `renderFigure` (chart.ts) does once the drawing is loaded. */
export async function drawFigure(figure: Figure): Promise<Buffer> {
  const studio = await openStudio();
  const composition = compose(figure, studio.ruler);
  const { width, height, panels, margins, heading, shared, middle, legend, format } = composition;
  const canvas = studio.createCanvas(format.pixelRatio * width, format.pixelRatio * height);
  const pen = canvas.getContext('2d');
  pen.scale(format.pixelRatio, format.pixelRatio);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, width, height);
  write(heading, pen, 'bold', width / 2, composition.headingTop, format.font.figure);
  const images = await studio.renderCharts(
    panels.map((panel) => ({
      chart: chartOf(panel, margins, format),
      width: margins.left + panel.drawing.size.width + margins.right,
      height: margins.top + panel.drawing.size.height + margins.bottom,
    })),
  );
  images.forEach((image, i) => {
    const { left, top, lettering, drawing } = panels[i];
    pen.drawImage(
      image,
      left - margins.left,
      top - margins.top,
      image.width / format.pixelRatio,
      image.height / format.pixelRatio,
    );
    const titleTop = top - TITLE_GAP - textHeight(lettering.title, format.font.title);
    write(lettering.title, pen, 'bold', left + drawing.size.width / 2, titleTop, format.font.title);
  });
  write(shared.x, pen, 'normal', middle.x, shared.xTop, format.font.axis);
  pen.save();
  pen.translate(shared.yLeft, middle.y);
  pen.rotate(-Math.PI / 2);
  write(shared.y, pen, 'normal', 0, 0, format.font.axis);
  pen.restore();
  drawLegend(legend, pen, studio.drawMarker, width, composition.legendTop);
  return canvas.toBuffer('image/png');
}

/** Lines around a middle, from the top down. */
function write(lines: readonly string[], pen: Pen, weight: string, middle: number, top: number, size: number): void {
  pen.font = `${weight} ${size}px "${FONT_FAMILY}"`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = INK;
  lines.forEach((line, i) => {
    pen.fillText(line, middle, top + (i + 0.5) * size * LINE_HEIGHT);
  });
}

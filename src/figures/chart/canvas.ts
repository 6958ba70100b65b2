import { createRequire } from 'node:module';
import type { CanvasRenderingContext2D, PDFDocument } from '@napi-rs/canvas/node-canvas.js';
import type { ChartConfiguration } from 'chart.js';
import type { ChartCallback } from 'chartjs-node-canvas';
import { native } from '../../files/modules.ts';
import type { Size, Spot } from '../model/drawing.ts';
import { FONT_FAMILY, type Ruler } from '../layout/sizes.ts';
import type { Style } from '../model/figure.ts';

/** What draws on a canvas. */
export type Pen = CanvasRenderingContext2D;

/** A filled and stroked marker at a place, in the pen's current colours. */
export type DrawMarker = (pen: Pen, marker: Pick<Style, 'marker' | 'rotation'>, radius: number, x: number, y: number) => void;

/** A chart with its size in pixels. */
export interface SizedChart extends Size {
  readonly chart: ChartConfiguration<'line', Spot[]>;
}

/** Canvases to draw on; loaded when the first figure is drawn. */
export type Studio = Awaited<ReturnType<typeof open>>;

let opened: Promise<Studio> | undefined;

/**
 * The drawing libraries, loaded when the first figure is drawn: whoever draws none does not wait for them.
 *
 * chartjs-node-canvas takes its plugins by name: it loads a Chart.js of its own, and a plugin imported here would not belong to
 * it. The package `canvas` that it asks for is vendor/canvas, another name of the one that is loaded here.
 */
export function openStudio(): Promise<Studio> {
  opened ??= open();
  return opened;
}

async function open() {
  const [
    { ChartJSNodeCanvas },
    { createCanvas: createImage, PDFDocument, SvgExportFlag },
    { createCanvas, loadImage, registerFont },
    { drawPoint },
  ] = await native(
    '@napi-rs/canvas',
    () =>
      Promise.all([
        import('chartjs-node-canvas'),
        import('@napi-rs/canvas'),
        import('@napi-rs/canvas/node-canvas.js'),
        import('chart.js/helpers'),
      ]),
    'a figure',
    'install iwal again with its optional packages, or take its numbers, in a file that ends in .csv',
  );
  const plugins = { modern: ['chartjs-plugin-annotation'] };
  /** By their sizes: each loads a Chart.js of its own, which takes longer than a chart. */
  const renderers = new Map<string, InstanceType<typeof ChartJSNodeCanvas>>();
  let Chart!: Parameters<ChartCallback>[0];
  const rendererOf = ({ width, height }: Size): InstanceType<typeof ChartJSNodeCanvas> => {
    const size = `${width} x ${height}`;
    const chartCallback: ChartCallback = (loaded) => void (Chart = loaded);
    const renderer = renderers.get(size) ?? new ChartJSNodeCanvas({ width, height, plugins, chartCallback });
    renderers.set(size, renderer);
    return renderer;
  };
  const { resolve } = createRequire(import.meta.url);
  registerFont(resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'), { family: FONT_FAMILY });
  registerFont(resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'), { family: FONT_FAMILY, weight: 'bold' });
  return {
    createCanvas,
    /** What is drawn on it becomes vectors, letters their outlines. */
    createVectorCanvas: (width: number, height: number) => createImage(width, height, SvgExportFlag.ConvertTextToPaths),
    /** In points. */
    createPage: (width: number, height: number) => pageOf(new PDFDocument(), width, height),
    ruler: rulerOf(createCanvas(1, 1).getContext('2d')),
    /** Each chart in its size in CSS pixels. */
    renderCharts: (charts: readonly SizedChart[]) =>
      Promise.all(charts.map(async ({ chart, ...size }) => loadImage(await rendererOf(size).renderToBuffer(chart)))),
    /** Draws a chart from where the pen's origin is, as what its canvas holds: vectors or text. */
    drawChart: (pen: Pen, { chart, ...size }: SizedChart) => {
      // Of any size: it brings a Chart.js.
      rendererOf({ width: 1, height: 1 });
      const canvas = { ...size, style: {}, getContext: () => pen };
      // Chart.js takes a canvas for its own, which it scales and wipes; on this one there is more, and it stays as it is.
      const ignore = (): void => undefined;
      Object.assign(pen, { canvas, setTransform: ignore, clearRect: ignore });
      new Chart(pen, { ...chart, options: { ...chart.options, responsive: false, animation: false } }).destroy();
    },
    drawMarker: ((pen, { marker, rotation }, radius, x, y) => {
      drawPoint(pen, { pointStyle: marker, rotation, radius, borderWidth: pen.lineWidth }, x, y);
    }) satisfies DrawMarker,
  };
}

/** The page of a PDF, a document of its own once it is closed: letters are text in fonts that it embeds. */
function pageOf(document: PDFDocument, width: number, height: number) {
  const pen = document.beginPage(width, height) as Pen;
  // The edge of letters that lie on lines: stroked letters would be a font of type 3, which publishers refuse.
  pen.strokeText = (text, x, y) => {
    const box = pen.measureText(text);
    const [left, top] = [x - box.actualBoundingBoxLeft, y - box.actualBoundingBoxAscent];
    pen.fillStyle = pen.strokeStyle;
    pen.fillRect(left, top, x + box.actualBoundingBoxRight - left, y + box.actualBoundingBoxDescent - top);
  };
  return {
    pen,
    close() {
      document.endPage();
      return document.close();
    },
  };
}

function rulerOf(pen: Pen): Ruler {
  return (size, weight) => (text) => {
    pen.font = `${weight} ${size}px "${FONT_FAMILY}"`;
    return pen.measureText(text).width;
  };
}

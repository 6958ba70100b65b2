import { createRequire } from 'node:module';
import type { Canvas, CanvasRenderingContext2D, Image, SVGCanvas } from '@napi-rs/canvas/node-canvas.js';
import type { ChartConfiguration } from 'chart.js';
import { native } from '../../files/modules.ts';
import type { Size, Spot } from '../model/drawing.ts';
import { FONT_FAMILY, type Ruler } from '../layout/sizes.ts';
import type { Style } from '../model/styles.ts';

/** What draws on a canvas. */
export type Pen = CanvasRenderingContext2D;

/** A filled and stroked marker at a place, in the pen's current colours. */
export type DrawMarker = (pen: Pen, marker: Pick<Style, 'marker' | 'rotation'>, radius: number, x: number, y: number) => void;

/** A chart with its size in pixels. */
export interface SizedChart extends Size {
  readonly chart: ChartConfiguration<'line', Spot[]>;
}

/** Canvases to draw on; loaded when the first figure is drawn. */
export interface Studio {
  createCanvas(width: number, height: number): Canvas;
  /** What is drawn on it becomes vectors, letters their outlines. */
  createVectorCanvas(width: number, height: number): SVGCanvas;
  readonly ruler: Ruler;
  /** Each chart in its size in CSS pixels. */
  renderCharts(charts: readonly SizedChart[]): Promise<Image[]>;
  /** The same as SVGs. */
  renderVectorCharts(charts: readonly SizedChart[]): string[];
  readonly drawMarker: DrawMarker;
}

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

async function open(): Promise<Studio> {
  const [
    { ChartJSNodeCanvas },
    { createCanvas: createImage, SvgExportFlag },
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
  const rendererOf = (size: Size, type?: 'svg'): InstanceType<typeof ChartJSNodeCanvas> =>
    new ChartJSNodeCanvas({ ...size, ...(type && { type }), plugins: { modern: ['chartjs-plugin-annotation'] } });
  const { resolve } = createRequire(import.meta.url);
  registerFont(resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'), { family: FONT_FAMILY });
  registerFont(resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'), { family: FONT_FAMILY, weight: 'bold' });
  return {
    createCanvas: (width, height) => createCanvas(width, height),
    createVectorCanvas: (width, height) => createImage(width, height, SvgExportFlag.ConvertTextToPaths),
    ruler: rulerOf(createCanvas(1, 1).getContext('2d')),
    renderCharts: (charts) => {
      const renderers = new Map<string, InstanceType<typeof ChartJSNodeCanvas>>();
      return Promise.all(
        charts.map(async ({ chart, width, height }) => {
          const size = `${width} x ${height}`;
          const renderer = renderers.get(size) ?? rendererOf({ width, height });
          renderers.set(size, renderer);
          return loadImage(await renderer.renderToBuffer(chart));
        }),
      );
    },
    renderVectorCharts: (charts) =>
      charts.map(({ chart, ...size }) => String(rendererOf(size, 'svg').renderToBufferSync(chart, 'image/svg+xml'))),
    drawMarker: (pen, { marker, rotation }, radius, x, y) => {
      drawPoint(pen, { pointStyle: marker, rotation, radius, borderWidth: pen.lineWidth }, x, y);
    },
  };
}

function rulerOf(pen: Pen): Ruler {
  return (size, weight) => (text) => {
    pen.font = `${weight} ${size}px "${FONT_FAMILY}"`;
    return pen.measureText(text).width;
  };
}

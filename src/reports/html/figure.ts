import { panelColumns } from '../../figures/layout/composition.ts';
import { uniqueKeys } from '../../figures/layout/legend.ts';
import { type PreparedPanel, preparedPanels } from '../../figures/layout/prepared-panel.ts';
import { FORMATS, type Margins, marginsFor, type Ruler } from '../../figures/layout/sizes.ts';
import type { Key, Mark, Plane, ScaledAxis } from '../../figures/model/drawing.ts';
import { altText } from '../../figures/model/figure.ts';
import { dotAt, LINE_WIDTH } from '../../figures/panels/marks.ts';
import { type Markers, place, svgMark } from '../../figures/svg/marks.ts';
import { element, type Markup, packed, pixels, text } from '../../figures/svg/markup.ts';
import { svgPanel } from '../../figures/svg/panel.ts';
import type { ReportFigure } from '../../studies/study.ts';

/** What the script knows of a figure. */
interface FigureData {
  readonly series: readonly string[];
  /** Of each panel its points: the number of the series, the place in the SVG, what it says, its cells. */
  readonly panels: readonly (readonly (readonly [series: number, x: number, y: number, says: string, cells: string])[])[];
}

/** Digits of a hash that a page shows, and holds in base64: `iwal study cell` takes them for the whole, and thousands of cells differ in them. */
const SHOWN = 10;

/** A panel grows with the page, but not beyond this many times the size it is set in. */
const LARGEST = 1.2;

/**
 * A figure on a page: its legend, its panels as SVG, its caption, and what its points say.
 *
 * Without a script it is a picture; with it (frame.ts) points can be asked with the mouse and from the keyboard.
 *
 * The n-th figure of a page, n = 1, 2, …, with the markers of the page.
 */
export function htmlFigure({ file, figure, caption, alt }: ReportFigure, n: number, ruler: Ruler, markers: Markers): Markup {
  const format = FORMATS.regular;
  // The legend of a page is of buttons, and names every series.
  const panels = preparedPanels({ panels: figure.panels }, format, ruler);
  const margins = marginsFor(panels, format, ruler);
  const series = [...new Set(panels.flatMap(({ drawing }) => drawing.readings.map((reading) => reading.series)))];
  const toggled = new Set(panels.flatMap(({ drawing }) => drawing.marks.map((mark) => mark.series)));
  const numberOf = (label: string): number => series.indexOf(label);
  const keys = uniqueKeys(panels.flatMap(({ drawing }) => drawing.keys));
  const pictures = panels.map((panel, p) => {
    const inWords = altText({ panels: [figure.panels[p]] });
    const id = `figure-${n}-${p + 1}`;
    return element(
      'div',
      {
        class: 'panel',
        id,
        style: `max-width:${Math.round(LARGEST * (margins.left + panel.drawing.size.width + margins.right))}px`,
      },
      [svgPanel(panel, margins, format, id, numberOf, inWords, markers)],
    );
  });
  const picture = element('a', { href: encodeURI(file), 'aria-label': `PNG of figure ${n}` }, [text('PNG')]);
  return element('figure', { id: `figure-${n}`, 'aria-label': alt ?? altText(figure) }, [
    ...(figure.title === undefined ? [] : [element('h3', {}, [text(figure.title)])]),
    htmlLegend(keys, markers, (label) => (toggled.has(label) && series.includes(label) ? numberOf(label) : undefined)),
    element('div', { class: 'panels', 'data-columns': `${panelColumns(figure)}` }, pictures),
    element('figcaption', {}, [element('b', {}, [text(`Figure ${n}.`)]), text(` ${caption} `), picture]),
    element('div', { class: 'reading', 'aria-live': 'polite' }),
    packed(`figure-${n}-data`, dataOf(panels, margins, series)),
  ]);
}

function dataOf(panels: readonly PreparedPanel[], margins: Margins, series: readonly string[]): FigureData {
  const points = panels.map(({ drawing }) =>
    drawing.readings.map(({ series: label, at, text: says, cells }): FigureData['panels'][number][number] => {
      const { x, y } = place(at, drawing);
      const [left, top] = [margins.left + x, margins.top + y].map((length) => Number(pixels(length)));
      const digits = cells.map((hash) => hash.slice(0, SHOWN)).join('');
      return [series.indexOf(label), left, top, says, Buffer.from(digits, 'hex').toString('base64')];
    }),
  );
  return { series, panels: points };
}

/**
 * The legend of a figure on a page: a button for every series, which shows and hides it, and the other samples beside them.
 *
 * `numberOf` gives the number of a series, or undefined for what is none.
 */
function htmlLegend(keys: readonly Key[], markers: Markers, numberOf: (label: string) => number | undefined): Markup {
  const entries = keys.map((key) => {
    const inside = [sampleOf(key, markers), element('span', {}, [text(key.label)])];
    const number = numberOf(key.label);
    return number === undefined
      ? element('span', { class: 'key' }, inside)
      : element('button', { class: 'key', type: 'button', 'aria-pressed': 'true', 'data-toggles': `${number}` }, inside);
  });
  return element('div', { class: 'legend', role: 'group', 'aria-label': 'Legend; buttons show and hide a series' }, entries);
}

const [WIDTH, HEIGHT] = [30, 12];
const along = (max: number): ScaledAxis => ({ label: '', scale: 'linear', min: 0, max, ticks: [] });
const SAMPLE: Plane = { x: along(WIDTH), y: along(HEIGHT), size: { width: WIDTH, height: HEIGHT }, grain: 1 };

function sampleOf({ sample, style }: Key, markers: Markers): Markup {
  const { color, dash } = style;
  const [x, y] = [WIDTH / 2, HEIGHT / 2];
  const isAway = sample === 'off the scale' || sample === 'infinite';
  const dot = dotAt({ x, y }, style, isAway ? { turn: 0, isFinite: sample === 'off the scale' } : undefined, 1);
  const look = sample === 'open marker' ? ({ ...dot, fill: 'paper', width: 1.4 } as const) : dot;
  const marker: Mark = { kind: 'dots', dots: [look], color };
  const line: Mark = { kind: 'stroke', spots: [0, WIDTH].map((end) => ({ x: end, y })), color, width: LINE_WIDTH, dash };
  const bar: Mark = { kind: 'box', left: x - 10, right: x + 10, bottom: 0.5, top: HEIGHT - 0.5, color };
  const parts = { line: [line, marker], bar: [bar, marker], rule: [line] };
  const marks = sample in parts ? parts[sample as keyof typeof parts] : [marker];
  const drawn = marks.map((mark) => svgMark(mark, SAMPLE, '', markers));
  return element('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, 'aria-hidden': 'true' }, drawn);
}

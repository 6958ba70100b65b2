import { fraction, type Drawing, type Measure, type Size, wrapped } from '../model/drawing.ts';

/** A family of our own, registered from files: a machine without fonts, or with others, draws the same. */
export const FONT_FAMILY = 'iwal DejaVu Sans';

/** Height of a line of text, in font sizes. */
export const LINE_HEIGHT = 1.25;

/** Font sizes of a figure, in pixels. */
type FontSizes = Readonly<Record<'tick' | 'reference' | 'axis' | 'legend' | 'title' | 'figure', number>>;

/** The sizes of a figure of one format. */
export interface Format {
  readonly plot: Size;
  readonly font: FontSizes;
  /** Size of markers and strokes, 1 in a regular figure. */
  readonly grain: number;
  /** Pixels of a PNG to a CSS pixel. */
  readonly pixelRatio: number;
  /** Least space right of a plot, and between rows of panels and the legend. */
  readonly gap: number;
  /** Whether panels are lettered and each has axes of its own, or share them at the outer edge of the figure. */
  readonly axes: 'of each panel' | 'of the figure';
}

/**
 * Sizes of figures by their format, in CSS pixels.
 *
 * Printed 165 mm wide, the width of a page's text, two regular panels side by side and three narrow ones have ticks of 6.5 points
 * or more; three small multiples and their margins, printed 85 mm wide, have ticks of 6.
 */
export const FORMATS: Readonly<Record<'regular' | 'narrow' | 'small multiples', Format>> = {
  regular: {
    plot: { width: 296, height: 194 },
    font: { tick: 11, reference: 10.5, axis: 11.5, legend: 12, title: 13, figure: 15 },
    grain: 1,
    pixelRatio: 2,
    gap: 10,
    axes: 'of each panel',
  },
  narrow: {
    plot: { width: 190, height: 150 },
    font: { tick: 11, reference: 10, axis: 11.5, legend: 11.5, title: 11.5, figure: 13 },
    grain: 0.85,
    pixelRatio: 3,
    gap: 8,
    axes: 'of each panel',
  },
  'small multiples': {
    plot: { width: 90, height: 70 },
    font: { tick: 9.5, reference: 8.5, axis: 10, legend: 10, title: 10, figure: 11.5 },
    grain: 0.7,
    pixelRatio: 3,
    gap: 6,
    axes: 'of the figure',
  },
};

/** Pixels of a tick. */
export const TICK_LENGTH = 5;
const TICK_GAP = 3;

/** Between an axis's labels and its title. */
export const AXIS_GAP = 6;

/** Between a panel's title and its plot, where markers may overhang. */
export const TITLE_GAP = 9;

/** What is written around one plot, broken into lines. */
export interface Lettering {
  readonly title: readonly string[];
  readonly x: readonly string[];
  readonly y: readonly string[];
  /** Axes whose ticks say what they are. */
  readonly labelled: readonly ('x' | 'y')[];
}

/** The space around a plot. */
export type Margins = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

/** Gives the width of a text in a font of this size and weight. */
export type Ruler = (size: number, weight: 'normal' | 'bold') => Measure;

/** A panel as far as its margins depend on it. */
interface Framed {
  readonly drawing: Pick<Drawing, 'x' | 'y' | 'size' | 'tickText'>;
  readonly lettering: Lettering;
}

/**
 * The space that all of these panels need around their plots, in CSS pixels. Plots of a figure are of one size, and the margins of
 * a row or column of panels are the widest that one of them needs, so that panels line up and nothing is clipped.
 */
export function marginsFor(panels: readonly Framed[], { font, gap }: Format, ruler: Ruler): Margins {
  const measure = ruler(font.tick, 'normal');
  const labelsOf = ({ drawing, lettering }: Framed, which: 'x' | 'y'): (readonly string[])[] =>
    lettering.labelled.includes(which) ? drawing[which].ticks.map(({ label }) => label) : [];
  const widest = (panel: Framed, which: 'x' | 'y'): number => Math.max(0, ...labelsOf(panel, which).flat().map(measure));
  const most = (of: (panel: Framed) => number): number => Math.ceil(Math.max(0, ...panels.map(of)));
  const overhang = (side: 'left' | 'right'): number =>
    most(({ drawing: { x, size, tickText }, lettering }) => {
      const level = tickText === 'level' && lettering.labelled.includes('x') ? x.ticks : [];
      const beyond = level.map(({ value, label }) => {
        const inside = (side === 'left' ? fraction(x, value) : 1 - fraction(x, value)) * size.width;
        return Math.max(0, ...label.map(measure)) / 2 - inside;
      });
      return Math.max(0, ...beyond);
    });
  const axisTitle = (text: readonly string[]): number => (text.length === 0 ? 0 : AXIS_GAP + textHeight(text, font.axis));
  return {
    left: Math.max(
      overhang('left'),
      most((panel) => TICK_LENGTH + TICK_GAP + widest(panel, 'y') + axisTitle(panel.lettering.y)),
    ),
    right: Math.max(gap + 2, overhang('right') + 4),
    top: most(({ lettering }) => textHeight(lettering.title, font.title)) + TITLE_GAP,
    bottom: most((panel) => {
      const rows = Math.max(0, ...labelsOf(panel, 'x').map(({ length }) => length));
      const labels = panel.drawing.tickText === 'level' ? rows * font.tick * LINE_HEIGHT : widest(panel, 'x') + 2;
      return TICK_LENGTH + TICK_GAP + labels + axisTitle(panel.lettering.x) + 2;
    }),
  };
}

/** Height of lines of text of this font size, in pixels. */
export function textHeight(text: readonly string[], size: number): number {
  return text.length * size * LINE_HEIGHT;
}

/** Lines that fit; none of no text. */
export function wrappedText(text: string, width: number, measure: Measure): string[] {
  return text === '' ? [] : wrapped(text, width, measure);
}

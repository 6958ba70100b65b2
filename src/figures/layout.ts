/**
 * Sizes, in CSS pixels (a PNG has two of its own to each). All plots of all figures are of one size, and the margins of a
 * figure are the widest that one of its panels needs, so that panels line up and nothing is clipped.
 */
import type { ScaledAxis } from './axis.ts';
import type { Drawing } from './drawing.ts';
import { wrapped, type Measure } from './text.ts';

export const PLOT = { width: 296, height: 194 };

/** A family of our own, registered from files: a machine without fonts, or with others, draws the same. */
export const FONT_FAMILY = 'iwal DejaVu Sans';
export const FONT_SIZE = { tick: 10, reference: 9.5, axis: 10.5, legend: 11.5, title: 12.5, figure: 14.5 };
export const LINE_HEIGHT = 1.25;

export const TICK_LENGTH = 5;
const TICK_GAP = 3;

/** Between an axis's labels and its title. */
const AXIS_GAP = 6;

/** Between a panel's title and its plot, where markers may overhang. */
export const TITLE_GAP = 9;

/** What is written around one plot, broken into lines. */
export interface Lettering {
  readonly title: readonly string[];
  readonly x: readonly string[];
  readonly y: readonly string[];
}

/** The space around every plot of a figure. */
export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Gives the width of a text in a font of this size and weight. */
export type Ruler = (size: number, weight: 'normal' | 'bold') => Measure;

export function letteringFor(title: string, x: string, y: string, ruler: Ruler): Lettering {
  return {
    title: lines(title, PLOT.width + 24, ruler(FONT_SIZE.title, 'bold')),
    x: lines(x, PLOT.width, ruler(FONT_SIZE.axis, 'normal')),
    y: lines(y, PLOT.height, ruler(FONT_SIZE.axis, 'normal')),
  };
}

/** A panel as far as its margins depend on it. */
interface Framed extends Pick<Drawing, 'x' | 'y' | 'tickText'> {
  readonly lettering: Lettering;
}

export function marginsFor(panels: readonly Framed[], ruler: Ruler): Margins {
  const measure = ruler(FONT_SIZE.tick, 'normal');
  const widest = (axis: ScaledAxis): number => Math.max(0, ...axis.ticks.flatMap(({ label }) => label.map(measure)));
  const most = (of: (panel: Framed) => number): number => Math.ceil(Math.max(0, ...panels.map(of)));
  const overhang = most(({ x, tickText }) => (tickText === 'level' ? widest(x) / 2 : 0));
  const axisTitle = (text: readonly string[]): number => (text.length === 0 ? 0 : AXIS_GAP + textHeight(text, FONT_SIZE.axis));
  return {
    left: Math.max(overhang, most(({ y, lettering }) => TICK_LENGTH + TICK_GAP + widest(y) + axisTitle(lettering.y))),
    right: Math.max(12, overhang + 2),
    top: most(({ lettering }) => textHeight(lettering.title, FONT_SIZE.title)) + TITLE_GAP,
    bottom: most(({ x, tickText, lettering }) => {
      const rows = Math.max(1, ...x.ticks.map(({ label }) => label.length));
      const labels = tickText === 'level' ? rows * FONT_SIZE.tick * LINE_HEIGHT : widest(x) + 2;
      return TICK_LENGTH + TICK_GAP + labels + axisTitle(lettering.x) + 2;
    }),
  };
}

export function textHeight(text: readonly string[], size: number): number {
  return text.length * size * LINE_HEIGHT;
}

function lines(text: string, width: number, measure: Measure): string[] {
  return text === '' ? [] : wrapped(text, width, measure);
}

import { isDeepStrictEqual } from 'node:util';
import { type EndLabels, preparedPanels, type PreparedPanel } from './prepared-panel.ts';
import type { Figure } from '../model/figure.ts';
import { AXIS_GAP, FORMATS, wrappedText, marginsFor, textHeight, type Format, type Margins, type Ruler } from './sizes.ts';
import { arrangeLegend, type Legend } from './legend.ts';

/** Between what is drawn and the edge of the figure, in CSS pixels. */
export const MARGIN = 8;

/** A panel and the upper left corner of its plot. */
export interface PlacedPanel extends PreparedPanel {
  readonly left: number;
  readonly top: number;
}

/**
 * Where everything of a figure stands, in CSS pixels from its upper left corner: panels in rows and columns, a heading above them,
 * one legend below.
 */
export interface Composition {
  readonly format: Format;
  readonly width: number;
  readonly height: number;
  readonly heading: readonly string[];
  readonly panels: readonly PlacedPanel[];
  /** Enough around any plot for all that belongs to it. */
  readonly margins: Margins;
  /** Axis titles that all panels share; empty where each has its own. */
  readonly shared: { readonly x: readonly string[]; readonly xTop: number; readonly y: readonly string[] };
  /** The middle of all plots. */
  readonly middle: { readonly x: number; readonly y: number };
  /** Those of the last panel. */
  readonly ends: EndLabels;
  readonly legend: Legend;
  readonly legendTop: number;
}

/** Pixels of a plot beside another one and names: so the three are as wide as a page of print. */
const NAMED_WIDTH = 226;

/** The sizes of a figure that says nothing else: three panels in a row and more are narrow, and plots that share a page with names. */
export function formatOf(figure: Figure): Format {
  const columns = panelColumns(figure);
  const format = FORMATS[figure.format ?? (columns < 3 ? 'regular' : 'narrow')];
  if (columns === 1 || figure.legend !== 'at the ends') return format;
  return { ...format, plot: { ...format.plot, width: NAMED_WIDTH } };
}

/** Throws RangeError where there is no panel, panels that share an axis name it differently, or a panel cannot be drawn. */
export function compose(figure: Figure, ruler: Ruler, format: Format = formatOf(figure)): Composition {
  const columns = panelColumns(figure);
  const { font, gap } = format;
  const prepared = preparedPanels(figure, format, ruler);
  const isShared = format.axes === 'of the figure';
  const panels = prepared.map((_, i) => (isShared ? withoutSharedAxes : withoutRepetition)(prepared, i, columns));
  const acrossOf = range(columns).map((c) => {
    const column = panels.filter((_, i) => i % columns === c);
    return { ...marginsFor(column, format, ruler), plot: Math.max(...column.map(({ drawing }) => drawing.size.width)) };
  });
  const downOf = range(Math.ceil(panels.length / columns)).map((r) => {
    const row = panels.slice(r * columns, (r + 1) * columns);
    return { ...marginsFor(row, format, ruler), plot: Math.max(...row.map(({ drawing }) => drawing.size.height)) };
  });
  const inner = acrossOf.reduce((sum, { left, plot, right }) => sum + left + plot + right, 0);
  const tall = downOf.reduce((sum, { top, plot, bottom }) => sum + top + plot + bottom + gap, 0);
  const measure = ruler(font.axis, 'normal');
  const x = isShared ? wrappedText(commonLabel(prepared, 'x'), inner, measure) : [];
  const y = isShared ? wrappedText(commonLabel(prepared, 'y'), tall, measure) : [];
  const besides = y.length === 0 ? 0 : Math.ceil(textHeight(y, font.axis)) + AXIS_GAP;
  const below = x.length === 0 ? 0 : Math.ceil(textHeight(x, font.axis)) + gap;

  const heading = figure.title === undefined ? [] : wrappedText(figure.title, inner, ruler(font.figure, 'bold'));
  const { ends } = prepared.at(-1)!;
  const width = besides + inner + ends.width + 2 * MARGIN;
  const legend = arrangeLegend(
    panels.flatMap(({ drawing }) => drawing.keys).filter(({ label }) => !ends.labels.some(({ series }) => series === label)),
    width - 2 * MARGIN,
    font.legend,
    ruler(font.legend, 'normal'),
  );
  const panelsTop = MARGIN + (heading.length === 0 ? 0 : Math.ceil(textHeight(heading, font.figure)) + gap);
  const xTop = panelsTop + tall - gap + (isShared ? AXIS_GAP : 0);
  const legendTop = Math.max(panelsTop + tall + below, panelsTop + downOf[0].top + ends.height + gap);
  const across = acrossOf.map(({ left, plot, right }) => [left, plot + right] as const);
  const down = downOf.map(({ top, plot, bottom }) => [top, plot + bottom + gap] as const);
  const [lefts, tops] = [running(across, MARGIN + besides), running(down, panelsTop)];
  return {
    format,
    width,
    height: Math.ceil(legendTop + legend.height + MARGIN),
    heading,
    panels: panels.map((panel, i) => ({ ...panel, left: lefts[i % columns], top: tops[Math.floor(i / columns)] })),
    margins: marginsFor(panels, format, ruler),
    shared: { x, xTop, y },
    middle: { x: (lefts[0] + lefts.at(-1)! + acrossOf.at(-1)!.plot) / 2, y: (tops[0] + tops.at(-1)! + downOf.at(-1)!.plot) / 2 },
    ends,
    legend,
    legendTop,
  };
}

/** The label that all panels give an axis; one title cannot stand for two. */
function commonLabel(panels: readonly PreparedPanel[], which: 'x' | 'y'): string {
  const labels = new Set(panels.map(({ drawing }) => drawing[which].label));
  if (labels.size > 1)
    throw new RangeError(
      `small multiples share one ${which} axis: found ${[...labels].map((label) => `"${label}"`).join(' and ')}`,
    );
  return [...labels][0];
}

/** A panel's y title is its left neighbour's too where both say the same, and so are the names on an axis without a title. */
function withoutRepetition(panels: readonly PreparedPanel[], i: number, columns: number): PreparedPanel {
  const panel = panels[i];
  if (i % columns === 0) return panel;
  const [mine, other] = [panel.drawing.y, panels[i - 1].drawing.y];
  if (mine.label !== other.label) return panel;
  const namesTheSame = mine.label === '' && isDeepStrictEqual(mine.ticks, other.ticks);
  const labelled = namesTheSame ? panel.lettering.labelled.filter((which) => which !== 'y') : panel.lettering.labelled;
  return { ...panel, lettering: { ...panel.lettering, y: [], labelled } };
}

/**
 * Every panel's ticks have labels below it; beside it at the left edge of the figure, and wherever its neighbour there has another
 * axis.
 */
function withoutSharedAxes(panels: readonly PreparedPanel[], i: number, columns: number): PreparedPanel {
  const { drawing, lettering } = panels[i];
  const left = i % columns > 0 ? panels[i - 1] : undefined;
  const [mine, other] = [drawing.y, left?.drawing.y];
  const isShared = mine.scale === other?.scale && mine.min === other.min && mine.max === other.max;
  const labelled = lettering.labelled.filter((which) => which === 'x' || !isShared);
  return { ...panels[i], lettering: { ...lettering, x: [], y: [], labelled } };
}

/** Panels in a row, unless the figure says otherwise. */
export function panelColumns({ columns, panels: { length } }: Figure): number {
  return Math.min(columns ?? columnsFor(length), length);
}

function columnsFor(panels: number): number {
  if (panels <= 3) return panels;
  return panels === 4 ? 2 : 3;
}

/** Where each plot begins, given the space before it and the space it takes with what follows. */
function running(extents: readonly (readonly [before: number, rest: number])[], from: number): number[] {
  let at = from;
  return extents.map(([before, rest]) => {
    const start = at + before;
    at = start + rest;
    return start;
  });
}

function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}

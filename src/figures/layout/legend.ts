import type { DrawMarker, Pen } from '../chart/canvas.ts';
import { type Key, type Measure, wrapped } from '../model/drawing.ts';
import { FONT_FAMILY, LINE_HEIGHT, textHeight } from './sizes.ts';
import { MARKER_RADIUS, TRIANGLE_RADIUS } from '../panels/marks.ts';
import { INK, tinted } from '../model/figure.ts';

const SAMPLE_WIDTH = 30;
const SAMPLE_GAP = 7;
const ENTRY_GAP = 22;
const ROW_GAP = 5;

interface Entry {
  readonly key: Key;
  readonly text: readonly string[];
  readonly width: number;
}

/** The legend that the panels of a figure share: one entry a label, in rows that fit the figure's width, each row centred. */
export type Legend = ReturnType<typeof arrangeLegend>;

/** Entries in order of first appearance: in one row if they fit, else in columns. */
export function arrangeLegend(keys: readonly Key[], width: number, fontSize: number, measure: Measure) {
  const entries = uniqueKeys(keys).map((key) => {
    const text = wrapped(key.label, width - SAMPLE_WIDTH - SAMPLE_GAP, measure);
    return { key, text, width: SAMPLE_WIDTH + SAMPLE_GAP + Math.max(...text.map(measure)) };
  });
  const rows = entries.length < 2 || widthOf(entries) <= width ? [entries] : inColumns(entries, width);
  return { rows, height: rows.reduce((sum, row) => sum + heightOf(row, fontSize) + ROW_GAP, 0), fontSize };
}

/** As many columns as fit, each as wide as its widest entry. */
function inColumns(entries: readonly Entry[], width: number): Entry[][] {
  for (let columns = entries.length - 1; ; columns--) {
    const widest = Array.from({ length: columns }, (_, c) =>
      Math.max(...entries.filter((_, i) => i % columns === c).map((entry) => entry.width)),
    );
    const rows = Array.from({ length: Math.ceil(entries.length / columns) }, (_, r) =>
      entries.slice(r * columns, (r + 1) * columns).map((entry, c) => ({ ...entry, width: widest[c] })),
    );
    if (columns === 1 || widthOf(rows[0]) <= width) return rows;
  }
}

function widthOf(row: readonly Entry[]): number {
  return row.reduce((sum, entry) => sum + entry.width, (row.length - 1) * ENTRY_GAP);
}

function heightOf(row: readonly Entry[], fontSize: number): number {
  return Math.max(0, ...row.map(({ text }) => textHeight(text, fontSize)));
}

/** Draws the rows one below the other, from `top`, the first around the middle of `width` and the others flush with it. */
export function drawLegend({ rows, fontSize }: Legend, pen: Pen, drawMarker: DrawMarker, width: number, top: number): void {
  const left = (width - widthOf(rows[0])) / 2;
  let rowTop = top;
  for (const row of rows) {
    const height = heightOf(row, fontSize);
    const y = rowTop + height / 2;
    let x = left;
    for (const { key, text, width: entryWidth } of row) {
      drawSample(key, pen, drawMarker, x, y);
      name(text, pen, x + SAMPLE_WIDTH + SAMPLE_GAP, y, fontSize);
      x += entryWidth + ENTRY_GAP;
    }
    rowTop += height + ROW_GAP;
  }
}

/** The name of a series from this place on, its lines around this height. */
export function name(text: readonly string[], pen: Pen, left: number, middle: number, fontSize: number): void {
  pen.font = `${fontSize}px "${FONT_FAMILY}"`;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.fillStyle = INK;
  text.forEach((line, i) => pen.fillText(line, left, middle + (i - (text.length - 1) / 2) * fontSize * LINE_HEIGHT));
}

function drawSample({ sample, style }: Key, pen: Pen, drawMarker: DrawMarker, left: number, y: number): void {
  const center = left + SAMPLE_WIDTH / 2;
  pen.save();
  pen.strokeStyle = style.color;
  pen.fillStyle = style.color;
  pen.lineWidth = 1.8;
  if (sample === 'line' || sample === 'rule') {
    pen.setLineDash([...style.dash]);
    pen.beginPath();
    pen.moveTo(left, y);
    pen.lineTo(left + SAMPLE_WIDTH, y);
    pen.stroke();
    pen.setLineDash([]);
  }
  if (sample === 'bar') {
    pen.fillStyle = tinted(style.color);
    pen.fillRect(center - 10, y - 5.5, 20, 11);
    pen.fillStyle = style.color;
  }
  if (sample === 'off the scale' || sample === 'infinite') {
    pen.fillStyle = '#ffffff';
    pen.lineWidth = 1.4;
    drawMarker(pen, { marker: sample === 'infinite' ? 'rect' : 'triangle', rotation: 0 }, TRIANGLE_RADIUS, center, y);
  } else if (sample === 'open marker') {
    pen.fillStyle = '#ffffff';
    drawMarker(pen, style, MARKER_RADIUS, center, y);
  } else if (sample !== 'rule') drawMarker(pen, style, MARKER_RADIUS, center, y);
  pen.restore();
}

/** One a label, in order of first appearance, those that are no method at the end. */
export function uniqueKeys(keys: readonly Key[]): Key[] {
  const first = new Map<string, Key>();
  for (const key of keys) {
    const known = first.get(key.label);
    if (known === undefined || (key.sample === 'line' && known.sample === 'marker')) first.set(key.label, key);
  }
  const extra = (key: Key): boolean => ['rule', 'off the scale', 'infinite'].includes(key.sample);
  return [...[...first.values()].filter((key) => !extra(key)), ...[...first.values()].filter(extra)];
}

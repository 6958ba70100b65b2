import type { Reading } from './drawing.ts';
import { hasBounds } from '../panels/band.ts';
import type { Spot } from './drawing.ts';
import type { Origin, Point } from './figure.ts';
import type { Layer } from '../panels/marks.ts';
import { awayOf, settled } from '../scale/off-scale.ts';
import type { Plane } from './drawing.ts';
import { count, printedSign, rounded } from '../../numerics/display.ts';

/** One reading a point, in the order of the layers and their points; `spots` says where they are drawn. */
export function readings(
  layers: readonly Layer[],
  plane: Plane,
  spots = settled(
    layers.map((layer) => layer.points),
    plane,
  ),
): Reading[] {
  return layers.flatMap(({ label, points }, l) =>
    points.map((point, i): Reading => reading(label, spots[l][i], wordsFor(point, plane), point)),
  );
}

/** What a reader is told at a place of a figure. */
export function reading(series: string, at: Spot, words: readonly string[], { note, cells = [] }: Origin): Reading {
  return { series, at, text: [...words, ...(note === undefined ? [] : [note])].join('; '), cells };
}

function wordsFor(point: Point, plane: Plane): string[] {
  return [
    `${plane.x.label}: ${numberInWords(point.x)}`,
    `${plane.y.label}: ${numberInWords(point.y)}${hasBounds(point) ? boundsInWords(point) : ''}`,
    ...(awayOf(point, plane)?.isFinite === true ? ['off the scale'] : []),
  ];
}

/** Two bounds in parentheses: " (0.1 to 0.3)". */
export function boundsInWords({ low, high }: { readonly low: number; readonly high: number }): string {
  return ` (${numberInWords(low)} to ${numberInWords(high)})`;
}

/**
 * Whole numbers as they are, others to four digits.
 *
 * @example
 * [91000, 0.116474, 3e-9, -2.5, Infinity, NaN].map(numberInWords) // => ['91,000', '0.1165', '3e-9', '−2.5', '∞', 'diverged']
 */
export function numberInWords(value: number): string {
  if (Number.isNaN(value)) return 'diverged';
  if (!Number.isFinite(value)) return `${printedSign(value)}∞`;
  const size = Math.abs(value);
  const digits = Number.isInteger(size) && size < 1e9 ? count(size) : String(rounded(size, 4));
  return `${printedSign(value)}${digits}`;
}

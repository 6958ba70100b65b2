import type { Style } from '../model/styles.ts';
import { pixels } from './markup.ts';

/** Angles of corners, or of strokes through the middle, in degrees clockwise from the right. */
const CORNERS: Readonly<Partial<Record<Style['marker'], readonly number[]>>> = {
  rect: [45, 135, 225, 315],
  rectRot: [0, 90, 180, 270],
  triangle: [-90, 30, 150],
};
const STROKES: Readonly<Partial<Record<Style['marker'], readonly number[]>>> = {
  crossRot: [45, 135],
  star: [0, 45, 90, 135],
};

/**
 * Markers as paths of SVG, in the shapes of Chart.js: corners and ends of strokes lie on a circle around the place.
 *
 * @example
 * markerPath({ marker: 'rectRot', rotation: 0 }, 2, 10, 10) // => 'M12 10L10 12L8 10L10 8Z'
 */
export function markerPath(
  { marker, rotation }: Pick<Style, 'marker' | 'rotation'>,
  radius: number,
  x: number,
  y: number,
): string {
  const at = (degrees: number): string => {
    const angle = ((degrees + rotation) * Math.PI) / 180;
    return `${pixels(x + radius * Math.cos(angle))} ${pixels(y + radius * Math.sin(angle))}`;
  };
  const corners = CORNERS[marker];
  if (corners !== undefined) return `M${corners.map(at).join('L')}Z`;
  const strokes = STROKES[marker];
  if (strokes !== undefined) return strokes.map((angle) => `M${at(angle)}L${at(angle + 180)}`).join('');
  const r = pixels(radius);
  return `M${at(180)}A${r} ${r} 0 1 1 ${at(0)}A${r} ${r} 0 1 1 ${at(180)}Z`;
}

import type { Figure, Panel, Series, BarSeries } from './figure.ts';

/**
 * How a method looks: colour, marker AND dash differ, so that two methods stay apart in grey print and for colour-blind eyes. Open
 * triangles are kept for values off the scale.
 */
export interface Style {
  readonly color: string;
  readonly marker: 'circle' | 'rect' | 'triangle' | 'rectRot' | 'crossRot' | 'star';
  /** Degrees, clockwise. */
  readonly rotation: number;
  /** Lengths of strokes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
}

/**
 * The hues of Okabe and Ito (Color Universal Design, 2008) without yellow, which vanishes on white, and with grey for black, which
 * is kept for axes and text. Their lightness is moved apart: printed in grey, no two of them are one.
 */
export const COLORS = ['#005A9C', '#333333', '#C04800', '#C673A2', '#67BFF0', '#DB9500', '#00906A'];

/** The style of what others are compared with: grey squares on a dashed line. */
export const COMPARED = 1;

/** Text, axes, whiskers of bars. */
export const INK = '#222222';

const MARKERS: readonly Pick<Style, 'marker' | 'rotation'>[] = [
  { marker: 'circle', rotation: 0 },
  { marker: 'rect', rotation: 0 },
  { marker: 'triangle', rotation: 0 },
  { marker: 'rectRot', rotation: 0 },
  { marker: 'triangle', rotation: 180 },
  { marker: 'crossRot', rotation: 0 },
  { marker: 'star', rotation: 0 },
];

const DASHES = [[], [7, 3], [2, 2], [8, 2.5, 2, 2.5], [12, 3], [5, 2, 2, 2, 2, 2]];

/** The line y = x. */
export const DIAGONAL: Style = { color: '#888888', marker: 'circle', rotation: 0, dash: [4, 3] };

/** Straight lines that divide a plane. */
export const RULES: readonly Style[] = [
  { color: '#222222', marker: 'circle', rotation: 0, dash: [] },
  DIAGONAL,
  { color: '#7B4A8B', marker: 'circle', rotation: 0, dash: [1.5, 2.5] },
];

/** Differences that bear something out, that show nothing, and that speak against it. */
export const WIN: Style = { color: '#005A9C', marker: 'circle', rotation: 0, dash: [] };

/** How a tie is drawn. */
export const TIE: Style = { color: '#8A8A8A', marker: 'rect', rotation: 0, dash: [] };

/** How a loss in a comparison is drawn. */
export const LOSS: Style = { color: '#C04800', marker: 'triangle', rotation: 180, dash: [] };

/** The n-th look, n = 0, 1, …; the first 42 differ. */
export function styleOf(n: number): Style {
  // The second round of colours meets other markers and dashes than the first.
  const round = Math.floor(n / COLORS.length);
  return { color: COLORS[n % COLORS.length], ...MARKERS[(n + round) % MARKERS.length], dash: DASHES[n % DASHES.length] };
}

/** The colour laid thinly on white, but opaque: the fill of a bar. */
export function tinted(color: string): string {
  const channels = [1, 3, 5].map((at) => Math.round(255 - 0.45 * (255 - Number.parseInt(color.slice(at, at + 2), 16))));
  return `rgb(${channels.join(', ')})`;
}

/** What of a panel has a look of its own: its methods. Comparisons look like their outcomes. */
export function seriesOf(panel: Panel): readonly (Series | BarSeries)[] {
  return panel.kind === 'forest' ? [] : panel.series;
}

/** The look of every label: the fixed one where a series has one, else the first that is free, in order of appearance. */
export function stylesFor(panels: readonly Panel[]): ReadonlyMap<string, number> {
  const series = panels.flatMap((panel) => seriesOf(panel).map(({ label, style }) => ({ label, style })));
  const chosen = new Map<string, number>();
  for (const { label, style } of series) if (style !== undefined && !chosen.has(label)) chosen.set(label, style);
  const taken = new Set(chosen.values());
  let next = 0;
  for (const { label } of series) {
    if (chosen.has(label)) continue;
    while (taken.has(next)) next++;
    taken.add(next);
    chosen.set(label, next);
  }
  return chosen;
}

/** The same figures, with looks fixed so that a method looks alike in all of them. */
export function alike(figures: readonly Figure[]): Figure[] {
  const chosen = stylesFor(figures.flatMap(({ panels }) => panels));
  const fixed = <T extends { readonly label: string }>(series: readonly T[]): (T & { readonly style: number })[] =>
    series.map((one) => ({ ...one, style: chosen.get(one.label)! }));
  const withLooks = (panel: Panel): Panel => {
    if (panel.kind === 'forest') return panel;
    return panel.kind === 'bars' ? { ...panel, series: fixed(panel.series) } : { ...panel, series: fixed(panel.series) };
  };
  return figures.map((figure) => ({ ...figure, panels: figure.panels.map(withLooks) }));
}

import type { Figure, Panel } from './figure.ts';

/**
 * A figure in words, for readers who cannot see it: what each panel shows against what, and for which methods.
 *
 * @example
 * const [x, y] = ['labels', 'error'].map((label) => ({ label, scale: 'linear' }));
 * const series = ['A', 'B'].map((label) => ({ label, points: [] }));
 * altText({ panels: [{ kind: 'curves', title: 'hinge', x, y, series }] }) // => 'hinge: error against labels for A and B.'
 */
export function altText(figure: Figure): string {
  return figure.panels.map((panel) => `${panel.title}: ${shown(panel)}`).join(' ');
}

function shown(panel: Panel): string {
  if (panel.kind === 'forest') return `${panel.x.label} with intervals for ${listed(panel.rows.map(({ label }) => label))}.`;
  const across = panel.kind === 'bars' ? ` for ${listed(panel.groups)}` : ` against ${panel.x.label}`;
  const methods = panel.series.map(({ label }) => label);
  return `${panel.y.label}${across}${panel.kind === 'bars' ? ', by' : ' for'} ${listed(methods)}.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}

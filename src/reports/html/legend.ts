import type { Key } from '../../figures/model/drawing.ts';
import { dotAt, LINE_WIDTH } from '../../figures/panels/marks.ts';
import { element, markup, text, type Markup } from '../../figures/svg/markup.ts';
import { markerPath } from '../../figures/svg/marker.ts';
import { themed } from '../../figures/svg/theme.ts';

const WIDTH = 30;
const HEIGHT = 12;

/**
 * The legend of a figure on a page: a button for every series, which shows and hides it, and the other samples beside them.
 *
 * `numberOf` gives the number of a series, or undefined for what is none.
 */
export function htmlLegend(keys: readonly Key[], numberOf: (label: string) => number | undefined): Markup {
  const entries = keys.map((key) => {
    const inside = [sampleOf(key), element('span', {}, [text(key.label)])];
    const number = numberOf(key.label);
    return number === undefined
      ? element('span', { class: 'key' }, inside)
      : element('button', { class: 'key', type: 'button', 'aria-pressed': 'true', 'data-toggles': `${number}` }, inside);
  });
  return element('div', { class: 'legend', role: 'group', 'aria-label': 'Legend; buttons show and hide a series' }, entries);
}

function sampleOf({ sample, style }: Key): Markup {
  const color = themed(style.color);
  const middle = { x: WIDTH / 2, y: HEIGHT / 2 };
  const line = element('path', {
    d: `M0 ${middle.y}H${WIDTH}`,
    style: `stroke:${color}`,
    'stroke-width': LINE_WIDTH,
    'stroke-dasharray': style.dash.length === 0 ? undefined : style.dash.join(' '),
  });
  const bar = element('rect', {
    x: middle.x - 10,
    y: 0.5,
    width: 20,
    height: HEIGHT - 1,
    style: `fill:${color}`,
    'fill-opacity': '.45',
  });
  const isAway = sample === 'off the scale' || sample === 'infinite';
  const dot = dotAt(middle, style, isAway ? { turn: 0, isFinite: sample === 'off the scale' } : undefined, 1);
  const isOpen = isAway || sample === 'open marker';
  const marker = element('path', {
    d: markerPath(dot, dot.radius, middle.x, middle.y),
    style: `fill:${isOpen ? 'var(--paper)' : color};stroke:${color}`,
    'stroke-width': isOpen ? 1.4 : dot.width,
  });
  const parts = {
    line: [line, marker],
    marker: [marker],
    'open marker': [marker],
    bar: [bar, marker],
    rule: [line],
    'off the scale': [marker],
    infinite: [marker],
  }[sample];
  return markup(
    element('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, 'aria-hidden': 'true' }, parts),
  );
}

import { beforeAll, expect, it } from 'vitest';
import { openStudio } from '../../src/figures/chart/canvas.ts';
import { renderFigure, renderVectorFigure } from '../../src/figures/chart/figure-file.ts';
import { compose } from '../../src/figures/layout/composition.ts';
import { endLabels, ways, type EndLabel } from '../../src/figures/layout/prepared-panel.ts';
import { OFF_EDGE, OFF_LINE } from '../../src/figures/layout/references.ts';
import { FORMATS, textHeight, type Ruler } from '../../src/figures/layout/sizes.ts';
import type { Spot } from '../../src/figures/model/drawing.ts';
import type { CurvePanel, Figure } from '../../src/figures/model/figure.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { at, axis, series } from './support/samples.ts';

/** Laws of names at the ends of lines: in the lines' order, apart, at the height of their line where there is room, and nowhere else. */

const { plot, font } = FORMATS.regular;

let ruler: Ruler;
beforeAll(async () => {
  ({ ruler } = await openStudio());
});

/** A line for each height, in [0, 1], that ends there at `x`. */
function panelOf(heights: readonly number[], name = (n: number): string => `line ${n}`, x = 1): CurvePanel {
  return {
    kind: 'curves',
    title: 'ends',
    x: axis('x', 'linear', { min: 0, max: 1 }),
    y: axis('y', 'linear', { min: 0, max: 1 }),
    series: heights.map((y, n) => series(name(n), at([0, 0.5], [x, y]))),
  };
}

const named = (panel: CurvePanel): Figure => ({ panels: [panel], legend: 'at the ends' });
const labelsOf = (panel: CurvePanel): readonly EndLabel[] => compose(named(panel), ruler).ends.labels;
const half = ({ text }: EndLabel): number => textHeight(text, font.legend) / 2;

it('stand in the order of the ends, apart, right of the plot, beside it or, if they are too many, from its top down', () => {
  const random = randomStream(1, 'ends');
  const long = (n: number): string =>
    n % 2 === 0 ? `line ${n}` : `line ${n} with a name that takes more than one row beside a plot`;
  for (let times = 0; times < 200; times++) {
    const heights = Array.from({ length: 1 + random.below(7) }, () => (random.below(3) === 0 ? 0.2 : random.next()));
    const { ends, panels, legendTop } = compose(named(panelOf(heights, long)), ruler);
    const { labels } = ends;
    const lowest = Math.max(plot.height, ends.height);
    expect(panels[0].top + lowest).toBeLessThan(legendTop);
    expect(labels.map(({ series }) => series).sort()).toEqual(heights.map((_, n) => long(n)).sort());
    for (const [n, label] of labels.entries()) {
      expect(label.marker.x).toBeGreaterThan(plot.width);
      expect(label.textLeft).toBeGreaterThan(label.marker.x);
      expect(label.marker.y + half(label)).toBeLessThanOrEqual(plot.height);
      expect(label.marker.y - half(label)).toBeGreaterThanOrEqual(plot.height - lowest);
      if (n === 0) continue;
      expect(label.from.y).toBeLessThanOrEqual(labels[n - 1].from.y);
      expect(label.marker.y + half(label)).toBeLessThan(labels[n - 1].marker.y - half(labels[n - 1]));
    }
  }
});

it('stand at the height of their line where nothing is in the way', () => {
  for (const { from, marker } of labelsOf(panelOf([0.2, 0.5, 0.8]))) expect(marker.y).toBeCloseTo(from.y, 9);
  // Two that are wanted at one height make way for each other alike.
  const [above, below] = labelsOf(panelOf([0.5, 0.5]));
  expect((above.marker.y + below.marker.y) / 2).toBeCloseTo(above.from.y, 9);
});

it('stand at the upper edge of the plot where their line leaves it there', () => {
  // Names are 3 pixels apart, half of them above the first.
  const each = textHeight(['line 0'], font.legend) + 3;
  // Of one name, of two, and of so many that the plot is too low for them, were every line at its lower edge.
  for (const heights of [[1], [1, 1], new Array<number>(20).fill(0)]) {
    const { labels, height } = compose(named(panelOf(heights)), ruler).ends;
    expect(labels[0].marker.y).toBeCloseTo(plot.height - each / 2, 9);
    expect(height).toBeCloseTo(heights.length * each, 9);
  }
});

it('begin at the last point, wherever the line ends', () => {
  expect(labelsOf(panelOf([0.25], undefined, 0.4))[0].from).toEqual({ x: 0.4 * plot.width, y: 0.25 * plot.height });
});

it('are not in the legend, where lines without a point still are', () => {
  const panel = panelOf([0.3, 0.6]);
  const composition = compose(named({ ...panel, series: [...panel.series, { label: 'failed', points: [] }] }), ruler);
  expect(composition.ends.labels.map(({ series }) => series)).toEqual(['line 1', 'line 0']);
  expect(composition.legend.rows.flat().map(({ key }) => key.label)).toEqual(['failed']);
  expect(endLabels({ ...composition.panels[0].drawing, readings: [] }, 12, ruler(12, 'normal'))).toMatchObject({
    labels: [],
    width: 0,
  });
});

it('widen the figure by the widest of them', () => {
  const measure = ruler(font.legend, 'normal');
  const names = ['short', 'a longer name', 'the longest of all'];
  for (const count of [1, 2, 3]) {
    const panel = panelOf(new Array<number>(count).fill(0.5), (n) => names[n]);
    const { ends, width } = compose(named(panel), ruler);
    const widest = ends.labels[0].textLeft - plot.width + measure(names[count - 1]);
    expect(widest % 1).not.toBe(0);
    expect(ends.width).toBe(Math.ceil(widest));
    const below = compose({ panels: [panel] }, ruler);
    expect(below.ends).toMatchObject({ labels: [], width: 0 });
    expect(width - below.width).toBe(ends.width);
  }
});

it('keep the label of a stretch out of their ways, where there is another place', () => {
  const random = randomStream(2, 'ends');
  const reference = { y: 0.05, label: 'a stretch that is told of', span: { from: 0.1, to: 0.4 } };
  const covered = (panel: CurvePanel, legend: NonNullable<Figure['legend']>): number => {
    const [{ references }] = compose({ panels: [{ ...panel, references: [reference] }], legend }, ruler).panels;
    const [{ end, side, lift, width, text, fontSize }] = references;
    const [left, at] = [end === 'start' ? OFF_EDGE : plot.width - OFF_EDGE - width, 0.05 * plot.height];
    const tall = textHeight(text, fontSize);
    const bottom = side === 'above' ? at + OFF_LINE + lift : at - OFF_LINE - lift - tall;
    const isInside = ({ x, y }: Spot): boolean => x > left && x < left + width && y > bottom && y < bottom + tall;
    return ways(compose(named(panel), ruler).ends).filter(isInside).length;
  };
  const panels = Array.from({ length: 200 }, (): CurvePanel => {
    const panel = panelOf([0, 0, 0, 0]);
    // Low on the left, where the label of the stretch would have its place otherwise.
    const series = panel.series.map(({ label }) => ({
      label,
      points: [0, 0.2, 0.4, 0.6].map((x) => ({ x, y: 0.5 * random.next() })),
    }));
    return { ...panel, series };
  });
  const [below, atEnds] = (['below', 'at the ends'] as const).map((legend) => panels.map((panel) => covered(panel, legend)));
  expect(below.filter((places) => places > 0).length).toBeGreaterThan(5);
  expect(atEnds.filter((places) => places > 0)).toEqual([]);
});

it('are drawn in images and in vectors', async () => {
  const panel = panelOf([0.2, 0.7]);
  const [one, other] = await Promise.all([named(panel), named(panelOf([0.2, 0.7], (n) => `LINE ${n}`))].map(renderFigure));
  expect(one.equals(other)).toBe(false);
  const vectors = await Promise.all([named(panel), named({ ...panel, title: 'ends' })].map(renderVectorFigure));
  expect(vectors[0]).toBe(vectors[1]);
  expect((await renderVectorFigure({ panels: [panel] })).length).not.toBe(vectors[0].length);
});

it('are led to by ways that do not cross, wherever lines end', () => {
  const random = randomStream(3, 'ends');
  for (let times = 0; times < 200; times++) {
    const panel = panelOf([0, 0, 0, 0, 0]);
    const series = panel.series.map(({ label }) => ({ label, points: [{ x: random.next(), y: random.next() }] }));
    const labels = labelsOf({ ...panel, series });
    for (const [n, one] of labels.entries())
      for (const other of labels.slice(n + 1)) {
        const [first, last] = one.from.x < other.from.x ? [one, other] : [other, one];
        const share = (last.from.x - first.from.x) / (first.marker.x - first.from.x);
        const height = first.from.y + share * (first.marker.y - first.from.y);
        expect(Math.sign(height - last.from.y)).toBe(first === one ? 1 : -1);
      }
  }
});

it('are of the last panel, of one row', () => {
  const both = [panelOf([0.2, 0.5]), panelOf([0.5])];
  const { ends, panels, legend, width } = compose({ panels: both, legend: 'at the ends' }, ruler);
  expect(ends.labels.map(({ series }) => series)).toEqual(['line 0']);
  expect(panels[0].ends.labels).toEqual([]);
  expect(legend.rows.flat().map(({ key }) => key.label)).toEqual(['line 1']);
  expect(width).toBeLessThan(791);
  const four: Figure = { panels: [...both, ...both], legend: 'at the ends' };
  expect(() => compose(four, ruler)).toThrow('a figure of one row of panels, found 4 panels');
});

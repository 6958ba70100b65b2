import { describe, expect, it } from 'vitest';
import { openStudio } from '../../src/figures/chart/canvas.ts';
import { renderFigure } from '../../src/figures/chart/figure-file.ts';
import { compose } from '../../src/figures/layout/composition.ts';
import { type Figure, type ForestPanel, LOSS, RULES, styleOf, TIE, WIN } from '../../src/figures/model/figure.ts';
import { count, is, look, type Picture } from './support/pixels.ts';
import { at, axis, curves, figures, learningCurves, series } from './support/samples.ts';

/** Laws of the kinds of panel and of small multiples, by looking at their pixels. */

const draw = async (figure: Figure): Promise<Picture> => look(await renderFigure(figure));
const colorOf = (n: number): ((color: number) => boolean) => is(styleOf(n).color);
const SMALL_RATIO = 3;

describe('forest', () => {
  const rows = [
    { label: 'win', difference: -0.5, low: -0.6, high: -0.4 },
    { label: 'tie', difference: 0, low: -0.1, high: 0.1 },
    { label: 'loss', difference: 0.5, low: 0.4, high: 0.6 },
  ];
  const panel: ForestPanel = { kind: 'forest', title: 'f', x: axis('d', 'linear', { min: -1, max: 1 }), better: 'lower', rows };

  it('every outcome is drawn with its own marker, in the plot and in the legend', async () => {
    const [full, empty] = await Promise.all([draw({ panels: [panel] }), draw({ panels: [{ ...panel, rows: [] }] })]);
    for (const { color } of [WIN, TIE, LOSS])
      expect(count(full, is(color)) - count(empty, is(color)), color).toBeGreaterThan(100);
  });

  it('a win on one side is a loss on the other', async () => {
    const [lower, higher] = await Promise.all([draw({ panels: [panel] }), draw({ panels: [{ ...panel, better: 'higher' }] })]);
    const left = { right: Math.round(lower.width / 2), bottom: 300 };
    expect(count(lower, is(WIN.color), left)).toBeGreaterThan(50);
    expect(count(higher, is(LOSS.color), left)).toBeGreaterThan(50);
    expect(count(higher, is(WIN.color), left)).toBe(0);
  });

  it('beyond the axis there is a triangle at the edge, and no whisker past it', async () => {
    const far = await draw({
      panels: [
        {
          ...panel,
          rows: [
            { label: 'win', difference: -5, low: -9, high: -0.4 },
            { label: 'diverged', difference: NaN, low: NaN, high: NaN },
          ],
        },
      ],
    });
    const near = await draw({ panels: [{ ...panel, rows: [] }] });
    expect(count(far, is(WIN.color))).toBeGreaterThan(100);
    expect(count(far, is(TIE.color)) - count(near, is(TIE.color))).toBeGreaterThan(30);
  });
});

it('step sizes: past the last finite loss there are triangles at the top and nothing below them', async () => {
  const points = [0.001, 0.01, 0.1, 1, 10, 100].map((x, i) => ({ x, y: i < 3 ? 0.2 : [30, Infinity, NaN][i - 3] }));
  const picture = await draw({
    panels: [curves('s', [series('naive', points)], { x: axis('eta', 'log'), y: axis('loss', 'log', { min: 0.1, max: 1 }) })],
  });
  const right = { left: Math.round(0.6 * picture.width), right: picture.width - 10 };
  expect(count(picture, colorOf(0), { ...right, top: 50, bottom: 80 })).toBeGreaterThan(3 * 20);
  expect(count(picture, colorOf(0), { ...right, top: 82, bottom: 440 })).toBe(0);
});

it('paths: joined in the order given, not in that of x', async () => {
  const there = at([0, 0], [1, 1], [0.5, 0]);
  const panelOf = (points: typeof there): Figure => ({
    panels: [{ ...curves('p', [series('A', points)], { x: axis('x'), y: axis('y') }), kind: 'paths' }],
  });
  const sortedByX = there.toSorted((a, b) => a.x - b.x);
  const [given, sorted] = await Promise.all([there, sortedByX].map((points) => renderFigure(panelOf(points))));
  expect(given.equals(sorted)).toBe(false);
  expect(count(await look(given), colorOf(0))).toBeGreaterThan(1000);
});

it('flip picture: every update and every line across is to be seen, none hides another', async () => {
  const picture = await draw(figures.flip);
  const plot = { bottom: 450 };
  for (const n of [0, 1, 2, 3]) expect(count(picture, colorOf(n), plot), `update ${n}`).toBeGreaterThan(100);
  for (const { color } of RULES.slice(0, 2)) expect(count(picture, is(color), plot), color).toBeGreaterThan(50);
});

describe('small multiples', () => {
  it('printed 85 mm wide have ticks of 6 points at least, so do single panels', async () => {
    const { ruler } = await openStudio();
    for (const figure of [figures['small multiples'], figures['one point']]) {
      const { width, format } = compose(figure, ruler);
      const points = (format.font.tick * (85 / 25.4) * 72) / width;
      expect(points).toBeGreaterThanOrEqual(6);
    }
  });

  it('have 300 pixels to the inch at that width', async () => {
    expect((await draw(figures['small multiples'])).width).toBeGreaterThanOrEqual(1000);
  });

  it('have one axis each: the same limits in all panels', () => {
    const limits = figures['small multiples'].panels.map((panel) => [
      panel.kind === 'curves' && panel.x,
      panel.kind !== 'forest' && panel.y,
    ]);
    for (const each of limits) expect(each).toEqual(limits[0]);
  });

  it('refuse panels whose axes have different names, which one title cannot stand for', async () => {
    const panels = ['error', 'loss'].map((label) => curves(label, [], { y: axis(label) }));
    const message = 'share one y axis: found "error" and "loss"';
    await expect(renderFigure({ panels, format: 'small multiples' })).rejects.toThrow(message);
  });

  it('every series is in every panel', async () => {
    const picture = await draw(figures['small multiples']);
    const { ruler } = await openStudio();
    const { panels } = compose(figures['small multiples'], ruler);
    for (const { left, top, drawing } of panels) {
      const [x, y] = [left, top].map((at) => Math.round(at * SMALL_RATIO));
      const plot = {
        left: x,
        top: y,
        right: x + drawing.size.width * SMALL_RATIO,
        bottom: y + drawing.size.height * SMALL_RATIO,
      };
      for (const n of [0, 1, 2]) expect(count(picture, colorOf(n), plot)).toBeGreaterThan(30);
    }
  });
});

it('no panel lies on another, on the legend or on the border, whatever it holds', async () => {
  const { ruler } = await openStudio();
  for (const [name, figure] of [...Object.entries(figures), ['learning curves', learningCurves] as const]) {
    const { panels, legendTop, width } = compose(figure, ruler);
    const plots = panels.map(({ left, top, drawing }) => ({
      left,
      top,
      right: left + drawing.size.width,
      bottom: top + drawing.size.height,
    }));
    plots.forEach((one, i) => {
      expect(one.left > 0 && one.right < width && one.bottom < legendTop, name).toBe(true);
      for (const other of plots.slice(i + 1)) {
        const meets = one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
        expect(meets, name).toBe(false);
      }
    });
  }
});

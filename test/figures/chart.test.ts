import { beforeAll, describe, expect, it } from 'vitest';
import { renderFigure } from '../../src/figures/chart/figure-file.ts';
import { type Figure, styleOf } from '../../src/figures/model/figure.ts';
import { count, is, isInk, look, type Picture } from './support/pixels.ts';
import { at, axis, curves, falling, series } from './support/samples.ts';

/** Laws of drawn figures, by looking at their pixels: everything is there. What is so of every sample stands in vector.test.ts. */

const draw = async (figure: Figure): Promise<Picture> => look(await renderFigure(figure));

/** Pixels of everything above the first plot of a figure. */
const TITLES = 60;

const colorOf = (n: number): ((color: number) => boolean) => is(styleOf(n).color);

describe('every text is drawn', () => {
  const base = curves('title', [series('IWAL', falling(0.1, 1))], { references: [{ y: 0.2, label: 'majority' }] });
  const inkOf = async (figure: Figure): Promise<number> => count(await draw(figure), isInk);
  let whole: number;
  beforeAll(async () => {
    whole = await inkOf({ panels: [base] });
  });

  it.each<[string, Figure]>([
    ['panel title', { panels: [{ ...base, title: '' }] }],
    ['x label', { panels: [{ ...base, x: axis('', 'log') }] }],
    ['y label', { panels: [{ ...base, y: axis('') }] }],
    ['legend', { panels: [{ ...base, series: [series('', falling(0.1, 1))] }] }],
    ['reference', { panels: [{ ...base, references: [{ y: 0.2, label: '' }] }] }],
  ])('%s', async (_what, without) => {
    expect(whole - (await inkOf(without))).toBeGreaterThan(100);
  });

  it('figure title', async () => {
    expect((await inkOf({ title: 'title', panels: [base] })) - whole).toBeGreaterThan(100);
  });

  it('signs beyond Latin: a missing one would be the same box as any other missing one', async () => {
    const titles = ['λ', '≤', 'ε', '→', '⁻', '₀', 'η', '±', '\u{10fffd}'];
    const pictures = await Promise.all(titles.map((title) => renderFigure({ panels: [curves(title, [])] })));
    expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(titles.length);
  });
});

describe('every series is drawn', () => {
  it('in the legend, even without points', async () => {
    const methods = [0, 1, 2, 3, 4, 5, 6];
    const all = methods.map((n) => series(`method ${n}`));
    const picture = await draw({ panels: [curves('empty', all)] });
    for (const n of methods) expect(count(picture, colorOf(n)), `method ${n}`).toBeGreaterThan(40);
  });

  it('in the plot: one point without a line', async () => {
    const one = await draw({ panels: [curves('one', [series('IWAL', [{ x: 10, y: 1 }])])] });
    const none = await draw({ panels: [curves('one', [series('IWAL')])] });
    expect(count(one, colorOf(0)) - count(none, colorOf(0))).toBeGreaterThan(100);
  });

  it('with its band', async () => {
    const points = falling(0.1, 1);
    const bare = points.map(({ x, y }) => ({ x, y }));
    const limits = { y: axis('error', 'linear', { min: 0, max: 1 }) };
    const [banded, plain] = await Promise.all(
      [points, bare].map((each) => draw({ panels: [curves('band', [series('IWAL', each)], limits)] })),
    );
    expect(count(banded, isInk) - count(plain, isInk)).toBeGreaterThan(2000);
  });
});

describe('values off the scale are drawn at the edge', () => {
  const inside = [0.1, 0.2, 0.3].map((y, i) => ({ x: 10 ** (i + 1), y }));
  const limits = { y: axis('error', 'linear', { min: 0, max: 1 }) };
  const withLast = (y: number): Promise<Picture> =>
    draw({ panels: [curves('off', [series('IWAL', [...inside, { x: 1e4, y }])], limits)] });
  /** Rows of pixels around the top and the bottom edge of the plot. */
  const top = { top: TITLES - 12, bottom: TITLES + 14 };
  const bottom = { top: TITLES + 376, bottom: TITLES + 404 };

  it.each([NaN, Infinity, 1e300, 1.01])('%d at the top', async (y) => {
    expect(count(await withLast(y), colorOf(0), top)).toBeGreaterThan(30);
  });

  it.each([-Infinity, -1e300, -0.01])('%d at the bottom', async (y) => {
    expect(count(await withLast(y), colorOf(0), bottom)).toBeGreaterThan(30);
  });

  it('and values on it are not', async () => {
    expect(count(await withLast(0.9), colorOf(0), top)).toBe(0);
    expect(count(await withLast(0.3), colorOf(0), bottom)).toBe(0);
  });

  it('side by side where several methods leave the plot at one place', async () => {
    const all = [0, 1, 2].map((n) => series(`method ${n}`, at([10, 0.5], [100, NaN])));
    const picture = await draw({ panels: [curves('off', all, limits)] });
    const corner = { ...top, bottom: TITLES + 60, left: picture.width - 60 };
    for (const n of [0, 1, 2]) expect(count(picture, colorOf(n), corner), `method ${n}`).toBeGreaterThan(20);
  });

  it('refuses a point without a place', async () => {
    const panel = curves('off', [series('IWAL', at([NaN, 1]))]);
    await expect(renderFigure({ panels: [panel] })).rejects.toThrow('its x (labels bought) is NaN');
  });
});

describe('what contradicts itself is refused', () => {
  const fallingAxis = axis('error', 'linear', { min: 2, max: 1 });
  it.each<[string, Figure, string]>([
    ['no panels', { panels: [] }, 'at least one panel'],
    ['limits in the wrong order', { panels: [curves('t', [], { y: fallingAxis })] }, 'axis "error": found min 2, max 1'],
    ['zero on a log axis', { panels: [curves('t', [], { x: axis('', 'log', { min: 0 }) })] }, '0 < min < max on a log scale'],
    [
      'bars without groups',
      { panels: [{ kind: 'bars', title: 't', y: axis('s'), groups: ['a'], series: [{ label: 'm', bars: [] }] }] },
      '"m" has 0 bars for 1 groups',
    ],
  ])('%s', async (_what, figure, message) => {
    await expect(renderFigure(figure)).rejects.toThrow(message);
  });
});

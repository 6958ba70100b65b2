/** Laws of the labels of reference lines: they stand where they cover least, and where that is a bar, on paper. */
import { describe, expect, it } from 'vitest';
import { openStudio } from '../../src/figures/chart/canvas.ts';
import type { Bar, BarPanel, CurvePanel } from '../../src/figures/model/figure.ts';
import { htmlFigure } from '../../src/reports/html/figure.ts';
import { obstacles, OFF_EDGE, OFF_LINE, type PlacedReference } from '../../src/figures/layout/references.ts';
import { at as pointsAt } from './support/samples.ts';
import { FORMATS, textHeight } from '../../src/figures/layout/sizes.ts';
import { preparedPanels } from '../../src/figures/layout/prepared-panel.ts';

const { ruler } = await openStudio();

/** Two wide bars and a line at 0.4, on an axis that ends at 1. */
function bars(first: Bar, second: Bar): BarPanel {
  return {
    kind: 'bars',
    title: 'bars',
    y: { label: 'points', scale: 'linear', min: 0, max: 1 },
    references: [{ y: 0.4, label: 'passive + 0.4' }],
    groups: ['hinge', 'logistic'],
    series: [{ label: 'active', bars: [first, second] }],
  };
}

function placed(...heights: readonly [Bar, Bar]): Pick<PlacedReference, 'end' | 'side' | 'ground'> {
  const [{ references }] = preparedPanels({ panels: [bars(...heights)] }, FORMATS.regular, ruler);
  const [{ end, side, ground }] = references;
  return { end, side, ground };
}

describe('a label among bars', () => {
  it('stands beside a bar, not on it, wherever its line crosses the bar', () => {
    for (let height = 0.5; height <= 1; height += 0.02) {
      expect(placed({ height }, { height: 0.1 })).toMatchObject({ end: 'end', ground: 'plot' });
      expect(placed({ height: 0.1 }, { height })).toMatchObject({ end: 'start', ground: 'plot' });
    }
  });

  it('stands above low bars, on nothing', () => {
    expect(placed({ height: 0.38 }, { height: 0.38 })).toEqual({ end: 'start', side: 'above', ground: 'plot' });
  });

  it('has paper of its own where bars are everywhere, and leaves whiskers alone', () => {
    const whiskers = [
      { height: 0.7, low: 0.34, high: 0.75 },
      { height: 0.7, low: 0.5, high: 0.9 },
    ] as const;
    expect(placed(...whiskers)).toEqual({ end: 'end', side: 'below', ground: 'paper' });
    const paper = (panel: BarPanel): number =>
      htmlFigure({ file: 'f.png', figure: { panels: [panel] }, caption: '' }, 1, ruler, new Map()).split(
        'style="fill:var(--paper)"',
      ).length - 1;
    expect([paper(bars(...whiskers)), paper(bars({ height: 0.7 }, { height: 0.1 }))]).toEqual([1, 0]);
  });
});

describe('an arrow from one x to another', () => {
  const points = pointsAt([0.01, 3], [0.1, 1], [1, 0]);
  const panel: CurvePanel = {
    kind: 'curves',
    title: 'arrow',
    x: { label: 'share', scale: 'log', min: 0.01, max: 1 },
    y: { label: 'points', scale: 'linear', min: 0, max: 3 },
    references: [{ y: 0.5, label: 'as good with five times as many labels', span: { from: 0.04, to: 0.2 } }],
    series: [
      { label: 'passive', points },
      { label: 'active', points: points.map(({ x, y }) => ({ x, y: y / 6 })) },
    ],
  };
  const [{ drawing, references }] = preparedPanels({ panels: [panel] }, FORMATS.regular, ruler);

  it('is drawn over its stretch only, and ends in a head', () => {
    expect(references).toMatchObject([{ shows: 'line', span: { from: 0.04, to: 0.2 } }]);
    const svg = htmlFigure({ file: 'f.png', figure: { panels: [panel] }, caption: '' }, 1, ruler, new Map());
    const [, from, to, tip] = /M([\d.]+) [\d.]+H([\d.]+)"[^>]*stroke-dasharray="4 3"[^]*?<path d="M([\d.]+) /
      .exec(svg)!
      .map(Number);
    const at = (x: number): number => (drawing.size.width * (Math.log10(x) + 2)) / 2;
    expect(from).toBeCloseTo(at(0.04), 1);
    expect(to).toBeCloseTo(at(0.2), 1);
    expect(tip).toBe(to);
  });

  it('has a narrow label that stands where no line is', () => {
    const [{ text, width, end, side, lift, fontSize, y }] = references;
    expect(text.length).toBeGreaterThan(1);
    expect(width).toBeLessThan(drawing.size.width / 2);
    const left = end === 'start' ? OFF_EDGE : drawing.size.width - OFF_EDGE - width;
    const tall = textHeight(text, fontSize);
    const line = (drawing.size.height * y) / 3;
    const bottom = side === 'above' ? line + OFF_LINE + lift : line - OFF_LINE - lift - tall;
    const covered = obstacles(drawing).filter(
      (spot) => spot.x > left && spot.x < left + width && spot.y > bottom && spot.y < bottom + tall,
    );
    expect(covered).toEqual([]);
  });
});

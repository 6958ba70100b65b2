/** Laws of the labels of reference lines: they stand where they cover least, and where that is a bar, on paper. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openStudio } from '../../src/figures/chart/canvas.ts';
import type { Bar, BarPanel } from '../../src/figures/model/figure.ts';
import { htmlFigure } from '../../src/reports/html/figure.ts';
import { FORMATS, type Ruler } from '../../src/figures/layout/sizes.ts';
import { preparedPanels } from '../../src/figures/layout/prepared-panel.ts';
import type { PlacedReference } from '../../src/figures/layout/references.ts';

let ruler: Ruler;
beforeAll(async () => {
  ({ ruler } = await openStudio());
});

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
  const [
    {
      references: [{ end, side, ground }],
    },
  ] = preparedPanels([bars(...heights)], FORMATS.regular, ruler);
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
      htmlFigure({ file: 'f.png', figure: { panels: [panel] }, caption: '' }, 1, ruler).split('style="fill:var(--paper)"')
        .length - 1;
    expect(paper(bars(...whiskers))).toBe(1);
    expect(paper(bars({ height: 0.7 }, { height: 0.1 }))).toBe(0);
  });
});

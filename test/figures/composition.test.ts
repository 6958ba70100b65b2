/**
 * Laws of where things stand in a figure: what is side by side can be read in print, and nothing is said twice or left unsaid.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { openStudio } from '../../src/figures/chart/canvas.ts';
import { compose, type PlacedPanel } from '../../src/figures/layout/composition.ts';
import type { Comparison, Figure, ForestPanel } from '../../src/figures/model/figure.ts';
import type { Ruler } from '../../src/figures/layout/sizes.ts';
import type { Measure } from '../../src/figures/model/drawing.ts';
import { pointsInPrint } from './pages/print.ts';
import { axis, comparisons, figures, learningCurves } from './support/samples.ts';

const forest = (rows: readonly Comparison[]): ForestPanel => ({
  kind: 'forest',
  title: 'forest',
  x: axis('difference'),
  better: 'lower',
  rows,
});

let ruler: Ruler;
beforeAll(async () => {
  ({ ruler } = await openStudio());
});

describe('labels of ticks in print', () => {
  const cases: Record<string, Figure> = {
    'one panel': { panels: learningCurves.panels.slice(0, 1) },
    'two panels': { panels: learningCurves.panels.slice(0, 2) },
    'three panels': learningCurves,
    'three panels of bars': { panels: [0, 1, 2].flatMap(() => figures.times.panels) },
    'three forests of the same rows': { panels: [0, 1, 2].map(() => forest(comparisons)) },
    'six panels': { panels: [...learningCurves.panels, ...learningCurves.panels] },
  };

  it.each(Object.entries(cases))('%s as wide as a page of text: 6.5 points or more', (_name, figure) => {
    expect(pointsInPrint(figure, compose(figure, ruler))).toBeGreaterThanOrEqual(6.5);
  });

  it('small multiples as wide as a column: 6 points or more', () => {
    expect(pointsInPrint(figures['small multiples'], compose(figures['small multiples'], ruler))).toBeGreaterThanOrEqual(6);
  });
});

describe('names of rows', () => {
  const labelled = (panels: readonly ForestPanel[]): boolean[] =>
    compose({ panels }, ruler).panels.map(({ lettering }) => lettering.labelled.includes('y'));

  it('stand once in a row of forests that share them', () => {
    const others = comparisons.map((row) => ({ ...row, difference: 0.1 }));
    expect(labelled([forest(comparisons), forest(others)])).toEqual([true, false]);
    expect(labelled([0, 1, 2, 3].map(() => forest(comparisons)))).toEqual([true, false, true, false]);
  });

  it('stand in every forest that has others, were it one', () => {
    const renamed = comparisons.with(2, { ...comparisons[2], label: 'another' });
    expect(labelled([forest(comparisons), forest(renamed)])).toEqual([true, true]);
    expect(labelled([forest(comparisons), forest(comparisons.slice(1))])).toEqual([true, true]);
  });
});

describe('what ticks say', () => {
  /** From the left end of the leftmost label to the right end of the rightmost one. */
  const reach = (
    { drawing: { x, y, size, tickText }, lettering: { labelled }, left }: PlacedPanel,
    measure: Measure,
  ): [from: number, to: number] => {
    const unit = (value: number): number => (x.scale === 'log' ? Math.log(value) : value / 2);
    const names = labelled.includes('y') ? Math.max(0, ...y.ticks.flatMap(({ label }) => label.map(measure))) : 0;
    const ends = x.ticks.flatMap(({ value, label }) => {
      const middle = left + (size.width * (unit(value) - unit(x.min))) / (unit(x.max) - unit(x.min));
      const half = tickText === 'level' && labelled.includes('x') ? Math.max(0, ...label.map(measure)) / 2 : 0;
      return [middle - half, middle + half];
    });
    return [Math.min(left - names, ...ends), Math.max(left + size.width, ...ends)];
  };

  it.each(Object.entries(figures))('%s: stands inside the figure, and clear of the next panel', (_name, figure) => {
    const { panels, width, format } = compose(figure, ruler);
    const measure = ruler(format.font.tick, 'normal');
    panels.forEach((panel, i) => {
      const [from, to] = reach(panel, measure);
      const next = panels.at(i + 1);
      expect(from).toBeGreaterThan(0);
      expect(to).toBeLessThan(next?.top === panel.top ? reach(next, measure)[0] : width);
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sideOf, outward, withRoom } from '../../src/figures/model/drawing.ts';
import type { Drawing, PanelContext, Mark, Spot } from '../../src/figures/model/drawing.ts';
import { type Panel, type Point, styleOf } from '../../src/figures/model/figure.ts';
import { outcomeOf } from '../../src/figures/panels/forest.ts';
import { drawPanel } from '../../src/figures/layout/prepared-panel.ts';
import { linearTicks, logTicks } from '../../src/figures/model/ticks.ts';
import { at, axis, comparisons, curves, figures, series } from './support/samples.ts';
import { always } from '../laws/statistics/always.ts';

/** Laws of marks, before anything is drawn: nothing is dropped, nothing is invented between what was measured and the edge. */

const measure = (text: string): number => 6 * text.length;
const context: PanelContext = { look: () => styleOf(0), measure, lineHeight: 12.5, size: { width: 296, height: 194 }, grain: 1 };

/** Points on and off axes from 0 to 1, with bounds that may leave them too. */
const point: fc.Arbitrary<Point> = fc.record({
  x: fc.double({ min: -0.5, max: 1.5, noNaN: true }),
  y: fc.oneof(fc.double({ min: -0.5, max: 1.5, noNaN: true }), fc.constantFrom(NaN, Infinity, -Infinity)),
  low: fc.double({ min: -2, max: 0 }),
  high: fc.double({ min: 0, max: 2 }),
});
const points = fc.array(point, { minLength: 1, maxLength: 30 });
const limits = { x: axis('x', 'linear', { min: 0, max: 1 }), y: axis('y', 'linear', { min: 0, max: 1 }) };

const of = <K extends Mark['kind']>(drawing: Drawing, kind: K): Extract<Mark, { kind: K }>[] =>
  drawing.marks.filter((mark): mark is Extract<Mark, { kind: K }> => mark.kind === kind);

/** Neighbours that are joined. */
function joined(spots: readonly Spot[]): [Spot, Spot][] {
  return spots
    .slice(1)
    .map((spot, i): [Spot, Spot] => [spots[i], spot])
    .filter(([a, b]) => !Number.isNaN(a.y) && !Number.isNaN(b.y));
}

describe.each(['curves', 'paths'] as const)('%s', (kind) => {
  const draw = (all: readonly Point[]): Drawing => drawPanel({ ...curves('t', [series('A', all)], limits), kind }, context);

  it('a line joins neighbours on the scale, all of them, and nothing else', () => {
    always(points, (all) => {
      const drawing = draw(all);
      const isOn = (each: Point): boolean => outward(each, drawing) === undefined;
      const wanted = all
        .slice(1)
        .flatMap((each, i) => (isOn(all[i]) && isOn(each) ? [[all[i], each].map(({ x, y }) => ({ x, y }))] : []));
      const line = of(drawing, 'stroke').at(-1)!;
      expect(joined(line.spots)).toEqual(wanted);
    });
  });

  it('every point off the scale is an open triangle at the edge, and what is infinite an open square', () => {
    always(points, (all) => {
      const drawing = draw(all);
      const away = all.filter((each) => outward(each, drawing) !== undefined);
      const open = of(drawing, 'dots').flatMap(({ dots }) => dots.filter(({ fill }) => fill === 'paper'));
      expect(open).toHaveLength(away.length);
      for (const { at } of open) expect([sideOf(drawing.x, at.x), sideOf(drawing.y, at.y)]).toEqual(['inside', 'inside']);
      const infinite = away.filter(({ x, y }) => !Number.isFinite(x) || !Number.isFinite(y)).length;
      expect(open.filter(({ marker }) => marker === 'rect')).toHaveLength(infinite);
      const has = (wanted: string): boolean => drawing.keys.some(({ sample }) => sample === wanted);
      expect([has('off the scale'), has('infinite')]).toEqual([away.length > infinite, infinite > 0]);
    });
  });

  it('a reader can ask every point, at the place where it is drawn', () => {
    always(points, (all) => {
      const { readings, x, y } = draw(all);
      expect(readings).toHaveLength(all.length);
      for (const { at } of readings) expect([sideOf(x, at.x), sideOf(y, at.y)]).toEqual(['inside', 'inside']);
    });
  });
});

it('a band lies between neighbours on the scale only', () => {
  always(points, (all) => {
    const drawing = drawPanel(curves('t', [series('A', all)], limits), context);
    const [area] = of(drawing, 'area');
    all.forEach((each, i) => {
      const carries = outward(each, drawing) === undefined && !Number.isNaN(each.low) && !Number.isNaN(each.high);
      expect(Number.isNaN(area.upper[i].y), `point ${i}`).toBe(!carries);
      expect(Number.isNaN(area.lower[i].y), `point ${i}`).toBe(!carries);
    });
  });
});

describe('forest', () => {
  const drawing = drawPanel(
    { kind: 'forest', title: '', x: axis('d', 'linear', { min: -1, max: 1 }), better: 'lower', rows: comparisons },
    context,
  );

  it('an outcome follows from the interval alone', () => {
    always(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      const interval = { low: Math.min(a, b), high: Math.max(a, b) };
      const mirror = { low: -interval.high, high: -interval.low };
      expect(outcomeOf(interval, 'lower')).toBe(outcomeOf(mirror, 'higher'));
      expect(outcomeOf(interval, 'lower') === 'no difference shown').toBe(interval.low <= 0 && interval.high >= 0);
    });
    expect(outcomeOf({ low: NaN, high: NaN }, 'lower')).toBe('no difference shown');
  });

  it('one marker a row, from the top down in the order given', () => {
    expect(of(drawing, 'dots').reduce((sum, { dots }) => sum + dots.length, 0)).toBe(comparisons.length);
    const heights = drawing.readings.map(({ at }) => at.y);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
  });

  it('names of rows never meet: the plot grows with them', () => {
    for (const rows of [comparisons, Array.from({ length: 60 }, () => comparisons[2])]) {
      const { y, size } = drawPanel({ kind: 'forest', title: '', x: axis('d'), better: 'higher', rows }, context);
      for (const [r, { value, label }] of y.ticks.entries()) {
        const below = r + 1 < y.ticks.length ? y.ticks[r + 1] : { value: 0, label: [] };
        expect(((value - below.value) / y.max) * size.height).toBeGreaterThanOrEqual(
          (12.5 * (label.length + below.label.length)) / 2,
        );
      }
    }
  });
});

describe('a plane', () => {
  it('has units of one length on both axes', () => {
    const wide = fc.array(
      fc.record({ x: fc.double({ min: -100, max: 100, noNaN: true }), y: fc.double({ min: -1, max: 1, noNaN: true }) }),
      { minLength: 1, maxLength: 5 },
    );
    always(wide, (all) => {
      const { x, y, size } = drawPanel(
        { kind: 'plane', title: '', x: axis('w1'), y: axis('w2'), lines: [], series: [series('A', all)] },
        context,
      );
      expect((x.max - x.min) / size.width / ((y.max - y.min) / size.height)).toBeCloseTo(1, 9);
    });
  });

  it('a lane beside the others changes no margin', () => {
    const normal = [0.6, -1.1] as const;
    const path = at([0, 0], [0.6, -1.1]);
    const panel: Panel = {
      kind: 'plane',
      title: '',
      x: axis('w1'),
      y: axis('w2'),
      lines: [{ label: 'flips', normal, at: 0.3 }],
      series: ['A', 'B', 'C'].map((label) => series(label, path)),
    };
    const drawing = drawPanel(panel, context);
    const marginOf = ({ x, y }: Spot): number => normal[0] * x + normal[1] * y;
    for (const { at } of drawing.readings.filter((_, i) => i % 2 === 1)) expect(marginOf(at)).toBeCloseTo(marginOf(path[1]), 9);
    expect(new Set(drawing.readings.map(({ at }) => at.x.toFixed(6))).size).toBe(6);
  });

  it('a line across is the part of it inside the plot', () => {
    always(
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: -2, max: 2, noNaN: true }),
      (a, b, at) => {
        fc.pre(Math.hypot(a, b) > 1e-3);
        const square = { x: axis('w1', 'linear', { min: -1, max: 1 }), y: axis('w2', 'linear', { min: -1, max: 1 }) };
        const drawing = drawPanel(
          { kind: 'plane', title: '', ...square, lines: [{ label: 'l', normal: [a, b], at }], series: [] },
          context,
        );
        const [{ spots }] = of(drawing, 'stroke');
        const meets = Math.abs(a) + Math.abs(b) - Math.abs(at);
        if (Math.abs(meets) > 1e-6) expect(spots.length).toBe(meets > 0 ? 2 : 0);
        for (const { x, y } of spots) expect(a * x + b * y).toBeCloseTo(at, 6);
      },
    );
  });
});

describe('ticks with room', () => {
  it.each([['linear', linearTicks] as const, ['log', logTicks] as const])(
    '%s: labels never meet, marks all stay, the first label stays',
    (scale, ticksOf) => {
      always(
        fc.double({ min: 1e-4, max: 10, noNaN: true }),
        fc.double({ min: 1.1, max: 1e6, noNaN: true }),
        fc.integer({ min: 20, max: 400 }),
        (min, ratio, length) => {
          const full = { label: '', scale, min, max: min * ratio, ticks: ticksOf(min, min * ratio) };
          const { ticks } = withRoom(full, length, ({ label }) => measure(label[0]));
          expect(ticks.map(({ value }) => value)).toEqual(full.ticks.map(({ value }) => value));
          const labelled = ticks.filter(({ label }) => label.length > 0);
          expect(labelled[0]).toEqual(full.ticks.find(({ label }) => label.length > 0));
          const at = (value: number): number =>
            (length * (scale === 'log' ? Math.log(value / min) : value - min)) /
            (scale === 'log' ? Math.log(ratio) : min * ratio - min);
          for (const [i, tick] of labelled.slice(1).entries()) {
            const before = labelled[i];
            expect(at(tick.value) - at(before.value)).toBeGreaterThan((measure(tick.label[0]) + measure(before.label[0])) / 2);
          }
        },
      );
    },
  );
});

it('what a point says has no word of the machine in it', () => {
  for (const figure of Object.values(figures))
    for (const panel of figure.panels) {
      const { readings } = drawPanel(panel, context);
      for (const { text } of readings) expect(text).not.toMatch(/undefined|NaN/);
    }
});

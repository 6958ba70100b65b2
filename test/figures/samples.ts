/** Figures with invented numbers: what experiments draw, and what should not break a figure. */
import type { Axis, CurvePanel, Figure, Point, Series } from '../../src/figures/figure.ts';

export const axis = (label: string, scale: Axis['scale'] = 'linear', limits: { min?: number; max?: number } = {}): Axis => ({ label, scale, ...limits });

export const series = (label: string, points: readonly Point[] = []): Series => ({ label, points });

/** Points at ten places from 10 to 10,000. */
export function falling(floor: number, rate: number): Point[] {
  return Array.from({ length: 10 }, (_, i) => {
    const x = 10 ** (1 + i / 3);
    const y = floor + 0.3 * (x / 10) ** -rate;
    const half = 0.01 + 0.09 * (x / 10) ** -0.3;
    return { x, y, low: y - half, high: y + half };
  });
}

export function curves(title: string, all: readonly Series[], more: Partial<CurvePanel> = {}): CurvePanel {
  return { kind: 'curves', title, x: axis('labels bought', 'log'), y: axis('test error'), series: all, ...more };
}

const learning = (title: string, floor: number): CurvePanel =>
  curves(title, [series('IWAL', falling(floor, 0.75)), series('passive', falling(floor, 0.5)), series('margin', falling(floor + 0.05, 0.6))], {
    y: axis('test error ± 95 % CI', 'linear', { min: 0, max: 0.5 }),
    references: [{ y: floor, label: 'Bayes error ε*' }],
  });

export const learningCurves: Figure = { panels: [learning('separable, d = 20', 0.03), learning('noise η = 0.1', 0.1), learning('drift, λ ≤ 10⁻³', 0.16)] };

const stepSizes: Figure = {
  panels: [
    curves(
      'sensitivity',
      [
        series('linear', Array.from({ length: 13 }, (_, i) => ({ x: 10 ** (i / 2 - 3), y: [0.9, 0.6, 30, Infinity, NaN][Math.floor(i / 3)] }))),
        series('IWA', Array.from({ length: 13 }, (_, i) => ({ x: 10 ** (i / 2 - 3), y: 0.5 + 0.01 * (i - 6) ** 2 }))),
      ],
      { x: axis('initial step size η₀', 'log'), y: axis('average loss', 'log', { max: 10 }) },
    ),
  ],
};

const times: Figure = {
  panels: [
    {
      kind: 'bars',
      title: 'median of 7 passes',
      y: axis('seconds a pass'),
      groups: ['hinge', 'logistic', 'rcv1 ccat, averaged'],
      series: [
        { label: 'active', bars: [1.2, 1.5, 0.9].map((height) => ({ height, low: 0.9 * height, high: 1.1 * height })) },
        { label: 'passive', bars: [{ height: 1.9 }, undefined, { height: Infinity }] },
      ],
      references: [{ y: 2.5, label: 'passive in the talk' }],
    },
  ],
};

const accuracies: Figure = {
  panels: [
    {
      kind: 'scatter',
      title: 'one point a schedule',
      x: axis('accuracy of naive updates', 'linear', { min: 0.8 }),
      y: axis('accuracy', 'linear', { min: 0.8 }),
      diagonal: 'equal accuracy',
      series: [series('invariant', [0.7, 0.82, 0.9, 0.95].map((x) => ({ x, y: x + 0.02, low: x, high: x + 0.03 })))],
    },
  ],
};

const long = 'a name that says all there is to say about it, and then some more that nobody asked for';

/** By name; all must be drawn whole. */
export const figures: Readonly<Record<string, Figure>> = {
  'learning curves': learningCurves,
  'step sizes': stepSizes,
  times,
  accuracies,
  'a heading and rows of panels': { title: long, panels: Array.from({ length: 5 }, (_, k) => curves(`panel ${k}`, [series('IWAL', falling(k, 1))])) },
  'one point': { panels: [curves('one', [series('IWAL', [{ x: 100, y: 0.3, low: 0.2, high: 0.4 }])])] },
  'one value throughout': { panels: [curves('flat', [series('IWAL', [10, 100, 1000].map((x) => ({ x, y: 0 })))])] },
  'no points': { panels: [curves('empty', [series('IWAL')])] },
  'no series': { panels: [curves('nothing', [])] },
  'no groups': { panels: [{ kind: 'bars', title: 'nothing', y: axis('seconds'), groups: [], series: [] }] },
  'nothing finite': { panels: [curves('diverged', [series('IWAL', [NaN, Infinity, -Infinity].map((y, i) => ({ x: i + 1, y, low: NaN, high: y })))])] },
  'nothing positive on a log axis': { panels: [curves('log', [series('IWAL', [{ x: -1, y: 0 }, { x: 0, y: -3 }])], { y: axis('loss', 'log') })] },
  'huge on log axes': { panels: [curves('huge', [series('IWAL', [1e-308, 1e-300, 1, 1e300, 1e308].map((x) => ({ x, y: x })))], { y: axis('y', 'log') })] },
  'huge on linear axes': {
    panels: [curves('huge', [series('IWAL', [-1e308, -1e300, 0, 1e300, 1e308].map((x) => ({ x, y: -x, low: -1e308, high: 1e308 })))], { x: axis('x') })],
  },
  'twelve series': { panels: [curves('twelve', Array.from({ length: 12 }, (_, s) => series(`method ${s}`, falling(0.05 * s, 1))))] },
  'long labels': {
    panels: [
      curves(long, [series(long, falling(0.1, 1)), series('averylongwordwithoutanyspace'.repeat(5), falling(0.2, 1))], {
        x: axis(long, 'log'),
        y: axis(long),
        references: [{ y: 0.1, label: long }, { y: NaN, label: 'diverged' }],
      }),
      { kind: 'bars', title: long, y: axis(long), groups: Array.from({ length: 12 }, (_, g) => `${long} ${g}`), series: [{ label: long, bars: Array.from({ length: 12 }, () => ({ height: 1e-7 })) }] },
    ],
  },
};

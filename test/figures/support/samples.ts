/** Figures with invented numbers: what experiments draw, and what should not break a figure. */
import type { Axis, Comparison, CurvePanel, Figure, ForestPanel, Point, Series } from '../../../src/figures/model/figure.ts';
import { flipPanel, type Stop } from '../../../experiments/flip-picture/flip-panel.ts';
import { sensitivityPanel } from '../../../src/figures/model/curves.ts';
import { smallMultiples } from '../../../experiments/label-complexity/small-multiples.ts';
import { sparsityPanel } from '../../../experiments/step-size-flavours/sparsity-panel.ts';

export const axis = (label: string, scale: Axis['scale'] = 'linear', limits: Pick<Axis, 'min' | 'max'> = {}): Axis => ({
  ...{ label, scale },
  ...limits,
});

export const series = (label: string, points: readonly Point[] = []): Series => ({ label, points });

/** Points, with a band where its ends are given. */
export function at(...places: readonly (readonly [x: number, y: number, low?: number, high?: number])[]): Point[] {
  return places.map(([x, y, low, high]) => ({ x, y, ...(low !== undefined && { low }), ...(high !== undefined && { high }) }));
}

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
  curves(
    title,
    [series('IWAL', falling(floor, 0.75)), series('passive', falling(floor, 0.5)), series('margin', falling(floor + 0.05, 0.6))],
    { y: axis('test error ± 95 % CI', 'linear', { min: 0, max: 0.5 }), references: [{ y: floor, label: 'Bayes error ε*' }] },
  );

export const learningCurves: Figure = {
  panels: [learning('separable, d = 20', 0.03), learning('noise η = 0.1', 0.1), learning('drift, λ ≤ 10⁻³', 0.16)],
};

const METHODS = ['naive', 'invariant', 'implicit', 'aProx', 'proximal', 'truncated', 'resampled'];

/** What ten digits of the n-th hash are. */
export const digits = (n: number): string => n.toString(16).padStart(10, '0');

/** Losses at thirteen steps: a valley around `best`, past which some methods diverge. */
function valley(best: number, floor: number, diverges: 'to infinity' | 'slowly' | 'never'): Point[] {
  return Array.from({ length: 13 }, (_, i) => {
    const x = 10 ** (i / 2 - 3);
    const off = Math.log10(x / best);
    const right = { 'to infinity': off > 1 ? NaN : 2 * off ** 2, slowly: 1.6 * off ** 2, never: 0.2 * off }[diverges];
    const y = floor * (1 + (off < 0 ? 0.5 * off ** 2 : right));
    return { x, y, low: 0.9 * y, high: 1.15 * y, cells: [`${digits(i)}a9a9a9`, digits(100 + i)] };
  });
}

export const stepSizes: Figure = {
  panels: [
    sensitivityPanel({
      title: 'squared loss',
      step: 'initial step size η₀',
      loss: 'average loss',
      series: METHODS.slice(0, 4).map((label, m) =>
        series(label, valley(0.3 + 0.1 * m, 0.1 + 0.01 * m, (['to infinity', 'never', 'never', 'slowly'] as const)[m])),
      ),
    }),
  ],
};

const invented = (k: number): number => [-0.45, 0.32, -0.12, 0.04, -0.6][k];

const REUTERS = 'reuters21578 acq, averaged over all of its ten splits and three orders';

/** Differences of all kinds: clear, none, off the scale, diverged, and of no width. */
export const comparisons: readonly Comparison[] = [
  ...['a1a', 'rcv1 ccat', REUTERS, 'mushrooms', 'covtype binary'].map((label, k): Comparison => {
    const difference = invented(k);
    return { label, difference, low: difference - 0.2, high: difference + 0.2, cells: [digits(k)] };
  }),
  { label: 'w8a (diverged)', difference: NaN, low: -0.1, high: NaN },
  { label: 'exactly zero', difference: 0, low: 0, high: 0 },
  { label: 'far off', difference: 5, low: 0.4, high: 9 },
];

const forest = (title: string, rows: readonly Comparison[]): ForestPanel => ({
  kind: 'forest',
  title,
  x: axis('difference in test error, points (invariant − naive)', 'linear', { min: -1, max: 1 }),
  better: 'lower',
  rows,
});

const stop = (w1: number, w2: number, cell: number): Stop => ({ weights: [w1, w2], cells: [digits(cell)] });

/** Squared loss, x = (1, 0.5), y = 1, eta 1: w moves along x. */
const flip: Figure = {
  panels: [
    flipPanel({
      title: 'one example of importance 6',
      example: [1, 0.5],
      margins: { 'margin 0: the prediction flips': 0, 'margin 1: the label': 1 },
      updates: {
        naive: [stop(-0.6, 0.2, 7), stop(1.9, 1.45, 7)],
        '8 half-steps': Array.from({ length: 9 }, (_, k) =>
          stop(-0.6 + 1.2 * (1 - 0.5 ** k), 0.2 + 0.6 * (1 - 0.5 ** k), 10 + k),
        ),
        invariant: [stop(-0.6, 0.2, 8), stop(0.6, 0.8, 8)],
        implicit: [stop(-0.6, 0.2, 9), stop(0.4, 0.7, 9)],
      },
    }),
  ],
};

/** What a query rule bought against the error it ended with, a path a method. */
const frontier: Figure = {
  panels: [
    {
      kind: 'paths',
      title: 'hinge',
      x: axis('share of labels bought', 'log', { max: 1 }),
      y: axis('test error above passive, points'),
      references: [{ y: 0.4, label: 'passive + 0.4' }],
      series: METHODS.slice(0, 4).map((method, m) =>
        series(
          method,
          Array.from({ length: 7 }, (_, k) => {
            const y = 3 * 0.5 ** k * (1 + 0.3 * m) + 0.05 * m;
            const x = Math.min(1, 0.01 * 2.1 ** k * (1 + 0.2 * m));
            return { x, y, low: 0.7 * y, high: 1.4 * y, cells: [digits(10 * m + k)], note: `mellowness 1e${k - 8}` };
          }),
        ),
      ),
    },
  ],
};

const sparsity: Figure = {
  panels: [
    sparsityPanel({
      title: 'rcv1',
      loss: 'progressive loss',
      methods: Object.fromEntries(
        ['rda', 'fobos', 'ftrl-proximal'].map((method, m) => [
          method,
          Array.from({ length: 8 }, (_, k) => ({
            penalty: k === 0 ? 0 : 10 ** (k - 8),
            nonZeros: Math.round(40_000 / 2.6 ** k),
            loss: 0.12 + 0.01 * m + 0.002 * (k - 2 + m) ** 2,
          })),
        ]),
      ),
    }),
  ],
};

const nine: Figure = smallMultiples(
  Array.from({ length: 9 }, (_, k) =>
    curves(['a1a', 'rcv1 ccat', 'mushrooms', 'covtype', 'w8a', 'reuters21578 acq', 'madelon', 'ijcnn1', 'cod-rna'][k], [
      series('IWAL', falling(0.02 * k, 0.75)),
      series('passive', falling(0.02 * k, 0.5)),
      series('margin', falling(0.02 * k + 0.05, 0.6)),
    ]),
  ),
);

const times: Figure = {
  panels: [
    {
      kind: 'bars',
      title: 'median of 7 passes',
      y: axis('seconds a pass'),
      groups: ['hinge', 'logistic', 'rcv1 ccat, averaged'],
      series: [
        {
          label: 'active',
          bars: [1.2, 1.5, 0.9].map((height, g) => ({
            height,
            low: 0.9 * height,
            high: 1.1 * height,
            note: '7 laps',
            cells: Array.from({ length: 1 + 30 * g }, (_, k) => digits(100 * g + k)),
          })),
        },
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
      series: [series('invariant', at(...[0.7, 0.82, 0.9, 0.95].map((x) => [x, x + 0.02, x, x + 0.03] as const)))],
    },
  ],
};

/** A figure of one curve. */
const alone = (title: string, points: readonly Point[], more: Partial<CurvePanel> = {}): Figure => ({
  panels: [curves(title, [series('IWAL', points)], more)],
});
const huge = { linear: [-1e308, -1e300, 0, 1e300, 1e308], log: [1e-308, 1e-300, 1, 1e300, 1e308] };

const long = 'a name that says all there is to say about it, and then some more that nobody asked for';

const forty = Array.from({ length: 40 }, (_, k) => ({ ...comparisons[k % 8], label: `dataset number ${k}` }));
const dozen = Array.from({ length: 12 }, (_, s) => series(`method ${s}`, falling(0.05 * s, 1)));

/** By name; all must be drawn whole. */
export const figures: Readonly<Record<string, Figure>> = {
  'learning curves': learningCurves,
  'step sizes': stepSizes,
  times,
  accuracies,
  forest: { panels: [forest('paired differences', comparisons)] },
  'a forest of forty rows': { panels: [forest('many', forty)] },
  'a forest of no rows': { panels: [forest('none', [])] },
  flip,
  frontier,
  sparsity,
  'small multiples': nine,
  'a heading and rows of panels': {
    title: long,
    panels: Array.from({ length: 5 }, (_, k) => curves(`panel ${k}`, [series('IWAL', falling(k, 1))])),
  },
  'one point': alone('one', [{ x: 100, y: 0.3, low: 0.2, high: 0.4 }]),
  'one value throughout': alone('flat', at([10, 0], [100, 0], [1000, 0])),
  'no points': { panels: [curves('empty', [series('IWAL')])] },
  'no series': { panels: [curves('nothing', [])] },
  'no groups': { panels: [{ kind: 'bars', title: 'nothing', y: axis('seconds'), groups: [], series: [] }] },
  'nothing finite': alone('diverged', at([1, NaN, NaN, NaN], [2, Infinity, NaN, Infinity], [3, -Infinity, NaN, -Infinity])),
  'nothing positive on a log axis': alone('log', at([-1, -0], [0, -3]), { y: axis('loss', 'log') }),
  'huge on log axes': alone('huge', at(...huge.log.map((x) => [x, x] as const)), { y: axis('y', 'log') }),
  'huge on linear axes': alone('huge', at(...huge.linear.map((x) => [x, -x, -1e308, 1e308] as const)), { x: axis('x') }),
  'off every edge': {
    panels: [
      curves(
        'off',
        METHODS.map((label, m) =>
          series(label, at([0.1, 0.5], [10, 0.1 * m], [100, NaN, 0, 1], [1000, -1], [1e6, 0.5, 0.4, 0.6])),
        ),
        { x: axis('labels', 'log', { min: 1, max: 1e4 }), y: axis('error', 'linear', { min: 0, max: 1 }) },
      ),
    ],
  },
  'a plane nothing moves in': {
    panels: [
      {
        kind: 'plane',
        title: 'still',
        x: axis('w1'),
        y: axis('w2'),
        lines: [
          { label: 'passes by', normal: [1, 0], at: 100 },
          { label: 'diagonal', normal: [1, -1], at: 0 },
        ],
        series: [series('naive', at([1, 1], [1, 1])), series('blown up', at([0, 0], [Infinity, NaN]))],
      },
    ],
  },
  'forty groups': {
    panels: [
      {
        kind: 'bars',
        title: 'forty',
        y: axis('seconds'),
        groups: Array.from({ length: 40 }, (_, g) => `dataset ${g}`),
        series: ['A', 'B'].map((label) => ({ label, bars: Array.from({ length: 40 }, (_, g) => ({ height: g })) })),
      },
      curves('beside', [series('A', falling(0.1, 1))]),
    ],
  },
  'twelve series': { panels: [curves('twelve', dozen)] },
  'long labels': {
    panels: [
      curves(long, [series(long, falling(0.1, 1)), series('averylongwordwithoutanyspace'.repeat(5), falling(0.2, 1))], {
        x: axis(long, 'log'),
        y: axis(long),
        references: [
          { y: 0.1, label: long },
          { y: NaN, label: 'diverged' },
        ],
      }),
      {
        kind: 'bars',
        title: long,
        y: axis(long),
        groups: Array.from({ length: 12 }, (_, g) => `${long} ${g}`),
        series: [{ label: long, bars: Array.from({ length: 12 }, () => ({ height: 1e-7 })) }],
      },
    ],
  },
};

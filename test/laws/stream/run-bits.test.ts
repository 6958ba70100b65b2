/**
 * UNCHANGED: what runs of every kind measure, to the last bit, as a checksum each: no stored result may change. Each run is one of a
 * small weighted stream, with numbers away from their defaults, so that a constant, a reset or a field that is passed over shows.
 */
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Dataset } from '../../../src/rows/dataset.ts';
import type { Split } from '../../../src/rows/selection.ts';
import { parseCell } from '../../../src/studies/cells/cell.ts';
import { runCell } from '../../../src/studies/cells/run-cell.ts';
import { toyTask } from '../../support/toy.ts';
import '../../support/kinds.ts';

const ROWS = 240;

function part(seed: number): Dataset & { readonly importances: Float64Array } {
  const toy = toyTask({ rows: ROWS, seed });
  return { ...toy, importances: toy.labels.map((_, i) => [1, 0, 2.5, 0.3][(7 * i + seed) % 4]) };
}

const plain: Split = { train: toyTask({ rows: ROWS, seed: 1 }) };
const weighted: Split = { train: part(1), validation: part(2), test: part(3) };
const relabelled = (label: (y: number, i: number, rows: Dataset['rows']) => number, more: object = {}): Split =>
  Object.fromEntries(
    Object.entries(weighted).map(([name, each]: [string, Dataset]) => {
      const { rows, labels } = each;
      return [name, { name: each.name, rows, ...more, labels: labels.map((y, i) => label(y, i, rows)) }];
    }),
  ) as unknown as Split;
const splits = new Map<string, Split>([
  ['plain', plain],
  ['weighted', weighted],
  ['numbers', relabelled((y, i) => 3 * y + (i % 5))],
  ['counts', relabelled((y, i) => (y > 0 ? 4 : 1) + (i % 3))],
  [
    'classes',
    relabelled((y, i, { offsets, values }) => (y > 0 ? 2 : 0) + (values[offsets[i + 1] - 1] > 0 ? 2 : 1), {
      classNames: ['a', 'b', 'c', 'd'],
    }),
  ],
  [
    'queries',
    relabelled((y, i) => (y > 0 ? 1 + (i % 2) : 0), { groups: Uint32Array.from({ length: ROWS }, (_, i) => Math.floor(i / 8)) }),
  ],
]);

/** Of all numbers of what was measured, in the order of their names; a share of no row is -2. */
function bitsOf(kind: string, dataset: string | undefined, run: object): string {
  const outcome = runCell(parseCell({ kind, ...(dataset !== undefined && { dataset }), run }), splits);
  if ('failure' in outcome) throw new Error(outcome.failure);
  const numbers: number[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'number') numbers.push(Number.isNaN(value) ? -2 : value);
    else if (typeof value === 'boolean') numbers.push(Number(value));
    else if (value === null) numbers.push(-1);
    else if (typeof value === 'object')
      for (const key of Object.keys(value).sort()) walk((value as Record<string, unknown>)[key]);
  };
  walk(outcome.measurement);
  return crc32(new Uint8Array(Float64Array.from(numbers).buffer)).toString(16);
}

const steps = { name: 'gradient-descent', eta0: 0.4, power: 0.5, t0: 2, decay: 0.8 } as const;
const learner = { loss: { name: 'logistic' }, update: 'invariant', optimizer: steps, seed: 3, perDecade: 3 } as const;
const paced = { ...learner, query: { name: 'soft-margin' }, pace: {}, budget: 60 } as const;

type Runs = Readonly<Record<string, readonly [dataset: string | undefined, run: object]>>;

function reported(kind: string, runs: Runs): string[] {
  return Object.entries(runs).map(([name, [dataset, run]]) => `${name}: ${bitsOf(kind, dataset, run)}`);
}

/** Active learning. */
const active: Runs = {
  'paced by a budget': ['weighted', paced],
  'paced by a share, learning late': ['weighted', { ...paced, budget: '20%', pace: { window: 30, decay: 0.4 } }],
  'paced at a rate': ['weighted', { ...paced, budget: undefined, pace: { rate: 0.2, window: 50 } }],
  'paced with all that a budget sets': ['weighted', { ...paced, explore: 0.3, temper: 0.4, warmUp: 7 }],
  'paced, with a floor': ['weighted', { ...paced, query: { name: 'iwal-cal' }, floor: 0.05 }],
  'paced by weights to flip': ['weighted', { ...paced, query: { name: 'variance-aware' } }],
  'a knob, a floor and a cap': ['weighted', { ...learner, query: { name: 'margin', width: 0.5 }, floor: 0.1, budget: 40.5 }],
  'coins keyed by the pool': ['weighted', { ...paced, coins: 'pool' }],
  'rows as they lie': ['weighted', { ...paced, order: 'given' }],
  'an average': ['weighted', { ...paced, average: 10 }],
  'an average of a share': ['weighted', { ...paced, average: '50%' }],
  'units of features': ['weighted', { ...paced, scale: 'max' }],
  'the constant of a spec': ['weighted', { ...paced, constant: 0.1 }],
  'no constant': ['weighted', { ...paced, constant: 'none' }],
  'a certified end': ['plain', { ...paced, budget: 200, stop: { measure: 'error', limit: 0.4, confidence: 0.8 } }],
  'labels that err': ['weighted', { ...paced, oracle: [{ name: 'noisy', flipRate: 0.2 }] }],
  'labels that err by class': ['weighted', { ...paced, oracle: [{ name: 'class-noise', flipPositive: 0.3, flipNegative: 0.1 }] }],
  'answers that never come': ['weighted', { ...paced, oracle: [{ name: 'abstaining', abstainRate: 0.3, fee: 0.5 }] }],
  'answers that come late': ['weighted', { ...paced, oracle: [{ name: 'delayed', delay: 17 }] }],
  'the majority of a panel': ['weighted', { ...paced, oracle: [{ name: 'majority', votes: 3, annotators: 4, worst: 0.4 }] }],
  'a panel until one class leads': ['weighted', { ...paced, oracle: [{ name: 'sequential', lead: 2, annotators: 4 }] }],
  'prices by length': ['weighted', { ...paced, oracle: [{ name: 'priced', price: 0.5, perFeature: 0.25 }] }],
  'several of them': [
    'weighted',
    { ...paced, oracle: [{ name: 'noisy' }, { name: 'priced', perFeature: 0.1 }, { name: 'delayed', delay: 5 }] },
  ],
  bootstrap: ['weighted', { ...learner, query: { name: 'bootstrap', members: 4, first: 15, pMin: 0.2 } }],
  committee: ['weighted', { ...learner, query: { name: 'committee', members: 5, first: 20, pMin: 0.2 }, budget: 100 }],
  'active cover': ['plain', { ...learner, query: { name: 'active-cover', mellowness: 0.01, members: 4 } }],
  'disagreement region': ['plain', { ...learner, query: { name: 'oracular-cal', mellowness: 0.01 } }],
  'selective sampling': ['weighted', { ...learner, query: { name: 'selective-sampling', b: 0.3 } }],
};

/** Learning with every label. */
const online: Runs = {
  ...Object.fromEntries(
    (
      [
        ['squared', 'numbers'],
        ['huber', 'numbers'],
        ['quantile', 'numbers'],
        ['poisson', 'counts'],
        ['hinge', 'weighted'],
        ['exponential', 'weighted'],
      ] as const
    ).map(([name, dataset]) => [
      `${name}, three passes`,
      [
        dataset,
        {
          ...learner,
          passes: 3,
          loss: { name, ...(name === 'quantile' && { level: 0.3 }) },
          optimizer: { ...steps, eta0: 0.05 },
        },
      ],
    ]),
  ),
  'an average over passes': ['weighted', { ...learner, passes: 2, average: '75%' }],
};

/** Several classes, with every label and with those that a rule buys. */
const classes: Runs = Object.fromEntries(
  ['one-against-all', 'scoring-filter-tree', 'static-scoring-filter-tree', 'filter-tree', 'cost-sensitive'].map((reduction) => [
    reduction,
    ['classes', { ...learner, reduction, loss: { name: 'squared' }, optimizer: { ...steps, eta0: 0.1 }, passes: 2 }],
  ]),
);
const activeClasses: Runs = {
  paced: ['classes', { ...paced, reduction: 'one-against-all' }],
  'looking for one class': ['classes', { ...paced, reduction: 'one-against-all', positive: 2, temper: 0.5 }],
  'a knob and a cap': [
    'classes',
    { ...learner, reduction: 'one-against-all', query: { name: 'iwal-cal', mellowness: 1e-3 }, budget: 70 },
  ],
};
const lone = { loss: { name: 'logistic' }, update: 'invariant', optimizer: steps, seed: 3 } as const;
const costs: Runs = Object.fromEntries(
  [{ name: 'coal', mellowness: 0.5 }, { name: 'every-cost' }, { name: 'random-costs', rate: 0.3 }].map((rule) => [
    rule.name,
    ['classes', { rule, optimizer: { ...steps, eta0: 0.05 }, seed: 3, perDecade: 3, budget: 400 }],
  ]),
);

/** Orders: by pairs, and one row at a time. */
const ranking: Runs = {
  'pairs of two classes': ['plain', { ...lone, passes: 2, pairs: { name: 'uniform' } }],
  'one row at a time': ['plain', { ...lone, passes: 2 }],
  ...Object.fromEntries(
    ['uniform', 'query-balanced', 'dcg', 'ndcg'].map((name) => [
      `pairs of queries, ${name}`,
      ['queries', { ...lone, passes: 2, pairs: { name, ...(name.endsWith('dcg') && { cutOff: 3 }) } }],
    ]),
  ),
};

const constantStep = { name: 'gradient-descent', eta0: 0.4 } as const;
const pacedAlone = { ...lone, query: { name: 'soft-margin' }, pace: {}, budget: 60 } as const;
/** The other kinds of cells. */
const others: readonly (readonly [kind: string, dataset: string | undefined, run: object])[] = [
  ['regret', 'plain', { ...learner, optimizer: constantStep }],
  ['regret', 'plain', { ...learner, update: 'implicit', optimizer: { name: 'implicit-ftrl-adaptive', eta0: 0.5 } }],
  ['comparator', 'weighted', { loss: { name: 'logistic' }, l2: 0.7 }],
  ['comparator', 'numbers', { loss: { name: 'squared' }, l2: 2, constant: 0.5 }],
  [
    'displacement',
    undefined,
    { loss: { name: 'squared' }, update: 'naive', prediction: 0.2, label: 1, importance: 6, sensitivity: 0.3, steps: 3 },
  ],
  ['certificate', 'weighted', { ...paced, rows: 150, confidence: 0.8 }],
  ['shards', 'weighted', { ...pacedAlone, budget: '25%', temper: 0.5, shards: 4 }],
  ['replay', 'weighted', { ...pacedAlone, rows: 150, ledger: { query: { name: 'random', rate: 0.5 } } }],
  ...['even', 'adaptive', 'adversarial'].map(
    (probabilities) =>
      ['coins', undefined, { streams: 8, rows: 300, share: 0.2, floor: 0.2, probabilities, confidence: 0.8, seed: 3 }] as const,
  ),
];

it('active learning', () => {
  expect(reported('active', active)).toMatchInlineSnapshot(`
    [
      "paced by a budget: b5d7afac",
      "paced by a share, learning late: 44c1aa6d",
      "paced at a rate: 6867e3d0",
      "paced with all that a budget sets: c63c832b",
      "paced, with a floor: bf199c1d",
      "paced by weights to flip: df2ff2be",
      "a knob, a floor and a cap: 87958211",
      "coins keyed by the pool: 2174d5dc",
      "rows as they lie: 3ba7a33e",
      "an average: 822d3cb2",
      "an average of a share: 9882b8b",
      "units of features: 3306e0d2",
      "the constant of a spec: a171e2f",
      "no constant: fbbe8cc3",
      "a certified end: 174fa7ef",
      "labels that err: 80c3d69e",
      "labels that err by class: 2c4d3865",
      "answers that never come: 8767c604",
      "answers that come late: b9f25b06",
      "the majority of a panel: d2c1e7d5",
      "a panel until one class leads: caf01feb",
      "prices by length: 60782a20",
      "several of them: 756cb02d",
      "bootstrap: ec090b8",
      "committee: 8d53d146",
      "active cover: 89fccad1",
      "disagreement region: da54626",
      "selective sampling: 6044a7d8",
    ]
  `);
});

it('learning with every label', () => {
  expect(reported('online', online)).toMatchInlineSnapshot(`
    [
      "squared, three passes: 22a8f9d6",
      "huber, three passes: c995e53",
      "quantile, three passes: 2498add4",
      "poisson, three passes: 87121772",
      "hinge, three passes: bc263fe8",
      "exponential, three passes: 27b8eb8d",
      "an average over passes: 3262b5f4",
    ]
  `);
});

it('several classes', () => {
  const found = [...reported('classes', classes), ...reported('active-classes', activeClasses), ...reported('costs', costs)];
  expect(found).toMatchInlineSnapshot(`
    [
      "one-against-all: d7abbec9",
      "scoring-filter-tree: ed6450fe",
      "static-scoring-filter-tree: 1537ee0c",
      "filter-tree: 782911dd",
      "cost-sensitive: d7abbec9",
      "paced: 16527d47",
      "looking for one class: b57b329a",
      "a knob and a cap: ef3c57a0",
      "coal: 7217a3ae",
      "every-cost: cf264918",
      "random-costs: cc64fbd1",
    ]
  `);
});

it('orders', () => {
  expect(reported('ranking', ranking)).toMatchInlineSnapshot(`
    [
      "pairs of two classes: 11ebef1c",
      "one row at a time: 49cd2726",
      "pairs of queries, uniform: 6cd82816",
      "pairs of queries, query-balanced: f05bfa2",
      "pairs of queries, dcg: 4692a09b",
      "pairs of queries, ndcg: 6dbebbaa",
    ]
  `);
});

it('other kinds', () => {
  expect(others.map(([kind, dataset, run]) => `${kind}: ${bitsOf(kind, dataset, run)}`)).toMatchInlineSnapshot(`
    [
      "regret: be068137",
      "regret: b3d0ec27",
      "comparator: be2927a7",
      "comparator: f73ecb39",
      "displacement: d9cf6292",
      "certificate: d71e0a48",
      "shards: b7b6a9ca",
      "replay: 4ad61ff",
      "coins: 7e66c66d",
      "coins: 4934f9d7",
      "coins: a1133fbf",
    ]
  `);
});

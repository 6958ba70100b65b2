/**
 * UNCHANGED: what runs of every kind measure, to the last bit, as a checksum each: no stored result may change. Each run is one of a
 * small weighted stream, with numbers away from their defaults, so that a constant, a reset or a field that is passed over shows.
 */
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Dataset, Split } from '../../../src/rows/dataset.ts';
import { parseCell, runCell } from '../../../src/studies/cells/cell.ts';
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

/** Of all numbers of what was measured, in the order of their names; a share of no row is -2. Some kinds have no dataset: ''. */
function bitsOf(kind: string, dataset: string, run: object): string {
  const outcome = runCell(parseCell({ kind, ...(dataset !== '' && { dataset }), run }), splits);
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

/** By what is said of a run: its checksum, the run, and its data where they are other than the weighted ones. */
type Runs = Readonly<Record<string, readonly [checksum: string, run: object, dataset?: string]>>;

/** Active learning. */
const active: Runs = {
  'paced by a budget': ['b5d7afac', paced],
  'paced by a share, learning late': ['44c1aa6d', { ...paced, budget: '20%', pace: { window: 30, decay: 0.4 } }],
  'paced at a rate': ['6867e3d0', { ...paced, budget: undefined, pace: { rate: 0.2, window: 50 } }],
  'paced with all that a budget sets': ['c63c832b', { ...paced, explore: 0.3, temper: 0.4, warmUp: 7 }],
  'paced, with a floor': ['bf199c1d', { ...paced, query: { name: 'iwal-cal' }, floor: 0.05 }],
  'paced by weights to flip': ['df2ff2be', { ...paced, query: { name: 'variance-aware' } }],
  'a knob, a floor and a cap': ['87958211', { ...learner, query: { name: 'margin', width: 0.5 }, floor: 0.1, budget: 40.5 }],
  'coins keyed by the pool': ['2174d5dc', { ...paced, coins: 'pool' }],
  'rows as they lie': ['3ba7a33e', { ...paced, order: 'given' }],
  'an average': ['822d3cb2', { ...paced, average: 10 }],
  'an average of a share': ['9882b8b', { ...paced, average: '50%' }],
  'units of features': ['3306e0d2', { ...paced, scale: 'max' }],
  'the constant of a spec': ['a171e2f', { ...paced, constant: 0.1 }],
  'no constant': ['fbbe8cc3', { ...paced, constant: 'none' }],
  'a certified end': ['174fa7ef', { ...paced, budget: 200, stop: { measure: 'error', limit: 0.4, confidence: 0.8 } }, 'plain'],
  'labels that err': ['80c3d69e', { ...paced, oracle: [{ name: 'noisy', flipRate: 0.2 }] }],
  'labels that err by class': ['2c4d3865', { ...paced, oracle: [{ name: 'class-noise', flipPositive: 0.3, flipNegative: 0.1 }] }],
  'answers that never come': ['8767c604', { ...paced, oracle: [{ name: 'abstaining', abstainRate: 0.3, fee: 0.5 }] }],
  'answers that come late': ['b9f25b06', { ...paced, oracle: [{ name: 'delayed', delay: 17 }] }],
  'the majority of a panel': ['d2c1e7d5', { ...paced, oracle: [{ name: 'majority', votes: 3, annotators: 4, worst: 0.4 }] }],
  'a panel until one class leads': ['caf01feb', { ...paced, oracle: [{ name: 'sequential', lead: 2, annotators: 4 }] }],
  'prices by length': ['60782a20', { ...paced, oracle: [{ name: 'priced', price: 0.5, perFeature: 0.25 }] }],
  'several of them': [
    '756cb02d',
    { ...paced, oracle: [{ name: 'noisy' }, { name: 'priced', perFeature: 0.1 }, { name: 'delayed', delay: 5 }] },
  ],
  bootstrap: ['ec090b8', { ...learner, query: { name: 'bootstrap', members: 4, first: 15, pMin: 0.2 } }],
  committee: ['8d53d146', { ...learner, query: { name: 'committee', members: 5, first: 20, pMin: 0.2 }, budget: 100 }],
  'active cover': ['89fccad1', { ...learner, query: { name: 'active-cover', mellowness: 0.01, members: 4 } }, 'plain'],
  'disagreement region': ['da54626', { ...learner, query: { name: 'oracular-cal', mellowness: 0.01 } }, 'plain'],
  'selective sampling': ['6044a7d8', { ...learner, query: { name: 'selective-sampling', b: 0.3 } }],
};

/** Learning with every label. */
const often = { ...learner, passes: 3, optimizer: { ...steps, eta0: 0.05 } } as const;
const online: Runs = {
  'squared, three passes': ['22a8f9d6', { ...often, loss: { name: 'squared' } }, 'numbers'],
  'huber, three passes': ['c995e53', { ...often, loss: { name: 'huber' } }, 'numbers'],
  'quantile, three passes': ['2498add4', { ...often, loss: { name: 'quantile', level: 0.3 } }, 'numbers'],
  'poisson, three passes': ['87121772', { ...often, loss: { name: 'poisson' } }, 'counts'],
  'hinge, three passes': ['bc263fe8', { ...often, loss: { name: 'hinge' } }],
  'exponential, three passes': ['27b8eb8d', { ...often, loss: { name: 'exponential' } }],
  'an average over passes': ['3262b5f4', { ...learner, passes: 2, average: '75%' }],
};

/** Several classes, with every label and with those that a rule buys. */
const several = { ...learner, loss: { name: 'squared' }, optimizer: { ...steps, eta0: 0.1 }, passes: 2 } as const;
const classes: Runs = {
  'one-against-all': ['d7abbec9', { ...several, reduction: 'one-against-all' }, 'classes'],
  'scoring-filter-tree': ['ed6450fe', { ...several, reduction: 'scoring-filter-tree' }, 'classes'],
  'static-scoring-filter-tree': ['1537ee0c', { ...several, reduction: 'static-scoring-filter-tree' }, 'classes'],
  'filter-tree': ['782911dd', { ...several, reduction: 'filter-tree' }, 'classes'],
  'cost-sensitive': ['d7abbec9', { ...several, reduction: 'cost-sensitive' }, 'classes'],
};
const oneAgainstAll = { ...learner, reduction: 'one-against-all' } as const;
const activeClasses: Runs = {
  paced: ['16527d47', { ...paced, reduction: 'one-against-all' }, 'classes'],
  'looking for one class': ['b57b329a', { ...paced, reduction: 'one-against-all', positive: 2, temper: 0.5 }, 'classes'],
  'a knob and a cap': ['ef3c57a0', { ...oneAgainstAll, query: { name: 'iwal-cal', mellowness: 1e-3 }, budget: 70 }, 'classes'],
};
const lone = { loss: { name: 'logistic' }, update: 'invariant', optimizer: steps, seed: 3 } as const;
const bought = { optimizer: { ...steps, eta0: 0.05 }, seed: 3, perDecade: 3, budget: 400 } as const;
const costs: Runs = {
  coal: ['7217a3ae', { ...bought, rule: { name: 'coal', mellowness: 0.5 } }, 'classes'],
  'every-cost': ['cf264918', { ...bought, rule: { name: 'every-cost' } }, 'classes'],
  'random-costs': ['cc64fbd1', { ...bought, rule: { name: 'random-costs', rate: 0.3 } }, 'classes'],
};

/** Orders: by pairs, and one row at a time. */
const twice = { ...lone, passes: 2 } as const;
const ranking: Runs = {
  'pairs of two classes': ['11ebef1c', { ...twice, pairs: { name: 'uniform' } }, 'plain'],
  'one row at a time': ['49cd2726', twice, 'plain'],
  'pairs of queries, uniform': ['6cd82816', { ...twice, pairs: { name: 'uniform' } }, 'queries'],
  'pairs of queries, query-balanced': ['f05bfa2', { ...twice, pairs: { name: 'query-balanced' } }, 'queries'],
  'pairs of queries, dcg': ['4692a09b', { ...twice, pairs: { name: 'dcg', cutOff: 3 } }, 'queries'],
  'pairs of queries, ndcg': ['6dbebbaa', { ...twice, pairs: { name: 'ndcg', cutOff: 3 } }, 'queries'],
};

const constantStep = { name: 'gradient-descent', eta0: 0.4 } as const;
const pacedAlone = { ...lone, query: { name: 'soft-margin' }, pace: {}, budget: 60 } as const;
const flip = { loss: { name: 'squared' }, update: 'naive', prediction: 0.2, label: 1, importance: 6, sensitivity: 0.3, steps: 3 };
const coins = { streams: 8, rows: 300, share: 0.2, floor: 0.2, confidence: 0.8, seed: 3 } as const;

const kinds: Readonly<Record<string, Runs>> = {
  active,
  online,
  classes,
  'active-classes': activeClasses,
  costs,
  ranking,
  regret: {
    'constant steps': ['be068137', { ...learner, optimizer: constantStep }, 'plain'],
    'implicit steps': [
      'b3d0ec27',
      { ...learner, update: 'implicit', optimizer: { name: 'implicit-ftrl-adaptive', eta0: 0.5 } },
      'plain',
    ],
  },
  comparator: {
    'of two classes': ['be2927a7', { loss: { name: 'logistic' }, l2: 0.7 }],
    'of numbers': ['f73ecb39', { loss: { name: 'squared' }, l2: 2, constant: 0.5 }, 'numbers'],
  },
  displacement: { 'of three steps': ['d9cf6292', flip, ''] },
  certificate: { 'of fewer rows': ['d71e0a48', { ...paced, rows: 150, confidence: 0.8 }] },
  shards: { four: ['b7b6a9ca', { ...pacedAlone, budget: '25%', temper: 0.5, shards: 4 }] },
  replay: { 'of fewer rows': ['4ad61ff', { ...pacedAlone, rows: 150, ledger: { query: { name: 'random', rate: 0.5 } } }] },
  coins: {
    even: ['7e66c66d', { ...coins, probabilities: 'even' }, ''],
    adaptive: ['4934f9d7', { ...coins, probabilities: 'adaptive' }, ''],
    adversarial: ['a1133fbf', { ...coins, probabilities: 'adversarial' }, ''],
  },
};

describe.each(Object.entries(kinds))('%s', (kind, runs) => {
  it.each(Object.entries(runs))('%s', (_, [checksum, run, dataset = 'weighted']) => {
    expect(bitsOf(kind, dataset, run)).toBe(checksum);
  });
});

import { buildLearner } from '../../src/specs/build-learner.ts';
import { buildActiveLearner } from '../../src/specs/build.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import { activeLearn } from '../../src/streams/passes/active-learn.ts';
import { LabelOracle } from '../../src/streams/oracles/oracle.ts';
import { passiveLearn } from '../../src/streams/passes/passive-learn.ts';
import { TwoClassValidation } from '../../src/streams/measures/class-measures.ts';

/** Of the coins. */
export const SEED = 1;
const GRADIENT = { name: 'gradient-descent', eta0: 64, power: 0.5 };
const LOGISTIC = { loss: { name: 'logistic' }, update: 'invariant', optimizer: GRADIENT };
const HINGE = { loss: { name: 'hinge' }, update: 'invariant', optimizer: { ...GRADIENT, eta0: 16 } };

/** What is run; without a query rule, a passive pass, and with a pace to a tenth of so many documents. */
export const passes = {
  'logistic, invariant': LOGISTIC,
  'logistic, naive': { ...LOGISTIC, update: 'naive' },
  hinge: HINGE,
  'normalized-adaptive': { ...LOGISTIC, optimizer: { name: 'normalized-adaptive' } },
  'ada-grad': { ...LOGISTIC, optimizer: { name: 'ada-grad', eta0: 1 } },
  'ftrl-proximal, l1 = 1': { ...LOGISTIC, update: 'naive', optimizer: { name: 'ftrl-proximal', alpha: 1, l1: 1 } },
  'logistic, active': { ...LOGISTIC, query: { name: 'variance-aware', mellowness: 1e-5 } },
  'hinge, active': { ...HINGE, query: { name: 'variance-aware', mellowness: 1e-6 } },
  'normalized-adaptive, paced': {
    ...LOGISTIC,
    optimizer: { name: 'normalized-adaptive' },
    query: { name: 'variance-aware' },
    pace: {},
  },
} as const;

export type PassName = keyof typeof passes;

/** What a pass cost, in seconds on the clock and of the processor, and what came of it. */
export interface PassCost {
  readonly seconds: number;
  readonly processor: number;
  /** The progressive loss. */
  readonly loss: number;
  /** The share of labels bought; of an active pass. */
  readonly bought?: number;
}

/** One pass over rows in memory, each example predicted before it is learned; the paced one buys a tenth. */
export function runPass(name: PassName, train: Dataset): PassCost {
  const rows = train.labels.length;
  const order = Uint32Array.from(train.labels.keys());
  const before = process.cpuUsage();
  const start = performance.now();
  const { learn, validation, bought } = beginPass(name, train, order);
  learn(0, rows);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const share = bought();
  return {
    seconds,
    processor: (user + system) / 1e6,
    loss: validation.loss,
    ...(share !== undefined && { bought: share / rows }),
  };
}

/** A pass that has begun: `learn` goes from one row to before another; `bought`: labels so far, of an active one. */
export interface BegunPass {
  readonly learn: (from: number, to: number) => void;
  readonly validation: TwoClassValidation;
  readonly bought: () => number | undefined;
}

/** A fresh learner, and what its pass over rows in this order needs. */
export function beginPass(name: PassName, train: Dataset, order = Uint32Array.from(train.labels.keys())): BegunPass {
  const given: object = passes[name];
  const { rows, labels } = train;
  const budget = 'pace' in given ? Math.floor(labels.length / 10) : Infinity;
  const spec = parseRunSpec({ query: { name: 'passive' }, seed: SEED, ...given, ...(budget < Infinity && { budget }) });
  if (!('query' in given)) {
    const learner = buildLearner(spec, rows.columns);
    const validation = new TwoClassValidation(learner.loss, labels);
    const stream = { ...train, order };
    return {
      learn: (from, to) => passiveLearn(learner, stream, validation, from, to),
      validation,
      bought: () => undefined,
    };
  }
  const oracle = new LabelOracle(labels, budget);
  const active = buildActiveLearner(spec, train);
  const validation = new TwoClassValidation(active.learner.loss, labels);
  const stream = { rows, order };
  return {
    learn: (from, to) => {
      activeLearn(active, stream, oracle, validation, from, to);
    },
    validation,
    bought: () => oracle.sold,
  };
}

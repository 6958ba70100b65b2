/** Runs that a budget paces, of two classes and of three, to be followed row by row and gone on with from any state. */
import { expect } from 'vitest';
import { losses } from '../../src/losses/index.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import { buildActiveLearner, buildOracle } from '../../src/specs/build.ts';
import { buildActiveClasses, parseActiveClasses } from '../../src/specs/kinds/active-classes.ts';
import { orderOf } from '../../src/specs/run.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import type { AnyActiveLearner } from '../../src/streams/active-learner.ts';
import type { AnnotatorOracle, LabelOracle } from '../../src/streams/oracles/oracle.ts';
import { activeLearn, type Observer } from '../../src/streams/passes/active-learn.ts';
import { PACED } from './paced-spec.ts';
import { toyTask } from './toy.ts';

export const plain = { ...PACED, budget: 90, seed: 3 };
export const pool = toyTask({ rows: 600, seed: 1 });
const three: Dataset = { ...pool, labels: pool.labels.map((y, i) => (y > 0 ? 1 : 2 + (i % 2))), classNames: ['a', 'b', 'c'] };

export interface Run {
  readonly active: AnyActiveLearner;
  readonly oracle: AnnotatorOracle | LabelOracle;
  readonly data: Dataset;
  readonly order: Uint32Array;
}

export function ofTwo(data: Dataset, more: object): Run {
  const spec = parseRunSpec({ ...plain, ...more });
  const active = buildActiveLearner(spec, data);
  const oracle = buildOracle(spec, active.learner.loss, data.rows, data.labels);
  return { active, oracle, data, order: orderOf(spec, data.rows.length) };
}

export function ofThree(more: object): Run {
  const spec = parseActiveClasses({ ...plain, ...more, reduction: 'one-against-all' });
  const active = buildActiveClasses(spec, 3, three);
  const oracle = buildOracle({ ...spec, classes: 3 }, losses.logistic, three.rows, three.labels);
  return { active, oracle, data: three, order: orderOf(spec, three.rows.length) };
}

export interface Seen {
  readonly row: number;
  readonly probability: number;
  readonly prediction: number;
  readonly coin: number;
  readonly outcome: string;
}

/** Considers rows up to `to`; what was decided of each. */
export function run({ active, oracle, data, order }: Run, from: number, to: number, before?: () => void): Seen[] {
  const seen: Seen[] = [];
  const observer: Observer<AnyActiveLearner> = {
    considered({ situation, decision }, row) {
      const { probability, coin, outcome } = decision;
      seen.push({ row, probability, coin, outcome, prediction: situation.prediction });
    },
    answered: () => undefined,
  };
  for (let t = from; t < to; t++) {
    before?.();
    if (activeLearn(active, { ...data, order }, oracle, { record: () => undefined }, t, t + 1, observer) === t) break;
  }
  return seen;
}

/** LAW: a state that is taken anywhere goes on in a fresh run, bit for bit. */
export function expectToGoOn(make: () => Run, steps: number, every: number): void {
  const whole = make();
  const states = new Map<number, [ReturnType<AnyActiveLearner['state']>, ReturnType<Run['oracle']['state']>]>();
  const expected = run(whole, 0, steps, () => {
    const { time } = whole.active.situation;
    if (time % every === 0) states.set(time, [whole.active.state(), whole.oracle.state()]);
  });
  expect(states.size).toBeGreaterThan(8);
  for (const [time, [active, oracle]] of states) {
    const other = make();
    other.active.restore(active);
    other.oracle.restore(oracle);
    expect(run(other, time, steps)).toEqual(expected.slice(time));
    expect(other.active.state()).toEqual(whole.active.state());
  }
}

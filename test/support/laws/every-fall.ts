import type { RandomStream } from '../../../src/numerics/random.ts';
import type { Dataset } from '../../../src/rows/dataset.ts';
import type { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { ProgressiveValidation } from '../../../src/streams/measures/class-measures.ts';
import { LabelOracle } from '../../../src/streams/oracles/oracle.ts';
import { activeLearn } from '../../../src/streams/passes/active-learn.ts';

/** A run at its end, under one fall of all its coins. */
export interface Fall {
  readonly chance: number;
  /** With which every row was to be asked. */
  readonly probabilities: readonly number[];
  readonly active: ActiveLearner;
  readonly evaluator: ProgressiveValidation;
}

interface Run {
  readonly task: Dataset;
  readonly importances?: Float64Array | undefined;
  readonly budget?: number;
  readonly active: (coin: RandomStream) => ActiveLearner;
}

/** Every way the coins of a pass in the order of the rows can fall, from the first `script` of them on. */
export function* everyFall(run: Run, script: readonly (0 | 1)[] = []): Generator<Fall> {
  const { rows, labels } = run.task;
  const probabilities: number[] = [];
  // A coin of 0 asks wherever p > 0, one just below 1 nowhere but at p = 1.
  const coin = { next: () => (script[probabilities.length] === 0 ? 0 : 1 - 2 ** -53) } as unknown as RandomStream;
  const active = run.active(coin);
  const evaluator = new ProgressiveValidation(active.learner.loss, labels, run.importances);
  const stream = { rows, order: Uint32Array.from(labels.keys()), ...(run.importances && { importances: run.importances }) };
  const oracle = new LabelOracle(labels, run.budget);
  const end = activeLearn(active, stream, oracle, evaluator, 0, script.length, {
    considered: ({ decision }) => void probabilities.push(decision.probability),
    answered: () => undefined,
  });
  const chance = probabilities.reduce((product, p, time) => product * (script[time] === 0 ? p : 1 - p), 1);
  if (chance === 0 || end < script.length) return;
  if (end === rows.length || active.isOver(oracle.left(end))) yield { chance, probabilities, active, evaluator };
  else for (const next of [0, 1] as const) yield* everyFall(run, [...script, next]);
}

/** The mean of a quantity over all falls. */
export function expected(falls: readonly Fall[], of: (fall: Fall) => number): number {
  return falls.reduce((sum, fall) => sum + fall.chance * of(fall), 0);
}

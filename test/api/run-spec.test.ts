/** A run written in a program is checked when it is compiled, one from outside when it is read; both name what is legal. */
import { describe, expect, it } from 'vitest';
import {
  ActiveLearner,
  CompositionError,
  LinearLearner,
  losses,
  optimizers,
  oracles,
  parseRunSpec,
  queries,
  randomStream,
  runSpec,
  SpecError,
  updates,
  type GivenRun,
} from '../../src/index.ts';
import { descent } from '../support/descent.ts';

const run = { ...descent(64, 0.5), query: { name: 'variance-aware', mellowness: 1e-5 }, seed: 1 } as const satisfies GivenRun;

describe('runSpec', () => {
  it('is what parseRunSpec makes of the same run', () => {
    expect(runSpec(run)).toEqual(parseRunSpec(JSON.parse(JSON.stringify(run))));
    expect(runSpec({ ...run, oracle: { name: 'noisy', flipRate: 0.1 } }).oracle).toHaveLength(1);
  });

  it('does not compile with a misspelt name, a missing parameter or one of another part', () => {
    // @ts-expect-error there is no such optimizer
    expect(() => runSpec({ ...run, optimizer: { name: 'gradient-decent', eta0: 1 } })).toThrow(
      "did you mean 'gradient-descent'?",
    );
    // @ts-expect-error eta0 has no default
    expect(() => runSpec({ ...run, optimizer: { name: 'gradient-descent' } })).toThrow('gradient-descent needs eta0');
    // @ts-expect-error mellowness is no parameter of passive
    expect(() => runSpec({ ...run, query: { name: 'passive', mellowness: 1 } })).toThrow("passive has no parameter 'mellowness'");
    // @ts-expect-error there is no such update
    expect(() => runSpec({ ...run, update: 'invariants' })).toThrow("did you mean 'invariant'?");
    // @ts-expect-error there is no such field
    expect(() => runSpec({ ...run, sead: 1 })).toThrow("did you mean 'seed'?");
    // @ts-expect-error a seed is a number
    expect(() => runSpec({ ...run, seed: 'one' })).toThrow(SpecError);
  });
});

describe('parts that do not go together', () => {
  const squares = (): LinearLearner =>
    new LinearLearner(losses.poisson, updates.invariant, optimizers['gradient-descent']({ eta0: 1 })(1));

  it.each<[string, () => unknown]>([
    [
      'an update rule and an optimizer',
      () => new LinearLearner(losses.logistic, updates.invariant, optimizers['ftrl-proximal']({ alpha: 1, l1: 1 })(1)),
    ],
    [
      'a query rule and a loss',
      () => new ActiveLearner({ learner: squares(), query: queries.margin({ width: 1 }), coin: randomStream(1, 'query') }),
    ],
    [
      'an oracle and a loss',
      () => oracles['class-noise']({ flipPositive: 0.1 }, { random: randomStream(1, 'oracle'), classes: undefined } as never),
    ],
    ['a loss without classes and the weight to flip', () => squares().timeToFlip(0)],
  ])('are a CompositionError: %s', (_what, compose) => {
    expect(compose).toThrow(CompositionError);
    // As before it had a name of its own.
    expect(compose).toThrow(RangeError);
  });

  it('are a SpecError where a spec names them', () => {
    expect(() => runSpec({ ...run, loss: { name: 'poisson' } })).toThrow(SpecError);
    expect(() => runSpec({ ...run, optimizer: { name: 'ftrl-proximal', alpha: 1, l1: 1 } })).toThrow(SpecError);
    expect(() => runSpec({ ...run, oracle: { name: 'majority', votes: 2 } })).toThrow(SpecError);
  });
});

import { describe, expect, it } from 'vitest';
import { brokenLaw, type LawfulParts } from '../../../src/laws/broken-law.ts';
import { losses } from '../../../src/losses/index.ts';
import { recipe } from '../../../src/numerics/recipe.ts';
import { copyFrom, type State } from '../../../src/numerics/state.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../../src/optimizers/optimizer.ts';
import { queries } from '../../../src/queries/index.ts';
import { knobRule, scalarRule, type Knob, type PredictionSituation, type RuleReading } from '../../../src/queries/query.ts';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { updates } from '../../../src/updates/index.ts';
import type { UpdateRule } from '../../../src/updates/rules.ts';

/** LAWS for guests: what brokenLaw says of every built-in part, and that it finds mistakes in parts of one's own and shows them. */

const registries: readonly (readonly [keyof LawfulParts, object])[] = [
  ['loss', losses],
  ['update', updates],
  ['optimizer', optimizers],
  ['query rule', queries],
];

describe.each(registries)('every built-in %s', (kind, registry) => {
  it.each(Object.entries(registry))('%s breaks none', (_name, part) => {
    expect(brokenLaw(kind, part as never, { trials: 100 })).toBeUndefined();
  });
});

const overshooting: UpdateRule = Object.assign(
  (loss: Parameters<UpdateRule>[0], p: number, y: number, tau: number): number => 2 * updates.naive(loss, p, y, tau),
  { startsFrom: 'prediction' as const, needs: 'any step' as const, timeTo: updates.naive.timeTo },
);
Object.defineProperty(overshooting, 'name', { value: 'overshooting' });

const forgetful = recipe('forgetful', { eta0: { above: 0, meaning: 'step size' } }, (given): OptimizerFactory => (columns) => {
  const right = optimizers['gradient-descent'](given)(columns);
  return new Proxy(right, {
    get(target, key) {
      if (key === 'name') return 'forgetful';
      if (key === 'restore') return () => undefined;
      const found: unknown = Reflect.get(target, key, target);
      return typeof found === 'function' ? (found as (...given: unknown[]) => unknown).bind(target) : found;
    },
  });
});

/** A rule with all that a rule can have, of a class whose fields nobody else sees: what it is told of decides its probability. */
class Counting implements RuleReading<'prediction'> {
  readonly reads = 'prediction';
  readonly weighting = 'inverse-probability';
  readonly whenImplied = 'skip';
  readonly unbiased = true;
  readonly name: string;
  readonly #restoring: (counts: Float64Array, state: State) => void;
  readonly #counts = new Float64Array(2);

  constructor(name: string, restoring: (counts: Float64Array, state: State) => void) {
    this.name = name;
    this.#restoring = restoring;
  }

  get knob(): Knob<'prediction'> {
    return {
      value: 1,
      to: Infinity,
      probability: (_, c) => (c * (1 + this.#counts[1])) / (c * (1 + this.#counts[1]) + this.#counts[0]),
    };
  }

  consider(): void {
    this.#counts[0]++;
  }

  probability(situation: PredictionSituation): number {
    return this.knob.probability(situation, 1);
  }

  settle(_situation: PredictionSituation, _rows: SparseRows, _i: number, label: number | undefined): void {
    if (label !== undefined) this.#counts[1]++;
  }

  state(): State {
    return { counts: this.#counts.slice() };
  }

  restore(state: State): void {
    this.#restoring(this.#counts, state);
  }
}

it('a rule of a class, with a knob and with a state of its own, breaks none: not paced either', () => {
  const part = recipe('counting', {}, () => new Counting('counting', (counts, state) => copyFrom(state, 'counts', counts)));
  expect(brokenLaw('query rule', part)).toBeUndefined();
});

describe('a part that breaks a law', () => {
  it.each<[string, () => string | undefined, RegExp]>([
    [
      'a flow that is a gradient step',
      () => brokenLaw('loss', { ...losses.squared, name: 'wrong', flow: (p, y, tau) => (y - p) * tau }),
      /^wrong breaks the law \w+: .* at \{"p":/,
    ],
    ['a step twice as long', () => brokenLaw('update', overshooting), /^overshooting breaks the law \w+: .* of the loss squared/],
    ['a state that is not restored', () => brokenLaw('optimizer', forgetful), /^forgetful .*breaks the law \w+: /],
    [
      'a probability above 1',
      () =>
        brokenLaw(
          'query rule',
          scalarRule('eager', 'prediction', ({ distance }) => 1 / distance),
        ),
      /^eager breaks the law isProbability: p = /,
    ],
    [
      'a rule that says unbiased and leaves rows out',
      () =>
        brokenLaw(
          'query rule',
          scalarRule('strict', 'prediction', ({ distance }) => (distance < 1 ? 1 : 0)),
        ),
      /^strict breaks the law leavesNothingOut: p = 0 at /,
    ],
    [
      'a knob that asks less',
      () =>
        brokenLaw(
          'query rule',
          knobRule('shy', 'counts', 0.5, { to: 1 }, (_, c) => 1 - 0.5 * c),
        ),
      /^shy breaks the law knobAsksMore: p falls from /,
    ],
    [
      'a knob that is said to ask less than it does',
      () =>
        brokenLaw(
          'query rule',
          knobRule(
            'modest',
            'counts',
            0.5,
            { to: 1 },
            (_, c) => c,
            (p) => (_, c) => p > c / 2,
          ),
        ),
      /^modest breaks the law knobIsBounded: p = 0.5, and isAtMost\(0.\d+\) is true, at /,
    ],
    [
      'a rule whose state leaves out what it counts',
      () =>
        brokenLaw(
          'query rule',
          recipe('amnesic', {}, () => new Counting('amnesic', () => undefined)),
        ),
      /^amnesic breaks the law resumes: continued from example \d+: /,
    ],
  ])('%s is shown where it does', (_what, find, words) => expect(find()).toMatch(words));

  it('of another shape is refused before anything is tried', () => {
    expect(() => brokenLaw('loss', { ...losses.squared, labels: 'any' } as never)).toThrow(
      "loss 'squared': labels: found 'any'; expected 'sign' or 'unit' or 'real' or 'count'",
    );
  });

  it('shows the same counterexample for the same seed', () => {
    const find = (): string | undefined =>
      brokenLaw(
        'query rule',
        scalarRule('eager', 'prediction', ({ distance }) => 1 / distance),
      );
    expect(find()).toBe(find());
  });
});

/** LAWS of the oracles: what they answer, what it costs, when it comes, and what that does to the bought sample. */
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { mean } from '../../../src/statistics/small-samples.ts';
import type { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { knowing, type Annotator, type AnnotatorContext, type Decorator } from '../../../src/streams/oracles/annotator.ts';
import { AnnotatorOracle } from '../../../src/streams/oracles/oracle.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';
import { resolve } from '../../../src/specs/choices.ts';
import { annotatorContext, deviations, run, task } from '../../support/active-runs.ts';
import { difference } from '../../../src/laws/optimizer-laws.ts';
import { toyTask } from '../../support/toy.ts';

const large = toyTask({ rows: 10_000, columns: 5, seed: 2 });
const context = (seed = 1): AnnotatorContext => annotatorContext(large, seed);
const everyRow = Array.from({ length: 10_000 }, (_, i) => i);

type Name = keyof typeof oracles;

/** Every kind, away from its defaults; a missing name is a compile error. */
const settings: Readonly<Record<Name, Readonly<Record<string, number>>>> = {
  noisy: { flipRate: 0.3 },
  'class-noise': { flipPositive: 0.4, flipNegative: 0.05 },
  abstaining: { abstainRate: 0.3, fee: 0.25 },
  delayed: { delay: 12 },
  majority: { annotators: 7, votes: 5, best: 0.1, worst: 0.4 },
  sequential: { annotators: 6, lead: 2, best: 0.1, worst: 0.4 },
  priced: { price: 0.5, perFeature: 0.1 },
};
const names = Object.keys(oracles) as Name[];

const build = (name: Name, given: Readonly<Record<string, number>>, context: AnnotatorContext): Decorator =>
  resolve('oracle', oracles, { name, ...given }, context);

const truth = knowing(large.labels);
const isWrong =
  (annotator: Annotator) =>
  (i: number): boolean =>
    annotator.answer(i) !== large.labels[i];
const share = (rows: readonly number[], isSo: (i: number) => boolean): number => rows.filter(isSo).length / rows.length;
/** Four standard errors of a share of 10,000 rows. */
const NEAR = 4 * Math.sqrt(0.25 / 10_000);

describe.each(names)('%s', (name) => {
  const make = (seed?: number): Annotator => build(name, settings[name], context(seed))(truth);

  it('answers from the classes or not at all, the same whenever it is asked, another seed otherwise', () => {
    const [annotator, again, elsewhere] = [make(), make(), make(2)];
    const answers = everyRow.map((i) => annotator.answer(i));
    expect(answers.every((answer) => answer === 1 || answer === -1 || answer === 'abstains')).toBe(true);
    expect(
      everyRow
        .toReversed()
        .map((i) => again.answer(i))
        .toReversed(),
    ).toEqual(answers);
    const random = !['delayed', 'priced'].includes(name);
    expect(everyRow.some((i) => elsewhere.answer(i) !== answers[i])).toBe(random);
  });

  it('costs something, and never more than its price', () => {
    const annotator = make();
    expect(everyRow.every((i) => annotator.cost(i) > 0 && annotator.cost(i) <= annotator.price(i) && annotator.delay >= 0)).toBe(
      true,
    );
  });

  it('keeps to every budget, in every position of a chain', () => {
    for (const other of names) {
      const decorators = [build(other, settings[other], annotatorContext()), build(name, settings[name], annotatorContext())];
      for (const budget of [0, 0.3, 1, 17, 40.5]) {
        const { oracle, active } = run({ rule: 'variance-aware', budget, decorators });
        expect(oracle.spent).toBeLessThanOrEqual(budget);
        if (budget > 30) expect(oracle.sold).toBeGreaterThan(0);
        expect(active.situation.queries).toBeLessThanOrEqual(oracle.sold);
      }
    }
  });

  it('in a run, equal seeds give equal runs', () => {
    const again = () => run({ rule: 'committee', decorators: [build(name, settings[name], annotatorContext())] }).active.state();
    expect(difference(again(), again())).toBeUndefined();
  });
});

it.each(['noisy', 'class-noise', 'abstaining', 'majority', 'sequential'] as const)(
  '%s: a draw below the rate is a mistake or a silence, one that is as large is none',
  (name) => {
    const rates = { flipRate: 0.5, flipPositive: 0.5, flipNegative: 0.5, abstainRate: 0.5, best: 0.5, worst: 0.5 };
    const own = Object.fromEntries(Object.entries(rates).filter(([rate]) => rate in oracles[name].parameters));
    const rows = task.rows;
    const answers = (draw: number): readonly (number | string)[] => {
      const random = { next: () => draw, below: () => 0 };
      const classes = { negative: -1, positive: 1 };
      const decorate: Decorator = resolve('oracle', oracles, { name, ...own }, { rows, classes, random: random as never });
      return Array.from({ length: rows.length }, (_, i) => decorate(knowing(task.labels)).answer(i));
    };
    expect(answers(0.5)).toEqual([...task.labels]);
    expect(answers(0.5 - 2 ** -54)).toEqual([...task.labels].map((y) => (name === 'abstaining' ? 'abstains' : -y)));
  },
);

describe('noise', () => {
  it('flips the given share of the labels, of each class where the classes differ', () => {
    expect(Math.abs(share(everyRow, isWrong(oracles.noisy({ flipRate: 0.3 }, context())(truth))) - 0.3)).toBeLessThan(NEAR);
    const uneven = isWrong(oracles['class-noise']({ flipPositive: 0.4, flipNegative: 0.05 }, context())(truth));
    expect(
      Math.abs(
        share(
          everyRow.filter((i) => large.labels[i] > 0),
          uneven,
        ) - 0.4,
      ),
    ).toBeLessThan(2 * NEAR);
    expect(
      Math.abs(
        share(
          everyRow.filter((i) => large.labels[i] < 0),
          uneven,
        ) - 0.05,
      ),
    ).toBeLessThan(NEAR);
  });

  it('at higher rates adds mistakes and takes none back; at 0 and 1 leaves no doubt', () => {
    const wrong = [0, 0.1, 0.3, 1].map((flipRate) => everyRow.filter(isWrong(oracles.noisy({ flipRate }, context())(truth))));
    expect([wrong[0].length, wrong[3].length]).toEqual([0, 10_000]);
    expect(wrong[1].every((i) => wrong[2].includes(i))).toBe(true);
  });

  it('is nothing that a loss without classes can have', () => {
    for (const name of ['noisy', 'class-noise', 'majority', 'sequential'] as const) {
      const message = `oracle '${name}' mistakes one class for the other, and the loss predicts no classes`;
      expect(() => build(name, settings[name], { ...context(), classes: undefined })).toThrow(message);
    }
  });

  it('of 50% makes the estimated error one half, without bias against the noisy labels', () => {
    const decorators = [oracles.noisy({ flipRate: 0.5 }, annotatorContext())];
    const gaps = Array.from(
      { length: 200 },
      (_, seed) => run({ rule: 'variance-aware', seed, decorators }).active.errorEstimate - 0.5,
    );
    expect(Math.abs(mean(gaps))).toBeLessThan(0.05);
  });
});

describe('abstention', () => {
  it('leaves the given share of questions open, for the given fee', () => {
    const annotator = oracles.abstaining({ abstainRate: 0.3, fee: 0.25 }, context())(truth);
    const silent = (i: number): boolean => annotator.answer(i) === 'abstains';
    expect(Math.abs(share(everyRow, silent) - 0.3)).toBeLessThan(NEAR);
    expect(everyRow.every((i) => annotator.cost(i) === (silent(i) ? 0.25 : 1) && annotator.price(i) === 1)).toBe(true);
    expect(everyRow.every((i) => silent(i) || annotator.answer(i) === large.labels[i])).toBe(true);
  });

  it('thins the sum of importance to the share of answers; estimates relative to that sum stay right', () => {
    // Which rows are silent is drawn anew for every seed: 400 seeds, standard errors below 1% (checked by the alarm at 4).
    const ends = Array.from({ length: 400 }, (_, seed) => {
      const decorators = [oracles.abstaining({ abstainRate: 0.3 }, annotatorContext(task, seed))];
      return run({ rule: 'variance-aware', seed, decorators });
    });
    expect(
      deviations(
        ends.map(({ active }) => active.importanceSum),
        0.7 * 300,
      ),
    ).toBeLessThan(4);
    expect(
      deviations(
        ends.map(({ active, evaluator }) => active.errorEstimate - 0.7 * evaluator.error),
        0,
      ),
    ).toBeLessThan(4);
  });
});

describe('delay', () => {
  it('hands every answer over when that many examples have been considered, and not before', () => {
    const bought: number[] = [];
    const arrived: number[] = [];
    const { active, oracle } = run({
      rule: 'random',
      decorators: [oracles.delayed({ delay: 12 }, annotatorContext())],
      observer: {
        considered: ({ decision, situation }) => {
          if (decision.outcome === 'asked') bought.push(situation.time);
        },
        answered: ({ situation }) => {
          arrived.push(situation.time);
        },
      },
    });
    expect(arrived.length).toBeGreaterThan(20);
    arrived.forEach((time, n) => expect(time).toBe(bought[n] + 13));
    expect(active.awaited).toBe(bought.length - arrived.length);
    expect(active.awaited).toBe(bought.filter((time) => time + 13 > 300).length);
    expect(oracle.sold).toBe(bought.length);
  });

  it('adds up', () => {
    expect(
      [3, 4].map((delay) => oracles.delayed({ delay }, context())).reduce((inner, decorate) => decorate(inner), truth).delay,
    ).toBe(7);
  });

  it('changes no answer and no cost, and with passive learning only the order of lessons', () => {
    const late = run({ rule: 'passive', decorators: [oracles.delayed({ delay: 20 }, annotatorContext())] });
    expect([late.active.situation.queries, late.oracle.spent, late.active.importanceSum]).toEqual([280, 300, 280]);
  });
});

describe('several annotators', () => {
  it('a vote of one is wrong at the average rate; more votes are wrong less; all are paid', () => {
    const panel = { annotators: 5, best: 0.1, worst: 0.4 };
    const errors = [1, 3, 5].map((votes) => {
      const annotator = oracles.majority({ ...panel, votes }, context())(truth);
      expect(everyRow.every((i) => annotator.cost(i) === votes && annotator.price(i) === votes)).toBe(true);
      return share(everyRow, isWrong(annotator));
    });
    expect(Math.abs(errors[0] - 0.25)).toBeLessThan(NEAR);
    expect(errors[0] - errors[1]).toBeGreaterThan(NEAR);
    expect(errors[1] - errors[2]).toBeGreaterThan(NEAR / 2);
    // Five votes at rates 0.1, 0.175, 0.25, 0.325, 0.4: the probability of at least three mistakes.
    expect(Math.abs(errors[2] - atLeast(3, [0.1, 0.175, 0.25, 0.325, 0.4]))).toBeLessThan(NEAR);
  });

  it('repeated purchase stops at the lead: cheaper than everybody, better than one', () => {
    const panel = { annotators: 7, best: 0.1, worst: 0.4 };
    const one = oracles.sequential({ ...panel, lead: 1 }, context())(truth);
    expect(everyRow.every((i) => one.cost(i) === 1)).toBe(true);
    expect(Math.abs(share(everyRow, isWrong(one)) - 0.25)).toBeLessThan(NEAR);
    const two = oracles.sequential({ ...panel, lead: 2 }, context())(truth);
    expect(everyRow.every((i) => [2, 4, 6, 7].includes(two.cost(i)) && two.price(i) === 7)).toBe(true);
    expect(new Set(everyRow.map((i) => two.cost(i))).size).toBe(4);
    expect(share(everyRow, isWrong(two))).toBeLessThan(0.25 - NEAR);
    const all = oracles.sequential({ ...panel, lead: 7 }, context())(truth);
    const vote = oracles.majority({ ...panel, votes: 7 }, context())(truth);
    expect(everyRow.every((i) => all.answer(i) === vote.answer(i))).toBe(true);
  });

  it('in a tie the first answer stands', () => {
    const pair = oracles.sequential({ annotators: 2, best: 0.5, worst: 0.5, lead: 2 }, context())(truth);
    const first = oracles.sequential({ annotators: 2, best: 0.5, worst: 0.5, lead: 1 }, context())(truth);
    expect(everyRow.every((i) => pair.answer(i) === first.answer(i))).toBe(true);
  });

  it('refuses votes that cannot be decided or do not exist', () => {
    expect(() => oracles.majority({ votes: 2 }, context())).toThrow("oracle 'majority' needs an odd number of votes, found 2");
    expect(() => oracles.majority({ annotators: 3, votes: 5 }, context())).toThrow(
      "oracle 'majority' has 3 annotators and cannot ask 5",
    );
  });
});

it('prices: count the features of a row, and multiply with what is bought', () => {
  const decorators = [oracles.priced({ price: 2, perFeature: 0.5 }, context()), oracles.majority({ votes: 3 }, context())];
  const annotator = decorators.reduce((inner, decorate) => decorate(inner), truth);
  const features = (i: number): number => large.rows.offsets[i + 1] - large.rows.offsets[i];
  expect(everyRow.every((i) => annotator.price(i) === 3 * (2 + 0.5 * features(i)))).toBe(true);
});

describe('accounts', () => {
  it('count labels sold apart from what was spent', () => {
    const annotator = oracles.abstaining({ abstainRate: 0.5, fee: 0.5 }, context())(truth);
    const oracle = new AnnotatorOracle(annotator, 100);
    let open = 0;
    for (let i = 0; oracle.left(i) >= 1; i++) if (oracle.label(i, i) === 'abstains') open++;
    expect(oracle.spent).toBe(oracle.sold + open / 2);
    expect(oracle.spent).toBeGreaterThan(99);
  });

  it('the situation tells how many labels of this price are left', () => {
    const left: number[] = [];
    const observer = {
      considered: ({ situation }: ActiveLearner) => {
        left.push(situation.labelsLeft);
      },
      answered: () => undefined,
    };
    run({ rule: 'passive', budget: 5, decorators: [oracles.priced({ price: 2 }, annotatorContext())], observer });
    expect(left.slice(0, 4)).toEqual([2.5, 1.5, 0.5, 0.5]);
  });

  it('draws of different decorators of one chain do not depend on each other', () => {
    const random = randomStream(1, 'oracle');
    expect(random.split('a').next()).not.toBe(random.split('b').next());
  });
});

/** Probability that at least `k` of independent events happen. */
function atLeast(k: number, rates: readonly number[]): number {
  const happen = rates.reduce<number[]>(
    (odds, rate) => [...odds, 0].map((_, n) => (odds[n] ?? 0) * (1 - rate) + (odds[n - 1] ?? 0) * rate),
    [1],
  );
  return happen.slice(k).reduce((a, b) => a + b, 0);
}

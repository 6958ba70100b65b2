/**
 * LAWS of the numbers of a choice, over the registries of losses, query rules and optimizers: no number is a special one.
 */
import { describe, expect, it } from 'vitest';
import { COLUMNS, sampleRows } from '../../../src/laws/optimizer-laws.ts';
import { samplePoint } from '../../../src/laws/points.ts';
import { samplePoint as sampleSituation, situationAt } from '../../../src/laws/query-laws.ts';
import { losses } from '../../../src/losses/index.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { isLegal, type Parameters } from '../../../src/numerics/recipe.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../../src/optimizers/optimizer.ts';
import type { RuleReading } from '../../../src/queries/query.ts';
import { queries } from '../../../src/queries/index.ts';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { parametersOf, resolve } from '../../../src/specs/choices.ts';
import { givens } from '../../support/laws/optimizer-settings.ts';
import { buildRule, knobs, logisticLearner, ruleNames } from '../../support/rules.ts';

/** At these, code may take a short cut: a square root for the power 1/2, no penalty for 0; or beside them, where one is misplaced. */
const SUSPECTS = [0, 0.25, 0.5, 0.505, 1, 1.01, 2];
/** Of a number: how far its neighbour is. */
const NEAR = 1e-9;

type Given = Readonly<Record<string, number>>;

/** Every choice with one number at a suspect, and the same with its neighbour. */
function* neighbours(parameters: Parameters, given: Given, jumps: readonly string[] = []): Generator<[at: Given, beside: Given]> {
  for (const [name, parameter] of Object.entries(parameters)) {
    if (parameter.whole === true || jumps.includes(name)) continue;
    for (const value of SUSPECTS) {
      const beside = value === 0 ? NEAR : value === parameter.to ? value * (1 - NEAR) : value * (1 + NEAR);
      if (isLegal(value, parameter) && isLegal(beside, parameter))
        yield [
          { ...given, [name]: value },
          { ...given, [name]: beside },
        ];
    }
  }
}

/** How far apart, as a share of the larger; infinities of one sign are not. */
function gap(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((x, n) => (x === b[n] ? 0 : Math.abs(x - b[n]) / Math.max(1, Math.abs(x), Math.abs(b[n])))));
}

/** Where a number says when something begins, or what is divided by nothing at the start, its neighbour is another run. */
const JUMPS: Readonly<Partial<Record<keyof typeof optimizers, readonly string[]>>> = { averaged: ['start'] };

describe('no number of an optimizer is a special one', () => {
  const rows = sampleRows(randomStream(1, 'rows beside'), 12);

  function traceOf(factory: OptimizerFactory): number[] {
    const random = randomStream(1, 'beside');
    const optimizer = factory(COLUMNS);
    const trace: number[] = [];
    for (let t = 0; t < 25; t++) {
      const i = random.below(rows.length);
      optimizer.admit(rows, i);
      const q = optimizer.prepare(rows, i, [0.25, 1, 3][random.below(3)], random.normal());
      // A first row may meet features that nothing holds yet.
      optimizer.push(rows, i, 0.3 * random.normal());
      trace.push(q, optimizer.margin(rows, i), optimizer.predict(rows, i), optimizer.sensitivity(rows, i, 0.7));
    }
    return trace;
  }

  it.each(givens)('%s %o', (name, given) => {
    const build = (numbers: Given): OptimizerFactory => (optimizers[name] as (given: Given) => OptimizerFactory)(numbers);
    for (const [at, beside] of neighbours(optimizers[name].parameters, given, JUMPS[name]))
      expect(gap(traceOf(build(at)), traceOf(build(beside))), JSON.stringify(at)).toBeLessThan(1e-4);
  });
});

it('no number of a loss is a special one', () => {
  for (const [name, entry] of Object.entries(losses)) {
    for (const [at, beside] of neighbours(parametersOf(entry), { level: 0.3, gamma: 0.4, delta: 3, q: 0.2 })) {
      const own = (numbers: Given): Given =>
        Object.fromEntries(Object.keys(parametersOf(entry)).map((parameter) => [parameter, numbers[parameter]]));
      const [one, other] = [at, beside].map((numbers) => resolve<typeof losses>('loss', losses, { name, ...own(numbers) }));
      const random = randomStream(1, `beside ${name}`);
      for (let n = 0; n < 200; n++) {
        const { p, y, tau } = samplePoint(one.labels, random);
        if (Math.abs(p) > 1e3 || tau > 1e3) continue;
        const numbers = (loss: Loss): number[] => [loss.value(p, y), loss.flow(p, y, tau), loss.proximal(p, y, tau)];
        expect(gap(numbers(one), numbers(other)), `${name} ${JSON.stringify(at)} ${p} ${y} ${tau}`).toBeLessThan(1e-5);
      }
    }
  }
});

it('no number of a query rule is a special one', () => {
  const nothing = undefined as unknown as SparseRows;
  for (const name of ruleNames) {
    const build = (given: Given): RuleReading<'flip'> =>
      buildRule(name, () => logisticLearner(1), { given }) as RuleReading<'flip'>;
    if (Object.keys(build(knobs[name]).state()).length > 0) continue;
    for (const [at, beside] of neighbours(queries[name].parameters, knobs[name])) {
      const random = randomStream(1, `beside ${name}`);
      let jumps = 0;
      for (let n = 0; n < 300; n++) {
        const situation = situationAt(sampleSituation(random));
        const [p, q] = [at, beside].map((given) => build(given).probability(situation, nothing, 0));
        if (Math.abs(p - q) > 1e-4) jumps++;
      }
      // Some rules ask for certain on one side of a bound; hardly any point lies on it.
      expect(jumps, `${name} ${JSON.stringify(at)}`).toBeLessThanOrEqual(1);
    }
  }
});

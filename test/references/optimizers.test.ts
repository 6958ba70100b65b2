import { describe, expect, it } from 'vitest';
import { SparseRowsBuilder } from '../../src/rows/building/sparse-rows-builder.ts';
import type { SparseRows } from '../../src/rows/sparse-rows.ts';
import { LinearLearner } from '../../src/learners/margin-learner.ts';
import { losses } from '../../src/losses/index.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../src/optimizers/optimizer.ts';
import { updates } from '../../src/updates/index.ts';
import {
  denseReferences,
  EXAMPLES,
  flavours,
  implicitFtrl,
  scheduled,
  worstGap,
  type Reference,
} from '../support/references/dense-optimizers.ts';
import { COLUMNS, sampleRows } from '../../src/laws/optimizer-laws.ts';
import { reference } from '../support/shared.ts';

/**
 * REFERENCE: every optimizer against a dense second implementation (test/support/references/dense-optimizers.ts). Further down, against
 * progressive losses that Vowpal Wabbit 9.11.2 printed (../shared/parity, its source says how they were made).
 */

describe('dense implementations of the printed formulas', () => {
  it.each(denseReferences)('%s', (_, name, given, reference) => {
    const build = optimizers[name] as (given: unknown) => OptimizerFactory;
    expect(worstGap(build(given), reference())).toBeLessThan(1e-12);
  });

  it.each(Object.entries(flavours))('implicit FTRL, %s', (name, flavour) => {
    const update = Object.values(updates).find((rule) => rule.name === name)!;
    const tolerance = name === 'naive' || name === 'truncated' ? 1e-12 : 1e-10;
    const inTime = implicitFtrl((before, h) => before + h, 0.7, flavour);
    expect(worstGap(optimizers['implicit-ftrl']({ eta0: 0.7 }), inTime, update)).toBeLessThan(tolerance);
    const inNorm = implicitFtrl((before, h, slope, X) => before + h * slope * slope * X, 0.7, flavour);
    expect(worstGap(optimizers['implicit-ftrl-adaptive']({ eta0: 0.7 }), inNorm, update)).toBeLessThan(tolerance);
  });
});

it.each<[string, OptimizerFactory, OptimizerFactory]>([
  ['RDA without penalties is implicit FTRL', optimizers.rda({ gamma: 4 }), optimizers['implicit-ftrl']({ eta0: 0.25 })],
  [
    'FTRL-Proximal without beta and penalties is AdaGrad',
    optimizers['ftrl-proximal']({ alpha: 0.3, beta: 0 }),
    optimizers['ada-grad']({ eta0: 0.3 }),
  ],
  ['FOBOS without penalties is gradient descent', optimizers.fobos(scheduled), optimizers['gradient-descent'](scheduled)],
  [
    'FOBOS is the truncated gradient without a ceiling',
    optimizers.fobos({ eta0: 0.3, l1: 0.1 }),
    optimizers['truncated-gradient']({ eta0: 0.3, gravity: 0.1, ceiling: 1e300 }),
  ],
  [
    'an average that never starts is gradient descent',
    optimizers.averaged({ eta0: 0.3, start: 1e9 }),
    optimizers['gradient-descent']({ eta0: 0.3 }),
  ],
])('special cases that two optimizers share: %s', (_, one, other) => {
  const reference: Reference = (examples) => {
    const learner = new LinearLearner(losses.logistic, updates.invariant, other(COLUMNS));
    const rows = sampleRows(randomStream(1, 'references'), EXAMPLES);
    return examples.map(({ y, h }, t) => {
      if (t === EXAMPLES) learner.beginPass();
      learner.learn(rows, t % EXAMPLES, y, h);
      return [...learner.optimizer.weights()];
    });
  };
  expect(worstGap(one, reference, updates.invariant)).toBeLessThan(1e-12);
});

interface ParityCase {
  readonly update: string | null;
  readonly geometry: readonly string[];
  readonly optimizer?: string;
  readonly data: string;
  readonly loss: string;
  readonly eta0?: number;
  readonly powerT?: number;
  readonly initialT?: number;
  readonly constant?: boolean;
  readonly expected: number;
  readonly tolerance: number;
}

const parity = reference('parity/cases.json');

describe.skipIf(parity === undefined)(
  'progressive losses of Vowpal Wabbit, one pass over 1000 documents (skipped without ../shared)',
  () => {
    const plain = new Set([
      'update',
      'geometry',
      'optimizer',
      'data',
      'loss',
      'eta0',
      'powerT',
      'initialT',
      'constant',
      'expected',
      'features',
      'vw',
      'id',
      'tolerance',
    ]);
    const cases = (parity === undefined ? [] : (JSON.parse(parity) as { cases: ParityCase[] }).cases)
      .filter(
        (entry) =>
          entry.data === 'rcv1_small.dat' && entry.loss === 'logistic' && Object.keys(entry).every((key) => plain.has(key)),
      )
      .map((entry): [string, ParityCase] => [JSON.stringify({ ...entry, vw: undefined, id: undefined }), entry]);

    it('are there', () => expect(cases.length).toBeGreaterThanOrEqual(8));

    it.each(cases)('%s', (_, entry) => {
      const { rows, labels } = documents(reference(`parity/${entry.data}`)!, entry.constant ?? true);
      const update = Object.values(updates).find((rule) => rule.name === (entry.update ?? 'naive'))!;
      const optimizer = optimizerOf(entry)(rows.columns);
      let sum = 0;
      for (const [i, y] of labels.entries()) {
        const p = optimizer.margin(rows, i);
        optimizer.admit(rows, i); // only now: it predicts before it lets the scales see the row
        const q = optimizer.prepare(rows, i, 1, losses.logistic.slope(p, y));
        optimizer.push(rows, i, update(losses.logistic, p, y, q) / q);
        sum += losses.logistic.value(p, y);
      }
      expect(Math.abs(sum / labels.length - entry.expected)).toBeLessThan(entry.tolerance);
    });

    /** --initial_t 0 without AdaGrad means eta t^-power; a vanishing t0 says the same. */
    function optimizerOf({ geometry, optimizer, eta0 = 0.5, powerT = 0.5, initialT = 0 }: ParityCase): OptimizerFactory {
      if (optimizer === 'ftrl-proximal') return optimizers['ftrl-proximal']({ alpha: 0.5 });
      if (geometry.includes('adaptive')) {
        const make = geometry.includes('normalized') ? optimizers['normalized-adaptive'] : optimizers['ada-grad'];
        return make({ eta0, power: powerT, initial: initialT });
      }
      const t0 = Math.max(initialT, 1e-30);
      if (geometry.includes('normalized'))
        return optimizers.normalized({ eta0: eta0 * t0 ** -powerT, power: powerT, t0, initial: initialT });
      return optimizers['gradient-descent']({ eta0, power: powerT, t0 });
    }

    /** Lines `label |f index:value …`, with a constant feature where there is one. */
    function documents(text: string, constant: boolean): { rows: SparseRows; labels: number[] } {
      const builder = new SparseRowsBuilder();
      const labels = text
        .trimEnd()
        .split('\n')
        .map((line) => {
          const [label, ...features] = line.replace('|f ', '').trim().split(/\s+/);
          if (constant) builder.add(0, 1);
          for (const feature of features) {
            const [index, value] = feature.split(':');
            builder.add(Number(index) + 1, Number(value));
          }
          builder.endRow();
          return Number(label);
        });
      return { rows: builder.build(), labels };
    }
  },
);

import { afterEach, describe, expect, it } from 'vitest';
import { randomStream, type RandomStream } from '../../../../src/numerics/random.ts';
import { chooseKernels } from '../../../../src/rows/kernels/choice.ts';
import { kernelsNamed } from '../../../../src/rows/kernels/named.ts';
import { kernelBuffer, taken } from '../../../../src/rows/kernels/kernels.ts';
import { KernelNumbers } from '../../../../src/rows/kernels/numbers.ts';
import rates from '../../../../src/rows/kernels/rates.wat';
import walks from '../../../../src/rows/kernels/walks.wat';
import { rebuiltSplits, selectRows } from '../../../../src/rows/dataset.ts';
import { addScaled, dot, type SparseRows } from '../../../../src/rows/sparse-rows.ts';
import { SparseRowsBuilder } from '../../../../src/rows/building/sparse-rows-builder.ts';
import { normalizedAdaptive } from '../../../../src/optimizers/ada-grad.ts';
import { buildLearner } from '../../../../src/specs/build-learner.ts';
import { buildActiveLearner } from '../../../../src/specs/build.ts';
import { parseRunSpec } from '../../../../src/specs/run-spec.ts';
import { activeLearn } from '../../../../src/streams/passes/active-learn.ts';
import { LabelOracle } from '../../../../src/streams/oracles/oracle.ts';
import { passiveLearn } from '../../../../src/streams/passes/passive-learn.ts';
import { ProgressiveValidation } from '../../../../src/streams/measures/class-measures.ts';
import { averagedSettings, settings } from '../../../support/laws/optimizer-settings.ts';
import { onKernels } from '../../../support/rows/kernel-rows.ts';
import { runs } from '../../../support/long.ts';

/** LAW of the kernels: WebAssembly and TypeScript compute the same, bit for bit, whatever learns, on rows of every length and size. */

const COLUMNS = 300;
const LONGEST = 200;

afterEach(() => chooseKernels('wasm'));

/** Values near 1; and of every size that single precision has, the smallest and the largest among them. */
const sizes: Record<string, (random: RandomStream) => number> = {
  ordinary: (random) => random.normal(),
  extreme: (random) =>
    [1, 2 ** -149, -(2 ** -149), 2 ** -127, 3e38, -3e38, 1e-20, 1e20][random.below(8)] * (0.5 + random.next() / 2),
};

/** Rows of 0, 1, 2, … and of LONGEST entries, and of lengths drawn at random, on any of the features. */
function rowsOf(value: (random: RandomStream) => number, random: RandomStream, count: number): SparseRows {
  const builder = new SparseRowsBuilder();
  for (let i = 0; i < count; i++) {
    const length = i < 12 ? i : i === 12 ? LONGEST : random.below(LONGEST + 1);
    const features = Uint32Array.from({ length: COLUMNS }, (_, j) => j);
    for (let k = 0; k < length; k++) {
      const other = k + random.below(COLUMNS - k);
      [features[k], features[other]] = [features[other], features[k]];
      builder.add(features[k], value(random));
    }
    builder.endRow();
  }
  return builder.build(COLUMNS);
}

/** The numbers with -0 told from 0, as a text: lists of them are compared fast, and a failure is short. */
function bits(numbers: ArrayLike<number>): string {
  return Array.from(numbers, (x) => (Object.is(x, -0) ? '-0' : String(x))).join(' ');
}

it.each(Object.entries(sizes))('the walks along rows (law): equal dot and addScaled bit for bit, on %s values', (_, value) => {
  const random = randomStream(1, 'walks');
  const plain = rowsOf(value, random, runs(60));
  const rows = onKernels(plain);
  expect(rows.kernels).toBeDefined();
  const w = Float64Array.from({ length: COLUMNS }, () => [0, -0, random.normal(), 5e-324, 1e300][random.below(5)]);
  const [numbers, margins, scales] = [COLUMNS, rows.length + 1, rows.length + 1].map((n) => new KernelNumbers(n));
  numbers.values.set(w);
  for (let i = 0; i < rows.length; i++) {
    expect(bits([numbers.dot(rows, i)])).toEqual(bits([dot(plain, i, w)]));
    const scale = [random.normal(), 5e-324, -1e200, -0][random.below(4)];
    numbers.addScaled(rows, i, scale);
    addScaled(plain, i, w, scale);
    expect(bits(numbers.values)).toEqual(bits(w));
    // Many a call, with a number each that begins at the second.
    numbers.dotRows(rows, 0, i + 1, 0.3, margins, 1);
    expect(bits(margins.values.subarray(1, i + 2))).toEqual(
      bits(Array.from({ length: i + 1 }, (_, k) => dot(plain, k, w) + 0.3)),
    );
    scales.values.fill(0).set([scale], i + 1);
    numbers.addScaledRows(rows, 0, i + 1, scales, 1);
    if (scale !== 0) addScaled(plain, i, w, scale);
    expect(bits(numbers.values)).toEqual(bits(w));
    // What has left the range of numbers teaches nothing more.
    numbers.values.forEach((x, j) => {
      if (!(Math.abs(x) < 1e301)) numbers.values[j] = w[j] = 1;
    });
  }
});

describe('optimizers (law)', () => {
  const all = [...settings, ...averagedSettings].map((setting) => [setting.name, setting] as const);

  it.each(all)('%s: the same answers and the same state, bit for bit', (name, { factory: make }) => {
    for (const [kind, value] of Object.entries(sizes)) {
      const random = randomStream(1, `kernels, ${name}, ${kind}`);
      const plain = rowsOf(value, random, runs(40));
      const rows = onKernels(plain);
      const [fast, slow] = [make(COLUMNS), make(COLUMNS)];
      for (let i = 0; i < rows.length; i++) {
        const slope = [0, -0.3, random.normal(), 1e-160, kind === 'extreme' ? 1e150 : 1][random.below(5)];
        const h = [1, 3.5, 1e-3][random.below(3)];
        const u = random.normal();
        const answers = [fast, slow].map((optimizer, which) => {
          const mine = which === 0 ? rows : plain;
          const asked = [optimizer.sensitivity(mine, i, slope), Number(optimizer.admit(mine, i)), optimizer.margin(mine, i)];
          const q = optimizer.prepare(mine, i, h, slope);
          optimizer.push(mine, i, Number.isFinite(q) ? u : 0);
          return [...asked, q, optimizer.predict(mine, i)];
        });
        expect(bits(answers[0]), `row ${i}, ${kind}`).toEqual(bits(answers[1]));
      }
      expect(bits(fast.weights())).toEqual(bits(slow.weights()));
      expect(fast.state()).toEqual(slow.state());
      const resumed = make(COLUMNS);
      resumed.restore(fast.state());
      expect(bits([resumed.margin(plain, 20)])).toEqual(bits([fast.margin(rows, 20)]));
    }
  });
});

describe('whole passes (law)', () => {
  const random = randomStream(1, 'passes');
  const plain = rowsOf(() => random.normal() / 10, random, 300);
  const labels = Float64Array.from({ length: plain.length }, (_, i) => (plain.values[plain.offsets[i]] > 0 ? 1 : -1));
  const order = Uint32Array.from(labels.keys());
  const optimizers = [
    { name: 'gradient-descent', eta0: 0.5, power: 0.5 },
    { name: 'averaged', eta0: 0.5 },
    { name: 'normalized-adaptive' },
    { name: 'ada-grad', eta0: 0.5 },
    { name: 'ftrl-proximal', alpha: 0.5 },
    { name: 'implicit-ftrl', eta0: 0.5 },
    { name: 'rda', gamma: 1 },
  ];

  it.each(optimizers)('$name: equal model and losses, passive and active', (optimizer) => {
    for (const loss of ['logistic', 'hinge'])
      for (const query of [{ name: 'passive' }, { name: 'variance-aware', mellowness: 1e-3 }]) {
        const spec = parseRunSpec({ loss: { name: loss }, update: 'invariant', optimizer, query, seed: 1 });
        const [fast, slow] = [onKernels(plain), plain].map((rows) => {
          const train = { name: 'rows', rows, labels };
          const validation = new ProgressiveValidation(buildLearner(spec, COLUMNS).loss, labels);
          if (query.name === 'passive') {
            const learner = buildLearner(spec, COLUMNS);
            passiveLearn(learner, { ...train, order }, validation, 0, labels.length);
            return [...learner.weights(), validation.loss];
          }
          const active = buildActiveLearner(spec, train);
          activeLearn(active, { rows, order }, new LabelOracle(labels), validation, 0, labels.length);
          return [...active.learner.weights(), validation.loss, active.importanceSum];
        });
        expect(bits(fast)).toEqual(bits(slow));
      }
  });
});

describe('where the numbers stand', () => {
  const few = (): SparseRows => rowsOf((random) => random.normal(), randomStream(2, 'few'), 20);

  it('move once, and serve rows of other memories and of none', () => {
    const [here, there, plain] = [onKernels(few()), onKernels(few()), few()];
    const optimizer = normalizedAdaptive({})(COLUMNS);
    const margins = [here, there, plain, here].map((rows) => {
      optimizer.admit(rows, 5);
      const p = optimizer.margin(rows, 5);
      optimizer.prepare(rows, 5, 1, 0.5);
      optimizer.push(rows, 5, -0.1);
      return p;
    });
    const other = normalizedAdaptive({})(COLUMNS);
    for (const p of margins) {
      other.admit(plain, 5);
      expect(other.margin(plain, 5)).toBe(p);
      other.prepare(plain, 5, 1, 0.5);
      other.push(plain, 5, -0.1);
    }
  });

  it('stay where they are when the memory of the rows is full', () => {
    const rows = onKernels(few());
    while (taken(rows.memory!, 2 ** 20) !== undefined);
    while (taken(rows.memory!, 64) !== undefined);
    const numbers = new KernelNumbers(COLUMNS);
    numbers.addScaled(rows, 7, 2);
    const plain = new Float64Array(COLUMNS);
    addScaled(rows, 7, plain, 2);
    expect(bits(numbers.values)).toEqual(bits(plain));
    expect(numbers.isWithin(rows.kernels!)).toBe(false);
    expect(numbers.dot(rows, 7)).toBe(dot(rows, 7, plain));
  });

  it('are told apart: no two arrays share a place', () => {
    const rows = onKernels(few());
    const arrays = Array.from({ length: 50 }, (_, n) => {
      const numbers = new KernelNumbers(n + 1, n);
      numbers.isWithin(rows.kernels!);
      return numbers;
    });
    arrays.forEach(({ values }, n) => expect([...values]).toEqual(new Array(n + 1).fill(n)));
  });
});

describe('rows with kernels', () => {
  const LARGE = 1 << 20;
  const large = (): SparseRows => {
    const builder = new SparseRowsBuilder();
    for (let k = 0; k <= LARGE; k++) {
      builder.add(k % 7, 1);
      builder.endRow();
    }
    return builder.build();
  };

  it('are those of many entries, unless TypeScript is chosen; parts of them too', () => {
    const rows = large();
    expect(rows.kernels).toBeDefined();
    const data = { name: 'large', rows, labels: new Float64Array(rows.length) };
    expect(selectRows(data, Uint32Array.of(3, 1), 'few').rows.kernels).toBeUndefined();
    expect(selectRows(data, Uint32Array.from(data.labels.keys()), 'all').rows.kernels).toBeDefined();
    chooseKernels('js');
    expect(large().kernels).toBeUndefined();
    expect(kernelBuffer(8)).toBeUndefined();
  });

  it('still have them on arrival at another thread, on the same memory', () => {
    const rows = onKernels(rowsOf((random) => random.normal(), randomStream(3, 'sent'), 20));
    const split = { train: { name: 'sent', rows, labels: new Float64Array(20) } };
    const arrived = rebuiltSplits(structuredClone(new Map([['sent', split]]))).get('sent')!.train.rows;
    expect(arrived.kernels).toBeDefined();
    expect(arrived.kernels).not.toBe(rows.kernels);
    rows.values[0] = 7;
    expect(arrived.values[0]).toBe(7);
  });

  it('are made by 16 kB of code at most', () => {
    expect(Buffer.from(walks, 'base64').length + Buffer.from(rates, 'base64').length).toBeLessThan(16_384);
  });

  it('are called by name', () => {
    expect([undefined, '', 'wasm', 'js'].map(kernelsNamed)).toEqual(['wasm', 'wasm', 'wasm', 'js']);
    expect(() => kernelsNamed('wasn')).toThrow("there are no kernels 'wasn'; expected 'wasm' or 'js', did you mean 'wasm'?");
  });
});

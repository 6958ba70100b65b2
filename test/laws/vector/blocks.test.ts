import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../../../src/laws/optimizer-laws.ts';
import { losses } from '../../../src/losses/index.ts';
import { CompositionError } from '../../../src/numerics/iwal-error.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { blocks } from '../../../src/optimizers/blocks/index.ts';
import { separate } from '../../../src/optimizers/blocks/block.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { BlockLearner } from '../../../src/reductions/block-learner.ts';
import { dots } from '../../../src/rows/kernels/interleaved.ts';
import { vectorWeights } from '../../../src/rows/kernels/vector-weights.ts';
import { SparseRowsBuilder } from '../../../src/rows/building/sparse-rows-builder.ts';
import { SparseRows, dot } from '../../../src/rows/sparse-rows.ts';
import { updates } from '../../../src/updates/index.ts';
import { blockOf, blockRows, followsSteps, membersAreLinear, pairs, type BlockModules } from '../../support/laws/block-laws.ts';
import { givens } from '../../support/laws/optimizer-settings.ts';
import { rowOf, rowsOf } from '../../support/rows/rows.ts';

/** LAWS of blocks and of the learner over them: over the registries of losses, updates and optimizers. */

const scale = process.env.IWAL_LAWS === 'long' ? 200 : 1;
const modules: BlockModules = { blocks, separate, BlockLearner };
/** Those that are interleaved, with weights in a memory of vector instructions. */
const vectors = {
  ...modules,
  blocks: Object.fromEntries(
    Object.entries(blocks).map(([name, build]) => [
      name,
      (members: readonly never[]) => (columns: number) => build(members)(columns, vectorWeights),
    ]),
  ),
} as unknown as BlockModules;
/** Every optimizer apart, those that could be interleaved too. */
const apart = { ...modules, blocks: {} } as unknown as BlockModules;

describe.each(givens)('%s %o', (name, given) => {
  const factory = (optimizers[name] as (given: unknown) => ReturnType<(typeof optimizers)['rda']>)(given);
  const fitting = pairs.filter(([, { needs }]) => factory(1).linear || needs === 'any step');

  it.each([1, 3, 10])('%i members learn what linear learners learn alone, bit for bit', (size) => {
    // The size does not know of losses and updates: sizes but one have a third of them each.
    for (const pair of size === 3 ? fitting : fitting.filter((_, n) => scale > 1 || n % 3 === (size === 1 ? 1 : 2))) {
      const title = `${pair[0].name} ${pair[1].name}`;
      for (let run = 0; run < scale; run++)
        expect(
          membersAreLinear(modules, [name, given], pair, size, randomStream(run, `${name} ${title}`)),
          title,
        ).toBeUndefined();
    }
  });

  it.runIf(Object.hasOwn(blocks, name)).each([3, 8])(
    '%i members with vector weights learn what linear learners learn alone, bit for bit',
    (size) => {
      for (const pair of size === 3 ? fitting : fitting.filter((_, n) => scale > 1 || n % 3 === 0))
        for (let run = 0; run < scale; run++)
          expect(
            membersAreLinear(vectors, [name, given], pair, size, randomStream(run, `vectors ${name} ${pair[0].name}`)),
          ).toBeUndefined();
    },
  );

  it('3 members apart learn what linear learners learn alone, bit for bit', () => {
    for (let run = 0; run < 5 * scale; run++)
      expect(
        membersAreLinear(apart, [name, given], fitting[run % fitting.length], 3, randomStream(run, `apart ${name}`)),
      ).toBeUndefined();
  });

  it.each([modules, apart, vectors])('says of itself what each of its members does', (block) => {
    const { linear, adaptive } = factory(1);
    expect(blockOf(block, name, [given, given])(1)).toMatchObject({ name, size: 2, linear, adaptive });
  });

  it.each([modules, apart, vectors])(
    'admit says whether that of a member with an importance does, and the others have no sensitivity',
    (block) => {
      const random = randomStream(1, `admit ${name}`);
      const rows = blockRows(random);
      const members = Array.from({ length: 3 }, () => factory(COLUMNS));
      const together = blockOf(block, name, [given, given, given])(COLUMNS);
      for (let t = 0; t < 60; t++) {
        const i = random.below(rows.length);
        const importances = Float64Array.from({ length: 3 }, () => random.below(3));
        const reported = members.map((member, m) => importances[m] > 0 && member.admit(rows, i));
        expect(together.admit(rows, i, importances)).toBe(reported.includes(true));
        const slopes = Float64Array.from({ length: 3 }, () => random.normal());
        const expected = members.map((member, m) =>
          importances[m] > 0 ? member.prepare(rows, i, importances[m], slopes[m]) : 0,
        );
        const sensitivities = new Float64Array(3).fill(NaN);
        together.prepare(rows, i, importances, slopes, sensitivities);
        expect([...sensitivities]).toEqual(expected);
        together.push(rows, i, new Float64Array(3));
        members.forEach((member, m) => {
          if (importances[m] > 0) member.push(rows, i, 0);
        });
      }
    },
  );

  it.each([modules, apart, vectors])('margins that are asked for between prepare and push change nothing', (block) => {
    const random = randomStream(1, `between ${name}`);
    const rows = blockRows(random);
    const [asked, left] = [0, 1].map(() => blockOf(block, name, [given, given, given])(COLUMNS));
    const ones = new Float64Array(3).fill(1);
    const found = [asked, left].map(() => new Float64Array(3));
    for (let t = 0; t < 30; t++) {
      const i = random.below(rows.length);
      const slopes = Float64Array.from(ones, () => random.normal());
      for (const each of [asked, left]) {
        each.admit(rows, i, ones);
        each.prepare(rows, i, ones, slopes, new Float64Array(3));
        if (each === asked) each.margins(rows, i, new Float64Array(3));
        each.push(rows, i, slopes);
      }
      [asked, left].forEach((each, n) => each.margins(rows, i, found[n]));
      expect([...found[0]]).toEqual([...found[1]]);
    }
  });

  it('follow is what asking again finds', () => {
    const random = randomStream(1, `follow ${name}`);
    for (let run = 0; run < 20 * scale; run++)
      expect(followsSteps(modules, [name, given], [3, 5, 10][run % 3], random)).toBeUndefined();
  });
});

it('members with schedules of their own have the steps of optimizers alone, bit for bit', () => {
  const random = randomStream(1, 'schedules');
  const schedules = [{ power: 0.5 }, { power: 0.5, t0: 3 }, { power: 0.5, decay: 0.5 }, { power: 0.7 }, {}].map((each, m) => ({
    eta0: 1 + m / 3,
    ...each,
  }));
  const rows = blockRows(random);
  const block = blocks['gradient-descent'](schedules)(COLUMNS);
  const alone = schedules.map((given) => optimizers['gradient-descent'](given)(COLUMNS));
  const [slopes, found] = [new Float64Array(5), new Float64Array(5)];
  for (let t = 0; t < 200; t++) {
    const i = random.below(rows.length);
    const importances = Float64Array.from(schedules, () => (t % 2 === 0 ? 1 : random.below(3)));
    block.sensitivities(rows, i, slopes, found);
    expect([...found]).toEqual(alone.map((each) => each.sensitivity(rows, i, 0)));
    block.prepare(rows, i, importances, slopes, found);
    expect([...found]).toEqual(alone.map((each, m) => (importances[m] > 0 ? each.prepare(rows, i, importances[m], 0) : 0)));
    if (t % 50 === 0) for (const each of [block, ...alone]) each.beginPass();
  }
});

it.each(Object.entries(blocks))('%s has the sensitivity of learners alone, where sums leave the numbers too', (name, build) => {
  const rows = new SparseRows(new Uint32Array([0, 2, 4]), new Uint32Array([0, 1, 0, 1]), new Float32Array([1, 2, 1e30, 3e38]), 2);
  const members = [{ eta0: 0.01 }, { eta0: 0.02 }, { eta0: 0.03 }];
  const slopes = Float64Array.of(1, 1e130, -1e200);
  const alone = members.map((given) => optimizers[name as keyof typeof blocks](given)(2));
  const block = build(members)(2);
  const found = new Float64Array(3);
  for (let i = 0; i < rows.length; i++) {
    block.sensitivities(rows, i, slopes, found);
    expect([...found]).toEqual(alone.map((each, m) => each.sensitivity(rows, i, slopes[m])));
  }
});

it.each(Object.entries(blocks))('%s has room for rows of any length, whatever came before', (name, build) => {
  const lengths = [1, 300, 2, 90, 1100, 700];
  const rows = rowsOf(
    lengths.map((length) => rowOf(length, (j) => (j % 7) - 3 + 1 / length)),
    1100,
  );
  const members = [{ eta0: 0.01 }, { eta0: 0.02 }, { eta0: 0.03 }];
  const alone = members.map((given) => optimizers[name as keyof typeof blocks](given)(1100));
  const block = build(members)(1100);
  const [importances, slopes, found] = [Float64Array.of(1, 1, 1), Float64Array.of(1, -1, 0.5), new Float64Array(3)];
  for (let i = 0; i < rows.length; i++) {
    for (const each of [...alone, block]) each.admit(rows, i, importances);
    block.prepare(rows, i, importances, slopes, found);
    expect([...found]).toEqual(alone.map((each, m) => each.prepare(rows, i, 1, slopes[m])));
    block.push(rows, i, Float64Array.of(1, -2, 0.25));
    alone.forEach((each, m) => {
      each.push(rows, i, [1, -2, 0.25][m]);
      expect(block.weights(m)).toEqual(each.weights());
    });
  }
});

it('every interleaved block is one of an optimizer of the registry, under its name', () => {
  for (const [name, build] of Object.entries(blocks)) {
    expect(Object.keys(optimizers)).toContain(name);
    expect(build([{ eta0: 1 }])(1).name).toBe(name);
    expect(() => build([])).toThrow('needs one member at least');
  }
});

it('dots of long rows are those of dot, bit for bit, for every number of members', () => {
  const random = randomStream(1, 'dots');
  for (let size = 1; size <= 26; size++) {
    const shares = Array.from({ length: 20 }, (_, i) => i / 20);
    const rows = rowsOf(
      shares.map((share) => rowOf(40, () => (random.next() < share ? random.normal() : undefined))),
      40,
    );
    const w = Float64Array.from({ length: 40 * size }, () => random.normal());
    const out = new Float64Array(size);
    for (let i = 0; i < rows.length; i++) {
      dots(rows, i, w, size, out);
      for (let m = 0; m < size; m++) {
        const own = Float64Array.from({ length: 40 }, (_, j) => w[j * size + m]);
        expect(out[m]).toBe(dot(rows, i, own));
      }
    }
  }
});

it('refuses what a linear learner refuses', () => {
  const shrinking = blockOf(modules, 'rda', [{ gamma: 3, l1: 0.05 }])(COLUMNS);
  expect(() => new BlockLearner(losses.logistic, updates.invariant, shrinking)).toThrow(CompositionError);
  const learner = new BlockLearner(losses.logistic, updates.invariant, blockOf(modules, 'ada-grad', [{ eta0: 1 }])(COLUMNS));
  const rows = new SparseRowsBuilder();
  rows.endRow();
  for (const h of [-1, NaN])
    expect(() => learner.learn(rows.build(COLUMNS), 0, Float64Array.of(1), Float64Array.of(h), new Float64Array(1))).toThrow(
      `cannot be learned with the importance ${h}`,
    );
});

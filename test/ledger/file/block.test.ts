/** LAW of blocks of examples: what goes in comes out, with whatever fields it has, and a block that was taken is begun anew. */
import { expect, it } from 'vitest';
import { Block, examplesOf, type Example } from '../../../src/ledger/file/block.ts';
import { randomStream } from '../../../src/numerics/random.ts';

const random = randomStream(1, 'blocks');
const OUTCOMES = ['asked', 'passed', 'refused', 'implied'] as const;
const optional = [
  ...['rowImportance', 'learnedImportance', 'knob', 'minimumProbability', 'pass', 'cost'].map((name) => [
    undefined,
    () => ({ [name]: random.normal() }),
  ]),
  [undefined, () => ({ sensitivity: random.normal(), weightToFlip: Infinity, gap: random.normal() })],
  [undefined, () => ({ label: random.normal() }), () => ({ label: null })],
] as const;

/** An example with every choice of optional fields. */
const every = optional
  .reduce<(undefined | (() => object))[][]>((all, choices) => all.flatMap((each) => choices.map((one) => [...each, one])), [[]])
  .map((fields, position): Example => {
    const [probability, coin, importance, prediction, errorRate] = Array.from({ length: 5 }, () => random.normal());
    const required = { entry: 'example', position, row: 2 ** 32 - 1 - position, probability, coin, importance } as const;
    const plain: Example = { ...required, outcome: OUTCOMES[position % 4], prediction, errorRate };
    return fields.reduce<Example>((example, each) => ({ ...example, ...each?.() }), plain);
  });

it('gives back every example, up to as many as it holds, and twice', () => {
  const block = new Block();
  const given = Array.from({ length: 1024 }, (_, n) => every[n % every.length]);
  for (const some of [[], every.slice(0, 1), every, given, every.toReversed()]) {
    for (const example of some) {
      expect(block.isFull).toBe(false);
      block.add(example);
    }
    expect([block.isEmpty, block.isFull]).toEqual([some.length === 0, some.length === 1024]);
    expect([...examplesOf(block.take())]).toStrictEqual(some);
  }
  expect(every).toHaveLength(384);
});

/** LAWS of lanes: every cell is handed out once, and streams stay together as long as there are streams for all. */
import { expect, it } from 'vitest';
import { randomStream } from '../../src/numerics/random.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { lanesOver } from '../../src/studies/run/threads.ts';

/** Cells of these seeds of one dataset. */
const cellsOf = (seeds: readonly number[]): Cell[] =>
  seeds.map((seed) => ({ kind: 'active', dataset: 'd', run: { seed } }) as unknown as Cell);

it('every cell is handed out once, whoever asks when', () => {
  const random = randomStream(1, 'lanes');
  for (let trial = 0; trial < 200; trial++) {
    const cells = cellsOf(Array.from({ length: random.below(30) }, () => random.below(5)));
    const next = lanesOver(cells);
    const taken: number[] = [];
    for (;;) {
      const at = next(random.below(4));
      if (at === undefined) break;
      taken.push(at);
    }
    expect(taken.sort((a, b) => a - b)).toEqual([...cells.keys()]);
    expect(next(0)).toBeUndefined();
  }
});

it('a lane runs one stream in its order, then one that nobody has begun, then helps where most is left', () => {
  const next = lanesOver(cellsOf([1, 2, 1, 2, 1, 3, 2, 2]));
  expect([0, 1, 0, 1, 0].map(next)).toEqual([0, 1, 2, 3, 4]);
  expect([0, 0, 1, 1].map(next)).toEqual([5, 6, 7, undefined]);
});

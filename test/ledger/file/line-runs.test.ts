import { expect, it } from 'vitest';
import { LineRuns } from '../../../src/ledger/file/text-lines.ts';
import { randomStream } from '../../../src/numerics/random.ts';

/** LAW of the lines of entries: whatever is pushed and taken back, they are those of a plain array. */

it('are those of a plain array', () => {
  const random = randomStream(1, 'line runs');
  for (let trial = 0; trial < 200; trial++) {
    const [runs, plain]: [LineRuns, number[]] = [new LineRuns(), []];
    let line = 1;
    for (let step = 0; step < 60; step++) {
      line += random.next() < 0.8 ? 1 : 1 + random.below(4);
      if (random.next() < 0.85) {
        runs.push(line);
        plain.push(line);
      } else {
        const kept = random.below(plain.length + 1);
        runs.length = kept;
        plain.length = kept;
      }
      expect(runs.length).toBe(plain.length);
    }
    expect(runs.all()).toEqual(plain);
  }
});

it('take a few numbers where lines follow each other', () => {
  const runs = new LineRuns();
  const before = process.memoryUsage().heapUsed;
  for (let line = 7; line < 4_000_000; line++) runs.push(line);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2 ** 24);
  expect(runs.length).toBe(4_000_000 - 7);
});

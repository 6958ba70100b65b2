/**
 * Laws of progress where stderr is no terminal: short work is silent, long work says a line now and then, and how long is left.
 */
import { expect, it } from 'vitest';
import { progressLines } from '../../src/cli/terminal/session.ts';

/** What is said of updates at these seconds. */
function said(updates: readonly (readonly [seconds: number, done: number, of: number])[]): string[] {
  const lines: string[] = [];
  let now = 0;
  const update = progressLines(
    'my-study',
    (line) => lines.push(line),
    () => now,
  );
  for (const [seconds, done, of] of updates) {
    now = seconds;
    update(done, of);
  }
  return lines;
}

it('says nothing of what ends within half a minute, whenever the clock began', () => {
  expect(
    said([
      [1000, 0, 10],
      [1015, 5, 10],
      [1029.9, 10, 10],
    ]),
  ).toEqual([]);
});

it('says a line every half minute at most', () => {
  const everySecond = Array.from({ length: 101 }, (_, s) => [s, s, 100] as const);
  expect(said(everySecond)).toEqual([
    'my-study: 30 of 100, about 70 s left',
    'my-study: 60 of 100, about 40 s left',
    'my-study: 90 of 100, about 10 s left',
  ]);
});

it('reckons by the pace of what was done now, not by what was there before', () => {
  expect(
    said([
      [5, 1000, 1380],
      [65, 1010, 1380],
    ]),
  ).toEqual(['my-study: 1,010 of 1,380, about 37 min left']);
});

it('foretells nothing where nothing was done yet, or nothing is left', () => {
  expect(
    said([
      [0, 3, 10],
      [40, 3, 10],
      [80, 10, 10],
    ]),
  ).toEqual(['my-study: 3 of 10', 'my-study: 10 of 10']);
});

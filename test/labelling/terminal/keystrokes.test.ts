/** Laws of keystrokes: whatever comes and when, every key counts once or is told once, and those that count came alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FASTEST, keystrokesOf, QUIET, REPEATED, REPEATS_FROM, REPEATS_TO } from '../../../src/cli/label/keystrokes.ts';
import { ManualClock } from '../../support/processes/fake-terminal.ts';
import { forAll } from '../../support/for-all.ts';

interface Heard {
  /** Numbers of the keys that counted, from 0. */
  readonly taken: readonly number[];
  /** Of each burst. */
  readonly ignored: readonly number[];
}

/** Key 0, 1, … comes so long after the one before; `same`: they are one key, pressed again and again. */
function hear(gaps: readonly number[], same?: 'same'): Heard {
  const clock = new ManualClock();
  const [taken, ignored]: [number[], number[]] = [[], []];
  const keystrokes = keystrokesOf({
    after: clock.after,
    now: clock.now,
    take: (key) => taken.push(same === undefined ? Number(key) : taken.length),
    ignored: (keys) => ignored.push(keys),
  });
  for (const [n, gap] of gaps.entries()) {
    clock.pass(gap);
    keystrokes.press(same === undefined ? String(n) : '1');
  }
  clock.pass(QUIET);
  return { taken, ignored };
}

const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 2 * FASTEST }), fc.integer({ min: 0, max: 2 * QUIET })), {
  maxLength: 30,
});

test('every key counts, in its order, or is told to be ignored', () => {
  forAll([gaps], (apart) => {
    const { taken, ignored } = hear(apart);
    expect(taken.length + ignored.reduce((sum, keys) => sum + keys, 0)).toBe(apart.length);
    expect(taken).toEqual(taken.toSorted((a, b) => a - b));
    expect(ignored.every((keys) => keys >= 2)).toBe(true);
  });
});

test('a key that counts has nobody near; one that has nobody for long counts', () => {
  forAll([gaps], (apart) => {
    const { taken } = hear(apart);
    for (const n of apart.keys()) {
      const [before, after] = [n === 0 ? Infinity : apart[n], apart.at(n + 1) ?? Infinity];
      if (taken.includes(n)) expect(Math.min(before, after)).toBeGreaterThanOrEqual(FASTEST);
      if (before > QUIET && after > FASTEST) expect(taken).toContain(n);
    }
  });
});

test('of keys that all come faster than FASTEST none counts, however many', () => {
  forAll([fc.array(fc.integer({ min: 0, max: FASTEST - 1 }), { minLength: 2, maxLength: 200 })], (apart) => {
    expect(hear(apart)).toEqual({ taken: [], ignored: [apart.length] });
  });
});

test('at a pace of people all count', () => {
  forAll([fc.array(fc.integer({ min: FASTEST, max: 10_000 }), { maxLength: 50 })], (apart) => {
    expect(hear(apart)).toEqual({ taken: [...apart.keys()], ignored: [] });
  });
});

test('a key that waits is settled when nothing more can come, and forgotten when nobody listens', () => {
  const clock = new ManualClock();
  const taken: string[] = [];
  const keystrokes = keystrokesOf({
    after: clock.after,
    now: clock.now,
    take: (key) => taken.push(key),
    ignored: () => taken.push('ignored'),
  });
  keystrokes.press('1');
  keystrokes.settle();
  keystrokes.press('2');
  keystrokes.stop();
  clock.pass(QUIET);
  expect(taken).toEqual(['1']);
});

test('a key that is held counts once, at every usual rate and after every usual delay', () => {
  const delays = fc.integer({ min: REPEATS_FROM, max: REPEATS_TO });
  const rates = fc.array(fc.integer({ min: 25, max: REPEATED - 1 }), { minLength: 1, maxLength: 100 });
  forAll([fc.integer({ min: 0, max: 10_000 }), delays, rates], (before, delay, repeats) => {
    const { taken, ignored } = hear([before, delay, ...repeats], 'same');
    expect([taken.length, ignored]).toEqual([1, [repeats.length + 1]]);
  });
});

test('the same key again counts as well, soon after and long after', () => {
  for (const gap of [REPEATED, REPEATS_FROM - 1, REPEATS_FROM, 700, REPEATS_TO, REPEATS_TO + 1])
    expect(hear([0, gap, gap, gap], 'same').taken).toHaveLength(4);
});

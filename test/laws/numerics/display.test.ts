/** LAW of numbers for people: what the language services of the engine would say in English, without starting them. */
import { expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { count, duration, percent, plural, significant } from '../../../src/numerics/display.ts';

it('count groups as the engine does', () => {
  const random = randomStream(1, 'display');
  for (let trial = 0; trial < 2000; trial++) {
    const n = Math.round((random.next() - 0.5) * 10 ** random.below(17));
    expect(count(n)).toBe((n === 0 ? 0 : n).toLocaleString('en-US'));
  }
  const found = [0, 999, 1000, -1000, 1234.5, 1e21, NaN, Infinity].map(count);
  expect(found).toEqual(['0', '999', '1,000', '-1,000', '1,234.5', '1e+21', 'NaN', 'Infinity']);
});

it('significant keeps whole numbers whole and rounds the rest', () => {
  const found = [91000, 123456, 12345.678, 0.116474, 3e-9, -2.5].map((value) => significant(value, 4));
  expect(found).toEqual(['91,000', '123,456', '12,350', '0.1165', '3e-9', '-2.5']);
});

it('shares, plurals and times', () => {
  expect([percent(0.1234), percent(0.5, 0)]).toEqual(['12.34%', '50%']);
  const counted = [plural(0, 'row'), plural(1, 'seed'), plural(2, 'row'), plural(1380, 'cell')];
  expect(counted).toEqual(['0 rows', '1 seed', '2 rows', '1,380 cells']);
  expect([0.1234, 0.42, 89, 180, 9000].map(duration)).toEqual(['0.12 s', '0.42 s', '89 s', '3 min', '2.5 h']);
  // Where one unit ends and the next begins.
  const borders = [89.4, 89.99, 90, 119, 5369, 5399, 5400, 9180.1].map(duration);
  expect(borders).toEqual(['89 s', '90 s', '2 min', '2 min', '89 min', '90 min', '1.5 h', '2.6 h']);
});

/** LAW: what is selected of typed numbers is what filtering a list of them gives, in an array of its own. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { selected, upTo } from '../../src/rows/dataset.ts';
import { forAll } from '../support/for-all.ts';

it('is what filter gives, and keeps the type', () => {
  forAll([fc.array(fc.double()), fc.double({ noNaN: true })], (list, limit) => {
    const numbers = Float64Array.from(list);
    const found = selected(numbers, (n) => n > limit);
    expect(found).toEqual(Float64Array.from(list.filter((n) => n > limit)));
    expect(found.buffer).not.toBe(numbers.buffer);
    expect(selected(numbers, Number.isNaN)).toEqual(Float64Array.from(list.filter(Number.isNaN)));
  });
  expect(selected(Uint32Array.of(2 ** 32 - 1, 0, 5), (n) => n !== 0)).toEqual(Uint32Array.of(2 ** 32 - 1, 5));
});

it('counts from 0', () => expect([upTo(0), upTo(1), upTo(4)].map((each) => [...each])).toEqual([[], [0], [0, 1, 2, 3]]));

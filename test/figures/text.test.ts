/** Laws of broken lines: nothing is lost, and everything fits that can. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wrapped } from '../../src/figures/model/drawing.ts';
import { always } from '../laws/statistics/always.ts';

const measure = (text: string): number => Array.from(text).length;
const words = fc.array(fc.stringMatching(/^[a-z_/-]{1,30}$/), { minLength: 1, maxLength: 12 });

it('no letter is lost or moved, and every line fits', () => {
  always(words, fc.integer({ min: 1, max: 40 }), (all, width) => {
    const lines = wrapped(all.join(' '), width, measure);
    expect(lines.join('').replaceAll(' ', '')).toBe(all.join(''));
    for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width);
  });
});

it('a letter keeps its accent', () => expect(wrapped('ε̂ε̂ε̂', 2, measure)).toEqual(['ε̂', 'ε̂', 'ε̂']));

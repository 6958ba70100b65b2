import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from '../../../src/numerics/sha256.ts';

/** LAW: the words of a hash are those of Node, whatever the text and however it fills its blocks. */
it('sha256 is that of Node', () => {
  const same = (text: string): void => {
    const words = Array.from(sha256(text), (word) => word.toString(16).padStart(8, '0')).join('');
    expect(words, JSON.stringify(text)).toBe(createHash('sha256').update(text).digest('hex'));
  };
  for (let length = 0; length < 200; length++) same('é'.repeat(length % 3) + 'a'.repeat(length));
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), same));
});

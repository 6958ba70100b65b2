/** LAW of the marks by which tables are cut: WebAssembly and TypeScript find the same, whatever the bytes and however they come. */
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { MarkedBytes, marksOf } from '../../../src/data/documents/marks.ts';
import { chooseKernels, KERNELS } from '../../../src/rows/kernels/choice.ts';
import { forAll } from '../../support/for-all.ts';

afterEach(() => chooseKernels('wasm'));

const byte = fc.oneof(fc.constantFrom(0x22, 0x0a, 0x2c, 0, 0x01, 0x80, 0xc3, 0xfe), fc.integer({ min: 0, max: 0xfe }));
const bytes = fc
  .uint8Array({ maxLength: 200, max: 0xfe })
  .chain((any) => fc.array(byte, { maxLength: 200 }).map((some) => Uint8Array.from([...any, ...some])));

it.each(KERNELS)('are the same of all that was taken and not left out (%s)', (kernels) => {
  chooseKernels(kernels);
  const marked = new MarkedBytes();
  forAll([fc.array(bytes, { minLength: 1, maxLength: 4 }), byte, byte, byte, fc.nat(1000)], (pieces, a, b, c, cut) => {
    marked.take(marked.bytes.length, pieces[0]);
    for (const piece of pieces.slice(1)) {
      const from = cut % (marked.bytes.length + 1);
      const expected = Buffer.concat([marked.bytes.subarray(from), piece]);
      marked.take(from, piece);
      expect(Buffer.compare(marked.bytes, expected)).toBe(0);
    }
    expect(Array.from(marked.marks(a, b, c))).toEqual(Array.from(marksOf(marked.bytes, a, b, c)));
  });
});

it('are the same of more bytes than there is room for at first', () => {
  const marked = new MarkedBytes();
  const piece = Uint8Array.from({ length: 3_000_000 }, (_, k) => (k * k) % 251);
  for (let taken = 0; taken < 3; taken++) marked.take(0, piece);
  expect(marked.bytes.length).toBe(9_000_000);
  const [found, expected] = [marked.marks(1, 25, 100), marksOf(marked.bytes, 1, 25, 100)];
  expect(found.length).toBe(expected.length);
  expect(found.every((mark, k) => mark === expected[k])).toBe(true);
});

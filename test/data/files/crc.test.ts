import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crcOf, crcText } from '../../../src/files/crc.ts';

it('is the CRC-32 of everybody: the check value of its definition', () => {
  expect(crcText(crcOf([Buffer.from('123456789')]))).toBe('cbf43926');
});

it('is of the bytes alone: cut anywhere, with empty arrays between, it is the same', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), fc.nat(50), (bytes, at) => {
      const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
      const whole = crcOf([bytes]);
      expect(crcOf([before, new Float64Array(0), after])).toBe(whole);
      expect(crcOf([after], crcOf([before]))).toBe(whole);
    }),
  );
});

it('sees a view, not the buffer behind it', () => {
  expect(crcOf([new Uint32Array(Uint32Array.of(1, 2, 3).buffer, 4, 1)])).toBe(crcOf([Uint32Array.of(2)]));
});

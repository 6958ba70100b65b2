import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crcJoined, crcOf, crcText } from '../../../src/files/crc.ts';
import { forAll } from '../../support/for-all.ts';

it('is the CRC-32 of everybody: the check value of its definition', () => {
  expect(crcText(crcOf([Buffer.from('123456789')]))).toBe('cbf43926');
});

it('is of the bytes alone: cut anywhere, with empty arrays between, it is the same', () => {
  forAll([fc.uint8Array({ maxLength: 50 }), fc.nat(50)], (bytes, at) => {
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    const whole = crcOf([bytes]);
    expect(crcOf([before, new Float64Array(0), after])).toBe(whole);
    expect(crcOf([after], crcOf([before]))).toBe(whole);
  });
});

it('of one piece behind another follows from that of each, however long they are', () => {
  forAll([fc.uint8Array({ maxLength: 300 }), fc.nat(300)], (bytes, at) => {
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    expect(crcJoined(crcOf([before]), crcOf([after]), after.length)).toBe(crcOf([bytes]));
  });
  const zeros = new Uint8Array(2 ** 20);
  const many = Array.from({ length: 4097 }, () => zeros);
  expect(crcJoined(crcOf([Uint8Array.of(9)]), crcOf(many), 4097 * 2 ** 20)).toBe(crcOf([Uint8Array.of(9), ...many]));
});

it('sees a view, not the buffer behind it', () => {
  expect(crcOf([new Uint32Array(Uint32Array.of(1, 2, 3).buffer, 4, 1)])).toBe(crcOf([Uint32Array.of(2)]));
});
